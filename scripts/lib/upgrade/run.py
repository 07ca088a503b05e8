"""Brings a project that was edited in ten places to later releases of TensorFlow, and shows what became of the edits.

usage: run.py PLUGINGEN FOLDER [--tensorflow RANGE] [--name NAME] [--python PYTHON [--cases N] [--release PYTHON]...]

In FOLDER, which is emptied:

1. The spec beside this program becomes a project for TensorFlow 2.12 to 2.15, from the templates of today with those of
   older_templates/ in their places: the build, the driver, a kernel to write and the README as plugingen once wrote them.
   The library is today's: it comes from plugingen itself.
2. A kernel of the library is taken over, and the patches of edits/ are applied: ten edits as the owner of a project makes
   them, and one of a line that plugingen changes too.
3. The project is regenerated for RANGE. That one line is a conflict; it is resolved by keeping the project's.
4. Each line that an edit added has to be there, each that it removed gone, and everything that plugingen changed in the
   same files has arrived.
5. With --python: the project is built against the TensorFlow of that Python, and all its tests run. The same library is
   then tested in each other release: every kernel, in C++, and the device in Python.

NAME is the plugin's in place of upgrade_npu: compilers' caches know what plugins of one name have in common. What is printed is a
transcript without paths of this machine. Exit status 1 if anything is not as it should be.
"""

import argparse
import difflib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts/lib"))
import relink  # noqa: E402  (the line above says where it is)
from known_releases import KNOWN  # noqa: E402

NAME = "upgrade_npu"
TAKEN_OVER = "library/kernels/add_n.cc"
WRITTEN_ONCE = "src/kernels/fast_relu.cc"  # the spec says that it is the project's: nothing new comes to it
CONFLICT = re.compile(r"<<<<<<< [^\n]*\n(.*?)\|{7} .*?={7}\n(.*?)>>>>>>> [^\n]*\n", re.DOTALL)


class Failed(Exception):
    pass


def texts(folder):
    """The files of a project that belong to it: not the build, not plugingen's own records."""
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8")
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.relative_to(folder).parts[0] not in (".plugingen", "build")}


def changed_lines(old, new):
    """Lines that differ between two texts: those added and those removed, each in their order."""
    diff = list(difflib.ndiff(old.splitlines(), new.splitlines()))
    return [line[2:] for line in diff if line[0] == "+"], [line[2:] for line in diff if line[0] == "-"]


def missing_from(text, lines):
    """The first of `lines` that `text` does not have behind the ones before; None if it has all, in order."""
    rest = iter(text.splitlines())
    return next((line for line in lines if line not in rest), None)


class Upgrade:
    def __init__(self, options):
        self.options = options
        self.plugingen = pathlib.Path(options.plugingen).resolve()
        self.folder = pathlib.Path(options.folder).resolve()
        self.name = options.name
        self.project = self.folder / self.name
        self.spec = f"{self.name}.yaml"
        self.patches = self.folder / "edits"
        self.templates = self.folder / "older_templates"

    # ---- the transcript ----

    def hide_paths(self, text):
        for path, name in ((self.folder, ""), (REPOSITORY, "plugingen"), (pathlib.Path.home(), "~")):
            text = text.replace(f"{path}/", f"{name}/" if name else "").replace(str(path), name or ".")
        return text

    def say(self, text=""):
        print(self.hide_paths(text), flush=True)

    def call(self, *command, shown=None, status=0, cwd=None, silent=False, **options):
        """Runs a command, which has to end with `status`; prints it as a user types it, and what it says."""
        shown = shown or shlex.join([self.name if c == str(self.plugingen) else str(c) for c in command])
        self.say(f"$ {shown}")
        start = time.monotonic()
        done = subprocess.run([str(c) for c in command], cwd=cwd or self.project, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, **options)
        if not silent or done.returncode != status:
            print(self.hide_paths(done.stdout), end="")
        if done.returncode != 0:
            self.say(f"(exit status {done.returncode})")
        if done.returncode != status:
            raise Failed(f"'{shown}' ended with {done.returncode}, not with {status}")
        return done.stdout, time.monotonic() - start

    def plugin(self, *arguments, **options):
        shown = options.pop("shown", None) or shlex.join(["plugingen", *map(str, arguments)])
        return self.call(self.plugingen, *arguments, shown=shown, **options)[0]

    def title(self, text):
        self.say(f"\n# {text}")

    # ---- the steps ----

    def bring(self, file, target):
        """Copies a text of this folder's, for a plugin of the name that is asked for."""
        target.parent.mkdir(exist_ok=True)
        target.write_text(file.read_text(encoding="utf-8").replace(NAME, self.name).replace(NAME.upper(), self.name.upper()),
                          encoding="utf-8")

    def generate_old(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(REPOSITORY / "templates", self.templates)
        shutil.copytree(HERE / "older_templates", self.templates, dirs_exist_ok=True)
        self.bring(HERE / f"{NAME}.yaml", self.folder / self.spec)
        for patch in (HERE / "edits").glob("*.patch"):
            self.bring(patch, self.patches / patch.name)
        self.title("A project for TensorFlow 2.12 to 2.15, as an earlier plugingen wrote it")
        out = self.plugin("new", self.spec, "--template-dir", self.templates, cwd=self.folder, silent=True,
                          shown=f"plugingen new {self.spec}")
        self.say(out.splitlines()[0].partition(".")[0])

    def edit(self):
        self.title("A kernel of the library that the project takes over")
        self.plugin("eject", TAKEN_OVER)
        self.old = texts(self.project)
        self.title("Ten edits, and one of a line that plugingen changes too")
        self.edits = []
        for patch in sorted(self.patches.glob("*.patch")):
            before = texts(self.project)
            title = patch.read_text(encoding="utf-8").splitlines()[0]
            self.call("git", "apply", patch, shown=f"git apply {patch.name}   # {title}",
                      env={**os.environ, "GIT_CEILING_DIRECTORIES": str(self.folder)})
            after = texts(self.project)
            files = {name: changed_lines(before.get(name, ""), after.get(name, ""))
                     for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
            if not files:
                raise Failed(f"{patch.name} changed nothing")
            self.edits.append((patch.stem, files))
        self.edited = texts(self.project)

    def regenerate(self):
        self.title("What the newer releases ask of the project")
        newest = int(re.search(r"<2\.(\d+)", self.options.tensorflow)[1]) - 1
        self.plugin("api", "diff", "2.15", f"2.{newest}", "--project", ".")
        self.title("Whose the files are, and how far the project is behind")
        self.plugin("status")
        self.title("The upgrade")
        self.plugin("regenerate", "--tensorflow", self.options.tensorflow, status=4)
        self.title("The line that both changed; the project's is right")
        found = {name: text for name, text in texts(self.project).items() if CONFLICT.search(text)}
        if list(found) != ["src/driver/driver.cc"]:
            raise Failed(f"conflicts in {list(found)}")
        self.given_up = set()  # lines of plugingen's that the resolution does without
        for name, text in found.items():
            self.say(f"$ sed -n '/<<<<<<</,/>>>>>>>/p' {name}")
            self.say("".join(match[0] for match in CONFLICT.finditer(text)).rstrip())
            for match in CONFLICT.finditer(text):
                self.given_up.update(match[2].splitlines())
            (self.project / name).write_text(CONFLICT.sub(r"\1", text), encoding="utf-8")
        self.plugin("status")
        self.plugin("regenerate")
        self.plugin("regenerate", "--check")

    def check(self):
        self.title("What became of the edits")
        result = texts(self.project)
        for name, files in self.edits:
            for path, (added, removed) in files.items():
                if path not in self.edited:
                    if path in result:
                        raise Failed(f"{name}: {path} is back")
                    continue
                lost = missing_from(result.get(path, ""), added)
                if lost is not None:
                    raise Failed(f"{name}: {path} lost the line '{lost}'")
                kept = set(self.edited[path].splitlines())
                back = [line for line in removed if line not in kept and line in result[path].splitlines()]
                if back:
                    raise Failed(f"{name}: the line '{back[0]}' is back in {path}")
            lines = sum(len(added) for added, _ in files.values())
            self.say(f"{name}: {lines} line{'s' * (lines > 1)} in {', '.join(sorted(files))}" if lines
                     else f"{name}: {', '.join(sorted(files))} stays deleted")
        self.check_news(result)

    def check_news(self, result):
        """Everything that is new in a project generated today has come to the edited files, where no edit took it."""
        shutil.rmtree(self.folder / "fresh", ignore_errors=True)
        for command in (["new", self.project / self.spec, "-o", self.folder / "fresh", "-q"],
                        ["eject", TAKEN_OVER, "--project", self.folder / "fresh", "-q"]):
            done = subprocess.run([self.plugingen, *command], capture_output=True, text=True)
            if done.returncode != 0:
                raise Failed(done.stderr)
        fresh = texts(self.folder / "fresh")
        own = {path for _, files in self.edits for path in files}
        count = 0
        for path, text in fresh.items():
            if path not in own:
                if result[path] != text:
                    raise Failed(f"{path} is not as in a fresh project")
                continue
            if path not in result or path == WRITTEN_ONCE:
                continue
            here = set(result[path].splitlines())
            news = set(changed_lines(self.old[path], text)[0]) - self.given_up
            if news - here:
                raise Failed(f"{path} lacks what is new: {sorted(news - here)[0]}")
            count += len(news)
        self.say(f"all {count} lines that are new in the edited files are there; every other file is as in a fresh project")

    # ---- the build ----

    def build_and_test(self):
        self.title(f"Build and test against TensorFlow {self.version_of(self.options.python)}")
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        self.call("cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DPython3_EXECUTABLE={self.options.python}",
                  f"-D{self.name.upper()}_WERROR=ON", f"-DPLUGGABLE_PLUGINGEN={self.plugingen}", *launcher, *self.options.cmake,
                  silent=True,
                  shown=f"cmake -S . -B build -DPython3_EXECUTABLE=python3 -D{self.name.upper()}_WERROR=ON")
        _, seconds = self.call("cmake", "--build", "build", silent=True, shown="cmake --build build")
        self.say(f"({seconds:.0f} s)")
        out, _ = self.call("ctest", "--test-dir", "build", "--output-on-failure", silent=True, env=self.environment())
        lines = out.splitlines()
        self.say("\n".join(line for line in lines if re.search(r"Test +#|tests passed", line)))

    def environment(self, **more):
        result = {k: v for k, v in os.environ.items() if k != "TF_PLUGGABLE_DEVICE_LIBRARY_PATH"}
        result.update(TF_CPP_MIN_LOG_LEVEL="2", **more)
        if self.options.cases:
            result[f"{self.name.upper()}_TEST_CASES"] = str(self.options.cases)
        return result

    @staticmethod
    def version_of(python):
        code = ("import importlib.metadata as m\n"
                "print(*(d.version for d in m.distributions()\n"
                "        if d.metadata['Name'].replace('_', '-') in ('tensorflow', 'tensorflow-cpu', 'tf-nightly', 'tf-nightly-cpu')))")
        done = subprocess.run([python, "-c", code], capture_output=True, text=True)
        if not done.stdout.strip():
            raise Failed(f"{python} has no TensorFlow")
        return done.stdout.split()[0]

    def test_in(self, python):
        version = self.version_of(python)
        self.title(f"The same library in TensorFlow {version}")
        site = next(pathlib.Path(python).parents[1].glob("lib/python3*/site-packages"))
        environment = self.environment(LD_LIBRARY_PATH=str(site / "tensorflow"))
        kernels = relink.for_any_release(self.project / "build", "tests/generated/kernel_test")
        libraries = subprocess.run(["ldd", kernels], capture_output=True, text=True, env=environment).stdout
        if not re.search(rf"libtensorflow_framework\S* => {re.escape(str(site))}/", libraries):
            raise Failed(f"{kernels.name} would not run in TensorFlow {version}")
        out, _ = self.call(kernels, silent=True, env=environment,
                           shown="LD_LIBRARY_PATH=<that TensorFlow> build/tests/generated/kernel_test")
        self.say(next((line for line in out.splitlines() if "PASSED" in line), ""))
        out, _ = self.call(python, "tests/generated/smoke_test.py", silent=True,
                           shown="python3 tests/generated/smoke_test.py",
                           env=self.environment(TF_PLUGGABLE_DEVICE_LIBRARY_PATH=str(
                               self.project / "build" / f"lib{self.name}.so")))
        self.say("\n".join(line for line in out.splitlines() if re.match(r"Ran \d|OK", line)))

    def run(self):
        self.generate_old()
        self.edit()
        self.regenerate()
        self.check()
        if self.options.python:
            self.build_and_test()
            for release in self.options.release:
                self.test_in(release)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("plugingen")
    parser.add_argument("folder")
    parser.add_argument("--tensorflow", default=f">=2.12, <{KNOWN.unknown}")
    parser.add_argument("--name", default=NAME)
    parser.add_argument("--python", type=os.path.abspath)  # links kept: an environment knows itself by its path
    parser.add_argument("--cases", type=int)
    parser.add_argument("--cmake", action="append", default=[], metavar="OPTION")
    parser.add_argument("--release", action="append", default=[], metavar="PYTHON", type=os.path.abspath)
    upgrade = Upgrade(parser.parse_args())
    try:
        upgrade.run()
    except Failed as failure:
        print(f"FAILED: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
