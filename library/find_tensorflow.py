# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

"""Prints the folder and the version of the TensorFlow that this Python would import, without importing it."""

import importlib.metadata
import importlib.util
import pathlib
import sys

DISTRIBUTIONS = (
    "tensorflow-cpu",
    "tensorflow",
    "tf-nightly-cpu",
    "tf-nightly",
    "tensorflow-intel",
    "tensorflow-aarch64",
)


def version():
    for distribution in DISTRIBUTIONS:
        try:
            return importlib.metadata.version(distribution)
        except importlib.metadata.PackageNotFoundError:
            continue
    return "unknown"


spec = importlib.util.find_spec("tensorflow")
if spec is None or spec.origin is None:
    sys.exit("no module named 'tensorflow'")
print(pathlib.Path(spec.origin).parent)
print(version())
