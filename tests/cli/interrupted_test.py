#!/usr/bin/env python3
"""Kills, full disks and two runs at once: what is left is the old project or one that the next run
completes. usage: interrupted_test.py PLUGINGEN"""

import os
import random
import signal
import subprocess
import time

import running
from running import SPEC, CommandTest, file_size_limit, snapshot, texts

OPS = ["AdjustHue", "AdjustSaturation", "Cholesky", "CholeskyGrad", "Cross", "Dilation2D", "HSVToRGB", "LRN", "LRNGrad", "Lu",
       "MatrixDiag", "MatrixInverse", "MatrixSolve", "MirrorPad", "RGBToHSV", "Roll", "SegmentMax", "SegmentSum", "Svd"]


def spec_with(ops, version="0.1.0"):
    head = SPEC[:SPEC.index("  - ")].replace("0.1.0", version)
    return head + running.stubs(*ops)


class KillTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(7)
        self.spec.write_text(spec_with(OPS))

    def fresh_texts(self, name):
        self.expect(0, "new", self.spec, "-o", name)
        return texts(self.folder / name)

    def kill_after(self, seconds):
        process = subprocess.Popen([running.PLUGINGEN, "new", self.spec, "-o", self.project, "-q"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        return process.returncode == -signal.SIGKILL

    def duration(self):
        started = time.monotonic()
        self.expect(0, "new", self.spec, "-o", "timing")
        return time.monotonic() - started

    def test_a_first_run_that_is_killed_leaves_nothing_or_all(self):
        wanted = self.fresh_texts("wanted")
        longest = self.duration() * 1.5
        killed = 0
        for _ in range(40):
            killed += self.kill_after(self.random.uniform(0, longest))
            if self.project.exists():
                self.assertEqual(texts(self.project), wanted)
            self.new()
            self.assertEqual(texts(self.project), wanted)
            self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])
            subprocess.run(["rm", "-rf", self.project], check=True)
        self.assertGreater(killed, 5)

    def test_a_later_run_that_is_killed_is_completed_by_the_next(self):
        killed = 0
        wanted = {}
        for turn, ops in enumerate([OPS, OPS[5:]]):
            self.spec.write_text(spec_with(ops, f"0.{turn}.0"))
            wanted[turn] = self.fresh_texts(f"wanted{turn}")
        self.new()  # of the second spec, so that the run below has the files to change that those in the loop have
        self.spec.write_text(spec_with(OPS, "0.0.0"))
        started = time.monotonic()
        self.new()
        longest = (time.monotonic() - started) * 1.5
        for number in range(60):
            turn = number % 2
            self.spec.write_text(spec_with([OPS, OPS[5:]][turn], f"0.{turn}.0"))
            killed += self.kill_after(self.random.uniform(0, longest))
            if number % 3 == 2:  # with another spec than the run that was killed had
                turn = 1 - turn
                self.spec.write_text(spec_with([OPS, OPS[5:]][turn], f"0.{turn}.0"))
            self.new()
            self.assertEqual(texts(self.project), wanted[turn], number)
        self.assertGreater(killed, 5)


class FullDiskTest(CommandTest):
    def test_a_first_run_leaves_nothing(self):
        for size in [0, 100, 1000, 5000]:
            done = self.new(status=73, **file_size_limit(size))
            self.assertIn("cannot write", done.stderr)
            self.assertEqual(os.listdir(self.folder), ["spec.yaml"])
        self.new()

    def test_a_later_run_changes_nothing(self):
        self.new()
        before = snapshot(self.project)
        self.spec.write_text(SPEC.replace("0.1.0", "0.2.0") + "# " + "x" * 3000 + "\n")
        for size in [0, 100, 1000]:
            self.new(status=73, **file_size_limit(size))
            self.assertEqual(snapshot(self.project), before)
        self.new()


class TwoAtOnceTest(CommandTest):
    def test_runs_at_once_wait_for_each_other(self):
        wanted = None
        for _ in range(5):
            runs = [subprocess.Popen([running.PLUGINGEN, "new", self.spec, "-o", self.project],
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                    for _ in range(4)]
            outputs = [process.communicate()[0] for process in runs]
            self.assertEqual([process.returncode for process in runs], [0] * 4, outputs)
            self.assertEqual(sum("created" in output for output in outputs), 1)
            wanted = wanted or texts(self.project)
            self.assertEqual(texts(self.project), wanted)
            subprocess.run(["rm", "-rf", self.project], check=True)


if __name__ == "__main__":
    running.main()
