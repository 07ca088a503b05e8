"""The project with set `keras`: its build, its size, and steps of training and ops beside TensorFlow's CPU."""

import json
import os
import shutil
import time

from measuring import PYTHON, ROOT, SCRATCH, Figure, emit_and_configure, need_plugingen, run

WORST = 10


def measure():
    need_plugingen()
    folder = SCRATCH / "train"
    shutil.rmtree(folder, ignore_errors=True)
    project, build = folder / "project", folder / "build"
    emit_and_configure(ROOT / "device_specs" / "training.yaml", project, build)
    started = time.perf_counter()
    run(["cmake", "--build", build, "-j", "2"])
    built = time.perf_counter() - started
    library = build / "libtraining_npu.so"
    kernels = len(list((project / "src" / "kernels").glob("*.cc")))
    figures = [
        Figure("set keras: cold build, two jobs", built, "s", limit=240, note=f"{kernels} kernel files"),
        Figure("set keras: library", library.stat().st_size / 1e6, "MB", limit=20),
    ]

    environment = dict(os.environ, TF_PLUGGABLE_DEVICE_LIBRARY_PATH=str(library), TF_CPP_MIN_LOG_LEVEL="3",
                       KERAS_BACKEND="tensorflow")
    output = run([PYTHON, ROOT / "bench" / "train_probe.py", "TRAINING_NPU"], env=environment)
    times = json.loads(output.splitlines()[-1])
    for name, (cpu, device) in times["models"].items():
        figures.append(Figure(f"{name}: step on the CPU", cpu[0] * 1e3, "ms", cpu[1] * 1e3))
        figures.append(Figure(f"{name}: device / CPU", device[0] / cpu[0], "ratio", device[1] / cpu[1], 1.0))
    ratios = {name: (device[0] / cpu[0], device[1] / cpu[1]) for name, (cpu, device) in times["ops"].items()}
    worst = sorted(ratios, key=lambda name: -ratios[name][0])[:WORST]
    figures += [Figure(f"{name}: device / CPU", *(ratios[name][0], "ratio", ratios[name][1]),
                       note=f"one of the {WORST} slowest of {len(ratios)} ops") for name in worst]
    return figures
