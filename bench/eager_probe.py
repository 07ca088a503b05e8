"""Run by the subject `eager` inside the newest TensorFlow, with both plugins loaded: prints seconds as JSON.

What is compared is measured in turns, a short block of each after the other, so that a busy machine slows both.
"""

import json

import numpy as np
import tensorflow as tf

from turns import in_turns

CPU, ASYNC, SYNC = "/device:CPU:0", "/device:BENCH_ASYNC:0", "/device:BENCH_SYNC:0"


def adding(device):
    with tf.device(device):
        x, y = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
        x, y = tf.identity(x), tf.identity(y)

    def block(calls):
        with tf.device(device):
            for _ in range(calls):
                z = tf.raw_ops.AddV2(x=x, y=y)
        assert z.device.endswith(device[8:]), z.device

    return block


def chaining(device):
    with tf.device(device):
        x = tf.identity(tf.constant([1.0, 1.0]))

    @tf.function
    def chain(value):
        with tf.device(device):
            for _ in range(100):
                value = value * x
            return value

    def block(calls):
        for _ in range(calls):
            value = chain(x)
        assert value.numpy()[0] == 1.0

    return block


def reading(device):
    with tf.device(device):
        x = tf.identity(tf.constant([1.0, 2.0]))

    def block(calls):
        with tf.device(device):
            for _ in range(calls):
                tf.raw_ops.AddV2(x=x, y=x).numpy()

    return block


def copying():
    source = np.ones(64 << 18, np.float32)
    on_cpu = tf.constant(source)
    on_device = on_cpu._copy(device_name=ASYNC)

    def memcpy(calls):
        for _ in range(calls):
            np.copyto(np.empty_like(source), source)

    # TensorFlow keeps the copies of a handle, so each time it is another handle of the same buffer. An element can be
    # read when the whole copy has arrived.
    def to_device(calls):
        for _ in range(calls):
            with tf.device(CPU):
                source_again = tf.identity(on_cpu)
            with tf.device(ASYNC):
                source_again._copy(device_name=ASYNC)[0].numpy()

    def to_host(calls):
        for _ in range(calls):
            on_device._copy(device_name=CPU)

    return dict(memcpy=memcpy, to_device=to_device, to_host=to_host)


def main():
    times = in_turns(dict(add_cpu=adding(CPU), add_async=adding(ASYNC)), rounds=60, calls=500)
    times |= in_turns(dict(chain_cpu=chaining(CPU), chain_async=chaining(ASYNC)), rounds=40, calls=50)
    times |= in_turns(dict(read_sync=reading(SYNC), read_async=reading(ASYNC)), rounds=40, calls=100)
    times |= in_turns(copying(), rounds=15, calls=3)
    print(json.dumps(times))


if __name__ == "__main__":
    main()
