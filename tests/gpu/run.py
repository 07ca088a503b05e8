"""Runs the plugins of device_specs/cuda.yaml and opencl.yaml on this machine's GPU: the tests of the runtime, of primitives and of
kernels, networks of every family beside TensorFlow's CPU, and the times of primitives.

usage: tests/gpu/run.py [BACKEND...]

Fails if a test fails, or if the machine has no GPU for a backend.
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tensorflow"))

import support  # noqa: E402
from opencl_test import FAMILIES  # noqa: E402

BACKENDS = ("cuda", "opencl")
TARGETS = ("test_npu", "runtime_test", "compute_test", "kernel_test", "primitives")
TESTS = "runtime|primitives|kernels"
DEVICES = """
    import json
    import tensorflow as tf

    names = [tf.config.experimental.get_device_details(device).get("device_name") for device in
             tf.config.list_physical_devices("TEST_NPU")]
    print(json.dumps(names))
"""
BENCH = support.REPOSITORY / "bench" / "device" / "primitives.cmake"


def project(backend):
    spec = (support.REPOSITORY / "device_specs" / f"{backend}.yaml").read_text(encoding="utf-8")
    spec = spec.replace(f"{backend}_npu", "test_npu").replace(f"{backend.upper()}_NPU", "TEST_NPU").replace('devices: ""', "devices: gpu")
    # Its build has the measuring program, from the first configuration on, and is what users have.
    cmake = {"CMAKE_PROJECT_INCLUDE": BENCH, **support.AS_USERS_BUILD}
    return support.build_project("test_npu", spec, *TARGETS, folder=f"gpu_{backend}", many_kernels=True, cmake=cmake)


def check(what, done, sign=""):
    """Prints a line, and what a failed run has said."""
    passed = done.returncode == 0 and sign in done.stdout
    print(f"{'ok    ' if passed else 'FAILED'} {what}", flush=True)
    if not passed:
        print(done.stdout[-4000:] + done.stderr[-4000:], flush=True)
    return passed


def test(backend):
    built = project(backend) / "build"
    plugin = built / "libtest_npu.so"
    done, names = support.run_code(DEVICES, plugin, alone=True, TEST_NPU_VERBOSE="1")
    if not names:
        print(f"FAILED {backend}: no device\n{done.stderr[-1000:]}")
        return False
    print(f"{backend}: {', '.join(str(name) for name in names)}", flush=True)
    outcomes = [check("the emitted tests", support.run(["ctest", "--test-dir", built, "--output-on-failure", "-R", f"^({TESTS})$"],
                                                            env=support.environment()))]
    if backend == "cuda":
        # By cuDNN where it is slower, too.
        outcomes.append(check("normalizations by cuDNN", support.run([built / "tests" / "generated" / "compute_test", "--gtest_filter=BatchNormTest*"],
                                                                     env=support.environment(TEST_NPU_CUDA_MEASURE="libraries"))))
        pool = support.run([built / "tests" / "generated" / "runtime_test"], env=support.environment(TEST_NPU_CUDA_POOL="1", TEST_NPU_VERBOSE="1"))
        outcomes.append(check("the runtime's tests with a memory pool", pool))
        for line in sorted(set(re.findall(r"^test_npu: (.*memory pool.*)", pool.stderr, re.M))):
            print(f"  {line}")
    fit = support.REPOSITORY / "scripts" / "lib" / "demo" / "fit.py"
    only = [word for name in FAMILIES for word in ("--only", name)]
    outcomes.append(check("networks of every family", support.run(
        [support.python_of("newest"), fit, "--device", "TEST_NPU", "--epochs", "0", *only], env=support.environment(plugin)),
        "every loss agrees with the CPU's"))
    times = support.run([built / "primitives"], env=support.environment(TEST_NPU_VERBOSE="1"))
    outcomes.append(check("times of primitives", times))
    for line in re.findall(r"^test_npu: (.*own kernels.*|opened .*)", times.stderr, re.M):
        print(f"  {line}")
    for name, seconds in re.findall(r"^(\S+) (\S+)", times.stdout, re.M):
        print(f"  {name:55} {float(seconds) * 1e6:12.1f} us")
    return all(outcomes)


def main():
    wanted = sys.argv[1:] or BACKENDS
    unknown = [name for name in wanted if name not in BACKENDS]
    if unknown:
        sys.exit(f"run.py: no backend {unknown[0]!r} for GPUs; there are {', '.join(BACKENDS)}")
    outcomes = [test(backend) for backend in wanted]
    sys.exit(0 if all(outcomes) else 1)


if __name__ == "__main__":
    main()
