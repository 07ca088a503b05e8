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


PROGRAM = """\
import tensorflow as tf
print([d.name for d in tf.config.list_physical_devices('TEST_NPU')])
import test_npu
from test_npu import doctor_main
with tf.device('/TEST_NPU:0'): print((tf.constant([3.0]) * tf.constant([4.0])).numpy()[0])
"""


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = support.SCRATCH / "wheel"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "test_npu.yaml").write_text(SPEC, encoding="utf-8")
        # Compiled as other projects, and in a folder as deep as theirs: the compiler cache knows what they have in common.
        project = support.SCRATCH / "wheel_project"
        shutil.rmtree(project, ignore_errors=True)
        support.must([support.PLUGINGEN, "new", folder / "test_npu.yaml", "-q", "-o", project])
        compiled = ";".join([*(option.removeprefix("-D") for option in support.CHEAP), "TEST_NPU_WERROR=ON"])
        support.must([support.python_of(), "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", folder / "wheels", project],
                     env=support.environment(CMAKE_CXX_COMPILER_LAUNCHER=str(support.LAUNCHER), SKBUILD_CMAKE_DEFINE=compiled, SKBUILD_BUILD_DIR="build"))
        cls.folder, (cls.wheel,) = folder, (folder / "wheels").glob("*.whl")

    def pip(self, environment, *words):
        support.must([support.python_of(), "-m", "pip", "--python", environment / "bin" / "python", *words, "--quiet"])

    def check(self, release):
        """In an environment of its own that sees the packages of that of the release, which stays as it is."""
        environment = self.folder / f"environment_{release}"
        support.must([support.python_of(release), "-m", "venv", "--without-pip", environment])
        site = next((environment / "lib").glob("python3.*")) / "site-packages"
        (site / "tensorflow_of_the_tests.pth").write_text(f"{support.site_packages(release)}\n", encoding="utf-8")
        before = sorted(site.rglob("*"))
        self.pip(environment, "install", "--no-deps", "--no-index", "--no-compile", self.wheel)
        self.assertTrue((site / "tensorflow-plugins" / "libtest_npu.so").exists())
        done = support.run([environment / "bin" / "python", "-B", "-c", PROGRAM], env=support.environment())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(done.stdout.split(), ["['/physical_device:TEST_NPU:0']", "12.0"])
        self.pip(environment, "uninstall", "--yes", "test_npu")
        self.assertEqual(sorted(site.rglob("*")), before)

    def test_it_is_discovered_where_it_is_installed(self):
        self.check("newest")

    def test_it_serves_an_older_release_than_it_was_built_with(self):
        self.check(support.OLDEST)


if __name__ == "__main__":
    support.main()
