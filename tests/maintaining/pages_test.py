#!/usr/bin/env python3
"""The pages of docs/maintaining/ say all that is to be edited.

usage: pages_test.py            the edits of the pages fit the sources
       pages_test.py --unit     besides, the unit tests pass in a copy with the edits of ops.md, which change what plugingen embeds: ccache knows
                                the rest of its units
       pages_test.py --build    besides, the same with the edits of all pages, and plugingen does what they say

Most of plugingen includes generator/spec/spec.h, so that --build compiles nearly all of it: 15 minutes of one core, one minute where ccache
knows the result. It is a test to run by hand, after a change of these pages or of how keys are read.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = {page: ROOT / "docs" / "maintaining" / f"{page}.md" for page in ("keys", "diagnostics", "ops")}
BUILD = "--build" in sys.argv
UNIT = "--unit" in sys.argv


def edits_of(page):
    """(file, lines before, lines after) of each block with a difference; a block begins with the file's name. A file that is
    new has nothing before."""
    for block in re.findall(r"^```diff\n(.*?)^```$", PAGES[page].read_text(), re.M | re.S):
        head, *lines = block.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        after = "".join(line[1:] for line in lines if line[0] in " +")
        yield head.removeprefix("+++ ").strip(), before, after


def apply(page, root):
    for file, before, after in edits_of(page):
        path = root / file
        if not fits(path, before):
            raise AssertionError(f"{PAGES[page].name}: these lines are not once in {file}:\n{before}")
        path.write_text(path.read_text().replace(before, after) if before else after)


def fits(path, before):
    return path.read_text().count(before) == 1 if before else not path.exists()


class PagesTest(unittest.TestCase):
    def test_the_edits_fit_the_sources(self):
        for page in PAGES:
            self.assertTrue(list(edits_of(page)), page)
            for file, before, _ in edits_of(page):
                self.assertTrue(fits(ROOT / file, before), f"{page}: {file} has changed:\n{before}")


class CopyTest(unittest.TestCase):
    """A copy of the repository with the edits of pages, built as scripts/test builds it."""

    pages = ()
    targets = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="plugingen-maintaining-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.root = cls.folder / "repository"
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
        for name in filter(None, listed.stdout.decode().split("\0")):
            (cls.root / name).parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).exists():  # or else it was deleted, which no commit says yet
                shutil.copy(ROOT / name, cls.root / name, follow_symlinks=False)
        for page in cls.pages:
            apply(page, cls.root)
        cls.environment = {**os.environ, "CCACHE_BASEDIR": str(cls.root), "CCACHE_NOHASHDIR": "1", "CCACHE_DEPEND": "1",
                           "CCACHE_SLOPPINESS": "time_macros,include_file_mtime,include_file_ctime"}
        cls.plugingen = cls.root / "build" / "release" / "plugingen"
        cls.command("cmake", "--preset", "release", f"-DCMAKE_CXX_COMPILER_LAUNCHER={cls.root}/scripts/lib/launch_compiler.sh")
        cls.command("cmake", "--build", "--preset", "release", "--target", *cls.targets)

    @classmethod
    def command(cls, *words, status=0, stdin=""):
        done = subprocess.run([str(word) for word in words], cwd=cls.root, env=cls.environment, input=stdin, capture_output=True, text=True,
                              check=False)
        if done.returncode != status:
            raise AssertionError(f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def check_unit_tests(self):
        said = self.command(self.root / "build/release/plugingen_tests", "--gtest_brief=1")
        self.assertRegex(said, r"\[  PASSED  \] \d{3,} tests")


@unittest.skipUnless(UNIT, "compiles: --unit")
class UnitTestsTest(CopyTest):
    pages = ("ops",)
    targets = ("plugingen_tests",)

    def test_pass(self):
        self.check_unit_tests()


@unittest.skipUnless(BUILD, "takes minutes: --build")
class BuiltTest(CopyTest):
    pages = PAGES
    targets = ("plugingen", "plugingen_tests")

    def test_the_unit_tests_pass(self):
        self.check_unit_tests()

    def facts(self, memory):
        spec = f"plugingen: 1\nplugin: {{name: nova_npu}}\n{memory}"
        project = pathlib.Path(tempfile.mkdtemp(dir=self.folder)) / "project"
        self.command(self.plugingen, "new", "-", "-q", "-o", project, stdin=spec)
        return (project / "src/generated/plugin/spec_facts.h").read_text()

    def test_the_schema_has_the_key(self):
        schema = json.loads(self.command(self.plugingen, "schema"))
        memory = schema["properties"]["device"]["properties"]["memory"]["properties"]
        self.assertEqual(memory["page_size"]["default"], "4KiB")

    def test_the_starter_spec_has_the_key(self):
        self.assertIn("# page_size: 4KiB\n", self.command(self.plugingen, "init", "nova_npu", "-o", "-"))

    def test_the_reference_has_the_key(self):
        self.command("python3", "scripts/lib/spec_reference.py", self.plugingen)
        self.assertIn("| `device.memory.page_size` | `4KiB` | bytes |", (self.root / "docs/spec.md").read_text())

    def test_a_project_has_the_value(self):
        self.assertIn("kPageSize = 4096;", self.facts(""))
        self.assertIn("kPageSize = 65536;", self.facts("device: {memory: {page_size: 64KiB}}\n"))

    def test_a_wrong_value_is_reported(self):
        spec = "plugingen: 1\nplugin: {name: nova_npu}\ndevice: {memory: {page_size: 1KiB}}\n"
        self.assertIn("device.memory.page_size must be 4 KiB to 1 MiB, not 1KiB",
                      self.command(self.plugingen, "validate", "-", status=2, stdin=spec))

    def test_the_diagnostic_is_reported_and_explained(self):
        self.assertIn("an empty vendor", self.command(self.plugingen, "explain", "E0233"))
        said = self.command("python3", "tests/cli/explain_test.py", self.plugingen)
        self.assertIn("OK", said)

    def test_the_kernel_computes_what_the_cpu_computes(self):
        spec = "plugingen: 1\nplugin: {name: try_npu}\nkernels:\n  - {op: Cross}\n"
        project = self.folder / "try_npu"
        self.command(self.plugingen, "new", "-", "-q", "-o", project, stdin=spec)
        self.command("cmake", "-G", "Ninja", "-S", project, "-B", project / "build", "-DTRY_NPU_WERROR=ON",
                     f"-DPython3_EXECUTABLE={ROOT / 'build/venv/bin/python'}")
        self.command("cmake", "--build", project / "build", "--target", "kernel_test")
        self.environment["TRY_NPU_TEST_WORDS"] = "1"
        said = self.command(project / "build/tests/generated/kernel_test", "--gtest_filter=*Cross*")
        self.assertEqual(said.count("[       OK ] Kernels.Cross("), 5, said)


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument not in ("--build", "--unit")])
