#!/usr/bin/env python3
"""Adds what a TensorFlow release knows of its ops, kernels and C functions to the catalogue.

    tools/extract_catalog.py [WHEEL_OR_FOLDER] [--catalog FOLDER] [--release 2.N]

Reads a wheel file (whose libraries are unpacked for it, some 1.5 GB), or the site-packages that a release is installed
in; without an argument, the TensorFlow of the Python that runs this. The facts of that release are replaced in, or
added to, catalog/tensorflow.txt and (by extract_c_api.py) catalog/c_api.txt; `git diff` then shows what the release
changed. The formats are told at the top of the files; the readers are in generator/catalog/. Left out: ops whose names
start with an underscore (core's private ones, whose signatures move between releases), and kernels of device types
other than CPU, DEFAULT and GPU.
"""

import argparse
import collections
import importlib.util
import pathlib
import re
import sys

import extract_c_api
import merged_catalog
import python_functions
import registered_ops
from elf_symbols import NotElf
from tensorflow_package import NoPackage, Package

OPS_HEADER = """\
# What TensorFlow knows of its ops and kernels, release by release. Made by tools/extract_catalog.py; do not edit.
#
#   tensorflow RELEASE...     the releases this file tells about
#   op NAME                   starts an op
#   flags WORD...             stateful commutative aggregate uninitialized deprecated
#   in|out ARG: TYPE          TYPE is a dtype, a type attr, N * TYPE, a list(type) attr, or Ref(TYPE)
#   attr NAME: KIND [>= MIN] [= DEFAULT]     as in an op definition; {a, b} lists what is allowed
#   python NAME=OTHER...      parameters that tf.raw_ops calls otherwise than the definition; `python none` for an op
#                             that is not in tf.raw_ops
#   kernel DEVICE [ATTR=dtype|dtype ...] [host=arg,arg] [label=L] [priority=N]; few attrs are no dtypes
#                             rows that core registers; DEFAULT serves every pluggable device
#
# A line that not every release has tells which do: "2.15- in x: T" is there from 2.15 on, "-2.14" until 2.14,
# "2.13-2.14" in two, "2.13" in one; an op has this behind its name, for the op as a whole. The lines of an op
# that one release has are its definition in that release, in order.
"""
STYLE = merged_catalog.Style(OPS_HEADER, ("op",))
DEVICES = ("CPU", "DEFAULT", "GPU")
RELEASE = re.compile(r"2\.(0|[1-9][0-9]?)")


class Texts:
    """Parts of op definitions as text, with the names that a package has for dtypes."""

    def __init__(self, package):
        header = package.header("tensorflow/core/framework/types.pb.h") or ""
        self.dtypes = {int(number): name.lower() for name, number in re.findall(r"\bDT_(\w+) = (\d+)\b", header)}

    def dtype(self, number):
        """1 (DT_FLOAT) -> float, 103 (DT_INT32_REF) -> Ref(int32)."""
        name = self.dtypes.get(number, f"dtype_{number}")
        return f"Ref({name[:-4]})" if name.endswith("_ref") else name

    def listed(self, values):
        """What is in a list of values, as texts."""
        texts = []
        for kind in values.present:
            for item in getattr(values, kind):
                texts.append(self.item(kind, item))
        return texts

    def item(self, kind, item):
        if kind == "type":
            return self.dtype(item)
        if kind == "s":
            return '"' + item.decode() + '"'
        if kind == "shape":
            return shape_text(item)
        if kind == "tensor":
            return f"tensor({self.dtype(item.dtype)})"
        if kind == "b":
            return str(item).lower()
        return f"{item:g}" if kind == "f" else str(item)

    def value(self, value):
        kind = value.present[0] if value.present else ""
        if kind == "list":
            return "[" + ", ".join(self.listed(value.list)) + "]"
        if kind == "s":
            return '"' + value.s.decode("unicode_escape").replace("\n", "\\n") + '"'
        if kind in ("", "tensor", "func"):
            return "?"
        return self.item(kind, getattr(value, kind))

    def attr(self, attr):
        kind = attr.type.decode()
        if attr.has("allowed_values"):
            allowed = ", ".join(self.listed(attr.allowed_values.list))
            kind = "list({" + allowed + "})" if kind.startswith("list(") else "{" + allowed + "}"
        text = f"{attr.name.decode()}: {kind}"
        if attr.has_minimum:
            text += f" >= {attr.minimum}"
        if attr.has("default_value"):
            text += f" = {self.value(attr.default_value)}"
        return text

    def arg(self, arg):
        if arg.type_list_attr:
            kind = arg.type_list_attr.decode()
        else:
            kind = arg.type_attr.decode() or self.dtype(arg.type)
            if arg.number_attr:
                kind = f"{arg.number_attr.decode()} * {kind}"
        return f"{arg.name.decode()}: Ref({kind})" if arg.is_ref else f"{arg.name.decode()}: {kind}"

    def constraint(self, constraint):
        """(attr, what a kernel allows of it): dtypes, nearly always."""
        return constraint.name.decode(), frozenset(self.listed(constraint.allowed_values.list))


def shape_text(shape):
    if shape.unknown_rank:
        return "?"
    return "[" + ",".join("?" if d.size < 0 else str(d.size) for d in shape.dim) + "]"


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
    if op.has("deprecation"):
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


def kernel_lines(texts, rows):
    groups = collections.defaultdict(list)
    for row in rows:
        if row.device_type.decode() not in DEVICES:
            continue
        host = ",".join(sorted(arg.decode() for arg in row.host_memory_arg))
        key = (row.device_type.decode(), host, row.label.decode(), row.priority)
        groups[key].append(dict(map(texts.constraint, row.constraint)))
    for (device, host, label, priority), constraints in sorted(groups.items()):
        for row in merged(constraints):
            line = f"kernel {device}"
            line += "".join(f" {attr}={'|'.join(types)}" for attr, types in row)
            line += f" host={host}" if host else ""
            line += f" label={label}" if label else ""
            line += f" priority={priority}" if priority else ""
            yield line


def python_lines(renamed):
    if renamed is None:
        return ["python none"]
    return ["python " + " ".join(f"{name}={python}" for name, python in renamed.items())] if renamed else []


def op_lines(texts, op, renamed, rows):
    lines = op_flags(op)
    lines += [f"in {texts.arg(arg)}" for arg in op.input_arg]
    lines += [f"out {texts.arg(arg)}" for arg in op.output_arg]
    lines += [f"attr {texts.attr(attr)}" for attr in op.attr]
    lines += python_lines(renamed)
    return lines + list(kernel_lines(texts, rows))


def all_ops(package):
    """{"op NAME": its lines}"""
    texts = Texts(package)
    ops, kernel_rows = registered_ops.registered(package)
    kernels = collections.defaultdict(list)
    for row in kernel_rows:
        kernels[row.op].append(row)
    named = {op.name.decode(): op for op in ops}
    renamed = python_functions.renamed_parameters(package)
    if renamed is None:  # nothing is known of Python
        renamed = {name: {} for name in named}
    return {f"op {name}": op_lines(texts, op, renamed.get(name), kernels[op.name])
            for name, op in named.items() if not re.search("^_|>", name)}


def tensorflow_of_this_python():
    found = importlib.util.find_spec("tensorflow")
    if found is None or not found.submodule_search_locations:
        raise NoPackage("this Python has no TensorFlow; name a wheel, or a folder that one is installed in")
    return found.submodule_search_locations[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("place", metavar="WHEEL_OR_FOLDER", nargs="?",
                        help="a .whl file, or a folder with tensorflow/ in it (default: this Python's)")
    parser.add_argument("--catalog", type=pathlib.Path, default=extract_c_api.FOLDER,
                        help="another folder than catalog/")
    parser.add_argument("--release", help="what to call it (default: what the package's metadata says)")
    arguments = parser.parse_args()
    try:
        package = Package(arguments.place or tensorflow_of_this_python())
        release = arguments.release or package.release
        if not RELEASE.fullmatch(release):
            raise NoPackage(f"TensorFlow {release} is no release that plugingen can tell apart: --release names it, "
                            "as in --release 2.15")
        ops = all_ops(package)
        extract_c_api.extract(package, arguments.catalog, release)
        merged_catalog.update(arguments.catalog / "tensorflow.txt", STYLE, release, ops)
    except (NoPackage, NotElf, registered_ops.CannotLoad) as error:
        sys.exit(f"extract_catalog.py: {error}")


if __name__ == "__main__":
    main()
