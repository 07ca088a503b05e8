"""Trains on a device of too little memory for a large batch, and prints as JSON what came of it.

usage: capacity.py DEVICE LIMIT_VARIABLE

A ConvNeXt is trained with batches that double until one doesn't fit. Its step has to fail with ResourceExhausted, in a
function and eagerly, and the message has to name an op. Then the device trains with small batches, again and again, as the
CPU does: its memory has to be there again.
"""

import gc
import json
import os
import re
import sys

import numpy as np
import tensorflow as tf
from tensorflow import keras

LIMIT = "2GiB"
SMALL = 2
SIZE = 64


def data(batch):
    random = np.random.default_rng(batch)
    return random.normal(size=(batch, SIZE, SIZE, 3)).astype(np.float32), random.integers(0, 10, batch).astype(np.int32)


class Trained:
    def __init__(self, device):
        self.device = device
        with tf.device(device):
            self.model = keras.applications.ConvNeXtTiny(weights=None, input_shape=(SIZE, SIZE, 3), classes=10, classifier_activation=None)
            for i, variable in enumerate(self.model.trainable_variables):
                if len(variable.shape) > 1:
                    variable.assign(np.random.default_rng(i).standard_normal(variable.shape, np.float32) * np.float32(np.prod(variable.shape[:-1]) ** -0.5))
            self.compiled = tf.function(self.step, reduce_retracing=False)

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, self.model(x, training=True)))
        for gradient, variable in zip(tape.gradient(loss, self.model.trainable_variables), self.model.trainable_variables):
            variable.assign_sub(1e-4 * gradient)
        return loss

    def train(self, batch, step):
        x, y = data(batch)
        with tf.device(self.device):
            return float(step(tf.constant(x), tf.constant(y)).numpy())


def refusal(trained, batch, step):
    """Why a step failed, the end of the message; or None."""
    try:
        trained.train(batch, step)
    except Exception as error:  # of any type: what it is gets judged
        return f"{type(error).__name__}: {' '.join(str(error).split())[-300:]}"
    return None


def main():
    device, variable = sys.argv[1:]
    os.environ[variable] = LIMIT
    flaws, refused = [], {}
    on_device, on_cpu = Trained(device), Trained("/CPU:0")
    expected = [on_cpu.train(SMALL, on_cpu.compiled) for _ in range(9)]
    found = [on_device.train(SMALL, on_device.compiled) for _ in range(3)]
    for way in ("function", "eager"):
        step, batch, error = on_device.compiled if way == "function" else on_device.step, 32, None
        while error is None and batch < 4096:
            batch *= 2
            before = [weight.numpy() for weight in on_device.model.variables]
            error = refusal(on_device, batch, step)
            gc.collect()  # the eager step's tensors, which the error's frames refer to
            for weight, value in zip(on_device.model.variables, before):
                weight.assign(value)
        refused[way] = [batch, error]
        if error is None or not error.startswith("ResourceExhausted"):
            flaws.append(f"{way}: {error}")
        elif not re.search(r"\{\{(function_)?node |\[Op:\w+\]", error):
            flaws.append(f"{way}: the error names no op")
        found += [on_device.train(SMALL, on_device.compiled) for _ in range(3)]
    differs = max(abs(a - b) / abs(b) for a, b in zip(found, expected))
    if not differs < 1e-3:
        flaws.append(f"losses differ by {differs:.0e}: {found}, not {expected}")
    print(json.dumps({"flaws": flaws, "refused": refused, "differs": differs}))


if __name__ == "__main__":
    main()
