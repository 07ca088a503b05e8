# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.
"""What the doctor says of a model or a program: which of its ops run on the CPU, and why."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from .doctor import DEVICE_TYPE, HAS_OPS, NAME
from .doctor_findings import note, ok, problem, run, times

FALLBACK = f"{NAME.upper()}_FALLBACK"
HERE = pathlib.Path(__file__).resolve().parent
MOST_NAMED = 10
# A row of the plugin's report: an op and the device code that ran for it (`by`), an op and the
# primitive that the host computed, or a primitive; then the number of runs, the MiB copied each way
# if any, the milliseconds, and the percentage.
ROW = re.compile(r"  (\S+?)(?:(, | by )(\S.*?))? +(\d+)(?: +([\d.]+) +([\d.]+))? +([\d.]+) +([\d.]+)%$")

MODEL = """
import collections, json, os, sys
sys.path.insert(0, FOLDER)
import tensorflow as tf
from doctor_ops import place_of, types_of
sys.path.remove(FOLDER)

def graphs_of(path):
    if os.path.isdir(path):
        from tensorflow.core.protobuf import saved_model_pb2
        model = saved_model_pb2.SavedModel.FromString(open(os.path.join(path, "saved_model.pb"), "rb").read())
        return [meta.graph_def for meta in model.meta_graphs]
    model = tf.keras.models.load_model(path, compile=False)
    with tf.device("/CPU:0"):
        specs = [tf.TensorSpec([2 if d is None else d for d in x.shape], x.dtype) for x in model.inputs]
        call = tf.function(lambda *x: model(list(x) if len(x) > 1 else x[0]), jit_compile=False)
        return [call.get_concrete_function(*specs).graph.as_graph_def()]

if PACKAGE:
    try:
        __import__(PACKAGE)  # its ops
    except ImportError:
        pass
graphs = graphs_of(sys.argv[1])
functions = {function.signature.name for graph in graphs for function in graph.library.function}
counts = collections.Counter()
for graph in graphs:
    for nodes in [graph.node] + [function.node_def for function in graph.library.function]:
        for node in nodes:
            if node.op not in functions:
                counts[node.op, tuple(sorted(types_of(node).items()))] += 1

report = [[op, dict(types), count, *place_of(op, dict(types), DEVICE)] for (op, types), count in sorted(counts.items())]
print("\\n" + json.dumps(report))
"""

def of_types(op, types):
    return op + (" of " + ", ".join(f"{name}={value}" for name, value in types.items()) if types else "")


def judge(rows, how):
    """Findings about ops: rows of op, types, count, where it can run, and the types that the device has kernels for."""
    on_host, put_there, fused = set(), set(), set()
    for op, types, count, where, others in rows:
        which = of_types(op, types)
        if where == "unknown":
            yield problem(f"TensorFlow does not know the op {op}", "the library that defines it has to be loaded first")
        elif where == "nowhere":
            yield problem(f"no device has a kernel for {which}", "the model cannot run in this TensorFlow on any device")
        elif where == "device":
            put_there.add(op)
        elif op.startswith("_"):
            fused.add(op)
        elif any(value in ("float", "half", "bfloat16", "double") for value in types.values()):
            reason = f"its kernels for the device are for {', '.join(others)}" if others else "the device has no kernel for it"
            wanted = ", ".join(f"{name}: {value}" for name, value in types.items()) if others else ""
            yield problem(f"{which} {how} on the CPU, {times(count)}: {reason}",
                          f"add it to the spec, under kernels: - {{op: {op}" + (f", types: {{{wanted}}}" if wanted else "") + "}")
        else:
            on_host.add(op)
    if on_host:
        yield note(f"these {how.replace('runs', 'run')} on the CPU, none of them on floats: " + ", ".join(sorted(on_host)))
    if fused:
        yield note("TensorFlow created these for its CPU from other ops: " + ", ".join(sorted(fused)))
    if put_there:
        yield note("these ran on the CPU though the device has kernels for them: " + ", ".join(sorted(put_there)),
                   "the program placed them there, or they are colocated with something there")


def check_model(path):
    if not pathlib.Path(path).exists():
        yield problem(f"there is no {path}", "MODEL is a SavedModel's folder, or a file that Keras has saved")
        return
    names = (DEVICE_TYPE, str(HERE), NAME if HAS_OPS else "")
    done = run(f"DEVICE, FOLDER, PACKAGE = {names!r}" + MODEL, path)
    if done.returncode != 0:
        lines = [line for line in done.stderr.strip().splitlines() if line.strip()] or ["it printed nothing"]
        yield problem(f"{path} cannot be read: {lines[-1]}", "is it a SavedModel's folder, or a file that Keras has saved?")
        return
    rows = json.loads(done.stdout.strip().splitlines()[-1])
    on_device = sum(row[2] for row in rows if row[3] == "device")
    yield ok(f"{on_device} of {sum(row[2] for row in rows)} ops of {path} have a kernel for {DEVICE_TYPE}")
    yield from judge([row for row in rows if row[3] != "device"], "runs")


def check_program(words):
    """What a Python program runs on the CPU. Its output goes to the standard error."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        fallbacks = pathlib.Path(folder) / "fallbacks.txt"
        done = subprocess.run([sys.executable, HERE / "doctor_ops.py", report, DEVICE_TYPE, *words], stdout=sys.stderr,
                              env={FALLBACK: f"report:{fallbacks}", **os.environ})
        if not report.exists():
            yield problem(f"{words[0]} ended the process ({done.returncode}) before the doctor could find out what it ran", "its output is above")
            return
        found = json.loads(report.read_text(encoding="utf-8"))
        table = fallbacks.read_text(encoding="utf-8").splitlines() if fallbacks.exists() else []
    if done.returncode != 0:
        yield note(f"{words[0]} ended with status {done.returncode}: the findings below cover what it ran until then")
    yield ok(f"{found['on_device']} ops of {words[0]} ran on {DEVICE_TYPE}")
    yield from judge(found["rows"], "ran")
    yield from judge_work([found.groups() for found in map(ROW.match, table) if found])


def judge_work(rows):
    """What the plugin ran on the device, and the primitives and ops without one that it computed on the host, the longest first."""
    on_device = [row for row in rows if row[1] == " by "]
    for op, _, code, launches, _, _, milliseconds, share in on_device[:MOST_NAMED]:
        yield ok(f"{op} ran on the device {times(launches)}, by {code}: {milliseconds} ms, {share} % of what the plugin ran")
    if len(on_device) > MOST_NAMED:
        yield ok(f"{len(on_device) - MOST_NAMED} more ran on the device; {FALLBACK}=report prints all when a process ends")
    of_primitives = [(f"the primitive {name}", f"implement it for the device: plugingen eject library/compute/{name}.cc", *rest)
                     for name, separator, _, *rest in rows if separator is None and name != "-"]
    of_ops = [(name, "write a kernel for the device: docs/writing_kernels.md", *rest)
              for name, separator, primitive, *rest in rows if separator == ", " and primitive == "-"]
    on_host = sorted(of_primitives + of_ops, key=lambda each: float(each[5]), reverse=True)
    for name, remedy, pieces, down, up, milliseconds, share in on_host[:MOST_NAMED]:
        yield note(f"{name} was computed on the host {times(pieces)}: {milliseconds} ms, {share} % of what the plugin ran, "
                   f"{down} MiB copied to it and {up} MiB back", remedy)
    if len(on_host) > MOST_NAMED:
        yield note(f"{len(on_host) - MOST_NAMED} more were computed on the host; {FALLBACK}=report prints all when a process ends")
