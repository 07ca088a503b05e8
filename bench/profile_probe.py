"""Run by the subject `profile` inside the newest TensorFlow, with a plugin: prints seconds as JSON, round by round.

usage: profile_probe.py DEVICE_TYPE

Steps of a convolutional network's training, a few at a time without and with a session of the profiler. TensorFlow's
own profiler of the host is part of a session, of that with a plugin that has none, too.
"""

import json
import sys
import tempfile
import time

import numpy as np
import tensorflow as tf

STEPS, ROUNDS = 5, 20


def variables():
    random = np.random.default_rng(1)
    shapes = [(3, 3, 1, 32), (32,), (3, 3, 32, 64), (64,), (1600, 32), (32,), (32, 10), (10,)]
    return [tf.Variable(random.normal(size=shape, scale=0.05).astype("f")) for shape in shapes]


def logits(x, weights):
    for filters, bias in (weights[:2], weights[2:4]):
        x = tf.nn.max_pool2d(tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, filters, 1, "VALID"), bias)), 2, 2, "VALID")
    x = tf.reshape(x, [-1, 1600])
    x = tf.nn.relu(tf.nn.bias_add(tf.matmul(x, weights[4]), weights[5]))
    return tf.nn.bias_add(tf.matmul(x, weights[6]), weights[7])


def training(device):
    random = np.random.default_rng(2)
    with tf.device(device):
        weights = variables()
        x = tf.constant(random.normal(size=(32, 28, 28, 1)).astype("f"))
        y = tf.constant(random.integers(0, 10, 32))

        @tf.function
        def step():
            with tf.device(device):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits(x, weights)))
                for weight, gradient in zip(weights, tape.gradient(loss, weights)):
                    weight.assign_sub(0.01 * gradient)
                return loss

    return step


def seconds_of(step, is_on):
    if is_on:
        tf.profiler.experimental.start(tempfile.mkdtemp())
    seconds = []
    for _ in range(STEPS):
        started = time.perf_counter()
        loss = step().numpy()
        seconds.append(time.perf_counter() - started)
        assert np.isfinite(loss)
    if is_on:
        tf.profiler.experimental.stop()
    return seconds


def main():
    step = training(f"/{sys.argv[1]}:0")
    seconds = {"off": [], "on": []}
    for case in seconds:
        seconds_of(step, case == "on")
    for _ in range(ROUNDS):
        for case, values in seconds.items():
            values.append(seconds_of(step, case == "on"))
    print(json.dumps(seconds))


if __name__ == "__main__":
    main()
