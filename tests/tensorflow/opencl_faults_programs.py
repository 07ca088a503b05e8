"""What opencl_faults_test.py runs in processes of TensorFlow's, with the loader of faulty_opencl.cc: each has calls of OpenCL fail, and prints as
JSON what came of it."""

# A function of TensorFlow's with results on the host, which nobody waits for the device to read. What it copies is behind work that takes
# long: whoever does not wait for a copy reads what was there before.
TO_HOST = """
    import ctypes
    import json
    import numpy as np
    import tensorflow as tf

    opencl = ctypes.CDLL("libOpenCL.so.1")
    a = np.random.default_rng(1).integers(-2, 3, size=(130, 130)).astype("f")

    with tf.device("/TEST_NPU:0"):
        long = tf.fill((600, 600), 1.0 / 600)

    def work(x):
        return tf.matmul(tf.abs(tf.matmul(x, x)), x)

    @tf.function
    def to_host(x, long):
        with tf.device("/TEST_NPU:0"):
            late = tf.matmul(tf.matmul(tf.matmul(long, long), long), long)
            y = work(x) + 0.0 * late[0, 0]
        with tf.device("/CPU:0"):
            return y + 1.0

    step = 0

    def outcome():  # another result each time, so that old memory is wrong
        global step
        step += 1
        with tf.device("/CPU:0"):
            x = tf.constant(a + step)
            expected = (work(x) + 1.0).numpy()
        try:
            return "right" if np.allclose(to_host(x, long).numpy(), expected) else "wrong"
        except tf.errors.OpError:
            return "error"

    assert outcome() == "right"
    outcomes = {}
    for name in FUNCTIONS:
        outcomes[name] = []
        for after in range(TIMES):
            before = opencl.faulty_opencl_calls(name.encode())
            opencl.faulty_opencl_fail(name.encode(), after, 1)
            found = outcome()
            called = opencl.faulty_opencl_calls(name.encode()) > before + after
            opencl.faulty_opencl_fail(b"", 0, 0)
            outcomes[name].append([found, "right" in (outcome(), outcome()), called])
    print(json.dumps(outcomes))
"""

# A copy between two devices that fails: whoever waits for it is told, and no old memory is taken for its result.
BETWEEN = """
    import ctypes
    import json
    import tensorflow as tf

    opencl = ctypes.CDLL("libOpenCL.so.1")
    devices = [device.name for device in tf.config.list_logical_devices("TEST_NPU")]
    outcomes = []
    for name in (b"clEnqueueReadBuffer", b"clEnqueueWriteBuffer", b""):
        with tf.device(devices[0]):
            a = tf.square(tf.fill([1000], 3.0))
            a.numpy()
        with tf.device(devices[1]):
            old = tf.fill([1000], 7.0)
            (old + old).numpy()
            del old
        opencl.faulty_opencl_fail(name, 0, 1)
        try:
            with tf.device(devices[1]):
                b = tf.identity(a)
                tf.test.experimental.sync_devices()
                opencl.faulty_opencl_fail(b"", 0, 0)
                outcomes.append(float(b[0]))
        except tf.errors.OpError as error:
            outcomes.append(str(error))
        opencl.faulty_opencl_fail(b"", 0, 0)
    print(json.dumps([len(devices), *outcomes]))
"""

# What has no memory for a moment is made another time, but not for ever.
REBUILD = """
    import ctypes
    import json
    import tensorflow as tf

    opencl = ctypes.CDLL("libOpenCL.so.1")
    x = tf.constant([3.0, 4.0])
    found = []
    # Programs of their own, of one type each.
    for name, function, count in (("clBuildProgram", tf.square, 2), ("clBuildProgram", lambda y: tf.nn.softmax(y), 9),
                                  ("clCreateKernel", lambda y: tf.reduce_sum(tf.reshape(y, [1, 2]), 1), 2)):
        made = opencl.faulty_opencl_calls(name.encode())
        opencl.faulty_opencl_fail(name.encode(), 0, count)
        launched = []
        for _ in range(5):
            before = opencl.faulty_opencl_calls(b"clEnqueueNDRangeKernel")
            with tf.device("/TEST_NPU:0"):
                function(x).numpy()
            launched.append(opencl.faulty_opencl_calls(b"clEnqueueNDRangeKernel") > before)
        opencl.faulty_opencl_fail(b"", 0, 0)
        found.append([opencl.faulty_opencl_calls(name.encode()) - made, launched])
    print(json.dumps(found))
"""
# An update of a variable that somebody still reads changes a copy. If there can be none, by the host neither, the update fails.
VARIABLES = """
    import ctypes
    import json
    import tensorflow as tf

    opencl = ctypes.CDLL("libOpenCL.so.1")
    with tf.device("/TEST_NPU:0"):
        table = tf.Variable(tf.zeros((4, 3)))

        @tf.function
        def update():
            before = table.read_value()  # still used below, so that the update needs a copy
            with tf.control_dependencies([before]):
                table.scatter_sub(tf.IndexedSlices(tf.ones((2, 3)), tf.constant([0, 0])))
            return before + 0.0, table.read_value()

        def outcome():
            try:
                return [value.numpy().tolist() for value in update()]
            except tf.errors.OpError as error:
                return str(error)

        found = []
        for count in (0, 1, 0):
            table.assign(tf.reshape(tf.range(12.0), (4, 3)))
            opencl.faulty_opencl_fail(b"clEnqueueCopyBuffer", 0, count)
            found.append(outcome())
            opencl.faulty_opencl_fail(b"", 0, 0)
    print(json.dumps(found))
"""
# A device that has not all kernels of a scatter has launched none of it: the variable keeps its values when the host refuses an index.
HALF = """
    import ctypes
    import json
    import tensorflow as tf

    opencl = ctypes.CDLL("libOpenCL.so.1")
    with tf.device("/TEST_NPU:0"):
        table = tf.Variable(tf.ones((4, 3)))
        said = ""
        opencl.faulty_opencl_fail(b"clCreateKernel", 1, 1)  # the second of the three
        try:
            tf.raw_ops.ResourceScatterAdd(resource=table.handle, indices=[7], updates=tf.ones((1, 3)))
            table.numpy()
        except tf.errors.OpError as error:
            said = str(error)
        opencl.faulty_opencl_fail(b"", 0, 0)
        tf.raw_ops.ResourceScatterAdd(resource=table.handle, indices=[0], updates=tf.ones((1, 3)))
        print(json.dumps([said, table.numpy().tolist()]))
"""
# On a device with small blocks or little local memory the host computes what needs more.
SMALL = """
    import ctypes
    import json
    import tensorflow as tf

    opencl = ctypes.CDLL("libOpenCL.so.1")
    with tf.device("/TEST_NPU:0"):
        found = []
        for function, x in ((tf.square, tf.fill([100], 3.0)), (lambda x: tf.matmul(x, x), tf.fill([200, 200], 2.0))):
            before = opencl.faulty_opencl_calls(b"clEnqueueNDRangeKernel")
            y = function(x).numpy()
            found.append([float(y.flat[-1]), opencl.faulty_opencl_calls(b"clEnqueueNDRangeKernel") > before])
        found.append([opencl.faulty_opencl_calls(b"clEnqueueMigrateMemObjects") > 0, opencl.faulty_opencl_unflushed()])
        print(json.dumps(found))
"""
# The device is lost, at some call: whatever wants it from then on is an error.
LOST = """
    import ctypes
    import faulthandler
    import json
    import tensorflow as tf

    faulthandler.dump_traceback_later(120, exit=True)
    opencl = ctypes.CDLL("libOpenCL.so.1")

    def work():
        with tf.device("/TEST_NPU:0"):
            x = tf.fill([130, 130], 2.0)
            return float(tf.reduce_sum(tf.cumsum(tf.matmul(x, x), axis=1))[...].numpy())

    expected = work()
    opencl.faulty_opencl_fail(b"*", AFTER, 1 << 30)
    outcomes = []
    for _ in range(3):
        try:
            outcomes.append("right" if work() == expected else "wrong")
        except tf.errors.OpError:
            outcomes.append("error")
    print(json.dumps(outcomes))
"""
# A driver that holds its queue in clFinish, while the host computes in between.
HELD = """
    import faulthandler
    import json
    import tensorflow as tf

    faulthandler.dump_traceback_later(60, exit=True)
    found = []
    with tf.device("/TEST_NPU:0"):
        for step in range(10):
            x = tf.fill([100], float(step))
            y = tf.cumsum(tf.cumsum(x))
            tf.test.experimental.sync_devices()
            found.append(float(y[-1]))
    print(json.dumps(found))
"""
