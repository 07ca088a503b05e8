"""Imports TensorFlow once, and runs each program that it gets in a fork of itself: starting TensorFlow costs more than what
most programs do. Run by zygotes.py, in the Python of a release.

usage: zygote.py SOCKET READY

It listens on SOCKET, and writes to the descriptor READY when it does. A request is JSON, {"arguments": [PROGRAM, ...], "folder": WHERE IT RUNS,
"environment": ITS ENVIRONMENT}, where PROGRAM is a file, `-c` or `-m`, sent along with three files: for its output, for its errors, and a pipe that gets the number of its process and,
once that has ended, its status, as subprocess counts them. A program that nobody waits for any more is killed. If the environment names a
plugin, it is loaded as TensorFlow does when it is imported. It ends when SOCKET is gone, or when nothing has been asked of it for a while.
"""

import gc
import json
import os
import random
import runpy
import select
import signal
import socket
import sys
import time
import types

import numpy as np
import tensorflow  # noqa: F401  what all programs begin with
from tensorflow.python.framework import load_library

IDLE = 400  # seconds
PLUGIN = "TF_PLUGGABLE_DEVICE_LIBRARY_PATH"


def listen(path):
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(path)
    listener.listen(64)
    listener.settimeout(1)
    return listener


def next_request(listener, path):
    """Waits for a request and its files; ends the process if there will be none."""
    begun = time.monotonic()
    while True:
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            if time.monotonic() - begun > IDLE and os.path.exists(path):
                os.unlink(path)
            if not os.path.exists(path):
                os._exit(0)
            continue
        with connection:
            request, files, _, _ = socket.recv_fds(connection, 1 << 20, 3)
        if len(files) == 3:
            return json.loads(request), files


def wait_for(process, report):
    """Tells its number, and its status when it has ended."""
    os.write(report, f"{process}\n".encode())
    events = select.poll()
    events.register(os.pidfd_open(process), select.POLLIN)
    events.register(report, 0)  # an error is that nobody reads
    if report in dict(events.poll()):
        os.kill(process, signal.SIGKILL)
        return
    _, status = os.waitpid(process, 0)
    os.write(report, f"{os.waitstatus_to_exitcode(status)}\n".encode())


def become(request, output, errors):
    """Makes this process one that was started to run a program; returns the program and its arguments."""
    os.dup2(output, 1)
    os.dup2(errors, 2)
    os.close(output)
    os.close(errors)
    random.seed()
    np.random.seed()
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.executable = os.environ.get("PLUGINGEN_TEST_PYTHON", sys.executable)  # what it starts are forks, too
    if PLUGIN in os.environ:
        load_library.load_pluggable_device_library(os.environ[PLUGIN])
    return request["arguments"]


def run(program, *arguments):
    """Runs a program as Python's command line would."""
    sys.path[0] = os.path.dirname(program) if program not in ("-c", "-m") else os.getcwd()
    if program == "-c":
        code, *sys.argv[1:] = arguments
        sys.argv[0] = program
        sys.modules["__main__"] = types.ModuleType("__main__")
        exec(code, vars(sys.modules["__main__"]))
    elif program == "-m":
        sys.argv = list(arguments)
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = [program, *arguments]
        runpy.run_path(program, run_name="__main__")


def next_program():
    """Serves requests; returns only in processes that are to run a program, with it and its arguments."""
    path, ready = sys.argv[1], int(sys.argv[2])
    listener = listen(path)
    os.write(ready, b"ready")
    os.close(ready)
    while True:
        request, (output, errors, report) = next_request(listener, path)
        if os.fork() == 0:  # it waits for the program
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            process = os.fork()
            if process == 0:
                os.close(report)
                return become(request, output, errors)
            os.close(output)
            os.close(errors)
            wait_for(process, report)
            os._exit(0)
        for file in (output, errors, report):
            os.close(file)


assert len(os.listdir("/proc/self/task")) == 1, "a fork would lose threads"
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody has to wait for those that wait
gc.freeze()  # what is there would be copied, page by page, into each program that looks for garbage
run(*next_program())
