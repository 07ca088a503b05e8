"""One plugin binary in every supported release of TensorFlow, doing the demo's inference there.

Its memory cannot be touched by the host, so a copy or a wait that a release needs and the runtime lacks is a crash.
"""

import unittest

import support


class Demo(unittest.TestCase):
    def test_every_float_op_runs_on_the_device_and_agrees_with_the_cpu(self):
        done, report = support.demo_report("--host-inaccessible")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertTrue(report["ok"])
        self.assertIn("DEMO_NPU:0", report["devices"])
        for name, result in report["results"].items():
            with self.subTest(name):
                self.assertGreater(result["accuracy"], 0.9)
                self.assertLessEqual(result["relative_difference"], 1e-5)
                self.assertEqual(result["floats_elsewhere"], [])
        self.assertIn("cnn Keras predict", report["results"])


class Releases(unittest.TestCase):
    in_each_release = True

    def run_demo_in(self, release):
        done = support.run_program(support.REPOSITORY / "scripts" / "lib" / "demo" / "run.py", support.demo_weights(), "--device", "DEMO_NPU",
                                   "--repeat", "1", plugin=support.demo_plugin(), release=release)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr[-3000:])
        self.assertIn("every output agrees with the CPU", done.stdout)

    def test_2_12(self):
        self.run_demo_in("2.12")

    def test_2_15(self):
        self.run_demo_in("2.15")

    def test_2_19(self):
        self.run_demo_in("2.19")

    def test_2_21(self):
        self.run_demo_in("2.21")

    def test_nightly(self):
        self.run_demo_in("nightly")


if __name__ == "__main__":
    support.main()
