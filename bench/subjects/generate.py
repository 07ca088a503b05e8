"""How long a project of many kernels takes, and how much memory; beside flatc on as many tables."""

import shutil

from measuring import PLUGINGEN, SCRATCH, Figure, need_plugingen, timed
from specs import ops, spec_text


def flatbuffers_schema(tables):
    lines = ["namespace bench;"]
    for index in range(tables):
        lines.append(f"table Kernel{index} {{ op:string; types:[int]; priority:int; label:string; "
                     f"host_memory:[string]; stub:bool; }}")
    return "\n".join(lines) + f"\nroot_type Kernel{tables - 1};\n"


def one_size(kernels, runs):
    folder = SCRATCH / f"generate_{kernels}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    spec = folder / "spec.yaml"
    spec.write_text(spec_text("bench_npu", kernels, ops()))
    project = folder / "project"
    new = [PLUGINGEN, "new", spec, "-o", project]
    cold = timed(new, runs, before=lambda: shutil.rmtree(project, ignore_errors=True))
    times = {path: path.stat().st_mtime_ns for path in project.rglob("*") if path.is_file()}
    again = timed(new, runs)
    written = sum(path.stat().st_mtime_ns != times.get(path)
                  for path in project.rglob("*") if path.is_file())

    schema = folder / "schema.fbs"
    schema.write_text(flatbuffers_schema(kernels))
    flatc = timed(["flatc", "--cpp", "-o", folder / "flatc", schema], runs)

    limits = (0.25, 0.2, 64) if kernels == 1000 else (None, None, None)
    label = f"{kernels:,} kernels"
    return cold.least, [
        Figure(f"{label}: new project", cold.least, "s", cold.median, limits[0],
               note=f"{len(times)} files"),
        Figure(f"{label}: second run", again.least, "s", again.median, limits[1]),
        Figure(f"{label}: files written by the second run", written, "files", limit=0),
        Figure(f"{label}: memory", cold.memory, "MB", limit=limits[2]),
        Figure(f"{label}: flatc, {kernels:,} tables", flatc.least, "s", flatc.median),
        Figure(f"{label}: new project / flatc", cold.least / flatc.least, "ratio",
               cold.median / flatc.median),
    ]


def measure():
    need_plugingen()
    small, figures = one_size(1000, 7)
    large, more = one_size(10000, 3)
    return figures + more + [
        Figure("time for 10,000 / time for 1,000 kernels", large / small, "ratio", limit=10.5)]
