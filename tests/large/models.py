"""Models of real size: name -> (what makes the model, the shape of a batch of inputs, the shape of its labels).

Inputs and labels are drawn: floats for images and sequences, whole numbers below `classes` for tokens and classes.
"""

import dataclasses
from typing import Callable

from tensorflow import keras

layers = keras.layers


@dataclasses.dataclass(frozen=True)
class Model:
    make: Callable[[], keras.Model]
    inputs: tuple  # the shape of a batch
    classes: int  # of the labels, 0 if they are floats of the shape of the inputs
    tokens: int = 0  # the inputs are whole numbers below this
    labels: tuple | None = None  # their shape, if it is not the batch
    rate: float = 1e-3


# --- keras.applications

# With small images where a family allows them: what counts are its layers.
APPLICATIONS = {
    "ConvNeXtTiny": 64, "DenseNet121": 64, "DenseNet201": 64, "EfficientNetB0": 64, "EfficientNetB4": 64,
    "EfficientNetV2B0": 64, "InceptionResNetV2": 96, "InceptionV3": 96, "MobileNet": 64, "MobileNetV2": 64,
    "MobileNetV3Large": 64, "NASNetMobile": 96, "ResNet50": 64, "ResNet101V2": 64, "ResNet152V2": 64, "VGG16": 64,
    "VGG19": 64, "Xception": 96,
}


def application(name, size):
    def make():
        return getattr(keras.applications, name)(weights=None, input_shape=(size, size, 3), classes=10, classifier_activation=None)

    return Model(make, (2, size, size, 3), 10, rate=1e-4)


# --- Transformers

def block(x, width, heads, causal=False):
    attended = layers.MultiHeadAttention(heads, width // heads)(x, x, use_causal_mask=causal)
    x = layers.LayerNormalization()(x + attended)
    return layers.LayerNormalization()(x + layers.Dense(width)(layers.Dense(4 * width, "gelu")(x)))


class Positions(layers.Layer):
    """Adds a weight of each position."""

    def build(self, shape):
        self.embeddings = self.add_weight(name="embeddings", shape=shape[1:], initializer="zeros")

    def call(self, x):
        return x + self.embeddings


def embedded(tokens, words, width):
    return Positions()(layers.Embedding(words, width)(tokens))


def encoder(words=30000, length=128, width=768, heads=12, depth=12):
    """Like BERT's base: 109 M weights."""
    tokens = keras.Input((length,), dtype="int32")
    x = embedded(tokens, words, width)
    for _ in range(depth):
        x = block(x, width, heads)
    return keras.Model(tokens, layers.Dense(2)(x[:, 0]))


def decoder(words=20000, length=128, width=768, heads=12, depth=12):
    """Like the smallest GPT-2: 116 M weights."""
    tokens = keras.Input((length,), dtype="int32")
    x = embedded(tokens, words, width)
    for _ in range(depth):
        x = block(x, width, heads, causal=True)
    return keras.Model(tokens, layers.Dense(words)(x))


def vision_transformer(size=224, patch=16, width=768, heads=12, depth=12):
    """Like ViT-B/16: 86 M weights."""
    image = keras.Input((size, size, 3))
    x = Positions()(layers.Reshape(((size // patch) ** 2, width))(layers.Conv2D(width, patch, patch)(image)))
    for _ in range(depth):
        x = block(x, width, heads)
    return keras.Model(image, layers.Dense(1000)(layers.GlobalAveragePooling1D()(x)))


# --- Others

def u_net(size=128, depth=64):
    image = keras.Input((size, size, 3))
    skipped, x = [], image
    for factor in (1, 2, 4, 8):
        for _ in range(2):
            x = layers.Conv2D(depth * factor, 3, padding="same", activation="relu")(x)
        skipped.append(x)
        x = layers.MaxPooling2D()(x)
    x = layers.Conv2D(depth * 16, 3, padding="same", activation="relu")(x)
    for factor in (8, 4, 2, 1):
        x = layers.Conv2DTranspose(depth * factor, 2, 2)(x)
        x = layers.Concatenate()([x, skipped.pop()])
        x = layers.Conv2D(depth * factor, 3, padding="same", activation="relu")(x)
    return keras.Model(image, layers.Conv2D(3, 1)(x))


def diffusion(size=64, depth=128):
    """A step of a model that takes noise away: convolutions, group normalization, attention."""
    image = keras.Input((size, size, 3))
    x = layers.Conv2D(depth, 3, padding="same")(image)
    for factor in (1, 2, 2):
        y = layers.Activation("swish")(layers.GroupNormalization(32)(x))
        y = layers.Conv2D(depth * factor, 3, padding="same")(y)
        y = layers.Conv2D(depth * factor, 3, padding="same")(layers.Activation("swish")(layers.GroupNormalization(32)(y)))
        x = layers.AveragePooling2D(2)(y + layers.Conv2D(depth * factor, 1)(x))
    side = size // 8
    sequence = layers.Reshape((side * side, depth * 2))(x)
    sequence = sequence + layers.MultiHeadAttention(8, depth // 4)(sequence, sequence)
    x = layers.Reshape((side, side, depth * 2))(sequence)
    for _ in range(3):
        x = layers.Conv2D(depth, 3, padding="same", activation="swish")(layers.UpSampling2D()(x))
    return keras.Model(image, layers.Conv2D(3, 3, padding="same")(x))


def long_sequence(length=1000, width=256):
    sequence = keras.Input((length, 64))
    x = layers.LSTM(width, return_sequences=True)(sequence)
    return keras.Model(sequence, layers.Dense(10)(layers.LSTM(width)(x)))


def recommender(items=8_000_000, width=64, fields=32):
    """An embedding table of 2 GB."""
    ids = keras.Input((fields,), dtype="int32")
    x = layers.Flatten()(layers.Embedding(items, width)(ids))
    return keras.Model(ids, layers.Dense(2)(layers.Dense(256, "relu")(layers.Dense(512, "relu")(x))))


MODELS = {
    **{name: application(name, size) for name, size in APPLICATIONS.items()},
    "encoder, 109 M": Model(encoder, (4, 128), 2, tokens=30000, rate=1e-5),
    "decoder, 116 M": Model(decoder, (2, 128), 20000, tokens=20000, labels=(2, 128), rate=1e-5),
    "vision transformer, 86 M": Model(vision_transformer, (2, 224, 224, 3), 1000, rate=1e-5),
    "U-Net": Model(u_net, (2, 128, 128, 3), 0, rate=1e-4),
    "diffusion step": Model(diffusion, (4, 64, 64, 3), 0, rate=1e-4),
    "LSTM over 1000 steps": Model(long_sequence, (8, 1000, 64), 10),
    "recommender, table of 2 GB": Model(recommender, (256, 32), 2, tokens=8_000_000),
}
