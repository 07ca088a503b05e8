"""Plugins for OpenCL devices, on PoCL: the emitted tests, networks of every family in several releases, one queue for all
streams, several devices, and machines on which there is no device."""

import functools
import os
import re
import subprocess
import unittest
from pathlib import Path

import fused_ops_test
import support

SPEC = (support.REPOSITORY / "device_specs" / "opencl.yaml").read_text(encoding="utf-8")
TARGETS = ("test_npu", "runtime_test", "compute_test", "kernel_test", "test_npu_faulty")
TESTS = "runtime|runtime_one_queue|kernels|conformance_faults"
FAMILIES = ("mlp Adam", "cnn Adam", "transformer Adam", "lstm Adam", "resnet")
# A CNN, whose layers are a perceptron's and more, is trained in this run's other release. The others are trained in the newest, some of them
# on OpenCL and some on CUDA: what computes is the same text.
OF_BACKEND = {"opencl": ("transformer Adam", "lstm Adam"), "cuda": ("resnet",)}
CLANG = ["clang", "-x", "cl", "-cl-std=CL1.2", "-target", "spir64", "-Xclang", "-finclude-default-header", "-fsyntax-only", "-Wall",
         "-Wno-unused-function", "-Wno-unused-but-set-variable", "-Werror", "-"]

# Of tests of primitives: those that compute most.
LARGE_PLANS = "*.OfLongSides:*.OfDeepImages:*.*LargeImages:*.OfMillions*"

DEVICES = """
    import json
    import tensorflow as tf

    print(json.dumps(len(tf.config.list_physical_devices("TEST_NPU"))))
"""
SUMS = """
    import json
    import tensorflow as tf

    found = []
    for i, device in enumerate(tf.config.list_logical_devices("TEST_NPU")):
        with tf.device(device.name):
            x = tf.range(10_000, dtype=tf.float32) + i
        with tf.device("/TEST_NPU:0"):
            found.append(float(tf.reduce_max(tf.identity(x) * 2)))  # a copy between two devices
    print(json.dumps(found))
"""
# Models whose training needs nothing that only the host computes, once they have their weights. Adam sums the slices of a gradient, SGD
# subtracts them from the table; each batch normalization has a sum of three gradients.
ON_DEVICE = """
    import json
    import numpy as np
    import tensorflow as tf

    keras = tf.keras
    layers = keras.layers
    words = np.random.default_rng(1).integers(0, 500, (128, 24))
    words[:, 16:] = 0
    kinds = words[:, 0] % 4

    def embedding():
        return words, keras.Sequential([layers.Embedding(500, 32), layers.GlobalAveragePooling1D(), layers.Dense(4)])

    def weights(shape, dtype=None):
        return tf.constant(np.random.default_rng(3).normal(size=shape).astype("f") / 4)

    def residual():
        images = keras.Input((6, 6, 4))
        x = images
        for _ in range(2):
            y = layers.Conv2D(4, 3, padding="same", use_bias=False, kernel_initializer=weights)(layers.ReLU()(x))
            x = layers.Add()([x, layers.BatchNormalization(momentum=0.9)(y)])
            x = layers.MaxPooling2D(2, 1)(x)
        x = layers.Dense(4, kernel_initializer=weights)(layers.GlobalAveragePooling2D()(x))
        return np.random.default_rng(2).normal(size=(128, 6, 6, 4)).astype("f"), keras.Model(images, x)

    def resizing():
        model = keras.Sequential([layers.Conv2D(4, 3, kernel_initializer=weights), layers.UpSampling2D(2),
                                  layers.Conv2D(4, 3, activation="tanh", kernel_initializer=weights), layers.UpSampling2D((3, 2), interpolation="bilinear"),
                                  layers.Conv2D(4, 3, activation="tanh", kernel_initializer=weights), layers.Flatten(),
                                  layers.Dense(4, kernel_initializer=weights)])
        return np.random.default_rng(2).normal(size=(128, 6, 6, 4)).astype("f"), model

    def losses(device, make, optimizer):
        with tf.device(device):
            keras.utils.set_random_seed(1)
            inputs, model = make()
            model.compile(optimizer(), keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
            history = model.fit(inputs, kinds, batch_size=32, epochs=2, verbose=0, shuffle=False).history
            return [*history["loss"], *history["accuracy"]]

    cases = ((embedding, keras.optimizers.Adam), (embedding, lambda: keras.optimizers.SGD(0.5)), (residual, keras.optimizers.Adam),
             (resizing, keras.optimizers.Adam))
    found = [[losses(device, *case) for device in ("/CPU:0", "/TEST_NPU:0")] for case in cases]
    for terms in range(3, 7):
        for dtype in (tf.float32, tf.half, tf.int32):
            with tf.device("/TEST_NPU:0"):
                each = [tf.cast(tf.range(100) % (7 + i), dtype) for i in range(terms)]
                found.append([[sum(float(tf.reduce_sum(term)) for term in each)], [float(tf.reduce_sum(tf.add_n(each)))]])
    with tf.device("/TEST_NPU:0"):
        x = tf.reshape(tf.range(60.0), (3, 4, 5))
        for part in (lambda x: x[:, 1:3, ::2], lambda x: x[1], lambda x: x[..., 3:1:-1], lambda x: x[:, 4:]):
            with tf.GradientTape() as tape:
                tape.watch(x)
                loss = tf.reduce_sum(part(x) ** 2)
            given = np.arange(60.0).reshape(3, 4, 5)
            expected = np.zeros((3, 4, 5))
            part(expected)[...] = 2 * part(given)
            found.append([expected.flatten().tolist(), tape.gradient(loss, x).numpy().flatten().tolist()])
    print(json.dumps(found))
"""
# An optimizer whose variables keep their places (places_test.py), as they do from 1 MB on: with that rewrite, without rewrites, on the CPU. Then
# steps whose gradient fails, where the host computes it and the device is to launch what depends on it.
PLACES = """
    import glob, json, os, tempfile

    FOLDER = tempfile.mkdtemp()
    os.environ["TEST_NPU_GRAPH_DUMP"] = FOLDER
    import numpy as np
    import tensorflow as tf

    random = np.random.default_rng(3)
    rows, start = random.normal(size=(2, 600, 500)).astype("f"), random.normal(size=(600, 500)).astype("f")

    def trained(device, off, last):
        os.environ["TEST_NPU_GRAPH_OFF"] = off
        with tf.device(device):
            weight = tf.keras.Variable(start)
            optimizer = tf.keras.optimizers.Adam(0.01)
            optimizer.build([weight])
            table = tf.constant(rows)

            @tf.function(jit_compile=False)
            def step(i):
                optimizer.apply([tf.gather(table, i) * weight.value], [weight])
                return tf.constant(0)

            told = []
            for i in (0, 1, 1, *last):
                try:
                    step(tf.constant(i))
                except tf.errors.InvalidArgumentError as error:
                    told.append("indices = 7 is not in" in str(error))
            values = []
            for variable in (weight, *optimizer.variables[2:]):
                try:
                    values.append(variable.numpy())
                except tf.errors.InvalidArgumentError as error:
                    told.append("indices = 7 is not in" in str(error))
                    values.append(variable.numpy())
            return values, told

    kept, _ = trained("/TEST_NPU:0", "", ())
    graphs = [tf.compat.v1.GraphDef.FromString(open(file, "rb").read()) for file in glob.glob(FOLDER + "/*_after.pb")]
    nodes = sum(node.op == "TestNpuKeptPlace" for node in max(graphs, key=lambda graph: len(graph.node)).node)
    moved, _ = trained("/TEST_NPU:0", "all", ())
    failed, told = trained("/TEST_NPU:0", "", (7,))
    on_cpu, _ = trained("/CPU:0", "", ())
    print(json.dumps({"nodes": nodes, "told": told, "without_rewrites": [bool(np.array_equal(a, b)) for a, b in zip(kept, moved)],
                      "after_failure": [bool(np.array_equal(a, b)) for a, b in zip(kept, failed)],
                      "to_cpu": [float(np.max(np.abs(a - b))) for a, b in zip(kept, on_cpu)]}))
"""
# Calls of a kernel which the host computes, as all do without texts: the first one's result beside the second one's.
CALLED_TWICE = """
    import json
    import os
    import numpy as np
    import tensorflow as tf

    tf.config.experimental.enable_op_determinism()
    module = tf.load_op_library(os.environ["TF_PLUGGABLE_DEVICE_LIBRARY_PATH"].replace(".so", "_ops.so"))
    layer_norm = next(getattr(module, name) for name in dir(module) if name.replace("_", "") == "testnpulayernorm")
    x = np.random.default_rng(1).normal(size=(64, 50)).astype("f")

    @tf.function(autograph=False)
    def compute(x):
        return layer_norm(x=x, scale=x[0], offset=x[1], epsilon=1e-3)

    with tf.device("/TEST_NPU:0"):
        first, second = (compute(x).numpy() for _ in range(2))
    print(json.dumps(int(np.sum(first != second))))
"""


@functools.cache
def project():
    spec = re.sub(r"opencl_npu", "test_npu", re.sub(r"OPENCL_NPU\b", "TEST_NPU", SPEC))
    spec = spec.replace(*support.KERNELS)
    return support.build_project("test_npu", spec, *TARGETS, folder="opencl", many_kernels=True)


# The libraries of other drivers: of Debian's package, and what scripts/setup unpacks. Where tests want others, these variables have them.
OCLGRIND = Path(os.environ.get("TEST_OCLGRIND", "/usr/lib/oclgrind/liboclgrind-rt-icd.so"))
POCL = "libpocl.so.2"
RUSTICL = Path(os.environ.get("TEST_RUSTICL", support.BUILD / "rusticl/usr/lib/x86_64-linux-gnu/libRusticlOpenCL.so.1"))
# Those of all primitives, in one data type; not what the same kernels compute once more, or in images and matrices that take a simulator long.
IN_ONE_TYPE = "*/0.*:ReduceBoolTest.All"
THE_SAME_AGAIN = ("ApproximateEqual*", "CastTest*", "Narrow*", "Philox*", "Qr*", "ReduceTest*.Mean", "ReduceTest*.Min", "ReduceTest*.Prod", "ReduceTest*.Sum",
                  "ScatterOfTypeTest*.*Division*", "*.*Anywhere", "*.*Shares", "*.*Squares", "*.ABad*", "*.AsInt64", "*.ByInt64", "*.ByInt8", "*.ByUint8",
                  "*.OfAngles", "*.OfDeepImages", "*.OfErfc*", "*.OfExpm1*", "*.OfLongSides", "*.OfMany*", "*.OfMillions*", "*.OfMore*", "*.OfPowers*",
                  "*.OfTheSame*", "*.*LargeImages", "*.WithoutClasses*")
# Under a simulator a processor takes seconds for what it does in milliseconds. So each runs with as few plans as show what tests/drivers/run.py plants.
MANY_PLANS = ("SoftmaxTest/0.*", "CrossEntropyTest/0.OfPlans*")
SOME_PLANS = ("ArgReduceTest/0.AsInt32",)
ONE_PLAN = ("ElementwiseTest/0.OfPlans*", "ConvolutionTest/0.OfPlans*", "ScatterOfTypeTest/0.Updates*")
# Large, and by kernels for GPUs the same as others.
ONLY_FOR_PROCESSORS = ("*.OfBroadcastsToManyElements", "*.OfRowsInOneCacheSet")
# Those that have no kernels for processors.
ONLY_FOR_GPUS = ("BandPart*", "Categorical*", "Diagonals*", "Elementwise*.OfPlans*", "Gather*", "Nonzero*", "OneHot*", "Projective*", "Random*",
                 "ReduceSquares*", "Resize*", "Scatter*", "Training*")

# Primitives whose kernels Mesa's compiler does not get wrong.
BY_RUSTICL = ("ArgReduceTest", "BandPartTest", "BatchNormTest", "ConvolutionTest", "CrossEntropyTest", "DiagonalsTest", "GatherTest", "OneHotTest",
              "PoolingTest", "ProjectiveTransformTest", "ResizeTest", "ScanTest", "SoftmaxTest", "TopKTest")


def without(tests, *others):
    return f"{tests}:-{':'.join(others)}"


# Tests, how many plans each draws, and whether by the kernels for GPUs. scripts/test --drivers runs all, with more plans.
BY_OCLGRIND = (
    (without(IN_ONE_TYPE, *THE_SAME_AGAIN, *MANY_PLANS, *SOME_PLANS, *ONE_PLAN, *ONLY_FOR_PROCESSORS), 2, True),
    (":".join(MANY_PLANS), 12, True),
    (":".join(SOME_PLANS), 3, True),
    (":".join(ONE_PLAN), 1, True),
    (without(IN_ONE_TYPE, *THE_SAME_AGAIN, *ONLY_FOR_GPUS), 2, False),
)


def families_of(release, backend):
    """Those that are trained there. What a release does in its own way is between TensorFlow and the library, and the reference driver's plugin
    trains most of them in each (training_test.py). What a driver adds are kernels, whatever the release."""
    if support.IN_FULL:
        return FAMILIES if release == "newest" else FAMILIES[:3]
    return OF_BACKEND[backend] if release == "newest" else ("cnn Adam",)


def only(*libraries):
    """The environment variable with which OpenCL's loader finds only these drivers."""
    names = [Path(library).stem for library in libraries]
    folder = support.SCRATCH / "icd" / "+".join(names)
    folder.mkdir(parents=True, exist_ok=True)
    for name, library in zip(names, libraries):
        (folder / f"{name}.icd").write_text(f"{library}\n", encoding="utf-8")
    return {"OCL_ICD_VENDORS": str(folder)}


def on_oclgrind():
    """With one thread: the counts of its own races are right then."""
    return {**only(OCLGRIND), "OCLGRIND_DATA_RACES": "1", "OCLGRIND_CHECK_API": "1"}


def on_rusticl():
    return {**only(RUSTICL), "RUSTICL_ENABLE": "swrast"}


def missing_package(driver):
    """Debian's package of the driver, if it is not installed."""
    return {"oclgrind": "oclgrind" if not OCLGRIND.exists() else "", "rusticl": "mesa-opencl-icd" if not RUSTICL.exists() else ""}.get(driver)


def primitives_of(done):
    """The primitives whose tests have passed."""
    return {name.lower() for name in re.findall(r"OK \] ([A-Za-z]+?)(?:OfType|Bool|Squares|Nearest|Bilinear|Gradient)*Test[/.]", done.stdout)}


def own_primitives():
    """Those that the device computes, and not the host; a gradient's tests have the name of what it is of."""
    device = support.REPOSITORY / "library" / "compute" / "device"
    own = {path.stem for path in device.glob("*.cc")} & set(support.primitives())
    return {re.sub("(_input|_filter)?_gradient$", "", name).replace("_", "") for name in own}


def findings_of_oclgrind(done):
    """What it has seen, in its own words; its reports begin with them."""
    return re.findall(r"^(?:.*data race|Invalid (?:read|write)|OCLGRIND|Oclgrind|.*divergence).*$", done.stderr, re.M)


def plugin():
    return project() / "build" / "libtest_npu.so"


@functools.cache
def loader():
    """The folder of a loader of OpenCL's that fails when a test tells it to (faulty_opencl.cc)."""
    folder = support.SCRATCH / "faulty_opencl"
    folder.mkdir(parents=True, exist_ok=True)
    source = support.REPOSITORY / "tests" / "tensorflow" / "faulty_opencl.cc"
    support.must(["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", source, "-o", folder / "libOpenCL.so.1"])
    return str(folder)


def types_of(text):
    """The data types that a text of kernels is compiled for; none if it is part of others."""
    found = re.search(r"^// Compiled for ([a-z0-9 ]+)\.$", text, re.M)
    return found[1].split() if found else []


def check_fused_ops(test, plugin_file, **variables):
    program = Path(__file__).with_name("fused_ops_program.py").read_text(encoding="utf-8")
    done, found = support.run_code(program, plugin_file, TEST_NPU_FALLBACK="error", TEST_NPU_GRAPH_OFF="all", **variables)
    test.assertEqual(done.returncode, 0, done.stderr[-3000:])
    test.assertGreater(len(found), 1000)
    test.assertEqual([(case, off) for case, off in found if not off < 1], [])


class OpenClTest(unittest.TestCase):
    def test_the_emitted_tests_pass(self):
        tests = support.run(["ctest", "--test-dir", project() / "build", "--output-on-failure", "-j", "2", "-R", f"^({TESTS})$"],
                            env=support.environment(TEST_NPU_TEST_CASES="20"))
        self.assertEqual(tests.returncode, 0, tests.stdout[-6000:])
        self.assertIn("0 tests failed out of 4", tests.stdout)
        self.assertNotIn("the host computes in", tests.stdout)

    def test_no_plan_of_its_primitives_falls_back(self):
        """But that of a gradient in the place of the input that it is of: kernels read all of that. Normal random numbers do,
        too, so that they are those of TensorFlow's CPU, steps along slices, and scatters that divide integers, which can fail, casts
        to unsigned integers of 32 and 64 bits, and QR decompositions."""
        own = {path.stem for path in (support.REPOSITORY / "library" / "compute" / "device").glob("*.cc")} & set(support.primitives())
        self.assertEqual(set(support.primitives()) - own, {"qr"})
        # With 12 plans tests/drivers/run.py finds each mistake. But that the last share of a matrix product's depth ends where the depth does, on
        # processors only more than twenty show.
        few = {"COMPUTE_TEST_PLANS": "12"}
        like_gpu = {"TEST_NPU_OPENCL_LIKE_GPU": "1", **few}
        divisions = "ScatterOfTypeTest/4.*Division*:ScatterOfTypeTest/5.*Division*"  # of integers
        # (Processors pool images whose channels come first on the host.)
        other = f"-CastTest*:*.WithoutClassesThereIsNoLoss:Random*:TrainingUpdate*:TopKTest*.OfMany:Qr*:{divisions}"
        # cuda_test.py has the other plans of the kernels for GPUs, for fewer data types.
        for_gpus = f"{other}:PoolingTest*.MaxGradient" if support.IN_FULL else LARGE_PLANS
        for variables, tests in (({}, "MatrixProduct*"), (few, f"{other}:MatrixProduct*:Pooling*"), (like_gpu, for_gpus)):
            with self.subTest(**variables):
                done = support.run([project() / "build" / "tests" / "generated" / "compute_test", f"--gtest_filter={tests}"],
                                   env=support.environment(TEST_NPU_FALLBACK="error", **variables))
                self.assertEqual(done.returncode, 0, done.stdout[-3000:])
                self.assertNotIn("the host computes in", done.stderr)
        some = support.run([project() / "build" / "tests" / "generated" / "compute_test", "--gtest_filter=CastTest*:Pooling*:Random*:TrainingUpdate*"],
                           env=support.environment())
        self.assertEqual(some.returncode, 0, some.stdout[-3000:])
        self.assertNotIn("the host computes in", some.stderr)

    def test_every_text_is_opencl_c(self):
        folder = project() / "library" / "compute" / "device"
        dialect = [f'#include "{name}.inc"\n' for name in ("dialect", "nest")]
        for path in sorted(folder.glob("*.inc")):
            text = path.read_text(encoding="utf-8")
            for name in types_of(text):
                for options in ([], ["-DON_CPU"]):
                    with self.subTest(text=path.stem, type=name, options=options):
                        program = "".join([f"#define TYPE_{name}\n", *dialect, text])
                        done = subprocess.run([*CLANG, f"-I{folder}", f"-I{project()}/src/generated/compute", *options],
                                              input=program, capture_output=True, text=True)
                        self.assertEqual(done.returncode, 0, done.stderr[-3000:])

    def test_every_family_trains(self):
        for release in support.RELEASES:
            with self.subTest(release=release):
                done = support.run_fit(families_of(release, "opencl"), "--epochs", "0", plugin=plugin(), release=release, **support.OPTIMIZED_KERNELS)
                self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
                self.assertIn("every loss agrees with the CPU's", done.stdout)

    def test_models_train_without_the_host(self):
        for variables in ({}, {"TEST_NPU_OPENCL_LIKE_GPU": "1"}, {"TEST_NPU_GRAPH_OFF": "all", "TEST_NPU_OPENCL_QUEUES": "one"}):
            with self.subTest(**variables):
                done, found = support.run_code(ON_DEVICE, plugin(), TEST_NPU_FALLBACK="error", **variables)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                for on_cpu, on_device in found:
                    for one, other in zip(on_cpu, on_device):
                        self.assertAlmostEqual(one, other, delta=1e-5)

    def test_variables_keep_their_places(self):
        done, found = support.run_code(PLACES, plugin(), support.LAST_BY_VALUE, TEST_NPU_DENY="gather")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertLess(max(found.pop("to_cpu")), 1e-5)
        self.assertEqual(found, {"nodes": 1, "told": [True], "without_rewrites": [True] * 3, "after_failure": [True] * 3})

    def test_fused_ops_overflow_as_single_ops_do(self):
        fused_ops_test.check_calls(self, fused_ops_test.results_of(self, plugin(), OVERFLOWS="float16"))

    def test_fused_ops_compute_without_the_host(self):
        """By the kernels for processors, and by those for GPUs with one launch for each step. cuda_test.py has the latter with one launch where
        that can be: they are the same texts, compiled by the same compiler."""
        for variables in ({}, {"TEST_NPU_OPENCL_LIKE_GPU": "1", "TEST_NPU_DENY": "chain"}):
            with self.subTest(**variables):
                check_fused_ops(self, plugin(), **variables)

    def test_determinism_makes_the_first_call_one_of_many(self):
        done, found = support.run_code(CALLED_TWICE, plugin(), TEST_NPU_DENY="all", TEST_NPU_GRAPH_OFF="all")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, 0)

    def test_oclgrind_finds_nothing(self):
        """No race and no access outside of a buffer, in any primitive. Without barriers it does."""
        program = project() / "build" / "tests" / "generated" / "compute_test"
        like_gpu = {"TEST_NPU_OPENCL_LIKE_GPU": "1"}
        tested = set()
        for tests, plans, for_gpus in BY_OCLGRIND:
            with self.subTest(tests=tests, for_gpus=for_gpus):
                variables = {**on_oclgrind(), **(like_gpu if for_gpus else {}), "COMPUTE_TEST_PLANS": str(plans)}
                done = support.run([program, f"--gtest_filter={tests}"], env=support.environment(**variables))
                self.assertEqual((findings_of_oclgrind(done), done.returncode), ([], 0), done.stdout[-3000:])
                tested |= primitives_of(done) if for_gpus else set()
        self.assertEqual(own_primitives() - tested, set())
        for tests, variables, words, finding in (
                ("CrossEntropyTest/0.OfPlans*", {}, "if (row >= rows) return;|if (row > rows) return;", "Invalid read"),
                # Threads do not wait for each other then, which no processor need notice.
                ("ScanTest/0.*", like_gpu, "#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)|#define BARRIER()",
                 "Read-write data race at local memory")):
            with self.subTest(words=words):
                variables = {**on_oclgrind(), **variables, "LD_LIBRARY_PATH": loader(), "COMPUTE_TEST_PLANS": "2", "FAULTY_OPENCL_TEXT": words}
                done = support.run([program, f"--gtest_filter={tests}"], env=support.environment(**variables))
                self.assertIn(finding, done.stderr)

    def test_rusticl_computes_primitives_and_trains(self):
        """A driver without memory that it shares with the host and without doubles. It rounds and aligns in its own way. 22.3.6 says of each kernel that
        a block has 32 threads at most, so that the host computes nearly all of the training. Blocks of any size work if one does not believe that, but
        not the indices of nests, which this compiler takes for the same in all threads, nor scatters."""
        program = project() / "build" / "tests" / "generated" / "compute_test"
        variables = {**on_rusticl(), "LD_LIBRARY_PATH": loader(), "FAULTY_OPENCL_KERNEL_GROUP": "1024", "COMPUTE_TEST_PLANS": "12"}
        tests = without(":".join(f"{name}/0.*" for name in BY_RUSTICL), *THE_SAME_AGAIN, "PoolingTest*.MaxGradient")
        done = support.run([program, f"--gtest_filter={tests}"], env=support.environment(**variables, TEST_NPU_FALLBACK="error", TEST_NPU_VERBOSE="1"))
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
        self.assertIn("device 0 is llvmpipe", done.stderr)
        self.assertGreater(len(primitives_of(done)), 13)
        loop = "for (int i = thread; i < classes; i += kThreads) sum"
        variables["FAULTY_OPENCL_TEXT"] = f"{loop}|{loop.replace('= thread', '= thread + 1')}"
        done = support.run([program, "--gtest_filter=SoftmaxTest/0.*"], env=support.environment(**variables))
        self.assertEqual(done.returncode, 1)
        done = support.run_fit(("cnn Adam",), "--epochs", "0", plugin=plugin(), **on_rusticl())
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
        self.assertIn("every loss agrees with the CPU's", done.stdout)

    def test_a_choice_of_devices(self):
        for choice, verdict in (("", "pass"), ("cpu", "pass"), ("POCL,gpu", "unsupported"), ("portable computing", "pass"), ("0", "pass"),
                                ("all", "pass"), ("7, no such", "unsupported")):
            with self.subTest(choice=choice):  # a case that needs a device, without TensorFlow
                done = support.run([support.PLUGINGEN, "conformance", plugin(), "--filter", "memory/allocate/7", "--verbose"],
                                   env=support.environment(TEST_NPU_OPENCL_DEVICES=choice))
                self.assertEqual(done.stdout.split()[0], verdict, done.stdout + done.stderr)
        done, found = support.run_code(DEVICES, plugin(), TEST_NPU_OPENCL_DEVICES=choice, TEST_NPU_VERBOSE="1")
        self.assertEqual(found, 0, done.stderr[-3000:])
        self.assertIn(f"no OpenCL device fits '{choice}'; there are:\n  0: Portable Computing Language, ", done.stderr)

    def test_without_opencl_there_is_no_device(self):
        done, found = support.run_code(DEVICES, plugin(), OCL_ICD_VENDORS="/nonexistent", TEST_NPU_VERBOSE="1")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, 0)
        self.assertIn("OpenCL lists no device", done.stderr)

    def test_several_devices(self):
        done, found = support.run_code(SUMS, plugin(), POCL_DEVICES="pthread pthread")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, [2 * 9_999.0, 2 * 10_000.0])
        # The emitted test takes as many as there are.
        words = ["Device.test_is_listed", "Device.test_copies_between_devices"]
        done = support.run_program(project() / "tests/generated/smoke_test.py", *words, plugin=plugin(), POCL_DEVICES="pthread pthread")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertRegex(done.stderr, r"Ran 2 tests in .*\n\nOK\n")

    def test_devices_of_two_platforms(self):
        """A loader that lists PoCL twice. tests/drivers/run.py has two drivers in one process."""
        twice = {"LD_LIBRARY_PATH": loader(), "FAULTY_OPENCL_PLATFORMS": "2"}
        for choice, count in (("all", 2), ("portable computing", 2), ("1", 1)):
            with self.subTest(choice=choice):
                done, found = support.run_code(SUMS, plugin(), TEST_NPU_OPENCL_DEVICES=choice, TEST_NPU_FALLBACK="error", **twice)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual(found, [2 * 9_999.0, 2 * 10_000.0][:count])


if __name__ == "__main__":
    support.main()
