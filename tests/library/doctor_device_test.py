#!/usr/bin/env python3
"""The doctor's option --device, without TensorFlow: what it makes of ops that hang, end their process or say nothing.

doctor_judge.py, which computes the cases, is played by a program of ours."""

import importlib
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import time
import types
import unittest

sys.dont_write_bytecode = True  # the folder is part of the library
ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ROOT / "library/python"

# Cases are (program, what becomes of it); those of a program under --without are left out.
JUDGE = """
    import json
    import os
    import sys
    import time

    first = int(sys.argv[sys.argv.index("--first") + 1])
    without = {sys.argv[i + 1] for i, word in enumerate(sys.argv) if word == "--without"}
    CASES = [("gather", "right"), ("softmax", "hangs"), ("softmax", "right"), ("reduce", "wrong"), ("scan", "dies"), ("cast", "right")]
    print("a driver's own words")
    for number, (program, fate) in enumerate(CASES):
        if number < first or program in without:
            continue
        print(json.dumps({"number": number, "program": program, "op": program.title(), "text": f"case {number}"}), flush=True)
        if fate == "hangs":
            time.sleep(600)
        if fate == "dies":
            os.abort()
        print(json.dumps({"number": number, "wrong": "0 is not 1" if fate == "wrong" else "", "seconds": 0.5}), flush=True)
    if "hangs at the end" in sys.argv:
        time.sleep(600)
    print(json.dumps({"done": True}), flush=True)
"""


def load(folder):
    """The part of a plugin's Python package."""
    package = types.ModuleType("my_npu")
    package.__path__ = [str(PARTS)]
    package.doctor = types.ModuleType("my_npu.doctor")
    package.doctor.__dict__.update(NAME="my_npu", DEVICE_TYPE="MY_NPU", HAS_DEVICE_KERNELS=True)
    sys.modules.update({"my_npu": package, "my_npu.doctor": package.doctor})
    module = importlib.import_module("my_npu.doctor_device")
    (folder / "doctor_judge.py").write_text(textwrap.dedent(JUDGE), encoding="utf-8")
    module.HERE = folder
    module.SECONDS = 2
    return module


class Style(unittest.TestCase):
    def test_the_linter_finds_nothing(self):
        pyflakes = ROOT / "build/tools/bin/pyflakes"
        if not pyflakes.exists():
            self.skipTest("scripts/setup has not installed pyflakes")
        run = subprocess.run([pyflakes, PARTS], capture_output=True, text=True)
        self.assertEqual(run.stdout + run.stderr, "")

    # What differs from plugin to plugin is in python/<name>/doctor.py.
    def test_the_parts_know_what_that_file_says(self):
        known = {line.split(" = ")[0] for line in (ROOT / "templates/python/name/doctor.py").read_text().splitlines() if " = " in line}
        known = {name for names in known for name in names.split(", ")}
        for path in PARTS.glob("*.py"):
            for line in path.read_text().splitlines():
                if line.startswith("from .doctor import "):
                    self.assertLessEqual(set(line.split("import ")[1].split(", ")), known, path.name)


class Cases(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.doctor = load(pathlib.Path(folder.name))

    def test_an_op_that_hangs_is_stopped(self):
        begun = time.monotonic()
        found = self.doctor.run_cases("0", "float")
        self.assertLess(time.monotonic() - begun, 60)
        self.assertEqual([(each.text, each.wrong) for each in found.outcomes],
                         [("case 0", ""), ("case 1", "takes more than 2 s, and was stopped"), ("case 3", "0 is not 1"),
                          ("case 4", "ends the process (signal 6)"), ("case 5", "")])
        self.assertEqual([each.op for each in found.outcomes], ["Gather", "Softmax", "Reduce", "Scan", "Cast"])

    def test_hanging_outside_of_an_op_is_an_error(self):
        with self.assertRaisesRegex(RuntimeError, r"^takes more than 2 s, and was stopped outside of the cases: it printed nothing$"):
            self.doctor.run_cases("hangs at the end", "float")


if __name__ == "__main__":
    unittest.main()
