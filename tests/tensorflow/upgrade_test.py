"""A project that was generated for TensorFlow 2.12 to 2.15 and edited, brought to later releases, builds without a warning
and passes its tests there, its own among them; the same library serves the oldest release and the newest."""

import os
import subprocess
import sys
import unittest

import support

PROGRAM = support.REPOSITORY / "scripts" / "lib" / "upgrade" / "run.py"
RELEASES = (support.OLDEST, support.ENVIRONMENTS[-1])  # the nightly, if there is one
CASES = "20"  # calls of each kernel; edits are looked for, not numbers


class Upgrade(unittest.TestCase):
    def test_an_edited_project_is_upgraded_built_and_tested(self):
        releases = [option for release in RELEASES for option in ("--release", support.python_of(release))]
        # Named and compiled as other projects, and in a folder as deep as theirs: the compiler cache knows what they have in common.
        done = subprocess.run(
            [sys.executable, PROGRAM, support.PLUGINGEN, support.BUILD / "test" / "upgrade", "--name", "test_npu",
             "--python", support.python_of(), "--cases", CASES, *(f"--cmake={option}" for option in support.CHEAP),
             "--cmake=-DCMAKE_UNITY_BUILD=ON", f"--cmake=-DCMAKE_CXX_COMPILER_LAUNCHER={support.LAUNCHER}", *releases], capture_output=True, text=True, timeout=1500,
            env={**os.environ, "TF_ENABLE_ONEDNN_OPTS": "0"})
        self.assertEqual(done.returncode, 0, done.stdout[-6000:] + done.stderr)
        self.assertIn("100% tests passed", done.stdout)
        self.assertEqual(done.stdout.count("The same library in TensorFlow"), len(RELEASES))


if __name__ == "__main__":
    support.main()
