"""Plugins for NVIDIA's GPUs, on a libcuda.so.1 that runs their kernels on PoCL: the emitted tests, networks of every family in the
newest release or this run's other one, several devices, and machines on which there is no device; and the PTX that the build makes."""

import ast
import concurrent.futures
import ctypes
import functools
import os
import re
import shutil
import unittest

import support
from opencl_test import DEVICES, LARGE_PLANS, SUMS, check_fused_ops, families_of

SPEC = (support.REPOSITORY / "device_specs" / "cuda.yaml").read_text(encoding="utf-8")
TARGETS = ("test_npu", "runtime_test", "compute_test", "kernel_test", "test_npu_faulty")
TESTS = "runtime|kernels|conformance_faults"
FAKE = support.REPOSITORY / "tests" / "tensorflow" / "fake_cuda"
LIBRARY = support.REPOSITORY / "library"  # a project with the backend cuda has no driver for OpenCL
# What NVIDIA's assembler makes code for.
ARCHITECTURES = ("sm_70", "sm_80", "sm_90")
# What has most values in registers.
LARGE = ("matrix_product-float", "convolution-float")
# Of NVIDIA's driver 450, which belongs to CUDA 11.0 of 2020.
NEWEST_PTX = (7, 0)
# Beside those of set keras. PTX is for the types of the spec's kernels; OpenCL's test has the syntax of all checked.
OTHER_TYPES = ["int8", "uint8"]
if support.IN_FULL:
    OTHER_TYPES += ["int16", "uint16", "uint32", "uint64"]
OF_ONE_OP = """
plugingen: 1
plugin: {name: test_npu}
device: {type: TEST_NPU, backend: cuda}
kernels:
  - {op: TopKV2, types: {T: half, index_type: int32}}
"""
# A primitive of the owner's launches kernels of her own text, and of one of the library's that no kernel of the spec needs.
OWN = {"own.inc": "// Compiled for float uint16.\n",
       "own_part.inc": "// Part of another text.\n",
       "own.cc": """#include "compute/device/programs.h"
namespace pluggable::compute {
Programs g_texts_of_the_library_with_a_name_that_takes_two_lines_of_a_source(
    "scan");
int sizes[] = {1, 2};  // a bracket [ in a comment
Programs g_softmaxes{ "softmax" };
}
"""}


@functools.cache
def project():
    spec = re.sub(r"cuda_npu", "test_npu", re.sub(r"CUDA_NPU\b", "TEST_NPU", SPEC))
    spec = spec.replace(support.KERNELS[0], f"{support.KERNELS[1]}  - {{op: BitwiseXor, types: {{T: [{', '.join(OTHER_TYPES)}]}}}}\n")
    return support.build_project("test_npu", spec, *TARGETS, folder="cuda", many_kernels=True)


def plugin():
    return project() / "build" / "libtest_npu.so"


def programs():
    return project() / "build" / "compute" / "ptx"


@functools.cache
def fake():
    """The folder of the libcuda.so.1: its source and the OpenCL driver of the library, without the texts of kernels."""
    folder = support.SCRATCH / "fake_cuda"
    folder.mkdir(parents=True, exist_ok=True)
    driver = folder / "driver_of_opencl.cc"  # one unit: reading headers takes longest
    files = sorted((LIBRARY / "driver" / "opencl").glob("*.cc"))
    files += [LIBRARY / other for other in ("driver/isolated_library.cc", "runtime/forked_process.cc")]
    driver.write_text("".join(f'#include "{file.relative_to(LIBRARY)}"\n' for file in files), encoding="utf-8")
    link_shared(folder / "libcuda.so.1", compile_all([*sorted(FAKE.glob("*.cc")), driver], folder), "-ldl", "-lpthread")
    return folder


def compile_all(sources, folder):
    """The objects of sources of the fake."""
    folder.mkdir(parents=True, exist_ok=True)
    include = ["-I", FAKE, "-I", project() / "src", "-I", LIBRARY, "-I", LIBRARY / "include",
               "-isystem", support.site_packages() / "tensorflow" / "include"]

    def compile_one(source):
        support.must(["ccache", "clang++", "-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-fPIC", "-fvisibility=hidden", *include,
                      "-c", source, "-o", folder / f"{source.stem}.o"])
        return folder / f"{source.stem}.o"

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(compile_one, sources))


def link_shared(path, objects, *options):
    support.must(["g++", "-shared", "-Wl,-Bsymbolic", *objects, "-o", path, *options])


def on_fake(**more):
    """Environment variables of a machine with a GPU, and without NVIDIA's libraries."""
    return {"LD_LIBRARY_PATH": str(fake()), "FAKE_CUDA_PROGRAMS": str(programs()), "TEST_NPU_CUDA_LIBRARIES": "off", **more}


@functools.cache
def assembler():
    """NVIDIA's ptxas: the one that scripts/setup installs."""
    found = sorted((support.REPOSITORY / "build" / "tools").glob("lib/python3*/site-packages/nvidia/cuda_nvcc/bin/ptxas"))
    if not found:
        raise AssertionError("there is no ptxas in build/tools; scripts/setup installs it")
    return found[0]


def assemble(ptx, architecture, *options):
    return support.run([assembler(), "--gpu-name", architecture, *options, "-o", "/dev/null", ptx])


# The current context of a thread that computes: none, and that of another device.
CONTEXTS = """
    import ctypes
    import json
    import tensorflow as tf

    cuda = ctypes.CDLL("libcuda.so.1")
    tf.config.list_physical_devices()
    other = ctypes.c_void_p()
    assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(other), 1) == 0

    def current():
        found = ctypes.c_void_p()
        assert cuda.cuCtxGetCurrent(ctypes.byref(found)) == 0
        return found.value

    kept = []
    for context in (None, other.value):
        assert cuda.cuCtxSetCurrent(ctypes.c_void_p(context)) == 0
        with tf.device("/TEST_NPU:0"):
            assert tf.reduce_sum(tf.cumsum(tf.ones([1000])) + 1.0).numpy() == 501_500
        kept.append(current() == context)
    print(json.dumps(kept))
"""
FORK = """
    import json
    import os
    import tensorflow as tf

    def work():
        with tf.device("/TEST_NPU:0"):
            return float(tf.reduce_sum(tf.cumsum(tf.ones([1000])) + 1.0).numpy())

    found = [work()]
    to_read, to_write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = str(work())
        except (tf.errors.OpError, RuntimeError) as error:
            said = str(error)
        os.write(to_write, said.encode())
        os._exit(0)
    os.close(to_write)
    with os.fdopen(to_read) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    print(json.dumps([*found, work(), said]))
"""


class CudaTest(unittest.TestCase):
    def test_the_emitted_tests_pass(self):
        tests = support.run(["ctest", "--test-dir", project() / "build", "--output-on-failure", "-j", "2", "-R", f"^({TESTS})$"],
                            env=support.environment(**on_fake(TEST_NPU_TEST_CASES="10")))
        self.assertEqual(tests.returncode, 0, tests.stdout[-6000:])
        self.assertIn("0 tests failed out of 3", tests.stdout)
        self.assertNotIn("the host computes in", tests.stdout)

    def test_no_plan_of_its_primitives_falls_back(self):
        """But that of a gradient in the place of the input that it is of, normal random numbers, steps along slices,
        scatters that divide integers, the many largest elements of rows, QR decompositions, and casts to unsigned integers of 32 and 64 bits.
        opencl_test.py has large plans, for the same texts and the same compiler."""
        divisions = "ScatterOfTypeTest/4.*Division*:ScatterOfTypeTest/5.*Division*"
        without = f"-CastTest*:*.WithoutClassesThereIsNoLoss:Random*:PoolingTest*.MaxGradient:TrainingUpdate*:TopKTest*.OfMany:Qr*:{divisions}"
        without += f":{LARGE_PLANS}"
        for tests, variables in ((without, {"TEST_NPU_FALLBACK": "error"}), ("CastTest*:TrainingUpdate*", {})):
            done = support.run([project() / "build" / "tests" / "generated" / "compute_test", f"--gtest_filter={tests}"],
                               env=support.environment(**on_fake(COMPUTE_TEST_PLANS="12", **variables)))
            self.assertEqual(done.returncode, 0, done.stdout[-3000:])
            self.assertNotIn("the host computes in", done.stderr)

    def test_fused_ops_compute_without_the_host(self):
        check_fused_ops(self, plugin(), **on_fake(TEST_NPU_OPENCL_LIKE_GPU="1"))

    def test_every_family_trains(self):
        """In releases other than the newest from memory of a pool: drivers do not depend on the release."""
        for release in support.RELEASES:
            with self.subTest(release=release):
                machine = on_fake(**support.OPTIMIZED_KERNELS, TEST_NPU_CUDA_POOL="0" if release == "newest" else "1")
                done = support.run_fit(families_of(release, "cuda"), "--epochs", "0", plugin=plugin(), release=release, **machine)
                self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
                self.assertIn("every loss agrees with the CPU's", done.stdout)
                self.assertNotIn("the host computes in", done.stderr)

    def test_several_devices(self):
        done, found = support.run_code(SUMS, plugin(), **on_fake(POCL_DEVICES="pthread pthread"))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, [2 * 9_999.0, 2 * 10_000.0])

    def test_threads_keep_their_context(self):
        done, kept = support.run_code(CONTEXTS, plugin(), **on_fake(POCL_DEVICES="pthread pthread"))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(kept, [True, True])

    def test_a_forked_child_says_why_it_cannot_compute(self):
        done, found = support.run_code(FORK, plugin(), **on_fake())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found[:2], [501_500.0] * 2)
        self.assertIn("this process was forked after its parent had started the device", found[2])

    def test_kernels_that_take_too_few_threads_are_left_to_the_host(self):
        done = support.run([project() / "build" / "tests" / "generated" / "compute_test", "--gtest_filter=MatrixProductTest*"],
                           env=support.environment(**on_fake(FAKE_CUDA_MOST_THREADS="128", TEST_NPU_FALLBACK="report")))
        self.assertEqual(done.returncode, 0, done.stdout[-3000:])
        self.assertRegex(done.stderr, r"matrix_product +\d+")

    def expect_no_device(self, why, **variables):
        done, found = support.run_code(DEVICES, plugin(), TEST_NPU_VERBOSE="1", **variables)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, 0)
        self.assertIn(why, done.stderr)
        ask = "from test_npu import doctor_import; print([(f.kind, f.text) for f in doctor_import.check_import()])"
        done = support.must([support.python_of(), "-c", ask], cwd=project() / "python", env=support.environment(plugin(), **variables))
        [(kind, said)] = ast.literal_eval(done.stdout)
        self.assertEqual(kind, "problem")
        self.assertRegex(said, "^TensorFlow lists no TEST_NPU; the plugin says: .*" + re.escape(why))

    def test_without_a_driver_there_is_no_device(self):
        try:
            ctypes.CDLL("libcuda.so.1")
        except OSError:
            pass
        else:
            self.skipTest("this machine has a driver of NVIDIA's")
        self.expect_no_device("there is no driver of NVIDIA's: libcuda.so.1: cannot open shared object file")

    def test_without_a_gpu_there_is_no_device(self):
        self.expect_no_device("cuInit failed: CUDA_ERROR_NO_DEVICE (CUDA_ERROR_NO_DEVICE). CUDA_VISIBLE_DEVICES chooses among the GPUs, and one in MIG "
                              "mode needs an instance", **on_fake(FAKE_CUDA_DEVICES="none of them"))

    def test_with_an_old_driver_there_is_no_device(self):
        folder = support.SCRATCH / "old_cuda"
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / "old_cuda.c"
        source.write_text("int cuInit(unsigned flags) { return (int)flags; }\n", encoding="utf-8")
        support.must(["gcc", "-shared", "-fPIC", source, "-o", folder / "libcuda.so.1"])
        self.expect_no_device("libcuda.so.1 is too old: it has no cuCtxEnablePeerAccess", LD_LIBRARY_PATH=str(folder))


class PtxTest(unittest.TestCase):
    def test_is_there_for_each_text_and_type_of_the_spec(self):
        of_kernels = {"float", "double", "half", "bfloat16", "int32", "int64", "bool", *OTHER_TYPES}
        expected = set()
        for text in (project() / "library" / "compute" / "device").glob("*.inc"):
            types = re.search(r"// Compiled for ([a-z0-9 ]+)\.", text.read_text(encoding="utf-8"))
            types = set(types[1].split()) if types else set()
            # Texts that move elements take them for integers of their size.
            expected.update(f"{text.stem}-{name}" for name in (types & of_kernels if "float" in types else types))
        self.assertGreater(len(expected), 70)
        self.assertEqual({path.stem for path in programs().glob("*.ptx")}, expected)

    def test_is_there_only_for_what_kernels_launch(self):
        def write(project):
            shutil.rmtree(project / "build" / "compute", ignore_errors=True)  # an earlier run's
            folder = project / "src" / "compute" / "device"
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in OWN.items():
                (folder / name).write_text(text, encoding="utf-8")

        small = support.build_project("test_npu", OF_ONE_OP, "help", folder="cuda_of_one_op", edit=write)  # configured, not built
        self.assertEqual({path.stem for path in (small / "build" / "compute" / "ptx").glob("*.cl")},
                         {"top_k-float", "top_k-half", "top_k-int32", "top_k-int64", "scan-float", "scan-half", "scan-int32", "scan-int64",
                          "softmax-float", "softmax-half", "own-float", "own-uint16"})

    def test_calls_only_what_it_defines(self):
        for ptx in sorted(programs().glob("*.ptx")):
            with self.subTest(program=ptx.stem):
                text = ptx.read_text(encoding="utf-8")
                self.assertIn(".entry ", text)
                self.assertEqual(re.findall(r"\.extern\s+\.func.*", text), [])

    def test_is_what_old_drivers_take(self):
        for ptx in sorted(programs().glob("*.ptx")):
            with self.subTest(program=ptx.stem):
                text = ptx.read_text(encoding="utf-8")
                version = re.search(r"^\.version (\d+)\.(\d+)$", text, re.MULTILINE)
                self.assertLessEqual((int(version[1]), int(version[2])), NEWEST_PTX)
                self.assertIn("\n.target sm_70\n", text)

    def test_assembles_without_spills(self):
        # Optimizing takes longest: 100 processor seconds for all programs and architectures, which --releases does. Programs of other types
        # are the same texts as those of floats.
        jobs = []
        for ptx in sorted(programs().glob("*.ptx")):
            if support.IN_FULL or ptx.stem in LARGE:
                jobs += [(ptx, name, "-O3") for name in ARCHITECTURES]
            else:
                jobs.append((ptx, ARCHITECTURES[0], "-O3" if ptx.stem.endswith("-float") else "-O0"))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = list(pool.map(lambda job: assemble(*job, "--verbose"), jobs))
        for (ptx, name, level), done in zip(jobs, outcomes):
            with self.subTest(program=ptx.stem, architecture=name):
                self.assertEqual(done.returncode, 0, done.stderr[-2000:])
                spills = re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill loads", done.stderr)
                self.assertNotEqual(spills, [])
                if level == "-O3":
                    self.assertEqual(set(spills), {("0", "0")}, done.stderr[-2000:])


if __name__ == "__main__":
    support.main()
