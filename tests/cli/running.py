"""What the tests of the command line share: running the program and looking at what it left on disk."""

import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLUGINGEN = None  # set by main()
sys.path.insert(0, str(ROOT / "scripts/lib"))
from known_releases import KNOWN  # noqa: E402  (the line above says where it is)

SPEC = """\
plugingen: 1
plugin: {name: nova_npu, version: 0.1.0, vendor: Acme}
device: {type: NOVA_NPU}
kernels:
  - {op: Relu, types: {T: [float, half]}}
  - {op: Cross, types: {T: [float, half]}, implementation: stub}
  - set: variables
"""
KERNEL = "src/kernels/cross.cc"  # a scaffold; the kernel of Relu is the library's
BROKEN_SPEC = SPEC.replace("vendor", "vendr")


def words(text):
    """Text in which it does not matter where lines were broken."""
    return " ".join(text.split())


def stubs(*ops):
    """Lines of a spec for ops that the library has no kernel of: each adds a file to src/kernels."""
    return "".join(f"  - {{op: {op}, types: {{T: float}}, implementation: stub}}\n" for op in ops)


def run(*arguments, stdin="", **options):
    """Runs plugingen; text in and out."""
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    environment.update(options.pop("env", {}))
    return subprocess.run([PLUGINGEN, *map(str, arguments)], input=stdin, capture_output=True,
                          text=True, env=environment, timeout=120, **options)


def file_size_limit(size):
    """Options of run() that fail larger writes as a full disk does: some of the bytes, then an error."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return {"preexec_fn": limit, "restore_signals": False}


def files_below(folder):
    """(path from there, entry of os.scandir) of each file but what `undo` needs; a project has a thousand, and tests look at many."""
    folders = [(str(folder), "")]
    while folders:
        place, name = folders.pop()
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_file(follow_symlinks=False):
                    yield name + entry.name, entry
                elif entry.is_dir(follow_symlinks=False) and not entry.path.endswith(".plugingen/undo"):
                    folders.append((entry.path, f"{name}{entry.name}/"))


def read_bytes(path):
    with open(path, "rb", buffering=0) as file:
        return file.read()


def snapshot(folder):
    """Every file: path -> (bytes, time of the last change)."""
    return {path: (read_bytes(entry.path), entry.stat().st_mtime_ns) for path, entry in files_below(folder)}


def texts(folder):
    return {path: read_bytes(entry.path) for path, entry in files_below(folder)}


def texts_made(folder):
    """As texts(), without what the lock says of the spec that `new` copied: that is the project's history."""
    made = texts(folder)
    lock = json.loads(made[".plugingen/lock.json"])
    del lock["files"][lock["spec"]]
    made[".plugingen/lock.json"] = json.dumps(lock).encode()
    return made


class CommandTest(unittest.TestCase):
    """A test with a folder of its own, in which spec.yaml is a good spec."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="plugingen-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.spec = self.folder / "spec.yaml"
        self.spec.write_text(SPEC)
        self.project = self.folder / "project"

    def expect(self, status, *arguments, **options):
        """Runs it in the test's folder; `status` may be a set of them."""
        done = run(*arguments, cwd=self.folder, **options)
        if isinstance(status, set):
            self.assertIn(done.returncode, status, f"{arguments}\n{done.stdout}{done.stderr}")
            return done
        self.assertEqual(done.returncode, status, f"{arguments}\n{done.stdout}{done.stderr}")
        return done

    def new(self, *arguments, status=0, **options):
        return self.expect(status, "new", self.spec, "-o", self.project, *arguments, **options)


def as_nobody(test):
    """Options of run() for a user without rights; skips the test where that one may not run the program."""
    def become_nobody():
        os.setgid(65534)
        os.setuid(65534)

    if subprocess.run([PLUGINGEN, "--version"], capture_output=True, preexec_fn=become_nobody,
                      check=False).returncode != 0:
        test.skipTest("nobody may not run the program")
    return {"preexec_fn": become_nobody}


def main():
    global PLUGINGEN
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} PLUGINGEN [unittest's arguments]")
    PLUGINGEN = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(module="__main__")
