"""MirroredStrategy over two devices of a plugin trains as the CPU does, whichever way gradients are summed."""

import unittest

import support

# A convolutional network by hand, in a tf.function: its losses on two devices and on the CPU.
PROGRAM = """
    import json
    import numpy as np
    import tensorflow as tf

    random = np.random.default_rng(1)
    images = random.normal(size=(128, 8, 8, 1)).astype(np.float32)
    labels = (images.mean(axis=(1, 2, 3)) > 0).astype(np.int64)
    sizes = (3, 3, 1, 8), (8,), (288, 2), (2,)
    weights = [random.normal(scale=0.2, size=size).astype(np.float32) for size in sizes]
    BATCH = 16

    def losses(strategy):
        with strategy.scope():
            kernel, bias, dense, offset = variables = [tf.Variable(w) for w in weights]

        def step(x, y):
            with tf.GradientTape() as tape:
                hidden = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, kernel, 1, "VALID"), bias))
                logits = tf.matmul(tf.reshape(hidden, [tf.shape(hidden)[0], 288]), dense) + offset
                loss = tf.reduce_sum(tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits)) / BATCH
            gradients = tf.distribute.get_replica_context().all_reduce("sum", tape.gradient(loss, variables))
            for variable, gradient in zip(variables, gradients):
                variable.assign_sub(0.1 * gradient)
            return loss

        @tf.function
        def train(x, y):
            return strategy.reduce("sum", strategy.run(step, (x, y)), axis=None)

        data = tf.data.Dataset.from_tensor_slices((images, labels)).batch(BATCH).repeat(2)
        return [float(train(x, y)) for x, y in strategy.experimental_distribute_dataset(data)]

    devices = ["/TEST_NPU:0", "/TEST_NPU:1"]
    ways = {"ReductionToOneDevice": tf.distribute.ReductionToOneDevice(),
            "HierarchicalCopyAllReduce": tf.distribute.HierarchicalCopyAllReduce(), "the default": None}
    result = {"cpu": losses(tf.distribute.OneDeviceStrategy("/CPU:0"))}
    for name, cross_device_ops in ways.items():
        strategy = tf.distribute.MirroredStrategy(devices, cross_device_ops)
        result[name] = [strategy.num_replicas_in_sync, losses(strategy)]
    print(json.dumps(result))
"""

KERAS = """
    import json
    import keras
    import numpy as np
    import tensorflow as tf

    random = np.random.default_rng(1)
    inputs = random.normal(size=(256, 10)).astype(np.float32)
    labels = (inputs[:, 0] * inputs[:, 1] > 0).astype(np.int64)

    def make():
        return keras.Sequential([keras.Input((10,)), keras.layers.Dense(16, "relu"), keras.layers.Dense(2)])

    with tf.device("/CPU:0"):
        weights = make().get_weights()

    def losses(strategy):
        with strategy.scope():
            model = make()
            model.set_weights(weights)
            model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
        return model.fit(inputs, labels, batch_size=32, epochs=3, shuffle=False, verbose=0).history["loss"]

    print(json.dumps([losses(tf.distribute.OneDeviceStrategy("/CPU:0")),
                      losses(tf.distribute.MirroredStrategy(["/TEST_NPU:0", "/TEST_NPU:1"]))]))
"""


class Mirrored(unittest.TestCase):
    def assert_close(self, actual, expected):
        self.assertEqual(len(actual), len(expected))
        for a, e in zip(actual, expected):
            self.assertAlmostEqual(a, e, delta=1e-5 * abs(e))

    def train_in(self, release):
        done, result = support.run_code(PROGRAM, support.training_plugin(), release)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        expected = result.pop("cpu")
        self.assertLess(expected[-1], expected[0])
        for way, (replicas, losses) in result.items():
            with self.subTest(way):
                self.assertEqual(replicas, 2)
                self.assert_close(losses, expected)

    def test_2_15(self):
        self.train_in("2.15")

    def test_newest(self):
        self.train_in("newest")

    def test_keras_in_the_newest(self):
        done, result = support.run_code(KERAS, support.training_plugin())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assert_close(result[1], result[0])


if __name__ == "__main__":
    support.main()
