"""The ops of device_specs/new_ops.yaml compute what they are to, built once and run in several releases.

new_ops_program.py has the ops' tests. They run on the device, whose memory the host cannot touch, and, as far as ops are
also_on_cpu, on the CPU in a process that has the ops' library and no plugin.
"""

import unittest

import support

PROGRAM = support.REPOSITORY / "tests" / "tensorflow" / "new_ops_program.py"


class NewOpKernels(unittest.TestCase):
    def check(self, release, device, plugin):
        libraries = support.new_ops_project() / "build"
        done = support.run_program(PROGRAM, libraries / "libtest_npu_ops.so", device, release=release,
                                   plugin=libraries / "libtest_npu.so" if plugin else None)
        self.assertEqual(done.returncode, 0, done.stderr[-6000:])
        self.assertRegex(done.stderr, r"Ran \d+ tests")


def add_test(release, place, device, plugin):
    name = f"test_on_the_{place}_in_{release.replace('.', '_')}"
    setattr(NewOpKernels, name, lambda self: self.check(release, device, plugin))


for each in support.RELEASED:
    add_test(each, "device", "TEST_NPU:0", True)
for each in support.ENDS:
    add_test(each, "cpu", "CPU:0", False)


if __name__ == "__main__":
    support.main()
