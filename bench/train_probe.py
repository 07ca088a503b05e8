"""Run by the subjects `train` and `copies` inside the newest TensorFlow, with the plugin loaded: prints seconds as JSON.

usage: train_probe.py DEVICE_TYPE [MODEL...]

Trains these MODELs only, or measures all and then the ops.
Steps and ops of the device and of the CPU are measured in turns, so that a busy machine slows both.
"""

import json
import sys

import keras
import numpy as np
import tensorflow as tf

from turns import in_turns

CPU = "/device:CPU:0"
layers = keras.layers


def mlp():
    return keras.Sequential([keras.Input((64,)), layers.Dense(128, "relu"), layers.Dense(64, "relu"), layers.Dense(10)])


def cnn():
    return keras.Sequential([
        keras.Input((28, 28, 1)), layers.Conv2D(32, 3, activation="relu"), layers.MaxPooling2D(),
        layers.Conv2D(64, 3, activation="relu"), layers.MaxPooling2D(), layers.Flatten(), layers.Dense(32, "relu"),
        layers.Dense(10)])


def transformer():
    tokens = keras.Input((64,), dtype="int32")
    x = layers.Embedding(1000, 64)(tokens)
    for _ in range(2):
        attended = layers.MultiHeadAttention(4, 16)(x, x, use_causal_mask=True)
        x = layers.LayerNormalization()(x + attended)
        x = layers.LayerNormalization()(x + layers.Dense(64)(layers.Dense(256, "gelu")(x)))
    return keras.Model(tokens, layers.Dense(1000)(x))


def resnet50():
    return keras.applications.ResNet50(weights=None, classifier_activation=None)


# name: (model, shape of a batch, classes, steps in a block, rounds)
MODELS = {
    "perceptron, batch 32": (mlp, (32, 64), 10, 50, 30),
    "convolutional network, batch 32": (cnn, (32, 28, 28, 1), 10, 10, 24),
    "transformer, batch 8": (transformer, (8, 64), 1000, 5, 24),
    "ResNet-50, batch 4": (resnet50, (4, 224, 224, 3), 1000, 1, 10),
}


def training(device, make, shape, classes, is_text=False):
    """A function that takes some steps; the inputs of a text are tokens, each with a label."""
    random = np.random.default_rng(1)
    inputs = random.integers(0, classes, shape).astype(np.int32) if is_text else random.normal(size=shape).astype("f")
    labels = random.integers(0, classes, shape if is_text else shape[:1])
    with tf.device(device):
        model, optimizer = make(), keras.optimizers.Adam(1e-3)
        optimizer.build(model.trainable_variables)
        x, y = tf.identity(inputs), tf.identity(labels)

        @tf.function
        def step():
            with tf.GradientTape() as tape:
                logits = model(x, training=True)
                loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits))
            optimizer.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
            return loss

    def block(calls):
        with tf.device(device):
            for _ in range(calls):
                loss = step()
            assert np.isfinite(loss.numpy())

    return block


def op_cases():
    """name: (function, its inputs); large enough that the arithmetic counts."""
    def floats(*shape):
        return np.random.default_rng(1).normal(size=shape).astype("f")

    image, filters = floats(8, 56, 56, 64), floats(3, 3, 64, 64)
    rows, matrix, long = floats(1000, 1000), floats(512, 512), floats(1 << 21)
    heads, narrow = floats(8, 4, 128, 64), floats(64)
    conv = dict(strides=[1, 1, 1, 1], padding="SAME")
    pooled = tf.nn.max_pool2d(image, 2, 2, "VALID").numpy()
    indices = np.random.default_rng(2).integers(0, 1000, 4096).astype(np.int32)
    return {
        "AddV2": (tf.add, long, long),
        "AddV2, broadcast": (tf.add, image, narrow),
        "BatchMatMulV2": (tf.matmul, heads, np.swapaxes(heads, 2, 3).copy()),
        "BiasAddGrad": (lambda g: tf.raw_ops.BiasAddGrad(out_backprop=g), image),
        "Cast": (lambda x: tf.cast(x, tf.bfloat16), long),
        "ConcatV2": (lambda x: tf.concat([x, x], 1), rows),
        "Conv2D": (lambda x, w: tf.nn.conv2d(x, w, 1, "SAME"), image, filters),
        "Conv2DBackpropFilter": (lambda x, g: tf.raw_ops.Conv2DBackpropFilter(
            input=x, filter_sizes=[3, 3, 64, 64], out_backprop=g, **conv), image, image),
        "Conv2DBackpropInput": (lambda w, g: tf.raw_ops.Conv2DBackpropInput(
            input_sizes=[8, 56, 56, 64], filter=w, out_backprop=g, **conv), filters, image),
        "DepthwiseConv2dNative": (lambda x, w: tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "SAME"), image,
                                  floats(3, 3, 64, 1)),
        "Einsum": (lambda a, b: tf.einsum("bhqd,bhkd->bhqk", a, b), heads, heads),
        "Exp": (tf.exp, long),
        "GatherV2": (lambda x, i: tf.gather(x, i), rows, indices),
        "MatMul": (tf.matmul, matrix, matrix),
        "MaxPool": (lambda x: tf.nn.max_pool2d(x, 2, 2, "VALID"), image),
        "MaxPoolGrad": (lambda x, y: tf.raw_ops.MaxPoolGrad(
            orig_input=x, orig_output=y, grad=y, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"), image, pooled),
        "Mean of rows": (lambda x: tf.reduce_mean(x, 1), rows),
        "Mean of columns": (lambda x: tf.reduce_mean(x, [0, 1, 2]), image),
        "Pad": (lambda x: tf.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]]), image),
        "Relu": (tf.nn.relu, long),
        "ResizeBilinear": (lambda x: tf.image.resize(x, [112, 112]), image[:2]),
        "SelectV2": (lambda x: tf.where(x > 0, x, -x), long),
        "Slice": (lambda x: tf.slice(x, [0, 1, 1, 0], [8, 54, 54, 64]), image),
        "Softmax": (tf.nn.softmax, rows),
        "SparseSoftmaxCrossEntropyWithLogits": (lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits(
            tf.zeros([1000], tf.int32), x), rows),
        "SpaceToBatchND": (lambda x: tf.space_to_batch(x, [2, 2], [[0, 0], [0, 0]]), image),
        "Sum": (tf.reduce_sum, long),
        "Tanh": (tf.tanh, long),
        "Tile": (lambda x: tf.tile(x, [2, 2]), rows),
        "Transpose": (lambda x: tf.transpose(x, [0, 3, 1, 2]), image),
        "UnsortedSegmentSum": (lambda x, i: tf.math.unsorted_segment_sum(x, i, 1000), floats(4096, 256), indices),
    }


def computing(device, function, inputs):
    with tf.device(device):
        inputs = [tf.identity(value) for value in inputs]

    def block(calls):
        with tf.device(device):
            for _ in range(calls):
                result = function(*inputs)
            tf.reshape(result, [-1])[:1].numpy()  # what was asked for before has been done by then

    return block


def main():
    device_type, *models = sys.argv[1:]
    device = f"/device:{device_type}:0"
    result = {"models": {}, "ops": {}}
    for name in models or MODELS:
        make, shape, classes, calls, rounds = MODELS[name]
        blocks = {where: training(where, make, shape, classes, is_text=make is transformer) for where in (CPU, device)}
        times = in_turns(blocks, rounds, calls)
        result["models"][name] = [times[CPU], times[device]]
        keras.backend.clear_session()
    for name, (function, *inputs) in ({} if models else op_cases()).items():
        times = in_turns({where: computing(where, function, inputs) for where in (CPU, device)}, rounds=12, calls=10)
        result["ops"][name] = [times[CPU], times[device]]
    print(json.dumps(result))


if __name__ == "__main__":
    main()
