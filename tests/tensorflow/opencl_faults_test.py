"""Plugins for OpenCL devices where OpenCL fails: each of its functions in turn, early and later, by a loader that stands in
front of the machine's. What comes of it is an error, or the right number; afterwards the device works as before."""

import json
import re
import tempfile
import unittest
from pathlib import Path

import fault_programs
import opencl_faults_programs as programs
import opencl_test
import support
from cuda_test import FORK
from opencl_test import loader

FUNCTIONS = re.findall(r"decltype\(&::(cl\w+)\)", (support.REPOSITORY / "library/driver/opencl/api.h").read_text(encoding="utf-8"))
# What their failing from the beginning on leaves: how many devices, and which error.
AT_THE_START = {
    "clGetPlatformIDs": (0, ""),
    "clGetDeviceIDs": (0, ""),
    "clGetDeviceInfo": (0, ""),
    "clCreateContext": (1, "clCreateContext failed: CL_OUT_OF_HOST_MEMORY (-6)"),
    "clCreateCommandQueue": (1, "clCreateCommandQueue failed: CL_OUT_OF_HOST_MEMORY (-6)"),
}
# Called when a program or a kernel is new: each in a process of its own.
ONCE = ("clCreateProgramWithSource", "clBuildProgram", "clCreateKernel")
# Called in other programs only, if at all: TensorFlow keeps its regions of memory (GROWING has more of them), and fills with zeros by kernels; programs of
# PoCL's are not kept, which opencl_cache_test.py does; clFinish takes the place of a marker that there cannot be. (On a device that never has any memory it asks again for minutes.)
ELSEWHERE = {"clCreateBuffer", "clCreateProgramWithBinary", "clFinish", "clGetProgramInfo", "clEnqueueMigrateMemObjects", "clEnqueueFillBuffer", "clGetPlatformInfo", "clGetEventProfilingInfo",
             "clGetProgramBuildInfo", "clGetKernelWorkGroupInfo", "clReleaseCommandQueue", "clReleaseMemObject", "clReleaseProgram",
             "clRetainEvent"}
# Commands that the device takes and then fails at: nothing but their events says so.
LATER = ("clEnqueueCopyBuffer", "clEnqueueNDRangeKernel", "clEnqueueReadBuffer", "clEnqueueWriteBuffer")
# Errors that a driver may return at any moment: no memory for an object, no resources, no memory of the host, a queue or a device that is lost.
CODES = (-4, -5, -6, -36, -2)
FOR_EVER = 1 << 30
# Calls in the middle of a training that fail: once, some times, and until it ends. By kernels alone, and where the host computes all, so that queues wait for
# it. "*" are all calls, as where the device is lost.
IN_TRAINING = ("clEnqueueMarkerWithWaitList", "clEnqueueNDRangeKernel", "clEnqueueReadBuffer", "clEnqueueWriteBuffer", "clFlush", "clGetEventInfo",
               "clReleaseEvent", "clSetKernelArg", "clWaitForEvents", *3 * ("clEnqueueMarkerWithWaitList later",), "clEnqueueNDRangeKernel later",
               "clEnqueueReadBuffer later", "clEnqueueWriteBuffer later", "*", "* later")
ON_HOST = ("clCreateUserEvent", "clEnqueueBarrierWithWaitList", "clEnqueueMarkerWithWaitList", "clEnqueueReadBuffer", "clGetEventInfo", "clSetUserEventStatus",
           "clWaitForEvents", "clEnqueueWriteBuffer later", "*", "* later", *3 * ("clEnqueueBarrierWithWaitList later", "clEnqueueMarkerWithWaitList later"))


def trials_of(names):
    """Three failures of each function, at places of their own."""
    each = [(name, times) for name in names for times in (1, 3, FOR_EVER) if (name, times) not in (("clSetUserEventStatus", FOR_EVER), ("*", FOR_EVER))]
    return [(name, times, CODES[at % len(CODES)], (5 * at + 2) % 13, 13) for at, (name, times) in enumerate(each)]


class OpenClFaultsTest(unittest.TestCase):
    def test_at_the_start(self):
        for name, (devices, message) in AT_THE_START.items():
            with self.subTest(function=name):
                done, found = support.run_code(fault_programs.START, opencl_test.plugin(), LD_LIBRARY_PATH=loader(), FAULTY_OPENCL=name,
                                               TEST_NPU_VERBOSE="1")
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual(found[0], devices, done.stderr[-2000:])
                self.assertIn(message, found[1])

    def outcomes(self, names, wait="pass"):
        return fault_programs.outcomes_in_turn(self, opencl_test.plugin(), names, range(4), "libOpenCL.so.1", "faulty_opencl", wait=wait,
                                               LD_LIBRARY_PATH=loader())

    def test_a_variable_that_cannot_be_copied(self):
        done, (before, failed, after) = support.run_code(programs.VARIABLES, opencl_test.plugin(), "2.12", LD_LIBRARY_PATH=loader(),
                                                         TEST_NPU_FALLBACK="error")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        old = [[3.0 * row + column for column in range(3)] for row in range(4)]
        self.assertEqual(before, [old, [[x - 2 for x in old[0]], *old[1:]]])
        self.assertIn("TEST_NPU_FALLBACK=error forbids", failed)
        self.assertEqual(after, before)

    def test_half_a_scatter_is_none(self):
        done, (said, values) = support.run_code(programs.HALF, opencl_test.plugin(), "2.12", LD_LIBRARY_PATH=loader())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertNotEqual(said, "")
        self.assertEqual(values, [[2] * 3, [1] * 3, [1] * 3, [1] * 3])

    def test_each_function_in_turn(self):
        others = [name for name in FUNCTIONS if name not in AT_THE_START and name not in ONCE]
        for names in *([name] for name in ONCE), others:
            fault_programs.check_in_turn(self, self.outcomes(names), ELSEWHERE)

    def test_commands_that_fail_later(self):
        # TensorFlow takes what a copy to the host left behind when its event is complete. The next to wait is told.
        for name, found in self.outcomes([f"{name} later" for name in LATER], 'on("/TEST_NPU:0", step)').items():
            with self.subTest(function=name):
                self.assertEqual({outcome for outcome, _, called in found if called}, {"error"}, found)
                self.assertTrue(all(again for _, again, _ in found), found)

    def to_host(self, names, times):
        code = programs.TO_HOST.replace("FUNCTIONS", json.dumps(names)).replace("TIMES", str(times))
        done, outcomes = support.run_code(code, opencl_test.plugin(), LD_LIBRARY_PATH=loader())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return outcomes

    def test_results_on_the_host_of_commands_that_fail_later(self):
        for name, found in self.to_host([f"{name} later" for name in ("clEnqueueNDRangeKernel", "clEnqueueReadBuffer", "clEnqueueWriteBuffer")], 4).items():
            with self.subTest(function=name):
                self.assertEqual({outcome for outcome, _, called in found if called}, {"error"}, found)
                self.assertTrue(all(again for _, again, _ in found), found)

    def test_a_copy_to_the_device_that_fails_later(self):
        """Each reader of its memory is told, and whoever reads what was computed from it; nobody else is. (Since 2.17.)"""
        for release in support.of_this_run("2.19", "2.21", "newest"):
            with self.subTest(release=release):
                done, found = support.run_code(programs.ARRIVING, opencl_test.plugin(), release, LD_LIBRARY_PATH=loader())
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                lost, others, again = found
                for text in lost:
                    self.assertIn("clEnqueueWriteBuffer failed: CL_OUT_OF_RESOURCES (-5)", str(text))
                self.assertEqual((others, again), ([3.0] * len(others), [8.0, 12.0]))

    def test_a_kernel_that_has_failed_before_the_first_copy(self):
        done, found = support.run_code(programs.FIRST_COPY, opencl_test.plugin(), LD_LIBRARY_PATH=loader())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertIn("clEnqueueNDRangeKernel failed: CL_OUT_OF_RESOURCES", str(found[0]))
        self.assertEqual(found[1], 7.0)

    def test_copies_of_which_nobody_says_when_they_are_done(self):
        """TensorFlow takes a copy for done when an event is complete, and ignores that it could not be recorded."""
        for name, found in self.to_host(["clEnqueueMarkerWithWaitList", "clGetEventInfo"], 16).items():
            with self.subTest(function=name):
                self.assertNotIn("wrong", [outcome for outcome, _, _ in found], found)
                self.assertTrue(all(again for _, again, _ in found), found)
                self.assertTrue(any(called for _, _, called in found), "never called")

    def train(self, names, last, side, **variables):
        code = programs.TRAINING.replace("TRIALS", json.dumps(trials_of(names))).replace("LAST", repr(last)).replace("SIDE", str(side))
        done, result = support.run_code(code, opencl_test.plugin(), LD_LIBRARY_PATH=loader(), **variables)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        found, waited = result
        self.assertIn(True, waited)
        self.assertEqual({name for name, _, called, _, _ in found if called}, {name for name, *_ in found})
        for name, after, _, said, afterwards in found:
            with self.subTest(function=name, after=after):
                self.assertNotIn("wrong", [said, *afterwards])
                for text in [said, *afterwards]:
                    # (The host refuses labels that are none, where it did not wait for them.)
                    self.assertRegex(text, r"^right$|CL_[A-Z_]+ \(-\d+\)|SyncAll failed|what .* waited for failed|event: the device has failed|a label value of .* outside the valid range")
        return done, found

    def test_calls_that_fail_in_the_middle_of_training(self):
        done, found = self.train(IN_TRAINING, b"*", 6)
        self.assertEqual({afterwards[-1] for *_, afterwards in found[:-1]}, {"right"}, found)
        self.assertIn("CL_DEVICE_NOT_AVAILABLE", done.stderr)
        self.assertEqual(found[0][3], "right")  # what no kernel can be made for is the host's

    def test_calls_that_fail_while_the_host_trains(self):
        _, found = self.train(ON_HOST, b"clSetUserEventStatus", 20, TEST_NPU_DENY="all")
        self.assertEqual({afterwards[-1] for *_, afterwards in found[:-1]}, {"right"}, found)
        # A queue that nothing can set going again: nobody waits for it.
        stuck = "an OpenCL queue stands still for good, start the process again: clSetUserEventStatus failed: "
        for text in found[-1][-1]:
            self.assertRegex(text, stuck + "|a label value of .* outside the valid range")
        self.assertIn(stuck, found[-1][-1][-1])

    def test_a_queue_is_waited_for_again(self):
        """Seven times at most. Whoever gives up too early frees memory that commands still write to. A queue without commands is not waited for."""
        done, found = support.run_code(programs.WAITING, opencl_test.plugin(), LD_LIBRARY_PATH=loader())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual([said for said, *_ in found[:3] + found[4:]], ["right"] * 4, found)
        self.assertRegex(found[3][0], "SyncAll failed|clFinish failed")
        self.assertEqual([finishes for _, finishes, _ in found], [0, 1, 6, 7, 0])
        self.assertLessEqual(found[-1][2], 3)  # for the queue that has computed, for the copy, and for a mark of TensorFlow's

    def test_memory_that_is_short_while_it_grows(self):
        done, found = support.run_code(programs.GROWING, opencl_test.plugin(), LD_LIBRARY_PATH=loader(), TF_FORCE_GPU_ALLOW_GROWTH="true",
                                       FAULTY_OPENCL_MEMORY=str(64 << 20))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, [[True, False], [True, True], [True, True], [True, False]])

    def test_what_lacks_memory_is_built_later(self):
        done, found = support.run_code(programs.REBUILD, opencl_test.plugin(), LD_LIBRARY_PATH=loader())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, [[3, [False, False, True, True, True]], [3, [False] * 5], [3, [False, False, True, True, True]]],
                         done.stderr[-3000:])
        self.assertEqual(done.stderr.count("the host computes in"), 3, done.stderr[-3000:])

    def test_small_devices(self):
        """Whether a formula and a product are launched there. Kernels for processors use no local memory, and some have blocks of one thread."""
        gpu = {"TEST_NPU_OPENCL_LIKE_GPU": "1"}
        for limit, launched in ((gpu, [True, True]), ({**gpu, "FAULTY_OPENCL_LOCAL_MEMORY": "0"}, [True, False]),
                                ({**gpu, "FAULTY_OPENCL_WORK_ITEMS": "1"}, [True, False]), ({**gpu, "FAULTY_OPENCL_GROUP": "1"}, [False, False]),
                                ({"FAULTY_OPENCL_LOCAL_MEMORY": "0"}, [True, True]), ({"FAULTY_OPENCL_GROUP": "1"}, [False, True])):
            with self.subTest(**limit):
                done, found = support.run_code(programs.SMALL, opencl_test.plugin(), LD_LIBRARY_PATH=loader(), **limit)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual(found, [[9, launched[0]], [800, launched[1]], [True, 0]])

    def test_processors_with_blocks_of_one_thread(self):
        """All primitives, where the device says so, and some where only kernels do: a launch of more threads fails."""
        large = ("*.OfManyTiles", "*.OfDeepImages", "*.OfLongSides", "CastTest*")
        for limit, tests in (("GROUP", "*/0.*"), ("KERNEL_GROUP", "ElementwiseTest/0.*:GatherTest/0.*:MatrixProductTest/0.*:ReduceTest/0.*:SoftmaxTest/0.*")):
            with self.subTest(limit=limit):
                program = opencl_test.project() / "build" / "tests" / "generated" / "compute_test"
                done = support.run([program, f"--gtest_filter={opencl_test.without(tests, *large)}"],
                                   env=support.environment(LD_LIBRARY_PATH=loader(), COMPUTE_TEST_PLANS="2", **{f"FAULTY_OPENCL_{limit}": "1"}))
                self.assertEqual(done.returncode, 0, done.stdout[-3000:])
                if limit == "GROUP":
                    self.assertEqual(opencl_test.own_primitives() - opencl_test.primitives_of(done), set())

    def test_a_device_that_lies_about_its_size(self):
        """Too little is no device. Too much is believed as far as there are addresses, and each allocation may fail."""
        most = str(2**64 - 1)
        for memory, allocation, devices in (("0", None, 0), ("1", None, 0), (None, "0", 0), (None, "1000", 0), (str(2**62), None, 1), (most, most, 1)):
            with self.subTest(memory=memory, allocation=allocation):
                lies = {name: value for name, value in (("FAULTY_OPENCL_MEMORY", memory), ("FAULTY_OPENCL_ALLOCATION", allocation)) if value}
                done, found = support.run_code(fault_programs.START, opencl_test.plugin(), LD_LIBRARY_PATH=loader(), TEST_NPU_VERBOSE="1", **lies)
                self.assertEqual((done.returncode, found), (0, [devices, ""]), done.stderr[-3000:])
                if devices == 0:
                    self.assertIn("OpenCL lists no device that has OpenCL 1.2, a compiler and memory", done.stderr)

    def test_a_device_that_is_lost(self):
        for after in (0, 7, 30):
            with self.subTest(after=after):
                code = programs.LOST.replace("AFTER", str(after))
                done, found = support.run_code(code, opencl_test.plugin(), LD_LIBRARY_PATH=loader())
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertNotIn("wrong", found)
                self.assertEqual(found[-1], "error")

    def test_a_driver_that_holds_its_queue_while_it_waits(self):
        done, found = support.run_code(programs.HELD, opencl_test.plugin(), LD_LIBRARY_PATH=loader(), FAULTY_OPENCL_HOLDS="1",
                                       TEST_NPU_DENY="all", TEST_NPU_OPENCL_QUEUES="one")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, [5050.0 * step for step in range(10)])

    def test_a_forked_child_says_why_it_cannot_compute(self):
        done, found = support.run_code(FORK, opencl_test.plugin())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found[:2], [501_500.0] * 2)
        self.assertIn("this process was forked after its parent had started the device", found[2])

    def test_what_a_compiler_refuses_is_computed_by_the_host(self):
        done, found = support.run_code(fault_programs.START, opencl_test.plugin(), LD_LIBRARY_PATH=loader(),
                                       FAULTY_OPENCL_TEXT="typedef float T;|typedef no_such_word T;")
        self.assertEqual((done.returncode, found), (0, [1, ""]), done.stderr[-3000:])
        self.assertRegex(done.stderr, r"the kernels of elementwise.* cannot be built for .*CL_BUILD_PROGRAM_FAILURE(.|\n)*no_such_word")

    def test_options_that_a_compiler_refuses(self):
        """As a user's own in device.opencl.build_options. The import and the host's results are as ever."""
        for options, said in (("-no-such-option", r"CL_INVALID_(COMPILER|BUILD)_OPTIONS|CL_BUILD_PROGRAM_FAILURE"),
                              ("-DBARRIER=no_such_word -Dfloat=no_such_word", r"CL_BUILD_PROGRAM_FAILURE(.|\n)*no_such_word")):
            with self.subTest(options=options):
                done, found = support.run_code(fault_programs.START, opencl_test.plugin(), LD_LIBRARY_PATH=loader(), FAULTY_OPENCL_OPTIONS=options)
                self.assertEqual((done.returncode, found), (0, [1, ""]), done.stderr[-3000:])
                self.assertRegex(done.stderr, "the kernels of elementwise.* cannot be built for .*" + said)

    def test_a_copy_between_devices(self):
        done, found = support.run_code(programs.BETWEEN, opencl_test.plugin(), LD_LIBRARY_PATH=loader(), POCL_DEVICES="pthread pthread")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual((found[0], found[-1]), (2, 9))
        for outcome in found[1:-1]:
            self.assertIn("a copy between two devices: clEnqueueReadBuffer or clEnqueueWriteBuffer failed", str(outcome))


# Off by one in a loop, and a compiler that dies of a text.
MISCOMPILED = {"FAULTY_OPENCL_TEXT": "combine(part, values[e])|combine(part, 2 * values[e])", "FAULTY_OPENCL_DIES": "softmax_by_block"}
COMPUTE = """
    import json
    import tensorflow as tf

    x = tf.constant([[1.0, 2.0, 3.0]])
    with tf.device("/TEST_NPU:0"):
        print(json.dumps([tf.reduce_sum(x, 1).numpy().tolist(), float(tf.nn.softmax(x * 0)[0, 1]), float(tf.reduce_max(x * x))]))
"""
GATHER = """
    import tensorflow as tf

    with tf.device("/TEST_NPU:0"):
        tf.gather(tf.fill([5, 4], 1.0), tf.constant([3, 1])).numpy()
"""


class WrongCompilersTest(unittest.TestCase):
    """A vendor's compiler that is wrong: the doctor finds out, and has the host compute in its place."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.variables = {"LD_LIBRARY_PATH": loader(), "XDG_CONFIG_HOME": folder.name}

    def ask(self, *arguments, **variables):
        done = support.run([support.python_of(), "-m", "test_npu.doctor", "--json", *arguments], cwd=opencl_test.project() / "python",
                           env=support.environment(opencl_test.plugin(), **self.variables, **variables))
        self.assertIn(done.returncode, (0, 1), done.stderr[-3000:])
        return {kind: [each["text"] for each in json.loads(done.stdout) if each["kind"] == kind] for kind in ("ok", "note", "problem")}

    def compute(self, **variables):
        done, found = support.run_code(COMPUTE, opencl_test.plugin(), **self.variables, **variables)
        return done, found

    def test_the_doctor_denies_what_is_wrong(self):
        done, values = self.compute(FAULTY_OPENCL_TEXT=MISCOMPILED["FAULTY_OPENCL_TEXT"], TEST_NPU_VERBOSE="1")
        self.assertNotEqual(values[0], [6.0])
        self.assertNotEqual(self.compute(**MISCOMPILED)[0].returncode, 0)
        # What the list says of this device does not keep the doctor from looking again.
        device = re.search(r"^test_npu: device 0 is (.+ \(driver .+\))$", done.stderr, re.M)[1]
        others = ["# mine", "Another GPU (driver 1): gather", re.sub(r"\(driver .+\)", "(driver 0)", device) + ": gather:float"]
        listed = Path(self.variables["XDG_CONFIG_HOME"], "test_npu", "denied.txt")
        listed.parent.mkdir()
        listed.write_text("".join(line + "\n" for line in [*others, f"{device}: gather:float, gather:half, reduce:float"]), encoding="utf-8")
        found = self.ask("--device", "--types", "float", "--deny", **MISCOMPILED)
        wrong = {text.partition(" is wrong: ")[0] for text in found["problem"]}
        self.assertEqual(wrong, {"reduce of float", "softmax of float"}, found["problem"])
        self.assertIn("Sum(input [3, 5, 7], axis=[", "".join(found["problem"]))
        self.assertIn("ends the process (signal 6)", "".join(found["problem"]))
        self.assertTrue(any(text.startswith("matrix_product of float computes what the CPU does") for text in found["ok"]), found["ok"])
        # Lines of others stay, and what was not tried; what is right again leaves the list.
        self.assertEqual(listed.read_text(encoding="utf-8").splitlines(), [*others, f"{device}: gather:half, reduce:float, softmax:float"])
        done, values = self.compute(**MISCOMPILED)
        self.assertEqual(values, [[6.0], values[1], 9.0], done.stderr[-2000:])
        self.assertAlmostEqual(values[1], 1 / 3, places=6)

    def test_the_doctor_builds_programs_ahead(self):
        """Those of three texts: a compiler dies of one, and refuses another."""
        others = ("arg_reduce,band_part,batch_norm,cast,categorical,chain,convolution,diagonals,elementwise,gather,gather_nd,matrix_product,nonzero,one_hot,pooling,"
                  "projective_transform,reduce,resize,scan,scatter,strided_copy,top_k,training_update")
        variables = {"TEST_NPU_DENY": others, "TEST_NPU_OPENCL_CACHE": str(Path(self.variables["XDG_CONFIG_HOME"], "cache"))}

        def programs(found):
            return [re.sub(r"[\d.]+ s$", "S", text) for text in found if "/TEST_NPU:0: " in text]

        found = self.ask("--warm", "--types", "half", **variables, FAULTY_OPENCL_DIES="softmax_by_block",
                         FAULTY_OPENCL_TEXT="SUM_OF(a, b) ((a)|SUM_OF(a, b) ((undeclared)")
        self.assertEqual(programs(found["ok"]), ["random of half for /TEST_NPU:0: built in S"])
        refused, died = sorted(programs(found["problem"]))
        self.assertIn("cross_entropy of half cannot be built for /TEST_NPU:0: ", refused)
        self.assertIn("clBuildProgram failed: CL_BUILD_PROGRAM_FAILURE (-11)\n", refused)
        self.assertIn("error: ", refused)
        self.assertIn("softmax of half ends the process (signal 6) when it is built for /TEST_NPU:0: ", died)
        found = self.ask("--warm", "--types", "half", **variables)
        self.assertEqual(sorted(programs(found["ok"])), ["cross_entropy of half for /TEST_NPU:0: built in S",
                                                         "random of half for /TEST_NPU:0: from the cache in S",
                                                         "softmax of half for /TEST_NPU:0: built in S"])
        self.assertEqual(found["problem"], [])

    def test_lists_of_ones_own(self):
        text = MISCOMPILED["FAULTY_OPENCL_TEXT"]
        done, values = self.compute(FAULTY_OPENCL_TEXT=text, TEST_NPU_DENY="reduce, redude:float,reduce:quad")
        self.assertEqual(values[0], [6.0])
        self.assertIn("test_npu: TEST_NPU_DENY: 'redude:float' means nothing", done.stderr)
        self.assertIn("test_npu: TEST_NPU_DENY: 'reduce:quad' means nothing", done.stderr)
        # Elements that only move may do so as others of more bytes.
        done, _ = support.run_code(GATHER, opencl_test.plugin(), **self.variables, TEST_NPU_DENY="gather:float", TEST_NPU_FALLBACK="error")
        self.assertNotIn("means nothing", done.stderr)
        self.assertIn("TEST_NPU_FALLBACK=error forbids", done.stderr)
        done, _ = support.run_code(GATHER, opencl_test.plugin(), **self.variables, TEST_NPU_DENY="softmax:int32", TEST_NPU_FALLBACK="error")
        self.assertIn("'softmax:int32' means nothing", done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        for word, is_right in (("all", True), ("reduce:half", False)):
            self.assertEqual(self.compute(FAULTY_OPENCL_TEXT=text, TEST_NPU_DENY=word)[1][0] == [6.0], is_right, word)


if __name__ == "__main__":
    support.main()
