"""Plugins for NVIDIA's GPUs whose memory comes from a CUDA memory pool, on the libcuda.so.1 of cuda_test.py: what a pool keeps and gives back,
devices and drivers without pools, and what comes of each function of pools failing."""

import functools
import json
import signal
import unittest

import cuda_test
import fault_programs
import support
from cuda_faults_test import MORE

CAPACITY = 1900  # MiB, as in the program
# Of what makes a pool: without it, cuMemAlloc allocates.
CREATING = {"cuMemPoolCreate": "cuMemPoolCreate failed: CUDA_ERROR_UNKNOWN",
            "cuMemPoolSetAttribute": "cuMemPoolSetAttribute failed: CUDA_ERROR_UNKNOWN",
            "cuMemAllocFromPoolAsync": "cuMemAllocFromPoolAsync failed: CUDA_ERROR_NOT_SUPPORTED"}


@functools.cache
def memory_program():
    project = cuda_test.project()
    folder = support.SCRATCH / "fake_cuda" / "memory"
    folder.mkdir(parents=True, exist_ok=True)
    include = [word for place in (project / "src" / "generated", project / "src", project / "library", project / "library" / "include")
               for word in ("-I", place)]
    include += ["-isystem", support.site_packages() / "tensorflow" / "include"]
    support.must(["ccache", "clang++", "-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", *include, "-c",
                  cuda_test.FAKE / "memory" / "memory_program.cc", "-o", folder / "memory_program.o"])
    support.must(["g++", folder / "memory_program.o", "-o", folder / "memory_program", "-L", cuda_test.fake(), "-l:libcuda.so.1", "-ldl", "-lpthread"])
    return folder / "memory_program"


def driver_without(function):
    """The folder of a libcuda.so.1 that lacks a function."""
    folder = support.SCRATCH / "fake_cuda" / f"without_{function}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "hidden").write_text(f"{{ local: {function}; }};\n", encoding="utf-8")
    cuda_test.link_shared(folder / "libcuda.so.1", sorted(cuda_test.fake().glob("*.o")), "-ldl", "-lpthread", f"-Wl,--version-script={folder / 'hidden'}")
    return folder


def machine(pool="1", **more):
    return cuda_test.on_fake(TEST_NPU_CUDA_POOL=pool, **more)


class MemoryTest(unittest.TestCase):
    """The driver's memory by itself."""

    def memory(self, pool, **variables):
        done = support.run([memory_program()], env=support.environment(**{**machine(pool, TEST_NPU_VERBOSE="1"), **variables}))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return json.loads(done.stdout), done.stderr

    def check_what_can_be_allocated(self, found):
        for when, free in (("at first", CAPACITY), ("with blocks", CAPACITY - 200), ("after a free", CAPACITY - 100), ("at last", CAPACITY)):
            self.assertEqual(found[f"{when}, to allocate"], free, found)
        self.assertEqual((found["large"], found["beyond the capacity"]), (1, 0), found)

    def test_without_a_pool(self):
        for pool in ("", "0"):
            found, said = self.memory(pool)
            self.assertEqual(found["pool"], 0)
            self.check_what_can_be_allocated(found)
            self.assertNotIn("pool", said)

    def test_gives_back_what_is_freed(self):
        found, said = self.memory("1")
        self.assertEqual(found["pool"], 1)
        self.check_what_can_be_allocated(found)
        self.assertIn("the memory of the device comes from a memory pool (TEST_NPU_CUDA_POOL)\n", said)
        self.assertEqual(found["after a free, on the device"], found["at first, on the device"] - 100)
        self.assertEqual(found["at last, on the device"], found["at first, on the device"])
        self.assertEqual((found["not synchronized"], found["not allocated"]), (0, 0))
        self.assertEqual(said.count("no device memory: "), 1, said)

    def test_keeps_what_it_is_to_keep(self):
        found, _ = self.memory("150 MiB")
        self.check_what_can_be_allocated(found)
        self.assertAlmostEqual(found["after a free, on the device"], found["at first, on the device"] - 100, delta=1)  # 200 are too many
        found, _ = self.memory("4 GiB")  # no more than the capacity
        self.check_what_can_be_allocated(found)
        self.assertAlmostEqual(found["after a free, on the device"], found["at first, on the device"] - 200, delta=1)
        self.assertEqual(found["without an attribute, to allocate"], CAPACITY - 200)
        self.assertGreaterEqual(found["with another block, on the device"], found["at first, on the device"] - CAPACITY)
        self.assertEqual(found["untrimmed"], 0)

    def test_the_library_ends_a_process_that_misuses_a_block(self):
        for how, said in (("early", "cuMemsetD8Async got a block of a pool that may not be allocated yet"),
                          ("late", "cuMemsetD8Async got a block of a pool that is freed"),
                          ("freed in use", "cuMemFreeAsync got a block that enqueued work uses"),
                          ("freed in use by cuMemFree", "cuMemFree_v2 got a block that enqueued work uses")):
            with self.subTest(how=how):
                done = support.run([memory_program(), how], env=support.environment(**machine()))
                self.assertEqual((done.returncode, done.stderr), (-signal.SIGABRT, f"fake libcuda.so.1: {said}\n"))
        self.assertEqual(support.run([memory_program(), "not"], env=support.environment(**machine())).returncode, 0)

    def test_is_not_there(self):
        for why, variables in (("the device does not support them", {"FAKE_CUDA_POOLS": "0"}),
                               ("they need a driver of CUDA 11.3", {"FAKE_CUDA_VERSION": "11020"}),
                               ("they need a driver of CUDA 11.3", {"FAKE_CUDA_FAIL": "cuDriverGetVersion"}),
                               ("libcuda.so.1 has no cuMemPoolTrimTo", {"LD_LIBRARY_PATH": str(driver_without("cuMemPoolTrimTo"))}),
                               ("cuDeviceGetAttribute failed: CUDA_ERROR_UNKNOWN", {"FAKE_CUDA_FAIL": "cuDeviceGetAttribute"}),
                               *((why, {"FAKE_CUDA_FAIL": name}) for name, why in CREATING.items())):
            with self.subTest(why=why):
                found, said = self.memory("1", **variables)
                self.assertEqual(found["pool"], 0)
                self.check_what_can_be_allocated(found)
                self.assertRegex(said, rf"no memory pool for the device, so cuMemAlloc allocates its memory \(TEST_NPU_CUDA_POOL\): {why}")


class PluginTest(unittest.TestCase):
    def test_the_runtime(self):
        """Of two devices. Networks are trained by cuda_test.py, in the release that is not the newest."""
        program = cuda_test.project() / "build" / "tests" / "generated" / "runtime_test"
        done = support.run([program], env=support.environment(**machine(POCL_DEVICES="pthread pthread")))
        self.assertEqual(done.returncode, 0, done.stdout[-6000:])
        self.assertIn("[       OK ] MemoryTest.DevicesHaveAddressesOfTheirOwn", done.stdout)

    def test_an_amount_that_is_none(self):
        done, found = support.run_code(fault_programs.START, cuda_test.plugin(), **machine("much"))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertIn("cannot use fake GPU 0: TEST_NPU_CUDA_POOL='much': expected a number of bytes", found[1])

    def test_an_allocation_that_fails(self):
        """What comes of the other functions failing, MemoryTest knows."""
        fault_programs.check_in_turn(self, fault_programs.outcomes_in_turn(self, cuda_test.plugin(), ["cuMemAllocFromPoolAsync"], (0, 1), "libcuda.so.1",
                                                                           "fake_cuda", more=MORE["cuMemAlloc_v2"], **machine()))


if __name__ == "__main__":
    support.main()
