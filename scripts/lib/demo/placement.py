"""Which op ran on which device: as TensorFlow itself recorded it, not as it was asked to."""

import collections
import contextlib

import tensorflow as tf
from tensorflow.python.eager import context
from tensorflow.python.framework import op_callbacks

# Ops that hand values on and compute nothing. On the CPU they are the edge of the computation: what comes in, what
# goes out, and constants.
PLUMBING = {
    "Const", "Identity", "IdentityN", "NoOp", "Placeholder", "PartitionedCall", "StatefulPartitionedCall", "EagerConst",
    "_Arg", "_DeviceArg", "_Retval", "_DeviceRetval", "_EagerConst", "_HostRecv", "_HostSend", "_Recv", "_Send",
    "ReadVariableOp", "Reshape", "VarHandleOp", "AssignVariableOp", "IteratorGetNext", "IteratorGetNextAsOptional",
    "Enter", "Exit", "LoopCond", "Merge", "NextIteration", "Switch",
}
FLOATS = {tf.float16, tf.bfloat16, tf.float32, tf.float64}


def is_plumbing(op):
    return op in PLUMBING or "Dataset" in op or op.startswith("Optional")


def short(device):
    """'MY_NPU:0' of a device's full name."""
    return device.split("/device:")[-1] if device else "CPU:0"


class Placement:
    """Counts of (op, device, computes floats)."""

    def __init__(self):
        self.counts = collections.Counter()

    def add(self, op, device, is_float):
        if not is_plumbing(op):
            self.counts[(op, short(device), is_float)] += 1

    def floats_elsewhere(self, device):
        return sorted({op for (op, where, is_float) in self.counts if is_float and where != device})

    def report(self, device):
        """What the reports of the demos tell of it."""
        return {
            "ops": [{"op": op, "device": where, "float": is_float, "count": count}
                    for (op, where, is_float), count in sorted(self.counts.items())],
            "floats_elsewhere": self.floats_elsewhere(device),
            "ops_on_device": sum(n for (_, where, _), n in self.counts.items() if where == device),
        }

    @contextlib.contextmanager
    def of_eager_ops(self):
        def note(op_type, inputs, attrs, outputs, op_name=None, graph=None):
            del attrs, op_name
            if graph is None and outputs:
                op = op_type.decode() if isinstance(op_type, bytes) else op_type
                tensors = list(inputs) + list(outputs)
                self.add(op, outputs[0].device, any(t.dtype in FLOATS for t in tensors))

        op_callbacks.add_op_callback(note)
        try:
            yield
        finally:
            op_callbacks.remove_op_callback(note)

    @contextlib.contextmanager
    def of_graphs(self):
        """The graphs as they run: after every rewriting, cut into one part a device.

        TensorFlow hands them out when it prepares a function, so this must see the function's first call.
        """
        context.enable_run_metadata()
        context.export_run_metadata()  # drops what earlier functions left
        try:
            yield
            metadata = context.export_run_metadata()
        finally:
            context.disable_run_metadata()
        for graph in metadata.partition_graphs:
            for node in graph.node:
                types = [tf.dtypes.as_dtype(a.type) for a in node.attr.values() if a.WhichOneof("value") == "type"]
                self.add(node.op, node.device, any(t in FLOATS for t in types))


def placement_problems(name, result, device):
    """What is wrong with where the ops of a report's result ran."""
    if result["floats_elsewhere"]:
        yield f"{name}: not on {device}: {', '.join(result['floats_elsewhere'])}"
    if result["ops_on_device"] == 0:
        yield f"{name}: no op ran on {device}"
