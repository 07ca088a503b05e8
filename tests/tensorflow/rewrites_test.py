"""What the graph optimizer makes of arithmetic (catalog/rewrites.txt) runs on a device with the ops of a set."""

import tempfile
import unittest

import support

PROGRAM = """
    import glob, json, operator, os
    import numpy as np
    import tensorflow as tf
    from tensorflow.core.framework import graph_pb2

    x = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)
    y = np.array([[5.0, 6.0], [7.0, 9.0]], np.float32)
    # Within the functions, where they are constants.
    zeros, ones = lambda: tf.zeros([3, 2, 2]), lambda: tf.ones([3, 2, 2])
    whole, trues = lambda: tf.ones([3, 2, 2], tf.int64), lambda: tf.ones([3, 2, 2], tf.bool)
    # Where an op writes into its input, what passes its own on becomes Snapshot, not Identity.
    def updated_and_not(x, y):
        return tf.raw_ops.InplaceUpdate(x=x * tf.ones([2, 2], x.dtype), i=[0], v=tf.cast(y[:1], x.dtype)) + x

    def of(dtype, function):
        return lambda x, y: tf.cast(function(tf.cast(x, dtype), tf.cast(y, dtype)), tf.float32) + y

    def negated(comparison, dtype=tf.float32):
        return of(dtype, lambda x, y: tf.logical_not(comparison(x * y, y)))

    functions = {
        "Add": lambda x, y: 3.0 - (2.0 - x * y),
        "AddV2": lambda x, y: tf.ones([2, 2]) - (tf.zeros([2, 2]) - x * y),
        "AddN": lambda x, y: x + y + x * y,
        "ArgMax": of(tf.float32, lambda x, y: tf.argmin(-x)),
        "ArgMin": of(tf.float32, lambda x, y: tf.argmax(-x)),
        "BroadcastTo of AddV2": lambda x, y: (x * y + zeros()) * y,
        "BroadcastTo of AddV2, int64": lambda x, y: tf.cast(tf.cast(x, tf.int64) * 3 + (whole() - 1), tf.float32) + y,
        "BroadcastTo of LogicalAnd": lambda x, y: tf.cast(tf.logical_and(x * y > 8.0, trues()), tf.float32) + y,
        "BroadcastTo of LogicalOr": lambda x, y: tf.cast(tf.logical_or(x * y > 8.0, tf.logical_not(trues())), tf.float32) + y,
        "BroadcastTo of Mul": lambda x, y: (x * y * ones()) + y,
        "BroadcastTo of Mul, int64": lambda x, y: tf.cast(tf.cast(x, tf.int64) * 3 * whole(), tf.float32) + y,
        "BroadcastTo of RealDiv": lambda x, y: (x * y / ones()) + y,
        "BroadcastTo of SelectV2": lambda x, y: tf.where(tf.ones([2, 2], tf.bool), x * y, ones()) + y,
        "BroadcastTo of Sub": lambda x, y: (x * y - zeros()) + y,
        "Equal": negated(tf.not_equal),
        "Expm1": lambda x, y: tf.exp(x) - 1.0 + y,
        "Greater": negated(operator.le),
        "GreaterEqual": negated(operator.lt),
        "GreaterEqual, int64": negated(operator.lt, tf.int64),
        "Less": negated(operator.ge),
        "Less, half": negated(operator.ge, tf.half),
        "Less, int64": negated(operator.ge, tf.int64),
        "LessEqual": negated(operator.gt),
        "Log1p": lambda x, y: tf.math.log(1.0 + x) + y,
        "LogSoftmax": lambda x, y: tf.math.log(tf.nn.softmax(x)) + y,
        "LogSoftmax, half": of(tf.half, lambda x, y: tf.math.log(tf.nn.softmax(x))),
        "Max": lambda x, y: tf.reduce_min(-x, 0) + y,
        "Min": lambda x, y: tf.reduce_max(-x, 0) + y,
        "Mul of AddV2": lambda x, y: (lambda z: z + z)(tf.exp(x)),
        "Mul of RealDiv": lambda x, y: tf.exp(x) / 2.0 + y,
        "MulNoNan": lambda x, y: tf.math.xdivy(tf.exp(x), 2.0) + y,
        "Neg": lambda x, y: 0.0 - x * y,
        "Neg, int64": of(tf.int64, lambda x, y: 0 - x * (y + 1)),
        "NotEqual": negated(tf.equal),
        "NotEqual, half": negated(tf.equal, tf.half),
        "Reciprocal": lambda x, y: tf.pow(x, -1.0) + y,
        "Reciprocal of RealDiv": lambda x, y: 1.0 / tf.exp(x) + y,
        "Reciprocal of RealDiv, half": of(tf.half, lambda x, y: 1.0 / (x * y)),
        "Reciprocal of RealDiv, bfloat16": of(tf.bfloat16, lambda x, y: 1.0 / (x * y)),
        "Reciprocal of Sqrt": lambda x, y: 1.0 / tf.sqrt(x) + y,
        "Rsqrt": lambda x, y: tf.pow(x, -0.5) + y,
        "Rsqrt of Sqrt": lambda x, y: y / tf.sqrt(x),
        "Snapshot": lambda x, y: updated_and_not(tf.nn.relu(x), y) + y,
        "Snapshot, int32": lambda x, y: tf.cast(updated_and_not(tf.cast(x, tf.int32), y), tf.float32) + y,
        "Sqrt": lambda x, y: tf.pow(x, 0.5) + y,
        "Square": lambda x, y: x * x + y,
        "Square of Pow": lambda x, y: tf.pow(x, 2.0) + y,
        "SquaredDifference": lambda x, y: tf.square(x - y) + y,
        "Sub": lambda x, y: -(x * y) + 1.0,
        "Tile": lambda x, y: tf.stack([x, x, x]) + y,
    }
    dumps = os.environ["TEST_NPU_GRAPH_DUMP"]

    def run(device, function):
        with tf.device(device):
            return tf.function(function, autograph=False)(tf.identity(x), tf.identity(y)).numpy()

    def ops_of(file):
        graph = graph_pb2.GraphDef()
        with open(file, "rb") as stream:
            graph.ParseFromString(stream.read())
        return {node.op for node in graph.node}

    differences, missing = {}, []
    for name, f in functions.items():
        known = set(glob.glob(dumps + "/*"))
        there, here = run("/TEST_NPU:0", f), run("/CPU:0", f)
        differences[name] = float(np.max(np.abs(there - here) / np.abs(here)))
        graphs = set(glob.glob(dumps + "/*")) - known
        if not any(name.split(",")[0].split()[0] in ops_of(file) for file in graphs):
            missing.append(name)
    print(json.dumps([differences, missing]))
"""


# The device computes in float and rounds once, where the CPU rounds each step to half.
TOLERANCES = {"LogSoftmax, half": 2**-10}


MAKES_ALL = "2.21"  # 2.22 makes no Reciprocal


class Rewrites(unittest.TestCase):
    def check(self, release):
        with tempfile.TemporaryDirectory() as dumps:
            done, result = support.run_code(PROGRAM, support.training_plugin(), release, TEST_NPU_GRAPH_DUMP=dumps)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        differences, missing = result
        if release == MAKES_ALL:
            self.assertEqual(missing, [], "these ops are not made")
        for name, difference in differences.items():
            with self.subTest(name):
                self.assertLess(difference, TOLERANCES.get(name, 1e-5))

    def test_2_12(self):
        self.check("2.12")

    def test_the_release_that_makes_all(self):
        self.check(MAKES_ALL)

    def test_newest(self):
        self.check("newest")


if __name__ == "__main__":
    support.main()
