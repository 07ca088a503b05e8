"""Ops and steps of the sizes that real models have, on the device of set `keras` beside TensorFlow's CPU."""

import json

from measuring import PYTHON, ROOT, Figure, need_plugingen, run
from training_project import build_if_stale, probe_environment


def measure():
    need_plugingen()
    build_if_stale()
    output = run([PYTHON, ROOT / "bench" / "sizes_probe.py", "TRAINING_NPU"], env=probe_environment())
    times = json.loads(output.splitlines()[-1])
    figures = []
    for name, (cpu, device) in {**times["ops"], **times["models"]}.items():
        figures.append(Figure(f"{name}: CPU", cpu[0] * 1e3, "ms", cpu[1] * 1e3))
        figures.append(Figure(f"{name}: device / CPU", device[0] / cpu[0], "ratio", device[1] / cpu[1], 1.0))
    return figures
