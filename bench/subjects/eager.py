"""Ops, reads and copies on an emitted device, through Python, beside TensorFlow's CPU."""

import json
import os
import shutil

from measuring import PYTHON, ROOT, SCRATCH, Figure, emit_and_configure, need_plugingen, run

SPEC = """plugingen: 1
plugin: {{name: {name}}}
device: {{type: {type}, streams: {streams}}}
kernels:
  - {{op: AddV2, types: float}}
  - {{op: Mul, types: float}}
  - {{op: StridedSlice, types: {{T: float, Index: int32}}}}
"""


def build_plugin(folder, name, streams, libraries):
    folder.mkdir(parents=True)
    spec = folder / f"{name}.yaml"
    spec.write_text(SPEC.format(name=name, type=name.upper(), streams=streams))
    emit_and_configure(spec, folder / "project", folder / "build", f"-D{name.upper()}_BUILD_TESTS=OFF")
    run(["cmake", "--build", folder / "build"])
    shutil.copy(folder / "build" / f"lib{name}.so", libraries)


def measure():
    need_plugingen()
    folder = SCRATCH / "eager"
    shutil.rmtree(folder, ignore_errors=True)
    libraries = folder / "libraries"
    libraries.mkdir(parents=True)
    build_plugin(folder / "async", "bench_async", "asynchronous", libraries)
    build_plugin(folder / "sync", "bench_sync", "synchronous", libraries)

    environment = dict(os.environ, TF_PLUGGABLE_DEVICE_LIBRARY_PATH=str(libraries),
                       TF_CPP_MIN_LOG_LEVEL="2")
    output = run([PYTHON, ROOT / "bench" / "eager_probe.py"], env=environment)
    times = json.loads(output.splitlines()[-1])

    def microseconds(name, what):
        least, median = times[what]
        return Figure(name, least * 1e6, "us", median * 1e6)

    def ratio(name, above, below, limit, at_least=False):
        return Figure(name, times[above][0] / times[below][0], "ratio",
                      times[above][1] / times[below][1], limit, at_least)

    return [
        microseconds("AddV2 of 2 floats, CPU", "add_cpu"),
        microseconds("AddV2 of 2 floats, device", "add_async"),
        ratio("AddV2 of 2 floats, device / CPU", "add_async", "add_cpu", 1.15),
        microseconds("tf.function of 100 Mul, CPU", "chain_cpu"),
        microseconds("tf.function of 100 Mul, device", "chain_async"),
        ratio("tf.function of 100 Mul, device / CPU", "chain_async", "chain_cpu", 1.3),
        microseconds("tiny result to the host, synchronous device", "read_sync"),
        microseconds("tiny result to the host, asynchronous device", "read_async"),
        ratio("tiny result, asynchronous / synchronous", "read_async", "read_sync", 1.1),
        microseconds("64 MiB memcpy into fresh pages", "memcpy"),
        ratio("64 MiB to the device, speed / memcpy", "memcpy", "to_device", 0.9, at_least=True),
        ratio("64 MiB to the host, speed / memcpy", "memcpy", "to_host", 0.9, at_least=True),
    ]
