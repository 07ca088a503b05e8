"""Plans with more elements than kernels can count: the host computes them."""

import unittest

import opencl_test
import support


class LargePlansTest(unittest.TestCase):
    def test_diagonals_that_kernels_cannot_count(self):
        project = opencl_test.project()
        device = project / "library" / "compute" / "device"
        program = support.SCRATCH / "large_plans"
        support.must(["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", project / "src", "-I", project / "library", "-I",
                      project / "library" / "include", "-isystem", support.site_packages() / "tensorflow" / "include",
                      support.REPOSITORY / "tests" / "tensorflow" / "large_plans.cc", device / "diagonals.cc", device / "nest.cc", "-o", program])
        done = support.run([program])
        self.assertEqual(done.stdout.split("\n")[:-1], 2 * ["device", "host", "device", "host"], done.stderr)


if __name__ == "__main__":
    support.main()
