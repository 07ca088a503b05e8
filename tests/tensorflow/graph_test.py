"""The graph optimizer of an emitted plugin in released TensorFlow: what each rewrite of the set `keras` fuses and what it
leaves alone, with the CPU's numbers, by the graphs that the plugin got and gave back."""

import unittest

import support

# Functions of x (4 x 6), w (6 x 6), b (6), of rows (2 x 3 x 6), of heads (2 x 5 x 2 x 3) and of an image (2 x 5 x 5 x 3);
# of each the ops that are to be made, by how many.
PROGRAM = """
    import collections, glob, json, os, tempfile

    FOLDER = tempfile.mkdtemp()
    # Chains take what patterns leave, and have a test of their own.
    os.environ.update(TEST_NPU_GRAPH_DUMP=FOLDER, TEST_NPU_GRAPH_OFF="elementwise")
    import numpy as np
    import tensorflow as tf

    random = np.random.default_rng(7)
    numbers = lambda *shape: random.standard_normal(shape).astype(np.float32)
    x, w, b, image, kernel, bias = numbers(4, 6), numbers(6, 6), numbers(6), numbers(2, 5, 5, 3), numbers(3, 3, 3, 4), numbers(4)
    rows, heads = numbers(2, 3, 6), numbers(2, 5, 2, 3)
    raw = tf.raw_ops

    def conv(image, data_format="NHWC", **attrs):
        return tf.nn.bias_add(raw.Conv2D(input=image, filter=kernel, strides=[1, 1, 1, 1], padding="SAME", **attrs), bias)

    def erfc(x, factor):
        return tf.math.erfc(-x * factor)

    def moments(x, axis):
        mean = tf.reduce_mean(x, axis, keepdims=True)
        return mean, tf.reduce_mean(tf.math.squared_difference(x, mean), axis, keepdims=True)

    def layer_norm(x, axis=-1):
        mean, var = moments(x, axis)
        factor = tf.math.rsqrt(var + 0.001) * b
        return x * factor + (-mean * factor + w[0])

    def layer_norm_reordered(x):
        mean, var = moments(x, -1)
        factor = tf.math.rsqrt(var + 0.001) * b
        return tf.add_n([-mean * factor, factor * x]) + w[0]

    def batch_norm(x):
        # Of constants TensorFlow would compute the factor itself.
        factor = tf.math.rsqrt(tf.math.square(x[0]) + 0.001) * b
        return factor * x + (w[0] - x[1] * factor)

    def convolved(x, **attrs):
        return raw.Conv2D(input=x, filter=kernel, strides=[1, 1, 1, 1], padding="SAME", **attrs)

    def normalized(y, x, shape=(4,)):
        # As Keras 3 normalizes batches, by statistics from the image.
        mean, variance, scale, offset = (tf.reshape(x[0, i, :np.prod(shape), 0], shape) for i in range(4))
        factor = tf.math.rsqrt(tf.math.square(variance) + 0.1) * scale
        return y * factor + (offset - mean * factor)

    def all_normalized(y, x, channels=4, is_training=False, **attrs):
        # As Keras 2 does: statistics are floats.
        mean, variance, scale, offset = (tf.cast(x[0, i, :channels, 0], tf.float32) for i in range(4))
        return raw.FusedBatchNormV3(x=y, scale=scale, offset=offset, mean=mean, variance=tf.math.square(variance), epsilon=0.1,
                                    is_training=is_training, **attrs)

    def batch_normalized(*args, **attrs):
        return all_normalized(*args, **attrs).y

    def statistics_too(x):
        done = all_normalized(convolved(x), x)
        return tf.nn.relu(done.y) + tf.cast(done.batch_mean, x.dtype)

    def conv_used_twice(normalize):
        def function(x):
            y = convolved(x)
            return tf.nn.relu(normalize(y, x)) + y * 3.0
        return function

    def normalization_used_twice(normalize):
        def function(x):
            y = normalize(convolved(x), x)
            return tf.nn.relu(y) + y * 3.0
        return function

    def residual(normalize, activate=tf.identity):
        # The shortcut is a convolution, too, as where a residual network changes the number of channels.
        return lambda x: activate(normalize(convolved(x), x) + normalize(convolved(x * 2.0), x * 0.5)) * 0.5

    def shortcut(normalize):
        # The other one: what comes in is added as it is.
        def function(x):
            y = tf.nn.relu(normalize(convolved(x), x))
            inner = raw.Conv2D(input=y, filter=kernel[:, :, :1] * np.ones([1, 1, 4, 1], kernel.dtype), strides=[1, 1, 1, 1], padding="SAME")
            return tf.nn.relu(normalize(inner, x * 0.5) + y) * 0.05
        return function

    def gelu(x):
        return 0.5 * x * erfc(x, 0.7071067811865476)

    # As Keras 3 writes Dense on three dimensions, EinsumDense and attention.
    def product(x, *shape, **attrs):
        return tf.reshape(tf.matmul(tf.reshape(x, [-1, 6]), w, **attrs), shape)

    def dense(x, *shape, **attrs):
        shape = shape or (2, 3, 6)
        return tf.nn.bias_add(product(x, *shape, **attrs), b[:shape[-1]])

    def einsum_dense(x):
        return tf.nn.bias_add(raw.BatchMatMulV2(x=x, y=w), b)

    def project(x, addend):
        return tf.reshape(raw.BatchMatMulV2(x=x, y=w), [2, 3, 2, 3]) + addend

    def attention(x, prepare, equation="BNTS,BSNH->BTNH"):
        scores = raw.Einsum(inputs=[x, x * 0.5], equation="BTNH,BSNH->BNTS")
        return raw.Einsum(inputs=[tf.nn.softmax(prepare(scores)), x + 1.0], equation=equation)

    def masked(mask, scale=0.3, other=-1e4):
        return lambda scores: tf.where(mask, scores * tf.cast(scale, scores.dtype), tf.cast(other, scores.dtype))

    CAUSAL = np.tril(np.ones([5, 5], bool))

    def returns_probabilities(x):
        probabilities = tf.nn.softmax(masked(CAUSAL)(raw.Einsum(inputs=[x, x], equation="BTNH,BSNH->BNTS")))
        return tf.reshape(raw.Einsum(inputs=[probabilities, x], equation="BNTS,BSNH->BTNH"), [-1])[:50] + tf.reshape(
            probabilities, [-1])[:50]

    def pool(x, size=2, stride=2, padding="VALID", **attrs):
        return raw.MaxPool(input=x, ksize=[1, size, size, 1], strides=[1, stride, stride, 1], padding=padding, **attrs)

    def pooled_twice(x):
        y = conv(x)
        return pool(y) + y[:, :2, :2]

    def twice(x):
        biased = tf.nn.bias_add(x, b)
        return tf.nn.relu(biased) + 3.0 * biased

    def loop(x):
        return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.nn.tanh(tf.nn.bias_add(x @ w, b))), [0, x])[1]

    def branch(x):
        return tf.cond(tf.reduce_sum(x) > 1e9, lambda: x, lambda: tf.nn.relu(tf.nn.bias_add(x @ w, b)))

    def waits(x):
        # The sum waits for an op that would vanish.
        biased = tf.nn.bias_add(x @ w, b)
        with tf.control_dependencies([biased]):
            y = x + 1.0
        return tf.nn.relu(biased) + y

    ACTIVATIONS = {"Relu": tf.nn.relu, "Relu6": tf.nn.relu6, "Elu": tf.nn.elu, "Selu": tf.nn.selu, "Sigmoid": tf.sigmoid,
                   "Tanh": tf.tanh, "Softplus": tf.math.softplus}
    cases = {
        "matmul bias": (lambda x: tf.nn.bias_add(x @ w, b), x, {"FusedMatMul": 1, "MatMul": 0, "BiasAdd": 0}),
        "transposed": (lambda x: tf.nn.bias_add(tf.matmul(x, w, transpose_b=True), b) * 2.0, x, {"FusedMatMul": 1, "MatMul": 0}),
        "used twice": (twice, x, {"FusedBiasAdd": 0, "BiasAdd": 1, "Relu": 1}),
        "waited for": (waits, x, {"Relu": 1}),
        "gelu": (lambda x: 0.5 * x * erfc(x, 0.7071067811865476), x, {"Gelu": 1, "Erfc": 0}),
        "gelu reordered": (lambda x: x * (erfc(x, 0.7071067811865476) * 0.5), x, {"Gelu": 1, "Erfc": 0}),
        "not gelu": (lambda x: 0.5 * x * erfc(x, 0.7), x, {"Gelu": 0, "Erfc": 1}),
        "bias gelu": (lambda x: (lambda y: 0.5 * y * erfc(y, 0.7071067811865476))(tf.nn.bias_add(x, b)), x,
                      {"FusedBiasAdd": 1, "Gelu": 0, "Erfc": 0}),
        "matmul gelu": (lambda x: (lambda y: 0.5 * y * erfc(y, 0.7071067811865476))(tf.nn.bias_add(x @ w, b)), x,
                        {"FusedMatMul": 1, "FusedBiasAdd": 0, "Gelu": 0, "MatMul": 0}),
        "conv": (lambda x: conv(x) * 2.0, image, {"FusedConv2D": 1, "Conv2D": 0, "BiasAdd": 0}),
        "conv dilated relu": (lambda x: tf.nn.relu(conv(x, dilations=[1, 2, 2, 1])), image, {"FusedConv2D": 1, "Relu": 0}),
        "conv sum relu": (lambda x: tf.nn.relu(conv(x) + conv(x * 2.0)), image,
                          {"FusedConv2DAdd": 1, "FusedConv2D": 1, "Relu": 0, "AddV2": 0}),
        "conv vector": (lambda x: tf.nn.relu(conv(x) + bias), image, {"FusedConv2DAdd": 1, "Relu": 0}),
        "conv row": (lambda x: tf.nn.elu(conv(x) + np.ones([1, 1, 1, 5, 4], np.float32)), image, {"FusedConv2DAdd": 1}),
        "layer norm": (layer_norm, x, {"LayerNorm": 1, "Mean": 0, "Rsqrt": 0}),
        "layer norm reordered": (layer_norm_reordered, x, {"LayerNorm": 1, "Mean": 0}),
        "layer norm of columns": (lambda x: layer_norm(x, 0), x, {"LayerNorm": 0, "Mean": 2}),
        "batch norm": (lambda x: batch_norm(x) * 2.0, x, {"Normalize": 1, "Mul": 1}),
        "matmul sum": (lambda x: tf.nn.relu(tf.nn.bias_add(x @ w, b) + x), x, {"FusedMatMulAdd": 1, "AddV2": 0, "Relu": 0}),
        "matmul sum of a column": (lambda x: tf.nn.bias_add(x @ w, b) + x[:, :1], x, {"FusedMatMulAdd": 1, "AddV2": 0}),
        "dense": (lambda x: dense(x) * 2.0, rows, {"FusedDense": 1, "MatMul": 0, "BiasAdd": 0}),
        "dense transposed": (lambda x: dense(x, transpose_b=True) * 2.0, rows, {"FusedDense": 1, "MatMul": 0}),
        "dense relu": (lambda x: tf.nn.relu(dense(x)), rows, {"FusedDense": 1, "BiasAdd": 0, "Relu": 0}),
        "dense gelu": (lambda x: gelu(dense(x)), rows, {"FusedDense": 1, "BiasAdd": 0, "Erfc": 0, "Gelu": 0}),
        "dense, other columns": (lambda x: dense(x, 3, 4, 3) * 2.0, rows, {"FusedDense": 1, "BiasAdd": 0}),
        "dense sum": (lambda x: tf.nn.elu(dense(x) + x), rows, {"FusedDenseAdd": 1, "AddV2": 0, "Elu": 0}),
        "dense sum of a column": (lambda x: dense(x) + x[:, :, :1], rows, {"FusedDenseAdd": 1, "AddV2": 0}),
        "dense, large sum": (lambda x: dense(x) + np.ones([4, 1, 1, 1], x.dtype.as_numpy_dtype), rows, {"FusedDenseAdd": 1}),
        "dense, product used twice": (lambda x: (lambda y: tf.nn.bias_add(y, b) + y * 3.0)(product(x, 2, 3, 6)), rows,
                                      {"FusedDense": 0, "MatMul": 1}),
        "dense, sizes of int64": (
            lambda x: tf.nn.bias_add(tf.reshape(tf.reshape(x, [-1, 6]) @ w, tf.constant([2, 3, 6], tf.int64)), b) * 2.0, rows,
            {"FusedDense": 0, "MatMul": 1}),
        "einsum dense": (lambda x: einsum_dense(x) * 2.0, rows, {"FusedBatchMatMul": 1, "BatchMatMulV2": 0, "BiasAdd": 0}),
        "einsum dense relu": (lambda x: tf.nn.relu(einsum_dense(x)), rows, {"FusedBatchMatMul": 1, "BiasAdd": 0, "Relu": 0}),
        "einsum dense gelu": (lambda x: gelu(einsum_dense(x)), rows, {"FusedBatchMatMul": 1, "BiasAdd": 0, "Erfc": 0}),
        "einsum dense sum": (lambda x: einsum_dense(x) + x, rows, {"FusedBatchMatMulAdd": 1, "AddV2": 0}),
        "einsum dense of both": (lambda x: tf.nn.bias_add(raw.BatchMatMulV2(x=x, y=x, adj_y=True), b[:3]) * 2.0, rows,
                                 {"FusedBatchMatMul": 1, "BatchMatMulV2": 0}),
        "projection": (lambda x: project(x, np.reshape(b, [2, 3])), rows,
                       {"FusedProjection": 1, "BatchMatMulV2": 0, "AddV2": 0}),
        "projection, vector": (lambda x: project(x, b[:3]), rows, {"FusedProjection": 1, "AddV2": 0}),
        "projection, column": (lambda x: project(x, np.reshape(b[:2], [2, 1])), rows, {"FusedProjection": 1, "AddV2": 0}),
        "projection, more dimensions": (lambda x: project(x, np.reshape(b[:2], [2, 1, 1, 1, 1])), rows, {"FusedProjection": 1}),
        "projection used twice": (lambda x: (lambda y: y + b[:3] + y * 3.0)(project(x, 0.0)), rows,
                                  {"FusedProjection": 0, "BatchMatMulV2": 1}),
        "attention": (lambda x: attention(x, lambda s: s * 0.3), heads, {"Attention": 1, "Softmax": 0, "Einsum": 0, "Mul": 1}),
        "attention, scales": (lambda x: attention(x, lambda s: np.reshape(b[:5], [5, 1]) * s), heads, {"Attention": 1, "Einsum": 0}),
        "masked attention": (lambda x: attention(x, masked(CAUSAL)), heads,
                             {"MaskedAttention": 1, "Softmax": 0, "SelectV2": 0, "Einsum": 0}),
        "masked attention, batches": (
            lambda x: attention(x, masked(tf.reshape(x[:, :, 0, 0] > 0, [2, 1, 1, 5]), other=[0.0, 1.0, 2.0, 3.0, 4.0])), heads,
            {"MaskedAttention": 1, "Einsum": 0}),
        "masked attention, larger mask": (lambda x: attention(x[:1, :1], masked(tf.reshape(x[0, 1:, 0, 0] > 0, [1, 1, 4, 1]))), heads,
                                          {"MaskedAttention": 1, "Einsum": 0}),
        "attention of another order": (lambda x: attention(x, lambda s: s * 0.3, "BNTS,BSNH->BNTH"), heads,
                                       {"Attention": 0, "ScaledSoftmax": 1, "Einsum": 2}),
        "probabilities": (returns_probabilities, heads, {"MaskedAttention": 0, "MaskedSoftmax": 1, "Einsum": 2}),
        "scaled softmax": (lambda x: tf.nn.softmax(0.3 * x) + x, x, {"ScaledSoftmax": 1, "Softmax": 0, "Mul": 0}),
        "softmax of a product": (lambda x: tf.nn.softmax(x[:, :1] * x[:1]) + x, x, {"ScaledSoftmax": 1, "Mul": 0}),
        "conv pool": (lambda x: pool(conv(x)) * 2.0, image, {"FusedConv2DMaxPool": 1, "FusedConv2D": 0, "MaxPool": 0}),
        "conv relu pool": (lambda x: pool(tf.nn.relu(conv(x)), 3, 2, "SAME"), image, {"FusedConv2DMaxPool": 1, "MaxPool": 0}),
        "conv pool padded": (lambda x: pool(conv(x), 3, 1, "EXPLICIT", explicit_paddings=[0, 0, 1, 2, 0, 1, 0, 0]), image,
                             {"FusedConv2DMaxPool": 1, "MaxPool": 0}),
        "conv pool of channels": (lambda x: raw.MaxPool(input=conv(x), ksize=[1, 1, 1, 2], strides=[1, 1, 1, 2], padding="VALID"),
                                  image, {"FusedConv2DMaxPool": 1, "MaxPool": 0}),
        "conv pool used twice": (pooled_twice, image, {"FusedConv2DMaxPool": 0, "FusedConv2D": 1, "MaxPool": 1}),
        "value": (lambda x: tf.maximum(x + 1.0, x + 1.0) * 2.0 + x, x, {"Maximum": 0}),
        "two values": (lambda x: tf.maximum(x + 1.0, x + 2.0) * 2.0 + x, x, {"Maximum": 1}),
        "loop": (loop, x, {"FusedMatMul": 1, "Tanh": 0}),
        "branch": (branch, x, {"FusedMatMul": 1, "Relu": 0}),
    }
    for what, op, normalize in (("conv norm", "Conv2DNormalize", normalized), ("conv batch norm", "Conv2DBatchNorm", batch_normalized)):
        gone = {"Conv2D": 0, "BiasAdd": 0, "FusedConv2D": 0, "Normalize": 0, "FusedBatchNormV3": 0}
        cases.update({
            what: (lambda x, n=normalize: n(convolved(x), x) * 2.0, image, {op: 1, **gone}),
            what + ", dilated": (lambda x, n=normalize: n(convolved(x, dilations=[1, 2, 2, 1]), x) * 2.0, image, {op: 1, **gone}),
            what + ", bias": (lambda x, n=normalize: tf.nn.relu(n(conv(x), x)), image, {op: 1, "Relu": 0, **gone}),
            what + ", bias, sum": (
                lambda x, n=normalize: tf.nn.relu(n(conv(x), x) + n(conv(x * 2.0), x * 0.5)) * 0.5, image,
                {op: 1, op + "Add": 1, "Relu": 0, **gone}),
            what + ", sum": (residual(normalize), image, {op: 1, op + "Add": 1, "AddV2": 0, **gone}),
            what + ", shortcut": (shortcut(normalize), image, {op: 1, op + "Add": 1, "Relu": 0, **gone}),
            what + ", conv used twice": (conv_used_twice(normalize), image, {op: 0, op + "Add": 0, "Conv2D": 1}),
            what + ", used twice": (normalization_used_twice(normalize), image, {op: 1, "Relu": 1, **gone}),
        })
        for name, function in ACTIVATIONS.items():
            cases[f"{what} {name}"] = (lambda x, n=normalize, f=function: f(n(convolved(x), x)), image, {op: 1, name: 0, **gone})
            cases[f"{what}, sum {name}"] = (residual(normalize, function), image, {op: 1, op + "Add": 1, name: 0, **gone})
    cases.update({
        # By pixels, and by what has more dimensions than the image.
        "conv norm, rows": (lambda x: tf.nn.relu(normalized(convolved(x), x, (5, 1))), image, {"Conv2DNormalize": 1, "Relu": 0}),
        "conv norm, batches": (lambda x: tf.nn.elu(normalized(convolved(x), x, (2, 1, 1, 1))), image,
                               {"Conv2DNormalize": 1, "Elu": 0}),
        "conv batch norm, sum of a vector": (lambda x: batch_normalized(convolved(x), x) + bias, image,
                                             {"Conv2DBatchNormAdd": 1, "AddV2": 0}),
        "conv batch norm, large sum": (
            lambda x: batch_normalized(convolved(x), x) + np.ones([3, 1, 1, 5, 1], x.dtype.as_numpy_dtype), image,
            {"Conv2DBatchNormAdd": 1, "AddV2": 0}),
        "conv norm, more dimensions": (lambda x: tf.nn.relu(normalized(convolved(x), x, (3, 1, 1, 1, 1))), image,
                                       {"Conv2DNormalize": 1, "Relu": 0}),
        "conv batch norm, average": (lambda x: batch_normalized(convolved(x), x, exponential_avg_factor=0.5) * 2.0, image,
                                     {"Conv2DBatchNorm": 1, "FusedBatchNormV3": 0}),
        "conv batch norm, training": (lambda x: batch_normalized(convolved(x), x, is_training=True) * 2.0, image,
                                      {"Conv2DBatchNorm": 0, "FusedBatchNormV3": 1, "Conv2D": 1}),
        "conv batch norm, NCHW": (lambda x: batch_normalized(convolved(x), x, channels=5, data_format="NCHW") * 2.0, image,
                                  {"Conv2DBatchNorm": 0, "FusedBatchNormV3": 1, "Conv2D": 1}),
        "conv batch norm, statistics": (statistics_too, image, {"Conv2DBatchNorm": 0, "FusedBatchNormV3": 1, "Conv2D": 1}),
    })
    for name, function in ACTIVATIONS.items():
        cases["matmul " + name] = (lambda x, f=function: f(tf.nn.bias_add(x @ w, b)), x, {"FusedMatMul": 1, "MatMul": 0, name: 0})
        cases["bias " + name] = (lambda x, f=function: f(tf.nn.bias_add(x, b)) * 2.0, x, {"FusedBiasAdd": 1, "BiasAdd": 0, name: 0})

    def ops_of(file):
        graph = tf.compat.v1.GraphDef.FromString(open(file, "rb").read())
        return collections.Counter(node.op.replace("TestNpu", "") for node in graph.node)

    def run(device, function, argument):
        with tf.device(device):
            # AutoGraph would take a third of the time, and finds nothing.
            return tf.function(function, jit_compile=False, autograph=False)(tf.identity(argument)).numpy()

    def made_of(wanted):
        # Every graph comes twice; the second time it is as the first one left it.
        counts = [ops_of(file) for file in sorted(glob.glob(FOLDER + "/*_after.pb"))]
        made = max(counts, key=lambda c: sum(c[op] for op in wanted)) if counts else {}
        return {op: made.get(op, 0) for op in wanted}

    result = {}
    for name, (function, argument, wanted) in cases.items():
        for file in glob.glob(FOLDER + "/*"):
            os.remove(file)
        got = run("/TEST_NPU:0", function, argument)
        made = made_of(wanted)
        # Core fuses the two on the CPU without a look at the data format.
        tf.config.optimizer.set_experimental_options({"remapping": False})
        expected = run("/CPU:0", function, argument)
        tf.config.optimizer.set_experimental_options({"remapping": True})
        result[name] = {"wanted": wanted, "made": made,
                        "difference": float(np.max(np.abs(got - expected))), "shape": got.shape == expected.shape}

    # Narrow types, against the same ops one by one.
    for dtype in (np.float16, tf.bfloat16.as_numpy_dtype):
        w, b, kernel, bias = (value.astype(dtype) for value in (w, b, kernel, bias))
        for name, (function, argument, wanted) in cases.items():
            if name in ("value", "two values", "loop", "branch"):
                continue
            # Chains would hide what is not to be fused.
            # Rsqrt and some activations of narrow types are not the device's.
            is_counted = name.startswith("conv batch norm") and not name.endswith(("Relu6", "Elu", "Selu", "Softplus"))
            if name.startswith("conv batch norm, bias"):  # which is of another type than the mean
                wanted = {"Conv2DBatchNorm": 0, "Conv2D": 0, "BiasAdd": 0}
            difference = {}
            for off in ("all", "elementwise" if is_counted else ""):
                os.environ["TEST_NPU_GRAPH_OFF"] = off
                for file in glob.glob(FOLDER + "/*"):
                    os.remove(file)
                difference[off == "all"] = run("/TEST_NPU:0", function, argument.astype(dtype)).astype(np.float32)
            largest = np.max(np.abs(difference[True]))
            result[f"{name}, {dtype.__name__}"] = {
                "wanted": wanted if is_counted else {}, "made": made_of(wanted) if is_counted else {},
                "shape": difference[False].shape == difference[True].shape,
                "difference": float(np.max(np.abs(difference[False] - difference[True])) / largest) / (
                    200 if dtype == np.float16 else 1600)}
    w, b, kernel, bias = (value.astype(np.float32) for value in (w, b, kernel, bias))

    # A session may fetch what a fusion would do away with.
    for file in glob.glob(FOLDER + "/*"):
        os.remove(file)
    with tf.Graph().as_default(), tf.device("/TEST_NPU:0"):
        placeholder = tf.compat.v1.placeholder(tf.float32, [4, 6])
        biased = tf.nn.bias_add(placeholder @ w, b)
        activated = tf.nn.relu(biased)
        with tf.compat.v1.Session() as session:
            inner, outer = session.run([biased, activated], {placeholder: x})
    result["fetched"] = {"wanted": {"FusedMatMul": 1, "Relu": 1},
                         "made": {op: ops_of(sorted(glob.glob(FOLDER + "/*_after.pb"))[0])[op] for op in ("FusedMatMul", "Relu")},
                         "difference": float(np.max(np.abs(np.maximum(inner, 0) - outer))), "shape": True}

    # Switched off, graphs come back as they were.
    os.environ["TEST_NPU_GRAPH_OFF"] = "all"
    for file in glob.glob(FOLDER + "/*"):
        os.remove(file)
    run("/TEST_NPU:0", lambda x: layer_norm(tf.nn.relu(tf.nn.bias_add(x @ w, b))) + loop(x), x)
    files = sorted(glob.glob(FOLDER + "/*_before.pb"))
    same = [open(f, "rb").read() == open(f.replace("before", "after"), "rb").read() for f in files]
    print(json.dumps({"cases": result, "files": len(same), "same": all(same)}))
"""


class GraphTest(unittest.TestCase):
    def check(self, release):
        # With oneDNN TensorFlow fuses more than without, on any device.
        done, report = support.run_code(PROGRAM, support.training_plugin(), release, TF_ENABLE_ONEDNN_OPTS="1")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        # TensorFlow only logs what an optimizer fails with.
        self.assertNotIn("PluggableGraphOptimizer", done.stderr)
        self.assertNotIn("stays as it is", done.stderr)
        for name, case in report["cases"].items():
            with self.subTest(name):
                self.assertEqual(case["made"], case["wanted"])
                self.assertTrue(case["shape"])
                self.assertLess(case["difference"], 2 * 2**-15)  # a unit in the last place of the largest, some hundreds, is 2**-15
        self.assertGreater(report["files"], 0)
        self.assertTrue(report["same"])

    def test_2_12(self):
        self.check("2.12")

    def test_2_15(self):
        self.check("2.15")

    def test_2_19(self):
        self.check("2.19")

    def test_2_21(self):
        self.check("2.21")

    def test_newest(self):
        self.check("newest")

    def test_nightly(self):
        self.check("nightly")


if __name__ == "__main__":
    support.main()
