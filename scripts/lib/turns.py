"""Whose turn it is, where a run of scripts/test does a part of something and the next runs the other parts. The commit decides, so that a run can
be repeated. With PLUGINGEN_TEST_RELEASES=all, which is `scripts/test --releases`, a run does everything."""

import os
import pathlib
import shutil
import subprocess

IN_FULL = os.environ.get("PLUGINGEN_TEST_RELEASES") == "all"


def turn(count, place=0):
    """A number below `count`. Those of places that follow one another follow one another."""
    git = shutil.which("git")
    commit = git and subprocess.run([git, "-C", pathlib.Path(__file__).parent, "rev-parse", "--verify", "-q", "HEAD"], capture_output=True,
                                    text=True).stdout
    return (int(commit or "0", 16) + place) % count
