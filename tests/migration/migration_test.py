#!/usr/bin/env python3
"""A project that plugingen made when each plugin had a namespace and a library of its own, lived in since, becomes one of
today's layout without losing a line.

usage: migration_test.py PLUGINGEN [--build PYTHON]

lived_in_npu.tar.xz is the project as revision 178f29f made it, with one file ejected; edits.py edits it. With --build (by
hand, some minutes) the result is built against the TensorFlow of that Python, and its tests run, the project's own among them.
"""

import pathlib
import re
import subprocess
import sys
import tarfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import running  # noqa: E402  (the line above says where it is)
from edits import EDITS  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
NAME = "lived_in_npu"
SOFTMAX = "src/kernels/softmax.cc"  # it enqueued a loop, and plans now
CONFLICT = re.compile(r"<<<<<<< [^\n]*\n.*?={7}\n(.*?)>>>>>>> [^\n]*\n", re.DOTALL)
PYTHON = None  # whose TensorFlow it is built against, if it is


def with_names_of_today(path, line):
    """A line as the migration leaves it: in C++ the library's names and guards, outside of string literals."""
    if not re.search(r"\.(cc|cpp|h)$", path):
        return line
    line = re.sub(rf'#include "{NAME}/', '#include "pluggable/', line)
    line = re.sub(rf"\b{NAME.upper()}_(\w+_H_)$", r"PLUGGABLE_\1", line)
    if line.startswith("#include"):
        return line
    parts = re.split(r'("(?:[^"\\]|\\.)*")', line)
    return "".join(part if part.startswith('"') else re.sub(rf"\b{NAME}\b(?=::|;| \{{|$)", "pluggable", part) for part in parts)


class MigrationTest(running.CommandTest):
    def setUp(self):
        super().setUp()
        self.project = self.folder / NAME
        with tarfile.open(HERE / f"{NAME}.tar.xz") as archive:
            archive.extractall(self.project)  # (Debian 12's Python knows no filter yet.)
        self.lines = {}  # by path: those that edits added
        for edit in EDITS:
            self.apply(edit)

    def apply(self, edit):
        file = self.project / edit.path
        if edit.removes:
            return file.unlink()
        if edit.whole is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            before, after = "", edit.whole
        else:
            before = after = file.read_text(encoding="utf-8")
            for old, new in edit.pairs:
                self.assertEqual(after.count(old), 1, f"{edit.name}: {old}")
                after = after.replace(old, new)
        file.write_bytes(after.replace("\n", "\r\n" if edit.crlf else "\n").encode())
        had = before.splitlines()
        self.lines.setdefault(edit.path, []).extend(line for line in after.splitlines() if line not in had)

    def regenerate(self):
        """What plugingen says; the edit of a list that plugingen has changed is a conflict, as in git."""
        done = running.run("regenerate", cwd=self.project)
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        return done.stderr

    def resolve(self):
        text = self.taken_over("CMakeLists.txt")
        self.assertEqual(text.count(" src/ops/*.cc)\n"), 1)
        text = text.replace(" src/ops/*.cc)\n", " src/ops/*.cc src/site/*.cc)\n")
        (self.project / "CMakeLists.txt").write_text(text, encoding="utf-8")
        # What it costs is now the primitive's business.
        (self.project / SOFTMAX).write_bytes(self.taken_over(SOFTMAX).replace("\n", "\r\n").encode())
        done = running.run("regenerate", cwd=self.project)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(running.run("regenerate", "--check", cwd=self.project).returncode, 0)

    def taken_over(self, path):
        """The file's text with plugingen's side of its conflict."""
        text, count = CONFLICT.subn(r"\1", (self.project / path).read_text(encoding="utf-8"))
        self.assertEqual(count, 1, path)
        return text

    def test_no_line_is_lost(self):
        before = running.texts(self.project)
        said = self.regenerate()
        after = running.texts(self.project)
        self.assertIn("'CMakeLists.txt': 1 conflict;", said)
        self.assertEqual([path for path, text in after.items() if b"<<<<<<<" in text], ["CMakeLists.txt", SOFTMAX])
        for edit in EDITS:
            path = edit.now or edit.path
            if edit.removes:
                self.assertNotIn(path, after, edit.name)
                continue
            ends = b"\r\n" if edit.crlf else b"\n"
            self.assertEqual(after[path].count(b"\n"), after[path].count(ends), path)
            text = after[path].decode().splitlines()
            for line in self.lines[edit.path]:
                self.assertIn(with_names_of_today(path, line), text, f"{edit.name}: {path}")
        self.assertEqual(running.run("undo", cwd=self.project).returncode, 0)
        self.assertEqual(running.texts(self.project), before)

    def test_what_nobody_edited_is_as_in_a_new_project(self):
        self.regenerate()
        self.resolve()
        fresh = self.folder / "fresh"
        self.assertEqual(running.run("new", self.project / f"{NAME}.yaml", "-o", fresh).returncode, 0)
        mine = {edit.now or edit.path for edit in EDITS} | {"tests/README.md"}  # which is written once
        after, new = running.texts(self.project), running.texts(fresh)
        for path in sorted(new.keys() | after.keys()):
            if path in mine or path.startswith(".plugingen/"):
                continue
            self.assertEqual(after.get(path), new.get(path), path)

    @unittest.skipUnless("--build" in sys.argv, "--build PYTHON builds it")
    def test_it_builds_and_passes_its_tests(self):
        self.regenerate()
        self.resolve()
        build = self.project / "build"
        for command in (["cmake", "-G", "Ninja", "-S", self.project, "-B", build, f"-DPython3_EXECUTABLE={PYTHON}",
                         "-DLIVED_IN_NPU_WERROR=ON"],
                        ["cmake", "--build", build], ["ctest", "--test-dir", build, "--output-on-failure"]):
            done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, (done.stdout + done.stderr)[-6000:])
        print(done.stdout)


if __name__ == "__main__":
    if "--build" in sys.argv:
        at = sys.argv.index("--build")
        PYTHON = sys.argv[at + 1]
        del sys.argv[at:at + 2]
    running.main()
