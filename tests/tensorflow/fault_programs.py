"""What opencl_faults_test.py and cuda_faults_test.py run in processes of TensorFlow's, with a library of the device's whose functions fail when
they are told to: it has NAME_calls(FUNCTION), how often a function was called, and NAME_fail(FUNCTION, after, count), which has so many calls
of it fail after so many others."""

import json

import support

# Whether there are devices, and what the first op says.
START = """
    import json
    import tensorflow as tf

    devices = tf.config.list_physical_devices("TEST_NPU")
    said = ""
    try:
        for device in devices:
            with tf.device("/TEST_NPU:0"):
                assert (tf.constant([1.0]) + 1.0).numpy() == 2
    except (tf.errors.OpError, RuntimeError) as error:
        said = str(error)
    print(json.dumps([len(devices), said]))
"""
# A step of a model: outcomes of it while a function fails, and of one more.
RUN = """
    import ctypes
    import json
    import numpy as np
    import tensorflow as tf

    library = ctypes.CDLL("LIBRARY")
    calls, fail = library.NAME_calls, library.NAME_fail
    random = np.random.default_rng(1)
    a, b = random.integers(-2, 3, size=(2, 130, 130)).astype("f")  # products are exact, so that no formula leaps
    # Formulas whose kernels are made one after the other, so that making one fails as well.
    unary = [tf.abs, tf.exp, tf.sin, tf.cos, tf.tanh, tf.square, tf.sigmoid, tf.nn.relu, tf.floor, tf.math.ceil, tf.sign, tf.atan,
             tf.math.erf, tf.nn.softplus, tf.nn.elu, tf.negative]
    types = [tf.float16, tf.bfloat16, tf.float64]

    def of_another_device():
        with tf.device("/TEST_NPU:1"):
            return tf.zeros([1000])

    @tf.function
    def across(x):  # waits of one stream for another
        y = tf.matmul(x, x)
        with tf.device("/CPU:0"):
            z = y + 1.0
        return y * z

    def work(step):
        x = tf.constant(a) + MORE
        y = tf.matmul(x, tf.constant(b))                      # a kernel
        y = unary[step % len(unary)](y / 64.0)
        y = tf.cast(tf.cast(y, types[step % len(types)]), tf.float32)
        z = tf.cumsum(y, axis=1)                              # a kernel, or a call of the host
        z = tf.concat([z, z], axis=0)[:130]                   # copies of whole tensors
        return tf.reduce_sum(z + x + across(x), axis=0).numpy()

    def on(device, step):
        with tf.device(device):
            return work(step)

    outcomes = {}
    step = 0
    on("/TEST_NPU:0", step)
    for name in FUNCTIONS:
        outcomes[name] = []
        for after in TIMES:
            step += 1
            expected = on("/CPU:0", step)
            before = calls(name.encode())
            fail(name.encode(), after, 1)
            try:
                outcome = "right" if np.allclose(on("/TEST_NPU:0", step), expected, rtol=1e-3, atol=0.5) else "wrong"
            except tf.errors.OpError as error:
                outcome = "error"
            called = calls(name.encode()) > before + after
            fail(b"", 0, 0)
            try:
                WAIT
            except tf.errors.OpError as error:
                outcome = "error"
            try:
                again = np.allclose(on("/TEST_NPU:0", step), expected, rtol=1e-3, atol=0.5)
            except tf.errors.OpError as error:  # one that was still to be told of
                again = np.allclose(on("/TEST_NPU:0", step), expected, rtol=1e-3, atol=0.5)
            outcomes[name].append([outcome, bool(again), called])
    print(json.dumps(outcomes))
"""


def outcomes_in_turn(test, plugin, names, times, library, name, *, more="0.0", wait="pass", program=RUN, **variables):
    """Of each function that fails in its turn: lists of what came of it, whether all was well afterwards, and whether it was called.
    `library` is the file's name, `name` that of its functions, `more` what a step adds to its input, `wait` what ends it."""
    for word, value in (("FUNCTIONS", json.dumps(names)), ("TIMES", str(times)), ("LIBRARY", library), ("NAME", name), ("MORE", more), ("WAIT", wait)):
        program = program.replace(word, value)
    done, outcomes = support.run_code(program, plugin, **variables)
    test.assertEqual(done.returncode, 0, done.stderr[-3000:])
    return outcomes


def check_in_turn(test, outcomes, elsewhere=()):
    """An error or the right result, and afterwards all is well. Functions that are called `elsewhere` need not be here."""
    for name, found in outcomes.items():
        with test.subTest(function=name):
            test.assertNotIn("wrong", [outcome for outcome, _, _ in found])
            test.assertTrue(all(again for _, again, _ in found), found)
            test.assertTrue(name in elsewhere or any(called for _, _, called in found), "never called")
