#!/usr/bin/env python3
"""What `plugingen conformance --with-tensorflow` says before there is anything to judge. usage: conformance_test.py PLUGINGEN"""

import pathlib
import shutil
import subprocess

import running
from running import CommandTest


class WithTensorFlowTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.plugin = self.folder / "libplugin.so"
        self.plugin.write_bytes(b"\x7fELF")
        self.variables = {"XDG_CACHE_HOME": str(self.folder / "cache")}

    def python(self, *lines, status=0):
        """A Python that says this of its TensorFlow."""
        path = self.folder / "python"
        path.write_text("#!/bin/sh\n[ $1 != --version ] || { echo Python 3.11.2; exit; }\n" + "".join(f"echo '{line}'\n" for line in lines) + f"exit {status}\n")
        path.chmod(0o755)
        return path

    def refuse(self, status, python, **variables):
        done = self.expect(status, "conformance", self.plugin, "--with-tensorflow", python, env={**self.variables, **variables})
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_no_such_python(self):
        text = self.refuse(64, self.folder / "nowhere/python")
        self.assertIn("nowhere/python': No such file or directory", text)
        self.assertIn("Name a Python whose environment has TensorFlow 2.12 to 2.", text)

    def test_a_python_without_tensorflow(self):
        self.assertIn("' finds no TensorFlow\n", self.refuse(64, self.python(status=1)))
        self.assertIn("pip install tensorflow", self.refuse(64, self.python("no", "TensorFlow")))

    def test_what_is_no_python(self):
        self.assertIn("'/bin/true' is not a Python\n", self.refuse(64, "/bin/true"))

    def test_the_real_python_says_why(self):
        python = shutil.which("python3", path="/usr/bin:/usr/local/bin")
        if python is None:
            self.skipTest("no python3 of the system's")
        self.assertIn("finds no TensorFlow: no module named 'tensorflow'", self.refuse(64, python))

    def test_releases_out_of_range(self):
        for version in ["2.9.3", "2.11.0", "2.99.0", "3.0.0", "1.15.5"]:
            text = self.refuse(64, self.python("/nowhere/tensorflow", version, "/nowhere/python"))
            self.assertIn(f"has TensorFlow {version}, but kernels can only be judged with 2.12 to 2.", text)

    def test_without_cmake(self):
        text = self.refuse(64, self.python("/nowhere/tensorflow", "2.19.0", "/nowhere/python"), PATH="/nowhere")
        self.assertIn("cannot run 'cmake': No such file or directory", text)
        self.assertIn("a compiler for C++17", text)

    def test_a_tensorflow_that_is_not_there(self):
        python = self.python("/nowhere/tensorflow", "2.19.0", self.folder / "python")
        text = self.refuse(64, python)
        self.assertIn("does not compile for TensorFlow 2.19.0 in /nowhere/tensorflow:\n", text)
        log = pathlib.Path(text.split("The whole log is in ")[1].removesuffix(".\n"))
        self.assertEqual(log.parents[1], self.folder / "cache/plugingen/kernel_judge")
        self.assertIn("CMake Error", log.read_text())

    def test_without_a_folder_for_caches(self):
        python = self.python("/nowhere/tensorflow", "2.19.0", "/nowhere/python")
        self.assertIn("set XDG_CACHE_HOME or HOME", self.refuse(73, python, XDG_CACHE_HOME="", HOME=""))

    def test_mistakes_in_other_words_come_first(self):
        done = self.expect(64, "conformance", self.folder / "no.so", "--with-tensorflow", "/nowhere/python", env=self.variables)
        self.assertIn("there is no '", done.stderr)
        self.expect(64, "conformance", self.plugin, "--with-tensorflow", "")
        self.assertIn("registration/", self.expect(0, "conformance", "--list", "--with-tensorflow", "/nowhere/python").stdout)

    def test_what_is_no_library_is_refused_in_a_line(self):
        spec = self.folder / "my_npu.yaml"
        spec.write_text("plugingen: 1\n")
        (self.folder / "short").write_bytes(b"\x7fEL")
        for plugin, what in [(spec, f"'{spec}' is not a shared library"), (self.folder / "short", "is not a shared library"),
                             (self.folder, "is a folder"), (self.folder / "no.so", "there is no '")]:
            done = self.expect(64, "conformance", plugin)
            self.assertIn(what, done.stderr)
            self.assertEqual(done.stdout, "")
            self.assertEqual(done.stderr.count("\n"), 2, done.stderr)
            self.assertTrue(done.stderr.startswith("plugingen: error: "), done.stderr)
        self.assertIn("plugingen: error: PLUGIN is missing\n", self.expect(64, "conformance").stderr)

    def test_the_suite_itself_refuses_what_is_no_library(self):
        suite = pathlib.Path(running.PLUGINGEN).parent / "conformance/conformance"
        spec = self.folder / "my_npu.yaml"
        spec.write_text("plugingen: 1\n")
        done = subprocess.run([suite, spec], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.assertIn("is not a shared library", done.stderr)

    def test_a_program_without_its_suite_is_a_wrong_installation(self):
        alone = self.folder / "bin/plugingen"
        alone.parent.mkdir()
        shutil.copy(running.PLUGINGEN, alone)
        for words in (["--list"], [self.plugin]):
            done = subprocess.run([alone, "conformance", *words], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 64, done.stderr)
            self.assertIn("the conformance suite is not installed beside plugingen", done.stderr)
            self.assertNotIn("report", done.stderr)
            self.assertIn("install all of plugingen", done.stderr)
        (alone.parent / "CMakeCache.txt").touch()  # built without it, as scripts/demo does
        done = subprocess.run([alone, "conformance", "--list"], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertIn(f"'cmake --build {alone.parent} --target plugingen_conformance' builds it", done.stderr)


if __name__ == "__main__":
    running.main()
