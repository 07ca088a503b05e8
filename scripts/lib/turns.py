"""Divides what scripts/test does over several runs. The commit decides which part a run does, so that it can be repeated. With
PLUGINGEN_TEST_RELEASES=all, which `scripts/test --releases` sets, a run does everything."""

import os
import pathlib
import shutil
import subprocess

IN_FULL = os.environ.get("PLUGINGEN_TEST_RELEASES") == "all"


def turn(count, place=0):
    """The part, of `count`, that this run does. Consecutive places have consecutive parts."""
    git = shutil.which("git")
    commit = git and subprocess.run([git, "-C", pathlib.Path(__file__).parent, "rev-parse", "--verify", "-q", "HEAD"], capture_output=True,
                                    text=True).stdout
    return (int(commit or "0", 16) + place) % count
