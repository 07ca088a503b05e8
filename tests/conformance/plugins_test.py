#!/usr/bin/env python3
"""The suite against plugins that plugingen did not make: two that do nothing, and one written by hand with faults to choose.

usage: plugins_test.py PLUGINGEN TENSORFLOW_INCLUDE"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PLUGINGEN = INCLUDE = None  # set by main()
PLUGINS = pathlib.Path(__file__).resolve().parent / "plugins"

# A fault of plugins/synchronous.c: a case that must fail for it, and what it must say.
FAULTS = {
    "no_memory_is_an_address": ("memory/too_much/1<<50", "allocate gave an address"),
    "misaligned": ("memory/alignment/1", "address .* is not"),
    "frees_by_given_size": ("statistics/in_use/falls", "from .* to"),
    "host_memory_of_malloc": ("host_memory/alignment/64", "is not aligned to"),
    "no_peak": ("statistics/peak/remembers", "it is 1"),
    "usage_unknown": ("statistics/usage/known", "it says no"),
    "one_stream_handle": ("streams/create", "the same handle twice"),
    "stream_status_fails": ("streams/status/ok", "get_stream_status failed with INTERNAL: by fault"),
    "events_unknown": ("events/never_fails", "status 0"),
    "callback_without_status": ("streams/callback/gets_status", "it got none"),
    "callbacks_at_once": ("threads/one_stream", "two callbacks of a stream ran at once"),
    "timer_in_microseconds": ("timers/measures/10", "it says .* ns"),
    "copies_words": ("copies/memcpy_htod/size/3", "byte"),
    "copies_backwards": ("copies/memcpy_dtod/size/64", "byte"),
    "fills_one_more": ("fills/memset/size/64", "the memory with what is around it"),
    "fills_words_by_count": ("fills/memset32/size/64", "the memory with what is around it"),
    "count_changes": ("registration/device_count/stays", "first"),
    "writes_behind_device": ("devices/create/keeps_ordinal", "behind .* SP_Device"),
    "ignores_host_size": ("versions/smaller_structs/stream_executor_of_2.6", "writing behind SP_StreamExecutor"),
    "no_dtod": ("registration/callback_set/memcpy_dtod", "memcpy_dtod is not set"),
    "name_with_digit": ("registration/registers", "'HAND_MADE2' does not match"),
    "type_cpu": ("registration/type/not_cpu", "it is CPU"),
    "type_before_cpu": ("registration/type/behind_cpu", "it is 'BY_HAND'"),
    "forgets_size": ("registration/registers", "struct_size of SP_Platform must be set"),
    "no_destroy_platform": ("registration/registers", "'destroy_platform' .* must be set"),
    "ignores_shape": ("kernels/Neg/matrix", r"shape is \[35\] and not \[5,7\]"),
    "no_snapshot": ("kernels/core/snapshot", "there is no kernel of Snapshot for T=int32"),
    "snapshot_aliases": ("kernels/Snapshot/copies", "it lies in the memory of the input"),
    "leaks_input": ("kernels/Neg/leaves_nothing", "tensors are not deleted"),
    "leaks_status": ("kernels/Neg/leaves_nothing", "statuses are not deleted"),
    "two_types": ("kernels/registered/one_type_an_attribute", "T twice"),
    "leaks_builder": ("registration/objects/are_let_go", "1 kernel builders"),
}

# What a plugin that does nothing may get right.
RIGHT_BY_IDLING = ("registration/", "versions/", "devices/create/keeps_ordinal", "devices/create/leaves_ext",
                   "devices/create/sets_sizes", "devices/create/twice_the_same", "devices/describes/texts")


class PluginsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    @classmethod
    def setUpClass(cls):
        cls.built = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.built)

    def build(self, name):
        library = self.built / f"{name}.so"
        if not library.exists():
            subprocess.run(["cc", "-std=gnu11", "-O1", "-shared", "-fPIC", "-w", f"-I{INCLUDE}", PLUGINS / f"{name}.c", "-o", library],
                           check=True)
        return library

    def judge(self, library, *options, fault=""):
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        done = subprocess.run([PLUGINGEN, "conformance", library, "--jobs", "2", "--json", report, *options],
                              capture_output=True, text=True, timeout=500, env={**os.environ, "FAULT": fault})
        return done, json.loads(report.read_text()) if report.exists() else None

    def test_one_that_does_nothing_fails_everything_but_what_is_about_refusing(self):
        done, report = self.judge(self.build("empty"))
        self.assertEqual(done.returncode, 7)
        for case in report["cases"]:
            self.assertEqual(case["verdict"], "fail", case)
            self.assertIn("SP_Platform", case["message"])

    def test_one_that_idles_fails_whatever_needs_a_device(self):
        done, report = self.judge(self.build("idle"), "--timeout", "5", "--filter", "[!k]*")
        self.assertEqual(done.returncode, 7)
        passed = {case["name"] for case in report["cases"] if case["verdict"] == "pass"}
        wrongly = [name for name in passed if not name.startswith(RIGHT_BY_IDLING)]
        self.assertEqual(wrongly, [])
        self.assertGreater(report["counts"]["fail"], 250)

    def test_one_written_by_hand_conforms(self):
        done, report = self.judge(self.build("synchronous"))
        self.assertEqual(done.returncode, 0, done.stdout[-3000:])
        self.assertGreater(report["counts"]["pass"], 350)

    def test_faults_of_the_one_written_by_hand(self):
        library = self.build("synchronous")
        for fault, (name, message) in FAULTS.items():
            with self.subTest(fault=fault):
                done, report = self.judge(library, "--filter", name, "--timeout", "5", fault=fault)
                self.assertEqual(done.returncode, 7, done.stdout[-2000:])
                case = report["cases"][0]
                self.assertEqual(case["verdict"], "fail")
                self.assertRegex(case["message"], message)

    def test_a_symbol_of_nobody_is_unsupported(self):
        source = self.folder / "foreign.c"
        source.write_text("void _ZN10tensorflow6Status2OKEv(void);\nvoid SE_InitPlugin(void* p, void* s) { _ZN10tensorflow6Status2OKEv(); }\n")
        library = self.folder / "foreign.so"
        subprocess.run(["cc", "-shared", "-fPIC", source, "-o", library], check=True)
        done, report = self.judge(library, "--filter", "memory/*")
        self.assertEqual(done.returncode, 0, done.stdout[-2000:])
        for case in report["cases"]:
            self.assertEqual(case["verdict"], "unsupported")
            self.assertIn("needs symbol _ZN10tensorflow6Status2OKEv", case["message"])

    def test_what_is_no_plugin_fails_once(self):
        source = self.folder / "other.c"
        source.write_text("int nothing(void) { return 0; }\n")
        broken = self.folder / "broken.c"
        broken.write_text("void elsewhere(void);\nvoid SE_InitPlugin(void* p, void* s) { elsewhere(); }\n")
        for text, message in [(source, "does not export SE_InitPlugin"), (broken, "no_such_library.so")]:
            library = text.with_suffix(".so")
            words = []
            if text == broken:  # needs a library that is gone
                other = self.folder / "no_such_library.so"
                subprocess.run(["cc", "-shared", "-fPIC", "-xc", "-", "-o", other, "-Wl,-soname,no_such_library.so"],
                               input="void elsewhere(void) {}\n", text=True, check=True)
                words = [other]
            subprocess.run(["cc", "-shared", "-fPIC", text, *words, "-o", library], check=True)
            for word in words:
                word.unlink()
            done, report = self.judge(library)
            self.assertEqual(done.returncode, 7, done.stdout[-2000:])
            self.assertEqual([case["name"] for case in report["cases"]], ["registration/registers"])
            self.assertIn(message, report["cases"][0]["message"])
            self.assertRegex(done.stdout, r"1 failed.*\n\d{3,} more were left out, since they would fail for the same reason\n$")

    def test_a_crash_and_a_hang_are_verdicts_of_their_cases(self):
        source = self.folder / "bad.c"
        source.write_text("#include <stdlib.h>\n#include <unistd.h>\n"
                          "void SE_InitPlugin(void* p, void* s) { if (getenv(\"FAULT\")[0] == 'c') abort(); sleep(60); }\n")
        library = self.folder / "bad.so"
        subprocess.run(["cc", "-shared", "-fPIC", source, "-o", library], check=True)
        for fault, message in {"crash": "crashes in SE_InitPlugin: SIGABRT", "hang": "hangs in SE_InitPlugin"}.items():
            done, report = self.judge(library, "--tensorflow", "2.19", "--timeout", "1", "--filter", "timers/*", fault=fault)
            self.assertEqual(done.returncode, 7)
            for case in report["cases"]:
                self.assertIn(message, case["message"])
            # In no release at all: the reason stands there once, and is not waited for in each case.
            done, report = self.judge(library, "--timeout", "1", fault=fault)
            self.assertEqual([case["name"] for case in report["cases"]], ["registration/registers"], fault)
            self.assertIn(message, report["cases"][0]["message"])

    def test_expected_failures(self):
        library = self.build("synchronous")
        expected = self.folder / "expected.txt"
        expected.write_text("# a comment\ntimers/measures/*  # our clock is coarse\n")
        done, report = self.judge(library, "--filter", "timers/*", "--expected", expected, fault="timer_in_microseconds")
        self.assertEqual(report["counts"]["expected failure"], 3)
        done, report = self.judge(library, "--filter", "timers/measures/*", "--expected", expected)
        self.assertEqual(done.returncode, 7)
        self.assertEqual(report["counts"]["unexpected pass"], 3)
        expected.write_text("timers/measures/*\n")
        done, report = self.judge(library, "--filter", "timers/*", "--expected", expected)
        self.assertEqual(done.returncode, 64)
        self.assertIn("say why", done.stderr)

    def test_reports(self):
        library = self.build("synchronous")
        junit, html = self.folder / "report.xml", self.folder / "report.html"
        done, _ = self.judge(library, "--filter", "timers/*", "--filter", "memory/says_size", "--junit", junit, "--html", html,
                             fault="timer_in_microseconds")
        self.assertEqual(done.returncode, 7)
        import xml.etree.ElementTree as tree
        suites = tree.parse(junit).getroot()
        self.assertEqual({suite.get("name") for suite in suites}, {"timers", "memory"})
        failures = [case.get("name") for case in suites.iter("testcase") if case.find("failure") is not None]
        self.assertIn("timers/measures/10", failures)
        page = html.read_text()
        self.assertIn("Does not conform", page)
        self.assertIn("--filter &#39;timers/measures/10&#39;".replace("&#39;", "'"), page)

    def test_a_report_that_cannot_be_written(self):
        done, _ = self.judge(self.build("synchronous"), "--filter", "timers/many", "--html", "/nowhere/report.html")
        self.assertEqual(done.returncode, 73)

    def test_wrong_usage(self):
        for words in [[], ["/nowhere.so"], ["x.so", "--tensorflow", "1.0"], ["x.so", "--seed", "many"]]:
            done = subprocess.run([PLUGINGEN, "conformance", *words], capture_output=True, text=True)
            self.assertEqual(done.returncode, 64, words)
            self.assertNotEqual(done.stderr, "")
        done, _ = self.judge(self.build("empty"), "--filter", "no/such/case")
        self.assertEqual(done.returncode, 64)

    def test_seeds_reproduce(self):
        library = self.build("synchronous")
        lists = [self.judge(library, "--filter", "model/*", "--repeat", "3", "--seed", "9")[1] for _ in range(2)]
        seeds = [[(case["name"], case["seed"], case["verdict"]) for case in sorted(report["cases"], key=lambda c: (c["name"], c["seed"]))]
                 for report in lists]
        self.assertEqual(*seeds)
        self.assertEqual({seed for _, seed, _ in seeds[0]}, {9, 10, 11})


if __name__ == "__main__":
    PLUGINGEN, INCLUDE = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    del sys.argv[1:3]
    unittest.main()
