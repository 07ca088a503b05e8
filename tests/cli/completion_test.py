#!/usr/bin/env python3
"""What zsh and fish offer by the scripts of `plugingen completion`. Tests of a shell that is not there are skipped, and say so.

usage: tests/cli/completion_test.py PLUGINGEN [unittest's arguments]
"""

import os
import pathlib
import shutil
import subprocess
import tempfile

import running
from running import CommandTest

# zsh's functions for completion work only where keys are read. These say what they would have offered; _files gets
# -W and the name of a list of folders, or -/.
ZSH = """
compdef() { : }
compadd() { [[ $1 != -- ]] || shift; print -rl -- "$@" }
compset() { word=${word#*=} }
_describe() { print -rl -- ${(P)2%%:*} }
_files() {
  local root=.
  [[ $1 != -W ]] || root=${(P)2[1]}
  local path
  for path in $root/$word*(N); do
    [[ $1 != -/ || -d $path ]] && print -r -- ${path#$root/}
  done
  true
}
"""


class ShellTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.home = tempfile.mkdtemp(prefix="plugingen-home-")  # shells leave files there
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        for path in ("my_npu/src/driver/driver.cc", "my_npu/CMakeLists.txt", "src/other.cc"):
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text("")

    def shell(self, *command):
        if shutil.which(command[0]) is None:
            self.skipTest(f"{command[0]} is not installed")
        path = f"{pathlib.Path(running.PLUGINGEN).parent}:{os.environ['PATH']}"
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=60,
                              env={**os.environ, "PATH": path, "HOME": self.home, "XDG_CONFIG_HOME": self.home})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def check(self, offers):
        """offers: words of a line, the last of which is completed -> what is offered."""
        self.assertLessEqual({"new", "schema", "eject"}, set(offers("")))
        self.assertEqual(sorted(offers("--color", "")), ["always", "auto", "never"])
        self.assertEqual(sorted(offers("new", "--color", "")), ["always", "auto", "never"])
        self.assertIn("explain", offers("--color", "always", ""))
        self.assertIn("--color", offers("--"))
        self.assertIn("--sarif", offers("validate", "--"))
        self.assertNotIn("--sarif", offers("new", "--"))
        self.assertIn("==2.15", offers("regenerate", "--tensorflow", ""))
        self.assertIn("2.15", offers("ops", "--tensorflow", ""))
        self.assertIn("mlp", offers("ops", "--set", ""))
        self.assertIn("E0203", offers("explain", ""))
        self.assertEqual(sorted(offers("api", "")), ["diff", "list", "scan"])
        self.assertEqual(sorted(offers("help", "api", "")), ["diff", "list", "scan"])
        self.assertIn("status", offers("help", ""))
        for command in ("init", "new"):
            self.assertEqual(sorted(offers(command, "--ci", "")), ["github", "gitlab", "none"])
        self.assertIn("SP_StreamExecutor", offers("api", "list", ""))
        self.assertEqual(sorted(offers("formulas", "")), ["c++", "cuda", "opencl"])
        self.assertEqual(offers("schema", ""), [])
        self.assertIn("spec.yaml", offers("schema", "-o", "s"))
        self.assertIn("spec.yaml", offers("new", "s"))

    def check_projects(self, offers):
        folders = [path.rstrip("/") for path in offers("eject", "--project", "")]
        self.assertEqual(sorted(folders), ["my_npu", "src"])
        for words in (("--project", "my_npu"), ("--project=my_npu",)):
            self.assertEqual([path.rstrip("/") for path in offers("eject", *words, "src/")], ["src/driver"])
        self.assertEqual(offers("eject", "src/"), ["src/other.cc"])

    def zsh(self, *words):
        quoted = " ".join(f"'{word}'" for word in words)
        script = (ZSH + f"words=(plugingen {quoted}) CURRENT={len(words) + 1} word='{words[-1]}'\n"
                  "source <(plugingen completion zsh)\n_plugingen || true\n")
        return self.shell("zsh", "-f", "-c", script)

    def fish(self, *words):
        line = " ".join(["plugingen", *words])
        script = f"plugingen completion fish | source; complete -C '{line}'"
        return [offer.split("\t")[0] for offer in self.shell("fish", "--no-config", "-c", script)]

    def test_zsh(self):
        self.check(self.zsh)
        self.check_projects(self.zsh)
        self.assertEqual(self.zsh("ops", "--set=c"), self.zsh("ops", "--set", "c"))

    def test_zsh_from_a_folder_of_functions(self):
        (self.folder / "functions").mkdir()
        (self.folder / "functions/_plugingen").write_text(self.expect(0, "completion", "zsh").stdout)
        script = ZSH + "fpath=(./functions $fpath)\nautoload -U _plugingen\nwords=(plugingen '') CURRENT=2 word=\n_plugingen\n"
        self.assertIn("validate", self.shell("zsh", "-f", "-c", script))

    def test_fish(self):
        self.check(self.fish)
        self.check_projects(self.fish)


if __name__ == "__main__":
    running.main()
