"""What the profiler costs: steps of training with a plugin that has none, with one that has, and while it is on."""

import collections
import json
import os
import shutil
import statistics

from measuring import PYTHON, ROOT, SCRATCH, Figure, emit_and_configure, need_plugingen, run

SPEC = """\
plugingen: 1
plugin: {{name: {name}}}
device: {{type: {type}}}
kernels:
{kernels}
profiler: {profiler}
"""
NAME = "profile_npu"
PROCESSES = 8

# What the step consists of, and no more, so that two plugins are soon built.
KERNELS = """AddV2 AssignSubVariableOp BiasAdd BiasAddGrad Conv2D Conv2DBackpropFilter Conv2DBackpropInput DivNoNan
Fill MatMul MaxPool MaxPoolGrad Mean Mul RealDiv Relu ReluGrad SparseSoftmaxCrossEntropyWithLogits Sub Sum Tile"""


def kernels():
    return "\n".join(f"  - {{op: {op}, types: {{{'dtype' if 'Variable' in op else 'T'}: float}}}}"
                     for op in KERNELS.split())


def build(folder, profiler):
    folder.mkdir(parents=True)
    spec = folder / f"{NAME}.yaml"
    spec.write_text(SPEC.format(name=NAME, type=NAME.upper(), kernels=kernels(), profiler=profiler))
    emit_and_configure(spec, folder / "project", folder / "build")
    run(["cmake", "--build", folder / "build", "-j", "2", "--target", NAME])
    return folder / "build" / f"lib{NAME}.so"


def steps(library):
    environment = dict(os.environ, TF_PLUGGABLE_DEVICE_LIBRARY_PATH=str(library), TF_CPP_MIN_LOG_LEVEL="3")
    output = run([PYTHON, ROOT / "bench" / "profile_probe.py", NAME.upper()], env=environment)
    return json.loads(output.splitlines()[-1])


def measure():
    need_plugingen()
    folder = SCRATCH / "profile"
    shutil.rmtree(folder, ignore_errors=True)
    plugins = {name: build(folder / name, profiler) for name, profiler in (("without", "false"), ("with", "true"))}
    # In processes of their own, by turns: one process may be slower than the next by a fifth, from its first step to
    # its last, with the same plugin. So medians are compared, and those of a session with steps right before it.
    seconds, in_session = collections.defaultdict(list), collections.defaultdict(list)
    for _ in range(PROCESSES):
        for name, library in plugins.items():
            rounds = steps(library)
            seconds[name] += [value for values in rounds["off"] for value in values]
            in_session[name] += [min(on) / min(off) for off, on in zip(rounds["off"], rounds["on"])]
    median = {name: statistics.median(values) for name, values in seconds.items()}
    return [
        Figure("step, plugin without a profiler", min(seconds["without"]) * 1e3, "ms", median["without"] * 1e3),
        Figure("plugin with one, off / without", median["with"] / median["without"], "ratio", limit=1.03),
        Figure("in a session / out of one", statistics.median(in_session["with"]), "ratio", limit=1.03),
        Figure("the same without a profiler", statistics.median(in_session["without"]), "ratio",
               note="TensorFlow's own profiler of the host"),
    ]
