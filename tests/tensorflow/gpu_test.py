"""A device of type GPU on the CPU wheel: a script that says /GPU:0 runs on it unchanged."""

import unittest

import support

SPEC = """\
plugingen: 1
plugin: {name: test_gpu}
device: {type: GPU, platform: TEST_GPU, memory: {host_visible: false}}
kernels:
  - {op: AddV2, types: float}
  - {op: BiasAdd, types: float}
  - {op: Conv2D, types: float}
  - {op: MatMul, types: float}
  - {op: MaxPool, types: float}
  - {op: PreventGradient, types: float, implementation: stub} # TensorFlow has a kernel of its own for GPU
  - {op: Relu, types: float}
  - {op: Softmax, types: float}
"""


class Gpu(unittest.TestCase):
    def test_a_script_for_gpus(self):
        project = support.build_project("test_gpu", SPEC)
        done, result = support.run_code(
            """
            import json
            import numpy as np
            import tensorflow as tf

            random = np.random.default_rng(1)
            images = random.normal(size=(4, 12, 12, 3)).astype(np.float32)
            filters = random.normal(size=(3, 3, 3, 8)).astype(np.float32)
            bias = random.normal(size=8).astype(np.float32)
            dense = random.normal(size=(200, 10)).astype(np.float32)

            @tf.function
            def network(x, filters, bias, dense):
                x = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, filters, 1, "VALID"), bias))
                x = tf.nn.max_pool2d(x, 2, 2, "VALID")
                return tf.nn.softmax(tf.matmul(tf.reshape(x, [-1, 200]), dense))

            with tf.device("/CPU:0"):
                expected = network(images, filters, bias, dense).numpy()
            with tf.device("/GPU:0"):
                here = tf.constant(images) + 0.0
                actual = network(here, filters, bias, dense)
                integers = tf.add(tf.constant([1, 2]), tf.constant([3, 4]))
                try:
                    stub = tf.raw_ops.PreventGradient(input=here, message="").device
                except tf.errors.UnimplementedError as error:
                    stub = str(error)
            print(json.dumps({
                "gpus": [d.name for d in tf.config.list_physical_devices("GPU")],
                "device": here.device,
                "difference": float(np.max(np.abs(actual.numpy() - expected))),
                "integers": integers.numpy().tolist(),
                "stub": stub,
            }))
            """,
            project / "build" / "libtest_gpu.so")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(result["gpus"], ["/physical_device:GPU:0"])
        self.assertTrue(result["device"].endswith("/device:GPU:0"), result["device"])
        self.assertLess(result["difference"], 1e-5)
        self.assertEqual(result["integers"], [4, 6])
        self.assertIn("PreventGradient", result["stub"])  # the plugin's, and not TensorFlow's


if __name__ == "__main__":
    support.main()
