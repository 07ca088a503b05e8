"""Run by the subject `fusion` inside the newest TensorFlow, with the plugin loaded: prints seconds as JSON.

usage: fusion_probe.py DEVICE_TYPE VARIABLE

Inference and steps of training with the plugin's rewrites and without, in turns: VARIABLE of the environment, which switches
rewrites off, is read for every graph.
"""

import json
import os
import sys

import numpy as np
import tensorflow as tf

import train_probe
from turns import in_turns


def inference(device, make, shape, classes):
    random = np.random.default_rng(1)
    is_text = make is train_probe.transformer
    inputs = random.integers(0, classes, shape).astype(np.int32) if is_text else random.normal(size=shape).astype("f")
    with tf.device(device):
        model = make()
        x = tf.identity(inputs)

        @tf.function
        def predict():
            return model(x, training=False)

    def block(calls):
        with tf.device(device):
            for _ in range(calls):
                y = predict()
            assert np.all(np.isfinite(y.numpy()))

    return block


def main():
    device_type, variable = sys.argv[1:]
    device = f"/device:{device_type}:0"
    result = {}
    for name, (make, shape, classes, calls, rounds) in train_probe.MODELS.items():
        for what, make_block in (("inference", inference), ("training", train_probe.training)):
            blocks = {}
            for state, off in (("with", ""), ("without", "all")):
                os.environ[variable] = off
                blocks[state] = make_block(device, make, shape, classes)
                blocks[state](1)  # the graph is made now
            times = in_turns(blocks, rounds, calls)
            result[f"{name}: {what}"] = [times["without"], times["with"]]
    print(json.dumps(result))


if __name__ == "__main__":
    main()
