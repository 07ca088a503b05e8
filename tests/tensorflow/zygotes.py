"""Runs Python programs that begin with importing TensorFlow, without importing it again for each (zygote.py). Processes that import it serve
all test programs that run at the same time: those that find a folder for them in their environment, as `scripts/lib/run_label.py` makes one."""

import contextlib
import fcntl
import functools
import hashlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading

FOLDER = "PLUGINGEN_TEST_ZYGOTES"
SECONDS = 1500  # a program may take
# What is read while libraries are loaded or TensorFlow is imported. Programs that differ in nothing of it share a zygote.
AT_THE_START = ("KERAS_", "LD_", "PYTHON", "TF_")
PLUGIN = "TF_PLUGGABLE_DEVICE_LIBRARY_PATH"

_started = []  # they outlive the tests that start them


@functools.cache
def own_folder():
    return tempfile.TemporaryDirectory(prefix="zygotes")  # removed when this process ends, and with it all that it has started


def folder():
    """Where the sockets of zygotes are."""
    return pathlib.Path(os.environ.get(FOLDER) or own_folder().name)


class Zygote:
    """A process with TensorFlow imported in a Python, with what the environment has AT_THE_START."""

    def __init__(self, python, env):
        self.python = str(python)
        self.env = {name: value for name, value in env.items() if name != PLUGIN}
        of_import = {name: value for name, value in self.env.items() if name.startswith(AT_THE_START)}
        name = hashlib.sha256(json.dumps([self.python, sorted(of_import.items())]).encode()).hexdigest()[:16]
        self.socket = folder() / f"{name}.socket"
        self.log = folder() / f"{name}.log"
        self.lock = folder() / f"{name}.lock"

    def said(self):
        """What TensorFlow logged while it was loaded."""
        return self.log.read_text(errors="replace")

    def connect(self):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            connection.connect(str(self.socket))
        except OSError:
            connection.close()
            return None
        return connection

    def start(self):
        """Returns the exit status if it ends while it imports TensorFlow, and None if it is ready."""
        self.socket.unlink(missing_ok=True)
        reading, writing = os.pipe()
        with open(reading, "rb") as ready, open(self.log, "w", encoding="utf-8") as log:
            process = subprocess.Popen(
                [self.python, pathlib.Path(__file__).with_name("zygote.py"), self.socket, str(writing)],
                # The pools that libraries start when they are loaded would be missing after a fork.
                env=dict(self.env, OPENBLAS_NUM_THREADS="1"), pass_fds=[writing], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)
            os.close(writing)
            _started.append(process)
            return None if ready.read() == b"ready" else process.wait()


class Program:
    """A program that runs in a fork of a zygote."""

    def __init__(self, connection, arguments, env):
        self.arguments = [str(argument) for argument in arguments]
        self.output, self.errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        reading, writing = os.pipe()
        request = json.dumps({"arguments": self.arguments, "folder": os.getcwd(), "environment": env})
        with connection, contextlib.suppress(OSError):  # wait() tells
            socket.send_fds(connection, [request.encode()], [self.output.fileno(), self.errors.fileno(), writing])
        os.close(writing)
        self.report = open(reading, encoding="utf-8")

    def wait(self, loading):
        """Waits for its end; returns what subprocess.run() would, or None if the zygote ended before it read the request."""
        with self.report, self.output, self.errors:
            process = self.report.readline()
            if not process:
                return None
            overdue = threading.Timer(SECONDS, os.kill, (int(process), signal.SIGKILL))
            overdue.start()
            status = int(self.report.readline())
            overdue.cancel()
            texts = []
            for file in (self.output, self.errors):
                file.seek(0)
                texts.append(file.read().decode(errors="replace"))
        return subprocess.CompletedProcess(self.arguments, status, texts[0], loading + texts[1])


def begin(zygote, arguments, env):
    """Has the zygote run a program, and starts it before if need be; returns its exit status if it cannot be started."""
    with open(zygote.lock, "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        connection = zygote.connect()
        if not connection:
            status = zygote.start()
            if status is not None:
                return None, status
            connection = zygote.connect()
        return Program(connection, arguments, env), None


def run(python, arguments, env):
    """Runs a program and its arguments (or `-c` or `-m` with theirs) in a Python with TensorFlow, with the environment env; returns what subprocess.run() would."""
    zygote = Zygote(python, env)
    for _ in range(3):  # one that ends, since nobody has asked it for long, may still have taken the connection
        program, status = begin(zygote, arguments, env)
        if not program:
            return subprocess.CompletedProcess(arguments, status, "", zygote.said())
        done = program.wait(zygote.said())
        if done:
            return done
    raise AssertionError(f"a process with TensorFlow ends before it runs a program: {zygote.said()[-2000:]}")
