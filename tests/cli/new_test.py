#!/usr/bin/env python3
"""What `plugingen new` leaves on disk. usage: new_test.py PLUGINGEN"""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

import running
from running import BROKEN_SPEC, SPEC, CommandTest, run, snapshot, texts


class NewTest(CommandTest):
    def test_writes_a_project_and_says_what_is_next(self):
        done = self.new()
        for word in ["created", "plugingen build", "plugingen test", "pip install ."]:
            self.assertIn(word, done.stdout)
        self.assertEqual((self.project / "nova_npu.yaml").read_text(), SPEC)
        self.assertTrue((self.project / "CMakeLists.txt").is_file())
        self.assertEqual(json.loads((self.project / ".plugingen/lock.json").read_text())["spec"], "nova_npu.yaml")
        self.assertEqual(sorted(os.listdir(self.folder)), ["project", "spec.yaml"])

    def test_copies_the_spec_byte_for_byte(self):
        odd = SPEC.replace("\n", "\r\n").encode() + "# größe\r\n".encode()
        self.spec.write_bytes(odd)
        self.new()
        self.assertEqual((self.project / "nova_npu.yaml").read_bytes(), odd)

    def test_a_name_of_which_there_is_a_spec(self):
        for ending in [".yaml", ".yml"]:
            spec = self.spec.rename(self.folder / f"mine{ending}")
            self.assertIn(f"there is no file 'mine'; did you mean 'mine{ending}'?", self.expect(64, "new", "mine").stderr)
            spec.rename(self.spec)

    def test_the_folder_is_named_as_the_plugin(self):
        self.expect(0, "new", "spec.yaml")
        self.assertTrue((self.folder / "nova_npu/CMakeLists.txt").is_file())

    def test_reads_the_spec_from_the_standard_input(self):
        self.expect(0, "new", "-", "-o", "project", stdin=SPEC)
        one = texts(self.project)
        self.spec.write_text(SPEC)
        self.expect(0, "new", "spec.yaml", "-o", "other")
        self.assertEqual(one, texts(self.folder / "other"), "the project does not depend on the spec's path")

    def test_names_of_python_are_those_of_the_definition(self):
        text = SPEC + """\
  - {op: ExpandDims, types: {T: float}, host_memory: [HOST], implementation: stub}
ops:
  - {name: AcmeRelu, inputs: "x: T", outputs: "y: T", attrs: ["T: {float, half}", "axes: list(int)"], shape: {y: unknown}}
graph:
  rewrites:
    - {name: example, match: "Relu(Squeeze(x, ATTR=[1, 2]))", replace: "AcmeRelu(x, axes=Squeeze.ATTR)"}
"""
        projects = []
        for host, attr in (("dim", "squeeze_dims"), ("axis", "axis")):
            self.spec.write_text(text.replace("HOST", host).replace("ATTR", attr))
            self.expect(0, "new", "spec.yaml", "-o", host)
            projects.append({path: (self.folder / host / path).read_text().replace("(x, axis=", "(x, squeeze_dims=")
                             .replace("Squeeze.axis", "Squeeze.squeeze_dims")  # the comment quotes the spec
                             for path in ("src/generated/plugin/kernel_table.cc", "src/generated/plugin/graph_rewrites.cc")})
        self.assertEqual(*projects)
        self.assertIn('"dim"', projects[0]["src/generated/plugin/kernel_table.cc"])
        self.assertIn('"squeeze_dims"', projects[0]["src/generated/plugin/graph_rewrites.cc"])

    def test_quiet(self):
        done = self.new("-q")
        self.assertEqual((done.stdout, done.stderr), ("", ""))

    def test_mistakes_write_nothing(self):
        self.spec.write_text(BROKEN_SPEC)
        self.new(status=2)
        self.assertFalse(self.project.exists())
        found = json.loads(self.new("--json", status=2).stdout)["diagnostics"]
        self.assertEqual(found[0]["line"], 2)

    def test_odd_names_of_folders(self):
        for name in ["größe 机器", "a'b \"c\"", "deep/er/still", "./x/../y", "slash/"]:
            self.expect(0, "new", "spec.yaml", "-o", name)
            made = pathlib.Path(os.path.normpath(self.folder / name))
            self.assertTrue((made / "CMakeLists.txt").is_file(), name)
            self.assertIn("up to date", self.expect(0, "new", "spec.yaml", "-o", name).stdout)

    def test_what_it_prints_can_be_pasted_into_a_shell(self):
        for name in ["a b", "it's", "$HOME", "-dash", "a\nb"]:
            printed = self.expect(0, "new", "spec.yaml", "-o", name).stdout
            command = printed[printed.index("  cd "):printed.index("  plugingen build")]
            done = subprocess.run(["sh", "-c", command + " ls CMakeLists.txt"], cwd=self.folder,
                                  capture_output=True, text=True)
            self.assertEqual(done.stdout, "CMakeLists.txt\n", printed)

    def test_json_tells_of_a_folder_in_the_way(self):
        self.project.mkdir()
        (self.project / "README.md").write_text("mine")
        found = json.loads(self.new("--json", status=5).stdout)
        self.assertEqual((found["refused"], found["obstacle"]["paths"]), (True, ["README.md"]))
        self.assertIn("is not empty", found["obstacle"]["message"])
        self.assertEqual(found["diagnostics"], [])

    def test_the_current_folder(self):
        self.project.mkdir()
        run("new", self.spec, "-o", ".", cwd=self.project)
        self.assertTrue((self.project / "CMakeLists.txt").is_file())

    def test_a_broken_template_is_an_internal_error_with_its_place(self):
        templates = self.folder / "templates"
        shutil.copytree(running.ROOT / "templates", templates)
        self.new("--template-dir", templates)
        self.new()  # the same texts as the built-in ones
        with open(templates / "README.md", "a") as file:
            file.write("@plugin.nme@\n")
        done = self.new("--template-dir", templates, status=70)
        self.assertRegex(done.stderr, r"README\.md:\d+: unknown name 'plugin.nme', did you mean 'plugin.name'\?")
        self.assertIn("Please report it", done.stderr)

    def test_follows_a_link_to_a_folder(self):
        (self.folder / "real").mkdir()
        self.project.symlink_to("real")
        self.new()
        self.assertTrue(self.project.is_symlink())
        self.assertTrue((self.folder / "real/CMakeLists.txt").is_file())


class AgainTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.new()
        self.before = snapshot(self.project)

    def edit(self, path, text="\n// mine\n"):
        with open(self.project / path, "a") as file:
            file.write(text)

    def generated_file(self):
        lock = json.loads((self.project / ".plugingen/lock.json").read_text())
        return next(path for path, entry in lock["files"].items()
                    if entry["ownership"] == "generated" and path.startswith("src/"))

    def test_the_second_run_writes_nothing(self):
        self.assertIn("up to date", self.new().stdout)
        self.assertEqual(snapshot(self.project), self.before)

    def test_a_changed_spec_changes_only_what_it_concerns(self):
        self.spec.write_text(SPEC.replace("0.1.0", "0.2.0"))
        self.assertIn("\n  updated nova_npu.yaml\n", self.new().stdout)
        after = snapshot(self.project)
        self.assertEqual((self.project / "nova_npu.yaml").read_text(), SPEC.replace("0.1.0", "0.2.0"))
        same = [path for path in after if after[path] == self.before.get(path)]
        self.assertGreater(len(same), len(after) // 2)
        for path in after:
            if after[path][0] == self.before[path][0]:
                self.assertIn(path, same, "its time stays")

    def test_the_projects_own_spec_can_be_edited_and_used(self):
        own = self.project / "nova_npu.yaml"
        own.write_text(SPEC.replace("0.1.0", "0.3.0"))
        self.expect(0, "new", own, "-o", self.project)
        self.assertEqual(own.read_text(), SPEC.replace("0.1.0", "0.3.0"))

    def test_an_edited_generated_file_is_5_and_nothing_is_written(self):
        path = self.generated_file()
        self.edit(path)
        before = snapshot(self.project)
        self.spec.write_text(SPEC.replace("0.1.0", "0.2.0"))
        done = self.new(status=5)
        self.assertIn(path, done.stderr)
        self.assertIn("you edited it", done.stderr)
        for preview in ["--dry-run", "--diff", "--explain", "--json"]:
            self.new(preview, status=5)
        self.assertEqual(snapshot(self.project), before)
        (self.project / path).unlink()
        self.new()
        self.assertIn("up to date", self.new().stdout)

    def test_the_way_out_that_it_names_works(self):
        self.edit("CMakeLists.txt", "# mine\n")
        self.spec.write_text(SPEC.replace("0.1.0", "0.2.0"))
        done = self.new(status=5)
        self.assertIn("'plugingen regenerate' merges edits", done.stderr)
        shutil.copy(self.spec, self.project / "nova_npu.yaml")
        self.expect(0, "regenerate", self.project)
        self.assertIn("# mine\n", (self.project / "CMakeLists.txt").read_text())
        self.assertIn("up to date", self.new().stdout)

    def test_edited_scaffolds_stay(self):
        self.edit("CMakeLists.txt", "# mine\n")
        text = (self.project / "CMakeLists.txt").read_text()
        self.new()
        self.assertEqual((self.project / "CMakeLists.txt").read_text(), text)

    def test_kernels_that_are_no_longer_asked_for_go(self):
        self.spec.write_text(SPEC.replace("Cross", "Roll"))
        self.new()
        self.assertFalse((self.project / "src/kernels/cross.cc").exists())
        self.assertFalse((self.project / ".plugingen/base/src/kernels/cross.cc").exists())
        self.assertTrue((self.project / "src/kernels/roll.cc").exists())

    def test_previews_write_nothing_and_agree(self):
        self.spec.write_text(SPEC.replace("0.1.0", "0.2.0"))
        verdicts = self.new("--dry-run").stdout
        plan = json.loads(self.new("--json").stdout)
        diff = self.new("--diff").stdout
        reasons = self.new("--explain").stdout
        self.assertEqual(snapshot(self.project), self.before)
        changing = [file["path"] for file in plan["files"] if file["action"] == "update"]
        self.assertIn("nova_npu.yaml", changing)
        self.assertEqual(plan["summary"]["update"], len(changing))
        for path in changing:
            self.assertIn(f"update {path}\n", verdicts)
            self.assertIn(f"+++ b/{path}\n", diff)
            self.assertIn(path, reasons)
        self.patch(diff)
        self.assertEqual({path: text for path, text in texts(self.project).items() if not path.startswith(".")},
                         {path: text for path, text in self.renewed().items() if not path.startswith(".")})

    def patch(self, diff):
        done = subprocess.run(["git", "apply", "-p1", "-"], input=diff, text=True, cwd=self.project,
                              capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def renewed(self):
        """The texts of a fresh project of the spec."""
        self.expect(0, "new", self.spec, "-o", "fresh")
        return texts(self.folder / "fresh")

    def test_a_damaged_lock_is_5(self):
        lock = self.project / ".plugingen/lock.json"
        for text in ["", "{}", lock.read_text()[:100],
                     lock.read_text().replace('"CMakeLists.txt"', '"../../spec.yaml"')]:
            lock.write_text(text)
            self.assertIn("cannot be used", self.new(status=5).stderr)
        self.assertEqual(self.spec.read_text(), SPEC)

    def test_a_lock_cannot_make_it_delete_through_links(self):
        outside = self.folder / "outside"
        outside.mkdir()
        (outside / "victim.txt").write_text("")
        (self.project / "link").symlink_to(outside)
        lock = self.project / ".plugingen/lock.json"
        data = json.loads(lock.read_text())
        data["files"]["link/victim.txt"] = {
            "ownership": "generated",
            "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
        lock.write_text(json.dumps(data))
        self.new()
        self.assertTrue((outside / "victim.txt").exists())

    def test_links_in_the_project_are_not_written_through(self):
        path = self.project / self.generated_file()
        outside = self.folder / "outside.txt"
        outside.write_text("mine")
        path.unlink()
        path.symlink_to(outside)
        self.assertIn("not a regular file", self.new(status=5).stderr)
        self.assertEqual(outside.read_text(), "mine")


class RefusalTest(CommandTest):
    def test_a_folder_that_is_no_project_is_5_and_stays(self):
        self.project.mkdir()
        (self.project / "CMakeLists.txt").write_text("mine")
        (self.project / "notes").write_text("mine")
        before = snapshot(self.folder)
        done = self.new(status=5)
        self.assertIn("not empty and not a project", done.stderr)
        self.assertIn("\n  CMakeLists.txt\n", done.stderr)
        self.assertNotIn("notes", done.stderr)
        self.new("--dry-run", status=5)
        self.assertEqual(snapshot(self.folder), before)

    def test_a_file_in_place_of_the_folder(self):
        self.project.write_text("a file")
        self.assertIn("is not a folder", self.new(status=5).stderr)

    def test_where_no_folder_can_be_made_is_73(self):
        self.project.write_text("a file")
        self.assertIn("cannot", self.expect(73, "new", "spec.yaml", "-o", "project/x").stderr)
        self.assertIn("cannot", self.expect(73, "new", "spec.yaml", "-o", "/proc/plugingen").stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["project", "spec.yaml"])

    @unittest.skipUnless(os.geteuid() == 0, "takes root's rights to become someone without rights")
    def test_a_folder_without_the_right_to_write_is_73(self):
        self.folder.chmod(0o755)
        self.project.mkdir()

        done = self.new(status=73, **running.as_nobody(self))
        self.assertIn("Permission denied", done.stderr)
        self.assertEqual(os.listdir(self.project), [])


if __name__ == "__main__":
    running.main()
