"""Counts the facts that a script looks up, in the words that count_tests.py reads."""

import sys


class Facts:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, true, complaint):
        if true:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {complaint}")

    def end(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed else 0)
