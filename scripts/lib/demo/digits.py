"""The images of digits that come with scikit-learn, read without importing it."""

import importlib.util
import pathlib

import numpy as np


def load_digits(path=None):
    """Images (n, 8, 8, 1) of [0, 1] and labels, mixed. The path is that of digits.csv.gz, for an environment without scikit-learn."""
    if path is None:
        (folder,) = importlib.util.find_spec("sklearn").submodule_search_locations
        path = pathlib.Path(folder) / "datasets" / "data" / "digits.csv.gz"
    rows = np.loadtxt(path, delimiter=",")
    rows = rows[np.random.default_rng(1).permutation(len(rows))]
    return (rows[:, :-1] / 16.0).astype(np.float32).reshape(-1, 8, 8, 1), rows[:, -1].astype(np.int64)
