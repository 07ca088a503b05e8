"""Lets a decoder of 116 M weights write on the device and on the CPU, and prints as JSON whether both write the same.

usage: generation.py DEVICE TOKENS

The largest logit decides each token, in a loop of the graph. Where two logits are nearer than rounding, either token is
right: the texts are compared up to there.
"""

import json
import sys
import time

import numpy as np
import tensorflow as tf
from tensorflow import keras

from models import MODELS
from train import set_weights

LENGTH = 128
PROMPT = 8
NEAR = 1e-3


def writer(model, tokens):
    @tf.function
    def write(text):
        gaps = tf.TensorArray(tf.float32, tokens)
        for i in tf.range(tokens):
            logits = model(text, training=False)[:, PROMPT - 1 + i]
            best = tf.math.top_k(logits, 2).values
            gaps = gaps.write(i, best[:, 0] - best[:, 1])
            text = tf.tensor_scatter_nd_update(text, tf.stack([tf.range(2), tf.fill([2], PROMPT + i)], 1), tf.argmax(logits, 1, tf.int32))
        return text, tf.transpose(gaps.stack())

    return write


def written(device, tokens):
    prompt = np.zeros((2, LENGTH), np.int32)
    prompt[:, :PROMPT] = np.random.default_rng(3).integers(0, 20000, (2, PROMPT))
    with tf.device(device):
        model = MODELS["decoder, 116 M"].make()
        set_weights(model)
        write = writer(model, tokens)
        started = time.perf_counter()
        text, gaps = (result.numpy() for result in write(tf.constant(prompt)))
    return text[:, PROMPT:PROMPT + tokens], gaps, time.perf_counter() - started


def main():
    device, tokens = sys.argv[1], int(sys.argv[2])
    keras.utils.set_random_seed(1)
    (text, _, seconds), (expected, gaps, cpu_seconds) = written(device, tokens), written("/CPU:0", tokens)
    flaws, compared = [], 0
    for row, (found, wanted, gap) in enumerate(zip(text, expected, gaps)):
        decided = int(np.argmax(gap < NEAR)) if (gap < NEAR).any() else tokens
        compared += decided
        if not np.array_equal(found[:decided], wanted[:decided]):
            flaws.append(f"text {row}: {found.tolist()}, not {wanted.tolist()}")
    if compared < tokens:
        flaws.append(f"only {compared} tokens were decided")
    print(json.dumps({"flaws": flaws, "compared": compared, "seconds": round(seconds, 1), "cpu": round(cpu_seconds, 1)}))


if __name__ == "__main__":
    main()
