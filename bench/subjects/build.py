"""How long the demo's project takes to compile: all of it with its tests, and after a change in one kernel."""

import shutil
import time

from measuring import PLUGINGEN, PYTHON, ROOT, SCRATCH, Figure, kernel_units, need_plugingen, run


def measure():
    need_plugingen()
    folder = SCRATCH / "build"
    shutil.rmtree(folder, ignore_errors=True)
    project, build = folder / "project", folder / "build"
    run([PLUGINGEN, "new", ROOT / "device_specs" / "demo.yaml", "-o", project])
    run([PLUGINGEN, "eject", "--project", project, "library/kernels/relu.cc"])

    started = time.perf_counter()
    run(["cmake", "-G", "Ninja", "-S", project, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
         f"-DPython3_EXECUTABLE={PYTHON}"])
    configured = time.perf_counter()
    run(["cmake", "--build", build, "-j", "2"])
    built = time.perf_counter()

    kernel = project / "src" / "kernels" / "relu.cc"
    kernel.write_text(kernel.read_text() + "\n// Touched.\n")
    changed = time.perf_counter()
    output = run(["cmake", "--build", build, "-j", "2", "--verbose"])
    rebuilt = time.perf_counter()
    units = sum(" -c " in line for line in output.splitlines())
    return [
        Figure("demo: configure", configured - started, "s"),
        Figure("demo: cold build, two jobs", built - configured, "s", limit=90,
               note=f"{kernel_units(project)} kernel files"),
        Figure("demo: one kernel changed", rebuilt - changed, "s"),
        Figure("demo: units compiled after that", units, "units", limit=1),
    ]
