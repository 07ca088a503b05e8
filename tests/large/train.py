"""Trains one model of models.py in a function of one's own, and prints what came out as JSON.

usage: train.py MODEL DEVICE STEPS [--unknown-batch] [--policy POLICY] [--optimizer OPTIMIZER] [--nudged SEED]

The losses, the time of a step by the clock and by processors, the peak of the process's memory, and its memory after the
tenth and after the last step. On the device the program's own default device is the plugin's, as Keras has it. The peak
is that of the steps: before them, weights lie in arrays of NumPy too. Nudged weights are the same but for their last bit in
the type that the policy computes with; the seed chooses it.
"""

import argparse
import json
import os
import resource
import time

import numpy as np
import tensorflow as tf
from tensorflow import keras

from models import MODELS

LAST_BITS = {"float32": 2.0**-23, "mixed_float16": 2.0**-10, "mixed_bfloat16": 2.0**-7}  # of 1, by policy
OPTIMIZERS = {
    "adam": keras.optimizers.Adam,
    "momentum": lambda rate: keras.optimizers.SGD(rate, momentum=0.9),
    "rmsprop": keras.optimizers.RMSprop,
    "sgd": keras.optimizers.SGD,
}


def memory():
    """MB of the process."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def start_peak():
    """Makes the peak of the process's memory what it is now."""
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def peak():
    """MB."""
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM:")) * 1024 / 1e6


def set_weights(model, nudge=None, last_bit=LAST_BITS["float32"]):
    """The same weights wherever they are: drawn by the host, as the initializers of Dense do."""
    for i, variable in enumerate(model.variables):
        random = np.random.default_rng(i)
        shape, name = tuple(variable.shape), variable.name.split("/")[-1].split(":")[0]
        if name in ("kernel", "embeddings", "depthwise_kernel", "pointwise_kernel", "recurrent_kernel"):
            fan_in = max(1, int(np.prod(shape[:-1]))) if name != "embeddings" else shape[-1]
            weights = random.standard_normal(shape, np.float32) * np.float32(fan_in ** -0.5)
            if nudge is not None:
                weights *= 1 + np.float32(last_bit) * np.random.default_rng([nudge, i]).integers(-1, 2, shape).astype(np.float32)
            variable.assign(weights)


def drawn(model):
    random = np.random.default_rng(1)
    inputs = random.integers(0, model.tokens, model.inputs).astype(np.int32) if model.tokens else random.normal(size=model.inputs).astype(np.float32)
    if model.classes == 0:
        return inputs, random.normal(size=model.labels or model.inputs).astype(np.float32)
    return inputs, random.integers(0, model.classes, model.labels or model.inputs[:1]).astype(np.int32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", choices=MODELS)
    parser.add_argument("device")
    parser.add_argument("steps", type=int)
    parser.add_argument("--unknown-batch", action="store_true")
    parser.add_argument("--policy", choices=LAST_BITS, default="float32")
    parser.add_argument("--optimizer", choices=OPTIMIZERS, default="adam")
    parser.add_argument("--nudged", type=int, metavar="SEED")
    options = parser.parse_args()
    wanted = MODELS[options.model]
    keras.mixed_precision.set_global_policy(options.policy)
    keras.utils.set_random_seed(1)
    inputs, labels = drawn(wanted)

    with tf.device(options.device):
        model = wanted.make()
        set_weights(model, options.nudged, LAST_BITS[options.policy])
        optimizer = OPTIMIZERS[options.optimizer](wanted.rate)
        optimizer.build(model.trainable_variables)
        apply = getattr(optimizer, "apply", None) or (lambda grads, variables: optimizer.apply_gradients(zip(grads, variables)))
        batch = [None] if options.unknown_batch else [inputs.shape[0]]

        @tf.function(input_signature=[tf.TensorSpec(batch + list(inputs.shape[1:]), inputs.dtype),
                                      tf.TensorSpec(batch + list(labels.shape[1:]), labels.dtype)])
        def step(x, y):
            with tf.GradientTape() as tape:
                result = tf.cast(model(x, training=True), tf.float32)
                if wanted.classes:
                    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, result))
                else:
                    loss = tf.reduce_mean(tf.square(result - y))
            apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
            return loss

        start_peak()
        losses, at_tenth, first, started, used = [], None, None, time.perf_counter(), 0.0
        for i in range(options.steps):
            losses.append(float(step(inputs, labels).numpy()))
            if i == 0:
                first, started, used = time.perf_counter() - started, time.perf_counter(), time.process_time()
            if i == 9:
                at_tenth = round(memory())
    steps = max(1, options.steps - 1)
    print(json.dumps({
        "losses": losses, "weights": int(sum(np.prod(v.shape) for v in model.trainable_variables)),
        "first": round(first, 2), "step": round((time.perf_counter() - started) / steps, 4),
        "processors": round((time.process_time() - used) / steps, 4),
        "peak": round(peak()),
        "tenth": at_tenth, "last": round(memory()),
        "threads": len(os.listdir("/proc/self/task"))}))


if __name__ == "__main__":
    main()
