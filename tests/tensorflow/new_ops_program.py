"""Each op of device_specs/new_ops.yaml against NumPy, or TensorFlow's own ops on the CPU.

    new_ops_program.py OPS_LIBRARY CPU:0|TEST_NPU:0 [unittest's options]

loads the ops from the library and runs them on the device: eagerly and in a function, where the two have to agree.
new_op_kernels_test.py runs it in several releases of TensorFlow.
"""

import sys
import unittest

import numpy as np
import tensorflow as tf

ops = tf.load_op_library(sys.argv.pop(1))
DEVICE = "/device:" + sys.argv.pop(1)
ON_CPU = DEVICE == "/device:CPU:0"
FLOATS = (tf.float32, tf.float16, tf.bfloat16)
TOLERANCE = {tf.float32: 2e-6, tf.float16: 2e-3, tf.bfloat16: 1.6e-2}
# The last is how TensorFlow's wrappers end in a graph for a number where a text or a resource was expected.
REFUSED = (TypeError, ValueError, tf.errors.OpError, AssertionError)

tf.config.set_soft_device_placement(False)  # an op without a kernel on the device fails
RANDOM = np.random.default_rng(5)


def normal(*shape, dtype=tf.float32, scale=1.0):
    with tf.device("/CPU:0"):
        return tf.cast(scale * RANDOM.standard_normal(shape), dtype)


def exact(tensor):
    with tf.device("/CPU:0"):
        return tf.cast(tensor, tf.float64).numpy()


def tensors(result):
    """What an op returned as a list: wrappers give a tensor, a list or a tuple of these."""
    return [tensor for tensor in tf.nest.flatten(result) if isinstance(tensor, tf.Tensor)]


def run(op, *inputs, **attrs):
    """The op's result, computed eagerly. A function computes the same, and has told its shape before."""
    with tf.device(DEVICE):
        inputs = tf.nest.map_structure(tf.convert_to_tensor, inputs)
        result = op(*inputs, **attrs)
        function = tf.function(lambda *inputs: op(*inputs, **attrs), autograph=False).get_concrete_function(*inputs)
        in_graph = function(*tf.nest.flatten(inputs))
    static = tf.nest.flatten(function.structured_outputs)
    for tensor, other, known in zip(tensors(result), tensors(in_graph), static):
        assert tensor.device.endswith(DEVICE), (op.__name__, tensor.device)
        assert known.shape.is_compatible_with(tensor.shape), (op.__name__, known.shape, tensor.shape)
        assert tensor.dtype == other.dtype and tensor.shape == other.shape, op.__name__
        if tensor.dtype != tf.resource:
            assert tensor.numpy().tobytes() == other.numpy().tobytes() or tensor.dtype == tf.string, op.__name__
    return result


def on_device_only(test):
    return unittest.skipIf(ON_CPU, "has kernels for the device only")(test)


class NewOps(unittest.TestCase):
    def expect(self, result, expected, tolerance=0.0):
        expected = np.asarray(expected)
        self.assertEqual(tuple(result.shape), expected.shape)
        if tolerance == 0:
            np.testing.assert_array_equal(result.numpy(), expected)
        else:
            np.testing.assert_allclose(exact(result), expected, rtol=tolerance, atol=tolerance)

    def refuses(self, words, op, *inputs, **attrs):
        """Both at run time and while a function is traced, in an error with these words."""

        def in_function():
            return tf.function(lambda: op(*inputs, **attrs), autograph=False)()

        for call in (lambda: op(*inputs, **attrs), in_function):
            with self.assertRaises(REFUSED) as caught, tf.device(DEVICE):
                for tensor in tensors(call()):
                    tensor.numpy()
            for word in words:
                self.assertIn(word, str(caught.exception))


class Elementwise(NewOps):
    SHAPES = ((), (0,), (7,), (3, 1, 5), (1000, 301))

    def each(self):
        for dtype in FLOATS:
            for shape in self.SHAPES:
                with self.subTest(dtype=dtype.name, shape=shape):
                    yield dtype, shape

    def test_gelu(self):
        for dtype, shape in self.each():
            x = normal(*shape, dtype=dtype, scale=3)
            for approximate in (True, False):
                expected = tf.nn.gelu(tf.constant(exact(x)), approximate=approximate)
                self.expect(run(ops.npu_gelu, x, approximate=approximate), expected, TOLERANCE[dtype])

    def test_gelu_grad(self):
        for dtype, shape in self.each():
            dy, x = normal(*shape, dtype=dtype), normal(*shape, dtype=dtype, scale=3)
            for approximate in (True, False):
                at = tf.constant(exact(x))
                with tf.GradientTape() as tape:
                    tape.watch(at)
                    y = tf.nn.gelu(at, approximate=approximate)
                expected = tape.gradient(y, at, output_gradients=tf.constant(exact(dy)))
                self.expect(run(ops.npu_gelu_grad, dy, x, approximate=approximate), expected, TOLERANCE[dtype])
        self.refuses(["NpuGeluGrad", "'x'"], ops.npu_gelu_grad, dy=normal(2, 3), x=normal(3, 2))

    def test_types_that_the_op_does_not_allow_are_refused(self):
        self.refuses(["int32"], ops.npu_gelu, tf.constant([1, 2]))
        self.refuses([], ops.npu_gelu, tf.constant([1.0], tf.float64))
        self.refuses([], ops.npu_gelu_grad, tf.constant([1.0]), tf.constant([1.0], tf.float16))

    @on_device_only
    def test_swish(self):
        for dtype, shape in self.each():
            x = normal(*shape, dtype=dtype, scale=5)
            self.expect(run(ops.npu_swish, x), exact(x) / (1 + np.exp(-exact(x))), TOLERANCE[dtype])

    @on_device_only
    def test_sin_cos(self):
        for dtype, shape in self.each():
            x = normal(*shape, dtype=dtype, scale=10)
            sine, cosine = run(ops.npu_sin_cos, x)
            self.expect(sine, np.sin(exact(x)), TOLERANCE[dtype])
            self.expect(cosine, np.cos(exact(x)), TOLERANCE[dtype])

    @on_device_only
    def test_axpy(self):
        for dtype, shape in self.each():
            x, y = normal(*shape, dtype=dtype), normal(*shape, dtype=dtype)
            expected = -1.75 * exact(x) + exact(y)
            self.expect(run(ops.npu_axpy, x, y, alpha=-1.75), expected, TOLERANCE[dtype])
        self.refuses(["NpuAxpy", "'y'"], ops.npu_axpy, x=normal(2), y=normal(3))

    @on_device_only
    def test_hypot_broadcasts(self):
        pairs = (((), ()), ((4,), ()), ((3, 1), (4,)), ((2, 3, 4), (3, 4)), ((0, 3), (1, 3)), ((300, 1, 70), (40, 1)))
        for dtype in FLOATS:
            for shapes in pairs:
                with self.subTest(dtype=dtype.name, shapes=shapes):
                    x, y = (normal(*shape, dtype=dtype) for shape in shapes)
                    self.expect(run(ops.npu_hypot, x, y), np.hypot(exact(x), exact(y)), TOLERANCE[dtype])
        self.expect(run(ops.npu_hypot, tf.constant(3e38), tf.constant(1e38)), np.hypot(3e38, 1e38), 1e-6)
        self.refuses(["NpuHypot", "'x'", "'y'"], ops.npu_hypot, x=normal(2, 3), y=normal(2))


@on_device_only
class Matrices(NewOps):
    def test_mat_mul_bias(self):
        for dtype in FLOATS:
            for m, k, n in ((1, 1, 1), (3, 4, 5), (0, 2, 3), (2, 0, 3), (2, 3, 0), (130, 70, 257)):
                with self.subTest(dtype=dtype.name, sizes=(m, k, n)):
                    a, b, bias = normal(m, k, dtype=dtype), normal(k, n, dtype=dtype), normal(n, dtype=dtype)
                    expected = exact(a) @ exact(b) + exact(bias)
                    tolerance = TOLERANCE[dtype] * (k + 1)
                    self.expect(run(ops.npu_mat_mul_bias, a, b, bias), expected, tolerance)
        self.refuses(["NpuMatMulBias", "'b'"], ops.npu_mat_mul_bias, a=normal(2, 3), b=normal(2, 3), bias=normal(3))
        self.refuses(["NpuMatMulBias", "'bias'"], ops.npu_mat_mul_bias, a=normal(2, 3), b=normal(3, 4), bias=normal(3))
        self.refuses(["NpuMatMulBias", "'a'"], ops.npu_mat_mul_bias, a=normal(3), b=normal(3, 4), bias=normal(4))

    def test_conv2d(self):
        cases = (
            {"strides": [1, 1, 1, 1], "padding": "SAME"},
            {"strides": [1, 2, 3, 1], "padding": "VALID"},
            {"strides": [1, 1, 1, 1], "padding": "VALID", "dilations": [1, 2, 1, 1]},
            {"strides": [1, 2, 1, 1], "padding": "EXPLICIT", "explicit_paddings": [0, 0, 2, 1, 0, 3, 0, 0]},
        )
        for dtype in FLOATS:
            for attrs in cases:
                with self.subTest(dtype=dtype.name, **attrs):
                    images, filters = normal(2, 9, 8, 3, dtype=dtype), normal(3, 2, 3, 5, dtype=dtype)
                    with tf.device("/CPU:0"):
                        expected = tf.raw_ops.Conv2D(input=exact(images), filter=exact(filters), **attrs)
                    self.expect(run(ops.npu_conv2d, images, filters, **attrs), expected, 18 * TOLERANCE[dtype])
        images, filters = normal(2, 3, 9, 8), normal(3, 3, 3, 4)
        with tf.device("/CPU:0"):
            expected = tf.nn.conv2d(tf.transpose(images, [0, 2, 3, 1]), filters, 2, "SAME")
        result = run(ops.npu_conv2d, images, filters, strides=[1, 1, 2, 2], padding="SAME", data_format="NCHW")
        self.expect(result, exact(expected).transpose(0, 3, 1, 2), 1e-4)
        attrs = {"strides": [1, 1, 1, 1], "padding": "SAME"}
        self.refuses(["NpuConv2D", "'input'"], ops.npu_conv2d, input=normal(9, 8, 3), filter=filters, **attrs)
        self.refuses(["NpuConv2D", "'filter'"], ops.npu_conv2d, input=normal(1, 9, 8, 3), filter=normal(3), **attrs)
        self.refuses([], ops.npu_conv2d, normal(1, 9, 8, 3), filters, strides=[1, 1], padding="SAME")

    def test_max_pool(self):
        for dtype in FLOATS:
            for padding in ("SAME", "VALID"):
                with self.subTest(dtype=dtype.name, padding=padding):
                    x = normal(2, 9, 8, 3, dtype=dtype)
                    attrs = {"ksize": [1, 3, 2, 1], "strides": [1, 2, 2, 1], "padding": padding}
                    with tf.device("/CPU:0"):
                        expected = tf.raw_ops.MaxPool(input=tf.cast(x, tf.float32), **attrs)
                    self.expect(run(ops.npu_max_pool, x, **attrs), exact(expected), 1e-9)
        self.refuses(["NpuMaxPool", "'x'"], ops.npu_max_pool, x=normal(9, 8), ksize=[1, 2, 2, 1],
                     strides=[1, 2, 2, 1], padding="SAME")

    def test_sum_axes(self):
        x = normal(3, 40, 5)
        for axes in ([], [0], [1], [-1], [0, 2], [2, 1], [0, 1, 2]):
            for keep_dims in (False, True):
                with self.subTest(axes=axes, keep_dims=keep_dims):
                    for dtype in FLOATS:
                        narrow = tf.cast(x, dtype)
                        expected = exact(narrow).sum(tuple(axes), keepdims=keep_dims)
                        result = run(ops.npu_sum_axes, narrow, axes=axes, keep_dims=keep_dims)
                        self.expect(result, expected, 30 * TOLERANCE[dtype])
        self.expect(run(ops.npu_sum_axes, normal(3, 0, 2), axes=[1]), np.zeros((3, 2)))
        self.refuses(["NpuSumAxes"], ops.npu_sum_axes, x=x, axes=[3])
        self.refuses(["NpuSumAxes"], ops.npu_sum_axes, x=x, axes=[0, -3])

    def test_top_k_mask(self):
        def expected(x, k):
            order = np.lexsort((np.where(np.isnan(x), 0, -x), np.isnan(x)), axis=-1)
            mask = np.zeros(x.shape, bool)
            np.put_along_axis(mask, order[..., :k], True, axis=-1)
            return mask

        for dtype in FLOATS:
            for shape in ((8,), (0, 4), (4, 0), (6, 5, 9), (500, 300)):
                for k in (0, 1, 3, 8, 1000):
                    with self.subTest(dtype=dtype.name, shape=shape, k=k):
                        x = normal(*shape, dtype=dtype)
                        self.expect(run(ops.npu_top_k_mask, x, k=k), expected(exact(x), k))
        ties = tf.constant([[1.0, 2, 2, 2, np.nan, 0], [np.nan, np.nan, -np.inf, np.nan, 1, np.nan]])
        for k in range(7):
            self.expect(run(ops.npu_top_k_mask, ties, k=k), expected(exact(ties), k))
        self.refuses(["NpuTopKMask", "'x'"], ops.npu_top_k_mask, x=normal(), k=1)


@on_device_only
class Lists(NewOps):
    TYPES = (*FLOATS, tf.int64)

    def test_split_columns(self):
        for dtype in self.TYPES:
            for rows, columns, num in ((3, 8, 4), (5, 3, 1), (0, 4, 2), (2, 0, 3), (700, 600, 20)):
                with self.subTest(dtype=dtype.name, rows=rows, columns=columns, num=num):
                    value = normal(rows, columns, dtype=dtype, scale=100)
                    parts = run(ops.npu_split_columns, value, num=num)
                    self.assertEqual(len(parts), num)
                    for part, expected in zip(parts, np.split(exact(value), num, axis=1)):
                        self.expect(part, expected, 1e-9)
        self.refuses(["NpuSplitColumns", "'value'"], ops.npu_split_columns, value=normal(2, 3, 4), num=2)
        self.refuses(["NpuSplitColumns", "num"], ops.npu_split_columns, value=normal(2, 7), num=2)

    def test_weighted_sum(self):
        for dtype in FLOATS:
            for count, shape in ((1, ()), (3, (4, 5)), (2, (0,)), (12, (300, 200))):
                with self.subTest(dtype=dtype.name, count=count, shape=shape):
                    values = [normal(*shape, dtype=dtype) for _ in range(count)]
                    weights = normal(count, dtype=dtype)
                    expected = sum(exact(v) * w for v, w in zip(values, exact(weights)))
                    self.expect(run(ops.npu_weighted_sum, values, weights), expected, 4 * TOLERANCE[dtype])
        self.refuses(["NpuWeightedSum", "'values[1]'"], ops.npu_weighted_sum, values=[normal(2), normal(3)],
                     weights=normal(2))
        self.refuses(["NpuWeightedSum", "'weights'"], ops.npu_weighted_sum, values=[normal(2), normal(2)],
                     weights=normal(3))

    def test_concat_rows(self):
        for dtype in self.TYPES:
            for rows in ((2,), (2, 3), (0, 4, 0), (0, 0), (100, 1, 300)):
                with self.subTest(dtype=dtype.name, rows=rows):
                    values = [normal(n, 5, 7, dtype=dtype, scale=100) for n in rows]
                    result = run(ops.npu_concat_rows, values)
                    self.expect(result, np.concatenate([exact(value) for value in values]), 1e-9)
        self.refuses(["NpuConcatRows", "values"], ops.npu_concat_rows, values=[normal(2, 3), normal(2, 4)])
        self.refuses(["NpuConcatRows", "values"], ops.npu_concat_rows, values=[normal()])

    def test_identity_all(self):
        with tf.device("/CPU:0"):
            given = [tf.constant([1.5, 2]), tf.constant([[1, 2]], tf.int64), tf.constant(True), tf.constant(["a", "bc"])]
        copies = run(ops.npu_identity_all, given)
        for copy, original in zip(copies, given):
            self.assertEqual(copy.dtype, original.dtype)
            self.expect(copy, original.numpy())


class Others(NewOps):
    @on_device_only
    def test_bitcast_between_all_types(self):
        names = ("bfloat16 float16 float32 float64 int64 int32 uint8 uint16 uint32 uint64 int8 int16 complex64 "
                 "complex128").split()
        types = [tf.dtypes.as_dtype(name) for name in names]
        for source in types:
            for target in types:
                with self.subTest(source=source.name, target=target.name):
                    shape = (3, max(1, target.size // source.size))
                    data = RANDOM.integers(0, 256, shape[0] * shape[1] * source.size, np.uint8)
                    with tf.device("/CPU:0"):
                        x = tf.constant(np.frombuffer(data.tobytes(), source.as_numpy_dtype).reshape(shape))
                        expected = tf.bitcast(x, target)
                    result = run(ops.npu_bitcast, x, type=target)
                    self.assertEqual(result.dtype, target)
                    self.assertEqual(result.shape, expected.shape)
                    self.assertEqual(result.numpy().tobytes(), expected.numpy().tobytes())
        self.expect(run(ops.npu_bitcast, tf.constant(1.0), type=tf.uint32), np.uint32(0x3F800000))
        self.refuses(["NpuBitcast", "'input'"], ops.npu_bitcast, input=normal(2, 3), type=tf.float64)
        self.refuses(["NpuBitcast", "'input'"], ops.npu_bitcast, input=normal(), type=tf.float64)
        self.refuses([], ops.npu_bitcast, tf.constant("text"), type=tf.float32)

    @on_device_only
    def test_filled(self):
        for dtype in (*FLOATS, tf.int64):
            for dims in ([], [0], [4], [2, 0, 3], [300, 1, 500]):
                for dims_type in (tf.int32, tf.int64):
                    with self.subTest(dtype=dtype.name, dims=dims, dims_type=dims_type.name):
                        with tf.device("/CPU:0"):
                            given = tf.constant(dims, dims_type), tf.constant(7, dtype)
                        self.expect(run(ops.npu_filled, *given), np.full(dims, 7.0), 1e-9)
        self.refuses(["NpuFilled", "'value'"], ops.npu_filled, dims=[2], value=normal(1))
        self.refuses(["NpuFilled", "'dims'"], ops.npu_filled, dims=2, value=normal())
        self.refuses(["NpuFilled"], ops.npu_filled, dims=[2, -3], value=normal())

    @on_device_only
    def test_counter_counts_the_calls_of_its_kernel(self):
        with tf.device(DEVICE):
            eager = [ops.npu_counter(start=100).numpy() for _ in range(4)]
            self.assertEqual(eager, [100, 101, 102, 103])

            @tf.function
            def count():
                return ops.npu_counter(start=-1), ops.npu_counter(start=-1)  # two kernels: neither is left out

            self.assertEqual([[int(n) for n in count()] for _ in range(3)], [[-1, -1], [0, 0], [1, 1]])

    def test_text_length(self):
        texts = [["", "abc", "größer"], ["日本語", "x" * 1000, "🙂"]]
        encoded = np.array([[text.encode() for text in row] for row in texts], object)
        in_bytes = np.vectorize(len)(encoded)
        characters = np.vectorize(len)(np.array(texts, object))
        with tf.device(DEVICE):
            function = tf.function(ops.npu_text_length)
            for op in (ops.npu_text_length, function):
                self.expect(op(encoded), in_bytes)
                self.expect(op(encoded, unit="BYTE"), in_bytes)
                self.expect(op(encoded, unit="UTF8_CHAR"), characters)
                self.assertEqual(op(encoded).dtype, tf.int32)
            self.expect(ops.npu_text_length(tf.constant([], tf.string)), np.zeros(0))
        self.refuses(["LETTER"], ops.npu_text_length, encoded, unit="LETTER")
        self.refuses([], ops.npu_text_length, normal(2))

    @on_device_only
    def test_fence_passes_the_variable_on(self):
        with tf.device(DEVICE):
            variable = tf.Variable(tf.zeros([1000]))

            def add_and_wait(amount):
                variable.assign_add(amount)
                handle = ops.npu_fence(variable.handle)
                return tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32)

            one = tf.ones([1000])
            self.expect(add_and_wait(one), np.full(1000, 1.0))
            self.expect(tf.function(add_and_wait)(one), np.full(1000, 2.0))
        self.refuses([], ops.npu_fence, normal(2))

    @on_device_only
    def test_a_model_of_several_ops_in_one_function(self):
        @tf.function
        def model(x, w, b):
            y = ops.npu_swish(ops.npu_mat_mul_bias(x, w, b))
            left, right = ops.npu_split_columns(y, num=2)
            y = ops.npu_concat_rows([ops.npu_gelu(left, approximate=False), ops.npu_hypot(right, left[:1])])
            return ops.npu_weighted_sum([y, y * y], weights=tf.constant([0.5, 2.0]))

        x, w, b = normal(64, 32), normal(32, 16, scale=0.2), normal(16)
        with tf.device(DEVICE):
            result = model(x, w, b)
        y = exact(x) @ exact(w) + exact(b)
        y /= 1 + np.exp(-y)
        left, right = np.split(y, 2, axis=1)
        left_gelu = tf.nn.gelu(tf.constant(left), approximate=False).numpy()
        y = np.concatenate([left_gelu, np.hypot(right, left[:1])])
        self.expect(result, 0.5 * y + 2 * y * y, 1e-4)


if __name__ == "__main__":
    unittest.main(argv=["new_ops_program.py", *sys.argv[1:]])
