"""NVIDIA's libraries in plugins of `backend: cuda`, on the libcuda.so.1 of cuda_test.py and on libraries of the same kind: what they
compute, where they are found, which are refused, and what comes of each of their functions failing."""

import concurrent.futures
import functools
import json
import os
import re
import shutil
import unittest

import cuda_test
import support
from cuda_faults_test import LATE, SUMS_ON_HOST, check_in_turn

# The sources of the fakes.
LIBRARIES = {"libcublasLt.so.13": ["cublas_lt"], "libcudnn.so.9": ["cudnn", "cudnn_norm"]}
# Parts of cuDNN: the plugin only asks whether they are there.
PARTS = ["libcudnn_graph.so.9", "libcudnn_ops.so.9"]
CUBLAS = re.findall(r'\.Find\("(cublasLt\w+)"', (support.REPOSITORY / "library/driver/cuda/cublas.cc").read_text(encoding="utf-8"))
# They say something of the library or of an error, and nothing fails by itself.
TELLING = {"cublasLtGetCudartVersion", "cublasLtGetStatusString"}
PRODUCTS = "MatrixProductTest/*.OfPlansDrawnAtRandom:MatrixProductTest/*.OfMatricesAnywhere:EpilogueTest/*"
ONE_PRODUCT = "MatrixProductTest/0.OfManyTiles"

CALLS = """
    import concurrent.futures
    import ctypes
    import json
    import numpy as np
    import tensorflow as tf

    cuda = ctypes.CDLL("libcuda.so.1")
    random = np.random.default_rng(1)
    found = {}

    def multiply(name, a_shape, b_shape, dtype, **transposes):
        a, b = (tf.cast(random.integers(-3, 4, size=shape), dtype) for shape in (a_shape, b_shape))
        before = cuda.fake_cuda_calls(b"cublasLtMatmul")
        with tf.device("/TEST_NPU:0"):
            c = tf.linalg.matmul(a, b, **transposes)
        calls = cuda.fake_cuda_calls(b"cublasLtMatmul") - before
        with tf.device("/CPU:0"):
            expected = tf.linalg.matmul(tf.identity(a), tf.identity(b), **transposes)
        found[name] = [calls, bool(np.array_equal(c.numpy(), expected.numpy()))]

    for dtype in (tf.float32, tf.float16, tf.bfloat16, tf.int32):
        multiply(dtype.name, (7, 300), (300, 5), dtype)
    for dtype in (tf.float32, tf.float16):
        multiply(f"transposed {dtype.name}", (300, 7), (5, 300), dtype, transpose_a=True, transpose_b=True)
    multiply("transposed a", (300, 7), (300, 5), tf.float32, transpose_a=True)
    multiply("transposed b", (7, 300), (5, 300), tf.float32, transpose_b=True)
    multiply("vectors", (1, 9), (9, 1), tf.float32)
    multiply("depth 0", (3, 0), (0, 2), tf.float32)
    multiply("batches", (6, 2, 3, 4), (6, 2, 4, 5), tf.float32)
    multiply("transposed batches", (6, 4, 3), (6, 5, 4), tf.float16, transpose_a=True, transpose_b=True)
    multiply("one b", (6, 2, 3, 4), (4, 5), tf.float32)
    multiply("one b, transposed a", (6, 4, 3), (4, 5), tf.float32, transpose_a=True)
    multiply("one a", (3, 4), (6, 2, 4, 5), tf.float32)
    multiply("two steps", (6, 1, 3, 4), (6, 2, 4, 5), tf.float32)
    with tf.device("/TEST_NPU:0"):
        rounded = tf.linalg.matmul([[1 + 2.0 ** -12]], [[1.0]]).numpy() == 1

    def is_right(size):  # of a shape that is new, for several threads at once
        with tf.device("/TEST_NPU:0"):
            row = tf.fill([1, size // 2], 1.0)
            return bool(tf.linalg.matmul(row, row, transpose_b=True).numpy() == size // 2)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found["new shapes"] = [1, all(pool.map(is_right, range(2, 2 * SHAPES)))]
    print(json.dumps([found, bool(rounded), cuda.fake_cuda_calls(b"cublasLtMatmulDescDestroy") > 2000]))
"""
# By one call of the library each, but for those that kernels of the plugin's own compute.
BY_THE_PLUGIN = {"int32", "depth 0", "two steps"}
# Each op five times: calls of the library, launches of kernels, and how far it is from the CPU, of which NaN has to be in the same places.
EPILOGUES = """
    import ctypes
    import json
    import os
    import numpy as np
    import tensorflow as tf

    if DETERMINISTIC:
        tf.config.experimental.enable_op_determinism()
    cuda = ctypes.CDLL("libcuda.so.1")
    module = tf.load_op_library(os.environ["TF_PLUGGABLE_DEVICE_LIBRARY_PATH"].replace(".so", "_ops.so"))
    ops = {name.replace("_", "").replace("testnpu", ""): getattr(module, name) for name in dir(module)}
    random = np.random.default_rng(1)
    counted = (b"cublasLtMatmul", b"cuLaunchKernel")
    activations = {"": lambda x: x, "Relu": tf.nn.relu, "Tanh": tf.tanh}
    found = {}

    def draw(*shape):
        values = random.integers(-3, 4, size=shape).astype(np.float64)
        values.flat[0] = np.nan
        return values

    def compute(name, op, inputs, dtype, activation, expected, check_fails=False, **attrs):
        on_device = {key: tf.constant(value, tf.int32 if key == "shape" else dtype) for key, value in inputs.items()}
        with tf.device("/CPU:0"):
            of_cpu = activations[activation](expected(*[tf.constant(value, tf.float64) for key, value in inputs.items() if key != "shape"])).numpy()
        if op != "fusedprojection":
            attrs["activation"] = activation
        found[name] = []
        for use in range(5):
            if check_fails and use == 1:
                cuda.fake_cuda_fail(b"cublasLtMatmul", 0, 1)
            with tf.device("/TEST_NPU:0"):
                copies = {key: value if key == "shape" else tf.identity(value) for key, value in on_device.items()}
                before = [cuda.fake_cuda_calls(function) for function in counted]
                result = ops[op](**copies, **attrs)
            calls = [cuda.fake_cuda_calls(function) - old for function, old in zip(counted, before)]
            off = np.abs(tf.cast(result, tf.float64).numpy() - of_cpu) / (1 + np.abs(of_cpu))
            found[name].append([*calls, bool(np.array_equal(np.isnan(off), np.isnan(of_cpu)) and np.nanmax(off) < OFF[dtype.name])])

    OFF = {"float32": 1e-6, "float64": 1e-12, "float16": 1e-3, "bfloat16": 8e-3}
    a, b, bias, addend = draw(5, 300), draw(300, 6), draw(6), draw(5, 6)
    a[0, 0], b[0, 0] = 1, np.inf
    matrices = {"a": a, "b": b, "bias": bias}
    for dtype in (tf.float32, tf.float64, tf.float16, tf.bfloat16)[:TYPES]:
        for activation in activations:
            compute(f"MatMul {activation} {dtype.name}", "fusedmatmul", matrices, dtype, activation, lambda a, b, bias: a @ b + bias)
    if TYPES == 1:
        print(json.dumps(found))
        raise SystemExit
    compute("transposed", "fusedmatmul", {"a": a.T, "b": b.T, "bias": bias}, tf.float32, "Relu",
            lambda a, b, bias: tf.transpose(a) @ tf.transpose(b) + bias, transpose_a=True, transpose_b=True)
    compute("a check that fails", "fusedmatmul", {"a": a[:4], "b": b, "bias": bias}, tf.float32, "Relu", lambda a, b, bias: a @ b + bias, check_fails=True)
    compute("addend Relu", "fusedmatmuladd", {**matrices, "addend": addend}, tf.float32, "Relu", lambda a, b, bias, y: a @ b + bias + y)
    compute("addend", "fusedmatmuladd", {**matrices, "addend": addend}, tf.float16, "", lambda a, b, bias, y: a @ b + bias + y)
    compute("a row's addend Relu", "fusedmatmuladd", {**matrices, "addend": draw(6)}, tf.float32, "Relu", lambda a, b, bias, y: a @ b + bias + y)
    compute("a larger addend", "fusedmatmuladd", {**matrices, "addend": draw(2, 5, 6)}, tf.float32, "", lambda a, b, bias, y: a @ b + bias + y)
    compute("a bias of parts of rows", "fuseddense", {"a": a, "b": b, "shape": (5, 2, 3), "bias": draw(3)}, tf.float32, "",
            lambda a, b, bias: tf.reshape(a @ b, (5, 2, 3)) + bias)
    compute("depth 0", "fusedmatmul", {"a": draw(5, 1)[:, :0], "b": draw(1, 6)[:0], "bias": bias}, tf.float32, "", lambda a, b, bias: a @ b + bias)
    batches = {"x": draw(2, 3, 4, 5), "y": draw(2, 3, 5, 6), "bias": bias}
    compute("batches Relu", "fusedbatchmatmul", batches, tf.float32, "Relu", lambda x, y, bias: x @ y + bias)
    compute("one y", "fusedbatchmatmul", {**batches, "y": draw(5, 6)}, tf.float32, "", lambda x, y, bias: x @ y + bias)
    compute("batches with addends", "fusedbatchmatmuladd", {**batches, "addend": draw(2, 3, 4, 6)}, tf.float32, "Relu", lambda x, y, bias, z: x @ y + bias + z)
    projection = {"x": draw(2, 4, 5), "y": draw(5, 6), "shape": (2, 4, 2, 3)}
    for name, shape in (("projection with a bias", (2, 3)), ("projection with an addend", (2, 4, 2, 3))):
        compute(name, "fusedprojection", {**projection, "addend": draw(*shape)}, tf.float32, "", lambda x, y, z: tf.reshape(x @ y, (2, 4, 2, 3)) + z)

    print(json.dumps(found))
"""
AT_ONCE = [[1, 0]] * 5
IN_TWO = [[1, 1]] * 5
# Used, used and checked, and then with ReLU.
CHECKED = [[1, 1], [2, 1], [1, 0], [1, 0], [1, 0]]
CHECKED_IN_VAIN = [[1, 1], [2, 1], [1, 1], [1, 1], [1, 1]]
# Products of another shape in each step, for functions that are called when a shape is new, or when there are too many.
NEW_SHAPE = "0.0 * tf.reduce_sum(tf.matmul(tf.ones([3, 2, 300 + step]), tf.ones([3, 4, 300 + step]), transpose_b=True))"
ONCE_A_PLAN_IS_DROPPED = {"cublasLtMatmulDescDestroy", "cublasLtMatrixLayoutDestroy"}
FORKED = """
    import json
    import os
    import tensorflow as tf

    with tf.device("/TEST_NPU:0"):
        ones = {size: tf.ones([size, size]) for size in (10, 11)}

    def work(size):
        with tf.device("/TEST_NPU:0"):
            return float(tf.reduce_sum(tf.matmul(ones[size], ones[size])).numpy())

    found = [work(10)]
    to_read, to_write = os.pipe()
    child = os.fork()
    if child == 0:
        said = ""
        for size in (10, 11):  # a product that the parent has computed, and another one
            try:
                said += f"{work(size)}; "
            except (tf.errors.OpError, RuntimeError) as error:
                said += f"{error}; "
        os.write(to_write, said.encode())
        os._exit(0)
    os.close(to_write)
    with os.fdopen(to_read) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    print(json.dumps([*found, work(11), said]))
"""


@functools.cache
def libraries():
    """The folder of the libraries."""
    folder = support.SCRATCH / "fake_cuda" / "libraries"
    sources = [source for linked in LIBRARIES.values() for source in linked]
    objects = dict(zip(sources, cuda_test.compile_all([cuda_test.FAKE / "libraries" / f"{source}.cc" for source in sources], folder)))
    for name, linked in LIBRARIES.items():
        cuda_test.link_shared(folder / name, [objects[source] for source in linked], "-L", cuda_test.fake(), "-l:libcuda.so.1")
    for name in PARTS:
        cuda_test.link_shared(folder / name, [])
    return folder


def with_libraries(**more):
    """Environment variables of a machine with a GPU and the libraries."""
    return cuda_test.on_fake(**{"TEST_NPU_CUDA_LIBRARIES": str(libraries()), "TEST_NPU_VERBOSE": "1", **more})


def compute_test(tests, program=None, **variables):
    """The emitted test of primitives; with `variables` of a machine."""
    program = program or cuda_test.project() / "build" / "tests" / "generated" / "compute_test"
    return support.run([program, f"--gtest_filter={tests}"], env=support.environment(**variables))


@functools.cache
def useless_library():
    """A folder with libraries of the right names: one that lacks functions, and a text."""
    folder = support.SCRATCH / "useless_cublas"
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "useless.c"
    source.write_text("int cublasLtCreate(void** handle) { return handle == 0; }\n", encoding="utf-8")
    support.must(["gcc", "-shared", "-fPIC", source, "-o", folder / "libcublasLt.so.13"])
    (folder / "libcublasLt.so.12").write_text("no library\n", encoding="utf-8")
    return folder


class CublasTest(unittest.TestCase):
    def test_primitives_agree_with_plain_loops(self):
        done = compute_test(PRODUCTS, **with_libraries())
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
        self.assertIn(f"opened cuBLASLt: {libraries()}/libcublasLt.so.13\n", done.stderr)
        self.assertNotIn("own kernels", done.stderr)

    def test_it_computes_products_of_doubles(self):
        """The plugin's own kernels cannot be loaded, and the host must not compute. (The set `keras` has no doubles.)"""
        done = compute_test(ONE_PRODUCT.replace("0", "1"),
                            **with_libraries(TEST_NPU_FALLBACK="error", FAKE_CUDA_FAIL="cuModuleLoadDataEx"))
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
        self.assertIn("[  PASSED  ] 1 test.", done.stdout)

    def calls(self, shapes=10, **variables):
        """What it computes of products, and more; also of so many shapes."""
        done, found = support.run_code(CALLS.replace("SHAPES", str(shapes)), cuda_test.plugin(), **with_libraries(**variables))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return found

    def test_which_products_it_computes(self):
        found, rounded, kept_few = self.calls(2100)
        for name, (calls, is_right) in found.items():
            with self.subTest(product=name):
                self.assertEqual(calls, 0 if name in BY_THE_PLUGIN else 1)
                self.assertTrue(is_right)
        self.assertFalse(rounded)
        self.assertTrue(kept_few)

    def test_variables_let_it_round_and_deny_it_a_type(self):
        found, rounded, _ = self.calls(TEST_NPU_CUDA_TF32="1", TEST_NPU_DENY="matrix_product:half")
        self.assertTrue(rounded)
        self.assertEqual([found[name][0] for name in ("float32", "bfloat16", "float16")], [1, 1, 0])
        self.assertTrue(all(is_right for _, is_right in found.values()))

    def epilogues(self, expected_of_relu, types=1, deterministic=False, loses_nan=False, **variables):
        program = EPILOGUES.replace("DETERMINISTIC", str(deterministic)).replace("TYPES", str(types))
        done, found = support.run_code(program, cuda_test.plugin(), **with_libraries(**variables))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertNotIn("own kernels", done.stderr)
        self.assertEqual(done.stderr.count("cuBLASLt's ReLU loses NaN, so the plugin's own kernel computes it"), loses_nan)
        for name, runs in found.items():
            with self.subTest(op=name):
                self.assertTrue(all(is_right for *_, is_right in runs), runs)
                calls = [[multiplied, launched] for multiplied, launched, _ in runs]
                if name == "a check that fails":
                    self.assertEqual(calls, CHECKED_IN_VAIN)
                elif name == "depth 0":  # the plugin's own kernel, and one that adds
                    self.assertEqual(calls, [[0, 2]] * 5)
                elif "Relu" in name and "row's" not in name or name in ("transposed", "batches with addends"):
                    self.assertEqual(calls, expected_of_relu)
                else:
                    has_more = any(part in name for part in ("Tanh", "row's", "larger", "parts of rows"))
                    self.assertEqual(calls, IN_TWO if has_more else AT_ONCE)

    def test_it_adds_what_follows_a_product(self):
        self.epilogues(CHECKED, types=4)

    def test_a_relu_that_loses_nan_is_not_used(self):
        self.epilogues(CHECKED_IN_VAIN, loses_nan=True, FAKE_CUBLAS_RELU="fmaxf")

    def test_with_determinism_all_steps_are_the_same(self):
        self.epilogues(IN_TWO, deterministic=True)

    def test_a_forked_child_fails_and_says_why(self):
        done, found = support.run_code(FORKED, cuda_test.plugin(), **with_libraries())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found[:2], [1000.0, 1331.0])
        said = "this process was forked after its parent had started the device"
        self.assertEqual((found[2].count(said), found[2].count("[Op:MatMul]")), (2, 2), found[2])


class CublasFaultsTest(unittest.TestCase):
    def test_each_function_from_the_beginning_on(self):
        def run(name):
            return compute_test(PRODUCTS.replace("*", "0"), **with_libraries(FAKE_CUDA_FAIL=name))

        names = [*sorted(set(CUBLAS) - TELLING), "cuDriverGetVersion"]
        with_libraries()  # built once, before there are several threads
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = list(pool.map(run, names))
        for name, done in zip(names, outcomes):
            with self.subTest(function=name):
                self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
        said = {name: done.stderr for name, done in zip(names, outcomes)}
        self.assertIn("cuBLASLt cannot be used on device 0, so the plugin's own kernels compute in its place: cublasLtCreate failed: ",
                      said["cublasLtCreate"])
        self.assertEqual(said["cublasLtMatmul"].count("cuBLASLt fails, so the plugin's own kernels compute in its place: "), 1)
        self.assertIn("libcublasLt.so.13: the driver has no version\n", said["cuDriverGetVersion"])

    def test_each_function_in_turn(self):
        check_in_turn(self, sorted(set(CUBLAS) - TELLING - ONCE_A_PLAN_IS_DROPPED - {"cublasLtCreate"}), with_libraries(), NEW_SHAPE)

    def test_a_call_behind_a_call_of_the_host(self):
        check_in_turn(self, ["cublasLtMatmul"], with_libraries(**SUMS_ON_HOST), program=LATE.replace("PATH", "to_host"))


class SearchTest(unittest.TestCase):
    """Which library is opened. The variable is not set where `folders` is None."""

    def opened(self, folders, *, program=None, **variables):
        machine = with_libraries(**variables)
        if folders is None:
            del machine["TEST_NPU_CUDA_LIBRARIES"]
        else:
            machine["TEST_NPU_CUDA_LIBRARIES"] = folders
        done = compute_test(ONE_PRODUCT, program, **machine)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-2000:])
        return done.stderr

    def test_off(self):
        self.assertIn("cuBLASLt is off (TEST_NPU_CUDA_LIBRARIES), so the plugin's own kernels compute\n", self.opened("off"))

    def test_none(self):
        self.assertIn("no cuBLASLt has been found (TEST_NPU_CUDA_LIBRARIES), so the plugin's own kernels compute\n",
                      self.opened(str(support.SCRATCH)))

    def test_where_the_loader_looks(self):
        said = self.opened(None, LD_LIBRARY_PATH=f"{cuda_test.fake()}:{libraries()}")
        self.assertIn(f"opened cuBLASLt: {libraries()}/libcublasLt.so.13\n", said)

    def test_in_the_packages_beside_the_plugin(self):
        packages = support.SCRATCH / "site-packages"
        for source, target in ((cuda_test.project() / "build" / "tests" / "generated" / "compute_test", "plugins/compute_test"),
                               (libraries() / "libcublasLt.so.13", "nvidia/cu13/lib/libcublasLt.so.13")):
            (packages / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, packages / target)
        said = self.opened(None, program=packages / "nvidia" / "cu13" / ".." / ".." / "plugins" / "compute_test",
                           LD_LIBRARY_PATH=f"{cuda_test.fake()}:{useless_library()}")  # the machine may have one, too
        self.assertIn(f"opened cuBLASLt: {packages}/nvidia/cu13/lib/libcublasLt.so.13\n", said)

    def test_for_a_later_driver(self):
        said = self.opened(str(libraries()), FAKE_CUDA_VERSION="12080")
        self.assertIn(f"cuBLASLt is not used: {libraries()}/libcublasLt.so.13: it needs a driver of CUDA 13, and this one has CUDA 12.8\n", said)
        self.assertIn("no cuBLASLt has been found", said)

    def test_the_next_one_if_one_is_of_no_use(self):
        folder = useless_library()
        said = self.opened(f"{folder}:{libraries()}")
        self.assertIn(f"cuBLASLt is not used: {folder}/libcublasLt.so.13: it has no cublasLtGetCudartVersion\n", said)
        self.assertIn("cuBLASLt cannot be opened: ", said)
        self.assertIn(f"opened cuBLASLt: {libraries()}/libcublasLt.so.13\n", said)

    def findings_of_the_doctor(self, folders, **variables):
        ask = "import json; from test_npu import doctor_import; print(json.dumps([(f.kind, f.text, f.advice) for f in doctor_import.check_libraries()]))"
        machine = with_libraries(TEST_NPU_CUDA_LIBRARIES=folders, **variables)
        done = support.must([support.python_of(), "-c", ask], cwd=cuda_test.project() / "python", env=support.environment(cuda_test.plugin(), **machine))
        return json.loads(done.stdout)

    def test_the_doctor_says_which_are_used(self):
        folder = useless_library()
        found = self.findings_of_the_doctor(f"{folder}:{libraries()}", TEST_NPU_CUDA_POOL="1")
        kinds = {text: kind for kind, text, _ in found}
        self.assertEqual(kinds.get(f"cuBLASLt is not used: {folder}/libcublasLt.so.13: it has no cublasLtGetCudartVersion"), "note", found)
        for name, file in (("cuBLASLt", "libcublasLt.so.13"), ("cuDNN", "libcudnn.so.9")):
            self.assertEqual(kinds.get(f"opened {name}: {libraries()}/{file}"), "ok", found)
        self.assertEqual(kinds.get("the memory of fake GPU 0 comes from a memory pool (TEST_NPU_CUDA_POOL)"), "ok", found)

    def test_the_doctor_says_where_to_find_them(self):
        found = self.findings_of_the_doctor(str(support.SCRATCH), TEST_NPU_CUDA_POOL="1", FAKE_CUDA_POOLS="0")
        self.assertEqual([(kind, text.split(" (")[0]) for kind, text, _ in found],
                         [("note", "no memory pool for fake GPU 0, so cuMemAlloc allocates its memory"),
                          ("note", "no cuBLASLt has been found"), ("note", "no cuDNN has been found")])
        self.assertTrue(all("nvidia-cudnn-cu13" in advice for _, text, advice in found if "has been found" in text), found)


if __name__ == "__main__":
    support.main()
