"""Finds words in code that the field does not use, and says which it does: those of words.txt beside this file."""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WHERE = ("CMakeLists.txt", "bench", "cmake", "conformance", "generator", "library", "templates", "tests", "tools")


def rules():
    for line in (HERE / "words.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            pattern, instead = line.split("  ", 1)
            yield re.compile(pattern), instead


def main():
    words, found = list(rules()), 0
    paths = subprocess.run(["git", "-C", ROOT, "ls-files", *WHERE], capture_output=True, text=True, check=True).stdout.splitlines()
    for path in paths:
        file = ROOT / path
        if file.suffix not in (".cc", ".h", ".inc", ".py", ".cmake", ".txt") or not file.is_file():
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for pattern, instead in words:
                if pattern.search(line):
                    print(f"{path}:{number}: {line.strip()}\n    say {instead}")
                    found += 1
    print(f"{len(paths)} files, {found} words")
    sys.exit(1 if found or not paths else 0)


if __name__ == "__main__":
    main()
