"""How long it takes to merge a thousand edited kernels with new templates, and to find nothing to do."""

import shutil

from measuring import PLUGINGEN, ROOT, SCRATCH, Figure, need_plugingen, run, timed
from specs import ops, spec_text

KERNELS = 1000


def measure():
    need_plugingen()
    folder = SCRATCH / "regenerate"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    spec = folder / "spec.yaml"
    spec.write_text(spec_text("bench_npu", KERNELS, ops()))
    pristine = folder / "pristine"
    run([PLUGINGEN, "new", spec, "-o", pristine])
    kernels = sorted((pristine / "src/kernels").glob("*.cc"))
    for kernel in kernels:
        kernel.write_text(kernel.read_text() + "\n// An edit of the user's.\n")

    templates = folder / "templates"
    shutil.copytree(ROOT / "templates", templates)
    for template in (templates / "src/kernels").glob("*.cc"):
        lines = template.read_text().split("\n")
        lines.insert(1, "// A line that is new in the template.")
        template.write_text("\n".join(lines))

    project = folder / "project"

    def restore():
        shutil.rmtree(project, ignore_errors=True)
        shutil.copytree(pristine, project)

    new = timed([PLUGINGEN, "new", spec, "-o", folder / "fresh"], 5,
                before=lambda: shutil.rmtree(folder / "fresh", ignore_errors=True))
    merge = timed([PLUGINGEN, "regenerate", project, "--template-dir", templates], 5, before=restore)
    merged = sum("is new in the template" in kernel.read_text() and "An edit of the user's" in kernel.read_text()
                 for kernel in (project / "src/kernels").glob("*.cc"))
    times = {path: path.stat().st_mtime_ns for path in project.rglob("*") if path.is_file()}
    again = timed([PLUGINGEN, "regenerate", project, "--template-dir", templates], 7)
    written = sum(path.stat().st_mtime_ns != times.get(path) for path in project.rglob("*") if path.is_file())
    return [
        Figure("edited kernels merged", merged, "files", limit=len(kernels), at_least=True),
        Figure("merging them", merge.least, "s", merge.median, 0.5),
        Figure("merging them / a new project", merge.least / new.least, "ratio", merge.median / new.median),
        Figure("memory", merge.memory, "MB", limit=64),
        Figure("nothing to do", again.least, "s", again.median, 0.2),
        Figure("files written with nothing to do", written, "files", limit=0),
        Figure("memory with nothing to do", again.memory, "MB", limit=64),
    ]
