#!/usr/bin/env python3
"""A project for TensorFlow 2.12 to 2.15, edited in ten places, is brought to later releases without losing a line; that it
builds and runs there is shown by tests/tensorflow/upgrade_test.py. usage: upgrade_test.py PLUGINGEN"""

import subprocess
import sys

import running
from running import CommandTest

PROGRAM = running.ROOT / "scripts" / "lib" / "upgrade" / "run.py"


class UpgradeTest(CommandTest):
    def upgrade(self, *options):
        return subprocess.run([sys.executable, PROGRAM, running.PLUGINGEN, self.folder / "upgrade", *options],
                              capture_output=True, text=True, timeout=120)

    def test_ten_edits_outlive_an_upgrade(self):
        done = self.upgrade()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("10_no_presets: CMakePresets.json stays deleted", done.stdout)
        self.assertIn("has only its own records to update", done.stdout)
        self.assertNotIn(str(self.folder), done.stdout, "a path of this machine")

    def test_a_lost_line_is_noticed(self):
        sys.path.insert(0, str(PROGRAM.parent))
        import run as program
        self.assertEqual(program.missing_from("a\nb\nc\n", ["a", "c"]), None)
        self.assertEqual(program.missing_from("a\nb\nc\n", ["c", "a"]), "a")
        self.assertEqual(program.changed_lines("a\nb\n", "a\nc\n"), (["c"], ["b"]))


if __name__ == "__main__":
    running.main()
