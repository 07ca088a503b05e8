"""Convolutions and pooling of volumes in what the CPU has no kernels for: channels first, dilations, and groups."""

import unittest

import support

# A dilated filter is one with zeros in between, channels first are a transposition, and groups are convolutions side by side.
PROGRAM = """
    import json
    import numpy as np
    import tensorflow as tf

    raw = tf.raw_ops
    random = np.random.default_rng(1)
    different = []

    def run(device, op, **arguments):
        with tf.device(device):
            return getattr(raw, op)(**arguments).numpy()

    def compare(name, cpu, device):
        if cpu.shape != device.shape or not np.allclose(cpu, device, 1e-4, 1e-4):
            different.append(name)

    def first(tensor):
        return np.moveaxis(tensor, -1, 1)

    def last(tensor):
        return np.moveaxis(tensor, 1, -1)

    cpu, device = "/CPU:0", "/TEST_NPU:0"
    for round in range(12):
        window, dilation = random.integers(1, 4, 3), random.integers(1, 3, 3)
        stride, padding = int(random.integers(1, 3)), ("SAME", "VALID")[round % 2]
        sizes = (window - 1) * dilation + 1 + random.integers(0, 5, 3)
        batch, depth, output_depth = random.integers(1, 4, 3)
        x = random.normal(size=(batch, *sizes, depth)).astype(np.float32)
        filter = random.normal(size=(*window, depth, output_depth)).astype(np.float32)
        every = tuple(slice(None, None, step) for step in dilation)
        spread = np.zeros((*((window - 1) * dilation + 1), depth, output_depth), np.float32)
        spread[every] = filter
        plain = dict(strides=[1, stride, stride, stride, 1], padding=padding)
        dilated = dict(plain, dilations=[1, *dilation, 1])
        turned = dict(strides=[1, 1, stride, stride, stride], dilations=[1, 1, *dilation], padding=padding,
                      data_format="NCDHW")

        expected = run(cpu, "Conv3D", input=x, filter=spread, **plain)
        compare("Conv3D", expected, run(device, "Conv3D", input=x, filter=filter, **dilated))
        compare("Conv3D NCDHW", expected, last(run(device, "Conv3D", input=first(x), filter=filter, **turned)))
        gradient = random.normal(size=expected.shape).astype(np.float32)

        op = "Conv3DBackpropInputV2"
        expected = run(cpu, op, input_sizes=x.shape, filter=spread, out_backprop=gradient, **plain)
        compare(op, expected, run(device, op, input_sizes=x.shape, filter=filter, out_backprop=gradient, **dilated))
        compare(op + " NCDHW", expected, last(run(device, op, input_sizes=first(x).shape, filter=filter,
                                                  out_backprop=first(gradient), **turned)))

        op = "Conv3DBackpropFilterV2"
        expected = run(cpu, op, input=x, filter_sizes=spread.shape, out_backprop=gradient, **plain)[every]
        compare(op, expected, run(device, op, input=x, filter_sizes=filter.shape, out_backprop=gradient, **dilated))
        compare(op + " NCDHW", expected, run(device, op, input=first(x), filter_sizes=filter.shape,
                                             out_backprop=first(gradient), **turned))

        stride = min(stride, int(min(window)))
        plain = dict(ksize=[1, *window, 1], strides=[1, stride, stride, stride, 1], padding=padding)
        turned = dict(ksize=[1, 1, *window], strides=[1, 1, stride, stride, stride], padding=padding, data_format="NCDHW")
        for op in ("MaxPool3D", "AvgPool3D"):
            pooled = run(cpu, op, input=x, **plain)
            compare(op + " NCDHW", pooled, last(run(device, op, input=first(x), **turned)))
            gradient = random.normal(size=pooled.shape).astype(np.float32)
            if op == "MaxPool3D":
                expected = run(cpu, op + "Grad", orig_input=x, orig_output=pooled, grad=gradient, **plain)
                actual = run(device, op + "Grad", orig_input=first(x), orig_output=first(pooled), grad=first(gradient), **turned)
            else:
                expected = run(cpu, op + "Grad", orig_input_shape=x.shape, grad=gradient, **plain)
                actual = run(device, op + "Grad", orig_input_shape=first(x).shape, grad=first(gradient), **turned)
            compare(op + "Grad NCDHW", expected, last(actual))

    for groups, stride, padding in ((2, 1, "SAME"), (3, 2, "VALID"), (2, 2, "SAME")):
        depth, output_depth = random.integers(1, 4, 2)
        x = random.normal(size=(2, 5, 4, 5, groups * depth)).astype(np.float32)
        filter = random.normal(size=(2, 3, 2, depth, groups * output_depth)).astype(np.float32)
        plain = dict(strides=[1, stride, stride, stride, 1], padding=padding)
        turned = dict(strides=[1, 1, stride, stride, stride], padding=padding, data_format="NCDHW")
        xs, filters = np.split(x, groups, -1), np.split(filter, groups, -1)

        expected = np.concatenate([run(cpu, "Conv3D", input=one, filter=w, **plain) for one, w in zip(xs, filters)], -1)
        compare("grouped Conv3D", expected, run(device, "Conv3D", input=x, filter=filter, **plain))
        compare("grouped Conv3D NCDHW", expected, last(run(device, "Conv3D", input=first(x), filter=filter, **turned)))
        gradient = random.normal(size=expected.shape).astype(np.float32)
        gradients = np.split(gradient, groups, -1)

        op = "Conv3DBackpropInputV2"
        expected = np.concatenate([run(cpu, op, input_sizes=one.shape, filter=w, out_backprop=g, **plain)
                                   for one, w, g in zip(xs, filters, gradients)], -1)
        compare("grouped " + op, expected, run(device, op, input_sizes=x.shape, filter=filter, out_backprop=gradient, **plain))
        compare(f"grouped {op} NCDHW", expected, last(run(
            device, op, input_sizes=first(x).shape, filter=filter, out_backprop=first(gradient), **turned)))

        op = "Conv3DBackpropFilterV2"
        expected = np.concatenate([run(cpu, op, input=one, filter_sizes=w.shape, out_backprop=g, **plain)
                                   for one, w, g in zip(xs, filters, gradients)], -1)
        compare("grouped " + op, expected, run(device, op, input=x, filter_sizes=filter.shape, out_backprop=gradient, **plain))
        compare(f"grouped {op} NCDHW", expected, run(
            device, op, input=first(x), filter_sizes=filter.shape, out_backprop=first(gradient), **turned))

    # Keras' layer, which compiles what the CPU cannot do with XLA.
    x = random.normal(size=(2, 5, 5, 5, 4)).astype(np.float32)
    with tf.device(device):
        layer = tf.keras.layers.Conv3D(6, 2, groups=2, use_bias=False)

        def learn(x):
            with tf.GradientTape() as tape:
                y = layer(x)
            return y, tape.gradient(y, layer.trainable_weights[0])

        results = [learn(tf.constant(x)), tf.function(learn)(tf.constant(x))]
    filters = np.split(layer.get_weights()[0], 2, -1)
    expected = [run(cpu, "Conv3D", input=one, filter=w, strides=[1] * 5, padding="VALID")
                for one, w in zip(np.split(x, 2, -1), filters)]
    gradients = [run(cpu, "Conv3DBackpropFilterV2", input=one, filter_sizes=w.shape, out_backprop=np.ones_like(y),
                     strides=[1] * 5, padding="VALID") for one, w, y in zip(np.split(x, 2, -1), filters, expected)]
    for y, gradient in results:
        compare("Keras' Conv3D", np.concatenate(expected, -1), y.numpy())
        compare("its gradient", np.concatenate(gradients, -1), gradient.numpy())
    print(json.dumps(different))
"""


class Volumes(unittest.TestCase):
    def test_agree_with_the_cpu_in_other_words(self):
        plugin = support.training_plugin()
        for release in ("2.15", "newest"):
            with self.subTest(release=release):
                done, different = support.run_code(PROGRAM, plugin, release)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual(different, [])


if __name__ == "__main__":
    support.main()
