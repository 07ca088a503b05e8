#!/usr/bin/env python3
"""The kernels of plugins that plugingen did not make, in released TensorFlow: an emitted project's kernel_test finds them in
TensorFlow's own registry and holds them against the CPU.

usage: tensorflow_test.py KERNEL_TEST VARIABLE ENVIRONMENT...

VARIABLE names the plugin to KERNEL_TEST; the environments have a TensorFlow each, and the first is what KERNEL_TEST was built with."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

KERNEL_TEST = VARIABLE = ENVIRONMENTS = None  # set by main()
PLUGINS = pathlib.Path(__file__).resolve().parent / "plugins"


def tensorflow_of(environment):
    return next(environment.glob("lib/python3*/site-packages/tensorflow"))


class TensorFlowTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def build(self, name):
        library = self.folder / f"{name}.so"
        include = tensorflow_of(ENVIRONMENTS[0]) / "include"
        subprocess.run(["cc", "-std=gnu11", "-O1", "-shared", "-fPIC", "-w", f"-I{include}", PLUGINS / f"{name}.c", "-o", library],
                       check=True)
        return library

    def judge(self, library, environment, fault=""):
        variables = {**os.environ, "LD_LIBRARY_PATH": str(tensorflow_of(environment)), VARIABLE: str(library), "FAULT": fault,
                     "TF_CPP_MIN_LOG_LEVEL": "2"}
        return subprocess.run([KERNEL_TEST], capture_output=True, text=True, timeout=300, env=variables)

    def test_kernels_written_by_hand_agree_with_the_cpu(self):
        library = self.build("synchronous")
        for environment in ENVIRONMENTS:
            with self.subTest(environment=environment.name):
                done = self.judge(library, environment)
                self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
                self.assertRegex(done.stdout, r"Neg\(T=float\) +[1-9]\d* agree")

    def test_one_that_gives_another_shape_does_not(self):
        library = self.build("synchronous")
        for environment in ENVIRONMENTS:
            with self.subTest(environment=environment.name):
                done = self.judge(library, environment, fault="ignores_shape")
                self.assertNotEqual(done.returncode, 0)
                self.assertRegex(done.stdout, r"FAILED  \] Kernels.Neg\(T=float\)")

    def test_a_plugin_that_declines_is_not_fine(self):
        library = self.folder / "refuses.so"
        source = self.folder / "refuses.c"
        source.write_text("#include <tensorflow/c/tf_status.h>\n"
                          "void SE_InitPlugin(void* p, TF_Status* s) { TF_SetStatus(s, TF_FAILED_PRECONDITION, \"no driver\"); }\n")
        include = tensorflow_of(ENVIRONMENTS[0]) / "include"
        subprocess.run(["cc", "-shared", "-fPIC", f"-I{include}", source, "-o", library], check=True)
        done = self.judge(library, ENVIRONMENTS[0])
        # TF_LoadPluggableDeviceLibrary ends the process over a plugin that declines (2.21).
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no driver", done.stderr)


def main():
    global KERNEL_TEST, VARIABLE, ENVIRONMENTS
    KERNEL_TEST, VARIABLE, *environments = sys.argv[1:]
    ENVIRONMENTS = [pathlib.Path(name) for name in environments]
    unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
    main()
