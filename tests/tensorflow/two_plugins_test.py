"""Two generated plugins in one process of TensorFlow: neither sees anything of the other's.

TensorFlow 2.12 and 2.15 number the devices of all plugins in one list, and then find no device of these numbers ('visible_device_list'
listed an invalid Device id): there a process has devices of one plugin only."""

import subprocess
import unittest

import support

ENTRY_POINTS = {"SE_InitPlugin", "TF_InitGraph", "TF_InitKernel", "TF_InitProfiler"}

PROGRAM = """
    import json
    import numpy as np
    import tensorflow as tf

    devices = [device.device_type for device in tf.config.list_logical_devices() if device.device_type != "CPU"]
    first, second = (f"/{type}:0" for type in sorted(set(devices)))
    numbers = np.random.default_rng(5).standard_normal((40, 30)).astype(np.float32)

    @tf.function(jit_compile=False)
    def across(x):
        with tf.device(first):
            y = tf.nn.relu(tf.matmul(x, x, transpose_b=True))
        with tf.device(second):
            z = tf.tanh(y + 1.0) * tf.reduce_sum(y, axis=1, keepdims=True)
        with tf.device(first):
            return tf.nn.softmax(z * 0.01)

    report = {"devices": sorted(set(devices)), "on": [], "wrong": 0}
    for device in (first, second):
        with tf.device(device):
            result = tf.nn.relu(tf.constant(numbers))
            report["on"].append(result.device.split("device:")[-1])
            report["wrong"] += int(np.sum(result.numpy() != np.maximum(numbers, 0)))
    products = np.maximum(numbers @ numbers.T, 0)
    scores = np.tanh(products + 1) * products.sum(1, keepdims=True) * 0.01
    wanted = np.exp(scores - scores.max(1, keepdims=True))
    wanted /= wanted.sum(1, keepdims=True)
    for _ in range(20):
        report["wrong"] += int(np.sum(np.abs(across(numbers).numpy() - wanted) > 1e-4))
    print(json.dumps(report))
"""

# The environment loads one of them; the program the other.
LOADED = """
    from tensorflow.python.framework import load_library
    load_library.load_pluggable_device_library({other!r})
"""


class TwoPlugins(unittest.TestCase):
    def check(self, plugin, other, releases):
        for release in releases:
            with self.subTest(release=release):
                done, report = support.run_code(LOADED.format(other=str(other)) + PROGRAM, plugin, release)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual(len(report["devices"]), 2)
                self.assertEqual([on.split(":")[0] for on in report["on"]], report["devices"])
                self.assertEqual(report["wrong"], 0)

    def test_both_compute(self):
        self.check(support.demo_plugin(), support.training_plugin(), support.of_this_run("2.19", "2.21", "newest", "nightly"))

    def test_they_export_nothing_but_what_tensorflow_calls(self):
        for plugin in (support.demo_plugin(), support.training_plugin()):
            lines = subprocess.run(["nm", "-D", "--defined-only", plugin], capture_output=True, text=True, check=True).stdout
            exported = {line.split()[-1].split("@")[0] for line in lines.splitlines()}
            self.assertLessEqual(exported, ENTRY_POINTS)
            self.assertLessEqual({"SE_InitPlugin", "TF_InitKernel"}, exported)


if __name__ == "__main__":
    support.main()
