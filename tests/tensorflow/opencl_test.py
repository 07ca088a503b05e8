"""Plugins for OpenCL devices, on PoCL: the emitted tests, networks of every family in several releases, one queue for all
streams, several devices, and machines on which there is no device."""

import functools
import re
import subprocess
import unittest

import support

SPEC = (support.REPOSITORY / "device_specs" / "opencl.yaml").read_text(encoding="utf-8")
TARGETS = ("test_npu", "runtime_test", "compute_test", "kernel_test", "test_npu_faulty", "conformance")
TESTS = "runtime|runtime_one_queue|kernels|conformance_faults"
FAMILIES = ("mlp Adam", "cnn Adam", "transformer Adam", "lstm Adam", "resnet")
CLANG = ["clang", "-x", "cl", "-cl-std=CL1.2", "-target", "spir64", "-Xclang", "-finclude-default-header", "-fsyntax-only", "-Wall",
         "-Wno-unused-function", "-Wno-unused-but-set-variable", "-Werror", "-"]

DEVICES = """
    import json
    import tensorflow as tf

    print(json.dumps(len(tf.config.list_physical_devices("TEST_NPU"))))
"""
SUMS = """
    import json
    import tensorflow as tf

    found = []
    for i, device in enumerate(tf.config.list_logical_devices("TEST_NPU")):
        with tf.device(device.name):
            x = tf.range(100_000, dtype=tf.float32) + i
        with tf.device("/TEST_NPU:0"):
            found.append(float(tf.reduce_max(tf.identity(x) * 2)))  # a copy between two devices
    print(json.dumps(found))
"""
# Models whose training needs nothing that only the host computes, once they have their weights. Adam sums the slices of a gradient, SGD
# subtracts them from the table; each batch normalization has a sum of three gradients.
ON_DEVICE = """
    import json
    import os
    import numpy as np
    import tensorflow as tf

    keras = tf.keras
    layers = keras.layers
    words = np.random.default_rng(1).integers(0, 500, (128, 24))
    words[:, 16:] = 0
    kinds = words[:, 0] % 4

    def embedding():
        return words, keras.Sequential([layers.Embedding(500, 32), layers.GlobalAveragePooling1D(), layers.Dense(4)])

    def weights(shape, dtype=None):
        return tf.constant(np.random.default_rng(3).normal(size=shape).astype("f") / 4)

    def residual():
        images = keras.Input((6, 6, 4))
        x = images
        for _ in range(2):
            y = layers.Conv2D(4, 3, padding="same", use_bias=False, kernel_initializer=weights)(layers.ReLU()(x))
            x = layers.Add()([x, layers.BatchNormalization(momentum=0.9)(y)])
            if "TEST_NPU_OPENCL_LIKE_GPU" in os.environ:  # the host pools for processors
                x = layers.MaxPooling2D(2, 1)(x)
        x = layers.Dense(4, kernel_initializer=weights)(layers.GlobalAveragePooling2D()(x))
        return np.random.default_rng(2).normal(size=(128, 6, 6, 4)).astype("f"), keras.Model(images, x)

    def resizing():
        model = keras.Sequential([layers.Conv2D(4, 3, kernel_initializer=weights), layers.UpSampling2D(2),
                                  layers.Conv2D(4, 3, activation="tanh", kernel_initializer=weights), layers.UpSampling2D((3, 2), interpolation="bilinear"),
                                  layers.Conv2D(4, 3, activation="tanh", kernel_initializer=weights), layers.Flatten(),
                                  layers.Dense(4, kernel_initializer=weights)])
        return np.random.default_rng(2).normal(size=(128, 6, 6, 4)).astype("f"), model

    def losses(device, make, optimizer):
        with tf.device(device):
            keras.utils.set_random_seed(1)
            inputs, model = make()
            model.compile(optimizer(), keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
            history = model.fit(inputs, kinds, batch_size=32, epochs=2, verbose=0, shuffle=False).history
            return [*history["loss"], *history["accuracy"]]

    cases = ((embedding, keras.optimizers.Adam), (embedding, lambda: keras.optimizers.SGD(0.5)), (residual, keras.optimizers.Adam),
             (resizing, keras.optimizers.Adam))
    found = [[losses(device, *case) for device in ("/CPU:0", "/TEST_NPU:0")] for case in cases]
    for terms in range(3, 7):
        for dtype in (tf.float32, tf.half, tf.int32):
            with tf.device("/TEST_NPU:0"):
                each = [tf.cast(tf.range(100) % (7 + i), dtype) for i in range(terms)]
                found.append([[sum(float(tf.reduce_sum(term)) for term in each)], [float(tf.reduce_sum(tf.add_n(each)))]])
    with tf.device("/TEST_NPU:0"):
        x = tf.reshape(tf.range(60.0), (3, 4, 5))
        for part in (lambda x: x[:, 1:3, ::2], lambda x: x[1], lambda x: x[..., 3:1:-1], lambda x: x[:, 4:]):
            with tf.GradientTape() as tape:
                tape.watch(x)
                loss = tf.reduce_sum(part(x) ** 2)
            given = np.arange(60.0).reshape(3, 4, 5)
            expected = np.zeros((3, 4, 5))
            part(expected)[...] = 2 * part(given)
            found.append([expected.flatten().tolist(), tape.gradient(loss, x).numpy().flatten().tolist()])
    print(json.dumps(found))
"""


# The ops of the ready sets of fusions, in each data type, beside what TensorFlow's CPU computes in double. Their inputs have just been
# computed, so that results take the place of those that they may. Prints for each how far it is off, as a share of what it may be.
FUSED_OPS = """
    import functools
    import json
    import os
    import numpy as np
    import tensorflow as tf
    from tensorflow.python.framework import op_def_library

    module = tf.load_op_library(os.environ["TF_PLUGGABLE_DEVICE_LIBRARY_PATH"].replace(".so", "_ops.so"))
    fused = {name.replace("_", ""): getattr(module, name) for name in dir(module)}
    random = np.random.default_rng(1)
    MAY_BE_OFF = {"float32": 2e-5, "float64": 1e-12, "float16": 1e-2, "bfloat16": 8e-2}
    ACTIVATIONS = {"": lambda x: x, "Relu": tf.nn.relu, "Relu6": tf.nn.relu6, "Elu": tf.nn.elu, "Selu": tf.nn.selu, "Sigmoid": tf.sigmoid,
                   "Tanh": tf.tanh, "Softplus": tf.nn.softplus, "Gelu": lambda x: x * tf.math.erfc(-x * 0.5 ** 0.5) / 2}
    STATISTICS = ("scale", "offset", "mean", "variance")
    SAME = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    VALID = {"strides": [1, 2, 2, 1], "padding": "VALID"}

    def draw(*shape):
        return random.normal(size=shape)

    def positive(*shape):
        return random.uniform(0.5, 2, size=shape)

    def conv(x, w, attrs):
        return tf.nn.conv2d(x, w, attrs["strides"], attrs["padding"])

    def normalize(x, mean, variance, scale, offset, epsilon):
        return (x - mean) * tf.math.rsqrt(variance + epsilon) * scale + offset

    def layer_norm(x, scale, offset, epsilon):
        mean, variance = tf.nn.moments(x, -1, keepdims=True)
        return normalize(x, mean, variance, scale, offset, epsilon)

    def attention(query, key, value, scale, mask=True, other=0.0):
        scores = tf.einsum("BTNH,BSNH->BNTS", query, key) * scale
        return tf.einsum("BNTS,BSNH->BTNH", tf.nn.softmax(tf.where(mask, scores, tf.cast(other, scores.dtype))), value)

    cases = []  # op, inputs in the order of the op's, attrs, what it should compute of the inputs

    def add(op, inputs, expected, **attrs):
        cases.append((op, inputs, attrs, expected))

    for name, f in ACTIVATIONS.items():
        a, b, bias = draw(5, 7), draw(7, 6), draw(6)
        of = {"activation": name}
        add("FusedMatMul", {"a": a, "b": b, "bias": bias}, lambda a, b, bias, f=f: f(a @ b + bias), **of)
        add("FusedMatMulAdd", {"a": a, "b": b, "bias": bias, "addend": draw(5, 6)}, lambda a, b, bias, y, f=f: f(a @ b + bias + y), **of)
        add("FusedConv2D", {"input": draw(2, 7, 8, 3), "filter": draw(3, 3, 3, 5), "bias": draw(5)},
            lambda x, w, bias, f=f: f(conv(x, w, SAME) + bias), **SAME, **of)
        add("FusedBiasAdd", {"value": draw(3, 4, 6), "bias": bias}, lambda x, bias, f=f: f(x + bias), **of)
    tall = draw(70, 131), draw(131, 66), draw(66)
    add("FusedMatMul", dict(zip(("a", "b", "bias"), (tall[0].T, tall[1].T, tall[2]))),
        lambda a, b, bias: tf.nn.relu(tf.transpose(a) @ tf.transpose(b) + bias), transpose_a=True, transpose_b=True, activation="Relu")
    for shape in ((6,), (5, 1), (3, 5, 6), (1, 6), ()):  # the last but two makes the result larger
        add("FusedMatMulAdd", {"a": a, "b": b, "bias": bias, "addend": draw(*shape)}, lambda a, b, bias, y: tf.tanh(a @ b + bias + y),
            activation="Tanh")
    add("FusedDense", {"a": a, "b": b, "shape": (5, 2, 3), "bias": draw(3)},
        lambda a, b, shape, bias: tf.nn.relu(tf.reshape(a @ b, shape) + bias), activation="Relu")
    for shape in ((5, 2, 3), (2, 1), (4, 5, 2, 3)):
        add("FusedDenseAdd", {"a": a, "b": b, "shape": (5, 2, 3), "bias": draw(3), "addend": draw(*shape)},
            lambda a, b, shape, bias, y: tf.nn.elu(tf.reshape(a @ b, shape) + bias + y), activation="Elu")
    for y_shape in ((5, 6), (3, 5, 6), (2, 1, 5, 6)):
        matrices = {"x": draw(2, 3, 4, 5), "y": draw(*y_shape), "bias": draw(6)}
        add("FusedBatchMatMul", matrices, lambda x, y, bias: tf.nn.relu(x @ y + bias), activation="Relu")
        add("FusedBatchMatMulAdd", {**matrices, "addend": draw(2, 3, 4, 6)}, lambda x, y, bias, z: tf.sigmoid(x @ y + bias + z),
            activation="Sigmoid")
        add("FusedBatchMatMulAdd", {**matrices, "addend": draw(4, 1)}, lambda x, y, bias, z: x @ y + bias + z)
    for shape in ((2, 3), (2, 4, 2, 3), (4, 1, 3), (3, 2, 4, 2, 3)):
        add("FusedProjection", {"x": draw(2, 4, 5), "y": draw(5, 6), "shape": (2, 4, 2, 3), "addend": draw(*shape)},
            lambda x, y, shape, z: tf.reshape(x @ y, shape) + z)
    images = {"input": draw(2, 9, 8, 3), "filter": draw(3, 3, 3, 4)}
    for shape in ((2, 4, 3, 4), (4, 3, 1), (2, 1, 1, 4)):
        add("FusedConv2DAdd", {**images, "bias": draw(4), "addend": draw(*shape)}, lambda x, w, bias, y: tf.nn.relu(conv(x, w, VALID) + bias + y),
            activation="Relu", **VALID)
    if "TEST_NPU_OPENCL_LIKE_GPU" in os.environ:  # the host pools for processors
        add("FusedConv2DMaxPool", {**images, "bias": draw(4)},
            lambda x, w, bias: tf.nn.max_pool2d(tf.tanh(conv(x, w, SAME) + bias), 3, 2, "SAME"), activation="Tanh", **SAME,
            pool_ksize=[1, 3, 3, 1], pool_strides=[1, 2, 2, 1], pool_padding="SAME")
    channels = {"scale": draw(4), "offset": draw(4), "mean": draw(4), "variance": positive(4)}
    for more, name in (({}, ""), ({"addend": draw(2, 9, 8, 4)}, "Add"), ({"addend": draw(4)}, "Add")):
        add("Conv2DBatchNorm" + name, {**images, **channels, **more},
            lambda x, w, scale, offset, mean, variance, y=0: tf.nn.relu(normalize(conv(x, w, SAME), mean, variance, scale, offset, 1e-3) + y),
            epsilon=1e-3, activation="Relu", **SAME)
        moments = {"mean": draw(4), "variance": positive(4), "scale": draw(4), "offset": draw(4), "epsilon": 1e-3}
        for changed in ({}, {"offset": draw(9, 8, 4)}, {"scale": draw(3, 1, 1, 1, 4)}, {"epsilon": positive(9, 1, 1)}):
            add("Conv2DNormalize" + name, {**images, **moments, **changed, **more},
                lambda x, w, *inputs: tf.nn.relu(normalize(conv(x, w, SAME), *inputs[:5]) + sum(inputs[5:])), activation="Relu", **SAME)
    add("Gelu", {"x": draw(300) * 3}, ACTIVATIONS["Gelu"])
    add("MeanWithoutBias", {"mean": draw(7), "bias": draw(7)}, lambda x, y: x - y)
    rows = {"x": draw(3, 4, 50) * 2 + 1, "scale": draw(50), "offset": draw(50), "epsilon": 1e-3}
    for changed in ({}, {"scale": draw(4, 50)}, {"offset": draw(2, 3, 4, 50)}, {"epsilon": positive(50)}, {"x": draw(4, 1), "epsilon": 1.0}, {"scale": draw()}):
        add("LayerNorm", {**rows, **changed}, layer_norm)
    for changed in ({}, {"mean": draw(3, 1, 50)}, {"variance": positive(2, 3, 4, 1)}):
        add("Normalize", {"x": rows["x"], "mean": draw(50), "variance": positive(4, 1), "scale": draw(50), "offset": draw(4, 50), "epsilon": 1e-3,
                          **changed}, normalize)
    for x, scale in (((2, 3, 9), ()), ((), (2, 3, 9)), ((2, 3, 9), (3, 1))):
        add("ScaledSoftmax", {"x": draw(*x), "scale": draw(*scale)}, lambda x, scale: tf.nn.softmax(x * scale))
        for mask, other in (((2, 3, 9), ()), ((9,), (3, 1)), ((4, 2, 3, 9), (9,))):
            add("MaskedSoftmax", {"x": draw(*x), "scale": draw(*scale), "mask": random.random(mask) < 0.7, "other": draw(*other)},
                lambda x, scale, mask, other: tf.nn.softmax(tf.where(mask, x * scale, other)))
    heads = {"query": draw(2, 5, 3, 4), "key": draw(2, 6, 3, 4), "value": draw(2, 6, 3, 7), "scale": 0.5}
    add("Attention", heads, attention)
    for mask, other in (((5, 6), ()), ((2, 1, 5, 6), (6,))):
        add("MaskedAttention", {**heads, "mask": random.random(mask) < 0.7, "other": draw(*other) - 3}, attention)
    few = {"query": draw(1, 5, 3, 4), "key": draw(1, 6, 3, 4), "value": draw(2, 6, 3, 7), "scale": 0.5}
    add("MaskedAttention", {**few, "mask": random.random((2, 1, 5, 6)) < 0.7, "other": -3.0}, attention)
    add("Attention", {**heads, "key": draw(2, 0, 3, 4), "value": draw(2, 0, 3, 7)}, lambda q, k, v, s: tf.zeros([2, 5, 3, 7], q.dtype))
    x, y, z = draw(4, 5), positive(5), positive()
    ops = {"Add": tf.add, "Mul": tf.multiply, "Sub": tf.subtract, "RealDiv": tf.divide, "Maximum": tf.maximum,
           "SquaredDifference": tf.math.squared_difference, "DivNoNan": tf.math.divide_no_nan, "Minimum": tf.minimum}
    for name, f in ops.items():
        add("Elementwise", {"xs": [x, y]}, lambda x, y, f=f: f(x, y), steps=[name + " 0 1"])
        add("Elementwise", {"xs": [x, y, z]}, lambda x, y, z, f=f: f(f(y, z), f(x, z)), steps=[name + " 1 2", name + " 0 2", name + " 3 4"])
    for name, f in {"Abs": tf.abs, "Erf": tf.math.erf, "Exp": tf.exp, "Log": tf.math.log, "Neg": tf.negative, "Rsqrt": tf.math.rsqrt,
                    "Sqrt": tf.sqrt, "Square": tf.square, "Softsign": tf.nn.softsign, **ACTIVATIONS}.items():
        if name not in ("", "Gelu"):
            add("Elementwise", {"xs": [positive(4, 5), x]}, lambda x, y, f=f: f(x) * y, steps=[name + " 0", "Mul 2 1"])
    add("Elementwise", {"xs": [x, draw(4, 5)]}, lambda g, y: g * (1 - y * y), steps=["TanhGrad 1 0"])
    add("Elementwise", {"xs": [x, draw(4, 5)]}, lambda g, y: tf.where(y > 0, g, 0), steps=["ReluGrad 0 1"])
    # An optimizer's steps, with results that are read again later, and twice at once.
    add("Elementwise", {"xs": [x, y, z]}, lambda x, y, z: ((x + y) * (x + y) - x) * ((y * z) + (x + y) * (x + y)) + x,
        steps=["AddV2 0 1", "Mul 3 3", "Sub 4 0", "Mul 1 2", "AddV2 6 4", "Mul 5 7", "AddV2 8 0"])
    add("Elementwise", {"xs": [draw(0), x, y]}, lambda old, x, y: (x + y) * y, steps=["AddV2 1 2", "Mul 3 2"])  # an old value that no step reads
    add("FusedMatMul", {"a": draw(0, 7), "b": draw(7, 6), "bias": draw(6)}, lambda a, b, bias: a @ b + bias)
    add("FusedMatMul", {"a": draw(5, 0), "b": draw(0, 6), "bias": draw(6)}, lambda a, b, bias: a @ b + bias)
    add("FusedConv2D", {"input": draw(0, 7, 8, 3), "filter": draw(3, 3, 3, 5), "bias": draw(5)}, lambda x, w, b: conv(x, w, SAME) + b, **SAME)
    add("Elementwise", {"xs": [draw(0, 5), y]}, lambda x, y: x * y, steps=["Mul 0 1"])
    add("LayerNorm", {**rows, "x": draw(0, 50)}, layer_norm)

    def typed(name, value, dtype):
        if isinstance(value, list):
            return [typed(name, each, dtype) for each in value]
        if name == "shape" or np.asarray(value).dtype == bool:
            return tf.constant(value)
        return tf.cast(tf.constant(value, tf.float64), dtype)

    def expected_of(given, expected):
        wide = [tf.cast(each, tf.float64) if each.dtype.is_floating else each for each in tf.nest.flatten(list(given.values()))]
        return expected(*wide).numpy()

    @functools.partial(tf.function, autograph=False)
    def compute(chosen, inputs, one):
        results = []
        for i, given in zip(chosen, inputs):
            fresh = {name: tf.nest.map_structure(lambda x: x * tf.cast(one, x.dtype) if x.dtype.is_floating else x, each)
                     for name, each in given.items()}
            if "shape" in given:
                fresh["shape"] = tf.constant(cases[i][1]["shape"])
            results.append(fused["testnpu" + cases[i][0].lower()](**fresh, **cases[i][2]))
        return results

    report = []
    for dtype in (tf.float32, tf.float64, tf.float16, tf.bfloat16):
        chosen = [i for i, case in enumerate(cases) if "BatchNorm" not in case[0] or dtype != tf.float64]
        with tf.device("/CPU:0"):
            inputs = [{name: typed(name, value, tf.float32 if "BatchNorm" in cases[i][0] and name in STATISTICS else dtype)
                       for name, value in cases[i][1].items()} for i in chosen]
            right = [expected_of(given, cases[i][3]) for i, given in zip(chosen, inputs)]
        for _ in range(2):
            with tf.device("/TEST_NPU:0"):
                found = compute(tuple(chosen), inputs, tf.constant(1.0))
            with tf.device("/CPU:0"):
                found = [tf.cast(tf.identity(each), tf.float64).numpy() for each in found]
            for i, one, other in zip(chosen, found, right):
                assert one.shape == other.shape, (cases[i], one.shape, other.shape)
                off = np.max(np.abs(one - other), initial=0) / (1 + np.max(np.abs(other), initial=0)) / MAY_BE_OFF[dtype.name]
                shapes = [np.shape(each) for each in tf.nest.flatten(cases[i][1])]
                report.append([f"{cases[i][0]} {shapes} {cases[i][2]} {dtype.name}", float(off)])
    print(json.dumps(report))
"""

# Calls of a kernel which the host computes, as all do without texts: the first one's result beside the second one's.
CALLED_TWICE = """
    import json
    import os
    import numpy as np
    import tensorflow as tf

    tf.config.experimental.enable_op_determinism()
    module = tf.load_op_library(os.environ["TF_PLUGGABLE_DEVICE_LIBRARY_PATH"].replace(".so", "_ops.so"))
    layer_norm = next(getattr(module, name) for name in dir(module) if name.replace("_", "") == "testnpulayernorm")
    x = np.random.default_rng(1).normal(size=(64, 50)).astype("f")

    @tf.function(autograph=False)
    def compute(x):
        return layer_norm(x=x, scale=x[0], offset=x[1], epsilon=1e-3)

    with tf.device("/TEST_NPU:0"):
        first, second = (compute(x).numpy() for _ in range(2))
    print(json.dumps(int(np.sum(first != second))))
"""


@functools.cache
def project():
    spec = re.sub(r"opencl_npu", "test_npu", re.sub(r"OPENCL_NPU\b", "TEST_NPU", SPEC))
    spec = spec.replace(*support.KERNELS)
    return support.build_project("test_npu", spec, *TARGETS, folder="opencl", many_kernels=True)


def plugin():
    return project() / "build" / "libtest_npu.so"


def types_of(text):
    """The data types that a text of kernels is compiled for; none if it is part of others."""
    found = re.search(r"^// Compiled for ([a-z0-9 ]+)\.$", text, re.M)
    return found[1].split() if found else []


def check_fused_ops(test, plugin_file, **variables):
    done, found = support.run_code(FUSED_OPS, plugin_file, late=True, TEST_NPU_FALLBACK="error", TEST_NPU_GRAPH_OFF="all", **variables)
    test.assertEqual(done.returncode, 0, done.stderr[-3000:])
    test.assertGreater(len(found), 1000)
    test.assertEqual([(case, off) for case, off in found if not off < 1], [])


class OpenClTest(unittest.TestCase):
    def test_the_emitted_tests_pass(self):
        tests = support.run(["ctest", "--test-dir", project() / "build", "--output-on-failure", "-j", "2", "-R", f"^({TESTS})$"],
                            env=support.environment(TEST_NPU_TEST_CASES="20"))
        self.assertEqual(tests.returncode, 0, tests.stdout[-6000:])
        self.assertIn("0 tests failed out of 4", tests.stdout)
        self.assertNotIn("the host computes in", tests.stdout)

    def test_no_plan_of_its_primitives_falls_back(self):
        """But that of a gradient in the place of the input that it is of: kernels read all of that. Normal random numbers do,
        too, so that they are those of TensorFlow's CPU, steps along slices, and scatters that divide integers, which can fail, and casts
        to unsigned integers of 32 and 64 bits."""
        own = {path.stem for path in (support.REPOSITORY / "library" / "compute" / "device").glob("*.cc")} & set(support.primitives())
        self.assertEqual(set(support.primitives()) - own, set())
        like_gpu = {"TEST_NPU_OPENCL_LIKE_GPU": "1"}
        divisions = "ScatterOfTypeTest/4.*Division*:ScatterOfTypeTest/5.*Division*"  # of integers
        other = f"-CastTest*:*.WithoutClassesThereIsNoLoss:Random*:TrainingUpdate*:{divisions}"
        for variables, without in (({}, f"{other}:Pooling*"), (like_gpu, f"{other}:PoolingTest*.MaxGradient")):
            with self.subTest(**variables):
                done = support.run([project() / "build" / "tests" / "generated" / "compute_test", f"--gtest_filter={without}"],
                                   env=support.environment(TEST_NPU_FALLBACK="error", **variables))
                self.assertEqual(done.returncode, 0, done.stdout[-3000:])
                self.assertNotIn("the host computes in", done.stderr)
        some = support.run([project() / "build" / "tests" / "generated" / "compute_test", "--gtest_filter=CastTest*:Random*:TrainingUpdate*"],
                           env=support.environment())
        self.assertEqual(some.returncode, 0, some.stdout[-3000:])

    def test_every_text_is_opencl_c(self):
        folder = project() / "library" / "compute" / "device"
        dialect = [f'#include "{name}.inc"\n' for name in ("dialect", "nest")]
        for path in sorted(folder.glob("*.inc")):
            text = path.read_text(encoding="utf-8")
            for name in types_of(text):
                for options in ([], ["-DON_CPU"]):
                    with self.subTest(text=path.stem, type=name, options=options):
                        program = "".join([f"#define TYPE_{name}\n", *dialect, text])
                        done = subprocess.run([*CLANG, f"-I{folder}", f"-I{project()}/src/generated/compute", *options],
                                              input=program, capture_output=True, text=True)
                        self.assertEqual(done.returncode, 0, done.stderr[-3000:])

    def test_every_family_trains(self):
        fit = support.REPOSITORY / "scripts" / "lib" / "demo" / "fit.py"
        digits = next(support.site_packages().glob("sklearn/datasets/data/digits.csv.gz"))
        for release in support.of_this_run("newest", "nightly", "2.19", support.OLDEST):
            with self.subTest(release=release):
                only = FAMILIES if release == "newest" else FAMILIES[:3]
                done = support.run([support.python_of(release), fit, "--device", "TEST_NPU", "--epochs", "0", "--digits", digits,
                                    *(word for name in only for word in ("--only", name))],
                                   env=support.environment(plugin()))
                self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
                self.assertIn("every loss agrees with the CPU's", done.stdout)

    def test_models_train_without_the_host(self):
        for variables in ({}, {"TEST_NPU_OPENCL_LIKE_GPU": "1"}, {"TEST_NPU_GRAPH_OFF": "all"}):
            with self.subTest(**variables):
                done, found = support.run_code(ON_DEVICE, plugin(), late=True, TEST_NPU_FALLBACK="error", **variables)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                for on_cpu, on_device in found:
                    for one, other in zip(on_cpu, on_device):
                        self.assertAlmostEqual(one, other, delta=1e-5)

    def test_fused_ops_compute_without_the_host(self):
        """By one launch where that can be, and by one for each step."""
        for variables in ({}, {"TEST_NPU_OPENCL_LIKE_GPU": "1", "TEST_NPU_DENY": "chain"}, {"TEST_NPU_OPENCL_LIKE_GPU": "1"}):
            with self.subTest(**variables):
                check_fused_ops(self, plugin(), **variables)

    def test_determinism_makes_the_first_call_one_of_many(self):
        done, found = support.run_code(CALLED_TWICE, plugin(), late=True, TEST_NPU_DENY="all", TEST_NPU_GRAPH_OFF="all")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, 0)

    def test_a_choice_of_devices(self):
        for choice, verdict in (("", "pass"), ("cpu", "pass"), ("POCL,gpu", "unsupported"), ("portable computing", "pass"), ("0", "pass"),
                                ("all", "pass"), ("7, no such", "unsupported")):
            with self.subTest(choice=choice):  # a case that needs a device, without TensorFlow
                done = support.run([support.PLUGINGEN, "conformance", plugin(), "--filter", "memory/allocate/7", "--verbose"],
                                   env=support.environment(TEST_NPU_OPENCL_DEVICES=choice))
                self.assertEqual(done.stdout.split()[0], verdict, done.stdout + done.stderr)
        done, found = support.run_code(DEVICES, plugin(), late=True, TEST_NPU_OPENCL_DEVICES=choice, TEST_NPU_VERBOSE="1")
        self.assertEqual(found, 0, done.stderr[-3000:])
        self.assertIn(f"no OpenCL device fits '{choice}'; there are:\n  0: Portable Computing Language, ", done.stderr)

    def test_without_opencl_there_is_no_device(self):
        done, found = support.run_code(DEVICES, plugin(), late=True, OCL_ICD_VENDORS="/nonexistent", TEST_NPU_VERBOSE="1")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, 0)
        self.assertIn("OpenCL lists no device", done.stderr)

    def test_several_devices(self):
        done, found = support.run_code(SUMS, plugin(), late=True, POCL_DEVICES="pthread pthread")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, [2 * 99_999.0, 2 * 100_000.0])


if __name__ == "__main__":
    support.main()
