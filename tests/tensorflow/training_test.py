"""Networks train on the device, with Keras 2 and 3 and by hand, in every supported release."""

import itertools
import json
import pathlib
import re
import tempfile
import unittest

import support

# What the CPU computes in a step of training in mixed precision, and why. All of it is TensorFlow's own lists of tensors,
# whose kernels for devices take numbers only, or zeros of them.
LEFT_TO_THE_CPU = {
    "ZerosLike(variant)": "gradients of lists begin with lists of zeros",
    "TensorListFromTensor(bool,int32)": "the steps of a mask are a list of bool",
    "TensorListGetItem(bool,int32)": "the same",
    "TensorListPopBack(bool)": "the same, on the way back",
}
UNREACHED = support.REPOSITORY / "tests" / "golden" / "unreached.txt"

# A perceptron on a device whose memory the host cannot touch, eagerly and in a tf.function, beside the CPU.
PROGRAM = """
    import gc
    import json
    import numpy as np
    import tensorflow as tf

    random = np.random.default_rng(1)
    images = random.normal(size=(64, 20)).astype(np.float32)
    labels = (images[:, 0] > 0).astype(np.int64)
    weights = [random.normal(scale=0.3, size=size).astype(np.float32) for size in ((20, 16), (16,), (16, 2), (2,))]

    def losses(device, compiled):
        with tf.device(device):
            variables = [tf.Variable(w) for w in weights]
            steps = tf.Variable(0, dtype=tf.int64)

            def step():
                with tf.GradientTape() as tape:
                    hidden = tf.nn.relu(tf.nn.bias_add(tf.matmul(tf.constant(images), variables[0]), variables[1]))
                    logits = tf.nn.bias_add(tf.matmul(hidden, variables[2]), variables[3])
                    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
                for variable, gradient in zip(variables, tape.gradient(loss, variables)):
                    variable.assign_sub(0.1 * gradient)
                steps.assign_add(1)
                return loss

            step = tf.function(step) if compiled else step
            return [float(step()) for _ in range(20)], int(steps)

    result = {"cpu": losses("/CPU:0", False)}
    for name, compiled in (("eager", False), ("function", True)):
        result[name] = losses("/TEST_NPU:0", compiled)

    with tf.device("/TEST_NPU:0"):
        variable = tf.Variable([1.0, 2.0])
        errors = []
        for update in (lambda: variable.assign_add([1.0]),
                       lambda: tf.raw_ops.AssignAddVariableOp(resource=variable.handle, value=tf.constant([2.0, 2.0]))):
            try:
                update()
                errors.append("")
            except Exception as error:
                errors.append(f"{type(error).__name__}: {error}")
        updated = variable.numpy().tolist()
    # Images without channels: there is nothing to divide by.
    with tf.device("/TEST_NPU:0"):
        empty = dict(strides=[1, 1, 1, 1], padding="SAME")
        convolved = tf.raw_ops.Conv2D(input=tf.zeros([1, 2, 2, 0]), filter=tf.ones([1, 1, 3, 4]), **empty)
        for_filter = tf.raw_ops.Conv2DBackpropFilter(input=tf.zeros([1, 2, 2, 0]), filter_sizes=[1, 1, 3, 4],
                                                     out_backprop=tf.ones([1, 2, 2, 4]), **empty)
        without_channels = [convolved.shape.as_list(), for_filter.shape.as_list(),
                            float(tf.reduce_sum(tf.abs(convolved)) + tf.reduce_sum(tf.abs(for_filter)))]

    # 200 variables of 1 MiB, updated and dropped; then 10 models of 1 MiB, trained and dropped.
    def in_use():
        gc.collect()
        return tf.config.experimental.get_memory_info("TEST_NPU:0")["current"]

    before = in_use()
    for _ in range(200):
        with tf.device("/TEST_NPU:0"):
            variable = tf.Variable(tf.zeros([262144]))
            variable.assign_add(tf.ones([262144]))
        last = variable.numpy()[0]
        del variable
    left = in_use() - before

    def train_a_model():
        with tf.device("/TEST_NPU:0"):
            layers = [tf.Variable(tf.random.normal([256, 256])) for _ in range(4)]
            inputs = tf.random.normal([32, 256])

            @tf.function
            def step():
                with tf.GradientTape() as tape:
                    values = inputs
                    for layer in layers:
                        values = tf.nn.relu(values @ layer)
                    loss = tf.reduce_mean(values)
                for layer, gradient in zip(layers, tape.gradient(loss, layers)):
                    layer.assign_sub(0.01 * gradient)
                return loss

            step()
            return step().numpy()

    train_a_model()  # what stays of the first is kept for all
    before = in_use()
    for _ in range(10):
        train_a_model()
    print(json.dumps({**result, "errors": errors, "variable": updated, "left": left, "left_by_models": in_use() - before,
                      "last": float(last), "without_channels": without_channels}))
"""


def fit(test, trainings, release="newest", options=("--epochs", "0"), **variables):
    """The first losses of the trainings whose names begin so, or of all."""
    done = support.run_fit(trainings, *options, plugin=support.training_plugin(), release=release, **variables)
    test.assertEqual(done.returncode, 0, done.stdout + done.stderr[-3000:])
    test.assertIn("every loss agrees with the CPU's", done.stdout)


class Keras(unittest.TestCase):
    def test_fit_agrees_with_the_cpu(self):
        done, report = support.demo_report("--train", "--epochs", "0", "--project", support.training_project())
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual({name.split()[0] for name in report["results"]}, {"mlp", "cnn", "resnet", "transformer", "lstm"})
        for name, result in report["results"].items():
            with self.subTest(name):
                # Each is of other pictures, so that single ones rise and fall.
                self.assertLess(sum(result["losses"][-5:]), sum(result["losses"][:5]))
                self.assertLessEqual(result["relative_difference"], 2e-2 if "float16" in name else 1e-4)
                self.assertEqual(result["floats_elsewhere"], [])

    def test_an_epoch_trains_as_well_as_on_the_cpu(self):
        with tempfile.TemporaryDirectory() as folder:
            fit(self, ["mlp Adam", "cnn Adam"], options=["--epochs", "1", "--json", f"{folder}/report.json"])
            report = json.loads(pathlib.Path(folder, "report.json").read_text(encoding="utf-8"))
        self.assertEqual(len(report["results"]), 2)
        for name, result in report["results"].items():
            with self.subTest(name):
                self.assertGreater(result["accuracy"], result["accuracy_cpu"] - 0.05)

    def test_a_network_of_sounds(self):
        """Its complex numbers are the CPU's, to and from which tensors are copied."""
        done, result = support.run_code(
            """
            import json
            import keras
            import numpy as np
            import tensorflow as tf

            random = np.random.default_rng(1)
            labels = random.integers(0, 3, 24)
            tones = np.sin(np.arange(2048) / 8000 * 2 * np.pi * (300 + 400 * labels[:, None]))
            sounds = (tones + 0.3 * random.normal(size=tones.shape)).astype(np.float32)

            class LogMel(keras.layers.Layer):
                def build(self, shape):
                    self.gain = self.add_weight(shape=(129,), initializer="ones")

                def call(self, x):
                    spectrum = tf.signal.stft(x, 256, 128) * tf.cast(self.gain, tf.complex64)
                    mel = tf.signal.linear_to_mel_weight_matrix(20, 129, 8000, 80.0, 3800.0)
                    return tf.math.log(tf.matmul(tf.abs(spectrum) ** 2, mel) + 1e-3)[..., None]

            def trained(device):
                with tf.device(device):
                    keras.utils.set_random_seed(3)
                    model = keras.Sequential([keras.Input((2048,)), LogMel(), keras.layers.Conv2D(8, 3, activation="relu"),
                                              keras.layers.GlobalAveragePooling2D(), keras.layers.Dense(3, activation="softmax")])
                    model.compile("sgd", "sparse_categorical_crossentropy")
                    losses = model.fit(sounds, labels, batch_size=8, epochs=3, verbose=0, shuffle=False).history["loss"]
                    return losses, model.layers[0].gain.numpy().tolist()

            print(json.dumps([trained("/CPU:0"), trained("/TEST_NPU:0")]))
            """,
            support.training_plugin())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        (losses_cpu, gain_cpu), (losses, gain) = result
        self.assertLess(losses[-1], losses[0])
        self.assertNotEqual(set(gain), {1.0}, "the spectrum has no gradient")
        for found, expected in zip(losses + gain, losses_cpu + gain_cpu):
            self.assertAlmostEqual(found, expected, delta=1e-4)


class MixedPrecision(unittest.TestCase):
    def test_every_family_trains_on_the_device(self):
        program = support.REPOSITORY / "tests" / "tensorflow" / "mixed_precision_program.py"
        done = support.run_program(program, "TEST_NPU", plugin=support.training_plugin())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        report = json.loads(done.stdout.strip().splitlines()[-1])
        self.assertEqual(set(report), {"mixed_float16", "mixed_bfloat16"})
        for policy, families in report.items():
            self.assertEqual(len(families), 7)
            for family, step in families.items():
                with self.subTest(policy=policy, family=family):
                    self.assertTrue(0 < step["loss"] < 10, step["loss"])
                    self.assertGreater(step["on_device"], 80)
                    self.assertEqual({op: count for op, count in step["elsewhere"].items() if op not in LEFT_TO_THE_CPU}, {})
        of_lists = {op for families in report.values() for op in families["recurrent"]["elsewhere"]}
        self.assertEqual(set(LEFT_TO_THE_CPU) - of_lists, set(), "no longer left to the CPU")


class GradientsOfLists(unittest.TestCase):
    def test_elements_are_added_on_the_device(self):
        """Loops that read each element, some twice, some never, and elements of which only a step of the loop knows the shape."""
        for release in support.RELEASES:
            with self.subTest(release=release):
                done, result = support.run_code(
                    """
                    import json
                    import numpy as np
                    import tensorflow as tf
                    from tensorflow.python.eager import context

                    def gradient(device, order, dtype, shape):
                        @tf.function(input_signature=[tf.TensorSpec(shape, dtype)])
                        def of(x):
                            with tf.GradientTape() as tape:
                                tape.watch(x)
                                rows = tf.TensorArray(dtype, 5, element_shape=shape[1:]).unstack(x)
                                total = tf.zeros_like(x[0])
                                if order:
                                    for i in tf.constant(order):
                                        total = total * rows.read(i) + rows.read((i + 1) % 5)
                                else:  # no list but those of one element
                                    total = rows.read(0) * rows.read(3) + rows.read(3)
                                loss = tf.reduce_sum(total)
                            return tape.gradient(loss, x)

                        with tf.device(device):
                            return of(tf.cast(tf.reshape(tf.range(15.0) / 8 - 1, [5, 3]), dtype))

                    # Elements of two shapes, one of which broadcasts to the other.
                    def refused(device):
                        @tf.function
                        def of(x, y):
                            def one(value):
                                lists = tf.raw_ops.TensorListReserve(element_shape=-1, num_elements=2, element_dtype=tf.float32)
                                return tf.raw_ops.TensorListSetItem(input_handle=lists, index=0, item=value)
                            total = tf.raw_ops.AddN(inputs=[one(x), one(y)])
                            return tf.raw_ops.TensorListGetItem(input_handle=total, index=0, element_shape=-1, element_dtype=tf.float32)

                        with tf.device(device):
                            try:
                                return of(tf.ones([3]), tf.ones([1])).numpy().tolist()
                            except tf.errors.OpError:
                                return "refused"

                    cases = [(order, dtype, shape) for order in ([0, 1, 2, 3, 4], [3, 3, 0], []) for dtype in (tf.float32, tf.half)
                             for shape in ([5, 3], [None, None])]
                    expected = [gradient("/CPU:0", *case).numpy().tolist() for case in cases]
                    context.enable_run_metadata()
                    found = [gradient("/TEST_NPU:0", *case).numpy().tolist() for case in cases]
                    nodes = [node for graph in context.export_run_metadata().partition_graphs for node in graph.node]
                    sums = [node.name for node in nodes if node.op == "AddN" and node.attr["T"].type == tf.variant.as_datatype_enum]
                    reads = [node for node in nodes if node.op == "TensorListGetItem" and "TEST_NPU" in node.device]
                    print(json.dumps([expected, found, sums, len(reads), [refused("/CPU:0"), refused("/TEST_NPU:0")]]))
                    """, support.training_plugin(), release)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                expected, found, sums, reads, refused = result
                self.assertEqual(refused, ["refused", "refused"])
                self.assertEqual(found, expected)
                self.assertEqual(sums, [])
                # Three in each loop, one of them of integers, and one for each gradient. Without a loop two, since equal ones are one,
                # and one for each of three gradients but the first.
                self.assertEqual(reads, 8 * 5 + 4 * 4)


class InPlace(unittest.TestCase):
    def test_updates_write_into_the_tensor_that_they_are_given(self):
        """Whoever else holds it sees them: InplaceUpdate and its like make aliases, on the CPU and on the device."""
        done, result = support.run_code(
            """
            import json
            import tensorflow as tf

            def updated(device):
                with tf.device(device):
                    x = tf.reshape(tf.range(6.0), [3, 2]) + 0.0
                    rows = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
                    added = tf.raw_ops.InplaceAdd(x=x, i=[1, -2, 7], v=rows)
                    updated = tf.raw_ops.InplaceUpdate(x=added, i=[0], v=rows[:1])
                    last = tf.raw_ops.InplaceSub(x=updated, i=[2], v=rows[2:])

                    @tf.function
                    def in_function(y):
                        return tf.raw_ops.InplaceAdd(x=y, i=[0], v=rows[:1])

                    values = [tensor.numpy().tolist() for tensor in (x, added, updated, last, in_function(last), x)]
                    return values, {last.backing_device.split(":")[-2]}, last.dtype.name

            def failed():
                with tf.device("/TEST_NPU:0"):
                    x = tf.zeros([2, 2]) + 1.0
                    bad = tf.gather(tf.ones([1, 2]), [5])
                    try:
                        return tf.raw_ops.InplaceAdd(x=x, i=[0], v=bad).numpy().tolist()
                    except tf.errors.InvalidArgumentError as error:
                        return str(error)

            on_cpu, on_device = updated("/CPU:0"), updated("/TEST_NPU:0")
            print(json.dumps([on_cpu[0], on_device[0], sorted(on_device[1]), failed()]))
            """,
            support.training_plugin(), TEST_NPU_DELAYS="1")  # errors come late
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        on_cpu, on_device, where, failed = result
        self.assertEqual(where, ["TEST_NPU"])
        self.assertEqual(on_device, on_cpu)
        self.assertEqual(on_cpu[0], on_cpu[3])
        self.assertIn("indices[0] = 5 is not in [0, 1)", failed)


class Fit(unittest.TestCase):
    def test_networks_train_whatever_the_device_takes_its_time_for(self):
        """The reference driver waits at random before each piece of work, so that nothing passes by luck."""
        fit(self, ["mlp Adam"], TEST_NPU_DELAYS="7")
        fit(self, ["cnn Adam"], TEST_NPU_DELAYS="7", TEST_NPU_COPY_ONLY="1")

    def test_2_12(self):
        # Nothing in bfloat16: the CPU's FusedBatchNormV3 takes none there.
        fit(self, ["cnn Adam", "lstm", "transformer Adam", "cnn float16"], "2.12")

    def test_on_copies(self):
        """On a device that can only copy: each kernel works on copies in the host's memory. Kernels.test_on_copies has all of them."""
        fit(self, ["cnn Adam", "lstm", "transformer Adam"], "2.15", TEST_NPU_COPY_ONLY="1")

    def test_2_19(self):
        fit(self, ["cnn Adam", "lstm", "cnn bfloat16"], "2.19")

    def test_2_21(self):
        fit(self, ["cnn Adam", "lstm", "cnn bfloat16"], "2.21")

    def test_nightly(self):
        fit(self, ["cnn Adam", "lstm", "cnn bfloat16"], "nightly")


class Kernels(unittest.TestCase):
    """One program, with the libraries of each release."""

    def sweep(self, release, cases=20, **variables):
        program = "tests/generated/kernel_test"
        build = support.training_project("kernel_test") / "build"
        libraries = support.site_packages(release) / "tensorflow"
        done = support.run([build / program if release == "newest" else support.relink.for_any_release(build, program)],
                           env=support.environment(LD_LIBRARY_PATH=str(libraries), TEST_NPU_TEST_CASES=str(cases), **variables))
        self.assertEqual(done.returncode, 0, (done.stdout + done.stderr)[-5000:])
        self.assertRegex(done.stdout, r"\[  PASSED  \] 6\d\d tests")
        return done.stdout.splitlines()

    def test_2_12(self):
        self.sweep("2.12")

    def test_on_copies(self):
        """All of it on copies in the host's memory; what fell back are the primitives that the catalogue names."""
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report.txt"
            self.sweep("2.15", TEST_NPU_COPY_ONLY="1", TEST_NPU_FALLBACK=f"report:{report}")
            text = report.read_text(encoding="utf-8")
        found = {}
        for op, primitive in re.findall(r"^  (\w+), ([\w-]+) +\d", text, re.M):
            # The plugin's own ops stand for others, and some work of an op belongs to no primitive.
            if not op.startswith("TestNpu"):
                found.setdefault(op, set()).update({primitive} - {"-"})
        self.assertGreater(len(found), 150)
        known = {op: set() for op in found}
        for primitive, ops in support.primitives().items():
            for op in ops & known.keys():
                known[op].add(primitive)
        self.assertEqual(found, known)

    def test_2_19(self):
        self.sweep("2.19")

    def test_2_21(self):
        self.sweep("2.21", TEST_NPU_TEST_WORDS="1")  # the reference kernels have its words

    def test_nightly(self):
        self.sweep("nightly")

    def test_newest(self):
        lines = self.sweep("newest", cases=60)
        # What no call came to must not grow. Most of it are ops that refuse nothing, and gradients of empty tensors,
        # where the CPU's kernels are no judge.
        listed = itertools.takewhile(lambda line: line.startswith("  "), lines[lines.index("What no call came to:") + 1:])
        known = UNREACHED.read_text(encoding="utf-8").splitlines()
        # The plugin's own ops have no kernel on the CPU: the ops on variables that they stand for are tested.
        unknown = [line.strip() for line in listed if line.strip() not in known]
        self.assertEqual([line for line in unknown if not line.startswith("TestNpu")], [])


class Variables(unittest.TestCase):
    def test_what_an_op_only_reads_is_not_copied_back(self):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report.txt"
            done, found = support.run_code(
                """
                import json
                import tensorflow as tf

                with tf.device("/TEST_NPU:0"):
                    variable = tf.Variable(tf.ones([1 << 20, 2]))
                    # In a function: an eager op reads the variable, and gathers of that.
                    rows = tf.function(lambda: tf.raw_ops.ResourceGather(resource=variable.handle, indices=[3, 1], dtype=tf.float32))
                    print(json.dumps(rows().numpy().tolist()))
                """,
                support.training_plugin(), "2.15", alone=True, TEST_NPU_COPY_ONLY="1", TEST_NPU_FALLBACK=f"report:{report}")
            self.assertEqual(done.returncode, 0, done.stderr[-3000:])
            text = report.read_text(encoding="utf-8")
        self.assertEqual(found, [[1, 1], [1, 1]])
        down, up = re.search(r"^  ResourceGather, gather +1 +(\S+) +(\S+)", text, re.M).groups()
        self.assertEqual((float(down), float(up)), (8, 0), text)


class Releases(unittest.TestCase):
    def train_in(self, release):
        done, result = support.run_code(PROGRAM, support.training_plugin(), release)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        losses, _ = result["cpu"]
        for way in ("eager", "function"):
            actual, steps = result[way]
            self.assertEqual(steps, 20)
            for expected, loss in zip(losses, actual):
                self.assertAlmostEqual(loss, expected, delta=1e-5 * expected)
        self.assertEqual(result["last"], 1)
        self.assertEqual(result["without_channels"], [[1, 2, 2, 4], [1, 1, 3, 4], 0])
        self.assertLess(result["left"], 1 << 20)
        self.assertLess(result["left_by_models"], 1 << 20)
        return result

    def train_and_update(self, release):
        """By kernels where TensorFlow gives plugins access to variables, by Python where it does not."""
        result = self.train_in(release)
        self.assertIn("InvalidArgumentError: ", result["errors"][0])
        self.assertEqual(result["errors"][1], "")
        self.assertEqual(result["variable"], [3.0, 4.0])

    def test_2_12(self):
        self.train_and_update("2.12")

    def test_2_15(self):
        self.train_and_update("2.15")

    def test_2_19(self):
        self.train_and_update("2.19")

    def test_2_21(self):
        self.train_and_update("2.21")

    def test_newest(self):
        self.train_and_update("newest")

    def test_nightly(self):
        self.train_and_update("nightly")


if __name__ == "__main__":
    support.main()
