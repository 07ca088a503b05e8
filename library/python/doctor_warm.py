# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.
"""Builds the programs of library/compute/device before anybody waits for them: the doctor's option --warm.

The plugin builds them when TensorFlow opens its devices, in a process of its own, since a vendor's compiler may end the process.
"""

import os
import queue
import re
import subprocess
import sys
import threading

from .doctor import DEVICE_TYPE, NAME

DENY = f"{NAME.upper()}_DENY"
WARM = f"{NAME.upper()}_WARM"
SECONDS = 1800  # the time limit for a program
OPEN = "import sys, tensorflow as tf; tf.config.list_logical_devices(sys.argv[1])"


class Process:
    """Opens the devices, and is read line by line."""

    def __init__(self, types, dead):
        environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "2", WARM: ",".join([types, *("-" + each for each in dead)])}
        self.process = subprocess.Popen([sys.executable, "-c", OPEN, DEVICE_TYPE], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        text=True, errors="replace", env=environment)
        self.coming = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        with self.process.stderr:
            for line in self.process.stderr:
                self.coming.put(line)
        self.coming.put("")

    def lines(self):
        try:
            while line := self.coming.get(timeout=SECONDS):
                yield line.rstrip("\n")
        except queue.Empty:
            self.process.kill()
            yield f"stopped after {SECONDS} s"

    def how_it_ended(self):
        status = self.process.wait()
        return f"signal {-status}" if status < 0 else f"exit status {status}"


def build(types, dead, seen):
    """What comes of the programs that `seen` does not have: (kind, text, advice). Ends with the program that ended the process, or
    None."""
    process = Process(types, dead)
    device = program = None
    log = []
    for line in process.lines():
        said = re.search(rf"{NAME}: warm (\d+): (.*)$", line)
        if not said:
            log.append(line)
            continue
        if said.start() > 0:  # after a compiler's line without a line break
            log.append(line[:said.start()])
        device = f"/{DEVICE_TYPE}:{said[1]}"
        if said[2].startswith("nothing yet, "):
            program = None
            yield "note", f"{device} has no device kernels yet: {said[2].removeprefix('nothing yet, ')}", "until it is, the host computes"
            continue
        outcome = re.fullmatch(r"(failed|built|from the cache) in (\S+) s", said[2])
        if not outcome:
            program, log = None if said[2] == "done" else said[2], []
            continue
        if program is None:
            continue
        which = program.replace(", ", " of ")
        if (device, program) not in seen:
            seen.add((device, program))
            if outcome[1] == "failed":
                yield "problem", f"{which} cannot be built for {device}: " + "\n".join(log), "the host computes in its place; ask for a newer driver"
            else:
                yield "ok", f"{which} for {device}: {outcome[1]} in {float(outcome[2]):.2f} s", ""
        program, log = None, []
    how = process.how_it_ended()
    if program:
        yield "problem", f"{program.replace(', ', ' of ')} ends the process ({how}) when it is built for {device}: " + "\n".join(log[-5:]), \
            f"with {DENY}={program.replace(', ', ':')} in the environment the host computes in its place; ask for a newer driver"
    elif how != "exit status 0":
        yield "problem", f"the devices cannot be opened ({how}): " + "\n".join(log[-5:]), f"run python -m {NAME}.doctor for details"
    elif device is None:
        yield "problem", f"there is no device of type {DEVICE_TYPE} to build programs for", f"run python -m {NAME}.doctor for the reason"
    return program


def build_ahead(types):
    """Findings about the programs of all devices: (kind, text, advice). A program that ends the process is left out then."""
    dead, seen = [], set()
    while program := (yield from build(types, dead, seen)):
        dead.append(program.replace(", ", ":"))
