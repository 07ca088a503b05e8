"""Records what a terminal shows in the first minutes with plugingen: docs/first_minutes.md, in which a line that begins with "$ " was typed, and
what stands behind "]: " was an answer.

usage: recorded_minutes.py PLUGINGEN                   runs the page's commands again, and writes what they print into the page
       recorded_minutes.py PLUGINGEN --python PYTHON   builds and tests for real, too, against the TensorFlow of this Python

Without --python nothing is compiled: programs of our own stand for CMake, CTest and Python. They say what the page has of them, so what plugingen
makes of it is still checked, and that the project has these tests. Seconds are not compared.
"""

import os
import pathlib
import re
import shlex
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "first_minutes.md"
sys.path.insert(0, str(ROOT / "tests" / "cli"))
from terminal import Terminal  # noqa: E402  (the line above says where it is)

BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.M | re.S)
SECONDS = re.compile(r"\b\d+(\.\d+)? s\b")
TEST = re.compile(r"^  (\S+) +passed  (\S+) s$", re.M)
SKIPPED = re.compile(r"^  (\w+): (.+)$", re.M)  # below the tests
HOME = "/path/to"  # what the page says in place of the folder that it happened in

CMAKE = """#!/bin/sh
case "$1" in
  -S)
    mkdir -p "$4/CMakeFiles/my_npu.dir"
    echo CMAKE_PROJECT_NAME:STATIC=my_npu >"$4/CMakeCache.txt"
    for word; do
      case "$word" in -DPython3_EXECUTABLE=*) echo "Python3_EXECUTABLE:UNINITIALIZED=${word#*=}" >>"$4/CMakeCache.txt" ;; esac
    done ;;
  --build) : >"$2/libmy_npu.so" ;;
esac
"""
CTEST = """#!/bin/sh
for word; do
  [ "$before" = --output-junit ] && cp "$0.xml" "$word"
  before=$word
done
"""
PYTHON = """#!/bin/sh
echo /site-packages/tensorflow
echo %s
"""


def program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def stand_ins(folder, page):
    """Programs that say what the page has of a build and of its tests."""
    program(folder / "bin" / "cmake", CMAKE)
    program(folder / "bin" / "ninja", "#!/bin/sh\n")
    program(folder / "bin" / "ctest", CTEST)
    reasons = dict(SKIPPED.findall(page.partition("\ncases were skipped in tests that passed:\n")[2].partition("```")[0]))
    cases = ""
    for name, seconds in TEST.findall(page):
        said = f"test.cc:1: Skipped\n{reasons[name]}\n[  SKIPPED ] Test.Case (0 ms)\n" if name in reasons else ""
        cases += f'<testcase name="{name}" classname="{name}" time="{seconds}" status="run"><system-out>{said}</system-out></testcase>\n'
    (folder / "bin" / "ctest.xml").write_text(f'<testsuite name="x">\n{cases}</testsuite>\n', encoding="utf-8")
    program(folder / "venv" / "bin" / "python", PYTHON % re.search(r"against TensorFlow (\S+)$", page, re.M)[1])


class Session:
    """A shell in a folder: `cd` is its own, everything else is run at a terminal."""

    def __init__(self, plugingen, home):
        self.home = self.folder = home
        (home / "bin").mkdir(exist_ok=True)
        (home / "bin" / "plugingen").symlink_to(plugingen)
        self.environment = {"PATH": f"{home}/bin:{os.environ['PATH']}", "TERM": "xterm", "NO_COLOR": "1", "VIRTUAL_ENV": "", "HOME": str(home)}

    def run(self, command, answers):
        words = shlex.split(command)
        if words[0] == "cd":
            self.folder = self.folder / words[1]
            return ""
        terminal = Terminal(["/bin/sh", "-c", command], self.folder, self.environment)
        shown = ""
        for answer in answers:
            shown += terminal.read_until("]: ") + "]: "
            terminal.type(answer + "\n")
        shown += terminal.end(seconds=3600)[0]
        shown = re.sub(r"[^\n]*\r\x1b\[K", "", shown)  # how far it is, which a terminal shows for a moment
        return shown.replace(str(self.home), HOME)


def of_this_run(page, plugingen, python=None):
    """The page with what its commands print now, and the names of the tests that the project has but for the one that only some compilers build."""
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder).resolve()
        if python:
            (home / "venv").symlink_to(pathlib.Path(python).absolute().parents[1])
        else:
            stand_ins(home, page)
        session = Session(pathlib.Path(plugingen).resolve(), home)

        def recorded(block):
            out = ""
            for step in re.split(r"^(?=\$ )", block[0], flags=re.M)[1:]:
                command, _, shown = step.partition("\n")
                new = session.run(command[2:], re.findall(r"\]: (.*)$", shown, re.M))
                out += command + "\n" + (shown if not python and SECONDS.sub("", shown) == SECONDS.sub("", new) else new)
            return out

        page = BLOCK.sub(recorded, page)
        texts = (path.read_text(encoding="utf-8") for path in sorted(session.folder.glob("tests/generated/CMakeLists.txt")))
        return page, set(re.findall(r"add_test\(NAME \$\{prefix\}(\w+)", "".join(texts))) - {"kernel_fuzz"}


def main():
    page = PAGE.read_text(encoding="utf-8")
    python = sys.argv[3] if sys.argv[2:3] == ["--python"] else None
    PAGE.write_text(of_this_run(page, sys.argv[1], python)[0], encoding="utf-8")


if __name__ == "__main__":
    main()
