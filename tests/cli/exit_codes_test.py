#!/usr/bin/env python3
"""The table of exit statuses in docs/cli.md against the program: each status of each command is reached.
usage: exit_codes_test.py PLUGINGEN"""

import os
import re
import shutil
import subprocess

import running
from running import BROKEN_SPEC, SPEC, CommandTest, file_size_limit, run, texts

GENERATED = "python/nova_npu/__init__.py"
CONFLICT = "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"
# Commands that write nothing but their output: 73 is an output that cannot take it.
PRINTERS = {"status": ["project"], "validate": ["spec.yaml", "--json"], "schema": [], "explain": ["E0203"], "formulas": ["cuda"],
            "ops": ["Relu"], "coverage": ["-", "--spec", "spec.yaml"], "api": ["list", "TF_NewStatus"],
            "help": [], "version": [], "completion": ["bash"], "conformance": ["--list"]}


def table():
    """The rows of the table: command -> its statuses."""
    text = (running.ROOT / "docs/cli.md").read_text(encoding="utf-8")
    section = text[text.index("## Exit codes"):]
    head = re.search(r"^\| Command \|(.*)\|$", section, re.MULTILINE)
    statuses = [int(cell) for cell in head.group(1).split("|")]
    rows = {}
    for row in re.findall(r"^\| `([a-z ]+)` \|(.*)\|$", section, re.MULTILINE):
        cells = [cell.strip() for cell in row[1].split("|")]
        assert len(cells) == len(statuses) and set(cells) <= {"x", ""}, row
        rows[row[0]] = {status for status, cell in zip(statuses, cells) if cell}
    return rows


class ExitCodesTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.own_spec = self.project / "nova_npu.yaml"
        self.made = {}
        self.broken = self.folder / "broken.yaml"
        self.broken.write_text(BROKEN_SPEC)

    def fresh(self):
        """A project as `new` writes it; only what differs is written again, since a test has many."""
        if not self.made:
            self.new("-q")
            self.made = texts(self.project)
        shutil.rmtree(self.project / ".plugingen/undo", ignore_errors=True)
        if (self.project / "build").is_file():
            (self.project / "build").unlink()
        shutil.rmtree(self.project / "build", ignore_errors=True)
        now = texts(self.project)
        for path in now.keys() - self.made.keys():
            (self.project / path).unlink()
        for path, text in self.made.items():
            if now.get(path) != text:
                (self.project / path).write_bytes(text)

    # What brings a project into a state in which a command ends with a status.

    def leave(self):
        pass

    def changed(self):
        self.own_spec.write_text(SPEC.replace("0.1.0", "0.2.0"))

    def broken_spec(self):
        self.own_spec.write_text(BROKEN_SPEC)

    def conflict(self):
        path = self.project / "CMakeLists.txt"
        lock = self.project / ".plugingen/lock.json"
        lock.write_text(re.sub(r'("CMakeLists.txt": \{.*)\}', r'\1, "state": "conflicted"}', lock.read_text(), count=1))
        path.write_text(path.read_text() + CONFLICT)

    def edited(self):
        path = self.project / GENERATED
        path.write_text(path.read_text() + "# mine\n")

    def newer_lock(self):
        lock = self.project / ".plugingen/lock.json"
        lock.write_text(lock.read_text().replace('"schema": 3', '"schema": 99'))

    def after_a_run(self):
        self.changed()
        self.expect(0, "regenerate", self.project, "-q")

    def file_in_the_way(self):
        (self.project / "build").write_text("")

    def tools(self, script):
        """Options of run() for which CMake, CTest and Python are what a script does."""
        programs = self.folder / "programs"
        programs.mkdir(exist_ok=True)
        for name, text in [("cmake", 'eval "$SCRIPT"'), ("ctest", 'eval "$SCRIPT"'), ("python3", "echo /tensorflow\necho 2.17.1")]:
            (programs / name).write_text("#!/bin/sh\n" + text + "\n")
            (programs / name).chmod(0o755)
        return {"env": {"PATH": str(programs), "SCRIPT": script, "VIRTUAL_ENV": ""}}

    def scenarios(self):
        """(command, status) -> (what comes before, arguments, options of run())."""
        full = file_size_limit(100)
        project = self.project

        nothing = self.leave
        return {
            ("new", 0): (nothing, [self.spec, "-o", self.folder / "x"], {}),
            ("new", 2): (nothing, [self.broken], {}),
            ("new", 5): (self.edited, [self.spec, "-o", project, "--dry-run"], {}),
            ("new", 64): (nothing, [self.folder / "none.yaml"], {}),
            ("new", 73): (nothing, [self.spec, "-o", self.folder / "y"], full),
            ("regenerate", 0): (self.changed, [project], {}),
            ("regenerate", 2): (self.broken_spec, [project], {}),
            ("regenerate", 3): (self.changed, [project, "--check"], {}),
            ("regenerate", 4): (self.conflict, [project], {}),
            ("regenerate", 5): (self.edited, [project], {}),
            ("regenerate", 64): (nothing, [self.folder / "none"], {}),
            ("regenerate", 73): (self.changed, [project], full),
            ("status", 0): (self.changed, [project], {}),
            ("status", 2): (self.broken_spec, [project], {}),
            ("status", 5): (self.newer_lock, [project], {}),
            ("status", 64): (nothing, [self.folder / "none"], {}),
            ("eject", 0): (nothing, [GENERATED, "--project", project], {}),
            ("eject", 2): (self.broken_spec, ["src/new.cc", "--project", project], {}),
            ("eject", 5): (nothing, ["CMakeLists.txt", "--project", project], {}),
            ("eject", 64): (nothing, ["nosuch", "--project", project], {}),
            ("eject", 73): (nothing, [GENERATED, "--project", project], full),
            ("undo", 0): (self.after_a_run, [project], {}),
            ("undo", 5): (nothing, [project], {}),
            ("undo", 64): (nothing, ["a", "b"], {}),
            ("undo", 73): (self.after_a_run, [project], full),
            ("build", 0): (nothing, [project], self.tools("")),
            ("build", 8): (nothing, [project], self.tools("exit 1")),
            ("build", 64): (nothing, [self.folder / "none"], {}),
            ("build", 73): (self.file_in_the_way, [project], self.tools("")),
            ("test", 0): (nothing, [project], self.tools("""case $0 in *ctest) echo '<testcase name="runtime" status="run"/>' >"$6" ;; esac""")),
            ("test", 8): (nothing, [project], self.tools("case $0 in *ctest) exit 8 ;; esac")),
            ("test", 64): (nothing, [self.folder / "none"], {}),
            ("test", 73): (self.file_in_the_way, [project], self.tools("")),
            ("validate", 0): (nothing, [self.spec], {}),
            ("validate", 2): (nothing, [self.broken], {}),
            ("validate", 64): (nothing, [self.folder / "none.yaml"], {}),
            ("init", 0): (nothing, ["nova_npu", "-o", "-"], {}),
            ("init", 5): (nothing, ["nova_npu", "-o", self.spec], {}),
            ("init", 64): (nothing, ["Not A Name"], {}),
            ("init", 73): (nothing, ["nova_npu", "-o", self.folder / "z.yaml"], full),
            ("add", 0): (nothing, ["Tan", "--spec", "-"], {"stdin": SPEC}),
            ("add", 2): (self.broken_spec, ["Tan", "--project", project], {}),
            ("add", 4): (self.conflict, ["Tan", "--project", project, "--regenerate"], {}),
            ("add", 5): (self.edited, ["Tan", "--project", project, "--regenerate"], {}),
            ("add", 64): (nothing, ["Tann", "--project", project], {}),
            ("add", 73): (nothing, ["Tan", "--project", project], full),
            ("schema", 0): (nothing, [], {}),
            ("schema", 5): (nothing, ["-o", self.spec], {}),
            ("schema", 64): (nothing, ["surplus"], {}),
            ("schema", 73): (nothing, ["-o", self.folder / "schema.json"], full),
            ("explain", 0): (nothing, ["E0203"], {}),
            ("explain", 64): (nothing, ["E9999"], {}),
            ("formulas", 0): (nothing, ["opencl", "Relu"], {}),
            ("formulas", 64): (nothing, ["opencl", "Rely"], {}),
            ("ops", 0): (nothing, ["Relu"], {}),
            ("ops", 64): (nothing, ["NoSuchOp"], {}),
            ("coverage", 0): (nothing, ["-", "--spec", self.spec], {"stdin": "Relu\n"}),
            ("coverage", 2): (nothing, ["-", "--spec", self.broken], {"stdin": "Relu\n"}),
            ("coverage", 6): (nothing, ["-", "--spec", self.spec], {"stdin": "MatMul\n"}),
            ("coverage", 64): (nothing, [self.folder / "none"], {}),
            ("api", 0): (nothing, ["list", "TF_NewStatus"], {}),
            ("api", 64): (nothing, ["list", "TF_NoSuchName"], {}),
            ("conformance", 0): (nothing, ["--list"], {}),
            ("conformance", 64): (nothing, [], {}),
            ("help", 0): (nothing, ["new"], {}),
            ("help", 64): (nothing, ["nwe"], {}),
            ("version", 0): (nothing, [], {}),
            ("version", 64): (nothing, ["x"], {}),
            ("completion", 0): (nothing, ["bash"], {}),
            ("completion", 64): (nothing, ["powershell"], {}),
        }

    def on_a_full_output(self, *arguments, stdin="", env=None):
        with open("/dev/full", "w", encoding="utf-8") as full:
            return subprocess.run([running.PLUGINGEN, *map(str, arguments)], input=stdin, stdout=full, stderr=subprocess.PIPE,
                                  text=True, cwd=self.folder, check=False, timeout=60, env={**os.environ, **(env or {})})

    def expect_told_on_a_full_output(self, status, before, arguments, options):
        """What was found is the status, even if it cannot be printed."""
        shutil.rmtree(self.folder / "x", ignore_errors=True)
        self.fresh()
        before()
        done = self.on_a_full_output(*arguments, **options)
        self.assertEqual(done.returncode, status or 73)
        self.assertIn("cannot write to the standard output", done.stderr)

    def test_every_status_is_reached(self):
        for (command, status), (before, arguments, options) in self.scenarios().items():
            with self.subTest(command=command, status=status):
                self.fresh()
                before()
                if self.expect(status, command, *arguments, **options).stdout:
                    self.expect_told_on_a_full_output(status, before, [command, *arguments], options)

    def test_an_output_that_is_full_is_73(self):
        self.fresh()
        for arguments in [*([command, *words] for command, words in PRINTERS.items()), ["--help"], ["--version"], ["ops", "--help"]]:
            with self.subTest(arguments):
                done = self.on_a_full_output(*arguments, stdin="Relu\n")
                self.assertEqual(done.returncode, 73)
                self.assertIn("cannot write to the standard output", done.stderr)

    def test_the_table_has_these(self):
        reached = {}
        for command, status in [*self.scenarios(), *((command, 73) for command in PRINTERS)]:
            reached.setdefault(command, set()).add(status)
        documented = table()
        shown_elsewhere = {"conformance": {7}}  # tests/conformance/plugins_test.py
        for command, statuses in documented.items():
            self.assertEqual(statuses - shown_elsewhere.get(command, set()), reached[command], command)
            self.assertLessEqual({0, 64}, statuses)
        listed = set(re.findall(r"^  ([a-z]+)  ", run("--help").stdout, re.MULTILINE))
        self.assertEqual(listed, set(documented), "every command has a row")

    def test_the_help_explains_every_status(self):
        explained = set(map(int, re.findall(r"^  (\d+) +[a-z]", run("--help").stdout.split("Exit codes:")[1], re.MULTILINE)))
        text = (running.ROOT / "docs/cli.md").read_text(encoding="utf-8").split("## Exit codes")[1]
        self.assertEqual(set(map(int, re.findall(r"^\| (\d+) \|", text, re.MULTILINE))), explained)
        used = set().union(*table().values())
        self.assertEqual(used | {70}, explained)


if __name__ == "__main__":
    running.main()
