"""Trains a network of each family by Keras' fit on the device of a plugin, and compares every loss with TensorFlow's CPU.

usage: fit.py --device TYPE [--only NAME]... [--steps N] [--epochs N] [--digits FILE] [--json FILE] [--keep-cpu FOLDER]

The plugin is the one in TF_PLUGGABLE_DEVICE_LIBRARY_PATH. Both trainings start with the same weights and see the same
batches. Nothing in the training names the device: TensorFlow prefers the plugin's to the CPU. What the CPU computes does not depend on the
plugin, so --keep-cpu keeps it for the next one.

Keras makes the variables of an optimizer and of metrics in the first step, and TensorFlow traces that step again without. The first training
with each optimizer and policy does so. Others have all variables before: tracing takes longer than the steps.

Exit status 1 if an op on floats ran elsewhere than on the device, or if one of the first losses is off by more than
1e-4 of itself (2e-2 in mixed precision).
"""

import argparse
import contextlib
import hashlib
import importlib
import json
import os
import pathlib
import sys
import time

import families  # first: it sets the environment
from tensorflow import keras
import numpy as np
import tensorflow as tf

from digits import load_digits
from placement import Placement, placement_problems

STEPS = 20
BATCH = 32


class Losses(keras.callbacks.Callback):
    """The loss of each step by itself; Keras tells the mean of an epoch so far."""

    def __init__(self):
        super().__init__()
        self.losses = []

    def on_train_batch_begin(self, batch, logs=None):
        self.model.reset_metrics()

    def on_train_batch_end(self, batch, logs=None):
        self.losses.append(float(logs["loss"]))


def train(training, weights, inputs, labels, steps, epochs, device, traced_once, placement=None):
    """Returns the losses of the first steps, the accuracy after some epochs, and the milliseconds of a step."""
    with tf.device(device):
        model = training.make()
        model.set_weights(weights)
        accuracy = keras.metrics.SparseCategoricalAccuracy() if traced_once else "accuracy"
        model.compile(families.OPTIMIZERS[training.optimizer](), "sparse_categorical_crossentropy", metrics=[accuracy])
        if traced_once:
            model.optimizer.build(model.trainable_variables)
        losses = Losses()
        count = steps * BATCH
        with placement.of_graphs() if placement else contextlib.nullcontext():
            model.fit(inputs[:count], labels[:count], batch_size=BATCH, shuffle=False, verbose=0, callbacks=[losses])
        if epochs == 0:
            return losses.losses, float("nan"), float("nan")
        started = time.perf_counter()
        model.fit(inputs, labels, batch_size=BATCH, epochs=epochs, shuffle=False, verbose=0)
        ms = 1e3 * (time.perf_counter() - started) / (epochs * -(-len(inputs) // BATCH))
        return losses.losses, float(model.evaluate(inputs, labels, verbose=0)[1]), ms


def kept_file(folder, training, weights, inputs, steps, epochs):
    """Where what the CPU computes is kept: by this TensorFlow and these programs, with these weights and inputs."""
    digest = hashlib.sha256(f"{tf.__version__}, {training.name}, {steps}, {epochs}".encode())
    for program in (__file__, families.__file__):
        digest.update(pathlib.Path(program).read_bytes())
    for values in [*weights, inputs]:
        digest.update(np.ascontiguousarray(values).tobytes())
    return pathlib.Path(folder, digest.hexdigest()[:16] + ".json")


def on_cpu(training, weights, inputs, labels, steps, epochs, traced_once, folder):
    """What train() returns on the CPU, now or when it was kept."""
    file = folder and kept_file(folder, training, weights, inputs, steps, epochs)
    if file and file.exists():
        return json.loads(file.read_text(encoding="utf-8"))
    found = train(training, weights, inputs, labels, steps, epochs, "/CPU:0", traced_once)
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        written = file.with_suffix(f".{os.getpid()}")  # another process may keep the same
        written.write_text(json.dumps(found), encoding="utf-8")
        written.replace(file)
    return found


def measure(training, images, labels, steps, epochs, device, traced_once, keep_cpu=None):
    keras.mixed_precision.set_global_policy(training.policy)  # so called in Keras 2 and 3
    keras.utils.set_random_seed(1)
    with tf.device("/CPU:0"):
        weights = training.make().get_weights()
    inputs = training.prepare(images)
    expected, accuracy_cpu, ms_cpu = on_cpu(training, weights, inputs, labels, steps, epochs, traced_once, keep_cpu)
    placement = Placement()
    actual, accuracy, ms = train(training, weights, inputs, labels, steps, epochs, None, traced_once, placement)
    difference = np.abs(np.array(actual) - expected) / np.abs(expected)
    return {
        "losses": actual,
        "losses_cpu": expected,
        "tolerance": training.tolerance,
        "relative_difference": float(np.max(difference)) if np.all(np.isfinite(actual)) else float("inf"),
        "accuracy": accuracy,
        "accuracy_cpu": accuracy_cpu,
        "ms": ms,
        "ms_cpu": ms_cpu,
        **placement.report(device),
    }


def problems(name, result, device):
    yield from placement_problems(name, result, device)
    if not result["relative_difference"] <= result["tolerance"]:
        yield f"{name}: a loss is off by {result['relative_difference']:.1e} of itself, more than {result['tolerance']:.0e}"


def print_report(report):
    steps = report["steps"]
    print(f"\nTensorFlow {report['tensorflow']}, Keras {report['keras']}: fit on {report['device']}, handwritten digits, "
          f"batches of {BATCH}\n")
    print(f"{'training':<22}{'first loss':>11}{f'loss {steps}':>9}{'rel. diff.':>12}{'accuracy':>10}{'on CPU':>9}"
          f"{'ms':>8}{'CPU ms':>8}  ops elsewhere")
    for name, r in report["results"].items():
        elsewhere = sorted({f"{o['op']} ({o['device'].split(':')[0]})" for o in r["ops"] if o["device"] != report["device"]})
        print(f"{name:<22}{r['losses'][0]:>11.4f}{r['losses'][-1]:>9.4f}{r['relative_difference']:>12.1e}"
              f"{r['accuracy']:>10.4f}{r['accuracy_cpu']:>9.4f}{r['ms']:>8.2f}{r['ms_cpu']:>8.2f}  "
              f"{', '.join(elsewhere) or '-'}")
    for problem in report["problems"]:
        print("FAILED:", problem)
    print("\nevery float op ran on the device, and every loss agrees with the CPU's" if report["ok"] else "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", required=True, help="the device's type")
    parser.add_argument("--only", action="append", metavar="NAME", help="only the trainings whose name begins so")
    parser.add_argument("--steps", type=int, default=STEPS, help="of how many steps the losses are compared")
    parser.add_argument("--epochs", type=int, default=2, help="how long to go on after the first steps")
    parser.add_argument("--digits", help="scikit-learn's digits.csv.gz, for an environment without that")
    parser.add_argument("--json")
    parser.add_argument("--keep-cpu", metavar="FOLDER", help="where what the CPU computes is kept, and found by the next run")
    arguments = parser.parse_args()
    device = arguments.device + ":0"
    if not tf.config.list_physical_devices(arguments.device):
        sys.exit(f"error: TensorFlow {tf.__version__} lists no {arguments.device}")

    images, labels = load_digits(arguments.digits)
    report = {"tensorflow": tf.__version__, "keras": importlib.import_module("keras").__version__, "device": device,
              "steps": arguments.steps, "results": {}}
    known = set()
    for training in families.trainings():
        if arguments.only is not None and not training.name.startswith(tuple(arguments.only)):
            continue
        traced_once = (training.optimizer, training.policy) in known
        known.add((training.optimizer, training.policy))
        report["results"][training.name] = measure(training, images, labels, arguments.steps, arguments.epochs, device, traced_once,
                                                   arguments.keep_cpu)
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
