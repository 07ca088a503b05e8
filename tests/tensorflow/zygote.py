"""Imports TensorFlow once, and runs each program that it gets in a fork of itself: starting TensorFlow costs more than what
most programs do. Run by zygotes.py, in the Python of a release.

usage: zygote.py SOCKET

A request is JSON, a program's path and environment variables more, sent along with three files: for its output, for its errors, and a pipe that
gets the number of its process and, once that has ended, its status, as subprocess counts them. If the variables name a plugin, it is loaded as
TensorFlow does when it is imported. It ends when nobody can send any more.
"""

import gc
import json
import os
import random
import runpy
import signal
import socket
import sys

import numpy as np
import tensorflow  # noqa: F401  what all programs begin with
from tensorflow.python.framework import load_library

REQUESTS = socket.socket(fileno=int(sys.argv[1]))


def become(program, variables, output, errors):
    """Makes this process one that was started to run a program."""
    REQUESTS.close()
    os.dup2(output, 1)
    os.dup2(errors, 2)
    os.close(output)
    os.close(errors)
    random.seed()
    np.random.seed()
    sys.argv = [program]
    sys.path[0] = os.path.dirname(program)
    os.environ.update(variables)
    if "TF_PLUGGABLE_DEVICE_LIBRARY_PATH" in variables:
        load_library.load_pluggable_device_library(variables["TF_PLUGGABLE_DEVICE_LIBRARY_PATH"])


def next_program():
    """Waits for requests; returns only in processes that are to run a program, with its path."""
    while True:
        request, files, _, _ = socket.recv_fds(REQUESTS, 65536, 3)
        if not request:
            os._exit(0)
        output, errors, report = files
        if os.fork() == 0:  # it waits for the program
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            process = os.fork()
            if process == 0:
                os.close(report)
                program, variables = json.loads(request)
                become(program, variables, output, errors)
                return program
            os.write(report, f"{process}\n".encode())
            _, status = os.waitpid(process, 0)
            os.write(report, f"{os.waitstatus_to_exitcode(status)}\n".encode())
            os._exit(0)
        for file in files:
            os.close(file)


assert len(os.listdir("/proc/self/task")) == 1, "a fork would lose threads"
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody has to wait for those that wait
gc.freeze()  # what is there would be copied, page by page, into each program that looks for garbage
REQUESTS.send(b"ready")
runpy.run_path(next_program(), run_name="__main__")
