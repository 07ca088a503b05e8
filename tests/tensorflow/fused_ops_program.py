"""The ops of the ready sets of fusions, in each data type, beside what TensorFlow's CPU computes in double.

usage: TF_PLUGGABLE_DEVICE_LIBRARY_PATH=libtest_npu.so fused_ops_program.py

The inputs have just been computed, so each result may take the memory of an input. Prints as JSON, for each case, how far it is off as a share
of what is allowed. opencl_test.py and cuda_test.py run it.

With types as OVERFLOWS the inputs are so large that some of what is computed of them is too large for the type. It prints the results of three
calls and then that of the single ops on the device, as digests of their bits. fused_ops_test.py and opencl_test.py run that.
"""

import functools
import hashlib
import json
import os

import numpy as np
import tensorflow as tf

module = tf.load_op_library(os.environ["TF_PLUGGABLE_DEVICE_LIBRARY_PATH"].replace(".so", "_ops.so"))
fused = {name.replace("_", ""): getattr(module, name) for name in dir(module)}
random = np.random.default_rng(1)
LARGEST = {"float16": 2.6, "bfloat16": 19.5, "float32": 19.5}  # as powers of ten: the squares of a tenth or so overflow
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
    factor = tf.math.rsqrt(variance + epsilon) * scale
    return x * factor + (offset - mean * factor)


def layer_norm(x, scale, offset, epsilon):
    mean = tf.reduce_mean(x, -1, keepdims=True)
    variance = tf.reduce_mean(tf.math.squared_difference(x, mean), -1, keepdims=True)
    return normalize(x, mean, variance, scale, offset, epsilon)


def batch_norm(x, scale, offset, mean, variance):
    if x.dtype == tf.float64:  # which the op does not know
        return normalize(x, mean, variance, scale, offset, 1e-3)
    return tf.raw_ops.FusedBatchNormV3(x=x, scale=scale, offset=offset, mean=mean, variance=variance, epsilon=1e-3, is_training=False).y


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
        lambda x, w, *inputs: tf.nn.relu(batch_norm(conv(x, w, SAME), *inputs[:4]) + sum(inputs[4:])),
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
long = {name: draw(1, 140_000) for name in ("x", "scale", "offset")}  # a row that threads share
add("LayerNorm", {**long, "epsilon": 1e-3}, layer_norm)
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
add("Elementwise", {"xs": [x, draw(4, 5)]}, lambda g, y: tf.raw_ops.TanhGrad(y=y, dy=g), steps=["TanhGrad 1 0"])
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


def given_of(chosen, dtype, changed=lambda value: value):
    return [{name: typed(name, value if name == "shape" else tf.nest.map_structure(changed, value),
                         tf.float32 if "BatchNorm" in cases[i][0] and name in STATISTICS else dtype)
             for name, value in cases[i][1].items()} for i in chosen]


def name_of(i, dtype):
    shapes = [np.shape(each) for each in tf.nest.flatten(cases[i][1])]
    return f"{cases[i][0]} {shapes} {cases[i][2]} {dtype.name}"


def accuracy():
    report = []
    for dtype in (tf.float32, tf.float64, tf.float16, tf.bfloat16):
        chosen = [i for i, case in enumerate(cases) if "BatchNorm" not in case[0] or dtype != tf.float64]
        with tf.device("/CPU:0"):
            inputs = given_of(chosen, dtype)
            right = [expected_of(given, cases[i][3]) for i, given in zip(chosen, inputs)]
        for _ in range(2):
            with tf.device("/TEST_NPU:0"):
                found = compute(tuple(chosen), inputs, tf.constant(1.0))
            with tf.device("/CPU:0"):
                found = [tf.cast(tf.identity(each), tf.float64).numpy() for each in found]
            for i, one, other in zip(chosen, found, right):
                assert one.shape == other.shape, (cases[i], one.shape, other.shape)
                off = np.max(np.abs(one - other), initial=0) / (1 + np.max(np.abs(other), initial=0)) / MAY_BE_OFF[dtype.name]
                report.append([name_of(i, dtype), float(off)])
    return report


def digest(tensor):
    values = tensor.numpy()
    values = np.where(np.isnan(values), np.full_like(values, np.nan), values + values.dtype.type(0))  # one NaN, one zero
    return hashlib.sha256(values.tobytes()).hexdigest()[:12]


def overflows():
    report = []
    for dtype in map(tf.as_dtype, os.environ["OVERFLOWS"].split()):
        def large(value):
            return value if np.asarray(value).dtype == bool else value * 10 ** random.uniform(0, LARGEST[dtype.name], np.shape(value))

        chosen = range(len(cases))
        with tf.device("/CPU:0"):
            inputs = given_of(chosen, dtype, large)
        with tf.device("/TEST_NPU:0"):
            calls = [[digest(each) for each in compute(tuple(chosen), inputs, tf.constant(1.0))] for _ in range(3)]
            for i, given, *found in zip(chosen, inputs, *calls):
                parts = [tf.identity(each) for each in tf.nest.flatten(list(given.values()))]
                report.append([name_of(i, dtype), found, digest(cases[i][3](*parts))])
    return report


print(json.dumps(overflows() if "OVERFLOWS" in os.environ else accuracy()))
