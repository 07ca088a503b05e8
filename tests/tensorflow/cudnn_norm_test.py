"""Batch normalizations by cuDNN in plugins of `backend: cuda`, on the libraries of cudnn_test.py. The times that decide whether cuDNN computes are
pretended: FAST makes it the faster way for all sizes, SLOW for none."""

import concurrent.futures
import json
import os
import re
import shutil
import unittest

import cuda_test
import support
from cuda_faults_test import SUMS_ON_HOST
from cuda_libraries_test import compute_test, libraries
from cudnn_test import OUTCOMES, on_cudnn

FUNCTIONS = re.findall(r'\.Find\("(cudnn\w+)"', (support.REPOSITORY / "library/driver/cuda/cudnn_norm.cc").read_text(encoding="utf-8"))
FAST = {"FAKE_CUDNN_NORM_MS": "-100000"}
SLOW = {"FAKE_CUDNN_NORM_MS": "100000"}
# Of each kernel, and of each of cuDNN's functions.
SOME_AT_RANDOM = "BatchNormTest/0.*DrawnAtRandom"
# In a measurement each way computes four times. The plan itself is computed after that.
MEASURING = 4
STEPS = 3
MEASURED = re.compile(r"^test_npu: batch normalization, (\w+), (\d+) x (\d+) x (\d+) (\w+): cuDNN takes \S+ ms, the plugin's own kernels \S+ ms$", re.M)

# What training a network calls: y and the gradients, in both layouts, as functions that overwrite what nobody needs any more.
CALLS = """
    import ctypes
    import json
    import numpy as np
    import tensorflow as tf

    cuda = ctypes.CDLL("libcuda.so.1")
    random = np.random.default_rng(1)
    names = [b"cudnnBatchNormalizationForwardTrainingEx", b"cudnnBatchNormalizationForwardInference", b"cudnnBatchNormalizationBackwardEx"]
    found = {}

    def calls():
        return [cuda.fake_cuda_calls(name) for name in names]

    def normalize(x, scale, offset, mean, variance, **attrs):
        return tf.raw_ops.FusedBatchNormV3(x=x, scale=scale, offset=offset, mean=mean, variance=variance, **attrs)

    def compare(name, shape, dtype, is_training, channels_first=False, **attrs):
        x, slope = (tf.cast(random.normal(size=shape).astype("f"), dtype) for _ in range(2))
        scale, offset, mean, variance = (tf.constant(np.abs(random.normal(size=shape[-1])).astype("f")) for _ in range(4))

        def on(device, layout):
            with tf.device(device):
                @tf.function
                def step(x, slope, scale, offset, mean, variance):
                    with tf.GradientTape() as tape:
                        tape.watch([x, scale, offset])
                        results = normalize(x, scale, offset, mean, variance, is_training=is_training, data_format=layout, **attrs)
                        # Nobody else has the gradient of y, so that of x might be computed in its place.
                        loss = tf.reduce_sum(tf.cast(results.y * results.y * slope, tf.float32))
                    return [results.y, results.batch_mean, results.batch_variance, *tape.gradient(loss, [x, scale, offset])]

                at = [0, 3, 1, 2] if layout == "NCHW" else [0, 1, 2, 3]
                arguments = [tf.identity(each) for each in (tf.transpose(x, at), tf.transpose(slope, at), scale, offset, mean, variance)]
                for each in arguments:
                    each.numpy()  # Nothing is measured while the stream waits for copies.
                results = [step(*arguments) for _ in range(STEPS)][-1]
            return [tf.cast(tf.transpose(r, [0, 2, 3, 1]) if layout == "NCHW" and len(r.shape) == 4 else r, tf.float32).numpy() for r in results]

        expected = on("/CPU:0", "NHWC")
        before = calls()
        results = on("/TEST_NPU:0", "NCHW" if channels_first else "NHWC")
        made = [b - a for a, b in zip(before, calls())]
        exact = dtype == tf.float32
        close = [bool(np.allclose(a, b, rtol=1e-4 if exact else 2e-2, atol=1e-4 if exact else 5e-2)) for a, b in zip(results, expected)]
        found[name] = [made, close]

    for dtype in DTYPES:
        for first in (False, True):
            layout = "NCHW" if first else "NHWC"
            compare(f"{dtype.name} {layout}", (4, 3, 5, 6), dtype, True, channels_first=first)
            compare(f"{dtype.name} {layout} inference", (4, 3, 5, 6), dtype, False, channels_first=first)
    compare("again", (4, 3, 5, 6), tf.float32, True, exponential_avg_factor=0.25)
    compare("one pixel", (1, 1, 1, 6), tf.float32, True)
    compare("more images than cuDNN takes", (65536, 1, 2, 2), tf.float32, False, channels_first=True)
    tf.config.experimental.enable_op_determinism()
    compare("deterministic", (4, 3, 5, 6), tf.float32, True)
    print(json.dumps(found))
"""

# Normalizations that are new in each step; in some of them behind a call of the host, of sizes that have been measured.
IN_TURN = """
    import ctypes
    import json
    import numpy as np
    import tensorflow as tf

    cuda = ctypes.CDLL("libcuda.so.1")
    random = np.random.default_rng(1)
    four = [tf.constant(np.abs(random.normal(size=3)).astype("f")) for _ in range(4)]

    def work(step, behind):
        first = random.normal(size=(2, 2 if behind else 3 + step, 2, 3)).astype("f")
        x = tf.constant(first)

        def on(device, behind=behind):
            with tf.device(device), tf.GradientTape() as tape:
                u = tf.identity(x)
                parameters = [tf.identity(each) for each in four]
                tape.watch([u, *parameters[:2]])
                slow = [tf.cumsum(tf.ones([1000, 1000]), axis=1) for _ in range(5)] if behind else []  # waited for at the end
                results = tf.raw_ops.FusedBatchNormV3(x=tf.cumsum(u, axis=1) if behind else u, scale=parameters[0], offset=parameters[1],
                                                      mean=parameters[2], variance=parameters[3], is_training=True)
                passed_on = tf.raw_ops.FusedBatchNormV3(x=results.y, scale=parameters[0], offset=parameters[1], mean=parameters[2],
                                                        variance=parameters[3], is_training=False)
                loss = tf.reduce_sum(passed_on.y ** 2)
                results = [results.y, results.batch_variance, passed_on.y, *tape.gradient(loss, [u, *parameters[:2]])]
            return [result.numpy() for result in [*results, *slow]]

        expected = on("/CPU:0")
        return lambda: all(np.allclose(a, b, rtol=1e-3, atol=1e-2) for a, b in zip(on("/TEST_NPU:0"), expected))

    assert work(0, False)() and work(-1, False)()  # the latter has the sizes of those behind calls
""" + OUTCOMES

# Several threads have the same sizes.
THREADS = """
    import concurrent.futures
    import ctypes
    import json
    import numpy as np
    import tensorflow as tf

    with tf.device("/TEST_NPU:0"):
        scale, offset, none = (tf.constant(values, tf.float32) for values in ([2.0, 1.0], [0.0, 1.0], []))
        images = [tf.reshape(tf.range(size * 4, dtype=tf.float32), [1, size, 2, 2]) for size in range(2, 2 + SIZES) for _ in range(TIMES)]
    for each in (scale, offset, images[-1]):
        each.numpy()  # Nothing is measured while the stream waits for copies.

    def normalize(x):
        with tf.device("/TEST_NPU:0"):
            return tf.raw_ops.FusedBatchNormV3(x=x, scale=scale, offset=offset, mean=none, variance=none, is_training=True).y

    def is_right(y):
        return bool(np.allclose(y.mean(axis=(0, 1, 2)), [0, 1], atol=1e-3) and np.allclose(y.std(axis=(0, 1, 2)), [2, 1], rtol=1e-2))

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = [is_right(y.numpy()) for y in list(pool.map(normalize, images))]
    print(json.dumps([all(found), ctypes.CDLL("libcuda.so.1").fake_cuda_calls(b"cudnnDestroyTensorDescriptor")]))
"""

# The stream waits for the host when sizes are new.
BEHIND = """
    import json
    import numpy as np
    import tensorflow as tf

    with tf.device("/TEST_NPU:0"):
        x, ones = tf.reshape(tf.range(24.0), [2, 2, 2, 3]), tf.ones([3])
        slow = [tf.cumsum(tf.ones([1000, 1000]), axis=1) for _ in range(10)]
        y = tf.raw_ops.FusedBatchNormV3(x=x, scale=ones, offset=ones, mean=ones, variance=ones, is_training=True).y
        are_right = [bool(np.allclose(y.numpy().mean(axis=(0, 1, 2)), 1)), *(each.numpy()[0, -1] == 1000 for each in slow)]
    print(json.dumps(bool(all(are_right))))
"""


def normalizations_of(done):
    found = re.search(r"^fake cuDNN: (\d+) normalizations, (\d+) descriptions of tensors$", done.stderr, re.M)
    return int(found[1]) if found else 0


class CudnnNormTest(unittest.TestCase):
    def run_primitives(self, tests, plans=8, **variables):
        done = compute_test(tests, **on_cudnn(TEST_NPU_FALLBACK="error", COMPUTE_TEST_PLANS=str(plans), **variables))
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
        self.assertNotIn("own kernels compute", done.stderr)
        return done

    def test_primitives_agree_with_plain_loops(self):
        done = self.run_primitives("BatchNormTest/*", 20, **FAST)
        measured = MEASURED.findall(done.stderr)
        self.assertEqual({(step, inner == "1", dtype) for step, _, _, inner, dtype in measured},
                         {(step, adjacent, dtype) for step in ("training", "inference", "gradient") for adjacent in (True, False)
                          for dtype in ("float", "half", "bfloat16")})
        self.assertTrue(all(int(outer) * int(inner) > 1 for _, outer, _, inner, _ in measured))
        self.assertGreaterEqual(normalizations_of(done), (MEASURING + 1) * len(measured))

    def test_the_faster_way_is_kept(self):
        done = self.run_primitives(SOME_AT_RANDOM, GTEST_REPEAT="2", **SLOW)
        measured = len(MEASURED.findall(done.stderr))
        self.assertGreater(measured, 8)
        self.assertEqual(normalizations_of(done), MEASURING * measured)

    def test_nothing_is_measured_if_it_must_not_be(self):
        done = self.run_primitives(SOME_AT_RANDOM, TEST_NPU_CUDA_MEASURE="0", **FAST)
        self.assertEqual(normalizations_of(done), 0)
        done = self.run_primitives(SOME_AT_RANDOM, TEST_NPU_CUDA_MEASURE="libraries", **SLOW)
        self.assertGreater(normalizations_of(done), 5)
        self.assertEqual(MEASURED.findall(done.stderr), [])

    def test_it_computes_nothing_that_is_denied(self):
        done = compute_test(SOME_AT_RANDOM, **on_cudnn(TEST_NPU_DENY="batch_norm:float", COMPUTE_TEST_PLANS="8", **FAST))
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
        self.assertEqual(normalizations_of(done), 0)

    def test_what_a_training_step_leaves_for_the_gradient(self):
        """It is lost, and the gradient is computed without it."""
        done = self.run_primitives(SOME_AT_RANDOM, FAKE_CUDNN_RESERVES="1", **FAST)
        self.assertIn(("gradient", "1"), {(step, inner) for step, _, _, inner, _ in MEASURED.findall(done.stderr)})

    def test_which_normalizations_it_computes(self):
        program = CALLS.replace("DTYPES", "(tf.float32, tf.float16, tf.bfloat16)").replace("STEPS", str(STEPS))
        done, found = support.run_code(program, cuda_test.plugin(), **on_cudnn(**FAST))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertNotIn("own kernels compute", done.stderr)
        # Of the same sizes as another one.
        known = {"again": [STEPS, 0, STEPS], "deterministic": [0, 0, 0]}
        for name, (calls, are_close) in found.items():
            training, inference, gradient = calls
            with self.subTest(normalization=name, calls=calls):
                self.assertTrue(all(are_close), are_close)
                if name in known:
                    self.assertEqual(calls, known[name])
                elif name == "one pixel":
                    self.assertEqual(calls, [0, 0, 0])
                elif name == "more images than cuDNN takes":
                    self.assertEqual([training, inference, gradient], [0, 1, 0])
                else:
                    is_inference = "inference" in name
                    for count in [inference] if is_inference else [training, gradient]:
                        # At the beginning of the first step the stream may wait for copies, and nothing is measured.
                        self.assertIn(count, range(MEASURING + 1, MEASURING + STEPS + 1))
                    self.assertEqual([training, gradient] if is_inference else [inference], [0, 0] if is_inference else [0])

    def run_threads(self, sizes, times, **variables):
        program = THREADS.replace("SIZES", str(sizes)).replace("TIMES", str(times))
        done, (is_right, destroyed) = support.run_code(program, cuda_test.plugin(), **on_cudnn(**variables))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertTrue(is_right)
        return done, destroyed

    def test_one_of_several_threads_measures(self):
        done, _ = self.run_threads(40, 3, **FAST)
        self.assertEqual(len(MEASURED.findall(done.stderr)), 40)
        self.assertEqual(normalizations_of(done), 40 * (MEASURING + 3))

    def test_the_stream_is_waited_for(self):
        done, are_right = support.run_code(BEHIND, cuda_test.plugin(), **on_cudnn(**SUMS_ON_HOST, **FAST))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertTrue(are_right)
        self.assertEqual(len(MEASURED.findall(done.stderr)), 1)

    def test_not_all_sizes_are_kept(self):
        _, destroyed = self.run_threads(2060, 1, TEST_NPU_CUDA_MEASURE="0")
        self.assertGreater(destroyed, 2 * 2000)

    def test_without_scratch_memory(self):
        """Training and its gradient have some. They are computed by kernels."""
        done = compute_test(SOME_AT_RANDOM, **on_cudnn(FAKE_CUDA_MEMORY=str(12 << 20), COMPUTE_TEST_PLANS="8", **FAST))
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
        self.assertEqual({step for step, *_ in MEASURED.findall(done.stderr)}, {"inference"})


class PartsTest(unittest.TestCase):
    """Without a part of cuDNN the other parts compute."""

    def check(self, why, folder):
        done = compute_test(f"{SOME_AT_RANDOM}:ConvolutionTest/0.Filter*DrawnAtRandom",
                            **on_cudnn(TEST_NPU_CUDA_LIBRARIES=str(folder), LD_LIBRARY_PATH=f"{folder}:{cuda_test.fake()}", COMPUTE_TEST_PLANS="8", **FAST))
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
        self.assertEqual(done.stderr.count(f"cuDNN does not normalize: {why}\n"), 1)
        self.assertEqual(normalizations_of(done), 0)
        self.assertRegex(done.stderr, r"fake cuDNN: [1-9]\d* convolutions")

    def folder(self, name):
        on_cudnn()  # builds the libraries
        folder = support.SCRATCH / name
        folder.mkdir(parents=True, exist_ok=True)
        for file in ("libcudnn.so.9", "libcudnn_graph.so.9"):
            shutil.copy2(libraries() / file, folder)
        return folder

    def test_without_the_library_of_operations(self):
        folder = self.folder("cudnn_without_ops")
        (folder / "libcudnn_ops.so.9").write_text("no library\n", encoding="utf-8")
        self.check("its libcudnn_ops.so.9 cannot be opened", folder)

    def test_without_its_functions(self):
        folder = self.folder("cudnn_without_norms")
        cuda_test.link_shared(folder / "libcudnn.so.9", [libraries() / "cudnn.o"], "-L", cuda_test.fake(), "-l:libcuda.so.1")
        self.check("it has no cudnnBatchNormalizationBackwardEx", folder)


class CudnnNormFaultsTest(unittest.TestCase):
    def test_each_function_from_the_beginning_on(self):
        def run(name):
            return compute_test(SOME_AT_RANDOM, **on_cudnn(FAKE_CUDA_FAIL=name, COMPUTE_TEST_PLANS="8", **FAST))

        on_cudnn()  # built once, before there are several threads
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = dict(zip(FUNCTIONS, pool.map(run, FUNCTIONS)))
        computing = {"cudnnBatchNormalizationBackwardEx": "gradient", "cudnnBatchNormalizationForwardInference": "inference",
                     "cudnnBatchNormalizationForwardTrainingEx": "training", "cudnnGetBatchNormalizationBackwardExWorkspaceSize": "gradient",
                     "cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize": "training"}
        for name, done in outcomes.items():
            with self.subTest(function=name):
                self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
                left = {step for step, *_ in MEASURED.findall(done.stderr)}
                if name in computing:
                    self.assertEqual(left, {"training", "inference", "gradient"} - {computing[name]})
                elif name == "cudnnGetBatchNormalizationTrainingExReserveSpaceSize":
                    self.assertEqual(left, {"inference"})
                else:
                    self.assertEqual(bool(left), name == "cudnnDestroyTensorDescriptor")

    def test_each_function_in_turn(self):
        """A failure behind a call of the host comes too late for another way to compute."""
        first = [0, 1, 2, 3, 4, 5]
        cases = [*((name, False, first) for name in FUNCTIONS if name != "cudnnDestroyTensorDescriptor"), ("cudnnSetStream", False, [0, 3, 7, 12]),
                 ("cuEventCreate", False, first), ("cuEventRecord", False, first),
                 ("cuEventElapsedTime", False, [0, 1, 2]), ("cuMemsetD32Async", False, first),
                 *((name, True, [0]) for name in FUNCTIONS[:3]), ("cudnnSetStream", True, [0, 1, 2])]
        done, outcomes = support.run_code(IN_TURN.replace("CASES", json.dumps(cases)), cuda_test.plugin(),
                                          **on_cudnn(TEST_NPU_FALLBACK="report", **SUMS_ON_HOST, **FAST))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        by_host, _, by_device = done.stderr.partition("computed by code of the device's own")
        by_host = by_host.partition("computed on the host")[2]
        self.assertIn("Cumsum", by_host)
        self.assertNotIn("FusedBatchNorm", by_host)
        self.assertIn("FusedBatchNormGradV3 by cuDNN", by_device)
        for (name, behind, _), found in zip(cases, outcomes):
            with self.subTest(function=name, behind_a_call_of_the_host=behind):
                may_fail = behind or name.startswith("cu") and not name.startswith("cudnn")
                self.assertLessEqual({outcome for outcome, _, _ in found}, {"right", "error"} if may_fail else {"right"})
                self.assertTrue(all(again for _, again, _ in found), found)
                self.assertTrue(any(called for _, _, called in found), "never called")
        late = [outcome for (_, behind, _), found in zip(cases, outcomes) if behind for outcome, _, _ in found]
        self.assertIn("error", late)


if __name__ == "__main__":
    support.main()
