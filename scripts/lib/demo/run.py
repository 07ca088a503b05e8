"""Runs the demo's networks on the device of a plugin and compares every output with TensorFlow's CPU.

usage: run.py BUNDLE.npz --device TYPE [--keras] [--json FILE] [--repeat N]

The plugin is the one in TF_PLUGGABLE_DEVICE_LIBRARY_PATH; BUNDLE.npz comes from train.py. Works with every release of
TensorFlow from 2.12 on; --keras adds Keras' predict, which needs the Keras of keras_models.py.

Exit status 1 if an op on floats ran elsewhere than on the device, or if an output is off by more than 1e-5 of the
largest number in the output of that image.
"""

import argparse
import json
import os
import statistics
import sys
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")  # with it the CPU's results depend on its processor

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

import networks  # noqa: E402
from placement import Placement, placement_problems  # noqa: E402

TOLERANCE = 1e-5
BATCH = 90


def relative_difference(actual, expected):
    """The largest difference in the output of any image, relative to the largest number in that output."""
    if not np.all(np.isfinite(actual)):
        return float("inf")
    return float(np.max(np.abs(actual - expected) / np.max(np.abs(expected), axis=-1, keepdims=True)))


def timed(function, repeat):
    """The result, and the median time in milliseconds after a first call that sets things up."""
    result = function()
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        result = function()
        times.append(1e3 * (time.perf_counter() - start))
    return result, statistics.median(times)


class Direct:
    """A network called directly: op by op, or as one tf.function."""

    def __init__(self, network, weights, images, compiled):
        self.network, self.compiled = network, compiled
        self.weights, self.images = weights, images
        self.placed = "of_graphs" if compiled else "of_eager_ops"

    def on(self, device):
        network = tf.function(self.network) if self.compiled else self.network
        with tf.device(device):
            weights = [tf.constant(w) for w in self.weights]

            def run():
                with tf.device(device):
                    parts = [network(tf.constant(self.images[i:i + BATCH]), weights)
                             for i in range(0, len(self.images), BATCH)]
                return np.concatenate([p.numpy() for p in parts])

            return run


class Predict:
    """A Keras model. Nothing in it names a device: TensorFlow prefers the plugin's to the CPU."""

    placed = "of_graphs"

    def __init__(self, name, weights, images):
        self.name, self.weights, self.images = name, weights, images

    def on(self, device):
        import keras_models
        on_cpu = device == "/CPU:0"
        with tf.device(device if on_cpu else None):
            model = keras_models.MODELS[self.name]()
            model.set_weights(self.weights)
            model.compile()

        def run():
            with tf.device(device if on_cpu else None):
                return model.predict(self.images, batch_size=BATCH, verbose=0)

        return run


def measure(way, device, labels, repeat):
    cpu = way.on("/CPU:0")
    expected, cpu_ms = timed(cpu, repeat)
    run = way.on("/device:" + device)
    placement = Placement()
    with getattr(placement, way.placed)():
        run()
    actual, device_ms = timed(run, repeat)
    return {
        "accuracy": float(np.mean(np.argmax(actual, -1) == labels)),
        "accuracy_cpu": float(np.mean(np.argmax(expected, -1) == labels)),
        "relative_difference": relative_difference(actual, expected),
        "ms": device_ms,
        "ms_cpu": cpu_ms,
        **placement.report(device),
    }


def problems(name, result, device):
    yield from placement_problems(name, result, device)
    if not result["relative_difference"] <= TOLERANCE:
        yield f"{name}: relative difference {result['relative_difference']:.1e} is above {TOLERANCE:.0e}"


def print_report(report):
    print(f"\nTensorFlow {report['tensorflow']} lists {', '.join(report['devices'])}")
    print(f"{report['images']} images of handwritten digits, weights trained on the CPU, inference on {report['device']}\n")
    print(f"{'network':<18}{'accuracy':>9}{'on CPU':>9}{'rel. diff.':>12}{'ms':>9}{'CPU ms':>9}  ops elsewhere")
    for name, r in report["results"].items():
        elsewhere = sorted({f"{o['op']} ({o['device'].split(':')[0]})" for o in r["ops"] if o["device"] != report["device"]})
        print(f"{name:<18}{r['accuracy']:>9.4f}{r['accuracy_cpu']:>9.4f}{r['relative_difference']:>12.1e}"
              f"{r['ms']:>9.2f}{r['ms_cpu']:>9.2f}  {', '.join(elsewhere) or '-'}")
    total = {}
    for r in report["results"].values():
        for o in r["ops"]:
            if o["device"] == report["device"]:
                total[o["op"]] = total.get(o["op"], 0) + o["count"]
    print(f"\nran on {report['device']}:")
    line = " "
    for op, count in sorted(total.items()):
        item = f" {op} x{count}"
        if len(line) + len(item) > 100:
            print(line)
            line = " "
        line += item
    print(line)
    for problem in report["problems"]:
        print("FAILED:", problem)
    print("\nevery float op ran on the device, and every output agrees with the CPU" if report["ok"] else "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bundle")
    parser.add_argument("--device", required=True, help="the device's type")
    parser.add_argument("--keras", action="store_true")
    parser.add_argument("--json")
    parser.add_argument("--repeat", type=int, default=10)
    arguments = parser.parse_args()

    device = arguments.device + ":0"
    if not tf.config.list_physical_devices(arguments.device):
        sys.exit(f"error: TensorFlow {tf.__version__} lists no {arguments.device}")
    with np.load(arguments.bundle) as stored:
        bundle = dict(stored)
    images, labels = bundle["images"], bundle["labels"]
    report = {
        "tensorflow": tf.__version__,
        "devices": [d.name.replace("/physical_device:", "") for d in tf.config.list_physical_devices()],
        "device": device,
        "images": len(images),
        "results": {},
    }
    for name, network in networks.NETWORKS.items():
        weights = [bundle[f"{name}_{i}"] for i in range(sum(key.startswith(name + "_") for key in bundle))]
        ways = {"eager": Direct(network, weights, images, False), "tf.function": Direct(network, weights, images, True)}
        if arguments.keras:
            ways["Keras predict"] = Predict(name, weights, images)
        for kind, way in ways.items():
            report["results"][f"{name} {kind}"] = measure(way, device, labels, arguments.repeat)
    report["problems"] = [p for name, r in report["results"].items() for p in problems(name, r, device)]
    report["ok"] = not report["problems"]
    print_report(report)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as out:
            json.dump(report, out, indent=2)
            out.write("\n")
    return 0 if report["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
