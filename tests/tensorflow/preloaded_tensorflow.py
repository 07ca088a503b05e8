"""Runs programs in forks of a process that has TensorFlow imported, since importing it takes longer than what most of them do.

Run as a program, by PreloadedTensorFlow in the Python of a release, it is that process: preloaded_tensorflow.py SOCKET
"""

import gc
import json
import os
import random
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading

SECONDS = 1500  # a program may take
# What is read while libraries are loaded or TensorFlow is imported. Programs that differ in nothing of it share a process.
READ_BY_THE_IMPORT = ("KERAS_", "LD_", "PYTHON", "TF_")
PLUGIN = "TF_PLUGGABLE_DEVICE_LIBRARY_PATH"


class PreloadedTensorFlow:
    """A process that has TensorFlow imported. It ends with this one."""

    def __init__(self, python, env):
        self._socket, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._log = tempfile.NamedTemporaryFile("w+", errors="replace")
        with its:
            # The pools that libraries start when they are loaded would be missing after a fork.
            self._process = subprocess.Popen([python, __file__, str(its.fileno())], env=dict(env, OPENBLAS_NUM_THREADS="1"),
                                             pass_fds=[its.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self._log)

    def run(self, arguments, env):
        """Runs a program (a file) with arguments; returns what subprocess.run() would. Threads may call it at the same time."""
        request = {"arguments": [str(argument) for argument in arguments], "folder": os.getcwd(), "environment": env}
        with tempfile.TemporaryFile("w+", errors="replace") as output, tempfile.TemporaryFile("w+", errors="replace") as errors:
            reading, writing = os.pipe()
            with open(reading, encoding="utf-8") as report:
                try:
                    socket.send_fds(self._socket, [json.dumps(request).encode()], [output.fileno(), errors.fileno(), writing])
                except BrokenPipeError:
                    pass  # it ended while it imported TensorFlow
                os.close(writing)
                status = report.read()
            with open(self._log.name, errors="replace") as log:
                loading = log.read()
            output.seek(0)
            errors.seek(0)
            return subprocess.CompletedProcess(request["arguments"], int(status) if status else self._process.wait(), output.read(),
                                               loading + errors.read())


_preloaded = {}
_preloading = threading.Lock()


def run(python, arguments, env):
    """Runs a program, with the environment env, in a Python that has TensorFlow imported; returns what subprocess.run() would."""
    of_import = tuple(sorted((name, value) for name, value in env.items() if name.startswith(READ_BY_THE_IMPORT) and name != PLUGIN))
    with _preloading:
        if (python, of_import) not in _preloaded:
            _preloaded[python, of_import] = PreloadedTensorFlow(python, {name: value for name, value in env.items() if name != PLUGIN})
    return _preloaded[python, of_import].run(arguments, env)


def become(request, output, errors):
    """Makes this process one that was started for a program, and runs that. The plugin is loaded as the import of TensorFlow does."""
    from tensorflow.python.framework import load_library
    import numpy as np

    os.dup2(output, 1)
    os.dup2(errors, 2)
    random.seed()
    np.random.seed()
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    signal.alarm(SECONDS)
    if PLUGIN in os.environ:
        load_library.load_pluggable_device_library(os.environ[PLUGIN])
    program = request["arguments"][0]
    sys.argv = request["arguments"]
    sys.path[0] = os.path.dirname(program)
    runpy.run_path(program, run_name="__main__")


def serve(requests):
    """Forks for each request. Only such a fork returns, with what it has to become."""
    while True:
        text, files, _, _ = socket.recv_fds(requests, 1 << 20, 3)
        if not text:
            os._exit(0)
        if os.fork() == 0:  # it waits for the program
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            requests.close()
            output, errors, report = files
            process = os.fork()
            if process == 0:
                os.close(report)
                return json.loads(text), output, errors
            _, status = os.waitpid(process, 0)
            os.write(report, str(os.waitstatus_to_exitcode(status)).encode())
            os._exit(0)
        for file in files:
            os.close(file)


if __name__ == "__main__":
    import tensorflow  # noqa: F401

    assert len(os.listdir("/proc/self/task")) == 1, "a fork would lose threads"
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody has to wait for those that wait
    gc.freeze()  # what is there would be copied, page by page, into each program that looks for garbage
    become(*serve(socket.socket(fileno=int(sys.argv[1]))))
