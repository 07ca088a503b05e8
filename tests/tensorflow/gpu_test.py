"""A device of type GPU on the CPU wheel: scripts that say /GPU:0, or leave the devices to TensorFlow, run unchanged."""

import concurrent.futures
import json
import unittest

import support

SPEC = """\
plugingen: 1
plugin: {name: test_npu}
device: {type: GPU, platform: TEST_GPU, count: 2, memory: {host_visible: false}}
kernels:
  - {op: Add, types: float} # what collectives sum with
  - {op: AddN, types: float}
  - {op: AddV2, types: float}
  - {op: BiasAdd, types: float}
  - {op: BroadcastTo, types: {T: float}} # what 2.15 makes of a sum with zeros
  - {op: Conv2D, types: float}
  - {op: MatMul, types: float}
  - {op: MaxPool, types: float}
  - {op: Mul, types: float}
  - {op: PreventGradient, types: float, implementation: stub} # TensorFlow has a kernel of its own for GPU
  - {op: Relu, types: float}
  - {op: Sigmoid, types: float}
  - {op: Softmax, types: float}
  - {op: Square, types: float} # TensorFlow makes x * x so without asking whether there is a kernel
  - {op: Sub, types: float}
  - {op: Sum, types: {T: float}}
  - {op: Tanh, types: float}
  - set: variables
"""

# What Keras and TensorFlow leave to cuDNN on a device of type GPU, as far as it is one of CUDA's.
RECURRENT = """
    import json
    import numpy as np
    import tensorflow as tf

    layers = tf.keras.layers
    random = np.random.default_rng(1)
    x = random.normal(size=(4, 6, 3)).astype(np.float32)
    x[1, 4:] = 0.0  # masked at the end, and a sequence as a whole
    x[2] = 0.0
    y = random.normal(size=(4, 2)).astype(np.float32)

    def train(device):
        tf.keras.utils.set_random_seed(1)
        with tf.device(device):
            model = tf.keras.Sequential([
                tf.keras.Input((6, 3), batch_size=4), layers.Masking(),
                layers.LSTM(5, return_sequences=True, stateful=True),
                layers.Bidirectional(layers.GRU(4, return_sequences=True)),
                layers.GRU(4, return_sequences=True), layers.Bidirectional(layers.LSTM(3)), layers.Dense(2)])
            model.compile(tf.keras.optimizers.SGD(0.1), "mse")
            losses = [float(model.train_on_batch(x, y)) for _ in range(3)]
            return losses + model(tf.constant(x)).numpy().ravel().tolist()  # op by op

    labels = tf.sparse.from_dense([[1, 2], [2, 0]])
    logits = random.normal(size=(5, 2, 4)).astype(np.float32)

    def loss(device):
        def compute():
            return tf.nn.ctc_loss(labels, logits, None, [5, 4], blank_index=0)

        with tf.device(device):
            return compute().numpy().tolist() + tf.function(compute)().numpy().tolist()

    print(json.dumps([(train(device), loss(device)) for device in ("/CPU:0", "/GPU:0")]))
"""

# One of the processes that train a linear model together. Core's Python gives every worker its devices of type GPU.
WORKER = """
    import json
    import os

    os.environ["TF_CONFIG"] = {config!r}
    import numpy as np
    import tensorflow as tf

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    inputs = np.random.default_rng(1).normal(size=(64, 4)).astype(np.float32)
    targets = inputs @ np.arange(4, dtype=np.float32)[:, None]
    with strategy.scope():
        weights = tf.Variable(tf.zeros([4, 1]))

    def step(x, y):
        error = tf.matmul(x, weights) - y
        gradient = tf.matmul(x, error, transpose_a=True) * 0.01
        weights.assign_sub(tf.distribute.get_replica_context().all_reduce("sum", gradient))
        return tf.reduce_sum(error * error)

    @tf.function
    def train(x, y):
        return strategy.reduce("sum", strategy.run(step, (x, y)), axis=None)

    data = tf.data.Dataset.from_tensor_slices((inputs, targets)).batch(16)
    options = tf.data.Options()
    options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
    data = strategy.experimental_distribute_dataset(data.with_options(options))
    losses = [float(train(x, y)) for x, y in data]

    expected, w = [], np.zeros((4, 1), np.float32)
    for i in range(0, 64, 16):
        x, y = inputs[i:i + 16], targets[i:i + 16]
        expected.append(float(np.sum((x @ w - y) ** 2)))
        w -= 0.01 * x.T @ (x @ w - y)
    print(json.dumps({{"devices": strategy.extended.worker_devices, "replicas": strategy.num_replicas_in_sync,
                      "losses": losses, "expected": expected}}))
"""


class Gpu(unittest.TestCase):
    def test_two_processes_train_on_two_devices_each(self):
        plugin = support.build_project("test_npu", SPEC, folder="gpu", many_kernels=True) / "build" / "libtest_npu.so"
        workers = [f"127.0.0.1:{port}" for port in support.free_ports(2)]

        def work(index):
            config = json.dumps({"cluster": {"worker": workers}, "task": {"type": "worker", "index": index}})
            return support.run_code(WORKER.format(config=config), plugin)

        with concurrent.futures.ThreadPoolExecutor() as pool:
            for index, (done, result) in enumerate(pool.map(work, range(2))):
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual([d.split("device:")[-1] for d in result["devices"]], ["GPU:0", "GPU:1"], index)
                self.assertEqual(result["replicas"], 4)
                for loss, expected in zip(result["losses"], result["expected"], strict=True):
                    self.assertAlmostEqual(loss, expected, delta=1e-5 * expected)

    def test_recurrent_networks_do_without_cudnn(self):
        plugin = support.build_project("test_npu", SPEC, folder="gpu", many_kernels=True) / "build" / "libtest_npu.so"
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            runs = pool.map(lambda release: support.run_code(RECURRENT, plugin, release), support.RELEASES)
            for release, (done, result) in zip(support.RELEASES, runs, strict=True):
                with self.subTest(release=release):
                    self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                    for expected, actual in zip(*result, strict=True):
                        for one, other in zip(expected, actual, strict=True):
                            self.assertAlmostEqual(one, other, delta=1e-5)

    def test_batches_are_prefetched_to_the_device(self):
        plugin = support.build_project("test_npu", SPEC, folder="gpu", many_kernels=True) / "build" / "libtest_npu.so"
        for release in support.ENDS:
            done, result = support.run_code(
                """
                import json
                import tensorflow as tf

                data = tf.data.Dataset.from_tensor_slices([[1.0], [2.0], [3.0]]).batch(2)
                data = data.apply(tf.data.experimental.prefetch_to_device("/GPU:1"))
                print(json.dumps([[batch.backing_device[-5:], batch.numpy().tolist()] for batch in data]))
                """, plugin, release)
            self.assertEqual(done.returncode, 0, done.stderr[-3000:])
            self.assertEqual(result, [["GPU:1", [[1.0], [2.0]]], ["GPU:1", [[3.0]]]], release)

    def test_a_script_for_gpus(self):
        project = support.build_project("test_npu", SPEC, folder="gpu", many_kernels=True)
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
            project / "build" / "libtest_npu.so")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(result["gpus"], ["/physical_device:GPU:0", "/physical_device:GPU:1"])
        self.assertTrue(result["device"].endswith("/device:GPU:0"), result["device"])
        self.assertLess(result["difference"], 1e-5)
        self.assertEqual(result["integers"], [4, 6])
        self.assertIn("PreventGradient", result["stub"])  # the plugin's, and not TensorFlow's


if __name__ == "__main__":
    support.main()
