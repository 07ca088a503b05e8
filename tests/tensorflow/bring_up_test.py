"""The emitted tutorial, docs/bring_up.md, followed literally: a driver for an accelerator whose memory the host cannot
address, made of the page's own pieces, and primitives of the device's own: matrix products, formulas, convolutions. And its section
about devices that compile OpenCL C, for a driver of an owner's over OpenCL, on PoCL."""

import functools
import json
import re
import shutil
import unittest

import opencl_faults_test
import support

# Name, kernels and rewrites are those of other tests, whose files the compiler cache knows; what the page makes is the driver and src/compute.
SPEC = f"""
plugingen: 1
plugin: {{name: test_npu}}
device: {{type: TEST_NPU, backend: custom}}
kernels:
{support.KERNELS[1]}graph:
  rewrites:
    - set: keras
"""
OP_BY_OP = {"TEST_NPU_GRAPH_OFF": "all"}  # fused ops are of other primitives
WITH_TEXTS = SPEC.replace("backend: custom", "backend: custom, kernels: opencl_c")
DRIVER = "src/driver/driver.cc"
PROGRAMS = "src/driver/programs.cc"
OWN_DRIVER = support.REPOSITORY / "tests" / "tensorflow" / "own_opencl"
TOY = "src/driver/toy.h"
OWN = "src/compute/"
STEP_5 = "until step 6"
# Of a driver alone, and of what the device computes.
OF_DRIVER = (("test_npu", "runtime_test", "test_npu_faulty"), "runtime|conformance_faults")
OF_ALL = ((*OF_DRIVER[0], "compute_test", "kernel_test"), OF_DRIVER[1] + "|primitives|kernels")
# Texts that an owner's compiler gets, of floats, doubles and halves: what the driver does with a text does not depend on its other types, and
# opencl_test.py computes with all. The product is not of a text, but the owner's, of floats.
TEXTS_TRIED = ":".join(["ReduceBoolTest.*", "ConvolutionTest/0.*", *(f"{tests}/{number}.*" for number in range(3)
                                                                   for tests in ("Reduce*Test", "SoftmaxTest", "Gather*Test", "MatrixProductTest"))])
# What the page implements, all of it in float.
PRIMITIVES = {"matrix_product", "elementwise", "convolution", "convolution_input_gradient", "convolution_filter_gradient"}

# Losses of two networks on a device and on the CPU, and an op of the device's own beside one that falls back.
TRAIN = """
    import functools
    import json
    import os
    import keras
    import numpy as np
    import tensorflow as tf

    layers = keras.layers
    pools = os.environ["TEST_NPU_FALLBACK"] != "error"  # no text for processors does
    random = np.random.default_rng(1)
    images = random.normal(size=(160, 12, 12, 1)).astype("f")
    labels = (images.mean(axis=(1, 2, 3)) > 0).astype("i")

    def weights(shape, dtype=None):  # Keras' own begin with integers, which the host divides
        return tf.constant(np.random.default_rng(3).normal(size=shape).astype("f") / 4)

    def networks():
        dense, convolution = (functools.partial(layer, kernel_initializer=weights) for layer in (layers.Dense, layers.Conv2D))
        yield [layers.Flatten(), dense(32, "relu"), dense(2)], "adam"
        yield [convolution(4, 3, activation="relu"), layers.BatchNormalization(), *([layers.MaxPooling2D()] if pools else []),
               convolution(6, 3, strides=2, padding="same"), layers.Flatten(), dense(2)], "sgd"

    def losses(device):
        found = []
        keras.utils.set_random_seed(3)
        with tf.device(device):
            for network, optimizer in networks():
                model = keras.Sequential([keras.Input((12, 12, 1)), *network])
                model.compile(optimizer, keras.losses.SparseCategoricalCrossentropy(from_logits=True))
                found += model.fit(images, labels, batch_size=32, epochs=4, verbose=0, shuffle=False).history["loss"]
        return found

    print(json.dumps([losses("/CPU:0"), losses("/TEST_NPU:0")]))
"""
RUN = """
    import json
    import tensorflow as tf

    def product():
        return tf.matmul(tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 4.0], [5.0, 6.0]]), transpose_b=True).numpy().tolist()

    def sum():
        return tf.reduce_sum(tf.constant([1.0, 2.0])).numpy().tolist()

    def said(op):
        with tf.device("/TEST_NPU:0"):
            try:
                return op()
            except tf.errors.OpError as error:
                return str(error)

    print(json.dumps([said(product), said(sum)]))
"""


# Errors of a compiler and of launches, by a libOpenCL.so.1 that fails when it is told to.
FAULTS = """
    import ctypes
    import json
    import tensorflow as tf

    opencl = ctypes.CDLL("libOpenCL.so.1")
    with tf.device("/TEST_NPU:0"):
        x = tf.constant([[1.0, 3.0]])
        found = [[float(tf.reduce_sum(x)), float(tf.reduce_max(x))]]  # two kernels of a text
        for count in (1, 0):
            opencl.faulty_opencl_fail(b"clEnqueueNDRangeKernel", 0, count)
            try:
                found.append(tf.square(x).numpy().tolist())
            except tf.errors.OpError as error:
                found.append(str(error))
        opencl.faulty_opencl_fail(b"clCreateProgramWithSource", 0, 2)  # for want of memory, twice
        launches = []
        for _ in range(3):
            before = opencl.faulty_opencl_calls(b"clEnqueueNDRangeKernel")
            tf.nn.softmax(x).numpy()
            launches.append(opencl.faulty_opencl_calls(b"clEnqueueNDRangeKernel") - before)
        found.append(launches)
    print(json.dumps(found))
"""
# What a device with small blocks computes.
SQUARE = """
    import json
    import tensorflow as tf

    with tf.device("/TEST_NPU:0"):
        try:
            print(json.dumps(tf.square(tf.constant([3.0] * 300))[-1].numpy().tolist()))
        except tf.errors.OpError as error:
            print(json.dumps(str(error)))
"""


def pieces(project):
    """What the page's blocks of C++ say of each file, by its name in their first lines."""
    texts = {}
    for block in re.findall(r"^```cpp\n// ([^\n]*)\n(.*?)^```$", (project / "docs" / "bring_up.md").read_text(), re.M | re.S):
        texts.setdefault(block[0], []).append(block[1])
    return texts


def write(project, path, text):
    (project / path).write_text(text, encoding="utf-8")


def until_step_5(project):
    texts = pieces(project)
    write(project, TOY, "\n".join(texts[TOY]))
    write(project, DRIVER, "\n".join(texts[DRIVER][:-1] + texts[STEP_5]))
    shutil.rmtree(project / OWN, ignore_errors=True)


def steps_6_to_8(project):
    texts = pieces(project)
    write(project, DRIVER, "\n".join(texts[DRIVER]))
    support.must([support.PLUGINGEN, "eject", *sorted(PRIMITIVES)], cwd=project)
    for path, blocks in texts.items():
        if path.startswith(OWN):
            write(project, path, "\n".join(blocks))
    support.compile_targets(project, *OF_ALL[0])


def with_own_driver(project):
    """A driver over OpenCL with a product of its own, for which nothing of the library's is compiled yet, nor is what would launch
    the text of products, though that is the user's, too."""
    for path in ("device.h", "driver.cc"):
        shutil.copyfile(OWN_DRIVER / path, project / "src" / "driver" / path)
    if not (project / "src/compute/matrix_product.cc").exists():
        for name in ("matrix_product", "library/compute/matrix_product.cc"):
            ejected = support.must([support.PLUGINGEN, "eject", name], cwd=project)
            assert "is yours, and compiled in place of" in ejected.stdout, ejected.stdout
        refused = support.run([support.PLUGINGEN, "eject", "library/compute/device/matrix_product.cc"], cwd=project)
        assert "you have src/compute/matrix_product.cc already" in refused.stderr, refused.stderr
    shutil.copyfile(OWN_DRIVER / "matrix_product.cc", project / "src/compute/matrix_product.cc")
    started = project / ".plugingen" / "base" / PROGRAMS
    shutil.copyfile(started, project / PROGRAMS)
    build = (project / "CMakeLists.txt").read_text(encoding="utf-8")
    if "libOpenCL" not in build:
        place = "pluggable_compile_together("
        own = ("target_sources(test_npu_objects PRIVATE library/driver/opencl/vendors.cc)\n"
               "target_link_options(test_npu_objects PUBLIC -Wl,--push-state,--no-as-needed,-l:libOpenCL.so.1,--pop-state)\n")
        write(project, "CMakeLists.txt", build.replace(place, own + place, 1))


def compile_texts(project):
    """The page's functions. Environment variables have the driver lie about the threads of a block, or throw in a launch."""
    text = "\n".join(pieces(project)[PROGRAMS])
    lie = '{0}  if (const char* lie = std::getenv("{1}")) threads = std::strtoul(lie, nullptr, 10);\n'
    for variable, line in (("OWN_THREADS", "  size_t threads = 1;\n  clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(threads), &threads, nullptr);\n"),
                           ("OWN_KERNELS_THREADS", "                                  sizeof(threads), &threads, nullptr);\n")):
        assert text.count(line) == 1, line
        text = text.replace(line, lie.format(line, variable))
    begin = "  const std::lock_guard<std::mutex> lock(kernel->launching);\n"
    assert text.count(begin) == 1
    text = text.replace(begin, '  if (std::getenv("OWN_THROWS") != nullptr) throw std::runtime_error("thrown");\n' + begin)
    write(project, PROGRAMS, text.replace("#include <algorithm>\n", "#include <algorithm>\n#include <cstdlib>\n#include <stdexcept>\n"))
    support.compile_targets(project, "test_npu", "test_npu_faulty", "compute_test")


def rows(report):
    """The rows of a report's two tables of what fell back: pieces of work by their names."""
    found = re.findall(r"^  ((?:\w+, )?[\w-]+) +(\d+) +\d+\.\d +\d+\.\d +\d+\.\d +\d+\.\d%$", report, re.M)
    return {name: int(pieces) for name, pieces in found}


def launched(report):
    """The rows of a report's third table: what the device ran, and how often."""
    found = re.findall(r"^  (\w+ by [\w ,]*\w) +(\d+) +\d+\.\d +\d+\.\d%$", report, re.M)
    return {name: int(launches) for name, launches in found}


class BringUp(unittest.TestCase):
    def check(self, project, names):
        """What fell back in training, how often, and what a product is with falling back forbidden."""
        tests = support.run(["ctest", "--test-dir", project / "build", "--output-on-failure", "-R", f"^({names})$"],
                            env=support.environment(TEST_NPU_TEST_CASES="10", COMPUTE_TEST_PLANS="10"))
        self.assertEqual(tests.returncode, 0, tests.stdout[-6000:])
        self.assertIn(f"0 tests failed out of {len(names.split('|'))}", tests.stdout)
        plugin = project / "build" / "libtest_npu.so"
        done, losses = support.run_code(TRAIN, plugin, TEST_NPU_FALLBACK="report", **OP_BY_OP)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        for expected, found in zip(*losses, strict=True):
            self.assertAlmostEqual(found, expected, delta=1e-4 * expected)
        fell_back = rows(done.stderr)
        self.assertLessEqual({"reduce", "pooling", "Sum, reduce"}, set(fell_back), done.stderr[-3000:])
        self.assertNotIn("TestNpuKeptValue", done.stderr)  # the device copies variables, if anybody does
        ran = launched(done.stderr)
        done, said = support.run_code(RUN, plugin, TEST_NPU_FALLBACK="error")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertIn("Sum: the device has no code of its own for this op", said[1])
        return fell_back, ran, said[0]

    def test_the_page_step_by_step(self):
        project = support.build_project("test_npu", SPEC, *OF_DRIVER[0], folder="bring_up", edit=until_step_5, many_kernels=True)
        before, ran, said = self.check(project, OF_DRIVER[1])
        self.assertEqual(ran, {})
        self.assertIn("MatMul: the device has no code of its own for this op", said)
        self.assertLessEqual(PRIMITIVES | {"MatMul, matrix_product"}, set(before))
        steps_6_to_8(project)
        after, ran, said = self.check(project, OF_ALL[1])
        # What is not computed on the host any more is on the device, as often.
        self.assertEqual(ran["MatMul by a function of the driver"], before["MatMul, matrix_product"])
        self.assertEqual(said, [[11.0, 17.0]])
        self.assertEqual(PRIMITIVES & set(after), {"elementwise"}, "formulas that the page does not have")
        of_the_page = {f"{op}, elementwise" for op in ("Mul", "Relu", "ReluGrad")}
        self.assertLessEqual(of_the_page, set(before))
        self.assertEqual(of_the_page & set(after), set())
        self.assertLessEqual({f"{op} by a function of the driver" for op in ("Mul", "Relu", "ReluGrad")}, set(ran))


class OwnCompiler(unittest.TestCase):
    @functools.cached_property
    def plugin(self):
        return support.SCRATCH / "own_compiler" / "build" / "libtest_npu.so"

    def train(self, fallback):
        """Trains, and returns what fell back and what was printed."""
        done, losses = support.run_code(TRAIN, self.plugin, TEST_NPU_FALLBACK=fallback, **OP_BY_OP)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        for expected, found in zip(*losses, strict=True):
            self.assertAlmostEqual(found, expected, delta=1e-4 * expected)
        return rows(done.stderr), done.stderr

    def run_code(self, code, **variables):
        done, found = support.run_code(code, self.plugin, **variables)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return done.stderr, found

    def warm(self):
        """What the doctor says of building the programs of floats."""
        done = support.run([support.python_of(), "-m", "test_npu.doctor", "--json", "--warm", "--types", "float"],
                           cwd=self.plugin.parents[1] / "python", env=support.environment(self.plugin))
        return [(each["kind"], each["text"]) for each in json.loads(done.stdout)]

    def test_the_section_about_texts(self):
        project = support.build_project("test_npu", WITH_TEXTS, "test_npu", folder="own_compiler", edit=with_own_driver, many_kernels=True)
        self.check_before_anything_is_written()
        compile_texts(project)
        self.check_programs(project)
        self.check_errors()
        self.check_lies()

    def check_before_anything_is_written(self):
        fell_back, said = self.train("report")
        self.assertLessEqual(PRIMITIVES - {"matrix_product"} | {"reduce", "pooling"}, set(fell_back))
        self.assertNotIn("matrix_product", fell_back, "it is the owner's")
        self.assertEqual(said.count("Own has no device kernels yet, so the host computes in their place: driver function BuildProgram is not "
                                    "written yet"), 1, said[-3000:])
        _, (product, total) = self.run_code(RUN, TEST_NPU_FALLBACK="error")
        self.assertEqual(product, [[11.0, 17.0]])
        self.assertIn("Sum: the device has no code of its own for this op", total)
        notes = [text for kind, text in self.warm() if kind == "note" and "no device kernels yet" in text]
        self.assertEqual(len(notes), 1, notes)

    def check_programs(self, project):
        tests = support.run([project / "build/tests/generated/compute_test", f"--gtest_filter={TEXTS_TRIED}"],
                            env=support.environment(COMPUTE_TEST_PLANS="10"))
        self.assertEqual(tests.returncode, 0, tests.stdout[-3000:])
        self.assertNotIn("the host computes in", tests.stderr)
        faults = support.run(["ctest", "--test-dir", project / "build", "--output-on-failure", "-R", "^conformance_faults$"])
        self.assertEqual(faults.returncode, 0, faults.stdout[-3000:])
        fell_back, said = self.train("error")
        self.assertEqual(fell_back, {})
        self.assertNotIn("the host computes in", said)
        _, found = self.run_code(RUN, TEST_NPU_FALLBACK="error")
        self.assertEqual(found, [[[11.0, 17.0]], 3.0])
        found = self.warm()
        self.assertEqual([text for kind, text in found if kind == "problem" and "built" in text], [])
        self.assertRegex(" ".join(text for _, text in found), r"softmax of float for /TEST_NPU:0: built in")

    def check_errors(self):
        """A text that the compiler refuses, and a launch that fails once. The owner's product has no text."""
        for text, refused in (("KERNEL(name##_by_columns)|KERNEL(name##_by columns)", 1), ("KERNEL(product_|KERNEL(of product_", 0)):
            with self.subTest(text):
                said, (reduced, square, again, launches) = self.run_code(FAULTS, LD_LIBRARY_PATH=opencl_faults_test.loader(), FAULTY_OPENCL_TEXT=text)
                self.assertEqual(reduced, [4, 3])
                refusal = "the kernels of reduce, float cannot be built for Own, so the host computes in their place: clBuildProgram failed"
                self.assertEqual(said.count(refusal), refused, said[-3000:])
                self.assertEqual("error:" in said, bool(refused), said[-3000:])
                self.assertRegex(square, r"Square: cannot launch \w+ of elementwise, float: clEnqueueNDRangeKernel failed: -5")
                self.assertEqual(again, [[1, 9]])
                self.assertEqual(launches, [0, 0, 1])
                self.assertEqual(said.count("the kernels of softmax, float cannot be built for Own"), 1, said[-3000:])

    def check_lies(self):
        """Blocks without threads, blocks of which the kernel's are smaller, an exception, and blocks that the device cannot have."""
        said, found = self.run_code(SQUARE, OWN_THREADS="0")
        self.assertEqual(found, 9)
        self.assertEqual(said.count("driver::KernelLimits says that no block of Own has a thread"), 1, said[-3000:])
        for variable in ("OWN_THREADS", "OWN_KERNELS_THREADS"):
            said, found = self.run_code(SQUARE, TEST_NPU_FALLBACK="report", **{variable: "8"})
            self.assertEqual(found, 9)
            self.assertIn("Square, elementwise", rows(said))
            self.assertEqual(launched(said), {}, said[-3000:])
        said, found = self.run_code(SQUARE, TEST_NPU_FALLBACK="report")
        self.assertEqual((found, launched(said)), (9, {"Square by elementwise, float": 1}), said[-3000:])
        _, found = self.run_code(SQUARE, OWN_THROWS="1")
        self.assertRegex(str(found), r"Square: cannot launch \w+ of elementwise, float: thrown")
        _, found = self.run_code(SQUARE, OWN_THREADS="4096", OWN_KERNELS_THREADS="4096", POCL_MAX_WORK_GROUP_SIZE="8")
        self.assertRegex(str(found), r"Square: cannot launch \w+ of elementwise, float: clEnqueueNDRangeKernel failed: -54")


if __name__ == "__main__":
    unittest.main()
