#!/usr/bin/env python3
"""The suite's second half, in released TensorFlow: the kernels of a plugin that plugingen did not make, against the CPU.

usage: tensorflow_test.py PLUGINGEN ENVIRONMENT...

The environments have a TensorFlow each; what needs only one of them uses the first."""

import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PLUGINGEN = ENVIRONMENTS = None  # set by main()
PLUGINS = pathlib.Path(__file__).resolve().parent / "plugins"
KERNELS = ["AddV2(T=float)", "AddV2(T=int32)", "Fill(T=float,index_type=int32)", "Neg(T=float)", "Snapshot(T=float)", "Snapshot(T=int32)"]


class TensorFlowTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def compile(self, source, library=None):
        library = library or self.folder / f"{source.stem}.so"
        include = next(ENVIRONMENTS[0].glob("lib/python3*/site-packages/tensorflow")) / "include"
        subprocess.run(["cc", "-std=gnu11", "-O1", "-shared", "-fPIC", "-w", f"-I{include}", source, "-o", library], check=True)
        return library

    @staticmethod
    @functools.cache
    def folder_of_all():
        folder = pathlib.Path(tempfile.mkdtemp())
        unittest.addModuleCleanup(shutil.rmtree, folder)
        return folder

    def by_hand(self):
        library = self.folder_of_all() / "synchronous.so"
        return library if library.exists() else self.compile(PLUGINS / "synchronous.c", library)

    def judge(self, library, *options, environment=None, fault="", **variables):
        """What came of it, and the report's cases by name."""
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        python = (environment or ENVIRONMENTS[0]) / "bin" / "python"
        done = subprocess.run([PLUGINGEN, "conformance", library, "--with-tensorflow", python, "--json", report, *options],
                              capture_output=True, text=True, timeout=500, env={**os.environ, "FAULT": fault, **variables})
        self.report = json.loads(report.read_text()) if report.exists() else {"cases": []}
        return done, {case["name"]: case for case in self.report["cases"]}

    def judge_kernels(self, library, *options, **others):
        done, cases = self.judge(library, "--filter", "tensorflow/*", *options, **others)
        return done, {name.removeprefix("tensorflow/"): case for name, case in cases.items()}

    def failed(self, cases):
        return [name for name, case in cases.items() if case["verdict"] == "fail"]

    def test_kernels_written_by_hand_agree_with_the_cpu(self):
        library = self.by_hand()
        for environment in ENVIRONMENTS:
            with self.subTest(environment=environment.name):
                done, cases = self.judge_kernels(library, environment=environment)
                self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
                self.assertEqual(list(cases), ["loads", *KERNELS, "ends"])
                self.assertEqual({case["verdict"] for case in cases.values()}, {"pass"})
                self.assertRegex(self.report["with_tensorflow"], r"^2\.\d+\.")

    def test_one_type_that_computes_otherwise_is_named(self):
        library = self.by_hand()
        for environment in ENVIRONMENTS:
            with self.subTest(environment=environment.name):
                done, cases = self.judge_kernels(library, environment=environment, fault="subtracts_int32")
                self.assertEqual(done.returncode, 7)
                self.assertEqual(self.failed(cases), ["AddV2(T=int32)"])
                self.assertRegex(cases["AddV2(T=int32)"]["message"], r"AddV2\(int32.*\n  output 0: element \d+ is .*, on the CPU ")

    def test_another_shape_is_told_in_every_report(self):
        junit, html = self.folder / "report.xml", self.folder / "report.html"
        done, cases = self.judge_kernels(self.by_hand(), "--junit", junit, "--html", html, fault="ignores_shape")
        self.assertEqual(done.returncode, 7)
        self.assertEqual(self.failed(cases), ["Neg(T=float)"])
        self.assertIn("FAIL tensorflow/Neg(T=float)", done.stdout)
        failures = [case.get("name") for case in xml.etree.ElementTree.parse(junit).iter("testcase") if case.find("failure") is not None]
        self.assertEqual(failures, ["tensorflow/Neg(T=float)"])
        self.assertIn("tensorflow/Neg(T=float)", html.read_text())

    def test_a_crash_and_a_hang_are_verdicts_of_their_kernels(self):
        library = self.by_hand()
        for fault, message in {"fill_crashes": "crashes: SIGABRT", "fill_hangs": "hangs: ended after 2 s"}.items():
            with self.subTest(fault=fault):
                done, cases = self.judge_kernels(library, "--timeout", "2", fault=fault)
                self.assertEqual(done.returncode, 7)
                self.assertEqual(list(cases), ["loads", *KERNELS, "ends"])
                self.assertEqual(self.failed(cases), ["Fill(T=float,index_type=int32)"])
                self.assertEqual(cases["Fill(T=float,index_type=int32)"]["message"], message)

    def test_the_printed_line_runs_one_kernel_again(self):
        library = self.by_hand()
        done, _ = self.judge_kernels(library, "--seed", "5", fault="subtracts_int32")
        line = next(line for line in done.stdout.splitlines() if "again: " in line).split("again: plugingen ")[1]
        again = subprocess.run(f"'{PLUGINGEN}' {line}", shell=True, capture_output=True, text=True, timeout=300,
                               env={**os.environ, "FAULT": "subtracts_int32"})
        self.assertEqual(again.returncode, 7)
        self.assertEqual(again.stdout.split("1 case ")[0], done.stdout.split(f"{len(KERNELS) + 2} cases")[0])
        self.assertIn("\n1 case ", again.stdout)

    def test_both_halves_are_one_report(self):
        expected = self.folder / "expected.txt"
        expected.write_text("kernels/AddV2/*  # subtracts\ntensorflow/AddV2(T=int32)  # subtracts\n")
        done, cases = self.judge(self.by_hand(), "--filter", "*/AddV2*", "--filter", "timers/*", "--expected", expected, "--jobs", "2",
                                 fault="subtracts_int32")
        self.assertIn(" as played, and 2.", done.stdout)
        self.assertEqual(cases["tensorflow/AddV2(T=int32)"]["verdict"], "expected failure")
        self.assertEqual(cases["tensorflow/AddV2(T=float)"]["verdict"], "pass")
        self.assertEqual(cases["timers/measures/10"]["verdict"], "pass")

    def test_what_tensorflow_does_not_load(self):
        for call, message in {'TF_SetStatus(s, TF_FAILED_PRECONDITION, "no driver");': "no driver", "abort();": "crashes: SIGABRT"}.items():
            source = self.folder / "refuses.c"
            source.write_text("#include <stdlib.h>\n#include <tensorflow/c/tf_status.h>\n"
                              f"void SE_InitPlugin(void* p, TF_Status* s) {{ {call} }}\n")
            done, cases = self.judge_kernels(self.compile(source))
            self.assertEqual(done.returncode, 7)
            self.assertEqual(list(cases), ["loads"])
            # TensorFlow ends the process over a plugin that declines (2.21), and says why.
            self.assertIn(message, cases["loads"]["message"] + done.stdout)

    def test_no_such_python(self):
        library = self.by_hand()
        done = subprocess.run([PLUGINGEN, "conformance", library, "--with-tensorflow", "/nowhere/python"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.assertIn("cannot run '/nowhere/python': No such file", done.stderr)

    def test_a_compiler_that_fails(self):
        done, cases = self.judge(self.by_hand(), CXX="/bin/false", XDG_CACHE_HOME=str(self.folder))
        self.assertEqual((done.returncode, cases), (64, {}))
        self.assertIn("does not compile for TensorFlow 2.", done.stderr)
        log = self.folder / done.stderr.split("The whole log is in ")[1].split("\n")[0].rstrip(".")
        self.assertIn("/bin/false", log.read_text())

    def test_a_cache_that_cannot_be_written(self):
        (self.folder / "file").write_text("")
        done, _ = self.judge(self.by_hand(), XDG_CACHE_HOME=str(self.folder / "file"))
        self.assertEqual(done.returncode, 73)


def main():
    global PLUGINGEN, ENVIRONMENTS
    PLUGINGEN, *ENVIRONMENTS = [pathlib.Path(word).absolute() for word in sys.argv[1:]]
    unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
    main()
