"""Ops on variables, eagerly and in a function, on the CPU and on a device.

usage: TF_PLUGGABLE_DEVICE_LIBRARY_PATH=PLUGIN variable_ops_program.py DEVICE_TYPE OP...

Prints JSON: how many calls were compared, the ops that nothing here calls, and what differs.
"""

import json
import re
import sys

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import op_def_registry

raw = tf.raw_ops
# Scalars of optimizers, by name. What is not here is 0.1.
SCALARS = {"momentum": 0.9, "rho": 0.9, "beta1": 0.9, "beta2": 0.99, "beta1_power": 0.9, "beta2_power": 0.99, "lr_power": -0.5, "decay": 0.9,
           "sign_decay": 0.5, "logbase": 2.0, "beta": 0.9}
SHAPE = dict(algorithm=1, shape=[6])
TUPLES = dict(indices=[[0], [2]], updates=[[1.0, 2.0], [3.0, 4.0]])
ROWS = dict(indices=[0, 2], updates=[[1.0, 2.0], [3.0, 4.0]])


DRAWS = {
    "RngReadAndSkip": [dict(alg=1, delta=tf.constant(5, tf.uint64))],
    "RngSkip": [dict(algorithm=1, delta=tf.constant(5, tf.int64))],
    "StatefulRandomBinomial": [dict(SHAPE, counts=[10.0] * 6, probs=[0.4] * 6),
                               dict(SHAPE, counts=[90.0] * 6, probs=[0.5] * 6, dtype=tf.int32)],
    "StatefulStandardNormalV2": [SHAPE, dict(SHAPE, dtype=tf.float64)],
    "StatefulTruncatedNormal": [SHAPE, dict(SHAPE, dtype=tf.half)],
    "StatefulUniform": [SHAPE, dict(SHAPE, dtype=tf.half)],
    "StatefulUniformFullInt": [SHAPE, dict(SHAPE, dtype=tf.int32)],
    "StatefulUniformInt": [dict(SHAPE, minval=0, maxval=9), dict(SHAPE, minval=tf.constant(0, tf.int64), maxval=tf.constant(9, tf.int64))],
}
PARTS = {
    "AssignAddVariableOp": dict(value=tf.ones([3, 2])), "AssignSubVariableOp": dict(value=tf.ones([3, 2])),
    "AssignVariableOp": dict(value=tf.ones([3, 2])), "ReadVariableOp": dict(dtype=tf.float32), "VariableShape": {}, "VarIsInitializedOp": {},
    "DisableCopyOnRead": {}, "DestroyResourceOp": {}, "ResourceCountUpTo": dict(limit=5, T=tf.int32),
    "ResourceGather": dict(indices=[2, 0], dtype=tf.float32), "ResourceGatherNd": dict(indices=[[2, 1]], dtype=tf.float32),
    "ResourceStridedSliceAssign": dict(begin=[1], end=[2], strides=[1], value=[[7.0, 8.0]]),
}


# The calls of an op: arguments besides its variables, and the variables' type.
def calls(op, definition):
    if op in DRAWS:
        return [(arguments, tf.int64) for arguments in DRAWS[op]]
    if op in PARTS:
        return [(PARTS[op], tf.int32 if op == "ResourceCountUpTo" else tf.float32)]
    if op.startswith("ResourceScatter"):
        return [(TUPLES if op.startswith("ResourceScatterNd") else ROWS, tf.float32)]
    if not re.match("Resource(Sparse)?Apply", op):
        return []
    found = []
    for dtype in (tf.float32, tf.float64):
        arguments = {}
        for arg in definition.input_arg:
            if arg.type == tf.resource.as_datatype_enum:
                continue
            if arg.name in ("grad", "delta"):
                value = tf.cast([[0.1, -0.2], [0.3, 0.4]] if "Sparse" in op else [[0.1, -0.2], [0.3, 0.4], [0.0, 1.0]], dtype)
            elif arg.name == "indices":
                value = tf.constant([0, 2])
            elif arg.type_attr:
                value = tf.constant(SCALARS.get(arg.name, 0.1), dtype)
            else:
                value = tf.constant(1, tf.dtypes.as_dtype(arg.type))  # a step's number
            arguments[arg.name] = value
        found.append((arguments, dtype))
    return found


def outcome(op, definition, arguments, dtype, device, in_function):
    with tf.device(device):
        of_variables = [arg.name for arg in definition.input_arg if arg.type == tf.resource.as_datatype_enum]
        initial = [1, 2, 3] if dtype == tf.int64 else 3 if dtype == tf.int32 else [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]
        variables = [tf.Variable(tf.cast(initial, dtype)) for _ in of_variables]
        handles = dict(zip(of_variables, (variable.handle for variable in variables)))

        def call():
            result = getattr(raw, op)(**handles, **arguments)
            return result if isinstance(result, tf.Tensor) else tf.constant(0)

        try:
            result = [(tf.function(call, autograph=False) if in_function else call)()]
            if op != "DestroyResourceOp":
                result += [variable.read_value() for variable in variables]
            return [np.asarray(part, np.float64) for part in result]
        except Exception as error:
            return f"{type(error).__name__}: {error}"[:600]


def main():
    device_type, *ops = sys.argv[1:]
    called, uncalled, different = 0, [], {}
    for op in ops:
        definition = op_def_registry.get(op)
        found = calls(op, definition) if definition is not None and hasattr(raw, op) else None
        if found is not None and not found:
            uncalled.append(op)
        for number, (arguments, dtype) in enumerate(found or []):
            for in_function in (False, True):
                called += 1
                cpu, device = (outcome(op, definition, arguments, dtype, place, in_function) for place in ("/CPU:0", f"/{device_type}:0"))
                if isinstance(cpu, str) or isinstance(device, str) or not all(
                        a.shape == b.shape and np.allclose(a, b, 1e-5, 1e-6) for a, b in zip(cpu, device)):
                    different[f"{op} {number} {'in a function' if in_function else 'eagerly'}"] = f"{device} on the CPU {cpu}"[:900]
    print(json.dumps({"called": called, "uncalled": uncalled, "different": different}))


main()
