"""The ported kernels of docs/porting.md: how much of each changed, and the differences as the page shows them.

usage: porting_diffs.py            writes the table and the differences into docs/porting.md
"""

import difflib
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "porting.md"
KERNELS = ROOT / "tests" / "tensorflow" / "porting"
END = "<!-- end -->"


def names():
    return sorted(path.stem for path in (KERNELS / "port").glob("*.cc"))


def lines_of(folder, name):
    return (KERNELS / folder / f"{name}.cc").read_text().splitlines()


def counts(name):
    """The lines of the original, and how many of them changed; lines that stand for none of them count, too."""
    original, port = lines_of("original", name), lines_of("port", name)
    blocks = difflib.SequenceMatcher(None, original, port, autojunk=False).get_opcodes()
    return len(original), sum(max(i2 - i1, j2 - j1) for what, i1, i2, j1, j2 in blocks if what != "equal")


def table():
    rows = ["| Kernel | Lines | Changed | Share |", "|---|---|---|---|"]
    for name in names():
        lines, changed = counts(name)
        rows.append(f"| `tests/tensorflow/porting/port/{name}.cc` | {lines} | {changed} | {100 * changed / lines:.1f} % |")
    return "\n".join(rows) + "\n"


def difference(name):
    lines = list(difflib.unified_diff(lines_of("original", name), lines_of("port", name), n=1, lineterm=""))
    # Where in the file a part lies says less than the lines around it.
    return "```diff\n" + "\n".join("..." if line.startswith("@@") else line.rstrip() for line in lines[3:]) + "\n```\n"


def with_diffs(page):
    """The page with what stands between each marker and the next `end` made anew."""
    def made(match):
        what = match.group(1)
        return f"<!-- {what}: made by scripts/lib/porting_diffs.py -->\n{table() if what == 'counts' else difference(what)}{END}"

    return re.sub(rf"<!-- (\w+): made by scripts/lib/porting_diffs.py -->\n.*?{END}", made, page, flags=re.S)


if __name__ == "__main__":
    PAGE.write_text(with_diffs(PAGE.read_text()))
