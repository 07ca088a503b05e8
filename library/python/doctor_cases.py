# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.
"""What the doctor runs on a device and on the CPU (doctor_judge.py): ops of each program of library/compute/device."""

import dataclasses

import numpy as np
import tensorflow as tf

UNARY = ("Abs Acos Acosh Asin Asinh Atan Atanh Ceil Cos Cosh Digamma Elu Erf Erfc Exp Expm1 Floor Inv Invert IsFinite IsInf IsNan "
         "Lgamma Log Log1p LogicalNot Neg OnesLike Reciprocal Relu Relu6 Rint Round Rsqrt Selu Sigmoid Sign Sin Sinh Softplus Softsign Sqrt "
         "Square Tan Tanh").split()
BINARY = ("Add AddV2 Atan2 BitwiseAnd BitwiseOr BitwiseXor DivNoNan EluGrad Equal FloorDiv FloorMod Greater GreaterEqual Less LessEqual "
          "LogicalAnd LogicalOr Maximum Minimum Mul MulNoNan NotEqual Pow RealDiv ReciprocalGrad ReluGrad Relu6Grad RsqrtGrad "
          "SeluGrad SigmoidGrad SoftplusGrad SoftsignGrad SqrtGrad SquaredDifference Sub TanhGrad TruncateDiv Xdivy Xlogy").split()
NO_BROADCAST = ("EluGrad ReciprocalGrad ReluGrad Relu6Grad RsqrtGrad SeluGrad SigmoidGrad SoftplusGrad SoftsignGrad SqrtGrad TanhGrad"
                ).split()
CASTS = ("float", "half", "bfloat16", "double", "int32", "int64", "bool")


@dataclasses.dataclass
class Values:
    """An input of the case's type: random values, 0.1 to 2 and as often less than 0, or for integers and bools what fits."""

    shape: tuple
    positive: bool = False
    of_float: bool = False  # float for half and bfloat16, as in statistics


@dataclasses.dataclass
class Before:
    """An op that runs first, since the case takes results of it."""

    op: str
    inputs: dict  # the case's inputs, by the op's names
    constants: dict
    attrs: dict
    results: dict  # the case's inputs, by their positions among the op's results


@dataclasses.dataclass
class Case:
    program: str  # of library/compute/device
    op: str
    inputs: dict  # Values, or constants
    attrs: dict = dataclasses.field(default_factory=dict)
    terms: int = 1  # terms of the sum for a result
    is_large: bool = False
    variables: tuple = ()  # inputs that are variables, which the op changes
    typed: tuple = ()  # attributes with the case's type
    before: Before = None
    compared: int = None  # number of compared results; others depend on the device

    def text(self):
        shapes = ", ".join(f"{name} {list(value.shape)}" for name, value in self.inputs.items() if isinstance(value, Values))
        others = {name: value for name, value in self.inputs.items() if not isinstance(value, Values) and np.size(value) < 9}
        given = ", ".join(f"{name}={value}" for name, value in {**others, **self.attrs}.items())
        return f"{self.op}({', '.join(filter(None, (shapes, given)))})"


def elementwise():
    for op in UNARY:
        names = {"Softplus": "features", "Relu": "features", "Relu6": "features", "Elu": "features", "Selu": "features", "Softsign": "features"}
        yield Case("elementwise", op, {names.get(op, "x"): Values((3, 5, 7))})
    for op in BINARY:
        first, second = {"ReluGrad": ("gradients", "features"), "Relu6Grad": ("gradients", "features"),
                         "SoftplusGrad": ("gradients", "features"), "SoftsignGrad": ("gradients", "features"),
                         "EluGrad": ("gradients", "outputs"), "SeluGrad": ("gradients", "outputs"), "Atan2": ("y", "x")}.get(
                             op, ("y", "dy") if op.endswith("Grad") else ("x", "y"))
        yield Case("elementwise", op, {first: Values((9, 31)), second: Values((9, 31))})
        if op not in NO_BROADCAST:
            yield Case("elementwise", op, {first: Values((5, 1, 13)), second: Values((7, 1))})
            yield Case("elementwise", op, {first: Values(()), second: Values((2, 3, 300))})
    yield Case("elementwise", "SelectV2", {"condition": np.arange(35).reshape(5, 7) % 3 == 0, "t": Values((5, 7)), "e": Values((1, 7))})
    yield Case("elementwise", "ApproximateEqual", {"x": Values((9, 31)), "y": Values((9, 31))}, {"tolerance": 0.5})
    yield Case("elementwise", "AddN", {"inputs": [Values((3, 41)), Values((3, 41)), Values((3, 41))]}, terms=3)
    yield Case("elementwise", "BiasAdd", {"value": Values((4, 5, 6, 33)), "bias": Values((33,))})
    yield Case("elementwise", "Mul", {"x": Values((1 << 21,)), "y": Values((1 << 21,))}, is_large=True)
    yield Case("elementwise", "AddV2", {"x": Values((2048, 1024)), "y": Values((1024,))}, is_large=True)


def casts():
    for to in CASTS:
        yield Case("cast", "Cast", {"x": Values((7, 150))}, {"DstT": tf.as_dtype(to)})


def strided_copies():
    x = Values((5, 6, 37))
    yield Case("strided_copy", "Transpose", {"x": x, "perm": np.array([2, 0, 1], "i4")})
    yield Case("strided_copy", "Transpose", {"x": Values((3, 5, 7, 2, 4)), "perm": np.array([4, 2, 0, 3, 1], "i4")})
    yield Case("strided_copy", "Transpose", {"x": Values((1000, 2000)), "perm": np.array([1, 0], "i4")}, is_large=True)
    yield Case("strided_copy", "StridedSlice", {"input": x, "begin": np.array([4, 0, -1], "i4"), "end": np.array([0, 6, 0], "i4"),
                                                "strides": np.array([-2, 1, -3], "i4")})
    yield Case("strided_copy", "Slice", {"input": x, "begin": np.array([1, 2, 3], "i4"), "size": np.array([3, 1, -1], "i4")})
    yield Case("strided_copy", "ConcatV2", {"values": [Values((3, 4)), Values((3, 1)), Values((3, 33))], "axis": np.int32(1)})
    yield Case("strided_copy", "Pack", {"values": [Values((3, 7)), Values((3, 7))]}, {"axis": 1})
    yield Case("strided_copy", "Pad", {"input": x, "paddings": np.array([[0, 0], [1, 2], [3, 0]], "i4")})
    yield Case("strided_copy", "Tile", {"input": Values((3, 1, 5)), "multiples": np.array([2, 7, 3], "i4")})
    yield Case("strided_copy", "ReverseV2", {"tensor": x, "axis": np.array([0, 2], "i4")})
    yield Case("strided_copy", "BroadcastTo", {"input": Values((5, 1)), "shape": np.array([3, 5, 19], "i4")})
    yield Case("strided_copy", "Fill", {"dims": np.array([3, 19], "i4"), "value": Values(())})
    padded = {"k": np.array([-1, 2], "i4"), "padding_value": Values(())}
    yield Case("strided_copy", "MatrixDiagPartV3", {"input": Values((3, 4, 5)), **padded}, {"align": "RIGHT_LEFT"})
    yield Case("strided_copy", "MatrixSetDiagV3", {"input": Values((3, 4, 5)), "diagonal": Values((3, 4, 4)), "k": padded["k"]}, {"align": "LEFT_RIGHT"})
    yield Case("strided_copy", "SpaceToDepth", {"input": Values((2, 6, 4, 3))}, {"block_size": 2})


def gathers():
    indices = np.array([[3, 0, 0], [16, 5, 7]], "i4")
    for axis in (0, 1):
        yield Case("gather", "GatherV2", {"params": Values((17, 19)), "indices": indices, "axis": np.int32(axis)})
    rows = (np.arange(20000) * 7919 % 3000).astype("i4")
    yield Case("gather", "GatherV2", {"params": Values((3000, 64)), "indices": rows, "axis": np.int32(0)}, is_large=True)


    vectors = np.array([[3, 0], [16, 18], [5, 7], [0, 0]], "i4")
    yield Case("gather_nd", "GatherNd", {"params": Values((17, 19, 5)), "indices": vectors})
    yield Case("gather_nd", "GatherNd", {"params": Values((17, 19)), "indices": vectors})


def one_hots():
    for axis in (-1, 0, 1):
        yield Case("one_hot", "OneHot", {"indices": np.array([[3, 0, -1], [16, 7, 5]], "i4"), "depth": np.int32(9), "on_value": Values(()),
                                         "off_value": Values(())}, {"axis": axis})
    yield Case("one_hot", "OneHot", {"indices": (np.arange(2000) * 31 % 1000).astype("i4"), "depth": np.int32(1000), "on_value": Values(()),
                                     "off_value": Values(())}, {"axis": -1}, is_large=True)


def scatters():
    rows, vectors = np.array([3, 0, 3, 11, 3, 0], "i4"), np.array([[3, 1], [0, 0], [3, 1], [11, 4]], "i4")
    for op in ("TensorScatterUpdate", "TensorScatterAdd", "TensorScatterSub", "TensorScatterMax", "TensorScatterMin"):
        yield Case("scatter", op, {"tensor": Values((12, 5, 7)), "indices": vectors, "updates": Values((4, 7))}, terms=3)
    yield Case("scatter", "UnsortedSegmentSum", {"data": Values((6, 19)), "segment_ids": rows, "num_segments": np.int32(13)}, terms=3)
    many = (np.arange(20000) * 7919 % 3000).astype("i4")
    yield Case("scatter", "UnsortedSegmentSum", {"data": Values((20000, 64)), "segment_ids": many, "num_segments": np.int32(3000)}, terms=7,
               is_large=True)


def reductions():
    for op in ("Sum", "Mean", "Prod", "Max", "Min", "All", "Any"):
        # A product of many values would leave the range of the type.
        shapes = (((3, 5, 7), (0,)), ((3, 5, 7), (1,)), ((3, 5, 7), (0, 2)), ((11, 2), (1,))) if op == "Prod" else (
            ((3, 5, 7), (0,)), ((3, 5, 7), (1,)), ((3, 5, 7), (0, 2)), ((129, 257), (0,)), ((129, 257), (1,)), ((5, 9000), (1,)),
            ((9000, 70), (0,)), ((9000,), (0,)))
        for shape, axes in shapes:
            terms = int(np.prod([shape[axis] for axis in axes]))
            yield Case("reduce", op, {"input": Values(shape), "axis": np.array(axes, "i4")}, {"keep_dims": len(axes) > 1}, terms)
    for axis in (0, 1):
        yield Case("reduce", "Sum", {"input": Values((1000, 2000)), "axis": np.array([axis], "i4")}, terms=2000, is_large=True)
    for size in (7, 20000):
        yield Case("reduce", "L2Loss", {"t": Values((size,))}, terms=size)
    yield Case("reduce", "BiasAddGrad", {"out_backprop": Values((32, 9, 9, 17))}, terms=2592)


def arg_reductions():
    for op in ("ArgMax", "ArgMin"):
        # Integers have few values, so several are the largest.
        for shape, axis in (((5, 7), 1), ((3, 5, 7), 1), ((33, 1000), 1), ((1000, 33), 0), ((20000,), 0), ((9000, 9), 0)):
            yield Case("arg_reduce", op, {"input": Values(shape), "dimension": np.int32(axis)}, {"output_type": tf.int32 if axis else tf.int64})
    yield Case("arg_reduce", "ArgMax", {"input": Values((2000, 1000)), "dimension": np.int32(1)}, {"output_type": tf.int64}, is_large=True)


def band_parts():
    for shape, lower, upper in (((5, 7), -1, 0), ((3, 40, 33), 2, 1), ((3, 33, 40), 0, -1), ((1, 300), 1, 200)):
        yield Case("band_part", "MatrixBandPart", {"input": Values(shape), "num_lower": np.int32(lower), "num_upper": np.int32(upper)})


def diagonals():
    for align, shape, lower, upper in (("RIGHT_LEFT", (2, 40, 33), -20, 15), ("LEFT_RIGHT", (3, 33, 40), -3, 30), ("LEFT_LEFT", (1, 300, 300), -299, 0)):
        packed = (shape[0], upper - lower + 1, min(shape[1] + min(upper, 0), shape[2] - max(lower, 0)))
        k = np.array([lower, upper], "i4")
        yield Case("diagonals", "MatrixDiagPartV3", {"input": Values(shape), "k": k, "padding_value": Values(())}, {"align": align})
        yield Case("diagonals", "MatrixSetDiagV3", {"input": Values(shape), "diagonal": Values(packed), "k": k}, {"align": align})
        yield Case("diagonals", "MatrixDiagV3", {"diagonal": Values(packed), "k": k, "num_rows": np.int32(shape[1]), "num_cols": np.int32(shape[2]),
                                                 "padding_value": Values(())}, {"align": align})


def softmaxes():
    for op in ("Softmax", "LogSoftmax"):
        for shape in ((5, 7), (33, 1000), (3, 20000)):
            yield Case("softmax", op, {"logits": Values(shape)}, terms=shape[1])
    yield Case("softmax", "Softmax", {"logits": Values((2000, 1000))}, terms=1000, is_large=True)


def cross_entropies():
    for rows, classes in ((7, 3), (33, 1000), (3, 20000)):
        labels = (np.arange(rows) * 31 % classes).astype("i4")
        yield Case("cross_entropy", "SparseSoftmaxCrossEntropyWithLogits", {"features": Values((rows, classes)), "labels": labels}, terms=classes)
        yield Case("cross_entropy", "SoftmaxCrossEntropyWithLogits",
                   {"features": Values((rows, classes)), "labels": Values((rows, classes), positive=True)}, terms=classes)


def nonzeros():
    for shape in ((3, 1, 7), (5, 3000), (20000,)):
        yield Case("nonzero", "Where", {"input": Values(shape)})


def in_top_ks():
    for rows, classes in ((7, 3), (33, 1000)):
        targets = (np.arange(rows) * 31 % classes).astype("i4")
        yield Case("in_top_k", "InTopKV2", {"predictions": Values((rows, classes)), "targets": targets, "k": np.int32(classes // 2)})


def top_ks():
    # Integers have few values, so several are equal.
    for rows, columns, k in ((7, 3, 3), (33, 1000, 5), (900, 40, 2)):
        yield Case("top_k", "TopKV2", {"input": Values((rows, columns)), "k": np.int32(k)})


def matrix_products():
    for m, k, n in ((1, 1, 1), (7, 5, 3), (64, 64, 64), (129, 65, 257), (1, 300, 33), (300, 1, 33), (33, 2000, 1)):
        for transpose_a, transpose_b in ((False, False), (True, False), (False, True), (True, True)):
            a, b = ((k, m) if transpose_a else (m, k)), ((n, k) if transpose_b else (k, n))
            yield Case("matrix_product", "MatMul", {"a": Values(a), "b": Values(b)},
                       {"transpose_a": transpose_a, "transpose_b": transpose_b}, k)
    yield Case("matrix_product", "BatchMatMulV2", {"x": Values((3, 1, 9, 21)), "y": Values((5, 21, 17))}, {"adj_x": False, "adj_y": False}, 21)
    yield Case("matrix_product", "BatchMatMulV2", {"x": Values((4, 21, 40)), "y": Values((4, 50, 21))}, {"adj_x": True, "adj_y": True}, 21)
    yield Case("matrix_product", "MatMul", {"a": Values((512, 512)), "b": Values((512, 512))}, terms=512, is_large=True)


def convolutions():
    for size, channels, filters, kernel, stride, dilation, padding in (
            (9, 3, 5, 3, 1, 1, "SAME"), (9, 3, 5, 3, 2, 1, "SAME"), (9, 3, 5, 3, 2, 1, "VALID"), (12, 16, 32, 3, 1, 2, "SAME"), (7, 40, 24, 1, 1, 1, "VALID"),
            (8, 5, 7, 1, 2, 1, "SAME"), (11, 2, 3, 5, 3, 1, "SAME"), (32, 32, 64, 3, 1, 1, "SAME")):
        is_large = size == 32
        image, filter_ = (8 if is_large else 2, size, size, channels), (kernel, kernel, channels, filters)
        reach = (kernel - 1) * dilation + 1
        out = -(-size // stride) if padding == "SAME" else (size - reach) // stride + 1
        output = (image[0], out, out, filters)
        attrs = {"strides": [1, stride, stride, 1], "padding": padding, "dilations": [1, dilation, dilation, 1]}
        terms = kernel * kernel * channels
        yield Case("convolution", "Conv2D", {"input": Values(image), "filter": Values(filter_)}, attrs, terms, is_large)
        if dilation > 1:
            continue  # the CPU has no gradients of these
        yield Case("convolution", "Conv2DBackpropInput", {"input_sizes": np.array(image, "i4"), "filter": Values(filter_),
                                                          "out_backprop": Values(output)}, attrs, kernel * kernel * filters, is_large)
        yield Case("convolution", "Conv2DBackpropFilter", {"input": Values(image), "filter_sizes": np.array(filter_, "i4"),
                                                           "out_backprop": Values(output)}, attrs, int(np.prod(output[:3])), is_large)
        if not is_large:
            attrs = {"strides": [1, stride, stride, 1], "padding": padding}
            filter_ = (kernel, kernel, channels, 2)
            yield Case("convolution", "DepthwiseConv2dNative", {"input": Values(image), "filter": Values(filter_)}, attrs, kernel * kernel)
    attrs = {"strides": [1, 1, 2, 1, 1], "padding": "SAME"}
    yield Case("convolution", "Conv3D", {"input": Values((2, 4, 5, 6, 3)), "filter": Values((2, 3, 3, 3, 4))}, attrs, 54)


def poolings():
    for size, window, stride, padding in ((9, 2, 2, "VALID"), (9, 3, 2, "SAME"), (12, 3, 1, "VALID"), (8, 5, 3, "SAME")):
        attrs = {"ksize": [1, window, window, 1], "strides": [1, stride, stride, 1], "padding": padding}
        image, terms = Values((3, size, size, 17)), window * window
        yield Case("pooling", "MaxPool", {"input": image}, attrs)
        yield Case("pooling", "AvgPool", {"value": image}, attrs, terms)
        out = -(-size // stride) if padding == "SAME" else (size - window) // stride + 1
        gradient = Values((3, out, out, 17))
        yield Case("pooling", "MaxPoolGrad", {"orig_input": image, "grad": gradient}, attrs, terms,
                   before=Before("MaxPool", {"input": "orig_input"}, {}, attrs, {0: "orig_output"}))
        yield Case("pooling", "AvgPoolGrad", {"orig_input_shape": np.array(image.shape, "i4"), "grad": gradient}, attrs, terms)
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    yield Case("pooling", "MaxPool", {"input": Values((8, 128, 128, 16))}, attrs, is_large=True)
    attrs = {"ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 1, 2, 1], "padding": "SAME"}
    yield Case("pooling", "AvgPool3D", {"input": Values((2, 4, 5, 6, 3))}, attrs, 8)


def batch_norms():
    for shape in ((2, 3, 5, 7), (33, 1, 1, 40), (8, 16, 16, 32)):
        statistics = {name: Values(shape[-1:], positive=name == "variance", of_float=True) for name in ("scale", "offset", "mean", "variance")}
        elements = int(np.prod(shape[:3]))
        empty = {"mean": np.zeros(0, "f4"), "variance": np.zeros(0, "f4")}
        yield Case("batch_norm", "FusedBatchNormV3", {"x": Values(shape), **statistics, **empty}, {"is_training": True}, elements, compared=3)
        yield Case("batch_norm", "FusedBatchNormV3", {"x": Values(shape), **statistics}, {"is_training": False}, compared=3)
        before = Before("FusedBatchNormV3", {"x": "x", "scale": "scale"}, {"offset": np.zeros(shape[-1:], "f4"), **empty},
                        {"is_training": True}, {3: "reserve_space_1", 4: "reserve_space_2", 5: "reserve_space_3"})
        yield Case("batch_norm", "FusedBatchNormGradV3", {"y_backprop": Values(shape), "x": Values(shape), "scale": statistics["scale"]},
                   {"is_training": True}, elements, before=before, compared=3)


def resizes():
    methods = (("NearestNeighbor", {"align_corners": False, "half_pixel_centers": False}), ("NearestNeighbor", {"align_corners": True}),
               ("Bilinear", {"align_corners": False, "half_pixel_centers": True}), ("Bilinear", {"align_corners": True}))
    for method, attrs in methods:
        for rows, columns in ((10, 14), (13, 4), (3, 21)):
            size = np.array([rows, columns], "i4")
            yield Case("resize", f"Resize{method}", {"images": Values((2, 5, 7, 3)), "size": size}, attrs)
            gradient = Values((2, rows, columns, 3), of_float=method == "Bilinear")
            original = {"original_image": Values((2, 5, 7, 3))} if method == "Bilinear" else {"size": np.array([5, 7], "i4")}
            yield Case("resize", f"Resize{method}Grad", {"grads": gradient, **original}, attrs, terms=20)
    yield Case("resize", "ResizeNearestNeighbor", {"images": Values((8, 64, 64, 32)), "size": np.array([128, 128], "i4")}, is_large=True)


def projective_transforms():
    # Coordinates that are exact: how a device rounds would decide about pixels.
    transforms = np.array([[1, 0.25, -3, -0.5, 1, 2, 0, 0], [-1.5, 0, 9, 0.25, 1, -1, 0, 0]], "f4")
    for fill_mode in ("CONSTANT", "REFLECT", "WRAP", "NEAREST"):
        for interpolation in ("NEAREST", "BILINEAR"):
            yield Case("projective_transform", "ImageProjectiveTransformV3",
                       {"images": Values((2, 9, 11, 3)), "transforms": transforms, "output_shape": np.array([8, 13], "i4"), "fill_value": np.float32(2)},
                       {"interpolation": interpolation, "fill_mode": fill_mode}, terms=4)


def scans():
    for op in ("Cumsum", "Cumprod"):
        # A product of many values would leave the range of the type.
        shapes = (((3, 5, 7), 1), ((7, 3), 1)) if op == "Cumprod" else (((3, 5, 7), 1), ((3, 5000), 1), ((1000, 9), 0), ((20000,), 0))
        for shape, axis in shapes:
            for reverse in (False, True):
                yield Case("scan", op, {"x": Values(shape), "axis": np.int32(axis)}, {"exclusive": axis == 0, "reverse": reverse}, shape[axis])
    yield Case("scan", "Cumsum", {"x": Values((1000, 2000)), "axis": np.int32(1)}, terms=2000, is_large=True)


def random_numbers():
    key = {"key": np.array([77], "u8"), "counter": np.array([1, 2], "u8"), "alg": np.int32(1)}
    for shape in ((3,), (5, 7), (100, 999)):
        yield Case("random", "StatelessRandomUniformV2", {"shape": np.array(shape, "i4"), **key}, typed=("dtype",))


def categoricals():
    # So few that the CPU draws all of them by one thread: by several it draws others.
    for rows, classes, samples in ((3, 5, 9), (1, 1000, 7)):
        yield Case("categorical", "Multinomial", {"logits": Values((rows, classes)), "num_samples": np.int32(samples)}, {"seed": 5, "seed2": rows})


def training_updates():
    variable, gradient = Values((37, 19)), Values((37, 19))
    rates = {name: Values((), positive=True) for name in ("lr", "l1", "l2")}
    yield Case("training_update", "ResourceApplyGradientDescent", {"var": variable, "alpha": rates["lr"], "delta": gradient}, variables=("var",))
    yield Case("training_update", "ResourceApplyMomentum", {"var": variable, "accum": variable, "lr": rates["lr"], "grad": gradient,
                                                            "momentum": rates["l1"]}, variables=("var", "accum"))
    yield Case("training_update", "ResourceApplyAdagradV2", {"var": variable, "accum": Values((37, 19), positive=True), "lr": rates["lr"],
                                                             "epsilon": rates["l2"], "grad": gradient}, variables=("var", "accum"))
    # In half precision, the powers of the rates would be 1.
    powers = {name: Values((), positive=True) for name in ("lr", "epsilon")}
    yield Case("training_update", "ResourceApplyRMSProp",
               {"var": variable, "ms": Values((37, 19), positive=True), "mom": variable, **powers, "rho": rates["l1"], "momentum": rates["l2"],
                "grad": gradient}, variables=("var", "ms", "mom"))


def all_cases():
    for cases in (elementwise, casts, strided_copies, gathers, one_hots, scatters, reductions, arg_reductions, band_parts, diagonals, softmaxes,
                  cross_entropies, in_top_ks, nonzeros, top_ks, matrix_products, convolutions, poolings, batch_norms, resizes,
                  projective_transforms, scans, random_numbers, categoricals, training_updates):
        yield from cases()
