"""Products and depthwise convolutions that are larger than what their loops take at a time: drawn shapes of the tests of kernels
are smaller. All numbers are small integers, so that every order of summing gives the same."""

import unittest

import support

PROGRAM = """
    import itertools, json
    import numpy as np
    import tensorflow as tf

    random = np.random.default_rng(9)

    def numbers(*shape):
        return random.integers(-4, 5, shape).astype(np.float32)

    def is_product(rows, columns, depth, transpose_a, transpose_b):
        a = numbers(*((depth, rows) if transpose_a else (rows, depth)))
        b = numbers(*((columns, depth) if transpose_b else (depth, columns)))
        with tf.device("/TEST_NPU:0"):
            c = tf.linalg.matmul(a, b, transpose_a=transpose_a, transpose_b=transpose_b)
        return c.device.endswith("TEST_NPU:0") and np.array_equal(c.numpy(), (a.T if transpose_a else a) @ (b.T if transpose_b else b))

    def depthwise(device, x, w, g, padding):
        attrs = dict(strides=[1, 1, 1, 1], padding=padding)
        with tf.device(device):
            return [result.numpy() for result in (
                tf.raw_ops.DepthwiseConv2dNative(input=x, filter=w, **attrs),
                tf.raw_ops.DepthwiseConv2dNativeBackpropInput(input_sizes=x.shape, filter=w, out_backprop=g, **attrs),
                tf.raw_ops.DepthwiseConv2dNativeBackpropFilter(input=x, filter_sizes=w.shape, out_backprop=g, **attrs))]

    wrong, count = [], 0
    # Few rows are multiplied otherwise than many, by blocks of 320 of the depth, and columns are shared out over threads.
    for case in itertools.product((1, 2, 3, 4, 5, 8, 12, 13, 16, 17, 24, 25), (33, 1030), (17, 650), (False, True), (False, True)):
        count += 1
        if not is_product(*case):
            wrong.append(case)
    # Blocks of 64, 32 and 8 channels.
    for case in itertools.product((7, 8, 31, 32, 71, 139), ((3, 2), (1, 5)), ("SAME", "VALID")):
        channels, window, padding = case
        x, w = numbers(2, 9, 11, channels), numbers(*window, channels, 1)
        size = (9, 11) if padding == "SAME" else (10 - window[0], 12 - window[1])
        tensors = x, w, numbers(2, *size, channels)
        count += 1
        if not all(map(np.array_equal, depthwise("/TEST_NPU:0", *tensors, padding), depthwise("/CPU:0", *tensors, padding))):
            wrong.append(case)
    print(json.dumps({"count": count, "wrong": wrong}))
"""


class BlockSizes(unittest.TestCase):
    def test_what_is_larger_than_a_block_is_computed_as_exactly(self):
        done, report = support.run_code(PROGRAM, support.training_plugin())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(report["count"], 12 * 2 * 2 * 4 + 6 * 2 * 2)
        self.assertEqual(report["wrong"], [])


if __name__ == "__main__":
    support.main()
