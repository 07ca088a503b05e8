"""The rewrites of the set `keras`: inference and training with them and without, in the same process."""

import json
import os

from measuring import PYTHON, ROOT, Figure, need_plugingen, run

# How much faster inference has to be, and the most that a step of training may take.
FASTER = {"convolutional network, batch 32: inference": 1.15, "transformer, batch 8: inference": 1.15}
TRAINING = 1.02


def measure():
    need_plugingen()
    run([ROOT / "scripts" / "demo", "--train", "--build"])
    library = ROOT / "build" / "demo" / "training" / "build" / "libtraining_npu.so"
    environment = dict(os.environ, TF_PLUGGABLE_DEVICE_LIBRARY_PATH=str(library), TF_CPP_MIN_LOG_LEVEL="3",
                       KERAS_BACKEND="tensorflow")
    output = run([PYTHON, ROOT / "bench" / "fusion_probe.py", "TRAINING_NPU", "TRAINING_NPU_GRAPH_OFF"], env=environment)
    figures = []
    for name, (without, fused) in json.loads(output.splitlines()[-1]).items():
        if name.endswith("training"):
            figures.append(Figure(f"{name}: fused / not", fused[0] / without[0], "ratio", fused[1] / without[1], TRAINING))
        else:
            figures.append(Figure(f"{name}: not / fused", without[0] / fused[0], "ratio", without[1] / fused[1],
                                  FASTER.get(name), at_least=True))
    return figures
