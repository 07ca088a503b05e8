#!/usr/bin/env python3
"""scripts/setup, in a copy: which environments it makes, and with which interpreters. Nothing is installed."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from tools_path import ROOT, FolderTest

OWN = f"{sys.version_info[0]}.{sys.version_info[1]}"
LIST = """\
# A comment: nothing of it.
newest   python={newest} tensorflow-cpu>=<newest>.0rc0,<<next> scikit-learn
2.9      python={old} tensorflow-cpu==2.9.*
nightly  python={newest} tf-nightly>=<next>.0.dev0
"""
UV = """\
#!/bin/bash
case "$1 $2" in
  "venv --python") mkdir -p "$4/bin" && ln -s "$3" "$4/bin/python" && echo "venv $3 $4" >>"$LOG" ;;
  "venv --seed") mkdir -p "$5/bin" && ln -s "$4" "$5/bin/python" && echo "venv $4 $5" >>"$LOG" ;;
  "pip install") case " $* " in *" /dev/stdin "*) tr '\\n' ' ' >>"$LOG" ;; *) printf 'file %s' "${!#}" >>"$LOG" ;; esac; echo >>"$LOG" ;;
  *) exit 2 ;;  # finds no interpreter
esac
"""


class SetupTest(FolderTest):
    def setUp(self):
        super().setUp()
        self.repository = self.folder / "repository"
        (self.repository / "catalog").mkdir(parents=True)
        (self.repository / "catalog/tensorflow.txt").write_text("# tensorflow RELEASE...\ntensorflow 2.9 2.10\nop A\n")
        (self.repository / "catalog/c_api.txt").write_text("#   nightly RELEASE\ntensorflow 2.9 2.10 2.11\nnightly 2.11\n")
        (self.repository / "scripts/lib").mkdir(parents=True)
        for name in ("setup", "lib/common.sh"):
            shutil.copy(ROOT / "scripts" / name, self.repository / "scripts" / name)
        self.write_list()
        self.program("bin/dpkg-query", "#!/bin/sh\necho installed\n")
        self.program("repository/build/tools/bin/uv", UV)
        tools = re.search(r"^tools=\((.*)\)$", (ROOT / "scripts/setup").read_text(), re.M).group(1)
        (self.repository / "build/tools/.plugingen-stamp").write_text(tools + "\n")
        (self.repository / "build/rusticl").mkdir()
        self.log = self.folder / "log"

    def write_list(self, newest=OWN, old=OWN):
        (self.repository / "scripts/lib/tensorflow_releases.txt").write_text(LIST.format(newest=newest, old=old))

    def program(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return str(path)

    def run_setup(self, *options, status=0, python=sys.executable):
        """What setup said, and what it did."""
        self.log.write_text("")
        done = subprocess.run([self.repository / "scripts/setup", *options], capture_output=True, text=True, timeout=60,
                              env={**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "LOG": str(self.log), "PYTHON": python})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr, self.log.read_text().replace(str(self.repository) + "/", "").splitlines()

    def test_each_environment_once(self):
        _, made = self.run_setup()
        self.assertEqual(made, [f"venv {sys.executable} build/venv", "tensorflow-cpu>=2.10.0rc0,<2.11 scikit-learn "])
        _, made = self.run_setup("--releases")
        self.assertEqual(made, [f"venv {sys.executable} build/venvs/2.9", "tensorflow-cpu==2.9.* ",
                                f"venv {sys.executable} build/venvs/nightly", "tf-nightly>=2.11.0.dev0 "])
        self.assertEqual(self.run_setup("--releases"), ("", []))

    def test_a_nightly_that_the_catalogue_does_not_know_is_no_environment(self):
        (self.repository / "catalog/c_api.txt").write_text("#   nightly RELEASE\ntensorflow 2.9 2.10\n")
        _, made = self.run_setup("--releases")
        self.assertEqual([line.rpartition(" ")[2] for line in made if line.startswith("venv")], ["build/venv", "build/venvs/2.9"])

    def nothing_is_installed(self, apt_get='[ "$1" = update ] || echo "$*" >>"$LOG"\n'):
        self.program("bin/dpkg-query", "#!/bin/sh\n")
        self.program("bin/sudo", '#!/bin/sh\nexec "$@"\n')
        self.program("bin/apt-get", "#!/bin/sh\n" + apt_get)
        self.program("bin/sleep", '#!/bin/sh\necho "sleep $*" >>"$LOG"\n')

    def test_each_script_gets_what_it_needs(self):
        self.nothing_is_installed()
        (self.repository / "scripts/lib/site").mkdir()
        (self.repository / "scripts/lib/site/requirements.txt").write_text("")
        packages = {}
        for option in ("", "--demo", "--wheels", "--deb"):
            _, (made,) = self.run_setup(*filter(None, [option]), *["--no-python"] * (option in ("", "--demo")))
            self.assertTrue(made.startswith("-o DPkg::Lock::Timeout=600 install -q -y "), made)
            packages[option] = {word for word in made.partition(" install ")[2].split() if not word.startswith("-")}
        self.assertEqual(packages["--wheels"], {"cmake", "ninja-build", "pkgconf", "python3", "python3-venv"})
        self.assertEqual(packages["--deb"] - packages["--wheels"],
                         {"g++", "ccache", "dpkg-dev", "libyaml-cpp-dev", "libcli11-dev", "nlohmann-json3-dev", "libgit2-dev"})
        self.assertEqual(packages["--demo"] - packages["--deb"], {"git", "libgtest-dev", "libgmock-dev"})
        self.assertLess(packages["--demo"], packages[""])
        self.assertLessEqual({"clang", "pocl-opencl-icd", "zsh"}, packages[""] - packages["--demo"])
        # uv alone is there, so that other tools would be installed.
        (self.repository / "build/tools/.plugingen-stamp").unlink()
        self.assertEqual([line.split()[0] for line in self.run_setup("--docs")[1]], ["venv", "file"])
        asked = {name: re.findall(r"--(?:demo|docs|wheels|deb)\b", (ROOT / "scripts" / name).read_text()) for name in ("demo", "docs", "package")}
        self.assertIn("--demo", asked["demo"])
        self.assertIn("--docs", asked["docs"])
        self.assertEqual(set(asked["package"]), {"--wheels", "--deb"})

    def test_waits_for_another_program_that_uses_apt(self):
        """apt-get's own option does that for the lock of dpkg; `update` has another one."""
        held = ('[ "$1" = update ] || { echo "$*" >>"$LOG"; exit; }\n'
                'echo update >>"$LOG"\n[ $(grep -c update "$LOG") -gt 2 ] || { echo "E: Could not get lock /lists/lock" >&2; exit 100; }\n')
        self.nothing_is_installed(held)
        said, made = self.run_setup("--wheels")
        self.assertEqual(made[:5], ["update", "sleep 5", "update", "sleep 5", "update"])
        self.assertEqual((len(made), said.count("\n")), (6, 1), said)
        self.nothing_is_installed('echo "$*" >>"$LOG"\necho "E: no such server" >&2\nexit 100\n')
        said, made = self.run_setup("--wheels", status=1)
        self.assertEqual(made, ["update -q"])
        self.assertIn("no such server", said)
        self.nothing_is_installed('echo "E: Could not get lock" >&2\nexit 100\n')
        said, made = self.run_setup("--wheels", status=1)
        self.assertEqual((set(made), len(made)), ({"sleep 5"}, 59))
        self.assertIn("Could not get lock", said)

    def test_the_demo_needs_no_tools_of_the_tests(self):
        (self.repository / "build/tools/.plugingen-stamp").unlink()  # uv alone is there
        self.assertEqual(self.run_setup("--demo")[1], [f"venv {sys.executable} build/venv", "tensorflow-cpu>=2.10.0rc0,<2.11 scikit-learn "])

    def test_a_driver_of_opencl_is_unpacked_once(self):
        (self.repository / "build/rusticl").rmdir()
        self.program("bin/apt-get", '#!/bin/sh\necho "$*" >>"$LOG"\ntouch mesa.deb\n')
        self.program("bin/dpkg", '#!/bin/sh\necho "dpkg $*" >>"$LOG"\nmkdir usr\n')
        self.assertEqual(self.run_setup("--demo", "--no-python"), ("", []))
        said, made = self.run_setup("--no-python")
        self.assertEqual((said, made), ("setup: unpacking mesa-opencl-icd into build/rusticl\n", ["download -q mesa-opencl-icd", "dpkg -x ./mesa.deb ."]))
        self.assertEqual([path.name for path in (self.repository / "build/rusticl").iterdir()], ["usr"])
        self.assertEqual(self.run_setup("--no-python"), ("", []))

    def test_one_that_cannot_be_unpacked_leaves_nothing(self):
        (self.repository / "build/rusticl").rmdir()
        self.program("bin/sudo", '#!/bin/sh\nexec "$@"\n')
        self.program("bin/apt-get", '#!/bin/sh\necho "$*" >>"$LOG"\n[ "$1" = update ]\n')
        said, made = self.run_setup("--no-python", status=1)
        self.assertIn("setup: error: cannot unpack mesa-opencl-icd", said)
        self.assertEqual(made, ["download -q mesa-opencl-icd", "update -q", "download -q mesa-opencl-icd"])
        self.assertFalse((self.repository / "build/rusticl").exists())

    def test_what_the_site_needs_is_made_alone_and_once(self):
        requirements = self.repository / "scripts/lib/site/requirements.txt"
        requirements.parent.mkdir()
        requirements.write_text("mkdocs==1.6.1\n")
        wanted = [f"venv {sys.executable} build/docs_venv", "file scripts/lib/site/requirements.txt"]
        self.assertEqual(self.run_setup("--docs")[1], wanted)
        self.assertEqual(self.run_setup("--docs"), ("", []))
        requirements.write_text("mkdocs==1.6.2\n")
        self.assertEqual(self.run_setup("--docs")[1], wanted)
        self.assertFalse((self.repository / "build/venv").exists())

    def test_each_has_the_interpreter_that_it_names(self):
        self.write_list(old="3.98")
        other = self.program("bin/python3.98", '#!/bin/sh\ncase "$1" in -V) echo Python 3.98.1 ;; -c) [ "$3" = 3.98 ] ;; esac\n')
        _, made = self.run_setup("--releases")
        self.assertEqual([line for line in made if line.startswith("venv")],
                         [f"venv {sys.executable} build/venv", f"venv {pathlib.Path(other).name} build/venvs/2.9",
                          f"venv {sys.executable} build/venvs/nightly"])

    def test_one_without_an_interpreter_is_left_out(self):
        self.write_list(old="3.98")
        said, made = self.run_setup("--releases")
        self.assertEqual(said.count("left out"), 1)
        self.assertIn("build/venvs/2.9 is left out: TensorFlow 2.9 needs CPython 3.98, and there is none", said)
        self.assertEqual(len(made), 4)
        self.assertFalse((self.repository / "build/venvs/2.9").exists())

    def test_the_newest_is_needed(self):
        self.write_list(newest="3.98")
        said, made = self.run_setup("--releases", status=1)
        self.assertIn("error: TensorFlow newest needs CPython 3.98", said)
        self.assertEqual(made, [])

    def test_a_section_that_lacks_an_environment_fails(self):
        for name in ("section.sh", "count_tests.py"):
            shutil.copy(ROOT / "scripts/lib" / name, self.repository / "scripts/lib")
        (self.repository / "scripts/lib/sections").mkdir()
        self.program("repository/scripts/lib/sections/10_some.sh",
                     '#!/bin/bash\nsource "$(dirname "$0")/../section.sh"\nneeds_environments newest 2.9\ncheck fine true\n')
        self.write_list(old="3.98")
        self.run_setup("--releases")
        done = subprocess.run([self.repository / "scripts/lib/sections/10_some.sh"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, "^FAILED: no TensorFlow in .*build/venvs/2.9; scripts/setup --releases says why\n")
        self.assertTrue(done.stdout.endswith("sums: 1 passed, 1 failed\n"), done.stdout)


if __name__ == "__main__":
    unittest.main()
