#!/usr/bin/env python3
"""What scripts/test prints of a section that failed."""

import unittest

import tools_path  # noqa: F401
import why_failed

GOOGLETEST = """[==========] Running 3 tests from 1 test suite.
[ RUN      ] Some.First
[       OK ] Some.First (0 ms)
[ RUN      ] Some.Second
some_test.cc:3: Failure
[  FAILED  ] Some.Second (1 ms)
[ RUN      ] Some.Third
[       OK ] Some.Third (0 ms)
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Some.Second
"""
PASSED = GOOGLETEST.replace("[  FAILED  ] Some.Second (1 ms)", "[       OK ] Some.Second (1 ms)").replace("3: Failure", "3: a line")
UNITTEST = f"""...F.
{'=' * 70}
FAIL: test_it (some.Some)
{'-' * 70}
AssertionError: 1 != 2

{'-' * 70}
Ran 5 tests in 0.1s

FAILED (failures=1)
"""


def explain(*texts):
    return why_failed.explain("".join(texts).splitlines())


class WhyFailedTest(unittest.TestCase):
    def test_one_of_many_tests(self):
        (text,) = explain(GOOGLETEST, "FAILED: some\n", PASSED * 30, "sums: 1 passed, 1 failed\n")
        self.assertEqual(text, "FAILED: some\n| [ RUN      ] Some.Second\n| some_test.cc:3: Failure\n| [  FAILED  ] Some.Second (1 ms)")

    def test_each_failure_has_its_own(self):
        first, second, third = explain("cannot open it\n", "FAILED: a\n", UNITTEST, "took 5 s: b\nFAILED: b\n", PASSED, GOOGLETEST, "FAILED: c\n")
        self.assertEqual(first, "FAILED: a\n| cannot open it")
        self.assertIn("| FAIL: test_it (some.Some)", second)
        self.assertIn("| AssertionError: 1 != 2", second)
        self.assertNotIn("...F.", second)
        self.assertIn("some_test.cc:3: Failure", third)
        self.assertNotIn("a line", third)

    def test_a_crash_of_googletest_shows_its_last_lines(self):
        lines = PASSED.splitlines(keepends=True)
        (text,) = explain(*lines[:4], "Segmentation fault\n", "FAILED: some (exit status 139)\n")
        self.assertTrue(text.endswith("| [ RUN      ] Some.Second\n| Segmentation fault"), text)

    def test_a_sanitizers_report(self):
        report = "WARNING: ThreadSanitizer: data race (pid=1)\n  Write of size 4\n"
        (text,) = explain(PASSED, report, "[  PASSED  ] 3 tests.\n" * 3, "FAILED: some (exit status 66)\n")
        self.assertEqual(text.splitlines()[1:3], ["| WARNING: ThreadSanitizer: data race (pid=1)", "|   Write of size 4"])

    def test_what_is_long_is_shortened(self):
        (text,) = explain(*(f"line {i}\n" for i in range(500)), "FAILED: some\n")
        self.assertEqual(text.splitlines()[1], "| line 440")
        lines = GOOGLETEST.replace("Failure\n", "Failure\n" + "and so on\n" * 500)
        text = explain(lines, "FAILED: some\n")[0].splitlines()
        self.assertEqual(len(text), why_failed.MOST_LINES + 2)
        self.assertIn("some_test.cc:3: Failure", text[2])
        self.assertEqual(text[-1], "| [  FAILED  ] Some.Second (1 ms)")

    def test_nothing_failed(self):
        self.assertEqual(explain(PASSED), [])


if __name__ == "__main__":
    unittest.main()
