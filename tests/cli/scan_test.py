#!/usr/bin/env python3
"""plugingen api scan: a release that the program does not know comes into a catalogue of the user's by one command."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import running
from running import KNOWN, CommandTest, file_size_limit, texts

sys.path.insert(0, str(running.ROOT / "tests/tools"))
import synthetic_release
from synthetic_release import wire
from tools_path import site_packages

BUILT_IN = {name: (running.ROOT / "catalog" / name).read_bytes() for name in ("tensorflow.txt", "c_api.txt")}
CHANGES = synthetic_release.CHANGES + (
    ("tensorflow/c/kernels.h", "extern int TF_NumOutputs(TF_OpKernelContext* ctx);",
     "extern int TF_NumOutputs(TF_OpKernelContext* ctx, int list);"),)


class ScanTest(CommandTest):
    """TensorFlow 2.97: a struct grew, a function came and one changed, an op changed and one is gone."""

    @classmethod
    def setUpClass(cls):
        cls.made = pathlib.Path(tempfile.mkdtemp(prefix="plugingen-scan-"))
        cls.addClassCleanup(shutil.rmtree, cls.made)
        ops, kernels = synthetic_release.ops_of_the_newest(cls.made)
        del ops["Softsign"]
        ops["Relu"] += wire(4, wire(1, "fast") + wire(2, "bool") + wire(3, wire(5, 0)))
        cls.site = cls.made / "site-packages"
        synthetic_release.make(cls.site, ops.values(), kernels, CHANGES)
        cls.scanned = cls.made / "catalog"
        done = running.run("api", "scan", cls.site, "--catalog", cls.scanned)
        assert done.returncode == 0, done.stderr

    def setUp(self):
        super().setUp()
        self.catalog = self.folder / "catalog"
        self.use = {"env": {"PLUGINGEN_CATALOG": str(self.catalog)}}

    def scan(self, *arguments, status=0, **options):
        return self.expect(status, "api", "scan", *arguments, **{**self.use, **options})

    def after_a_scan(self):
        """The catalogue as test_the_reports_name_what_changed makes it, which takes a second."""
        shutil.copytree(self.scanned, self.catalog)

    def test_the_reports_name_what_changed(self):
        done = self.scan(self.site)
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout, rf"^TensorFlow 2\.97 is in {self.catalog}: \d{{4}} ops, \d{{3}} names of the C API\n"
                                      rf"changes since {KNOWN.c_api[-1]}: breaking [1-9]\d*, attention [1-9]\d*, addition [1-9]\d*, "
                                      rf"cosmetic \d+; see `plugingen api diff {KNOWN.c_api[-1]} 2\.97`\n$")
        self.assertEqual(sorted(os.listdir(self.catalog)), ["c_api.txt", "tensorflow.txt"])
        text = self.expect(0, "api", "diff", KNOWN.newest, "2.97", **self.use).stdout
        for change in [r"struct SP_DeviceFns: .*get_temperature", "function TF_NumLeaks: ",
                       r"function TF_NumOutputs: takes 'int list' as its 2nd parameter", "op Relu: .*'?fast",
                       "op Softsign: "]:
            self.assertRegex(re.sub(r"\n +", " ", text), change)

    def test_every_command_knows_the_release(self):
        self.after_a_scan()
        self.assertIn("TF_NumLeaks", self.expect(0, "api", "list", "--tensorflow", "2.97", **self.use).stdout)
        self.assertRegex(self.expect(0, "api", "list", "get_temperature", **self.use).stdout, "SP_DeviceFns")
        self.assertIn("fast: bool", self.expect(0, "ops", "Relu", "--tensorflow", "2.97", **self.use).stdout)
        self.assertIn("since 2.97: attr fast: bool",
                      self.expect(0, "ops", "Relu", "--tensorflow", KNOWN.newest, **self.use).stdout)
        self.assertIn(f"until {KNOWN.newest}", self.expect(64, "ops", "Softsign", **self.use).stderr)
        self.assertRegex(self.expect(0, "completion", "bash", **self.use).stdout, rf"{KNOWN.c_api[-1]} 2\.97{' nightly' if KNOWN.nightly else ''}")
        self.assertEqual(self.expect(0, "--version", **self.use).stdout.splitlines()[1], f"catalogue: {self.catalog}")
        # Without the variable all is as before.
        self.assertIn("2.97' is not known", self.expect(64, "ops", "--tensorflow", "2.97").stderr)

    def test_a_project_moves_to_the_release(self):
        self.after_a_scan()
        self.new("-q")
        done = self.expect(0, "regenerate", self.project, "--tensorflow", ">=2.12, <2.98", **self.use)
        self.assertEqual(done.stderr, "")
        self.assertIn(f"TensorFlow {KNOWN.newest} to 2.97, what concerns the project", done.stdout)
        self.assertIn("op Relu: has the attr fast", done.stdout)
        self.assertIn(f"## TensorFlow {KNOWN.newest} to 2.97", (self.project / "docs/upgrades.md").read_text())
        self.assertIn("up to date", self.expect(0, "regenerate", self.project, "--check", **self.use).stdout)
        self.assertIn("W0202", self.expect(0, "validate", self.project / "nova_npu.yaml").stderr)

    def test_what_a_plugin_promises_does_not_change_by_itself(self):
        """A newer release than the spec's range is no business of its project, even with one between unknown."""
        self.after_a_scan()
        self.spec.write_text(running.SPEC + "  - {op: Softsign, types: {T: [float]}}\ntensorflow: '>=2.12, <2.20'\n")
        self.new()
        before = texts(self.project)
        shutil.rmtree(self.project)
        self.new(**self.use)
        self.assertTrue(texts(self.project) == before)

    def test_again_is_the_same_bytes(self):
        self.after_a_scan()
        before = texts(self.catalog)
        done = self.scan(self.site / "tensorflow")
        self.assertIn("TensorFlow 2.97 is in ", done.stdout)
        self.assertEqual(texts(self.catalog), before)

    def test_another_folder_and_name(self):
        done = self.expect(0, "api", "scan", self.site, "--catalog", "of mine", "--release", "2.98")
        self.assertIn("TensorFlow 2.98 is in 'of mine': ", done.stdout)
        self.assertIn(f"`PLUGINGEN_CATALOG='of mine' plugingen api diff {KNOWN.c_api[-1]} 2.98`", done.stdout)
        self.expect(0, "ops", "--tensorflow", "2.98", env={"PLUGINGEN_CATALOG": "of mine"})

    def test_two_at_once(self):
        commands = [[running.PLUGINGEN, "api", "scan", self.site, "--catalog", self.catalog, "--release", release]
                    for release in ("2.97", "2.98", "2.99")]
        for process in [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]:
            self.assertEqual(process.wait(), 0)
        for name in BUILT_IN:
            self.assertRegex((self.catalog / name).read_text(), r"(?m)^tensorflow .* 2\.97 2\.98 2\.99$")

    def test_a_killed_scan_leaves_what_was_there(self):
        self.after_a_scan()
        before = texts(self.catalog)
        python = self.folder / "python"
        python.write_text(f"#!/bin/sh\necho $$ > {self.folder}/pid\nexec sleep 60\n")
        python.chmod(0o755)
        scan = subprocess.Popen([running.PLUGINGEN, "api", "scan", self.site, "--catalog", self.catalog, "--release",
                                 "2.98", "--python", python])
        while not (self.folder / "pid").exists() or not (self.folder / "pid").read_text().endswith("\n"):
            time.sleep(0.02)
        scan.kill()
        scan.wait()
        os.kill(int((self.folder / "pid").read_text()), signal.SIGKILL)
        self.assertEqual({path: text for path, text in texts(self.catalog).items() if "/" not in path}, before)
        self.scan(self.site)
        self.assertEqual(texts(self.catalog), before, "what the killed one left is gone")

    def test_a_full_disk_leaves_what_was_there(self):
        self.after_a_scan()
        before = texts(self.catalog)
        done = self.scan(self.site, "--release", "2.98", status=73, **file_size_limit(100_000))
        self.assertIn("cannot write", done.stderr)
        self.assertEqual(texts(self.catalog), before)

    def test_libraries_that_do_not_run_here(self):
        site = self.folder / "site-packages"
        shutil.copytree(self.site, site)
        (site / "tensorflow/libtensorflow_cc.so.2").write_bytes(b"nothing")
        self.assertIn("error: the libraries of TensorFlow 2.97.0 do not run here: ", self.scan(site, status=64).stderr)
        (site / "tensorflow_cpu-2.97.0.dist-info/METADATA").write_text("Name: tensorflow-cpu\nVersion: 3.0.0\n")
        self.assertIn("TensorFlow 3.0 is no release that plugingen can tell apart: --release names it",
                      self.scan(site, status=64).stderr)
        self.assertFalse(self.catalog.exists())

    def test_the_tensorflow_of_a_python(self):
        # A Python that finds a package in this folder, of which only the place matters.
        (self.site / "tensorflow/__init__.py").touch()
        self.assertIn("TensorFlow 2.97 is in ", self.scan(env={**self.use["env"], "PYTHONPATH": str(self.site)}).stdout)


class MistakesTest(CommandTest):
    """What needs no TensorFlow to be tested."""

    def fails(self, status, *arguments, **options):
        done = self.expect(status, "api", "scan", *arguments, **options)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_nowhere_to_put_it(self):
        self.assertIn("--catalog FOLDER, or the environment variable PLUGINGEN_CATALOG", self.fails(64, "."))
        self.assertIn("PLUGINGEN_CATALOG", self.fails(64, ".", env={"PLUGINGEN_CATALOG": ""}))

    def test_what_is_no_package(self):
        (self.folder / "a.whl").write_text("no archive")
        for place, message in [("missing.whl", "neither a wheel nor a folder"), ("a.whl", "neither a wheel nor a folder"),
                               (".", r"\.: no tensorflow/include/tensorflow/c in it")]:
            errors = self.fails(64, place, "--catalog", "new")
            self.assertRegex(errors, f"^plugingen: error: .*{message}\nScan a wheel of TensorFlow")
            self.assertFalse((self.folder / "new").exists(), "a folder for nothing")

    def test_release_numbers(self):
        for release in ["3.0", "2", "2.", "2.x", "2.97.1", "2.07", "nightly"]:
            self.assertIn(f"'{release}' is not a release of TensorFlow 2", self.fails(64, ".", "--catalog", "c", "--release", release))

    def test_pythons_that_do_not_do(self):
        errors = self.fails(64, ".", "--catalog", "c", "--python", "no-such-python")
        self.assertIn("cannot run 'no-such-python': No such file or directory\n", errors)
        self.assertIn("needs Python 3.9 or newer; --python names one", errors)
        self.assertIn("cannot run 'python3'", self.fails(64, ".", "--catalog", "c", env={"PATH": "/nowhere"}))
        self.assertIn("'false' failed with status 1", self.fails(64, ".", "--catalog", "c", "--python", "false"))
        self.assertFalse((self.folder / "c").exists())

    def test_folders_that_cannot_be_written(self):
        (self.folder / "file").touch()
        self.assertIn("'file'", self.fails(73, ".", "--catalog", "file"))
        self.assertIn("cannot write into '/proc'", self.fails(73, ".", "--catalog", "/proc"))
        if os.geteuid() != 0:
            (self.folder / "mine").mkdir(mode=0o500)
            self.assertIn("cannot write into 'mine': Permission denied", self.fails(73, ".", "--catalog", "mine"))

    def test_damaged_files(self):
        catalog = self.folder / "catalog"
        catalog.mkdir()
        use = {"env": {"PLUGINGEN_CATALOG": "catalog"}}
        ops = BUILT_IN["tensorflow.txt"].decode()
        lines = ops.splitlines()
        head = next(index for index, line in enumerate(lines) if line.startswith("tensorflow "))
        for name, text, line, message, command in [
                ("tensorflow.txt", "", 1, "ends here unexpectedly", ["ops"]),
                ("tensorflow.txt", ops[:3000] + "\0", None, "", ["ops"]),
                ("tensorflow.txt", ops[:ops.index("in x: T") + 5], None, "", ["ops"]),
                ("tensorflow.txt", "<html>\n", 1, "not a catalogue of plugingen", ["validate", "spec.yaml"]),
                ("tensorflow.txt", ops.replace("\nop Add\n", "\nup Add\n"), lines.index("op Add") + 1, "'up'", ["ops"]),
                ("tensorflow.txt", ops.replace(" 2.15 ", " "), None, "names a release that the file does not have", ["ops"]),
                ("tensorflow.txt", ops.replace(" 2.13 2.14", " 2.14 2.13"), head + 1, "must come after", ["ops"]),
                ("c_api.txt", "tensorflow 2.5\nstruct A\nsize x\n", 3, "'x' is not a number", ["api", "list"]),
                ("c_api.txt", "tensorflow 2.5\nstruct A\nfield 0 8\n", 3, "without a name", ["api", "diff", "2.5", "2.6"])]:
            (catalog / name).write_text(text)
            for words in [command, ["api", "scan", "/"]]:
                done = self.expect(64, *words, **use)
                where = rf"catalog/{name}:{line or '[0-9]+'}: .*{re.escape(message)}"
                self.assertRegex(done.stderr, f"^plugingen: error: {where}")
                self.assertIn("remove the file and scan again", done.stderr)
                self.assertEqual((catalog / name).read_text(), text)
            self.expect(0, "schema", **use)  # needs no catalogue
            self.expect(0, "--version", **use)
            (catalog / name).unlink()
        self.assertEqual(self.expect(0, "ops", **use).stdout, self.expect(0, "ops").stdout, "what is missing is built in")

    def test_a_folder_that_is_not_there(self):
        done = self.expect(64, "ops", env={"PLUGINGEN_CATALOG": "catalgo"})
        self.assertRegex(done.stderr, "^plugingen: error: the catalogue cannot be used: .*'catalgo'")


@unittest.skipUnless(KNOWN.nightly, "the catalogue has no nightly")
class NightlyTest(CommandTest):
    """The newest TensorFlow that there is, as it is installed."""

    def test_it_comes_in(self):
        use = {"env": {"PLUGINGEN_CATALOG": "catalog"}}
        site = site_packages("venvs/nightly")
        done = self.expect(0, "api", "scan", site, **use)
        release = re.match(r"TensorFlow (2\.\d+) is in catalog: (\d+) ops", done.stdout)
        self.assertTrue(release, done.stdout)
        self.assertGreater(int(release.group(2)), 1300)
        self.assertEqual(done.stderr, "", "all of its headers is understood")
        self.assertIn("SP_StreamExecutor", self.expect(0, "api", "list", "--tensorflow", "nightly", **use).stdout)
        self.assertIn("MatMul", self.expect(0, "ops", "--tensorflow", release.group(1), **use).stdout)
        self.assertIn(f" {release.group(1)}", self.expect(0, "api", "diff", KNOWN.newest, release.group(1), **use).stdout)


if __name__ == "__main__":
    running.main()
