"""Programs beyond a training loop, on the device and on the CPU in every release: control flow and its gradients,
retracing, stacks written in place, checkpoints, SavedModels that move between devices, sessions of tf.compat.v1.
"""

import unittest

import support

PROGRAM = """
    import json
    import os
    import tempfile
    import numpy as np
    import tensorflow as tf

    NPU, CPU = "/TEST_NPU:0", "/CPU:0"
    v1 = tf.compat.v1
    different = []

    def compare(name, function, tolerance=1e-5):
        # function(device) gives numbers, the same on both devices.
        results = []
        for device in (CPU, NPU):
            try:
                results.append([np.asarray(part, np.float64) for part in function(device)])
            except Exception as error:
                results.append(f"{type(error).__name__}: {error}")
        cpu, npu = results
        if isinstance(cpu, str) or isinstance(npu, str) or any(
                a.shape != b.shape or not np.allclose(a, b, tolerance, tolerance) for a, b in zip(cpu, npu)):
            different.append(f"{name}: {npu} on the CPU {cpu}"[:2000])

    def numbers(*shape):
        return np.random.default_rng(len(shape)).normal(size=shape).astype(np.float32)

    # Control flow, whose bodies run as functions on the device, and its gradients.
    def power(device):
        with tf.device(device):
            matrix = tf.Variable(numbers(6, 6) * 0.3)

            @tf.function
            def loss(steps):
                state = tf.ones([6, 1])
                for _ in tf.range(steps):
                    state = tf.tanh(tf.matmul(matrix, state))
                return tf.reduce_sum(state)

            with tf.GradientTape() as tape:
                value = loss(tf.constant(5))
            return value, tape.gradient(value, matrix)

    def branches(device):
        with tf.device(device):
            x = tf.Variable(numbers(4, 3))

            @tf.function
            def choose(positive):
                if tf.reduce_sum(x) * positive > 0:
                    return tf.reduce_sum(x * x)
                return tf.reduce_sum(tf.exp(x))

            result = []
            for sign in (1.0, -1.0):
                with tf.GradientTape() as tape:
                    value = choose(tf.constant(sign))
                result += [value, tape.gradient(value, x)]
            return result

    def retracing(device):
        with tf.device(device):
            total = tf.Variable(0.0)

            @tf.function(reduce_retracing=True)
            def add(x):
                total.assign_add(tf.reduce_sum(x))
                return total.read_value()

            return [add(tf.constant(numbers(rows, 2))) for rows in (1, 2, 3, 4, 2, 1)] + [total]

    def arrays(device):
        with tf.device(device):
            @tf.function
            def rows(x):
                array = tf.TensorArray(tf.float32, size=5)
                for i in tf.range(5):
                    array = array.write(i, x[i] * tf.cast(i, tf.float32))
                return array.stack()

            x = tf.constant(numbers(5, 3))
            with tf.GradientTape() as tape:
                tape.watch(x)
                value = rows(x)
            return value, tape.gradient(value, x)

    def second_order(device):
        with tf.device(device):
            x = tf.Variable(numbers(5))
            with tf.GradientTape() as outer:
                with tf.GradientTape() as inner:
                    y = tf.reduce_sum(tf.tanh(x) * x)
                first = inner.gradient(y, x)
            return first, outer.gradient(first, x)

    def custom_gradient(device):
        @tf.custom_gradient
        def clipped(x):
            return x * x, lambda dy: tf.clip_by_value(dy * 2 * x, -1.0, 1.0)

        with tf.device(device):
            x = tf.Variable(numbers(7))
            with tf.GradientTape() as tape:
                y = clipped(x)
            return y, tape.gradient(y, x)

    def jacobian(device):
        with tf.device(device):
            x = tf.Variable(numbers(4))
            with tf.GradientTape() as tape:
                y = tf.exp(x) * tf.reduce_sum(x)
            return [tape.jacobian(y, x)]

    def scan_map(device):
        with tf.device(device):
            x = tf.constant(numbers(6, 2))
            return [tf.scan(lambda a, b: a * 0.5 + b, x), tf.map_fn(lambda r: tf.reduce_sum(r * r), x),
                    tf.vectorized_map(lambda r: tf.reduce_sum(r * r), x)]

    for function in (power, branches, retracing, arrays, second_order, custom_gradient, jacobian, scan_map):
        compare(function.__name__, function)

    # Keras compiles this convolution with XLA, without being asked, as the CPU could not do it otherwise.
    def grouped_convolution(device):
        keras = tf.keras
        keras.utils.set_random_seed(1)
        with tf.device(device):
            model = keras.Sequential([
                keras.layers.Conv2D(8, 3, groups=4, activation="relu", input_shape=(6, 6, 8)), keras.layers.Flatten(),
                keras.layers.Dense(3, activation="softmax")])
            model.compile("adam", "sparse_categorical_crossentropy")
            history = model.fit(numbers(32, 6, 6, 8), np.arange(32) % 3, verbose=0, epochs=3, shuffle=False)
            return history.history["loss"], model.predict(numbers(2, 6, 6, 8), verbose=0)

    compare("grouped_convolution", grouped_convolution)

    # Checkpoints and SavedModels move between devices.
    class Net(tf.Module):
        def __init__(self, scale):
            super().__init__()
            self.w = tf.Variable(numbers(3, 2) * scale)
            self.b = tf.Variable(numbers(2) * scale)
            self.calls = tf.Variable(0, dtype=tf.int64)

        @tf.function(input_signature=[tf.TensorSpec([None, 3])])
        def __call__(self, x):
            self.calls.assign_add(1)
            return tf.nn.bias_add(tf.matmul(x, self.w), self.b)

    def made(device, scale=1.0):
        with tf.device(device):
            return Net(scale)

    x = numbers(4, 3)
    folder = tempfile.mkdtemp()

    def checkpoint(device):
        other = CPU if device == NPU else NPU
        with tf.device(other):
            source = made(other)
            source(x)
            path = tf.train.Checkpoint(net=source).save(os.path.join(folder, "checkpoint"))
        with tf.device(device):
            target = made(device, 5.0)
            tf.train.Checkpoint(net=target).restore(path).assert_consumed()
            return target(x), target.calls, target.w

    def saved_model(device):
        path = os.path.join(folder, "model" + device[1:4])
        with tf.device(device):
            net = made(device)
            net(x)
            tf.saved_model.save(net, path)
        results = []
        for where in (CPU, NPU):
            with tf.device(where):
                loaded = tf.saved_model.load(path)
                results += [loaded(tf.constant(x)), loaded(tf.constant(x)), loaded.w]
                results.append(loaded.calls.read_value())
        return results

    compare("checkpoint", checkpoint)
    compare("saved_model", saved_model)

    # Sessions: variables of equal names in two graphs and on two devices are different ones.
    def session(graph_scale, device):
        graph = tf.Graph()
        with graph.as_default(), tf.device(device):
            v = v1.get_variable("v", initializer=tf.constant(numbers(3) * graph_scale), use_resource=True)
            # Nothing trains w in place, so that it stays on the device in every release.
            w = v1.get_variable("w", initializer=tf.constant(numbers(3) * graph_scale), use_resource=True)
            double = w.assign(w * 2.0)
            loss = tf.reduce_sum(v * v)
            train = v1.train.GradientDescentOptimizer(0.1).minimize(loss)
            momentum = v1.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
            saver = v1.train.Saver([v, w])
            init = v1.global_variables_initializer()
        s = v1.Session(graph=graph, config=v1.ConfigProto(allow_soft_placement=True))
        s.run(init)
        return s, v, w, loss, (train, momentum, momentum, double), saver

    def sessions(device):
        a = session(1.0, device)
        b = session(3.0, device)
        other = session(7.0, device[:-1] + "1" if device == NPU else device)
        result = []
        for s, v, w, loss, updates, saver in (a, b, other):
            for op in updates:
                s.run(op)
                result.append(s.run(loss))
        with a[0].graph.as_default():
            path = a[-1].save(a[0], os.path.join(folder, "session" + device[1:4]))
            a[0].run(a[4])
            a[-1].restore(a[0], path)
        return result + [s.run((v, w)) for s, v, w, *_ in (a, b, other)]

    def v1_while(device):
        graph = tf.Graph()
        with graph.as_default(), tf.device(device):
            w = tf.constant(numbers(4, 4) * 0.4)
            i, y = tf.while_loop(lambda i, y: i < 6, lambda i, y: (i + 1, tf.tanh(tf.matmul(w, y))),
                                 [tf.constant(0), tf.ones([4, 1])])
            gradient = tf.gradients(tf.reduce_sum(y), w)[0]
        with v1.Session(graph=graph, config=v1.ConfigProto(allow_soft_placement=True)) as s:
            return s.run([y, gradient])

    # Its values are written into one tensor, which core's Identity passes on.
    def stacked(device):
        results = []
        for dtype in (tf.float32, tf.double, tf.half, tf.bfloat16, tf.int64, tf.int32, tf.uint8, tf.bool):
            with tf.device(device):
                value = tf.cast(np.arange(20000) % 3, dtype)
                stack = tf.function(lambda: tf.parallel_stack([value, value, value]), autograph=False)
                results += [tf.cast(stack(), tf.float32), tf.cast(stack(), tf.float32)]
        return results

    compare("parallel_stack", stacked)
    compare("sessions", sessions)
    compare("v1_while", v1_while)
    v1.disable_control_flow_v2()
    compare("v1_while, version 1", v1_while)
    print(json.dumps({"different": different}))
"""


class Programs(unittest.TestCase):
    def check(self, release):
        done, result = support.run_code(PROGRAM, support.training_plugin(), release)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(result["different"], [])

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
