#!/usr/bin/env python3
"""What users install: the wheel that `pip wheel .` makes, the folder that `cmake --install` fills, and what either says about a
machine that lacks something."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
TOOLS = BUILD / "tools" / "bin"
PLUGINGEN = None  # set by main()

SPEC = """\
plugingen: 1
plugin: {name: nova_npu}
device: {type: NOVA_NPU}
kernels:
  - set: mlp
"""


def must(command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def compiled_as_the_preset():
    """Options of pip with which the compiler cache knows the whole program: what the wheel has of its own is its folders."""
    presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
    given = {"CMAKE_CXX_COMPILER_LAUNCHER": str(ROOT / "scripts" / "lib" / "launch_compiler.sh")}
    for preset in presets:
        if preset["name"] in ("base", "release"):
            given.update(preset["cacheVariables"])
    return [f"-Ccmake.define.{name}={'ON' if value is True else value}" for name, value in given.items()]


def texts_below(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Installed(unittest.TestCase):
    """Runs what was installed as somebody does whose machine has nothing else: an empty folder, a PATH without tools."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="plugingen-install-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def check_works(self, programs):
        empty = self.folder / "empty"
        empty.mkdir()
        (empty / "nova_npu.yaml").write_text(SPEC)
        alone = {"PATH": str(programs), "HOME": str(empty)}
        for where, program in {"installed": programs / "plugingen", "built": PLUGINGEN}.items():
            must([program, "new", "nova_npu.yaml", "-o", where, "-q"], cwd=empty, env=alone)
        installed, built = texts_below(empty / "installed"), texts_below(empty / "built")
        self.assertGreater(len(installed), 100)
        self.assertEqual(installed.keys(), built.keys())
        self.assertEqual([path for path in built if installed[path] != built[path]], [])
        # It is a program of its own, which has to be found.
        cases = must(["plugingen", "conformance", "--list"], cwd=empty, env=alone, executable=programs / "plugingen")
        self.assertGreater(len(cases.splitlines()), 400)

    def test_wheel(self):
        wheels = self.folder / "wheels"
        must([TOOLS / "python", "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-q", "-w", wheels,
              *compiled_as_the_preset(), ROOT],
             env={**os.environ, "CXX": "c++", "PATH": f"{TOOLS}:{os.environ['PATH']}"})
        (wheel,) = wheels.glob("*.whl")
        self.assertRegex(wheel.name, r"^tf_plugingen-[0-9.]+-py3-none-linux_x86_64\.whl$")
        with zipfile.ZipFile(wheel) as archive:
            names = sorted(name for name in archive.namelist() if ".dist-info/" not in name)
            metadata = archive.read(next(n for n in archive.namelist() if n.endswith("/METADATA"))).decode()
        base = wheel.name.split("-py3")[0]
        self.assertEqual(names, sorted([f"{base}.data/data/libexec/plugingen/conformance",
                                        f"{base}.data/data/libexec/plugingen/libtensorflow_framework.so.2",
                                        f"{base}.data/scripts/plugingen", "plugingen/__init__.py", "plugingen/__main__.py"]))
        self.assertIn("License-Expression: Apache-2.0", metadata)
        self.assertIn("Description-Content-Type: text/markdown", metadata)
        # What PyPI shows: links to files of the repository would lead nowhere there.
        description = metadata.split("\n\n", 1)[1]
        self.assertEqual(description.strip(), (ROOT / "packaging" / "README.md").read_text().strip())
        self.assertEqual([link for link in re.findall(r"\]\(([^)]*)\)", description) if "://" not in link], [])
        self.assertIn(must([PLUGINGEN, "--version"]).split()[1], metadata)

        environment = self.folder / "environment"
        must([sys.executable, "-m", "venv", "--without-pip", environment])
        before = set(environment.rglob("*"))
        pip = [TOOLS / "python", "-m", "pip", "--python", environment / "bin" / "python"]
        must([*pip, "install", "--no-deps", "--no-index", "--no-compile", "-q", wheel])
        self.check_works(environment / "bin")
        self.assertEqual(must([environment / "bin" / "python", "-B", "-m", "plugingen", "--version"]),
                         must([PLUGINGEN, "--version"]))

        # A distribution's own pip has another folder for programs, which its record names.
        (environment / "elsewhere").mkdir()
        (environment / "bin" / "plugingen").rename(environment / "elsewhere" / "plugingen")
        (record,) = environment.glob("lib/python3*/site-packages/tf_plugingen-*.dist-info/RECORD")
        written = record.read_text()
        record.write_text(written.replace("/bin/plugingen", "/elsewhere/plugingen"))
        self.assertEqual(must([environment / "bin" / "python", "-B", "-m", "plugingen", "--version"]),
                         must([PLUGINGEN, "--version"]))
        record.write_text(written)
        (environment / "elsewhere" / "plugingen").rename(environment / "bin" / "plugingen")

        # Somebody moved the program: the module says what it looked for.
        (environment / "bin" / "plugingen").rename(environment / "bin" / "other")
        gone = subprocess.run([environment / "bin" / "python", "-B", "-m", "plugingen"], capture_output=True, text=True)
        self.assertEqual(gone.returncode, 1)
        self.assertRegex(gone.stderr, f"^plugingen: error: there is no program 'plugingen' in .*{environment / 'bin'}, ")
        (environment / "bin" / "other").rename(environment / "bin" / "plugingen")

        must([*pip, "uninstall", "-y", "-q", "tf-plugingen"])
        left = {path for path in environment.rglob("*") if path not in before and path.is_file()}
        self.assertEqual(left, set())

    def test_prefix(self):
        prefix = self.folder / "prefix"
        must(["cmake", "--install", BUILD / "release", "--prefix", prefix])
        self.check_works(prefix / "bin")
        files = texts_below(prefix)
        for path, begin in {"share/bash-completion/completions/plugingen": b"", "share/zsh/site-functions/_plugingen": b"#compdef",
                            "share/fish/vendor_completions.d/plugingen.fish": b"", "share/man/man1/plugingen.1.gz": b"\x1f\x8b"}.items():
            self.assertGreater(len(files[path]), 500, path)
            self.assertTrue(files[path].startswith(begin), path)

    def test_program_copied_alone(self):
        alone = self.folder / "bin"
        alone.mkdir()
        shutil.copy(PLUGINGEN, alone)
        done = subprocess.run([alone / "plugingen", "conformance", "--list"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 64)
        self.assertIn("the conformance suite is not installed beside plugingen", done.stderr)

    def test_libraries_are_missing(self):
        nowhere = self.folder / "nowhere"
        done = subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", self.folder / "build", "-DPLUGINGEN_BUILD_TESTS=OFF",
                               "-DCMAKE_DISABLE_FIND_PACKAGE_yaml-cpp=ON"],
                              env={**os.environ, "PKG_CONFIG_LIBDIR": str(nowhere)}, capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        said = " ".join(done.stderr.split())
        self.assertIn("plugingen cannot be built: these are missing: yaml-cpp, LIBGIT2", said)
        self.assertIn("apt install g++", said)


class ManualPage(unittest.TestCase):
    def test_names_each_command(self):
        page = (ROOT / "packaging" / "plugingen.1").read_text()
        help_text = must([PLUGINGEN, "--help"])
        tables = help_text[:help_text.index("\nOptions:")].split("\n\n")[2:]
        commands = [line.split()[0] for table in tables for line in table.splitlines()[1:] if line[2] != " "]
        self.assertGreater(len(commands), 10)
        self.assertEqual([name for name in commands if f"\n.BI {name} " not in page and f"\n.B {name}\n" not in page], [])
        version = must([PLUGINGEN, "--version"]).split()[1]
        self.assertIn(f'"plugingen {version}"', page)
        self.assertIn(f"plugingen ({version})", (ROOT / "packaging" / "debian" / "changelog").read_text())


if __name__ == "__main__":
    PLUGINGEN = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
