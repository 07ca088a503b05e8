#!/usr/bin/env python3
"""Commands find the project that the current folder is in, and take paths as a shell completes them.
usage: anywhere_test.py PLUGINGEN"""

import json
import os
import pty
import subprocess

import running
from running import KERNEL, SPEC, CommandTest, run

GENERATED = "src/generated/plugin/names.h"


class AnywhereTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.new("-q")
        self.inside = self.project / "src/kernels"

    def at(self, folder, status, *arguments, **options):
        done = run(*arguments, cwd=folder, **options)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_finds_the_project_above(self):
        (self.project / "nova_npu.yaml").write_text(SPEC.replace("0.1.0", "0.2.0"))
        for arguments, status in [(["status"], 0), (["regenerate", "--check"], 3), (["regenerate"], 0), (["undo", "--dry-run"], 0), (["undo"], 0)]:
            done = self.at(self.inside, status, *arguments)
            self.assertIn(f"plugingen: the project is {self.project}\n", done.stderr)
        self.assertEqual(self.at(self.project, 0, "status").stderr, "", "where it goes without saying")
        self.assertEqual(self.at(self.inside, 0, "regenerate", "-q").stderr, "")
        done = self.at(self.inside, 0, "regenerate", "--json")
        self.assertEqual((json.loads(done.stdout)["root"], done.stderr), (str(self.project), ""))

    def test_a_project_inside_another_that_lost_its_lock(self):
        inner = self.project / "src/inner"
        self.at(self.folder, 0, "new", self.spec, "-o", inner, "-q")
        (inner / ".plugingen/lock.json").unlink()
        for folder in [inner, inner / "src"]:
            found = json.loads(self.at(folder, 0, "regenerate", "--json").stdout)
            self.assertEqual(found["root"], str(inner), folder)

    def test_a_schema_makes_no_project(self):
        (self.inside / ".plugingen").mkdir()
        (self.inside / ".plugingen/spec.schema.json").write_text("{}")
        self.assertIn(f"the project is {self.project}\n", self.at(self.inside, 0, "status").stderr)

    def test_adds_to_the_spec_of_the_project_above(self):
        done = self.at(self.inside, 0, "add", "Tan")
        self.assertIn("Tan", (self.project / "nova_npu.yaml").read_text())
        self.assertIn("Next: plugingen regenerate\n", done.stdout)
        self.assertEqual(done.stderr, f"plugingen: the project is {self.project}\n")

    def test_a_folder_that_is_named_is_taken_at_its_word(self):
        done = self.at(self.folder, 64, "regenerate", "project/src")
        self.assertIn(f"Did you mean the project '{self.project}'?", done.stderr)
        self.assertIn("is not a project", self.at(self.folder, 64, "status").stderr)
        self.assertIn("is not a project", self.at(self.folder, 64, "undo").stderr)

    def test_a_project_below_is_named(self):
        self.assertTrue(self.at(self.folder, 64, "build").stderr.endswith("Did you mean the project 'project'?\n"))
        self.assertTrue(self.at(self.folder.parent, 64, "status", self.folder).stderr.endswith(f"Did you mean the project '{self.project}'?\n"))
        (self.folder / "empty").mkdir()
        self.assertIn("Make one with 'plugingen new SPEC'.\n", self.at(self.folder, 64, "status", "empty").stderr)
        for name in ["b", "c", "d", "e"]:
            (self.folder / name / ".plugingen").mkdir(parents=True)
            (self.folder / name / ".plugingen/lock.json").write_text("{}")
            if name == "b":
                self.assertIn("Did you mean the project 'b' or 'project'?\n", self.at(self.folder, 64, "regenerate").stderr)
        self.assertIn("There are several below it; name one.\n", self.at(self.folder, 64, "regenerate").stderr)

    def ejected(self, folder, *paths):
        done = self.at(folder, 0, "eject", *paths, "--json", *([] if self.project in [folder, *folder.parents] else ["--project", self.project]))
        self.at(self.project, 0, "undo", "-q")
        return [file["path"] for file in json.loads(done.stdout)["ejected"]]

    def test_paths_as_a_shell_completes_them(self):
        (self.project / "library/kernels/link").symlink_to("relu.cc")
        (self.folder / "elsewhere").symlink_to(self.project)
        for folder, path in [(self.folder, f"project/{GENERATED}"), (self.folder, f"./project/{GENERATED}"), (self.folder, GENERATED),
                             (self.folder, self.project / GENERATED), (self.folder, f"elsewhere/{GENERATED}"), (self.inside, GENERATED),
                             (self.inside, "../generated/plugin/names.h"), (self.project / "src/generated", "plugin//names.h"),
                             (self.project / "src/generated/plugin", "names.h"), (self.project / "src/generated/plugin", "./names.h")]:
            self.assertEqual(self.ejected(folder, path), [GENERATED], (folder, path))
        self.assertEqual(self.ejected(self.project / "library/kernels", "relu.cc"), ["library/kernels/relu.cc"])
        self.assertEqual(self.ejected(self.inside, "Relu"), ["library/kernels/relu.cc"])

    def test_a_path_of_the_project_comes_first(self):
        (self.project / "src/driver/src/generated/plugin").mkdir(parents=True)
        (self.project / "src/driver" / GENERATED).write_text("")
        self.assertEqual(self.ejected(self.project / "src/driver", GENERATED), [GENERATED])
        done = self.at(self.project / "src/driver", 64, "eject", f"./{GENERATED}")
        self.assertIn(f"'src/driver/{GENERATED}' cannot be ejected: it is not a file", done.stderr)

    def test_paths_that_lead_nowhere(self):
        self.assertIn("'../../../spec.yaml' cannot be ejected", self.at(self.inside, 64, "eject", "../../../spec.yaml").stderr)
        self.assertIn(f"'{self.spec}' cannot be ejected", self.at(self.inside, 64, "eject", self.spec).stderr)
        self.assertIn("or relative to the current folder", self.at(self.inside, 64, "regenerate", "--discard", "nothing.cc").stderr)

    def test_discard_and_restore(self):
        with open(self.project / KERNEL, "a", encoding="utf-8") as file:
            file.write("// mine\n")
        self.at(self.inside, 0, "regenerate", "--discard", "cross.cc", "-q")
        self.assertNotIn("mine", (self.project / KERNEL).read_text())
        (self.project / KERNEL).unlink()
        self.at(self.folder, 0, "regenerate", "project", "--restore", f"project/{KERNEL}", "-q")
        self.assertTrue((self.project / KERNEL).exists())
        (self.project / KERNEL).unlink()
        self.at(self.inside, 0, "regenerate", "--restore", "cross.cc", "-q")
        self.assertTrue((self.project / KERNEL).exists())

    def test_the_folder_one_is_in(self):
        paths = [self.project / GENERATED, self.project / "python/nova_npu/__init__.py"]
        for path in paths:
            path.write_text("mine\n")
        self.at(self.project / "src/generated", 5, "regenerate", "--discard", ".")
        self.assertEqual([path.read_text() for path in paths], ["mine\n", "mine\n"], "refused because of the other")
        self.at(self.project / "src", 0, "regenerate", "--discard", ".", "--discard", "../python", "-q")
        self.assertNotIn("mine\n", [path.read_text() for path in paths])

    def test_status_is_coloured_on_a_terminal(self):
        with open(self.project / KERNEL, "a", encoding="utf-8") as file:
            file.write("// mine\n")
        ours, theirs = pty.openpty()
        environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        subprocess.run([running.PLUGINGEN, "status"], cwd=self.project, stdout=theirs, env={**environment, "TERM": "xterm"}, check=True)
        os.close(theirs)
        text = os.read(ours, 65536).decode().replace("\r\n", "\n")
        os.close(ours)
        self.assertIn(f"\x1b[32medited     \x1b[0m{KERNEL}\n", text)
        self.assertIn("\x1b[1mYours:\x1b[0m\n", text)
        plain = self.at(self.project, 0, "status").stdout
        self.assertNotIn("\x1b", plain)
        self.assertIn(f"  edited     {KERNEL}\n", plain)


if __name__ == "__main__":
    running.main()
