"""Run by the subject `sizes` inside the newest TensorFlow, with the plugin loaded: prints seconds as JSON.

usage: sizes_probe.py DEVICE_TYPE [NAME...]

Convolutions, matrix products and loops of the sizes that real models have, and their steps, measured on the device and on the CPU in
turns. With names only these.
"""

import json
import pathlib
import sys

import keras
import numpy as np
import tensorflow as tf

from train_probe import CPU, computing, resnet50, training
from turns import in_turns

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "large"))
from models import decoder  # noqa: E402

layers = keras.layers

# Images * filter, both in NHWC, stride 1 and padding SAME: layers of residual networks and of small ones.
CONVOLUTIONS = [
    ((64, 96, 96, 3), (3, 3, 3, 32)),
    ((64, 48, 48, 32), (3, 3, 32, 64)),
    ((64, 24, 24, 64), (3, 3, 64, 128)),
    ((64, 12, 12, 128), (3, 3, 128, 128)),
    ((16, 56, 56, 64), (3, 3, 64, 64)),
    ((16, 28, 28, 128), (3, 3, 128, 128)),
    ((16, 14, 14, 256), (1, 1, 256, 1024)),
    ((16, 7, 7, 512), (3, 3, 512, 512)),
]


def floats(*shape):
    return np.random.default_rng(1).normal(size=shape).astype("f")


def convolution_cases():
    cases = {}
    for image, filters in CONVOLUTIONS:
        x, w, g = floats(*image), floats(*filters), floats(*image[:3], filters[3])
        attributes = dict(strides=[1, 1, 1, 1], padding="SAME")
        name = f"{'x'.join(map(str, image))} * {'x'.join(map(str, filters))}"
        cases[f"{name}, forward"] = (lambda x, w: tf.nn.conv2d(x, w, 1, "SAME"), x, w)
        cases[f"{name}, input gradient"] = (
            lambda w, g, image=image, attributes=attributes: tf.raw_ops.Conv2DBackpropInput(
                input_sizes=image, filter=w, out_backprop=g, **attributes), w, g)
        cases[f"{name}, filter gradient"] = (
            lambda x, g, filters=filters, attributes=attributes: tf.raw_ops.Conv2DBackpropFilter(
                input=x, filter_sizes=filters, out_backprop=g, **attributes), x, g)
    return cases


def other_cases():
    thin, long = floats(4096, 256), floats(64, 96, 96, 32)
    square = {n: floats(n, n) for n in (512, 1024)}
    return {
        "MatMul 512^3": (tf.matmul, square[512], square[512]),
        "MatMul 1024^3": (tf.matmul, square[1024], square[1024]),
        "MatMul 1024^3, left side transposed": (lambda a, b: tf.matmul(a, b, transpose_a=True), square[1024], square[1024]),
        "MatMul 4096x256x256": (tf.matmul, thin, floats(256, 256)),
        "Gelu of 1024x4096": (tf.nn.gelu, floats(1024, 4096)),
        "Relu of 19 M elements": (tf.nn.relu, long),
        "Softmax of 4096x1024": (tf.nn.softmax, floats(4096, 1024)),
    }


def convolutional():
    """Four convolutions of 32 to 128 channels."""
    stack = [keras.Input((96, 96, 3))]
    for depth in (32, 64, 128, 128):
        stack += [layers.Conv2D(depth, 3, padding="same", activation="relu"), layers.MaxPooling2D()]
    return keras.Sequential([*stack, layers.GlobalAveragePooling2D(), layers.Dense(10)])


def convnext():
    return keras.applications.ConvNeXtTiny(weights=None, classifier_activation=None)


# name: (model, shape of a batch, classes, is it text)
MODELS = {
    "four convolutions, batch 64": (convolutional, (64, 96, 96, 3), 10, False),
    "ResNet-50 at 224, batch 8": (resnet50, (8, 224, 224, 3), 1000, False),
    "ConvNeXt at 224, batch 4": (convnext, (4, 224, 224, 3), 1000, False),
    "decoder of 116 M weights, batch 2": (decoder, (2, 128), 20000, True),
}


def main():
    device = f"/device:{sys.argv[1]}:0"
    wanted = sys.argv[2:]

    def is_wanted(name):
        return not wanted or any(part in name for part in wanted)

    result = {"models": {}, "ops": {}}
    for name, (function, *inputs) in {**convolution_cases(), **other_cases()}.items():
        if is_wanted(name):
            times = in_turns({where: computing(where, function, inputs) for where in (CPU, device)}, rounds=8, calls=3)
            result["ops"][name] = [times[CPU], times[device]]
    for name, (make, shape, classes, is_text) in MODELS.items():
        if is_wanted(name):
            blocks = {where: training(where, make, shape, classes, is_text) for where in (CPU, device)}
            times = in_turns(blocks, rounds=4, calls=1)
            result["models"][name] = [times[CPU], times[device]]
            keras.backend.clear_session()
    print(json.dumps(result))


if __name__ == "__main__":
    main()
