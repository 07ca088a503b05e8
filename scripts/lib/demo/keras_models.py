"""The demo's two networks as a user of Keras writes them."""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")  # with it the CPU's results depend on its processor
os.environ.setdefault("KERAS_BACKEND", "tensorflow")

from tensorflow import keras  # noqa: E402  (the settings above come first; of 2.12, `keras` alone is not this one)

EPSILON = 1e-3  # of the batch normalization


def mlp():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            keras.layers.Flatten(),
            keras.layers.Dense(128, activation="relu"),
            keras.layers.Dense(64, activation="relu"),
            keras.layers.Dense(10, activation="softmax"),
        ],
        name="mlp",
    )


def cnn():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            keras.layers.Conv2D(16, 3, padding="same"),
            keras.layers.BatchNormalization(momentum=0.9, epsilon=EPSILON),
            keras.layers.ReLU(),
            keras.layers.MaxPooling2D(2),
            keras.layers.Conv2D(32, 3, padding="valid", activation="relu"),
            keras.layers.AveragePooling2D(2),
            keras.layers.Flatten(),
            keras.layers.Dense(10, activation="softmax"),
        ],
        name="cnn",
    )


MODELS = {"mlp": mlp, "cnn": cnn}
