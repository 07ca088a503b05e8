"""Plugins for NVIDIA's GPUs where there are two of them, on the libcuda.so.1 of cuda_test.py: threads that use both, NVIDIA's libraries on both,
the way of copies between them, what is in use of each one's memory, one that fails, and training on both."""

import concurrent.futures
import os
import re
import unittest

import cuda_libraries_test
import cuda_test
import support
from distribute_test import KERAS

# What each device computes by itself, with a call of the host in it, and copies from one to the other.
BOTH = """
    import concurrent.futures
    import ctypes
    import json
    import numpy as np
    import tensorflow as tf

    cuda = ctypes.CDLL("libcuda.so.1")
    random = np.random.default_rng(1)
    devices = [device.name for device in tf.config.list_logical_devices("TEST_NPU")]
    images = random.integers(-2, 3, size=(4, 2, 6, 6, 3)).astype("f")
    filters = random.integers(-2, 3, size=(4, 3, 3, 3, 4)).astype("f")

    def work(device, thread, step):  # of sizes that depend on the thread: each is new to its device
        with tf.device(device):
            x = tf.nn.conv2d(images[thread], filters[thread][..., :thread + 1], 1, "SAME")
            y = tf.reshape(x, [2 * 6, -1]) + float(step)
            z = tf.matmul(y, y, transpose_b=True)
            return tf.cumsum(z, axis=1)

    def both(places, thread, step):
        here, there = (work(place, thread, step) for place in places)
        with tf.device(places[0]):
            here = here + there  # a copy
        with tf.device(places[1]):
            return tf.concat([here, there], axis=0)  # and one in the other direction

    def is_right(thread):
        found = []
        for step in range(4):
            # One after the other and the other way round.
            places = devices if (thread + step) % 2 == 0 else devices[::-1]
            found.append(np.array_equal(both(places, thread, step).numpy(), both(["/CPU:0"] * 2, thread, step).numpy()))
        return all(found)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        right = list(pool.map(is_right, range(4)))
    calls = {name: cuda.fake_cuda_calls(name.encode()) for name in ("cublasLtCreate", "cudnnCreate", "cuMemcpyPeerAsync", "cuCtxEnablePeerAccess")}
    print(json.dumps([right, calls, cuda.fake_cuda_direct_copies()]))
"""
IN_USE = """
    import json
    import tensorflow as tf

    def in_use():
        return [tf.config.experimental.get_memory_info(f"TEST_NPU:{i}")["current"] for i in (0, 1)]

    found = [in_use()]
    kept = []
    for device, size in (("/TEST_NPU:1", 1 << 18), ("/TEST_NPU:0", 1 << 20)):
        with tf.device(device):
            kept.append(tf.fill([size], 1.0))
        found.append(in_use())
    del kept
    found.append(in_use())
    print(json.dumps(found))
"""
# A kernel of one device fails: what both compute afterwards, and what comes of a copy from one to the other.
ONE_FAILS = """
    import ctypes
    import json
    import numpy as np
    import tensorflow as tf

    cuda = ctypes.CDLL("libcuda.so.1")
    a = np.random.default_rng(1).integers(-2, 3, size=(130, 130)).astype("f")

    def work(x):
        return tf.matmul(tf.cumsum(tf.matmul(x, x), axis=1), x)  # a call of the host between two kernels

    def on(device, x=a):
        with tf.device(device):
            return work(tf.identity(x))

    expected = on("/CPU:0").numpy()
    kept = [on(f"/TEST_NPU:{i}") for i in (0, 1)]

    def outcome(function):
        try:
            return "right" if np.allclose(function().numpy(), expected) else "wrong"
        except tf.errors.OpError:
            return "error"

    def from_the_other():
        with tf.device("/TEST_NPU:1"):
            return kept[0] + 0.0

    cuda.fake_cuda_fail_kernel(0, CALLS)
    found = [outcome(lambda: on("/TEST_NPU:0"))]
    found += [outcome(lambda: on("/TEST_NPU:1")), outcome(from_the_other), outcome(lambda: on("/TEST_NPU:1")), outcome(lambda: kept[1]),
              outcome(lambda: on("/TEST_NPU:0"))]
    print(json.dumps(found))
"""

# The second device alone, and one of two that does not open.
SECOND = """
    import ctypes
    import json
    import tensorflow as tf

    cuda = ctypes.CDLL("libcuda.so.1")
    second = tf.config.list_physical_devices("TEST_NPU")[1]
    tf.config.set_visible_devices(second, "TEST_NPU")
    with tf.device("/TEST_NPU:0"):
        x = float(tf.reduce_sum(tf.cumsum(tf.matmul(tf.ones([30, 30]), tf.ones([30, 30])))))
    print(json.dumps([len(tf.config.list_physical_devices("TEST_NPU")), x, cuda.fake_cuda_calls(b"cuDevicePrimaryCtxRetain")]))
"""
ONE_DOES_NOT_OPEN = """
    import ctypes
    import json
    import tensorflow as tf

    cuda = ctypes.CDLL("libcuda.so.1")
    tf.config.list_physical_devices("TEST_NPU")
    cuda.fake_cuda_fail(b"cuDevicePrimaryCtxRetain", 1, 1)
    try:
        said = str(tf.ones([3]))
    except (RuntimeError, tf.errors.OpError) as error:
        said = str(error)
    print(json.dumps(said))
"""


def two(machine=cuda_test.on_fake, **more):
    return machine(POCL_DEVICES="pthread pthread", **more)


def in_parallel(function, cases):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, cases))


class CudaDevicesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.plugin = cuda_test.plugin()
        cuda_libraries_test.libraries()  # built once, before there are several threads

    def run_code(self, code, **variables):
        done, found = support.run_code(code, self.plugin, **variables)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return done, found

    def test_threads_compute_on_both_with_the_libraries(self):
        done, (right, calls, _) = self.run_code(BOTH, **two(cuda_libraries_test.with_libraries, TEST_NPU_CUDA_MEASURE="0"))
        self.assertEqual(right, [True] * 4)
        self.assertEqual((calls["cublasLtCreate"], calls["cudnnCreate"]), (2, 2))
        self.assertNotIn("own kernels", done.stderr)

    def test_copies_go_directly(self):
        for pool in ("0", "1"):
            with self.subTest(pool=pool):
                done, (right, calls, direct) = self.run_code(BOTH, **two(TEST_NPU_VERBOSE="1", TEST_NPU_CUDA_POOL=pool))
                self.assertEqual(right, [True] * 4)
                self.assertGreater(direct, 4)
                self.assertEqual((direct, calls["cuCtxEnablePeerAccess"]), (calls["cuMemcpyPeerAsync"], 2))
                self.assertEqual(re.findall(r"the memory of (fake GPU \d) comes from a memory pool", done.stderr),
                                 ["fake GPU 0", "fake GPU 1"] if pool == "1" else [])
                self.assertRegex(done.stderr, r"copies between fake GPU \d at 0000:0\d:00.0 and fake GPU \d at 0000:0\d:00.0 go directly\n")

    def test_copies_go_through_the_host(self):
        cases = [("TEST_NPU_CUDA_PEERS is 0", {"TEST_NPU_CUDA_PEERS": "0"}),
                 ("the devices cannot access each other's memory", {"FAKE_CUDA_PEERS": "0"}),
                 *((f"{name} failed: CUDA_ERROR_UNKNOWN", {"FAKE_CUDA_FAIL": name, "TEST_NPU_CUDA_POOL": "1"})
                   for name in ("cuDeviceCanAccessPeer", "cuCtxEnablePeerAccess", "cuMemPoolSetAccess"))]
        outcomes = in_parallel(lambda case: support.run_code(BOTH, self.plugin, **two(TEST_NPU_VERBOSE="1", **case[1])), cases)
        for (why, _), (done, found) in zip(cases, outcomes):
            with self.subTest(why=why):
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual((found[0], found[2]), ([True] * 4, 0))
                self.assertEqual(done.stderr.count(f" go through the host's memory: {why}"), 1, done.stderr)

    def test_what_is_in_use_of_each_ones_memory(self):
        for pool in ("0", "1"):
            _, (before, of_second, of_first, after) = self.run_code(IN_USE, **two(TEST_NPU_CUDA_POOL=pool))
            self.assertEqual((of_second[0], of_first[1]), (before[0], of_second[1]))
            for a, b, size in ((of_second[1], before[1], 1 << 20), (of_first[0], before[0], 4 << 20)):  # TensorFlow may take a larger piece
                self.assertTrue(size <= a - b < 3 * size, (a, b))
            self.assertTrue(all(a - b < 4096 for a, b in zip(after, before)), (after, before))  # it keeps small constants

    def test_one_that_fails(self):
        """At once, soon, and when somebody waits."""
        cases = (0, 5, 1000)
        outcomes = in_parallel(lambda calls: support.run_code(ONE_FAILS.replace("CALLS", str(calls)), self.plugin, **two()), cases)
        for calls, (done, found) in zip(cases, outcomes):
            with self.subTest(calls=calls):
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual(found, ["error", "right", "error", "right", "right", "error"])

    def test_the_second_one_alone(self):
        done, found = self.run_code(SECOND, **two(TEST_NPU_CUDA_POOL="1", TEST_NPU_VERBOSE="1"))
        self.assertEqual(found, [2, 30.0 * 30 * 30 * 31 / 2, 1])
        self.assertIn("device 1 is fake GPU 1", done.stderr)

    def test_one_that_must_not_be_used(self):
        for prohibited, name in (("0", "fake GPU 1"), ("1", "fake GPU 0")):
            done, found = self.run_code(SECOND.replace("[1]", "[0]"), **two(FAKE_CUDA_PROHIBITED=prohibited, TEST_NPU_VERBOSE="1"))
            self.assertEqual(found, [1, 30.0 * 30 * 30 * 31 / 2, 1])
            self.assertIn(f"device 0 is {name}", done.stderr)

    def test_one_that_does_not_open(self):
        """TensorFlow fails then."""
        _, said = self.run_code(ONE_DOES_NOT_OPEN, **two())
        self.assertIn("cannot use fake GPU 1: cuDevicePrimaryCtxRetain failed: CUDA_ERROR_UNKNOWN (CUDA_ERROR_UNKNOWN). "
                      "CUDA_VISIBLE_DEVICES without this GPU leaves the others usable", said)

    def test_training_on_both(self):
        _, (expected, found) = self.run_code(KERAS, **two(TEST_NPU_CUDA_POOL="1"))
        self.assertEqual(len(found), len(expected))
        for a, e in zip(found, expected):
            self.assertAlmostEqual(a, e, delta=1e-5 * abs(e))


if __name__ == "__main__":
    support.main()
