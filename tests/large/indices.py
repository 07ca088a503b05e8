"""Computes with tensors of more than 2^31 elements on a device, and prints what is wrong as JSON.

usage: indices.py DEVICE [CASE...]

Elements repeat after a prime number, so an index that lost its upper half reads another element. Each result is compared
with TensorFlow's CPU in windows: at its start, around its elements 2^31, and at its end. A tensor of half or bool takes
up to 4.3 GB, a case up to three of them. Ops that the device has no kernel for are listed: TensorFlow's CPU would compute
them.
"""

import json
import sys
import time
import traceback

import numpy as np
import tensorflow as tf

raw = tf.raw_ops
EDGE = 2**31
PERIOD = 1_000_003
ROWS = (1 << 21) + (1 << 10)  # of 1024 elements: 2^31 + 2^20 together
WIDTH = 1024
WINDOW = 4  # rows


def pattern(dtype):
    random = np.random.default_rng(7)
    if dtype == tf.bool:
        return random.integers(0, 2, PERIOD).astype(bool)
    if dtype in (tf.int8, tf.uint8):
        return random.integers(0, 100, PERIOD).astype(dtype.as_numpy_dtype)
    return (random.integers(-64, 65, PERIOD) / 64).astype(dtype.as_numpy_dtype)


def elements(dtype, start, shape):
    """What the large tensor's elements from `start` on are, by the host."""
    at = (start + np.arange(int(np.prod(shape)), dtype=np.int64)) % PERIOD
    return pattern(dtype)[at].reshape(shape)


def large(dtype, shape):
    """The large tensor, made on the device by Tile and Slice."""
    count = int(np.prod(shape, dtype=np.int64))
    once = tf.constant(pattern(dtype))
    # Slice in place of Reshape: what Tile made is given back before the next step.
    tiled = raw.Tile(input=once, multiples=[-(-count // PERIOD)])
    return tf.reshape(raw.Slice(input=tiled, begin=tf.constant([0], tf.int64), size=tf.constant([count], tf.int64)), shape)


def windows(rows, width):
    """Rows at which a window starts: the first, the last, and those around the element 2^31."""
    return [row for row in (0, EDGE // width - WINDOW // 2, rows - WINDOW) if 0 <= row <= rows - WINDOW]


def differs(found, expected, tolerance):
    found, expected = np.asarray(found), np.asarray(expected)
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return f"{found.dtype}{found.shape}, not {expected.dtype}{expected.shape}"
    if found.dtype.kind in "biu":
        wrong = found != expected
    else:
        found, expected = found.astype(np.float64), expected.astype(np.float64)
        wrong = ~(np.abs(found - expected) <= tolerance * np.maximum(1, np.abs(expected)))
    if not wrong.any():
        return None
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    return f"{int(wrong.sum())} of {wrong.size}: [{at}] is {found[at]}, not {expected[at]}"


def by_rows(op, *, dtype=tf.half, row=(WIDTH,), rows=None, inputs=1, tolerance=4e-3):
    """A case of an op that works on each row of the first axis by itself: the CPU computes some rows only."""
    width = int(np.prod(row))
    rows = rows or -(-(EDGE + (1 << 20)) // width)

    def case():
        values = [large(dtype, (rows, *row))] * inputs
        result = op(*values)
        del values
        per_row = int(np.prod(result.shape[1:]))
        for start in sorted({*windows(rows, width), *windows(rows, max(per_row, 1))}):
            with tf.device("/CPU:0"):
                expected = op(*[tf.constant(elements(dtype, start * width, (WINDOW, *row)))] * inputs)
            if error := differs(result[start:start + WINDOW].numpy(), expected.numpy(), tolerance):
                return f"rows from {start}: {error}"
        return None

    return case


def whole(op, expect, *, dtype=tf.half, shape=(ROWS, WIDTH), tolerance=4e-3):
    """A case of an op on the large tensor as a whole. `expect` yields pairs: what is found, and what is expected."""
    def case():
        result = op(large(dtype, shape))
        for found, expected in expect(result):
            if error := differs(found, expected, tolerance):
                return error
        return None

    return case


def floats():
    """A matrix of floats with more than 2^31 elements, all of whose rows are the pattern: Tile makes it, without a copy."""
    return raw.Tile(input=tf.constant(pattern(tf.half).astype(np.float32)[None]), multiples=[EDGE // PERIOD + 1, 1])


def of_floats(op, expect):
    """A case of an op on floats whose result is small, and the same for each row."""
    def case():
        found = op(floats()).numpy()
        expected = expect(pattern(tf.half).astype(np.float32))
        return differs(found, np.broadcast_to(expected, found.shape), 1e-4)

    return case


def gathered_floats():
    ids = np.array([[0, 3], [EDGE // PERIOD, PERIOD - 1], [EDGE // PERIOD - 1, 1]], np.int32)
    return differs(raw.GatherNd(params=floats(), indices=tf.constant(ids)).numpy(), pattern(tf.half).astype(np.float32)[ids[:, 1]], 0)


# --- What the results of whole tensors are

def counts():
    """How often each element of the pattern occurs in ROWS x WIDTH elements."""
    total = ROWS * WIDTH
    return np.full(PERIOD, total // PERIOD) + (np.arange(PERIOD) < total % PERIOD)


def transposed(result):
    for column in (0, WIDTH - 1):
        for row in windows(ROWS, WIDTH):
            at = row * WIDTH + column + np.arange(WINDOW) * WIDTH
            yield result[column, row:row + WINDOW].numpy(), pattern(tf.half)[at % PERIOD]


def reversed_rows(result):
    for row in windows(ROWS, WIDTH):
        yield result[row:row + WINDOW].numpy(), elements(tf.half, (ROWS - row - WINDOW) * WIDTH, (WINDOW, WIDTH))[::-1]


def cumulated(result):
    """Sums of small whole numbers modulo 2^8, as int8 has them."""
    ones = pattern(tf.int8).astype(np.int64)
    before = np.concatenate([[0], np.cumsum(ones)])
    for start in (0, EDGE - 8, ROWS * WIDTH - 16):
        at = start + np.arange(16) + 1
        yield result[start:start + 16].numpy(), (at // PERIOD * before[-1] + before[at % PERIOD]).astype(np.int8)


def gathered():
    """Rows of a table of more than 2^31 elements, by numbers near its end."""
    ids = np.array([0, ROWS - 1, EDGE // WIDTH - 1, EDGE // WIDTH, 5], np.int32)
    found = raw.GatherV2(params=large(tf.half, (ROWS, WIDTH)), indices=tf.constant(ids), axis=tf.constant(0))
    expected = np.concatenate([elements(tf.half, int(i) * WIDTH, (1, WIDTH)) for i in ids])
    return differs(found.numpy(), expected, 0)


def scattered():
    """Rows written into a tensor of more than 2^31 elements."""
    ids = np.array([[ROWS - 1], [EDGE // WIDTH], [7]], np.int32)
    rows = elements(tf.half, 1, (3, WIDTH))
    result = raw.ScatterNd(indices=tf.constant(ids), updates=tf.constant(rows), shape=tf.constant([ROWS, WIDTH]))
    for row, expected in zip(ids[:, 0], rows):
        if error := differs(result[int(row)].numpy(), expected, 0):
            return f"row {row}: {error}"
    others = result[EDGE // WIDTH + 1:EDGE // WIDTH + 5].numpy()
    return differs(others, np.zeros_like(others), 0)


def filled():
    result = raw.Fill(dims=tf.constant([ROWS, WIDTH]), value=tf.constant(3, tf.half))
    return differs(result[ROWS - WINDOW:].numpy(), np.full((WINDOW, WIDTH), 3, np.float16), 0)


def joined():
    half = large(tf.half, (ROWS // 2, WIDTH))
    result = raw.ConcatV2(values=[half, half], axis=tf.constant(0))
    start = ROWS // 2
    for found, expected in ((result[start:start + WINDOW], 0), (result[ROWS - WINDOW:], (start - WINDOW) * WIDTH)):
        if error := differs(found.numpy(), elements(tf.half, expected, (WINDOW, WIDTH)), 0):
            return error
    return None


def cut():
    """Pieces of a large tensor, each from beyond its middle."""
    pieces = raw.SplitV(value=large(tf.half, (ROWS, WIDTH)), size_splits=tf.constant([ROWS - 8, 8]), axis=tf.constant(0), num_split=2)
    return differs(pieces[1].numpy(), elements(tf.half, (ROWS - 8) * WIDTH, (8, WIDTH)), 0)


def strided():
    value = large(tf.half, (ROWS, WIDTH))
    found = value[::-(1 << 20), 1::3].numpy()
    rows = range(ROWS - 1, -1, -(1 << 20))
    return differs(found, np.concatenate([elements(tf.half, row * WIDTH, (1, WIDTH)) for row in rows])[:, 1::3], 0)


def drawn():
    """Random numbers: the last ones are not those at an index that lost its upper half."""
    result = raw.RandomUniform(shape=tf.constant([ROWS, WIDTH]), dtype=tf.half, seed=1, seed2=2)
    first, edge, last = (result[row:row + 64].numpy() for row in (0, EDGE // WIDTH, ROWS - 64))
    for found in (first, edge, last):
        if not (0 <= found.min() and found.max() < 1 and 0.45 < found.astype(np.float32).mean() < 0.55):
            return f"numbers from {found.min()} to {found.max()}"
    return "numbers repeat" if np.array_equal(first, edge) or np.array_equal(edge, last) else None


def product_of_rows():
    """A matrix of more than 2^31 elements times a small one."""
    small = elements(tf.half, 11, (WIDTH, 8))
    result = raw.MatMul(a=large(tf.half, (ROWS, WIDTH)), b=tf.constant(small))
    for row in windows(ROWS, WIDTH):
        expected = elements(tf.half, row * WIDTH, (WINDOW, WIDTH)).astype(np.float64) @ small.astype(np.float64)
        if error := differs(result[row:row + WINDOW].numpy(), expected.astype(np.float16), 1e-2):
            return error
    return None


def product_of_columns():
    """A result of more than 2^31 elements."""
    rows, columns = elements(tf.half, 3, (65600, 8)), elements(tf.half, 5, (8, 32768))
    result = raw.MatMul(a=tf.constant(rows), b=tf.constant(columns))
    for row in (0, EDGE // 32768 - 2, 65600 - WINDOW):
        expected = rows[row:row + WINDOW].astype(np.float64) @ columns.astype(np.float64)
        if error := differs(result[row:row + WINDOW].numpy(), expected.astype(np.float16), 1e-2):
            return error
    return None


def gradient_of_filters():
    """Sums over more than 2^31 elements, of numbers that are mostly zero."""
    shape = (516, 64, 64, 1024)
    gradient = np.zeros((*shape[:3], 8), np.float16)
    gradient[0, 0, 0] = gradient[-1, -1, -1] = 1
    found = raw.Conv2DBackpropFilter(input=large(tf.half, shape), filter_sizes=tf.constant([1, 1, 1024, 8]), out_backprop=tf.constant(gradient),
                                     strides=[1, 1, 1, 1], padding="VALID").numpy()
    last = (516 * 64 * 64 - 1) * 1024
    column = (elements(tf.half, 0, 1024).astype(np.float32) + elements(tf.half, last, 1024)).astype(np.float16)
    return differs(found[0, 0], np.repeat(column[:, None], 8, 1), 4e-3)


def normalization():
    """The mean and variance of each channel of more than 2^31 elements."""
    shape = (516, 64, 64, 1024)
    x = large(tf.half, shape)
    ones, zeros = tf.ones([1024]), tf.zeros([1024])
    y, mean, variance, *_ = raw.FusedBatchNormV3(x=x, scale=ones, offset=zeros, mean=tf.zeros([0]), variance=tf.zeros([0]), epsilon=0.001,
                                                 is_training=True)
    mean, variance = mean.numpy().astype(np.float64), variance.numpy().astype(np.float64)
    every = pattern(tf.half).astype(np.float64)  # each channel sees nearly every element of the pattern
    if np.abs(mean - every.mean()).max() > 2e-3 or np.abs(variance - every.var()).max() > 2e-3:
        return f"means from {mean.min()} to {mean.max()}, variances from {variance.min()} to {variance.max()}"
    last = elements(tf.half, (516 * 64 * 64 - 1) * 1024, 1024)
    count = 516 * 64 * 64
    expected = (last - mean) / np.sqrt(variance * (count - 1) / count + 0.001)
    return differs(y[-1, -1, -1].numpy(), expected.astype(np.float16), 4e-3)


def ones_of(shape):
    return tf.constant(elements(tf.half, 17, shape))


IMAGE = dict(row=(64, 64, 16))  # 65536 elements
CASES = {
    # Of floats, whose large tensors leave no room for large results. They come first, while the device's memory has no gaps
    "ArgMax of floats": of_floats(lambda x: raw.ArgMax(input=x, dimension=tf.constant(1)), np.argmax),
    "ArgMin of columns of floats": of_floats(lambda x: raw.ArgMin(input=x, dimension=tf.constant(0)), lambda row: np.int64(0)),
    "TopKV2 of floats": of_floats(lambda x: raw.TopKV2(input=x, k=tf.constant(5))[0], lambda row: np.sort(row)[::-1][:5]),
    "Max of floats": of_floats(lambda x: raw.Max(input=x, axis=tf.constant([1])), np.max),
    "Mean of columns of floats": of_floats(lambda x: raw.Mean(input=x, axis=tf.constant([0])), lambda row: row),
    "GatherNd of floats": gathered_floats,
    # Elements
    "Relu": by_rows(lambda x: raw.Relu(features=x)),
    "AddV2": by_rows(lambda x: raw.AddV2(x=x, y=x)),
    "AddV2 of a row": by_rows(lambda x: raw.AddV2(x=x, y=ones_of((WIDTH,)))),
    "Mul of a column": by_rows(lambda x: raw.Mul(x=x, y=x[:, :1])),
    "Tanh": by_rows(lambda x: raw.Tanh(x=x)),
    "Cast of bool": by_rows(lambda x: raw.Cast(x=x, DstT=tf.half), dtype=tf.bool),
    "Cast to bool": by_rows(lambda x: raw.Cast(x=x, DstT=tf.bool)),
    "Less": by_rows(lambda x: raw.Less(x=x, y=tf.constant(0.5, tf.half))),
    "LogicalNot": by_rows(lambda x: raw.LogicalNot(x=x), dtype=tf.bool),
    "SelectV2": by_rows(lambda x: raw.SelectV2(condition=raw.Less(x=x, y=tf.constant(0.5, tf.half)), t=x, e=tf.constant(2, tf.half))),
    "BiasAdd": by_rows(lambda x: raw.BiasAdd(value=x, bias=ones_of((WIDTH,)))),
    "ReluGrad": by_rows(lambda x, y: raw.ReluGrad(gradients=x, features=y), inputs=2),
    # Moves
    "Fill": filled,
    "Transpose": whole(lambda x: raw.Transpose(x=x, perm=tf.constant([1, 0])), transposed),
    "Transpose of the inner axes": by_rows(lambda x: raw.Transpose(x=x, perm=tf.constant([0, 2, 1])), row=(32, 32)),
    "ReverseV2": whole(lambda x: raw.ReverseV2(tensor=x, axis=tf.constant([0])), reversed_rows),
    "ConcatV2": joined,
    "ConcatV2 of columns": by_rows(lambda x: raw.ConcatV2(values=[x, x[:, :2]], axis=tf.constant(1))),
    "SplitV": cut,
    "StridedSlice": strided,
    "PadV2": by_rows(lambda x: raw.PadV2(input=x, paddings=tf.constant([[0, 0], [1, 2]]), constant_values=tf.constant(5, tf.half))),
    "MirrorPad": by_rows(lambda x: raw.MirrorPad(input=x, paddings=tf.constant([[0, 0], [1, 2]]), mode="REFLECT")),
    "BroadcastTo": by_rows(lambda x: raw.BroadcastTo(input=tf.reshape(x, [-1, 1, 64]), shape=tf.stack([tf.shape(x)[0], 16, 64])), row=(64,),
                           rows=ROWS),
    "Pack": by_rows(lambda x: raw.Pack(values=[x, x], axis=1), row=(512,), rows=ROWS),
    "GatherV2": gathered,
    "GatherV2 of columns": by_rows(lambda x: raw.GatherV2(params=x, indices=tf.constant([3, 1023, 0]), axis=tf.constant(1))),
    "ScatterNd": scattered,
    "SpaceToDepth": by_rows(lambda x: raw.SpaceToDepth(input=x, block_size=2), **IMAGE),
    "DepthToSpace": by_rows(lambda x: raw.DepthToSpace(input=x, block_size=2), **IMAGE),
    "OneHot": by_rows(lambda x: raw.OneHot(indices=raw.Cast(x=x, DstT=tf.int32), depth=tf.constant(WIDTH), on_value=tf.constant(1, tf.half),
                                           off_value=tf.constant(0, tf.half)), dtype=tf.uint8, row=(), rows=ROWS),
    "RandomUniform": drawn,
    # Reductions
    "Sum of rows": by_rows(lambda x: raw.Sum(input=x, axis=tf.constant([1])), tolerance=2e-2),
    "Max of rows": by_rows(lambda x: raw.Max(input=x, axis=tf.constant([1]))),
    "Max of columns": whole(lambda x: raw.Max(input=x, axis=tf.constant([0])), lambda y: [(y.numpy(), np.ones(WIDTH, np.float16))]),
    "Mean of everything": whole(lambda x: raw.Mean(input=x, axis=tf.constant([0, 1])),
                                lambda y: [(y.numpy(), np.float16((pattern(tf.half).astype(np.float64) * counts()).sum() / (ROWS * WIDTH)))]),
    "All": whole(lambda x: raw.All(input=x, axis=tf.constant([0])), lambda y: [(y.numpy(), np.zeros(WIDTH, bool))], dtype=tf.bool),
    "Cumsum": whole(lambda x: raw.Cumsum(x=x, axis=tf.constant(0)), cumulated, dtype=tf.int8, shape=(ROWS * WIDTH,)),
    "Cumsum of rows": by_rows(lambda x: raw.Cumsum(x=x, axis=tf.constant(1)), row=(64,), tolerance=2e-2),
    "Softmax": by_rows(lambda x: raw.Softmax(logits=x)),
    "LogSoftmax": by_rows(lambda x: raw.LogSoftmax(logits=x), tolerance=1e-2),
    # Products, convolutions, poolings, normalizations
    "MatMul": product_of_rows,
    "MatMul, large result": product_of_columns,
    "BatchMatMulV2": by_rows(lambda x: raw.BatchMatMulV2(x=x, y=x), row=(32, 32), tolerance=1e-2),
    "Conv2D": by_rows(lambda x: raw.Conv2D(input=x, filter=ones_of((3, 3, 16, 8)), strides=[1, 2, 2, 1], padding="SAME"), tolerance=2e-2, **IMAGE),
    "Conv2D of one": by_rows(lambda x: raw.Conv2D(input=x, filter=ones_of((1, 1, 16, 16)), strides=[1, 1, 1, 1], padding="SAME"),
                             tolerance=2e-2, **IMAGE),
    "Conv2DBackpropInput": by_rows(lambda x: raw.Conv2DBackpropInput(input_sizes=tf.stack([tf.shape(x)[0], 64, 64, 16]), filter=ones_of((3, 3, 16, 4)),
                                                                     out_backprop=x, strides=[1, 1, 1, 1], padding="SAME"),
                                   row=(64, 64, 4), rows=32784, tolerance=2e-2),
    "Conv2DBackpropFilter": gradient_of_filters,
    "DepthwiseConv2dNative": by_rows(lambda x: raw.DepthwiseConv2dNative(input=x, filter=ones_of((3, 3, 16, 1)), strides=[1, 1, 1, 1],
                                                                         padding="SAME"), tolerance=2e-2, **IMAGE),
    "MaxPool": by_rows(lambda x: raw.MaxPool(input=x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME"), **IMAGE),
    "AvgPool": by_rows(lambda x: raw.AvgPool(value=x, ksize=[1, 3, 3, 1], strides=[1, 1, 1, 1], padding="SAME"), **IMAGE),
    "AvgPoolGrad": by_rows(lambda x: raw.AvgPoolGrad(orig_input_shape=tf.stack([tf.shape(x)[0], 64, 64, 16]), grad=x[:, :32, :32],
                                                     ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME"), **IMAGE),
    "FusedBatchNormV3": normalization,
    "ResizeNearestNeighbor": by_rows(lambda x: raw.ResizeNearestNeighbor(images=x, size=tf.constant([32, 32])), **IMAGE),
    "ResizeBilinear": by_rows(lambda x: raw.ResizeBilinear(images=x, size=tf.constant([16, 24])), **IMAGE),
}


def main():
    device, chosen = sys.argv[1], sys.argv[2:]
    tf.config.set_soft_device_placement(False)
    wrong, absent, passed = {}, [], 0
    for name, case in CASES.items():
        if chosen and name not in chosen:
            continue
        started = time.perf_counter()
        try:
            with tf.device(device):
                error = case()
        except (tf.errors.InvalidArgumentError, tf.errors.NotFoundError) as failure:
            error = str(failure)[:300]
            if "OpKernel" in error or "Could not satisfy device specification" in error:
                absent.append(name)
                continue
        except Exception as failure:  # the next case may be right
            error = "".join(traceback.format_exception_only(type(failure), failure)).strip()[:300]
        print(f"{name}: {error or 'ok'} ({time.perf_counter() - started:.1f} s)", file=sys.stderr, flush=True)
        if error:
            wrong[name] = error
        else:
            passed += 1
    print(json.dumps({"passed": passed, "flaws": wrong, "absent": absent}))


if __name__ == "__main__":
    main()
