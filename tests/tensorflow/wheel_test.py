"""`pip wheel .` in an emitted project makes a wheel whose device TensorFlow finds by itself."""

import shutil
import unittest

import support

SPEC = """\
plugingen: 1
plugin: {name: test_npu}
device: {type: TEST_NPU}
kernels:
  - {op: Mul, types: float}
"""


class Wheel(unittest.TestCase):
    def test_installed_wheel_is_discovered(self):
        python = support.python_of()
        project = support.build_project("test_npu", SPEC, folder="wheel")
        wheels = support.SCRATCH / "wheels"
        shutil.rmtree(wheels, ignore_errors=True)
        support.must([python, "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", wheels, project],
                     env=support.environment(CMAKE_CXX_COMPILER_LAUNCHER="ccache"))
        built = list(wheels.glob("*.whl"))
        self.assertEqual(len(built), 1, built)
        self.assertIn("test_npu", built[0].name)

        # An environment of its own that sees the packages of build/venv: that one stays as it is.
        environment = support.SCRATCH / "wheel_environment"
        shutil.rmtree(environment, ignore_errors=True)
        support.must([python, "-m", "venv", "--without-pip", environment])
        site = next((environment / "lib").glob("python3.*")) / "site-packages"
        outer = support.site_packages()
        (site / "tensorflow_of_the_tests.pth").write_text(f"{outer}\n", encoding="utf-8")
        support.must([python, "-m", "pip", "--python", environment / "bin" / "python", "install", "--no-deps",
                      "--no-index", "--quiet", built[0]])
        self.assertTrue((site / "tensorflow-plugins" / "libtest_npu.so").exists())

        done = support.run(
            [environment / "bin" / "python", "-c",
             "import tensorflow as tf\n"
             "print([d.name for d in tf.config.list_physical_devices('TEST_NPU')])\n"
             "import test_npu\n"
             "with tf.device('/TEST_NPU:0'): print((tf.constant([3.0]) * tf.constant([4.0])).numpy()[0])\n"],
            env=support.environment())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(done.stdout.split(), ["['/physical_device:TEST_NPU:0']", "12.0"])


if __name__ == "__main__":
    support.main()
