"""Timing of commands, and the figures that come of it."""

import dataclasses
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = ROOT / "build" / "bench"
PLUGINGEN = ROOT / "build" / "release" / "plugingen"
PYTHON = ROOT / "build" / "venv" / "bin" / "python"


@dataclasses.dataclass
class Figure:
    """One line of the result: what was measured, its value, and the most that it should be."""

    name: str
    value: float
    unit: str  # "s", "ms", "us", "MB", "ratio", "files", "units"
    median: float | None = None
    limit: float | None = None
    at_least: bool = False  # the limit is the least that it should be
    note: str = ""

    @property
    def met(self):
        if self.limit is None:
            return None
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def line(self):
        text = f"{self.name:<46} {self.value:>10.3f} {self.unit:<6}"
        text += f" median {self.median:>10.3f}" if self.median is not None else " " * 18
        if self.limit is not None:
            bound = ">=" if self.at_least else "<="
            text += f"  {'ok' if self.met else 'MISSED'} ({bound} {self.limit:g})"
        return text + (f"  {self.note}" if self.note else "")

    def as_dict(self):
        return dict(dataclasses.asdict(self), met=self.met)


@dataclasses.dataclass
class Timing:
    least: float  # seconds
    median: float
    memory: float  # MB, the most of any run


def timed(command, runs, before=None, cwd=None, env=None):
    """Runs a command several times; `before` is called, untimed, ahead of each run."""
    seconds, memory = [], 0.0
    for _ in range(runs):
        if before:
            before()
        started = time.perf_counter()
        process = subprocess.Popen([str(part) for part in command], cwd=cwd, env=env, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds.append(time.perf_counter() - started)
        process.returncode = os.waitstatus_to_exitcode(status)
        memory = max(memory, usage.ru_maxrss / 1024)
        if process.returncode != 0:
            sys.exit(f"bench/run: {command[0]} failed:\n{errors.decode(errors='replace')}")
    return Timing(min(seconds), statistics.median(seconds), memory)


def need_plugingen():
    if not PLUGINGEN.exists():
        sys.exit("bench/run: build/release/plugingen is missing; `scripts/test --only build` makes it")


def emit_and_configure(spec, project, build, *options):
    """A project of the spec, ready to be built in Release against the newest TensorFlow."""
    run([PLUGINGEN, "new", spec, "-o", project])
    run(["cmake", "-G", "Ninja", "-S", project, "-B", build, "-DCMAKE_BUILD_TYPE=Release", *options,
         f"-DPython3_EXECUTABLE={PYTHON}"])


def kernel_units(project):
    """How many kernels of the library the project compiles."""
    return (project / "src/generated/library.cmake").read_text().count("\npluggable_add_kernel(")


def run(command, **keywords):
    """Runs a command once; its output is shown only when it fails."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **keywords)
    if done.returncode != 0:
        sys.exit(f"bench/run: {' '.join(map(str, command))} failed:\n{done.stdout[-4000:]}")
    return done.stdout
