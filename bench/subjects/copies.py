"""Steps of training on a device that only copies: each op runs on the host, so the tensors travel."""

import json

from measuring import PYTHON, ROOT, Figure, need_plugingen, run
from training_project import build_if_stale, probe_environment

MODELS = ("perceptron, batch 32", "convolutional network, batch 32")


def measure():
    need_plugingen()
    build_if_stale()
    environment = dict(probe_environment(), TRAINING_NPU_COPY_ONLY="1")
    output = run([PYTHON, ROOT / "bench" / "train_probe.py", "TRAINING_NPU", *MODELS], env=environment)
    times = json.loads(output.splitlines()[-1])
    return [Figure(f"{name}: device / CPU", device[0] / cpu[0], "ratio", device[1] / cpu[1]) for name, (cpu, device) in times["models"].items()]
