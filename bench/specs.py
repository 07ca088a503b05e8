"""Specs of any size, made of ops that TensorFlow really has."""

import functools
import re

from measuring import ROOT

TYPES = ("float", "half", "double")


@functools.cache
def ops():
    """The ops that TensorFlow leaves to devices, the same in every release, each as (name, {type attribute: types of
    its rows}); one attribute has all of TYPES where it may."""
    catalog = (ROOT / "catalog" / "tensorflow.txt").read_text()
    result = []
    for section in re.split(r"^op ", catalog, flags=re.M)[1:]:
        name, _, releases = section.partition("\n")[0].partition(" ")
        changed = releases or re.search(r"^[-\d.]+ (in|out|attr) ", section, re.M)
        if name.startswith("_") or changed or "kernel DEFAULT" in section:
            continue
        attributes = {}
        for attribute, listed in re.findall(r"^attr (\w+): (?:type\b|\{([a-z][a-z0-9_, ]*)\})", section,
                                            re.M):
            allowed = [type_ for type_ in listed.split(", ") if not type_.startswith("q")] if listed else TYPES
            three = set(TYPES) <= set(allowed) and TYPES not in attributes.values()
            attributes[attribute] = TYPES if three else (allowed[0] if allowed else "",)
        if all(first for first, *_ in attributes.values()):
            result.append((name, attributes))
    # Those with three rows first.
    return sorted(result, key=lambda op: TYPES not in op[1].values())


def ops_with_three_rows():
    return [op for op in ops() if TYPES in op[1].values()]


def spec_text(name, entries, among):
    """A spec with that many kernel entries, all of them stubs; when the ops are used up, they come again under
    another label."""
    lines = ["plugingen: 1", f"plugin: {{name: {name}}}", "kernels:"]
    for index in range(entries):
        op, attributes = among[index % len(among)]
        types = ", ".join(f"{attribute}: [{', '.join(types)}]" for attribute, types in attributes.items())
        round_ = index // len(among)
        lines.append(f"  - {{op: {op}" + (f", types: {{{types}}}" if types else "") +
                     (f", label: v{round_}" if round_ else "") + ", implementation: stub}")
    return "\n".join(lines) + "\n"
