"""Runs the tests of a build that CTest has under a label, as many at a time as there are cores, and adds up what they counted.

usage: run_label.py BUILD_DIRECTORY LABEL

Prints how long each test took, the output of those that failed, and as its last line `counted: P passed, F failed`. A test
that failed without naming a failed case (a crash, say), one that counted nothing, and one that could not be run count as one
failure. Exit status 1 if there is any.
"""

import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

from count_tests import count

MOST_OUTPUT = "10000000"  # bytes of a test's output that CTest keeps: the counts come last


def main():
    build, label = pathlib.Path(sys.argv[1]), sys.argv[2]
    # CTest keeps notes where it runs, and other labels may be run at the same time.
    folder = build / "labels" / label
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "CTestTestfile.cmake").write_text(f'subdirs("{build.absolute()}")\n', encoding="utf-8")
    report = folder / "tests.xml"
    report.unlink(missing_ok=True)
    done = subprocess.run(
        ["ctest", "--test-dir", folder, "-L", f"^{label}$", "-j", str(os.cpu_count()), "--output-junit", report.absolute(),
         "--test-output-size-passed", MOST_OUTPUT, "--test-output-size-failed", MOST_OUTPUT], capture_output=True, text=True)
    cases = list(xml.etree.ElementTree.parse(report).getroot().iter("testcase")) if report.exists() else []
    if not cases:
        sys.exit(f"no test has the label {label}\n{done.stdout}{done.stderr}")  # and nothing is counted
    all_passed = all_failed = 0
    for case in cases:
        output = case.findtext("system-out") or ""
        passed, failed = count(output)
        if failed == 0 and (case.get("status") != "run" or passed == 0):
            failed = 1
        print(f"took {float(case.get('time') or 0):4.0f} s: {case.get('name')}, {passed} passed, {failed} failed")
        if failed:
            print(output, f"FAILED: {case.get('name')} ({case.get('status')})", sep="\n")
        all_passed, all_failed = all_passed + passed, all_failed + failed
    print(f"counted: {all_passed} passed, {all_failed} failed")
    sys.exit(1 if all_failed or not all_passed else 0)


if __name__ == "__main__":
    main()
