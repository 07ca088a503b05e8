"""A step of training in mixed precision of a model of each Keras family, and which of its nodes the CPU computes.

usage: TF_PLUGGABLE_DEVICE_LIBRARY_PATH=PLUGIN mixed_precision_program.py DEVICE_TYPE

Prints JSON: for each policy and family the loss, the number of nodes on the device, and those elsewhere, by op and data types.
The graphs are those that run, after every pass. What only hands values on is not counted.
"""

import collections
import json
import os
import sys

os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from tensorflow.python.eager import context

HANDS_ON = {"Const", "Identity", "IdentityN", "NoOp", "_Arg", "_DeviceArg", "_Retval", "_DeviceRetval", "_HostRecv", "_HostSend",
            "_Recv", "_Send", "Enter", "Exit", "LoopCond", "Merge", "NextIteration", "Switch"}
ACTIVATIONS = ("elu", "exponential", "gelu", "hard_sigmoid", "leaky_relu", "log_softmax", "mish", "relu", "relu6", "selu",
               "sigmoid", "silu", "softmax", "softplus", "softsign", "tanh")

random = np.random.default_rng(1)
ROWS = random.normal(size=(4, 12)).astype(np.float32)
IMAGES = random.normal(size=(4, 16, 16, 3)).astype(np.float32)
TOKENS = random.integers(1, 20, (4, 8))
TOKENS[0, 5:] = 0  # of a shorter sentence
LABELS = random.integers(0, 5, 4)


def classifier(inputs, features):
    return keras.Model(inputs, layers.Dense(5, dtype="float32")(features))


def dense():
    inputs = keras.Input(ROWS.shape[1:])
    x = layers.concatenate([layers.Dense(4, activation=name)(inputs) for name in ACTIVATIONS])
    a = layers.Dropout(0.1)(layers.Dense(8)(x))
    b = layers.GaussianNoise(0.1)(layers.PReLU()(layers.Dense(8)(x)))
    merged = [merge([a, b]) for merge in (layers.add, layers.subtract, layers.multiply, layers.maximum, layers.minimum)]
    return classifier(inputs, layers.concatenate([*merged, layers.UnitNormalization()(a), b[:, ::-1], layers.dot([a, b], axes=1)]))


def cnn():
    inputs = keras.Input(IMAGES.shape[1:])
    x = layers.Conv2D(8, 3, padding="same", activation="relu")(layers.Rescaling(0.5)(inputs))
    x = layers.BatchNormalization()(x)
    x = layers.DepthwiseConv2D(3, strides=2)(layers.ZeroPadding2D(1)(x))
    x = layers.SeparableConv2D(8, 3, padding="same")(x)
    x = layers.MaxPooling2D(2)(layers.SpatialDropout2D(0.1)(x))
    x = layers.UpSampling2D(2, interpolation="bilinear")(layers.Conv2DTranspose(4, 2, strides=2)(x))
    x = layers.AveragePooling2D(2)(layers.Cropping2D(1)(x))
    return classifier(inputs, layers.GlobalMaxPooling2D()(x))


def residual():
    inputs = keras.Input(IMAGES.shape[1:])
    x = layers.Conv2D(8, 3, padding="same", use_bias=False)(layers.RandomRotation(0.1)(layers.RandomFlip()(inputs)))
    y = layers.Conv2D(8, 3, padding="same")(layers.ReLU()(layers.BatchNormalization()(x)))
    y = layers.GroupNormalization(2)(y)
    attention = layers.Conv2D(8, 1, activation="sigmoid")(layers.GlobalAveragePooling2D(keepdims=True)(y))
    x = layers.LeakyReLU()(layers.add([x, layers.multiply([y, attention])]))
    return classifier(inputs, layers.GlobalAveragePooling2D()(x))


def transformer():
    inputs = keras.Input(TOKENS.shape[1:], dtype="int32")
    x = layers.Embedding(20, 16, mask_zero=True)(inputs) + layers.Embedding(8, 16)(tf.range(8))
    x += layers.Dense(16)(keras.ops.one_hot(inputs, 20, dtype=keras.mixed_precision.global_policy().compute_dtype))
    x = layers.LayerNormalization()(x + layers.MultiHeadAttention(2, 8, dropout=0.1)(x, x, use_causal_mask=True))
    x = layers.LayerNormalization()(x + layers.Dense(16)(layers.Dense(32, activation="gelu")(x)))
    return classifier(inputs, layers.GlobalAveragePooling1D()(x))


def recurrent():
    inputs = keras.Input(TOKENS.shape[1:], dtype="int32")
    x = layers.Embedding(20, 8, mask_zero=True)(inputs)
    x = layers.LSTM(4, return_sequences=True)(x)
    return classifier(inputs, layers.GRU(4, go_backwards=True)(x))


def sequences():
    inputs = keras.Input(ROWS.shape[1:])
    x = layers.Conv1D(8, 3, padding="causal", activation="relu")(layers.Reshape((12, 1))(inputs))
    x = layers.MaxPooling1D(2)(layers.SeparableConv1D(8, 3, padding="same")(x))
    return classifier(inputs, layers.Flatten()(layers.Permute((2, 1))(x)))


def volumes():
    inputs = keras.Input(IMAGES.shape[1:])
    x = layers.Conv3D(4, 3, padding="same", activation="relu")(layers.Reshape((4, 8, 8, 3))(inputs))
    return classifier(inputs, layers.GlobalAveragePooling3D()(layers.AveragePooling3D(2)(layers.MaxPooling3D(2)(x))))


FAMILIES = {dense: ROWS, cnn: IMAGES, residual: IMAGES, transformer: TOKENS, recurrent: TOKENS, sequences: ROWS, volumes: IMAGES}


def types_of(node):
    types = {tf.dtypes.as_dtype(attr.type).name for attr in node.attr.values() if attr.WhichOneof("value") == "type"}
    return ",".join(sorted(types))


def step(family, device_type):
    model = family()
    model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    context.enable_run_metadata()
    context.export_run_metadata()  # drops what earlier functions left
    loss = float(model.train_on_batch(FAMILIES[family], LABELS))
    metadata = context.export_run_metadata()
    context.disable_run_metadata()
    nodes = [node for graph in metadata.partition_graphs for node in graph.node]
    elsewhere = [node for node in nodes if device_type not in node.device and node.op not in HANDS_ON]
    return {"loss": loss, "on_device": sum(device_type in node.device for node in nodes),
            "elsewhere": collections.Counter(f"{node.op}({types_of(node)})" for node in elsewhere)}


def main(device_type):
    result = {}
    for policy in ("mixed_float16", "mixed_bfloat16"):
        keras.mixed_precision.set_global_policy(policy)
        keras.utils.set_random_seed(1)
        result[policy] = {family.__name__: step(family, device_type) for family in FAMILIES}
    print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1])
