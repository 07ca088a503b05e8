"""Run by the subject `opencl` inside the newest TensorFlow, with two plugins loaded: prints seconds as JSON.

usage: opencl_probe.py DEVICE_TYPE...

Steps of training and matrix products of the devices, of TensorFlow's CPU and of CLBlast, if that is installed (libclblast.so.1, or the file
that CLBLAST names), are measured in turns.
"""

import ctypes
import json
import os
import sys

import keras
import numpy as np
import tensorflow as tf

from train_probe import CPU, MODELS, training, transformer
from turns import in_turns

SIDES = (512, 1024)
ROW_MAJOR, NOT_TRANSPOSED = 101, 111  # of CLBlast
ALL_DEVICES, READ_WRITE = 0xFFFFFFFF, 1  # of OpenCL


class ClBlast:
    """CLBlast on OpenCL's first device, with a context of its own."""

    def __init__(self):
        self.library = ctypes.CDLL(os.environ.get("CLBLAST", "libclblast.so.1"))
        self.opencl = ctypes.CDLL("libOpenCL.so.1")
        for name in ("clCreateContext", "clCreateCommandQueue", "clCreateBuffer"):
            getattr(self.opencl, name).restype = ctypes.c_void_p
        platform, self.device = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.opencl.clGetPlatformIDs(1, ctypes.byref(platform), None))
        self.check(self.opencl.clGetDeviceIDs(platform, ctypes.c_ulong(ALL_DEVICES), 1, ctypes.byref(self.device), None))
        self.context = ctypes.c_void_p(self.opencl.clCreateContext(None, 1, ctypes.byref(self.device), None, None, None))
        self.queue = ctypes.c_void_p(self.opencl.clCreateCommandQueue(self.context, self.device, ctypes.c_ulong(0), None))

    def check(self, code):
        if code != 0:
            raise RuntimeError(f"OpenCL or CLBlast says {code}")

    def buffer(self, side):
        handle = ctypes.c_void_p(self.opencl.clCreateBuffer(self.context, ctypes.c_ulong(READ_WRITE), ctypes.c_size_t(4 * side * side), None, None))
        values = np.ones((side, side), np.float32)
        self.check(self.opencl.clEnqueueWriteBuffer(self.queue, handle, 1, ctypes.c_size_t(0), ctypes.c_size_t(values.nbytes),
                                                    values.ctypes.data_as(ctypes.c_void_p), 0, None, None))
        return handle

    def product(self, side):
        """A function that multiplies so many times."""
        a, b, c = (self.buffer(side) for _ in range(3))
        size, none, one = ctypes.c_size_t(side), ctypes.c_size_t(0), ctypes.c_float(1)

        def block(calls):
            for _ in range(calls):
                self.check(self.library.CLBlastSgemm(ROW_MAJOR, NOT_TRANSPOSED, NOT_TRANSPOSED, size, size, size, one, a, none, size, b, none,
                                                     size, ctypes.c_float(0), c, none, size, ctypes.byref(self.queue), None))
            self.check(self.opencl.clFinish(self.queue))

        block(1)
        found = np.zeros((side, side), np.float32)
        self.check(self.opencl.clEnqueueReadBuffer(self.queue, c, 1, none, ctypes.c_size_t(found.nbytes),
                                                   found.ctypes.data_as(ctypes.c_void_p), 0, None, None))
        if not np.all(found == side):
            raise RuntimeError("CLBlast's product is wrong")
        return block


def clblast():
    try:
        return ClBlast()
    except OSError:
        return None


def product(device, side):
    with tf.device(device):
        a, b = tf.identity(tf.ones((side, side))), tf.identity(tf.ones((side, side)))

    def block(calls):
        with tf.device(device):
            for _ in range(calls):
                c = tf.matmul(a, b)
            if float(c[0, 0]) != side:  # what was asked for before has been done by then
                raise RuntimeError(f"{device}: the product is wrong")

    return block


def main():
    where = [CPU, *(f"/device:{name}:0" for name in sys.argv[1:])]
    wanted = os.environ.get("BENCH_MODELS", "").split(",")  # parts of names; all by default
    result = {"models": {}, "products": {}}
    blas = clblast()
    for side in SIDES:
        blocks = {device: product(device, side) for device in where}
        if blas:
            blocks["CLBlast"] = blas.product(side)
        result["products"][side] = list(in_turns(blocks, rounds=10, calls=4).values())
    for name, (make, shape, classes, calls, rounds) in MODELS.items():
        if not any(word in name for word in wanted):
            continue
        blocks = {device: training(device, make, shape, classes, is_text=make is transformer) for device in where}
        result["models"][name] = list(in_turns(blocks, rounds, calls).values())
        keras.backend.clear_session()
    print(json.dumps(result))


if __name__ == "__main__":
    main()
