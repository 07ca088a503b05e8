"""Runs Python programs that begin with importing TensorFlow, without importing it again for each (zygote.py)."""

import atexit
import collections
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading

SECONDS = 1500  # a program may take
MOST = 6  # at a time; each has some hundreds of megabytes

_zygotes = collections.OrderedDict()  # by what makes them differ, the one used last at the end
_lock = threading.Lock()


class Zygote:
    """A process with TensorFlow imported."""

    def __init__(self, python, env):
        self.errors = tempfile.NamedTemporaryFile("r", errors="replace")
        self.requests, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other, open(self.errors.name, "w") as errors:
            self.process = subprocess.Popen(
                [python, pathlib.Path(__file__).with_name("zygote.py"), str(other.fileno())],
                # The pools that libraries start when they are loaded would be missing after a fork.
                env=dict(env, OPENBLAS_NUM_THREADS="1"), pass_fds=[other.fileno()], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=errors)
        self.is_ready = self.requests.recv(16) == b"ready"

    def said(self):
        """What TensorFlow and the plugin logged while they were loaded."""
        return pathlib.Path(self.errors.name).read_text(errors="replace")

    def close(self):
        self.requests.close()
        self.process.wait()
        self.errors.close()


class Program:
    """A program that runs in a fork of a zygote."""

    def __init__(self, zygote, program, late):
        self.program, self.loading = program, zygote.said()
        self.output, self.errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        reading, writing = os.pipe()
        socket.send_fds(zygote.requests, [json.dumps([str(program), late]).encode()], [self.output.fileno(), self.errors.fileno(), writing])
        os.close(writing)
        self.report = open(reading, encoding="utf-8")

    def wait(self):
        """Waits for its end; returns what subprocess.run() would."""
        with self.report, self.output, self.errors:
            process = int(self.report.readline())
            overdue = threading.Timer(SECONDS, os.kill, (process, signal.SIGKILL))
            overdue.start()
            status = int(self.report.readline())
            overdue.cancel()
            texts = []
            for file in (self.output, self.errors):
                file.seek(0)
                texts.append(file.read().decode(errors="replace"))
        return subprocess.CompletedProcess([self.program], status, texts[0], self.loading + texts[1])


@atexit.register
def close_all():
    while _zygotes:
        _zygotes.popitem()[1].close()


def run(python, program, env, late=None):
    """Runs a program in a Python with TensorFlow, with the environment env; returns what subprocess.run() would. The variables in `late`, which
    may name a plugin, come after TensorFlow is imported, so that one zygote serves all of them."""
    plugin = pathlib.Path(env.get("TF_PLUGGABLE_DEVICE_LIBRARY_PATH", ""))
    built = plugin.stat().st_mtime_ns if plugin.is_file() else 0
    key = (str(python), built, *sorted(env.items()))
    with _lock:
        zygote = _zygotes.pop(key, None) or Zygote(python, env)
        if not zygote.is_ready:
            said = zygote.said()
            zygote.close()
            return subprocess.CompletedProcess([program], zygote.process.returncode, "", said)
        _zygotes[key] = zygote
        started = Program(zygote, program, late or {})
        # Programs that are under way are not a zygote's children, and stay.
        while len(_zygotes) > MOST:
            _zygotes.popitem(last=False)[1].close()
    return started.wait()
