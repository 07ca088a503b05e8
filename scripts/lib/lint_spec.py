"""Writes the spec of a project that is compiled from all of the library, tests aside.

usage: lint_spec.py
"""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]

SPEC = """plugingen: 1
plugin: {name: lint_npu}
device: {backend: opencl, memory: {allocator: plugin}}
profiler: true
ops:
  - {name: LintSquare, inputs: "x: T", outputs: "y: T", attrs: ["T: {float}"], shape: {y: same_as(x)}, also_on_cpu: true}
graph:
  rewrites:
    - set: keras
kernels:
"""


def kernels():
    """Every reference kernel, each for one type: what is found in a kernel is found in any of its instances."""
    seen = set()
    for line in (ROOT / "catalog" / "reference.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        op, _, lists = (word.strip() for word in line.split("|")[:3])
        if op in seen:
            continue
        seen.add(op)
        attrs = [attr.replace(":", "").split()[:2] for attr in lists.split(";") if attr.strip()]
        types = ", ".join(f"{attr}: {first}" for attr, first in attrs)
        yield f"  - {{op: {op}, types: {{{types}}}}}" if types else f"  - {{op: {op}}}"


print(SPEC + "\n".join(kernels()))
