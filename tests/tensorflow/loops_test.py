"""Conditions that TensorFlow knows on the host stay there: a loop of a recurrent layer need not wait for the device in each of
its steps to learn whether there is another."""

import unittest

import support

PROGRAM = """
    import collections, glob, json, os, tempfile

    FOLDER = tempfile.mkdtemp()
    os.environ["TEST_NPU_GRAPH_DUMP"] = FOLDER
    import numpy as np
    import tensorflow as tf

    numbers = np.random.default_rng(3).standard_normal((4, 6)).astype(np.float32)

    def counted(x, n):
        # As Keras makes it of a recurrent layer.
        return tf.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, y * 0.5 + 1.0), [0, x], maximum_iterations=9)[1]

    def either(x, n):
        condition = lambda i, y: tf.logical_or(tf.logical_not(i >= n), tf.equal(i, 5))
        return tf.while_loop(condition, lambda i, y: (i + 1, y * 0.5 + 1.0), [0, x], maximum_iterations=4)[1]

    def computed(x, n):
        # The device knows how long this goes on.
        condition = lambda i, y: tf.logical_and(i < n, tf.reduce_sum(y) < 40.0)
        return tf.while_loop(condition, lambda i, y: (i + 1, y + 1.0), [0, x])[1]

    def broadcast(x, n):
        rows, columns = tf.reshape(tf.range(n), [n, 1]), tf.range(n)
        known = tf.logical_and(tf.logical_or(rows < 2, columns > 3), columns < rows + 4)
        return tf.where(known[:4, :6], x, -x)

    def empty(x, n):
        none = tf.range(n - 7)
        return x + tf.cast(tf.size(tf.logical_or(none < n, tf.range(1) < n)), tf.float32)

    def incompatible(x, n):
        return x + tf.cast(tf.logical_and(tf.range(n) < 3, tf.range(n + 1) < 3)[0], tf.float32)

    def run(device, function):
        with tf.device(device):
            x, n = tf.identity(numbers), tf.constant(7)
            wrapped = tf.function(function, jit_compile=False, input_signature=[
                tf.TensorSpec([4, 6], tf.float32), tf.TensorSpec([], tf.int32)])
            try:
                return wrapped(x, n).numpy().tolist()
            except tf.errors.InvalidArgumentError as error:
                return "Incompatible shapes: [7] vs. [8]" in error.message

    def logic():
        on_host = collections.Counter()
        for file in glob.glob(FOLDER + "/*_after.pb"):
            graph = tf.compat.v1.GraphDef.FromString(open(file, "rb").read())
            for node in graph.node:
                if node.op.startswith("Logical") and "TEST_NPU" in node.device:
                    on_host[node.attr["_kernel"].s == b"host_memory"] += 1
            os.remove(file)
        return {"host": on_host[True], "device": on_host[False]}

    result = {}
    for function in (counted, either, computed, broadcast, empty, incompatible):
        got = run("/TEST_NPU:0", function)
        result[function.__name__] = {"got": got, "wanted": run("/CPU:0", function), **logic()}
    print(json.dumps(result))
"""


class Loops(unittest.TestCase):
    def test_conditions_stay_on_the_host(self):
        for release in support.RELEASES:
            with self.subTest(release=release):
                done, report = support.run_code(PROGRAM, support.training_plugin(), release)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                for name, case in report.items():
                    with self.subTest(name):
                        self.assertEqual(case["got"], case["wanted"])
                        # The device computes nothing but what depends on its own numbers.
                        self.assertEqual(case["device"] > 0, name == "computed")
                        self.assertEqual(case["host"] > 0, name != "computed")


if __name__ == "__main__":
    support.main()
