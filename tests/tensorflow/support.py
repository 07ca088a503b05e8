"""What the tests against real TensorFlow share: environments, projects built once, programs run in them.

The environments are those of scripts/setup: build/venv has the newest TensorFlow, build/venvs the other releases.
"""

import contextlib
import fcntl
import filecmp
import functools
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import textwrap
import unittest
from pathlib import Path

import preloaded_tensorflow

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts/lib"))
import relink  # noqa: E402  (the line above says where it is)
from known_releases import KNOWN  # noqa: E402

BUILD = REPOSITORY / "build"
SCRATCH = BUILD / "test" / "tensorflow"
PLUGINGEN = BUILD / "release" / "plugingen"
DEMO = BUILD / "demo" / "demo_host_inaccessible"
# The environments of scripts/setup.
ENVIRONMENTS = tuple(line.split()[0] for line in (REPOSITORY / "scripts/lib/tensorflow_releases.txt").read_text().splitlines()
                     if not line.startswith("#") and (KNOWN.nightly or not line.startswith("nightly")))
OLDEST = min((release for release in ENVIRONMENTS if release[0].isdigit()), key=lambda release: int(release.split(".")[1]))
ENDS = (OLDEST, "newest")


def releases_of_this_run():
    """The newest release, and one of the others. The test's file decides which: a dozen files have each of the others, so that a run of all
    tests has all. PLUGINGEN_TEST_RELEASES=all has each test run in every release that it knows, and names of releases (2.15,nightly) in these
    and the newest."""
    others = [release for release in ENVIRONMENTS if release != "newest"]
    wanted = os.environ.get("PLUGINGEN_TEST_RELEASES", "")
    if wanted:
        chosen = others if wanted == "all" else wanted.split(",")
        unknown = set(chosen) - set(ENVIRONMENTS)
        if unknown:
            raise SystemExit(f"PLUGINGEN_TEST_RELEASES: {', '.join(sorted(unknown))} is none of {', '.join(ENVIRONMENTS)}")
    else:
        files = sorted(path.name for path in Path(__file__).parent.glob("*_test.py"))
        place = files.index(Path(sys.argv[0]).name) if Path(sys.argv[0]).name in files else 0
        chosen = [others[place % len(others)]]
    return tuple(release for release in ENVIRONMENTS if release in ("newest", *chosen))


RELEASES = releases_of_this_run()
LAST_BY_VALUE = "2.21"  # the last release without functions for an update in place
RELEASED = tuple(release for release in RELEASES if release != "nightly")
# What device_specs/training.yaml, opencl.yaml and cuda.yaml have, and what the projects of the tests have in its place: a kernel more whose
# primitive Keras does without, and one of random numbers. All have the same, so that they are compiled once.
KERNELS = ("  - set: keras\n", "  - set: keras\n  - op: ResourceApplyAdam\n  - op: RandomUniformInt\n")
# How projects of the tests are compiled, so that the compiler cache knows what they have in common: clang++ takes half as long without
# optimization as g++ with some, and what tests run is small. If the tests run in full, g++ compiles all.
CHEAP = ["-DCMAKE_CXX_COMPILER=clang++", "-DCMAKE_CXX_FLAGS_RELEASE=-O0"]
# How PoCL compiles kernels. Optimizing each for blocks of each size takes five times as long, and most are launched a few times. What
# kernels of a program take, tests/tensorflow/fake_cuda wants to know: with the same options it finds what a test of OpenCL has compiled.
OPTIMIZED_KERNELS = {"POCL_EXTRA_BUILD_FLAGS": "-cl-kernel-arg-info"}
CHEAP_KERNELS = {"POCL_EXTRA_BUILD_FLAGS": "-cl-kernel-arg-info -cl-opt-disable"}
FIT_ON_CPU = SCRATCH / "fit_on_cpu"
LAUNCHER = REPOSITORY / "scripts" / "lib" / "launch_compiler.sh"
# Where times are measured.
AS_USERS_BUILD = {"CMAKE_CXX_COMPILER": "c++", "CMAKE_CXX_FLAGS_RELEASE": "-O3 -DNDEBUG"}
IN_FULL = os.environ.get("PLUGINGEN_TEST_RELEASES") == "all"
# Another linker takes a quarter of the time. (Debian's second one, gold, exports a comparison of std::exception_ptr from plugins, in spite of
# their version script.) PoCL links each kernel: its compiler finds a program called ld in a folder of this variable first.
GOLD = shutil.which("ld.gold")
LINKERS = SCRATCH / "linkers"
CHEAP += [f"-DCMAKE_{kind}_LINKER_FLAGS=-fuse-ld=lld" for kind in ("EXE", "SHARED", "MODULE")]
if IN_FULL:
    CHEAP, CHEAP_KERNELS = ["-DCMAKE_CXX_COMPILER=c++", "-DCMAKE_CXX_FLAGS_RELEASE=-O1"], OPTIMIZED_KERNELS
# Where there are many kernels: two cores need no more units, and each reads headers for two seconds.
MANY = ["-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=24"]


def python_of(release="newest"):
    python = (BUILD / "venv" if release == "newest" else BUILD / "venvs" / release) / "bin" / "python"
    if not python.exists():
        raise AssertionError(f"no TensorFlow {release} in {python.parents[1]}; scripts/setup --releases makes it, or says why it cannot")
    return python


def site_packages(release="newest"):
    return next(python_of(release).parents[1].glob("lib/python3*/site-packages"))


@functools.cache
def linkers():
    """The folder of the linker for kernels, if there is one for them."""
    if IN_FULL or not GOLD:
        return {}
    LINKERS.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        (LINKERS / "ld").symlink_to(GOLD)
    return {"COMPILER_PATH": str(LINKERS)}


def environment(plugin=None, **more):
    result = {k: v for k, v in os.environ.items() if k != "TF_PLUGGABLE_DEVICE_LIBRARY_PATH"}
    result.update(linkers())
    # A cache of programs would hide what compilers do, and be the user's own.
    result["TEST_NPU_OPENCL_CACHE"] = "off"
    # By default oneDNN is on or off as the processor is. With it the CPU rounds otherwise, and ends the process over some arguments.
    result.update({"TF_CPP_MIN_LOG_LEVEL": "2", "TF_ENABLE_ONEDNN_OPTS": "0", **CHEAP_KERNELS, **more})
    if plugin:
        result["TF_PLUGGABLE_DEVICE_LIBRARY_PATH"] = str(plugin)
    return result


def run(command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=1500, **options)


def must(command, **options):
    """Runs what has to succeed before there is anything to test."""
    done = run(command, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command[0]} failed:\n{(done.stdout + done.stderr)[-4000:]}")
    return done


def run_program(program, *arguments, plugin=None, release="newest", **variables):
    """Runs a file in a TensorFlow with the plugin, which is imported already; returns the process. The plugin is loaded as the import does."""
    return preloaded_tensorflow.run(python_of(release), [program, *arguments], environment(plugin, **variables))


def run_code(code, plugin=None, release="newest", *, alone=False, **variables):
    """A Python program in a TensorFlow with the plugin; what it prints last is JSON, and is returned with the process. It
    finds TensorFlow imported, unless it is to be alone."""
    code = textwrap.dedent(code)
    program = SCRATCH / "programs" / f"{hashlib.sha256(code.encode()).hexdigest()[:12]}.py"  # AutoGraph reads the file
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(code, encoding="utf-8")
    if alone:
        done = run([python_of(release), program], env=environment(plugin, **variables))
    else:
        done = run_program(program, plugin=plugin, release=release, **variables)
    lines = done.stdout.strip().splitlines()
    try:
        return done, json.loads(lines[-1]) if lines else None
    except ValueError:
        return done, None


def lay_over(folder, project):
    """Copies a folder's files into a project. Those that it has keep their time stamp."""
    for file in filter(Path.is_file, folder.rglob("*")):
        target = project / file.relative_to(folder)
        if not target.exists() or not filecmp.cmp(file, target, shallow=False):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)


def alone_in_its_folder(build):
    """A build that waits for those of other processes in the same folder."""
    @functools.wraps(build)
    def locked(name, *arguments, folder=None, **options):
        SCRATCH.mkdir(parents=True, exist_ok=True)
        with open(SCRATCH / f"{folder or name}.lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return build(name, *arguments, folder=folder, **options)
    return locked


def compile_targets(project, *targets):
    """Compiles targets of a configured project."""
    must(["cmake", "--build", project / "build", "--target", *targets])


@alone_in_its_folder
def build_project(name, spec, *targets, release="newest", folder=None, files=None, edit=None, many_kernels=False, cmake=None):
    """Emits a project of the spec (text), writes files of one's own into it, and builds it against a release; returns
    its folder. edit(project) does to it what an author would. Most plugins here are called test_npu: what they have in
    common is compiled once then. Many kernels are compiled some at a time. `cmake` are variables more."""
    project = SCRATCH / (folder or name)
    spec_file = SCRATCH / "specs" / (folder or name) / f"{name}.yaml"
    spec_file.parent.mkdir(parents=True, exist_ok=True)
    spec_file.write_text(spec, encoding="utf-8")
    # An unchanged project is left alone, so that a second run of the tests builds nothing.
    if run([PLUGINGEN, "new", spec_file, "-o", project]).returncode != 0:
        must(["rm", "-rf", project])
        must([PLUGINGEN, "new", spec_file, "-o", project])
    for path, text in (files or {}).items():
        if (project / path).read_text(encoding="utf-8") != text:
            (project / path).write_text(text, encoding="utf-8")
    if edit:
        edit(project)
    if files or edit:  # what these include has to be in the library
        run([PLUGINGEN, "regenerate", project, "--quiet"])
    options = ["-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_CXX_COMPILER_LAUNCHER={LAUNCHER}", *CHEAP, f"-D{name.upper()}_WERROR=ON",
               *(MANY if many_kernels else []), *(f"-D{key}={value}" for key, value in (cmake or {}).items()),
               f"-DPython3_EXECUTABLE={python_of(release)}", f"-DPLUGGABLE_PLUGINGEN={PLUGINGEN}"]
    must(["cmake", "-G", "Ninja", "-S", project, "-B", project / "build", *options])
    compile_targets(project, *(targets or [name]))
    return project


@functools.cache
def demo_report(*options):
    """Runs scripts/demo, once in a run of the tests; returns the process and the report."""
    SCRATCH.mkdir(parents=True, exist_ok=True)
    report = SCRATCH / f"demo{options[0]}.json"
    report.unlink(missing_ok=True)
    done = run([REPOSITORY / "scripts" / "demo", *options, "--json", report], env={**os.environ, "DEMO_KEEP_CPU": str(FIT_ON_CPU)})
    return done, json.loads(report.read_text(encoding="utf-8")) if report.exists() else None


def built(library):
    if not library.exists():
        raise AssertionError("scripts/demo built no plugin")
    return library


@functools.cache
def demo_plugin():
    """The plugin that scripts/demo built: asynchronous, with memory that the host cannot touch."""
    must([REPOSITORY / "scripts" / "demo", "--host-inaccessible", "--build"])
    return built(DEMO / "build" / "libdemo_npu.so")


@functools.cache
def new_ops_project():
    """The project of device_specs/new_ops.yaml with its author's files: the plugin and the library of its ops, named as most plugins here."""
    spec = REPOSITORY / "device_specs" / "new_ops.yaml"

    def lay_over_files_of_the_author(project):
        for folder, place in (("src", "src"), ("tests", "tests"), ("python/new_ops_npu", "python/test_npu")):
            lay_over(spec.with_suffix("") / folder, project / place)

    text = spec.read_text(encoding="utf-8").replace("new_ops_npu", "test_npu").replace("NEW_OPS_NPU", "TEST_NPU")
    return build_project("test_npu", text, "test_npu", "test_npu_ops", folder="all_new_ops", edit=lay_over_files_of_the_author, many_kernels=True)


@functools.cache
def training_project(*targets):
    """The project of device_specs/training.yaml, named as those for OpenCL and CUDA are."""
    spec = (REPOSITORY / "device_specs" / "training.yaml").read_text(encoding="utf-8")
    spec = spec.replace("training_npu", "test_npu").replace("TRAINING_NPU", "TEST_NPU").replace(*KERNELS, 1)
    return build_project("test_npu", spec, "test_npu", *targets, folder="training", many_kernels=True)


@functools.cache
def training_plugin():
    """The same with kernels for training."""
    return training_project() / "build" / "libtest_npu.so"


def run_fit(trainings, *options, plugin, release="newest", **variables):
    """Trains the networks whose names begin so, or all, on the plugin's device. What the CPU computes is kept for the other plugins. The newest
    release has 20 steps compared, the others 8: each step runs the same graph, and what a release does in its own way shows in the first ones."""
    program = REPOSITORY / "scripts" / "lib" / "demo" / "fit.py"
    digits = site_packages() / "sklearn" / "datasets" / "data" / "digits.csv.gz"
    return run_program(program, "--device", "TEST_NPU", "--digits", digits, "--keep-cpu", FIT_ON_CPU, *options,
                       *(() if release == "newest" else ("--steps", "8")),
                       *(word for name in trainings for word in ("--only", name)), plugin=plugin, release=release, **variables)


def primitives():
    """The ops of each primitive, as catalog/primitives.txt has them."""
    found = {}
    for line in (REPOSITORY / "catalog" / "primitives.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("ops "):
            found[name] = set(line.split()[1:])
        elif not line.startswith(("#", "share ")):
            name = line.partition(":")[0]
    return found


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def demo_weights():
    demo_report("--host-inaccessible")
    return max((BUILD / "demo").glob("weights-*.npz"), key=lambda path: path.stat().st_mtime)


def of_this_run(*releases):
    """Those of the releases that this run tests: for checks that any release may take part in."""
    return [release for release in releases if release in RELEASES]


def skip_other_releases(module):
    """A test that is called test_2_15 or test_nightly does in that release what others of its class do in theirs."""
    for test_class in [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, unittest.TestCase)]:
        for name in [name for name in dir(test_class) if re.fullmatch(r"test_(2_\d+|nightly)", name)]:
            release = name.removeprefix("test_").replace("_", ".")
            if release not in RELEASES and not getattr(test_class, "in_each_release", False):
                setattr(test_class, name, unittest.skip("not this run's turn: PLUGINGEN_TEST_RELEASES")(getattr(test_class, name)))


def main():
    skip_other_releases(sys.modules["__main__"])
    unittest.main(verbosity=2, argv=[sys.argv[0], *sys.argv[1:]])
