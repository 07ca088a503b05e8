"""Arguments of ops that tests/generated/ops_test.py cannot make up from definitions and shape rules."""

import numpy as np

IMAGES = np.random.default_rng(1).standard_normal((2, 6, 5, 3)).astype(np.float32)

CASES = {
    "NpuBitcast": {"input": IMAGES, "type": np.int32},
    "NpuConcatRows": {"values": [IMAGES[0], IMAGES[1, :2]]},
    "NpuConv2D": {
        "input": IMAGES,
        "filter": np.random.default_rng(2).standard_normal((3, 2, 3, 4)).astype(np.float32),
        "strides": [1, 2, 1, 1],
        "padding": "SAME",
    },
    "NpuIdentityAll": {"tensors": [IMAGES, IMAGES[0]]},
    "NpuMaxPool": {"x": IMAGES, "ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"},
    "NpuSplitColumns": {"value": IMAGES[0, :4, :4, 0], "num": 2},
    "NpuSumAxes": {"x": IMAGES, "axes": [0, -1]},
    "NpuWeightedSum": {
        "values": [IMAGES[0], IMAGES[1]],
        "weights": np.array([0.5, -2], np.float32),
    },
}
