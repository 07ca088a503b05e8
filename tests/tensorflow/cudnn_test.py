"""Convolutions by cuDNN in plugins of `backend: cuda`, on the libcuda.so.1 of cuda_test.py and a libcudnn.so.9 of the same kind, which
refuses what cuDNN refuses and computes nonsense with engines that the plugin must not use."""

import concurrent.futures
import json
import os
import re
import shutil
import unittest

import cuda_test
import support
from cuda_faults_test import SUMS_ON_HOST
from cuda_libraries_test import compute_test, libraries, with_libraries

FUNCTIONS = re.findall(r'\.Find\("(cudnn\w+)"', (support.REPOSITORY / "library/driver/cuda/cudnn.cc").read_text(encoding="utf-8"))
# They say something of the library or of an error, and nothing fails by itself.
TELLING = {"cudnnGetCudartVersion", "cudnnGetErrorString", "cudnnGetVersion"}
# The types of floats: the convolution and its gradients of some, the gradient of the filter of all.
AT_RANDOM = ":".join(f"ConvolutionTest/{dtype}" for dtype in ("0.*DrawnAtRandom", "1.Filter*DrawnAtRandom", "2.*DrawnAtRandom", "3.Filter*DrawnAtRandom"))
SOME_AT_RANDOM = "ConvolutionTest/0.Filter*DrawnAtRandom"

CALLS = """
    import ctypes
    import json
    import numpy as np
    import tensorflow as tf

    cuda = ctypes.CDLL("libcuda.so.1")
    random = np.random.default_rng(1)
    found = {}

    def convolve(name, image, filter, dtype, strides=1, padding="SAME", op=tf.nn.conv2d, gradients=True, **options):
        x, w = (tf.cast(random.integers(-2, 3, size=shape), dtype) for shape in (image, filter))

        def compute():
            with tf.GradientTape() as tape:
                if gradients:
                    tape.watch([x, w])
                y = op(x, w, strides=strides, padding=padding, **options)
            return [y, *tape.gradient(y, [x, w])] if gradients else [y]

        with tf.device("/CPU:0"):
            x, w = tf.identity(x), tf.identity(w)
            expected = compute()
        before = cuda.fake_cuda_calls(b"cudnnBackendExecute")
        with tf.device("/TEST_NPU:0"):
            x, w = tf.identity(x), tf.identity(w)
            results = compute()
        calls = cuda.fake_cuda_calls(b"cudnnBackendExecute") - before
        close = all(np.allclose(a.numpy().astype(float), b.numpy().astype(float), rtol=1e-2, atol=1e-3) for a, b in zip(results, expected))
        found[name] = [calls, close]

    convolve("measured", (2, 9, 9, 3), (3, 3, 3, 4), tf.float32)
    slow = cuda.fake_cuda_calls(b"a slow engine")
    tf.config.experimental.enable_op_determinism()
    before = cuda.fake_cuda_calls(b"cudnnBackendFinalize")
    convolve("measured before", (2, 9, 9, 3), (3, 3, 3, 4), tf.float32)
    is_planned_again = cuda.fake_cuda_calls(b"cudnnBackendFinalize") - before > 20
    for dtype in (tf.float32, tf.float16, tf.bfloat16):
        convolve(dtype.name, (2, 9, 8, 3), (3, 3, 3, 4), dtype)
    convolve("int32", (2, 9, 8, 3), (3, 3, 3, 4), tf.int32, gradients=False)
    convolve("of one filter", (2, 9, 8, 3), (3, 3, 3, 1), tf.float32)
    convolve("of one pixel", (2, 5, 5, 6), (1, 1, 6, 7), tf.float32)
    convolve("more padding behind", (2, 8, 8, 3), (3, 3, 3, 4), tf.float32, strides=2)
    convolve("more padding before", (2, 7, 7, 3), (2, 2, 3, 4), tf.float32, padding=[[0, 0], [1, 0], [2, 0], [0, 0]])
    convolve("a rest", (2, 8, 8, 3), (3, 3, 3, 4), tf.float32, strides=2, padding="VALID")
    convolve("dilated", (2, 9, 9, 3), (3, 3, 3, 4), tf.float32, gradients=False, dilations=2)  # (TensorFlow's CPU has no gradients of it.)
    convolve("volumes", (1, 4, 5, 6, 2), (2, 3, 3, 2, 3), tf.float32, strides=[1] * 5, op=tf.nn.conv3d)
    convolve("depthwise", (2, 6, 6, 4), (3, 3, 4, 1), tf.float32, strides=[1] * 4, op=tf.nn.depthwise_conv2d)

    def of_padding(name, *strides, depth=1):
        # Windows of one, all of them on the padding before an image of one pixel.
        before = cuda.fake_cuda_calls(b"cudnnBackendExecute")
        with tf.device("/TEST_NPU:0"):
            y = tf.nn.conv2d(tf.ones([1, 1, 1, depth]), tf.ones([1, 1, depth, 1]), strides=[1, *strides, 1],
                             padding=[[0, 0], *([stride - 1, 0] for stride in strides), [0, 0]]).numpy()
        found[name] = [cuda.fake_cuda_calls(b"cudnnBackendExecute") - before, bool(np.array_equal(y, np.zeros([1, 1, 1, 1])))]

    of_padding("a little padding", 2, 3)
    of_padding("2^64 + 2^16 elements", 65537 << 14, 22253377 << 2, depth=193)
    of_padding("more than a part of the memory", 5000, 5000)
    print(json.dumps([found, is_planned_again, slow]))
"""
BY_THE_PLUGIN = {"int32", "depthwise", "2^64 + 2^16 elements", "more than a part of the memory"}
# Without gradients.
ALONE = {"dilated", "a little padding"}

# For a work(step, behind): what comes of it while a function fails, and of the same afterwards.
OUTCOMES = """
    outcomes = []
    step = 0
    for name, behind, numbers in json.loads('CASES'):
        outcomes.append([])
        for after in numbers:
            step += 1
            is_right = work(step, behind)
            before = cuda.fake_cuda_calls(name.encode())
            cuda.fake_cuda_fail(name.encode(), after, 1)
            try:
                outcome = "right" if is_right() else "wrong"
            except tf.errors.OpError as error:
                outcome = "error"
            called = cuda.fake_cuda_calls(name.encode()) > before + after
            cuda.fake_cuda_fail(b"", 0, 0)
            try:
                again = is_right()
            except tf.errors.OpError as error:  # one that was still to be told of
                again = is_right()
            outcomes[-1].append([outcome, bool(again), called])
    print(json.dumps(outcomes))
"""
# Convolutions that are new in each step; in some of them behind a call of the host.
IN_TURN = """
    import ctypes
    import json
    import numpy as np
    import tensorflow as tf

    cuda = ctypes.CDLL("libcuda.so.1")
    random = np.random.default_rng(1)

    def work(step, behind):
        x = tf.constant(random.integers(-2, 3, size=(1, 5 + step, 8, 2)).astype("f"))
        w = tf.constant(random.integers(-2, 3, size=(3, 3, 2, 3)).astype("f"))

        def on(device):
            with tf.device(device), tf.GradientTape() as tape:
                u, v = tf.identity(x), tf.identity(w)
                tape.watch([u, v])
                y = tf.nn.conv2d(tf.cumsum(u, axis=1) if behind else u, v, strides=2, padding="SAME")
                results = [y, *tape.gradient(y, [u, v])]
            return [result.numpy() for result in results]

        expected = on("/CPU:0")
        return lambda: all(np.allclose(a, b, rtol=1e-3, atol=1e-2) for a, b in zip(on("/TEST_NPU:0"), expected))

""" + OUTCOMES
# More sizes than are kept. Some wait for calls of the host when plans are dropped, and theirs are among them.
MANY_SIZES = """
    import ctypes
    import json
    import tensorflow as tf

    with tf.device("/TEST_NPU:0"):
        w = tf.ones([1, 1, 1, 2])
        results = []
        for size in range(2200):
            if size == 2020:
                slow = [tf.cumsum(tf.ones([1000, 1000]), axis=1) for _ in range(10)]
            results.append(tf.nn.conv2d(tf.ones([1, size // 50 + 1, size % 50 + 1, 1]), w, strides=1, padding="SAME"))
        is_right = bool(tf.reduce_min(tf.stack([tf.reduce_min(y) for y in results])).numpy() == 1)
    print(json.dumps([is_right, ctypes.CDLL("libcuda.so.1").fake_cuda_calls(b"cudnnBackendDestroyDescriptor")]))
"""


def convolutions_of(done):
    """How many the library has computed."""
    return reported(done)[0]


def reported(done):
    """The convolutions, and the plans that were left."""
    found = re.search(r"^fake cuDNN: (\d+) convolutions, (\d+) plans$", done.stderr, re.M)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def on_cudnn(**more):
    return with_libraries(FAKE_CUDNN_REPORT="1", **more)


class CudnnTest(unittest.TestCase):
    def check_primitives(self, tests, **variables):
        done = compute_test(tests, **on_cudnn(TEST_NPU_FALLBACK="error", **variables))
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
        self.assertNotIn("own kernels compute", done.stderr)
        return reported(done)

    def test_primitives_agree_with_plain_loops(self):
        computed, _ = self.check_primitives(AT_RANDOM, TEST_NPU_CUDA_MEASURE="0")
        self.assertEqual(computed, 240)  # of 320, of which 80 are depthwise

    def test_the_first_time_engines_are_measured(self):
        """Their results are the same, whichever is the fastest. Three plans are left at most."""
        computed, _ = self.check_primitives(SOME_AT_RANDOM, TEST_NPU_CUDA_MEASURE="0")
        measured, plans = self.check_primitives(SOME_AT_RANDOM)
        self.assertGreater(measured, 5 * computed)
        self.assertLessEqual(plans, 3 * computed)

    def test_what_it_has_no_engine_for_is_computed_by_kernels(self):
        few, all_of_them = (self.check_primitives(SOME_AT_RANDOM, TEST_NPU_CUDA_MEASURE="0", **variables)[0]
                            for variables in ({"FAKE_CUDNN_FEW_ENGINES": "1"}, {}))
        self.assertGreater(few, 10)
        self.assertLess(few, all_of_them)

    def test_which_convolutions_it_computes(self):
        """A convolution and its two gradients are three calls, but for what measures them."""
        done, results = support.run_code(CALLS, cuda_test.plugin(), **on_cudnn(FAKE_CUDA_MEMORY=str(1 << 30)))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        found, is_planned_again, slow = results
        self.assertTrue(is_planned_again)
        self.assertEqual(slow, 3 * 2)  # once for each of the three, and once more as one of all engines
        self.assertGreater(found.pop("measured")[0], 20)
        for name, (calls, is_right) in found.items():
            with self.subTest(convolution=name):
                self.assertEqual(calls, 0 if name in BY_THE_PLUGIN else 1 if name in ALONE else 3)
                self.assertTrue(is_right)

    def test_it_computes_nothing_that_is_denied(self):
        done = compute_test(SOME_AT_RANDOM, **on_cudnn(TEST_NPU_DENY="convolution:float"))
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
        self.assertEqual(convolutions_of(done), 0)

    def test_plans_are_dropped_by_one_thread_at_a_time(self):
        done, found = support.run_code(MANY_SIZES, cuda_test.plugin(), **on_cudnn(TEST_NPU_CUDA_MEASURE="0", **SUMS_ON_HOST))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        is_right, destroyed = found
        self.assertTrue(is_right)
        self.assertGreater(destroyed, 2000)

    def refused(self, why, **variables):
        done = compute_test("ConvolutionTest/0.OfManyTiles", **on_cudnn(**variables))
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
        self.assertIn(why, done.stderr)
        self.assertEqual(convolutions_of(done), 0)

    def test_other_versions_are_not_used(self):
        self.refused("its version is 80907, not that of cuDNN 9", FAKE_CUDNN_VERSION="80907")
        self.refused("it needs a driver of CUDA 14, and this one has CUDA 13.0", FAKE_CUDNN_CUDA_VERSION="14000")

    def test_one_that_would_end_the_process_is_not_used(self):
        """libcudnn.so.9 itself is a few functions that look for the others in libcudnn_graph.so.9."""
        folder = support.SCRATCH / "part_of_cudnn"
        folder.mkdir(parents=True, exist_ok=True)
        on_cudnn()
        shutil.copy2(libraries() / "libcudnn.so.9", folder)
        (folder / "libcudnn_graph.so.9").write_text("no library\n", encoding="utf-8")
        self.refused("its libcudnn_graph.so.9 cannot be opened", TEST_NPU_CUDA_LIBRARIES=str(folder),
                     LD_LIBRARY_PATH=f"{folder}:{cuda_test.fake()}")  # the machine may have another one


class CudnnFaultsTest(unittest.TestCase):
    def test_each_function_from_the_beginning_on(self):
        def run(name):
            return compute_test(SOME_AT_RANDOM, **on_cudnn(FAKE_CUDA_FAIL=name))

        names = sorted(set(FUNCTIONS) - TELLING)
        on_cudnn()  # built once, before there are several threads
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = dict(zip(names, pool.map(run, names)))
        for name, done in outcomes.items():
            with self.subTest(function=name):
                self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
                self.assertEqual(convolutions_of(done) > 0, name == "cudnnBackendDestroyDescriptor")
        self.assertEqual(outcomes["cudnnCreate"].stderr.count("cuDNN does not work on fake GPU 0"), 1)

    def test_each_function_in_turn(self):
        """Without memory for a large workspace, engines that need little compute. It is asked for once, at first."""
        cases = [("cuMemAlloc_v2", False, [0]),
                 *((name, False, [0, 1, 2, 5, 9, 20, 40, 70]) for name in sorted(set(FUNCTIONS) - TELLING - {"cudnnCreate"})),
                 ("cudnnBackendExecute", True, [0, 1, 2]), ("cudnnSetStream", True, [0, 1, 2])]
        done, outcomes = support.run_code(IN_TURN.replace("CASES", json.dumps(cases)), cuda_test.plugin(), **on_cudnn(**SUMS_ON_HOST))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        for (name, behind, _), found in zip(cases, outcomes):
            with self.subTest(function=name, behind_a_call_of_the_host=behind):
                self.assertLessEqual({outcome for outcome, _, _ in found}, {"right", "error"} if behind else {"right"})
                self.assertTrue(all(again for _, again, _ in found), found)
                self.assertTrue(any(called for _, _, called in found), "never called")


if __name__ == "__main__":
    support.main()
