"""Runs the five ops on a device, over shapes, types and mistakes, and writes what came out.

usage: program.py OPS_LIBRARY DEVICE RESULTS.npz

What an op gave is an array; what it refused is the text "class of the exception: message".
"""

import re
import sys

import numpy as np
import tensorflow as tf

LIBRARY, DEVICE, RESULTS = sys.argv[1:]
tf.get_logger().setLevel("ERROR")
OPS = tf.load_op_library(LIBRARY)
FLOATS = (tf.float16, tf.bfloat16, tf.float32, tf.float64)
results = {}


def numbers(dtype, *shape):
    return tf.constant(np.random.default_rng(sum(shape)).normal(size=shape), dtype)


def said(error):
    """What the kernel said, without what TensorFlow adds: the node, and the op called."""
    message = re.sub(r"\{\{.*?\}\}|\[\[.*?\]\]|\[Op:.*", "", error.message)
    return f"{type(error).__name__}: {message.strip()}"


def record(name, function, graph=True):
    """Keeps what function() gives, eagerly and, as tracing takes its time, not always as a tf.function."""
    for mode, call in [("eager", function)] + [("graph", tf.function(function))] * graph:
        try:
            with tf.device(DEVICE):
                outputs = call()
                outputs = outputs if isinstance(outputs, (tuple, list)) else [outputs]
                for index, output in enumerate(outputs):
                    if mode == "eager" and index == 0:
                        assert DEVICE in output.device, f"{name} ran on {output.device}"
                    wide = output if output.dtype == tf.int64 else np.asarray(output.numpy(), np.float64)
                    results[f"{name}, {mode}, output {index}"] = np.asarray(wide)
        except tf.errors.OpError as error:
            results[f"{name}, {mode}, error"] = np.array(said(error))


def refuse(name, function):
    """A mistake for the kernel to find: graphs are refused before, by the op's shape function."""
    record(name, function, graph=False)


def gated_soft_clip():
    for dtype in FLOATS:
        for shape in ((), (1,), (7,), (3, 5, 2), (0, 4), (300, 700)):
            for limit in (1.0, 0.25, float("inf")):
                x, gate = numbers(dtype, *shape) * 3, tf.reshape(numbers(dtype, *shape, 1), shape)
                record(f"GatedSoftClip {dtype.name} {shape} limit={limit}",
                       lambda: OPS.gated_soft_clip(x=x, gate=gate, limit=limit), graph=limit == 0.25)
    x = numbers(tf.float32, 2, 3)
    refuse("GatedSoftClip: shapes differ", lambda: OPS.gated_soft_clip(x=x, gate=x[0]))
    refuse("GatedSoftClip: no limit", lambda: OPS.gated_soft_clip(x=x, gate=x, limit=-0.5))


def pairwise_distance():
    for dtype in (tf.float16, tf.float32, tf.float64):
        for rows, columns, features in ((1, 1, 1), (3, 4, 5), (0, 3, 2), (3, 0, 2), (3, 2, 0), (200, 90, 33)):
            for metric in ("euclidean", "manhattan", "cosine"):
                a, b = numbers(dtype, rows, features), numbers(dtype, columns, features)
                record(f"PairwiseDistance {dtype.name} {rows}x{features} {columns} {metric}",
                       lambda: OPS.pairwise_distance(a=a, b=b, metric=metric), graph=metric == "cosine")
    a = numbers(tf.float32, 4, 3)
    refuse("PairwiseDistance: a vector", lambda: OPS.pairwise_distance(a=a[0], b=a))
    refuse("PairwiseDistance: three dimensions", lambda: OPS.pairwise_distance(a=a, b=a[None]))
    refuse("PairwiseDistance: rows differ", lambda: OPS.pairwise_distance(a=a, b=a[:, :2]))


def frame_signal():
    for dtype in (tf.float16, tf.float32, tf.float64):
        for shape in ((1,), (10,), (2, 3, 17), (4, 0), (0, 9), (30, 9000)):
            for window in ("none", "hann", "triangle"):
                for length, step in ((4, 4), (5, 2), (1, 1)):
                    signal, pad = numbers(dtype, *shape), tf.constant(0.5, dtype)
                    record(f"FrameSignal {dtype.name} {shape} {window} {length} {step}",
                           lambda: OPS.frame_signal(signal=signal, pad_value=pad, frame_length=length,
                                                    frame_step=step, window=window),
                           graph=window == "hann" and step == 2)
    signal, pad = numbers(tf.float32, 2, 10), tf.constant(0.0)
    good = dict(signal=signal, pad_value=pad, frame_length=4, frame_step=2)
    record("FrameSignal: skip", lambda: OPS.frame_signal(**good, skip=[2, 3]))
    for name, wrong in dict(step=dict(frame_step=5), skips=dict(skip=[1]), negative=dict(skip=[0, -1]),
                            all=dict(skip=[6, 5]), scalar=dict(signal=pad), pads=dict(pad_value=signal)).items():
        refuse(f"FrameSignal: wrong {name}", lambda: OPS.frame_signal(**{**good, **wrong}))


def running_standardize():
    for dtype in (tf.float16, tf.float32):
        for rows, columns in ((1, 1), (6, 5), (3, 0), (2000, 150)):
            for training in (True, False):
                # Attributes of its own, since eager calls with equal ones share a kernel and its state.
                epsilon = 1e-3 + columns * 1e-5

                def steps():
                    parts = []
                    scale = numbers(dtype, columns)
                    for step in range(3):
                        x = numbers(dtype, rows, columns) * (step + 1) + step
                        parts += OPS.running_standardize(x=x, scale=scale, momentum=0.8, epsilon=epsilon,
                                                         training=training)
                    return parts

                record(f"RunningStandardize {dtype.name} {rows}x{columns} training={training}", steps)
    # A node of a graph keeps its state from call to call.
    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
    def node(x):
        return OPS.running_standardize(x=x, scale=tf.ones([tf.shape(x)[1]]), momentum=0.5)

    for step in range(4):
        with tf.device(DEVICE):
            y, count = node(numbers(tf.float32, 5 + step, 3))
        results[f"RunningStandardize: a node, step {step}"] = y.numpy()
        results[f"RunningStandardize: a node, count {step}"] = count.numpy()
    x = numbers(tf.float32, 4, 2)
    good = dict(x=x, scale=tf.ones([2]), momentum=0.25)
    record("RunningStandardize: more columns", lambda: [
        *OPS.running_standardize(**good),
        *OPS.running_standardize(x=numbers(tf.float32, 4, 3), scale=tf.ones([3]), momentum=0.25)])
    for name, wrong in dict(momentum=dict(momentum=1.0), epsilon=dict(epsilon=0.0), vector=dict(x=x[0]),
                            empty=dict(x=x[:0]), matrix=dict(scale=x), scale=dict(scale=tf.ones([3]))).items():
        refuse(f"RunningStandardize: wrong {name}", lambda: OPS.running_standardize(**{**good, **wrong}))


def group_mean():
    for dtype in FLOATS:
        for ids_dtype in (tf.int32, tf.int64):
            for rows, columns, groups in ((1, 1, 1), (7, 3, 4), (0, 3, 2), (5, 0, 2), (4000, 60, 50)):
                values = numbers(dtype, rows, columns)
                ids = tf.constant(np.arange(rows) * 7 % max(groups - 1, 1), ids_dtype)
                record(f"GroupMean {dtype.name} {ids_dtype.name} {rows}x{columns} {groups}",
                       lambda: OPS.group_mean(values=values, ids=ids, num_groups=groups), graph=ids_dtype == tf.int32)
    values = numbers(tf.float32, 3, 2)
    good = dict(values=values, ids=[0, 1, 1], num_groups=2)
    for name, wrong in dict(vector=dict(values=values[0]), ids=dict(ids=[[0, 1, 1]]), count=dict(ids=[0, 1])).items():
        refuse(f"GroupMean: wrong {name}", lambda: OPS.group_mean(**{**good, **wrong}))
    # The device finds out about these when it reads the ids, which is while Python goes on.
    record("GroupMean: an empty group", lambda: OPS.group_mean(**{**good, "num_groups": 4, "empty_value": -1.5}))
    refuse("GroupMean: wrong empty_value", lambda: OPS.group_mean(**good, empty_value=float("nan")))
    record("GroupMean: late, a large id", lambda: OPS.group_mean(**{**good, "ids": [0, 2, 1]}))
    record("GroupMean: late, a negative id", lambda: OPS.group_mean(**{**good, "ids": [0, 1, -1]}))
    many = numbers(tf.float32, 20000, 50)
    ids = tf.constant(np.where(np.arange(20000) == 19999, 9, 1), tf.int32)
    record("GroupMean: late, the last of many ids", lambda: OPS.group_mean(values=many, ids=ids, num_groups=9))
    record("GroupMean: after that", lambda: OPS.group_mean(**good))


for run in (gated_soft_clip, pairwise_distance, frame_signal, running_standardize, group_mean):
    run()
np.savez(RESULTS, **{name.replace("/", "|"): value for name, value in results.items()})
print(len(results))
