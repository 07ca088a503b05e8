# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.
"""What the doctor asks TensorFlow about ops: where they can run, and where those of a program did.

    python doctor_ops.py REPORT DEVICE_TYPE PROGRAM [ARGUMENTS...]

runs a Python program and writes REPORT, JSON: what it ran on the CPU. The doctor starts it.
"""

import collections
import json
import pathlib
import runpy
import sys

# Ops that pass values on, or that start or end a computation.
HANDS_ON = {"Const", "Identity", "IdentityN", "NoOp", "Placeholder", "PartitionedCall", "StatefulPartitionedCall", "_EagerConst", "_Arg",
            "_DeviceArg", "_Retval", "_DeviceRetval", "_HostRecv", "_HostSend", "_Recv", "_Send", "Enter", "Exit", "LoopCond", "Merge",
            "NextIteration", "Switch"}


def name_of(data_type):
    from tensorflow.core.framework import types_pb2

    return types_pb2.DataType.Name(data_type)[3:].lower()


def types_of(node):
    """The data types of a NodeDef, by attribute."""
    return {name: name_of(value.type) for name, value in node.attr.items() if value.type}


def allowed(kernel):
    """The data types that a kernel is registered for, by attribute."""
    return {c.name: [name_of(t) for t in c.allowed_values.list.type] for c in kernel.constraint if c.allowed_values.list.type}


def place_of(op, types, device):
    """Where an op of these types can run ("device", "host", "nowhere", or "unknown" if there is no such op), and the types
    that kernels of the op have for the device."""
    from tensorflow.python.framework import kernels, op_def_registry

    if op_def_registry.get(op) is None:
        return "unknown", []
    registered = kernels.get_registered_kernels_for_op(op).kernel
    serves = [kernel.device_type for kernel in registered if all(types.get(a) in t for a, t in allowed(kernel).items() if a in types)]
    others = sorted({f"{attr}={t}" for kernel in registered if kernel.device_type == device
                     for attr, ts in allowed(kernel).items() if attr in types for t in ts})
    where = "device" if device in serves or "DEFAULT" in serves else "host" if "CPU" in serves else "nowhere"
    return where, others


class Watch:
    """Counts what a program computes on the CPU: single ops of the main thread, and nodes of functions as they run."""

    def __init__(self, device):
        self.device = device
        self.counts = collections.Counter()
        self.on_device = 0

    def add(self, op, types, device):
        if self.device in device:
            self.on_device += 1
        elif op not in HANDS_ON and "CPU" in device:
            self.counts[op, tuple(sorted(types.items()))] += 1

    def note_eager_op(self, op_type, inputs, attrs, outputs, op_name=None, graph=None):
        del inputs, op_name
        if graph is not None or not outputs:
            return
        from tensorflow.python.framework import op_def_registry

        op = op_type.decode() if isinstance(op_type, bytes) else op_type
        definition = op_def_registry.get(op)
        if definition is None:
            return  # a function's call; its nodes are counted when they run
        of_types = {attr.name for attr in definition.attr if attr.type == "type"}
        given = dict(zip(attrs[::2], attrs[1::2]))
        types = {name: name_of(int(value)) for name, value in given.items() if name in of_types and value is not None}
        self.add(op, types, outputs[0].device or "CPU")

    def start(self):
        """From when the program's devices are there: it may have to say something about them first."""
        from tensorflow.python.eager import context
        from tensorflow.python.framework import op_callbacks

        initialize = context.Context.ensure_initialized

        def ensure_initialized(ctx):
            is_new = ctx._context_handle is None
            initialize(ctx)
            if is_new and ctx._context_handle is not None:
                ctx.enable_run_metadata()

        context.Context.ensure_initialized = ensure_initialized
        op_callbacks.add_op_callback(self.note_eager_op)

    def finish(self):
        from tensorflow.python.eager import context
        from tensorflow.python.framework import op_callbacks

        op_callbacks.remove_op_callback(self.note_eager_op)
        if context.context()._context_handle is None:
            return
        for graph in context.context().export_run_metadata().partition_graphs:
            functions = {function.signature.name for function in graph.library.function}
            for node in graph.node:
                if node.op not in functions:
                    self.add(node.op, types_of(node), node.device)

    def rows(self):
        for (op, types), count in sorted(self.counts.items()):
            yield [op, dict(types), count, *place_of(op, dict(types), self.device)]


def main(report, device, program, *arguments):
    watch = Watch(device)
    watch.start()
    sys.argv = [program, *arguments]
    sys.path[0] = str(pathlib.Path(program).resolve().parent)  # instead of this file's folder
    try:
        runpy.run_path(program, run_name="__main__")
    finally:  # the program may end by an exception or sys.exit
        watch.finish()
        text = json.dumps({"rows": list(watch.rows()), "on_device": watch.on_device})
        pathlib.Path(report).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
