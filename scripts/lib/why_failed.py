"""Prints, for each failure in the log of a section of scripts/test, the line that names it and what the tests printed about it.

usage: why_failed.py LOG

Lines that begin with `FAILED: ` name failures. The lines before are what the check printed: this prints the failed tests of GoogleTest or
unittest, a sanitizer's report, or else the last lines.
"""

import re
import sys

MOST_LINES = 60  # of one failure
MOST_FAILURES = 8


def of_googletest(lines):
    begun = max((i for i, line in enumerate(lines) if line.startswith("[==========] Running")), default=None)
    found, block = [], []
    for line in lines[begun:] if begun is not None else []:
        if line.startswith("[ RUN      ] "):
            block = []
        block.append(line)
        if re.match(r"\[  FAILED  \] .* \(\d+ ms\)$", line):
            found += block
    return found


def of_unittest(lines):
    end = max((i for i, line in enumerate(lines) if re.match(r"Ran \d+ tests? in ", line)), default=None)
    rule = "=" * 70
    begins = [i for i in range(end or 0) if lines[i] == rule and re.match("(FAIL|ERROR): ", lines[i + 1])]
    return lines[begins[0]:end] if begins else []


def of_sanitizer(lines):
    first = next((i for i, line in enumerate(lines) if re.search(r"(WARNING|ERROR): \w+Sanitizer|: runtime error: ", line)), len(lines))
    return lines[first:first + MOST_LINES]


def shortened(lines):
    """The first and the last of them: tests say first what is wrong, and tracebacks last."""
    if len(lines) <= MOST_LINES:
        return lines
    half = MOST_LINES // 2
    return lines[:half] + [f"[{len(lines) - 2 * half} lines left out]"] + lines[-half:]


def explain(log):
    """One text for each failure, in the log's order."""
    said, texts = [], []
    for line in log:
        if not line.startswith("FAILED: "):
            said.append(line)
            continue
        found = of_googletest(said) or of_unittest(said) or of_sanitizer(said)
        texts.append("\n".join([line] + ["| " + part for part in (shortened(found) if found else said[-MOST_LINES:])]))
        said = []
    return texts


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
        failures = explain(file.read().splitlines())
    print("\n".join(failures[:MOST_FAILURES]))
    if len(failures) > MOST_FAILURES:
        print(f"and {len(failures) - MOST_FAILURES} more")
