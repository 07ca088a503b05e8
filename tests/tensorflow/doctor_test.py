"""`python -m <name>.doctor` of an emitted project tells what is wrong, in environments in which it is."""

import json
import os
import re
import shutil
import subprocess
import unittest

import support

SPEC = """\
plugingen: 1
plugin: {{name: {name}}}
tensorflow: ">=2.15"
device: {{type: {type}, platform: {platform}}}
kernels:
  - {{op: Mul, types: float}}
"""


class Doctor(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        def build(folder, **words):
            spec = SPEC.format(**words)
            return support.build_project(words["name"], spec, folder=folder)

        cls.project = build("doctor", name="test_npu", type="TEST_NPU", platform="TEST_NPU")
        cls.library = cls.project / "build" / "libtest_npu.so"
        cls.scratch = support.SCRATCH / "doctor_environments"
        shutil.rmtree(cls.scratch, ignore_errors=True)
        cls.scratch.mkdir(parents=True)

    def site(self, name):
        """A folder that TensorFlow takes for site-packages, with the package in it."""
        folder = self.scratch / name / "site-packages"
        shutil.copytree(self.project / "python", folder, dirs_exist_ok=True)
        shutil.copytree(self.project / "library" / "python", folder / "test_npu", dirs_exist_ok=True)
        return folder

    def install(self, folder, library=None, name="libtest_npu.so"):
        target = folder / "tensorflow-plugins"
        target.mkdir(exist_ok=True)
        shutil.copy(library or self.library, target / name)

    def ask(self, *arguments, python=None, sites=(), plugin=None, **variables):
        path = os.pathsep.join(map(str, sites or (self.project / "python",)))
        done = support.run([python or support.python_of(), "-m", "test_npu.doctor", "--json", *arguments], cwd=self.scratch,
                           env=support.environment(plugin, PYTHONPATH=path, **variables))
        self.assertIn(done.returncode, (0, 1), done.stderr[-3000:])
        found = json.loads(done.stdout)
        problems = [f"{each['text']} -> {each['advice']}" for each in found if each["kind"] == "problem"]
        self.assertEqual(done.returncode, 1 if problems else 0)
        return problems, [each["text"] for each in found if each["kind"] != "problem"]

    def locales_with_commas(self):
        """A folder for LOCPATH with the locale `comma`, whose numbers have decimal commas. Machines of CI have no such locale."""
        folder = self.scratch / "locales"
        folder.mkdir()
        source = folder / "comma.txt"
        source.write_text('LC_NUMERIC\ndecimal_point ","\nthousands_sep ""\ngrouping -1\nEND LC_NUMERIC\n', encoding="utf-8")
        subprocess.run(["localedef", "-c", "-i", source, folder / "comma"], capture_output=True)  # it warns, and ends with 1
        return folder

    def assert_problem(self, problems, *words):
        self.assertTrue(any(all(word in each for word in words) for each in problems), problems)

    def test_well(self):
        for release in support.of_this_run("2.15", "newest"):
            problems, others = self.ask(python=support.python_of(release), plugin=self.library)
            self.assertEqual(problems, [], release)
            self.assertTrue(any("TensorFlow lists /physical_device:TEST_NPU:0" in each for each in others), others)
        site = self.site("well")
        self.install(site)
        self.assertEqual(self.ask(sites=[site])[0], [])

    def test_not_found(self):
        problems, _ = self.ask()
        self.assert_problem(problems, "TensorFlow does not find libtest_npu.so", "pip install .")
        self.assert_problem(problems, "lists no TEST_NPU")
        problems, _ = self.ask(plugin=self.scratch / "nowhere.so")
        self.assert_problem(problems, "nowhere.so, which does not exist")
        self.assert_problem(problems, "`import tensorflow` ends the process")

    def test_found_twice(self):
        site = self.site("twice")
        self.install(site)
        problems, _ = self.ask(sites=[site], plugin=self.library)
        self.assert_problem(problems, "from several places", "unset the variable")
        self.assert_problem(problems, "`import tensorflow` ends the process")

    def test_found_by_a_link(self):
        site = self.site("linked/lib")
        self.install(site)
        link = self.scratch / "linked" / "lib64"
        link.symlink_to("lib")
        problems, _ = self.ask(sites=[site, link / "site-packages"])
        self.assert_problem(problems, "by two ways to one file", "lib64")

    def test_another_plugin_with_the_same_device(self):
        # It is called as the other: the compiler cache knows what they have in common.
        spec = SPEC.format(name="test_npu", type="TEST_NPU", platform="OTHER_NPU")
        other = support.build_project("test_npu", spec, folder="doctor_other")
        site = self.site("collision")
        self.install(site)
        self.install(site, other / "build" / "libtest_npu.so", "libother_npu.so")
        problems, others = self.ask(sites=[site])
        self.assert_problem(problems, "another plugin has devices of type TEST_NPU as well")
        self.assertTrue(any("other plugins are loaded too" in each and "libother_npu.so" in each for each in others))

    def test_broken_libraries(self):
        site = self.site("truncated")
        self.install(site)
        file = site / "tensorflow-plugins" / "libtest_npu.so"
        file.write_bytes(file.read_bytes()[:3000])
        problems, _ = self.ask(sites=[site])
        self.assert_problem(problems, "libtest_npu.so cannot be loaded")
        source = self.scratch / "needy.c"
        source.write_text("void TF_NoSuchFunction(void);\nvoid SE_InitPlugin(void) { TF_NoSuchFunction(); }\n", encoding="utf-8")
        needy = self.scratch / "needy" / "libtest_npu.so"
        needy.parent.mkdir()
        subprocess.run(["cc", "-shared", "-fPIC", "-Wl,-z,now", "-o", needy, source], check=True)
        problems, _ = self.ask(plugin=needy)
        self.assert_problem(problems, "needs TF_NoSuchFunction, which this TensorFlow does not have")

    def test_a_release_out_of_range(self):
        problems, _ = self.ask(python=support.python_of("2.12"), plugin=self.library)
        self.assert_problem(problems, "2.12", f"is not supported by this library, which supports TensorFlow 2.15 to {support.KNOWN.newest}")

    def test_no_tensorflow(self):
        bare = self.scratch / "bare"
        support.must([support.python_of(), "-m", "venv", "--without-pip", bare])
        problems, _ = self.ask(python=bare / "bin" / "python", plugin=self.library)
        self.assert_problem(problems, "has no TensorFlow", "pip install")

    def test_settings(self):
        problems, others = self.ask(plugin=self.library, TEST_NPU_PYTHON_HOOKS="0", TF_XLA_FLAGS="--tf_xla_auto_jit=2")
        self.assert_problem(problems, "TF_XLA_FLAGS")
        self.assertTrue(any("TEST_NPU_PYTHON_HOOKS is 0" in each for each in others))

    def test_models(self):
        saved, keras = self.scratch / "saved", self.scratch / "model.keras"
        done, _ = support.run_code(f"""
            import tensorflow as tf
            module = tf.Module()
            module.f = tf.function(lambda x: tf.tanh(x) * 2.0, input_signature=[tf.TensorSpec([None], tf.float32)])
            tf.saved_model.save(module, {str(saved)!r})
            model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3, activation="relu")])
            model.save({str(keras)!r})
            """)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        problems, others = self.ask(str(saved), plugin=self.library)
        self.assertEqual(len(problems), 1, problems)
        self.assert_problem(problems, "Tanh of T=float runs on the CPU", "- {op: Tanh}")
        self.assertTrue(any("ops of" in each and "have a kernel for TEST_NPU" in each for each in others))
        problems, _ = self.ask(str(keras), plugin=self.library)
        self.assert_problem(problems, "MatMul of T=float runs on the CPU")
        self.assert_problem(self.ask(str(self.scratch / "nothing"), plugin=self.library)[0], "there is no")

    def test_programs(self):
        program = self.scratch / "program.py"
        program.write_text('''
import ctypes
import locale
import sys
import tensorflow as tf

locale.setlocale(locale.LC_NUMERIC, "comma")
half = ctypes.create_string_buffer(8)
ctypes.CDLL(None).snprintf(half, 8, b"%.1f", ctypes.c_double(0.5))
assert half.value == b"0,5", half.value
tf.config.set_logical_device_configuration(tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()])

@tf.function
def f(x, y):
    return tf.tanh(x * y), tf.cast(x, tf.half) * tf.cast(y, tf.half)

tanh, half = f(tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0]))
with tf.device("/CPU:0"):
    there = tf.ones([2]) * 3.0
    dense = tf.function(lambda x: tf.nn.relu(tf.nn.bias_add(tf.matmul(x, x), x[0])))(tf.ones([64, 64]))
print("printed", sys.argv[1:], float(tanh[0]), flush=True)
sys.exit(3)
''', encoding="utf-8")
        problems, others = self.ask("--run", str(program), "--epochs", "1", plugin=self.library, TEST_NPU_COPY_ONLY="1",
                                    LOCPATH=str(self.locales_with_commas()))
        self.assert_problem(problems, "Tanh of T=float ran on the CPU, once: the device has no kernel for it", "- {op: Tanh}")
        self.assert_problem(problems, "Mul of T=half ran on the CPU, once: its kernels for the device are for T=float",
                            "- {op: Mul, types: {T: half}}")
        self.assertFalse(any("Mul of T=float" in each for each in problems), problems)
        self.assertFalse(any("does not know" in each or "_FusedMatMul" in each for each in problems), problems)
        self.assertTrue(any("created these for its CPU" in each and "_FusedMatMul" in each for each in others), others)
        self.assertTrue(any("ended with status 3" in each for each in others), others)
        self.assertTrue(any("ops of" in each and "ran on TEST_NPU" in each for each in others), others)
        self.assertTrue(any("though the device has kernels for them" in each and "Mul" in each for each in others), others)
        self.assertTrue(any(re.match(r"the primitive elementwise was computed on the host once: \d+\.\d ms", each) for each in others), others)
        program.write_text("import os; os._exit(9)", encoding="utf-8")
        ask = "import sys; from test_npu import doctor_model; print([finding.text for finding in doctor_model.check_program(sys.argv[1:])])"
        done = support.run([support.python_of(), "-c", ask, program],
                           env=support.environment(self.library, PYTHONPATH=str(self.project / "python")))
        self.assertIn("ended the process (9)", done.stdout, done.stderr[-3000:])


if __name__ == "__main__":
    support.main()
