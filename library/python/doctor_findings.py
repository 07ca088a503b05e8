# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.
"""What the doctor's parts share: what a finding is, and TensorFlow in a process of its own, since much of what can be wrong with a plugin
ends the process that loads it.
"""

import dataclasses
import os
import subprocess
import sys

SECONDS = 300  # the time limit for TensorFlow


@dataclasses.dataclass
class Finding:
    """One thing that was looked at."""

    kind: str  # "ok", "note" or "problem"
    text: str
    advice: str = ""


def ok(text):
    return Finding("ok", text)


def note(text, advice=""):
    return Finding("note", text, advice)


def problem(text, advice):
    return Finding("problem", text, advice)


def times(count):
    return "once" if int(count) == 1 else f"{count} times"


def run(code, *arguments, **variables):
    """A Python program in a process of its own."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "0", **variables}
    try:
        return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True,
                              timeout=SECONDS, env=environment, errors="replace")
    except subprocess.TimeoutExpired as error:
        text = (error.stderr or b"").decode(errors="replace")
        return subprocess.CompletedProcess(error.cmd, None, "", text)
