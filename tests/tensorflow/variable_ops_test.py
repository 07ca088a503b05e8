"""Each op that takes a variable (catalog/variable_access.txt), on a plugin with kernels of these ops and on one that has none."""

import fnmatch
import json
import unittest
from pathlib import Path

import support
import variables_test

CATALOG = support.REPOSITORY / "catalog"
NO_KERNELS = """
    plugingen: 1
    plugin: {name: test_npu}
    device: {type: TEST_NPU, memory: {capacity: 1GiB, host_visible: false}}
    kernels:
      - {op: AddV2, types: {T: [float]}}
"""


def ops_on_variables():
    lines = (CATALOG / "variable_access.txt").read_text(encoding="utf-8").splitlines()
    ways = dict(line.split() for line in lines if not line.startswith("#"))
    patterns = [op for op, way in ways.items() if way in ("lock", "copy", "core")]
    ops = [line.split()[1] for line in (CATALOG / "tensorflow.txt").read_text(encoding="utf-8").splitlines() if line.startswith("op ")]
    return [op for op in ops if any(fnmatch.fnmatchcase(op, pattern) for pattern in patterns)]


class VariableOps(unittest.TestCase):
    def check(self, plugin):
        program = Path(__file__).with_name("variable_ops_program.py")
        for release in support.RELEASES:
            with self.subTest(release):
                done = support.run_program(program, "TEST_NPU", *ops_on_variables(), plugin=plugin, release=release)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                result = json.loads(done.stdout.splitlines()[-1])
                self.assertEqual((result["uncalled"], result["different"]), ([], {}))
                self.assertGreater(result["called"], 2 * 60)

    def test_agree_with_the_cpu(self):
        self.check(variables_test.plugin())

    def test_agree_with_the_cpu_without_kernels(self):
        self.check(support.build_project("test_npu", NO_KERNELS, folder="no_variables") / "build" / "libtest_npu.so")


if __name__ == "__main__":
    support.main()
