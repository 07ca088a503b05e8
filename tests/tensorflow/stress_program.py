"""Threads that use the devices of a plugin at once and know what must come out, for as long as they are told.

usage: TF_PLUGGABLE_DEVICE_LIBRARY_PATH=PLUGIN stress_program.py DEVICE_TYPE SECONDS SEED [THREADS]

Prints figures as JSON. Ends with 1 if a number is wrong, an error reaches somebody else, or nothing goes on.
"""

import collections
import contextlib
import faulthandler
import json
import os
import sys
import threading
import time
import traceback

import numpy as np
import tensorflow as tf

SILENCE = 300  # seconds; something hangs then
# Before 2.17 TensorFlow ends the process over the error of a copy. Errors are told by waits then, to whoever waits first.
TELLS_EXACTLY = tuple(int(part) for part in tf.__version__.split(".")[:2]) >= (2, 17)
# What a thread may be told that another has provoked.
FOREIGN = () if TELLS_EXACTLY else (tf.errors.InvalidArgumentError, tf.errors.InternalError)


# Where a copy to a device finds none.
NO_MEMORY = "Dst tensor is not initialized"


class Wrong(Exception):
    """A finding."""


class Figures:
    def __init__(self):
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.wrong = []

    def count(self, what, by=1):
        with self.lock:
            self.counts[what] += by

    def report(self, text):
        with self.lock:
            self.wrong.append(text)
        print(text, file=sys.stderr, flush=True)


def expect(found, expected, what, tolerance=0.0):
    if found.shape != expected.shape or not np.allclose(found, expected, tolerance, tolerance):
        places = np.argwhere(~np.isclose(found, expected, tolerance, tolerance))[:3].tolist() if found.shape == expected.shape else []
        raise Wrong(f"{what}: at {places} of {expected.shape}: {found.ravel()[:4]} and not {expected.ravel()[:4]}")


def trained(device, seed, steps=6):
    """Weights of a perceptron after some steps."""
    random = np.random.default_rng(seed)
    draw = lambda *shape: tf.constant(random.normal(size=shape).astype(np.float32) * 0.3)
    with tf.device(device):
        weights = [tf.Variable(draw(16, 24)), tf.Variable(draw(24)), tf.Variable(draw(24, 5)), tf.Variable(draw(5))]
        batches = [(draw(12, 16), draw(12, 5)) for _ in range(3)]

        @tf.function(autograph=False)
        def step(x, y):
            with tf.GradientTape() as tape:
                hidden = tf.nn.relu(tf.nn.bias_add(tf.matmul(x, weights[0]), weights[1]))
                difference = tf.nn.bias_add(tf.matmul(hidden, weights[2]), weights[3]) - y
                loss = tf.reduce_sum(difference * difference)
            for weight, gradient in zip(weights, tape.gradient(loss, weights)):
                weight.assign_sub(gradient * 0.01)
            return loss

        for i in range(steps):
            step(*batches[i % 3])
        return [weight.numpy() for weight in weights]


class Shared:
    """A variable that all threads update: eagerly, or by functions, which take turns, as the documents ask for. `most` is more than
    `least` by the updates of which nobody knows whether they happened."""

    def __init__(self, device, in_functions):
        with tf.device(device):
            self.variable = tf.Variable(tf.zeros([300], tf.float32))
            self.one = tf.constant(1.0, shape=[300])
        self.lock = threading.Lock()
        self.turn = threading.Lock() if in_functions else contextlib.nullcontext()
        self.least = self.most = 0

        def add():
            self.variable.assign_add(self.one)

        self.add = tf.function(add, autograph=False) if in_functions else add

    def update(self):
        with self.lock:
            self.most += 1
        with self.turn:
            self.add()
        with self.lock:
            self.least += 1

    def check(self):
        value = self.variable.numpy()
        if (value != value[0]).any() or not self.least <= value[0] <= self.most:
            raise Wrong(f"a shared variable is {value[:3]} and not between {self.least} and {self.most}")


class Worker:
    def __init__(self, figures, devices, shared, references, seed):
        self.figures, self.devices, self.shared, self.references = figures, devices, shared, references
        self.random = np.random.default_rng(seed)
        self.doing, self.steps, self.thread = "nothing yet", 0, None
        self.take_late_errors_first = False
        self.actions = [self.train, self.skip_bad_batches, self.add_to_shared, self.use_constants, self.fill_memory,
                        self.travel, self.compute_eagerly, self.fail_eagerly]
        self.own = {}
        for device in devices:
            with tf.device(device):
                self.own[device] = self.guarded_step()

    def draw(self, below):
        return int(self.random.integers(below))

    def device(self):
        return self.devices[self.draw(len(self.devices))]

    @staticmethod
    def guarded_step():
        """A variable and a step that a bad index lets fail after the host has gone on."""
        table = tf.constant(np.ones((4, 64), np.float32))
        large = tf.constant(np.ones((150, 150), np.float32))
        variable = tf.Variable(tf.zeros([1, 64]))

        @tf.function(autograph=False)
        def step(index):
            busy = tf.matmul(large, large)
            taken = tf.gather(table, index)
            variable.assign_add(taken)
            return taken + tf.reduce_sum(busy) * 0.0

        return variable, step, tf.constant([2]), tf.constant([77])

    def expect_failure(self, compute):
        self.figures.count("failures provoked")
        try:
            found = compute()
        except (tf.errors.InvalidArgumentError, *FOREIGN):
            pass
        else:
            # Where another thread was told of it, there is no number.
            if TELLS_EXACTLY or not np.isnan(found).all():
                raise Wrong(f"what was never computed is {found.ravel()[:4]}")
        self.figures.count("failures told")

    @staticmethod
    def doubled(tensor):
        return tensor + tensor

    # --- Actions

    def train(self):
        seed = self.draw(len(self.references))
        for found, expected in zip(trained(self.device(), seed), self.references[seed]):
            expect(found, expected, "a trained weight", 1e-4)

    def skip_bad_batches(self):
        variable, step, good, bad = self.own[self.device()]
        before = float(variable.numpy()[0, 0])
        sound = 0
        for _ in range(6):
            if self.draw(3) == 0:
                self.expect_failure(lambda: step(bad).numpy())
            else:
                step(good)
                sound += 1
        expect(variable.numpy(), np.full((1, 64), before + sound, np.float32), "a variable of skipped batches")

    def add_to_shared(self):
        shared = self.shared[self.draw(len(self.shared))]
        for _ in range(10):
            shared.update()
        self.figures.count("updates", 10)

    def use_constants(self):
        numbers = self.random.integers(0, 1000, 1000).astype(np.float32)
        with tf.device(self.device()):
            x = tf.zeros([1000])
            large = tf.constant(np.ones((200, 200), np.float32))
            f = tf.function(lambda v: v + tf.constant(numbers), autograph=False)
            f.get_concrete_function(x)
            tf.matmul(large, large)
            dropped = [tf.fill([1000], 7.0) for _ in range(50)]
            del dropped
            for _ in range(3):
                expect(f(x).numpy(), numbers, "a constant of a function")

    def fill_memory(self):
        with tf.device(self.device()):
            size = 1 << (16 + self.draw(6))
            kept = []
            for i in range(40):
                kept.append(tf.fill([size], float(i)))
            while kept:
                i = self.draw(len(kept))
                value = kept.pop(i)
                if self.draw(8) == 0:
                    found = value.numpy()
                    expect(found, np.full_like(found, found[0]), "a filled tensor")

    def travel(self):
        numbers = self.random.normal(size=1 + self.draw(100000)).astype(np.float32)
        with tf.device(self.device()):
            value = tf.constant(numbers)
        for _ in range(4):
            with tf.device(self.devices[self.draw(len(self.devices))]):
                value = tf.identity(value)
        with tf.device("/CPU:0"):
            value = tf.identity(value)
        expect(value.numpy(), numbers, "a tensor that has travelled")

    def compute_eagerly(self):
        numbers = self.random.integers(0, 100, (30, 40)).astype(np.float32)
        with tf.device(self.device()):
            a = tf.constant(numbers)
            b = a + a
            for _ in range(10):
                b = b + a
            c = tf.matmul(a, a, transpose_b=True)
        expect(b.numpy(), numbers * 12, "a sum")
        expect(c.numpy(), numbers @ numbers.T, "a product")

    def fail_eagerly(self):
        numbers = self.random.integers(0, 100, (4, 500)).astype(np.float32)
        with tf.device(self.device()):
            large = tf.constant(np.ones((200, 200), np.float32))
            table, bad = tf.constant(numbers), tf.constant([9])
            tf.matmul(large, large)
            self.expect_failure(lambda: self.doubled(tf.gather(table, bad)).numpy())
            sound = table + table
        expect(sound.numpy(), numbers * 2, "a sum beside a failure")

    # --- How they go on

    def take_late_errors(self):
        """Reads what steps have updated that went without memory before they told an error of theirs."""
        for variable, *_ in self.own.values():
            with contextlib.suppress(tf.errors.InvalidArgumentError):
                variable.numpy()

    def work(self, end):
        while time.monotonic() < end and not self.figures.wrong:
            action = self.actions[self.draw(len(self.actions))]
            self.doing = action.__name__
            try:
                if self.take_late_errors_first:
                    self.take_late_errors()
                    self.take_late_errors_first = False
                action()
                self.figures.count(action.__name__)
            except Wrong as wrong:
                self.figures.report(f"{self.doing}: {wrong}")
            except Exception as error:
                if isinstance(error, tf.errors.ResourceExhaustedError) or NO_MEMORY in str(error):
                    self.figures.count("out of memory")
                    self.take_late_errors_first = True
                elif isinstance(error, FOREIGN):
                    self.figures.count("told of another's failure")
                else:
                    self.figures.report(f"{self.doing}: {traceback.format_exc()}")
            self.steps += 1
        self.doing = "nothing any more"


def main():
    device_type, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 4
    devices = [f"/{device_type}:{i}" for i in range(len(tf.config.list_physical_devices(device_type)))]
    if not devices:
        sys.exit(f"there is no device {device_type}")
    figures = Figures()
    references = [trained("/CPU:0", i) for i in range(4)]
    shared = [Shared(device, in_functions) for device in devices for in_functions in (False, True)]
    workers = [Worker(figures, devices, shared, references, [seed, i]) for i in range(count)]
    start = time.monotonic()
    for worker in workers:
        worker.thread = threading.Thread(target=worker.work, args=[start + seconds], daemon=True)
        worker.thread.start()
    steps, since, printed = -1, start, start
    while any(worker.thread.is_alive() for worker in workers):
        time.sleep(0.05)
        now = sum(worker.steps for worker in workers)
        if now != steps:
            steps, since = now, time.monotonic()
        elif time.monotonic() - since > SILENCE:
            for worker in workers:
                print(f"{worker.doing} after {worker.steps} steps", file=sys.stderr)
            faulthandler.dump_traceback(all_threads=True)
            os._exit(1)
        if time.monotonic() - printed > 60:
            printed = time.monotonic()
            print(json.dumps(dict(figures.counts)), file=sys.stderr, flush=True)
    if not figures.wrong:
        try:
            for variable in shared:
                variable.check()
        except Wrong as wrong:
            figures.report(str(wrong))
    print(json.dumps({"tensorflow": tf.__version__, "devices": devices, "threads": count, "steps": steps,
                      "seconds": round(time.monotonic() - start), "counts": figures.counts, "wrong": figures.wrong}))
    sys.stdout.flush()
    sys.exit(1 if figures.wrong else 0)


main()
