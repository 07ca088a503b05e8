"""What the tests of tools/ share: importing from there, folders, and the environments that have a TensorFlow."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"
CATALOG = ROOT / "catalog"
sys.path[:0] = [str(TOOLS), str(ROOT / "scripts/lib")]


def site_packages(environment):
    """Where an environment of scripts/setup has its packages."""
    found = sorted((ROOT / "build" / environment).glob("lib/python3*/site-packages"))
    if not found:
        raise unittest.SkipTest(f"no build/{environment}; scripts/setup --releases makes it")
    return found[0]


def compile_library(path, source):
    """Compiles C into a shared library."""
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["gcc", "-shared", "-fPIC", "-x", "c", "-", "-o", path], input=source, text=True, check=True)
    return path


class FolderTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="plugingen-tools-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_tool(self, name, *arguments, status=0):
        done = subprocess.run([sys.executable, TOOLS / name, *map(str, arguments)], capture_output=True, text=True,
                              cwd=self.folder, timeout=300)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def library(self, name, source):
        return compile_library(self.folder / name, source)
