"""Specs of any size, made of ops that TensorFlow really has."""

import functools
import json

from measuring import PLUGINGEN, run

TYPES = ("float", "half", "double")


@functools.cache
def typed_ops():
    """Ops with a type attribute that takes TYPES, each as (op, attribute)."""
    ops = []
    for op in json.loads(run([PLUGINGEN, "ops", "--json"]))["ops"]:
        for attribute in op["attrs"]:
            allowed = attribute.get("allowed") or TYPES
            if attribute["type"] == "type" and set(TYPES) <= set(allowed):
                ops.append((op["name"], attribute["name"]))
                break
    return ops


def spec_text(name, entries):
    """A spec whose kernels are `entries` pairs of one op and three types, all of them stubs.

    Where there are more entries than ops, ops come again under another label.
    """
    ops = typed_ops()
    lines = ["plugingen: 1", f"plugin: {{name: {name}}}", "kernels:"]
    for index in range(entries):
        op, attribute = ops[index % len(ops)]
        round_ = index // len(ops)
        label = f", label: v{round_}" if round_ else ""
        lines.append(f"  - {{op: {op}, types: {{{attribute}: [{', '.join(TYPES)}]}}, "
                     f"implementation: stub{label}}}")
    return "\n".join(lines) + "\n"
