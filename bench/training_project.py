"""The project of device_specs/training.yaml, with memory for models of real size. Several subjects measure it."""

import os
import shutil
import time

from measuring import PLUGINGEN, ROOT, SCRATCH, emit_and_configure, run

FOLDER = SCRATCH / "train"
PROJECT = FOLDER / "project"
LIBRARY = FOLDER / "build" / "libtraining_npu.so"


def build_anew():
    """Seconds that the build takes with two jobs and nothing there."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    spec = FOLDER / "training.yaml"
    spec.write_text((ROOT / "device_specs" / "training.yaml").read_text().replace("capacity: 2GiB", "capacity: 16GiB"))
    emit_and_configure(spec, PROJECT, LIBRARY.parent)
    started = time.perf_counter()
    run(["cmake", "--build", LIBRARY.parent, "-j", "2"])
    return time.perf_counter() - started


def build_if_stale():
    if not LIBRARY.exists() or LIBRARY.stat().st_mtime < PLUGINGEN.stat().st_mtime:
        build_anew()


def probe_environment():
    return dict(os.environ, TF_PLUGGABLE_DEVICE_LIBRARY_PATH=str(LIBRARY), TF_CPP_MIN_LOG_LEVEL="3",
                KERAS_BACKEND="tensorflow")
