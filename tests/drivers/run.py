"""Runs what a plugin for OpenCL computes by other drivers than PoCL, on processors, as far as this machine has them: all primitives
under oclgrind, which watches each access to memory, and the runtime, a network and all primitives on Mesa's rusticl, where the host
computes most. Then it plants mistakes in the texts of kernels, and says which test finds each.

usage: tests/drivers/run.py [DRIVER...]

DRIVERs are oclgrind, rusticl and planted; by default all. Needs what scripts/setup installs. Fails if a test fails,
if a driver that was named is missing, or if a mistake is not found.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tensorflow"))

import opencl_test  # noqa: E402
import support  # noqa: E402

# What is replaced in a text, the tests that find it, and by which driver; kernel_test compares with TensorFlow's CPU, by PoCL, and
# processors are PoCL with the kernels for processors. Tests of primitives allow twice the error of rounding once.
BARRIER = "#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)"
MISTAKES = {
    "no barrier": (f"{BARRIER}|#define BARRIER()", "ReduceSquaresTest/0.*", "oclgrind"),
    "a fence of other memory": (f"{BARRIER}|#define BARRIER() mem_fence(CLK_GLOBAL_MEM_FENCE)", "ReduceSquaresTest/0.*", "oclgrind"),
    "a race in a reduction": ("if (THREAD(0) < n) (parts)|if (THREAD(0) <= n) (parts)", "CrossEntropyTest/0.Of*", "oclgrind"),
    "a race in sums so far": ("value = combine((parts)[THREAD(0) - distance], value)"
                              "|value = (parts)[THREAD(0)] = combine((parts)[THREAD(0) - distance], value)", "NonzeroTest/0.*", "oclgrind"),
    "an element that another thread writes": ("C largest = -INFINITY;|C largest = LOAD(logits, row);", "SoftmaxTest/0.*", "oclgrind"),
    "a thread too many": ("((long)get_global_id(d))|((long)get_global_id(d) + 1)", "GatherTest/2.ByInt32", "pocl"),
    "an offset of a pointer": ("(__global type *)((__global char *)x##_buffer + x##_offset)|(__global type *)x##_buffer",
                               "StridedCopyTest/0.*", "pocl"),
    "a bound": ("result = min(own_result, results - 1)|result = own_result", "ArgReduceTest/0.AsInt32", "oclgrind"),
    "a type": ("as_float((uint)(p)[i] << 16)|as_float((uint)(p)[i] << 15)", "SoftmaxTest/3.*", "pocl"),
    "rounding": ("(bits + 0x7fff + (bits >> 16 & 1)) >> 16|bits >> 16", "*Cast*", "kernel_test"),
    "a bool": ("(p)[i] = (value) ? 1 : 0|(p)[i] = (value) ? 2 : 0", "ReduceBoolTest.*:ElementwiseTest/0.*", "pocl"),
    "an element left out": ("for (int i = thread; i < classes; i += kThreads) sum|for (int i = thread + 1; i < classes; i += kThreads) sum",
                            "SoftmaxTest/0.*", "pocl"),
    "the wrong dimension": ("#define THREAD(d) ((int)get_local_id(d))|#define THREAD(d) ((int)get_local_id(0))",
                            "MatrixProductTest/0.OfPlans*", "pocl"),
    "a sum's type": ("typedef int C;\ntypedef uint A;|typedef int C;\ntypedef ushort A;", "MatrixProductTest/4.OfPlans*", "pocl"),
    "a run across an image's edge": ("at.x + positions <= (int)p->size_x &&|at.x + positions <= (int)p->size_x + 1 &&",
                                     "ConvolutionTest/0.OfDeepImages", "processors"),
    "pixels that no share has": ("const int share_depth = (p.depth - 1) / shares + 1|const int share_depth = p.depth / shares",
                                 "ConvolutionTest/0.FilterGradientsInUnequalShares", "processors"),
    "a square transposed wrongly": ("i % 2 == 0 ? b.lo : b.hi|i % 2 == 0 ? b.hi : b.lo", "MatrixProductTest/0.OfTransposedSquares", "processors"),
    "a type of vectors": ("(aligned(sizeof(A)))|(aligned(16 * sizeof(A)))", "MatrixProductTest/0.OfPlans*", "processors"),
    "the next row of a nest": ("strip->starts[t] -= strip->places[d] * nest->steps[t][d]|strip->starts[t] -= nest->steps[t][d]",
                               "StridedCopyTest/2.*", "processors"),
    "the end of a thread's columns": ("strip.end_column = min(strip.first_column + columns, nest->columns)|strip.end_column = strip.first_column + columns",
                                      "StridedCopyTest/2.OfMore*", "processors"),
    "vectors rounded toward zero": ("vstore_half16_rte(value, 0|vstore_half16_rtz(value, 0", "NarrowProductTest/0.*", "processors"),
    "a small result of erfc": ("bounded < 2 ? p : r|bounded < 3 ? p : r", "ElementwiseTest/0.OfErfc*", "processors"),
    "a step between a row's elements": ("load(from, at + (long)i * step)|load(from, at)", "CrossEntropyTest/0.OfPlans*", "processors"),
}


def primitives(tests="*", *, plans=None, like_gpu=True, program="compute_test", **variables):
    """Runs tests of primitives, or of all kernels; like_gpu: by the kernels for GPUs."""
    if like_gpu:
        variables["TEST_NPU_OPENCL_LIKE_GPU"] = "1"
    if plans:
        variables["COMPUTE_TEST_PLANS"] = str(plans)
    folder = opencl_test.project() / "build" / "tests" / "generated"
    return support.run([folder / program, f"--gtest_filter={tests}"], env=support.environment(**variables))


def check(what, passed, said=""):
    print(f"{'ok    ' if passed else 'FAILED'} {what}", flush=True)
    if not passed:
        print(said[-4000:], flush=True)
    return passed


def is_clean(done):
    return done.returncode == 0 and not opencl_test.findings_of_oclgrind(done)


# The simulator has some bytes for each byte that a kernel accesses: 24 GB were not enough for these matrices.
TOO_LARGE_FOR_OCLGRIND = "*.OfLongSides"


def by_oclgrind():
    variables = opencl_test.on_oclgrind()
    outcomes = []
    for like_gpu, name in ((True, "for GPUs"), (False, "for processors")):
        done = primitives(f"-{TOO_LARGE_FOR_OCLGRIND}", like_gpu=like_gpu, plans=4, **variables)
        outcomes.append(check(f"oclgrind: all primitives by the kernels {name}", is_clean(done), done.stdout + done.stderr))
    return all(outcomes)


def by_rusticl():
    variables = opencl_test.on_rusticl()
    done = primitives(like_gpu=False, **variables)
    outcomes = [check("rusticl: all primitives", done.returncode == 0, done.stdout + done.stderr)]
    # It has one queue, and no times of events.
    without = ("StreamsDoNotWaitForEachOther", "ADependentStreamWaits", "AWaitMeansTheRecordBeforeIt", "AWaitOutlastsALaterRecordElsewhere",
               "ATimerMeasuresTheDeviceAndNotTheHost")
    program = opencl_test.project() / "build" / "tests" / "generated" / "runtime_test"
    done = support.run([program, f"--gtest_filter=-{':'.join('DeviceTest.' + name for name in without)}"], env=support.environment(**variables))
    outcomes.append(check("rusticl: the runtime", done.returncode == 0, done.stdout + done.stderr))
    fit = support.REPOSITORY / "scripts" / "lib" / "demo" / "fit.py"
    done = support.run([support.python_of("newest"), fit, "--device", "TEST_NPU", "--epochs", "0", "--only", "cnn Adam"],
                       env=support.environment(opencl_test.plugin(), **variables))
    outcomes.append(check("rusticl: a convolutional network trains", "every loss agrees with the CPU's" in done.stdout,
                          done.stdout + done.stderr))
    both = {**variables, **opencl_test.only(opencl_test.POCL, opencl_test.RUSTICL), "TEST_NPU_OPENCL_DEVICES": "all"}
    done, found = support.run_code(opencl_test.SUMS, opencl_test.plugin(), alone=True, TEST_NPU_VERBOSE="1", **both)
    is_both = "device 0 is pthread" in done.stderr and "device 1 is llvmpipe" in done.stderr
    outcomes.append(check("rusticl and PoCL: both compute in one process, and copy to each other",
                          found == [2 * 9_999.0, 2 * 10_000.0] and is_both, done.stdout + done.stderr))
    return all(outcomes)


def planted():
    outcomes = []
    for name, (words, tests, driver) in MISTAKES.items():
        variables = {"FAULTY_OPENCL_TEXT": words, "LD_LIBRARY_PATH": opencl_test.loader(), **(opencl_test.on_oclgrind() if driver == "oclgrind" else {})}
        done = primitives(tests, plans=12, like_gpu=driver != "processors", program=driver if driver == "kernel_test" else "compute_test",
                          **variables)
        found = not is_clean(done)
        outcomes.append(check(f"planted: {name}, found by {driver} in {tests}", found, done.stdout + done.stderr))
    return all(outcomes)


DRIVERS = {"oclgrind": by_oclgrind, "rusticl": by_rusticl, "planted": planted}


def main():
    wanted = sys.argv[1:] or list(DRIVERS)
    unknown = [name for name in wanted if name not in DRIVERS]
    if unknown:
        sys.exit(f"run.py: no driver {unknown[0]!r}; there are {', '.join(DRIVERS)}")
    outcomes = []
    for name in wanted:
        missing = opencl_test.missing_package(name)
        if missing:
            outcomes.append(check(f"{name}: {missing} is missing; scripts/setup has it", False))
        else:
            outcomes.append(DRIVERS[name]())
    sys.exit(0 if all(outcomes) else 1)


if __name__ == "__main__":
    main()
