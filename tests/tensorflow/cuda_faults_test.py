"""Plugins for NVIDIA's GPUs where CUDA fails: each of its functions in turn, early and later, in the libcuda.so.1 of cuda_test.py.
What comes of it is an error, or the right number; afterwards the device works as before. After a kernel that fails CUDA refuses
all that follows in the process: everything is an error then, and nothing waits forever."""

import concurrent.futures
import os
import re
import unittest

import cuda_test
import fault_programs
import support

# Without those of pools, which cuda_pool_test.py has fail.
FUNCTIONS = re.findall(r'functions\.Find\("(cu\w+)"', (support.REPOSITORY / "library/driver/cuda/api.cc").read_text(encoding="utf-8"))
# What their failing from the beginning on leaves: how many devices, and which error or line of the log.
AT_THE_START = {
    "cuInit": (0, "NVIDIA's driver does not start: cuInit failed: "),
    "cuDeviceGetCount": (0, "cuDeviceGetCount failed: "),
    "cuDeviceGet": (0, "NVIDIA's driver lists no GPU that may be used"),
    "cuDevicePrimaryCtxRetain": (1, "cannot use fake GPU 0: cuDevicePrimaryCtxRetain failed: "),
    "cuMemGetInfo_v2": (1, "Failed to query available memory"),
    "cuMemHostAlloc": (1, ""),
    "cuStreamCreateWithPriority": (1, "cuStreamCreateWithPriority failed: "),
}
# Primitives compute what they should without these: what describes a GPU, what frees, and what loads kernels, in whose place the
# host computes.
DISPENSABLE = ("cuCtxGetStreamPriorityRange", "cuDeviceGetAttribute", "cuDeviceGetName", "cuDeviceGetPCIBusId", "cuFuncGetAttribute",
               "cuMemFreeHost", "cuMemFree_v2", "cuModuleGetFunction", "cuModuleLoadDataEx", "cuStreamDestroy_v2")
# Some of the device's, and some of the host's. Of one type: what comes of a failure does not depend on it.
PRIMITIVES = "MatrixProductTest/0.OfPlansDrawnAtRandom:MatrixProductTest/0.OfManyTiles:ScanTest/0.*"
# Called when a module or a kernel is new: each in a process of its own.
ONCE = ("cuModuleLoadDataEx", "cuModuleGetFunction", "cuFuncGetAttribute")
# What is put on a stream, and what it takes to wait for it.
LATER = ["cuEventCreate", "cuEventRecord", "cuLaunchKernel", "cuMemcpyDtoHAsync_v2", "cuMemcpyHtoDAsync_v2", "cuStreamSynchronize",
         "cuStreamWaitEvent"]
# Called where a step does more, in a process of its own: what it adds to the input.
MORE = {
    "cuMemAlloc_v2": "tf.reduce_max(tf.zeros([1 << 22 << min(step, 2)]))",  # TensorFlow keeps its regions of memory
    "cuMemcpyPeerAsync": "tf.reduce_max(of_another_device())",
}
# Called in other programs only, if at all: what lets devices access each other's memory (cuda_devices_test.py), what times, what waits for an
# event, what fills by the byte or the word, what tells of errors, what NVIDIA's libraries depend on. (On a device that never has any memory
# TensorFlow asks again for a while.)
ELSEWHERE = {"cuCtxEnablePeerAccess", "cuDeviceCanAccessPeer", "cuDeviceTotalMem_v2", "cuDriverGetVersion", "cuEventElapsedTime",
             "cuEventSynchronize", "cuGetErrorName", "cuGetErrorString", "cuMemsetD2D8Async", "cuMemsetD32Async", "cuMemsetD8Async"}
# Functions of TensorFlow's with results on the host, which nobody waits for the device to read, and op by op.
# Makes cumulative sums calls of the host, which are kernels otherwise.
SUMS_ON_HOST = {"TEST_NPU_DENY": "scan"}
TO_HOST = """
    import ctypes
    import json
    import numpy as np
    import tensorflow as tf

    cuda = ctypes.CDLL("libcuda.so.1")
    a = np.random.default_rng(1).integers(-2, 3, size=(130, 130)).astype("f")

    def work(x):  # with a call of the host between kernels: those behind it go to CUDA later
        y = tf.cumsum(tf.matmul(x, x), axis=1)
        y = tf.abs(y) + tf.exp(-tf.abs(y))
        return tf.matmul(y, x)

    @tf.function
    def to_host(x):
        with tf.device("/TEST_NPU:0"):
            y = work(x)
        with tf.device("/CPU:0"):
            return y + 1.0

    @tf.function
    def to_another(x):
        with tf.device("/TEST_NPU:0"):
            y = work(x)
        with tf.device("/TEST_NPU:1"):
            z = y + 1.0
        with tf.device("/CPU:0"):
            return tf.identity(z)

    def op_by_op(x):
        with tf.device("/TEST_NPU:0"):
            return work(x) + 1.0

    with tf.device("/CPU:0"):
        x = tf.constant(a)
        expected = (work(x) + 1.0).numpy()

    def outcome(function):
        try:
            return "right" if np.allclose(function(x).numpy(), expected, rtol=1e-3, atol=0.5) else "wrong"
        except tf.errors.OpError:
            return "error"

    assert outcome(to_host) == outcome(op_by_op) == "right"
"""
LATE = TO_HOST + """
    outcomes = {}
    for name in FUNCTIONS:
        outcomes[name] = []
        for after in range(6):
            before = cuda.fake_cuda_calls(name.encode())
            cuda.fake_cuda_fail(name.encode(), after, 1)
            found = outcome(PATH)
            called = cuda.fake_cuda_calls(name.encode()) > before + after
            cuda.fake_cuda_fail(b"", 0, 0)
            again = outcome(PATH)
            outcomes[name].append([found, again == "right" or outcome(PATH) == "right", called])
    print(json.dumps(outcomes))
"""
FAILED_KERNEL = TO_HOST + """
    cuda.fake_cuda_fail_kernel(LAUNCHES, CALLS)
    found = [outcome(PATH) for _ in range(3)]
    try:
        with tf.device("/TEST_NPU:0"):
            tf.constant(np.zeros(1 << 24, "f"))  # takes more memory than TensorFlow has by then
    except tf.errors.OpError:
        pass
    print(json.dumps(found))
"""


def check_in_turn(test, names, machine, more="0.0", program=fault_programs.RUN):
    """Each function fails in its turn, on a machine with these environment variables: an error or the right result, and afterwards all is well."""
    fault_programs.check_in_turn(test, fault_programs.outcomes_in_turn(test, cuda_test.plugin(), names, (0, 1, 2, 3, 5, 8, 12, 16), "libcuda.so.1",
                                                                       "fake_cuda", more=more, program=program, **machine))


class CudaFaultsTest(unittest.TestCase):
    def test_at_the_start(self):
        plugin, variables = cuda_test.plugin(), cuda_test.on_fake()  # built once, before there are several threads

        def start(name):
            return support.run_code(fault_programs.START, plugin, TEST_NPU_VERBOSE="1", **variables, FAKE_CUDA_FAIL=name)

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = list(pool.map(start, AT_THE_START))
        for (name, (devices, message)), (done, found) in zip(AT_THE_START.items(), outcomes):
            with self.subTest(function=name):
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual(found[0], devices, done.stderr[-2000:])
                self.assertIn(message, found[1] + done.stderr)

    def test_what_primitives_can_do_without(self):
        program = cuda_test.project() / "build" / "tests" / "generated" / "compute_test"
        for name in DISPENSABLE:
            with self.subTest(function=name):
                done = support.run([program, f"--gtest_filter={PRIMITIVES}"],
                                   env=support.environment(**cuda_test.on_fake(FAKE_CUDA_FAIL=name)))
                self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])

    def check_in_turn(self, names, more="0.0", program=fault_programs.RUN, **variables):
        check_in_turn(self, names, cuda_test.on_fake(**variables), more, program)

    def test_each_function_in_turn(self):
        self.check_in_turn([name for name in FUNCTIONS if name not in {*AT_THE_START, *DISPENSABLE, *ONCE, *MORE, *ELSEWHERE}])

    def test_each_function_behind_a_call_of_the_host(self):
        self.check_in_turn(LATER, program=LATE.replace("PATH", "to_host"), **SUMS_ON_HOST)

    def test_each_function_before_another_device(self):
        self.check_in_turn([*LATER, "cuMemcpyPeerAsync"], program=LATE.replace("PATH", "to_another"), POCL_DEVICES="pthread pthread", **SUMS_ON_HOST)

    def test_a_kernel_that_fails(self):
        # A launch for each op: the cases count them. In the last one memory comes from a pool.
        plugin, variables = cuda_test.plugin(), cuda_test.on_fake(TEST_NPU_GRAPH_OFF="all", **SUMS_ON_HOST)

        def fail(case):
            function, launches, calls = case
            code = FAILED_KERNEL.replace("PATH", function).replace("LAUNCHES", str(launches)).replace("CALLS", str(calls))
            return support.run_code(code, plugin, **variables, TEST_NPU_CUDA_POOL="1" if case == cases[-1] else "0")

        # The first kernel, and one behind a call of the host; known at once, soon, or when somebody waits.
        cases = [("to_host", 0, 0), ("to_host", 0, 1000), ("to_host", 2, 3), ("to_host", 4, 1000), ("op_by_op", 2, 8),
                 ("op_by_op", 4, 1000)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = list(pool.map(fail, cases))
        for case, (done, found) in zip(cases, outcomes):
            with self.subTest(case=case):
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual(found, ["error"] * 3)
                allocate = "cuMemAllocFromPoolAsync" if case == cases[-1] else "cuMemAlloc"
                self.assertIn(f"no device memory: {allocate} failed: CUDA_ERROR_ILLEGAL_ADDRESS", done.stderr)

    def test_loading_kernels(self):
        for name in ONCE:
            self.check_in_turn([name])

    def test_memory(self):
        self.check_in_turn(["cuMemAlloc_v2"], MORE["cuMemAlloc_v2"])

    def test_copies_between_devices(self):
        self.check_in_turn(["cuMemcpyPeerAsync"], MORE["cuMemcpyPeerAsync"], POCL_DEVICES="pthread pthread")


if __name__ == "__main__":
    support.main()
