"""The plugin of device_specs/opencl.yaml on the first OpenCL device, beside TensorFlow's CPU, the reference backend, CLBlast, and kernels
as one would write them first."""

import json
import os
import re
import shutil
import statistics

from measuring import PLUGINGEN, PYTHON, ROOT, SCRATCH, Figure, emit_and_configure, need_plugingen, run, timed
from training_project import LIBRARY as REFERENCE
from training_project import build_if_stale

FOLDER = SCRATCH / "opencl"
PROJECT, BUILD = FOLDER / "project", FOLDER / "build"
PLUGIN = BUILD / "libopencl_npu.so"
TYPE, REFERENCE_TYPE = "OPENCL_NPU", "TRAINING_NPU"
# Those whose steps are mostly products and convolutions.
STEP_LIMITS = {"convolutional network, batch 32": 1.5, "ResNet-50, batch 4": 1.5}
FIRST_STEPS = ("perceptron, batch 32", "convolutional network, batch 32")
RUNS = 3


def build():
    if PLUGIN.exists() and PLUGIN.stat().st_mtime > PLUGINGEN.stat().st_mtime:
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    spec = FOLDER / "opencl.yaml"
    text = (ROOT / "device_specs" / "opencl.yaml").read_text().replace("capacity: 1GiB", "capacity: 16GiB")
    # A kernel more, whose primitive Keras does without.
    spec.write_text(text.replace("  - set: keras\n", "  - set: keras\n  - op: ResourceApplyMomentum\n", 1))
    emit_and_configure(spec, PROJECT, BUILD, f"-DCMAKE_PROJECT_INCLUDE={ROOT / 'bench' / 'device' / 'opencl.cmake'}")
    run(["cmake", "--build", BUILD, "-j", "2", "--target", "opencl_npu", "naive", "enqueue"])


def environment(*libraries):
    """With these plugins, and the ops that they put into graphs. What PoCL compiles is kept beside them, and not in the user's folder."""
    together = FOLDER / "libraries" / str(len(libraries)) / libraries[0].stem
    shutil.rmtree(together, ignore_errors=True)
    together.mkdir(parents=True)
    for library in libraries:
        for file in (library, library.with_name(f"{library.stem}_ops.so")):
            (together / file.name).symlink_to(file)
    cache = FOLDER / "pocl"
    cache.mkdir(exist_ok=True)
    return dict(os.environ, TF_PLUGGABLE_DEVICE_LIBRARY_PATH=str(together), TF_CPP_MIN_LOG_LEVEL="3", KERAS_BACKEND="tensorflow",
                POCL_CACHE_DIR=str(cache))


def steps_and_products():
    output = run([PYTHON, ROOT / "bench" / "opencl_probe.py", TYPE, REFERENCE_TYPE], env=environment(PLUGIN, REFERENCE))
    times = json.loads(output.splitlines()[-1])
    figures = []
    for name, (cpu, opencl, reference) in times["models"].items():
        figures += [
            Figure(f"{name}: step on the OpenCL device", opencl[0] * 1e3, "ms", opencl[1] * 1e3),
            Figure(f"{name}: OpenCL / TensorFlow's CPU", opencl[0] / cpu[0], "ratio", opencl[1] / cpu[1]),
            Figure(f"{name}: OpenCL / reference backend", opencl[0] / reference[0], "ratio", opencl[1] / reference[1], STEP_LIMITS.get(name)),
        ]
    for side, (cpu, opencl, reference, *blas) in times["products"].items():
        name = f"product of {side} x {side} floats"
        figures += [
            Figure(f"{name}: OpenCL", opencl[0] * 1e3, "ms", opencl[1] * 1e3),
            Figure(f"{name}: OpenCL / TensorFlow's CPU", opencl[0] / cpu[0], "ratio", opencl[1] / cpu[1]),
            Figure(f"{name}: OpenCL / reference backend", opencl[0] / reference[0], "ratio", opencl[1] / reference[1]),
        ]
        figures += [Figure(f"{name}: OpenCL / CLBlast", opencl[0] / each[0], "ratio", opencl[1] / each[1], 1.0) for each in blas]
        if not blas:
            print("  without CLBlast: libclblast.so.1 (Debian's libclblast1) is not installed, and CLBLAST names no file", flush=True)
    return figures


def enqueue():
    ours, drivers, our_median, drivers_median = map(float, run([BUILD / "enqueue"], env=environment(PLUGIN)).splitlines()[-1].split())
    return [
        Figure("Relu of one float: the driver's own enqueue", drivers, "us", drivers_median),
        Figure("Relu of one float: enqueue, more than that", ours - drivers, "us", our_median - drivers_median, 3.0),
    ]


def first_steps():
    """Until a fresh process has taken its first step, with the kernels in PoCL's cache."""
    environments = {TYPE: environment(PLUGIN), REFERENCE_TYPE: environment(REFERENCE)}
    figures = []
    for name in FIRST_STEPS:
        seconds = {type_: [] for type_ in environments}
        for turn in range(RUNS + 1):  # the first fills the caches
            for type_, variables in environments.items():
                command = [PYTHON, ROOT / "bench" / "first_step_probe.py", type_, name]
                times = timed(command, 1, env=variables)
                if turn > 0:
                    seconds[type_].append(times.least)
        ours, references = seconds[TYPE], seconds[REFERENCE_TYPE]
        figures.append(Figure(f"{name}: first step, more than the reference's", min(ours) - min(references), "s",
                              statistics.median(ours) - statistics.median(references), 1.0))
    return figures


def primitives():
    figures = []
    output = run([BUILD / "naive"], env=environment(PLUGIN))  # and what TensorFlow's library logs
    for name, *times in re.findall(r"^(\w+) ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)$", output, re.M):
        ours, naive, our_median, naive_median = map(float, times)
        figures.append(Figure(f"{name}: the library's kernel / a naive one", ours / naive, "ratio", our_median / naive_median, 1.05))
    return figures


def measure():
    need_plugingen()
    build()
    build_if_stale()
    return [*steps_and_products(), *enqueue(), *first_steps(), *primitives()]
