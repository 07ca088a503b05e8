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

# A copy to the device that is taken and fails: an eager one, one in a function, and the first value of a variable. What was copied before and after is sound,
# and so is all afterwards.
ARRIVING = """
    import ctypes
    import json
    import threading
    import numpy as np
    import tensorflow as tf

    opencl = ctypes.CDLL("libOpenCL.so.1")

    def fail(after=0):
        opencl.faulty_opencl_fail(b"clEnqueueWriteBuffer later", after, 1)

    def outcome(read):
        try:
            return float(read())
        except tf.errors.OpError as error:
            return str(error)

    def on_another_thread(read):
        found = []
        thread = threading.Thread(target=lambda: found.append(outcome(read)))
        thread.start()
        thread.join()
        return found[0]

    @tf.function
    def doubled_on_device(x):
        with tf.device("/CPU:0"):
            y = x + 1.0
        with tf.device("/TEST_NPU:0"):
            return tf.reduce_sum(y * 2.0)

    ones, host = np.ones(1000, "f"), tf.ones([2])
    with tf.device("/TEST_NPU:0"):
        before = tf.constant(3 * ones)
        tf.sqrt(before * before).numpy()
        doubled_on_device(host).numpy()
        fail()
        x = tf.constant(ones)
        after = tf.constant(3 * ones)
        reads = [lambda: x.numpy()[-1], lambda: tf.square(x).numpy()[-1], lambda: tf.identity(x).numpy()[-1]]
        lost = [outcome(read) for read in reads * 2] + [on_another_thread(read) for read in reads]
        others = [outcome(value.numpy()[-1:].item) for value in (before, after, tf.sqrt(before * after))]
        fail()
        lost.append(outcome(lambda: doubled_on_device(host).numpy()))
        others.append(on_another_thread(lambda: before.numpy()[5]))
        fail()
        variable = tf.Variable(ones)
        lost += [outcome(lambda: variable.numpy()[7]), outcome(lambda: variable.assign_add(ones).numpy()[7])]
        opencl.faulty_opencl_fail(b"", 0, 0)
        again = [outcome(lambda: doubled_on_device(host).numpy())]
        variable = tf.Variable(3 * ones)
        variable.assign_add(9 * ones)
        again.append(outcome(lambda: variable.numpy()[7]))
    print(json.dumps([lost, others, again]))
"""
# A kernel has failed, and nothing runs any more, when the process copies its first result to the host: one of a function's, for which TensorFlow waits for no
# stream.
FIRST_COPY = """
    import ctypes
    import json
    import tensorflow as tf

    opencl = ctypes.CDLL("libOpenCL.so.1")

    @tf.function
    def sum_on_host(x, host):
        with tf.device("/CPU:0"):
            soon, late = host + 1.0, tf.sort(host)[:2]
        with tf.device("/TEST_NPU:0"):
            y = tf.reduce_sum(x)
            copies = tf.identity(soon), tf.identity(late)  # to the device, for which TensorFlow waits
            with tf.control_dependencies(copies):
                y = tf.identity(y)
        with tf.device("/CPU:0"):
            return y + 1.0, copies

    host = tf.random.uniform([1 << 20])
    with tf.device("/TEST_NPU:0"):
        x = tf.constant([1.0, 2.0, 3.0])
        found = []
        for fails in (1, 0):
            opencl.faulty_opencl_fail(b"clEnqueueNDRangeKernel later", 0, fails)
            try:
                found.append(float(sum_on_host(x, host)[0].numpy()))
            except tf.errors.OpError as error:
                found.append(str(error))
    print(json.dumps(found))
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
# Waiting for a queue, by a marker and by clFinish, fails for so many calls. TensorFlow waits for all queues before it copies a result: what is found are the
# outcome, and how often OpenCL was asked to finish a queue, and to wait for a marker.
WAITING = """
    import ctypes
    import json
    import time
    import tensorflow as tf

    opencl = ctypes.CDLL("libOpenCL.so.1")
    found = []
    with tf.device("/TEST_NPU:0"):
        inputs = [(times, tf.fill([100], float(times))) for times in (0, 2, 12, 14, 0)]
        [x.numpy() for _, x in inputs]
        for times, x in inputs:
            y = tf.square(x)
            time.sleep(0.05)  # nothing else calls OpenCL by then
            before = [opencl.faulty_opencl_calls(name) for name in (b"clFinish", b"clWaitForEvents")]
            opencl.faulty_opencl_fail(b"*", 0, times)
            try:
                said = "right" if float(y.numpy()[-1]) == times**2 else "wrong"
            except tf.errors.OpError as error:
                said = str(error)
            opencl.faulty_opencl_fail(b"", 0, 0)
            found.append([said, *(opencl.faulty_opencl_calls(name) - count for name, count in zip((b"clFinish", b"clWaitForEvents"), before))])
    print(json.dumps(found))
"""
# Training in which calls fail in the middle. TRIALS are [function, how often it fails from there on, error's code, of how many shares of a training the
# failure is after which]; all that a training computes is compared, its losses, its weights, and the moments of its optimizer. Afterwards another one,
# with all of that as at first, may be told of failures once more, and then it is right. LAST is a function that fails until
# the end of one more. Images have SIDE rows. `waited`: where each marker fails, a queue is waited for without one.
TRAINING = """
    import ctypes
    import faulthandler
    import json
    import numpy as np
    import tensorflow as tf

    faulthandler.dump_traceback_later(120, exit=True)
    opencl = ctypes.CDLL("libOpenCL.so.1")
    calls, fail, code_of = opencl.faulty_opencl_calls, opencl.faulty_opencl_fail, opencl.faulty_opencl_code
    random = np.random.default_rng(1)
    STEPS = 3
    batches = [(random.normal(size=(16, SIDE, SIDE, 2)).astype("f"), random.integers(0, 4, 16).astype("i")) for _ in range(STEPS)]
    first = [random.normal(size=shape).astype("f") / 4 for shape in ((3, 3, 2, 4), (4,), (4,), (4,), (4 * SIDE * SIDE, 4), (4,))]
    first += [np.abs(value) / 8 for value in first * 2]  # Adam's moments

    class Training:
        def __init__(self, device):
            self.device = device
            with tf.device(device):
                self.variables = [tf.Variable(value) for value in first]
                self.step = tf.function(self.step, autograph=False)

        def step(self, images, kinds):
            weights, means, squares = (self.variables[i:i + 6] for i in (0, 6, 12))
            with tf.GradientTape() as tape:
                x = tf.nn.bias_add(tf.nn.conv2d(images, weights[0], 1, "SAME"), weights[1])
                x = tf.nn.relu(tf.compat.v1.nn.fused_batch_norm(x, weights[2], weights[3])[0])
                x = tf.matmul(tf.reshape(x, (16, 4 * SIDE * SIDE)), weights[4]) + weights[5]
                loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(kinds, x))
            for weight, mean, square, gradient in zip(weights, means, squares, tape.gradient(loss, weights)):
                tf.raw_ops.ResourceApplyAdam(var=weight.handle, m=mean.handle, v=square.handle, beta1_power=0.9, beta2_power=0.999, lr=0.01, beta1=0.9,
                                             beta2=0.999, epsilon=1e-3, grad=gradient)
            return loss

        def begin(self):
            with tf.device(self.device):
                for variable, value in zip(self.variables, first):
                    variable.assign(value)

        def run(self):
            with tf.device(self.device):
                losses = [float(self.step(tf.constant(images), tf.constant(kinds))) for images, kinds in batches]
                return [losses, *(variable.numpy() for variable in self.variables)]

    expected = Training("/CPU:0").run()
    training = Training("/TEST_NPU:0")

    def outcome(run=training.run):
        try:
            return "right" if all(np.allclose(one, other, rtol=1e-3, atol=1e-4) for one, other in zip(run(), expected)) else "wrong"
        except tf.errors.OpError as error:
            return str(error)

    def another():
        training.begin()
        return training.run()

    def outcomes_after(tries=10):
        found = []
        while len(found) < tries and found[-1:] not in (["right"], ["wrong"]):
            found.append(outcome(another))
        return found

    trials = TRIALS
    found, waited = [], []
    fail(b"clCreateKernel", 5, 1)
    found.append(["clCreateKernel", 5, True, outcome(), outcomes_after()])
    training.begin()
    before = {name: calls(name.encode()) for name, _, _, _, _ in trials}
    assert outcome() == "right"
    count = {name: calls(name.encode()) - calls_before for name, calls_before in before.items()}
    for name, times, code, share, shares in trials:
        training.begin()
        begun, finishes, after = calls(name.encode()), calls(b"clFinish"), count[name] * share // shares
        code_of(code)
        fail(name.encode(), after, times)
        said = outcome()
        fail(b"", 0, 0)
        if name == "clEnqueueMarkerWithWaitList later" and times == max(some[1] for some in trials):
            waited.append(calls(b"clFinish") > finishes)
        found.append([name, after, calls(name.encode()) > begun + after, said, outcomes_after()])
    code_of(0)
    training.begin()
    fail(LAST, 50, 1 << 30)
    said = outcome()
    fail(b"", 0, 0)
    found.append(["for ever", 50, True, said, outcomes_after(3)])
    print(json.dumps([found, waited]))
"""
# Memory that grows while there is none for some calls: TensorFlow asks for less, or once more. What was refused has taken nothing: the rest is left in the end.
GROWING = """
    import ctypes
    import json
    import tensorflow as tf

    opencl = ctypes.CDLL("libOpenCL.so.1")
    found = []
    with tf.device("/TEST_NPU:0"):
        for name, times, size in ((b"", 0, 1 << 10), (b"clCreateBuffer", 4, 1 << 19), (b"clEnqueueMigrateMemObjects", 4, 1 << 22), (b"", 0, 6 << 20)):
            before = opencl.faulty_opencl_calls(name)
            opencl.faulty_opencl_fail(name, 0, times)
            right = float(tf.reduce_sum(tf.fill([size], 2.0))) == 2 * size
            opencl.faulty_opencl_fail(b"", 0, 0)
            found.append([right, opencl.faulty_opencl_calls(name) - before > times])
    print(json.dumps(found))
"""
