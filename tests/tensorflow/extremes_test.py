"""Ops on rows, windows and weights of nothing but NaN and infinities: the device has them where TensorFlow's CPU has."""

import unittest

import support

OPS = ("AvgPool", "Conv2DBackpropInput", "LogSoftmax", "Max", "MaxPool", "MaxPoolGrad", "Maximum", "Mean", "Min", "Minimum", "Prod", "Softmax",
       "SoftmaxCrossEntropyWithLogits", "Sum", "TopKV2", "UnsortedSegmentSum")
SPEC = f"plugingen: 1\nplugin: {{name: test_npu}}\ndevice: {{type: TEST_NPU}}\nkernels: [{', '.join(f'op: {name}' for name in OPS)}]\n"
PROGRAM = """
    import itertools, json
    import numpy as np
    import tensorflow as tf

    raw = tf.raw_ops
    random = np.random.default_rng(1)
    NAN, INFINITY = np.nan, np.inf
    wrong, count = [], 0

    def rows(columns, dtype):
        mixed = [random.choice([NAN, -INFINITY, INFINITY, 1, -2], columns) for _ in range(7)]
        lost = [random.choice([-INFINITY, INFINITY], columns) for _ in range(4)]
        return np.array([*(np.full(columns, value) for value in (NAN, -INFINITY, INFINITY)), *mixed, *lost]).astype(dtype)

    def check(name, compute, *inputs):
        global count
        results = []
        for device in ("CPU:0", "TEST_NPU:0"):
            with tf.device(device):
                result = compute(*map(tf.constant, inputs))
                assert device in result.device, (name, result.device)
                results.append(result.numpy())
        cpu, npu = results
        count += 1
        if not np.allclose(npu.astype("d"), cpu.astype("d"), rtol=0.02, equal_nan=True):  # an infinity is close to itself only
            wrong.append(f"{name} {inputs[0].dtype} {inputs[0].shape}: {npu.flatten()[:9]}, not {cpu.flatten()[:9]}")

    for dtype in (np.float32, np.float64, np.float16, tf.bfloat16.as_numpy_dtype):
        for columns in (1, 5, 40, 700):
            x = rows(columns, dtype)
            n = len(x)
            for op in ("Max", "Min", "Sum", "Mean", "Prod"):
                for axis in (0, 1):
                    check(op, lambda x: getattr(raw, op)(input=x, axis=[axis]), x)
            for op in ("Maximum", "Minimum"):
                check(op, lambda x, y: getattr(raw, op)(x=x, y=y), x, x[::-1])
            for op in ("Softmax", "LogSoftmax"):
                check(op, lambda x: getattr(raw, op)(logits=x), x)
            check("TopKV2", lambda x: raw.TopKV2(input=x, k=1).values, x[1:3])
            check("SoftmaxCrossEntropyWithLogits", lambda x: raw.SoftmaxCrossEntropyWithLogits(features=x, labels=tf.ones_like(x))[0], x)
            check("UnsortedSegmentSum", lambda x: raw.UnsortedSegmentSum(data=x, segment_ids=tf.range(n) % 5, num_segments=6), x)
        for channels in (1, 6, 33):
            image = rows(channels, dtype).reshape(1, 7, 2, channels)
            for size in (1, 2, 3):
                windows = {"ksize": [1, size, size, 1], "strides": [1, 1, 2, 1], "padding": "SAME"}
                pooled = raw.MaxPool(input=tf.constant(image), **windows)
                check("MaxPool", lambda x: raw.MaxPool(input=x, **windows), image)
                check("AvgPool", lambda x: raw.AvgPool(value=x, **windows), image)
                check("MaxPoolGrad", lambda x, y, g: raw.MaxPoolGrad(orig_input=x, orig_output=y, grad=g, **windows), image, pooled.numpy(),
                      np.ones(pooled.shape, dtype))
        image = rows(12, dtype).reshape(1, 7, 2, 12)
        for size in (2, 3):  # the CPU searches longer windows by vectors
            windows = {"ksize": [1, 1, 1, size], "strides": [1, 1, 1, size], "padding": "VALID"}
            check("MaxPool over channels", lambda x: raw.MaxPool(input=x, **windows), image)

    # One weight that few pixels touch; there are more weights than pixels, or fewer.
    depths = ((1, 1), (3, 5), (16, 17))
    for value, size, (channels, outputs), padding, stride in itertools.product((INFINITY, NAN), (9, 20), depths, ("SAME", "VALID"), (1, 2)):
        w = np.ones((3, 3, channels, outputs), "f")
        w[0, 0, 0, 0] = value
        attrs = {"strides": [1, stride, stride, 1], "padding": padding}
        x = np.ones((1, size, size, channels), "f")
        y = np.ones(raw.Conv2D(input=x, filter=w, **attrs).shape, "f")
        check(f"Conv2DBackpropInput {attrs}", lambda w, y: raw.Conv2DBackpropInput(input_sizes=x.shape, filter=w, out_backprop=y, **attrs), w, y)
    print(json.dumps([count, wrong]))
"""


class ExtremesTest(unittest.TestCase):
    def test_against_the_cpu(self):
        plugin = support.build_project("test_npu", SPEC, folder="extremes") / "build" / "libtest_npu.so"
        done, result = support.run_code(PROGRAM, plugin)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        count, wrong = result
        self.assertGreater(count, 400)
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    support.main()
