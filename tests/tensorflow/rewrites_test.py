"""What the graph optimizer makes of arithmetic (catalog/rewrites.txt) runs on a device with the ops of a set."""

import unittest

import support

PROGRAM = """
    import json
    import numpy as np
    import tensorflow as tf

    x = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)
    y = np.array([[5.0, 6.0], [7.0, 9.0]], np.float32)
    zeros, ones = tf.zeros([3, 2, 2]), tf.ones([3, 2, 2])
    whole, trues = tf.ones([3, 2, 2], tf.int64), tf.ones([3, 2, 2], tf.bool)
    # Where an op writes into its input, what passes its own on becomes Snapshot, not Identity.
    def updated_and_not(x, y):
        return tf.raw_ops.InplaceUpdate(x=x * tf.ones([2, 2], x.dtype), i=[0], v=tf.cast(y[:1], x.dtype)) + x

    functions = {
        "AddN": lambda x, y: x + y + x * y,
        "BroadcastTo of AddV2": lambda x, y: (x * y + zeros) * y,
        "BroadcastTo of AddV2, int64": lambda x, y: tf.cast(tf.cast(x, tf.int64) * 3 + (whole - 1), tf.float32) + y,
        "BroadcastTo of LogicalAnd": lambda x, y: tf.cast(tf.logical_and(x * y > 8.0, trues), tf.float32) + y,
        "BroadcastTo of LogicalOr": lambda x, y: tf.cast(tf.logical_or(x * y > 8.0, tf.logical_not(trues)), tf.float32) + y,
        "BroadcastTo of Mul": lambda x, y: (x * y * ones) + y,
        "BroadcastTo of Mul, int64": lambda x, y: tf.cast(tf.cast(x, tf.int64) * 3 * whole, tf.float32) + y,
        "BroadcastTo of RealDiv": lambda x, y: (x * y / ones) + y,
        "BroadcastTo of SelectV2": lambda x, y: tf.where(tf.ones([2, 2], tf.bool), x * y, ones) + y,
        "BroadcastTo of Sub": lambda x, y: (x * y - zeros) + y,
        "Expm1": lambda x, y: tf.exp(x) - 1.0 + y,
        "Log1p": lambda x, y: tf.math.log(1.0 + x) + y,
        "Reciprocal": lambda x, y: tf.pow(x, -1.0) + y,
        "Reciprocal of Sqrt": lambda x, y: 1.0 / tf.sqrt(x) + y,
        "Rsqrt": lambda x, y: tf.pow(x, -0.5) + y,
        "Rsqrt of Sqrt": lambda x, y: y / tf.sqrt(x),
        "Snapshot": lambda x, y: updated_and_not(tf.nn.relu(x), y) + y,
        "Snapshot, int32": lambda x, y: tf.cast(updated_and_not(tf.cast(x, tf.int32), y), tf.float32) + y,
        "Sqrt": lambda x, y: tf.pow(x, 0.5) + y,
        "Square": lambda x, y: x * x + y,
        "Square of Pow": lambda x, y: tf.pow(x, 2.0) + y,
        "SquaredDifference": lambda x, y: tf.square(x - y) + y,
        "Tile": lambda x, y: tf.stack([x, x, x]) + y,
    }

    def run(device, function):
        with tf.device(device):
            return tf.function(function, autograph=False)(tf.identity(x), tf.identity(y)).numpy()

    print(json.dumps({name: float(np.max(np.abs(run("/TRAINING_NPU:0", f) - run("/CPU:0", f)) / run("/CPU:0", f)))
                      for name, f in functions.items()}))
"""


class Rewrites(unittest.TestCase):
    def check(self, release):
        done, differences = support.run_code(PROGRAM, support.training_plugin(), release)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        for name, difference in differences.items():
            with self.subTest(name):
                self.assertLess(difference, 1e-5)

    def test_2_12(self):
        self.check("2.12")

    def test_newest(self):
        self.check("newest")


if __name__ == "__main__":
    support.main()
