#!/usr/bin/env python3
"""Adds what an installed TensorFlow knows of its ops, kernels and C functions to the catalogue.

    build/venv/bin/python tools/extract_catalog.py [--catalog FOLDER] [--release 2.22]

Run it with the Python whose TensorFlow is meant: a release of the range, the next one, or a nightly. The facts of
that release are replaced in, or added to, catalog/tensorflow.txt and (by extract_c_api.py) catalog/c_api.txt;
`git diff` then shows what the release changed. The formats are told at the top of the files; the readers are in
generator/catalog/. Left out: ops whose names start with an underscore (core's private ones, whose signatures move
between releases), and kernels of device types other than CPU, DEFAULT and GPU.
"""

import argparse
import collections
import os
import pathlib
import re

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import extract_c_api
import merged_catalog
import tensorflow as tf
from tensorflow.core.framework import op_def_pb2, types_pb2
from tensorflow.python.client import pywrap_tf_session
from tensorflow.python.framework import kernels as registered_kernels

OPS_HEADER = """\
# What TensorFlow knows of its ops and kernels, release by release. Made by tools/extract_catalog.py; do not edit.
#
#   tensorflow RELEASE...     the releases this file tells about
#   op NAME                   starts an op
#   flags WORD...             stateful commutative aggregate uninitialized deprecated
#   in|out ARG: TYPE          TYPE is a dtype, a type attr, N * TYPE, a list(type) attr, or Ref(TYPE)
#   attr NAME: KIND [>= MIN] [= DEFAULT]     as in an op definition; {a, b} lists what is allowed
#   kernel DEVICE [ATTR=dtype|dtype ...] [host=arg,arg] [label=L] [priority=N]; few attrs are no dtypes
#                             rows that core registers; DEFAULT serves every pluggable device
#
# A line that not every release has tells which do: "2.15- in x: T" is there from 2.15 on, "-2.14" until 2.14,
# "2.13-2.14" in two, "2.13" in one; an op has this behind its name, for the op as a whole. The lines of an op
# that one release has are its definition in that release, in order.
"""
STYLE = merged_catalog.Style(OPS_HEADER, ("op",))
DEVICES = ("CPU", "DEFAULT", "GPU")


def dtype_name(number):
    """DT_FLOAT -> float, DT_INT32_REF -> Ref(int32)."""
    name = types_pb2.DataType.Name(number)[3:].lower()
    return f"Ref({name[:-4]})" if name.endswith("_ref") else name


def attr_value_text(value):
    kind = value.WhichOneof("value")
    if kind == "list":
        parts = []
        for field, numbers in value.list.ListFields():
            for item in numbers:
                if field.name == "type":
                    parts.append(dtype_name(item))
                elif field.name == "s":
                    parts.append('"' + item.decode() + '"')
                elif field.name == "b":
                    parts.append(str(item).lower())
                elif field.name == "shape":
                    parts.append(shape_text(item))
                elif field.name == "tensor":
                    parts.append(f"tensor({dtype_name(item.dtype)})")
                else:
                    parts.append(f"{item:g}" if field.name == "f" else str(item))
        return "[" + ", ".join(parts) + "]"
    if kind == "type":
        return dtype_name(value.type)
    if kind == "s":
        return '"' + value.s.decode("unicode_escape").replace("\n", "\\n") + '"'
    if kind == "b":
        return str(value.b).lower()
    if kind == "f":
        return f"{value.f:g}"
    if kind == "i":
        return str(value.i)
    if kind == "shape":
        return shape_text(value.shape)
    return "?"


def shape_text(shape):
    if shape.unknown_rank:
        return "?"
    return "[" + ",".join("?" if d.size < 0 else str(d.size) for d in shape.dim) + "]"


def attr_text(attr):
    kind = attr.type
    if attr.HasField("allowed_values"):
        allowed = attr_value_text(attr.allowed_values)[1:-1]
        kind = "list({" + allowed + "})" if kind.startswith("list(") else "{" + allowed + "}"
    text = f"{attr.name}: {kind}"
    if attr.has_minimum:
        text += f" >= {attr.minimum}"
    if attr.HasField("default_value"):
        text += f" = {attr_value_text(attr.default_value)}"
    return text


def arg_text(arg):
    if arg.type_list_attr:
        kind = arg.type_list_attr
    else:
        kind = arg.type_attr or dtype_name(arg.type)
        if arg.number_attr:
            kind = f"{arg.number_attr} * {kind}"
    return f"{arg.name}: Ref({kind})" if arg.is_ref else f"{arg.name}: {kind}"


def op_flags(op):
    flags = []
    if op.is_stateful:
        flags.append("stateful")
    if op.is_commutative:
        flags.append("commutative")
    if op.is_aggregate:
        flags.append("aggregate")
    if op.allows_uninitialized_input:
        flags.append("uninitialized")
    if op.HasField("deprecation"):
        flags.append("deprecated")
    return ["flags " + " ".join(flags)] if flags else []


def merged(rows):
    """Merges rows (dicts of attr -> frozenset of dtypes) that differ in one attr, until none does."""
    rows = sorted({tuple(sorted((a, tuple(sorted(t))) for a, t in row.items())) for row in rows})
    attrs = sorted({a for row in rows for a, _ in row})
    for attr in reversed(attrs):
        groups = collections.OrderedDict()
        for row in rows:
            rest = tuple((a, t) for a, t in row if a != attr)
            types = [t for a, t in row if a == attr]
            groups.setdefault((rest, bool(types)), set()).update(*types)
        rows = sorted(
            tuple(sorted(rest + (((attr, tuple(sorted(types))),) if has else ())))
            for (rest, has), types in groups.items()
        )
    return rows


def constraint_values(allowed):
    """What a kernel's constraint allows; nearly always dtypes."""
    values = [dtype_name(number) for number in allowed.type]
    values += ['"' + text.decode() + '"' for text in allowed.s]
    values += [str(number) for number in allowed.i]
    return values + [str(truth).lower() for truth in allowed.b]


def kernel_lines(rows):
    groups = collections.defaultdict(list)
    for row in rows:
        if row.device_type not in DEVICES:
            continue
        constraints = {c.name: frozenset(constraint_values(c.allowed_values.list)) for c in row.constraint}
        key = (row.device_type, ",".join(sorted(row.host_memory_arg)), row.label, row.priority)
        groups[key].append(constraints)
    for (device, host, label, priority), constraints in sorted(groups.items()):
        for row in merged(constraints):
            line = f"kernel {device}"
            line += "".join(f" {attr}={'|'.join(types)}" for attr, types in row)
            line += f" host={host}" if host else ""
            line += f" label={label}" if label else ""
            line += f" priority={priority}" if priority else ""
            yield line


def op_lines(op, rows):
    lines = op_flags(op)
    lines += [f"in {arg_text(arg)}" for arg in op.input_arg]
    lines += [f"out {arg_text(arg)}" for arg in op.output_arg]
    lines += [f"attr {attr_text(attr)}" for attr in op.attr]
    return lines + list(kernel_lines(rows))


def all_ops():
    """{"op NAME": its lines}, of the TensorFlow that runs this."""
    ops = op_def_pb2.OpList()
    ops.ParseFromString(pywrap_tf_session.TF_GetBuffer(pywrap_tf_session.TF_GetAllOpList()))
    kernels = collections.defaultdict(list)
    for row in registered_kernels.get_all_registered_kernels().kernel:
        kernels[row.op].append(row)
    return {f"op {op.name}": op_lines(op, kernels[op.name]) for op in ops.op if not re.search("^_|>", op.name)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    folder = pathlib.Path(__file__).resolve().parent.parent / "catalog"
    parser.add_argument("--catalog", type=pathlib.Path, default=folder, help="another folder than catalog/")
    release = ".".join(tf.__version__.split(".")[:2])
    parser.add_argument("--release", default=release, help=f"what to call it (default: {release})")
    arguments = parser.parse_args()
    extract_c_api.extract(pathlib.Path(tf.__file__).parent, arguments.catalog, arguments.release)
    merged_catalog.update(arguments.catalog / "tensorflow.txt", STYLE, arguments.release, all_ops())


if __name__ == "__main__":
    main()
