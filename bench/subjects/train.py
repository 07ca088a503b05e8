"""The project with set `keras`: its build, its size, and steps of training and ops beside TensorFlow's CPU."""

import json

from measuring import PYTHON, ROOT, Figure, kernel_units, need_plugingen, run
from training_project import LIBRARY, PROJECT, build_anew, probe_environment

WORST = 10


def measure():
    need_plugingen()
    built = build_anew()
    figures = [
        Figure("set keras: cold build, two jobs", built, "s", limit=240, note=f"{kernel_units(PROJECT)} kernel files"),
        Figure("set keras: library", LIBRARY.stat().st_size / 1e6, "MB", limit=20),
    ]
    output = run([PYTHON, ROOT / "bench" / "train_probe.py", "TRAINING_NPU"], env=probe_environment())
    times = json.loads(output.splitlines()[-1])
    for name, (cpu, device) in times["models"].items():
        figures.append(Figure(f"{name}: step on the CPU", cpu[0] * 1e3, "ms", cpu[1] * 1e3))
        figures.append(Figure(f"{name}: device / CPU", device[0] / cpu[0], "ratio", device[1] / cpu[1], 1.0))
    ratios = {name: (device[0] / cpu[0], device[1] / cpu[1]) for name, (cpu, device) in times["ops"].items()}
    worst = sorted(ratios, key=lambda name: -ratios[name][0])[:WORST]
    figures += [Figure(f"{name}: device / CPU", *(ratios[name][0], "ratio", ratios[name][1]),
                       note=f"one of the {WORST} slowest of {len(ratios)} ops") for name in worst]
    return figures
