"""How long the unit that holds the registration table takes to compile."""

import json
import shlex
import shutil

from measuring import PLUGINGEN, PYTHON, SCRATCH, Figure, need_plugingen, run, timed
from specs import ops_with_three_rows, spec_text


def measure():
    need_plugingen()
    folder = SCRATCH / "registration"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    spec = folder / "spec.yaml"
    among = ops_with_three_rows()
    spec.write_text(spec_text("bench_npu", 1000, among))
    project, build = folder / "project", folder / "build"
    run([PLUGINGEN, "new", spec, "-o", project])
    run(["cmake", "-G", "Ninja", "-S", project, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", f"-DPython3_EXECUTABLE={PYTHON}"])
    entry, = [entry for entry in json.loads((build / "compile_commands.json").read_text())
              if entry["file"].endswith("src/generated/plugin/kernel_table.cc")]
    command = shlex.split(entry["command"])
    command[command.index("-o") + 1] = str(folder / "table.o")
    unit = timed(command, 7, cwd=entry["directory"])
    empty = folder / "empty.cc"
    empty.write_text("")
    nothing = timed(["g++", "-c", empty, "-o", folder / "empty.o"], 7)
    return [
        Figure("table of 1,000 kernels x 3 types", unit.least, "s", unit.median, limit=0.5,
               note=f"{min(len(among), 1000)} different ops"),
        Figure("an empty unit, for comparison", nothing.least, "s", nothing.median),
    ]
