"""Prints how many tests passed and failed according to the output of GoogleTest, CTest, pytest or unittest."""

import re
import sys


def count(text):
    passed = failed = 0
    for match in re.finditer(r"^\[  PASSED  \] (\d+) tests?\.", text, re.M):
        passed += int(match.group(1))
    for match in re.finditer(r"^\[  FAILED  \] (\d+) tests?, listed below", text, re.M):
        failed += int(match.group(1))
    for match in re.finditer(r"^\d+% tests passed, (\d+) tests? failed out of (\d+)", text, re.M):
        failed += int(match.group(1))
        passed += int(match.group(2)) - int(match.group(1))
    for ran, end in re.findall(r"^Ran (\d+) tests? in [\d.]+s\s+(OK.*|FAILED.*)", text, re.M):
        bad = sum(int(n) for n in re.findall(r"(?<!expected )(?:failures|errors)=(\d+)", end))
        skipped = sum(int(n) for n in re.findall(r"skipped=(\d+)", end))
        passed += max(0, int(ran) - bad - skipped)  # a test may fail in several of its subTests
        failed += bad
    for line in re.findall(r"^=* ?((?:\d+ \w+(?:, )?)+)(?: in [\d.]+s?.*)?(?: =*)?$", text, re.M):
        words = dict((word, int(number)) for number, word in re.findall(r"(\d+) (\w+)", line))
        passed += words.get("passed", 0)
        failed += words.get("failed", 0) + words.get("error", 0) + words.get("errors", 0)
    return passed, failed


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
        print(*count(file.read()))
