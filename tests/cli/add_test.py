#!/usr/bin/env python3
"""`plugingen add`: ops and sets that a spec gets by its text. usage: add_test.py PLUGINGEN"""

import json
import os
import stat
import subprocess
import unittest

import running
from running import BROKEN_SPEC, SPEC, CommandTest, file_size_limit, snapshot, texts


class AddToFileTest(CommandTest):
    def add(self, *arguments, status=0, **options):
        return self.expect(status, "add", "--spec", "spec.yaml", *arguments, **options)

    def entries(self):
        """What was added to the spec, whose other bytes have to be as they were."""
        text = self.spec.read_text()
        self.assertTrue(text.startswith(SPEC), text)
        return text[len(SPEC):].splitlines()

    def test_adds_ops_and_sets(self):
        done = self.add("Tan", "cnn", "Cholesky")
        self.assertEqual(self.entries(), ["  - Tan", "  - set: cnn", "  - {op: Cholesky, implementation: stub}"])
        for line in ["Added to spec.yaml:", "  - Tan", "src/kernels/cholesky.cc will be yours to fill in", "Next: plugingen new spec.yaml"]:
            self.assertIn(line, done.stdout.splitlines())
        self.expect(0, "validate", "spec.yaml")
        self.assertEqual(sorted(os.listdir(self.folder)), ["spec.yaml"])

    def test_adds_types_and_an_implementation(self):
        self.add("Tan", "--types", "float,float16")
        self.add("Cast", "--types", "SrcT=half", "--types", "DstT=float,double")
        self.add("Cosh", "--implementation", "my_cosh.cc", "--types", "half")
        self.add("Sinh", "--implementation", "stub")
        self.add("training", "--types", "double", "-q")
        self.assertEqual(self.entries(), [
            "  - {op: Tan, types: [float, half]}", "  - {op: Cast, types: {SrcT: half, DstT: [float, double]}}",
            "  - {op: Cosh, types: half, implementation: {file: my_cosh.cc}}", "  - {op: Sinh, implementation: stub}",
            "  - {set: training, types: double}"])
        self.expect(0, "validate", "spec.yaml")

    def test_for_programs(self):
        added = json.loads(self.add("Tan", "Cholesky", "--json").stdout)
        self.assertEqual([added["spec"], added["added"]], ["spec.yaml", ["Tan", "{op: Cholesky, implementation: stub}"]])
        self.assertIn("src/kernels/cholesky.cc", added["remarks"][0])
        again = json.loads(self.add("Tan", "--json").stdout)
        self.assertEqual(again["added"], [])
        self.assertIn("Tan", again["remarks"][0])
        done = self.expect(0, "add", "--spec", "-", "Cosh", "--json", stdin=SPEC)
        self.assertEqual(json.loads(done.stdout)["text"], SPEC + "  - Cosh\n")
        self.assertIn("did you mean 'Tan'?", json.loads(self.add("Tann", "--json", status=64).stdout)["error"]["message"])
        self.assertEqual([added["written"], again["written"], json.loads(done.stdout)["written"]], [True, False, False])

    def test_a_preview_writes_nothing(self):
        done = self.add("Tan", "Cholesky", "--dry-run")
        self.assertEqual(done.stdout.splitlines()[:3], ["Would be added to spec.yaml:", "  - Tan", "  - {op: Cholesky, implementation: stub}"])
        self.assertNotIn("Next:", done.stdout)
        found = json.loads(self.add("Tan", "--dry-run", "--json").stdout)
        self.assertEqual([found["added"], found["written"]], [["Tan"], False])
        self.assertIn("did you mean 'Tan'?", self.add("Tann", "--dry-run", status=64).stderr)
        self.spec.chmod(0o444)
        if os.geteuid() != 0:
            self.add("Tan", "--dry-run", status=5)
        self.spec.chmod(0o644)
        self.assertEqual(self.spec.read_text(), SPEC)

    def test_ops_of_the_spec_itself(self):
        with open(self.spec, "a", encoding="utf-8") as file:
            file.write('ops:\n  - {name: AcmeOp, inputs: "x: float", outputs: "y: float", shape: same_as(x)}\n')
        before = self.spec.read_text()
        self.assertIn("'AcmeOp' adds nothing", self.add("AcmeOp").stdout, "it has a kernel without an entry")
        self.assertEqual(self.spec.read_text(), before)
        self.add("AcmeOp", "--implementation", "mine.cc")
        self.assertIn("  - set: variables\n  - {op: AcmeOp, implementation: {file: mine.cc}}\nops:\n", self.spec.read_text())
        self.assertIn("did you mean 'AcmeOp'?", self.add("AcmeOpp", status=64).stderr)

    def test_every_layout_of_the_list(self):
        head = "plugingen: 1\nplugin: {name: nova_npu}\n"
        for before, after in [
                ("kernels: [Relu]  # few\n", "kernels: [Relu, Tan, {set: variables}]  # few\n"),
                ("kernels: []\n", "kernels: [Tan, {set: variables}]\n"),
                ("kernels: [\n  Relu,  # one\n]\n", "kernels: [\n  Relu,  # one\n  Tan,\n  {set: variables},\n]\n"),
                ("kernels:\n- Relu\n# end\n", "kernels:\n- Relu\n- Tan\n- set: variables\n# end\n"),
                ("kernels:\n", "kernels:\n  - Tan\n  - set: variables\n"),
                ("kernels:  # none\n  # - Relu\n", "kernels:  # none\n  - Tan\n  - set: variables\n  # - Relu\n"),
                ("kernels: ~\n", "kernels: [Tan, {set: variables}]\n"),
                ("kernels: null  # none\n", "kernels: [Tan, {set: variables}]  # none\n"),
                ("", "kernels:\n  - Tan\n  - set: variables\n")]:
            self.spec.write_text(head + before)
            self.add("Tan", "variables")
            self.assertEqual(self.spec.read_text(), head + after)
            self.expect(0, "validate", "spec.yaml")
        crlf = (head + "kernels:\n  - Relu\n").replace("\n", "\r\n").encode()
        self.spec.write_bytes(crlf)
        self.add("Tan")
        self.assertEqual(self.spec.read_bytes(), crlf + b"  - Tan\r\n")
        self.spec.write_text(head + "kernels: &k [Relu]\n")
        self.add("Tan")
        self.assertIn("&k [Relu, Tan]\n", self.spec.read_text())

    def test_values_at_the_end_that_are_more_than_they_seem(self):
        ops = "ops:\n  - {name: &m AcmeOp, inputs: 'x: float', outputs: 'y: float', shape: {y: same_as(x)}}\n"
        folded = "# about\nplugin:\n  name: nova_npu\n  description: >\n    An NPU"
        for before, after in [
                (ops + "kernels: [Relu, *m]\n", ops + "kernels: [Relu, *m, Tan]\n"),
                (ops + "kernels:\n  - *m  # own\n", ops + "kernels:\n  - *m  # own\n  - Tan\n"),
                (folded, "kernels:\n  - Tan\n" + folded)]:
            head = "plugingen: 1\n" if before == folded else "plugingen: 1\nplugin: {name: nova_npu}\n"
            self.spec.write_text(head + before)
            self.add("Tan")
            self.assertEqual(self.spec.read_text(), head + after)
            self.expect(0, "validate", "spec.yaml")

    def test_what_is_there_is_left_out(self):
        self.assertIn("'Relu' is already in the spec, in line 5\n", self.add("Relu", "--types", "half,float").stdout)
        done = self.add("variables", "Tan")
        self.assertEqual(self.entries(), ["  - Tan"])
        self.assertIn("'variables' is already in the spec, in line 7\n", done.stdout)
        before = snapshot(self.folder)
        self.assertIn("'Tan' is already in the spec", self.add("Tan").stdout)
        self.assertNotIn("Next", self.add("Tan").stdout)
        self.assertEqual(snapshot(self.folder), before, "not even written anew")

    def test_an_entry_that_says_something_else_is_for_an_editor(self):
        self.add("Tan", "--types", "float")
        before = snapshot(self.folder)
        for asked, line in [(["Relu"], 5), (["Relu", "--implementation", "relu.cc", "--types", "float,half"], 5), (["Tan"], 8),
                            (["Tan", "--implementation", "stub"], 8), (["Cosh", "Tan"], 8), (["Cross"], 6)]:
            done = self.add(*asked, status=5)
            self.assertIn(f"is in line {line} of 'spec.yaml' already", done.stderr)
            self.assertEqual(done.stdout, "")
        self.assertIn("The entry to add:\n  - {op: Tan, implementation: stub}\n", self.add("Tan", "--implementation", "stub", status=5).stderr)
        self.assertEqual(snapshot(self.folder), before)
        self.add("Tan", "--types", "half")
        self.assertEqual(self.entries(), ["  - {op: Tan, types: float}", "  - {op: Tan, types: half}"], "other types are no contradiction")

    def test_an_op_that_a_set_has_adds_the_other_types(self):
        self.add("mlp")
        self.assertIn("'Softmax' adds nothing", self.add("Softmax", "--types", "float").stdout)
        self.add("Softmax")
        self.assertEqual(self.entries(), ["  - set: mlp", "  - Softmax"])

    def test_mistakes_write_nothing(self):
        before = snapshot(self.folder)
        for status, words, arguments in [
                (64, "did you mean 'Softmax'?", ["Softmaxx"]), (64, "did you mean 'training'?", ["trainin"]),
                (64, "did you mean 'Sigmoid'?", ["tf.nn.sigmoid"]), (64, "did you mean 'Relu'?", ["relu"]),
                (64, "did you mean 'float'?", ["Tan", "--types", "flot"]), (64, "has no type attr 'U'; did you mean 'T'?", ["Tan", "--types", "U=float"]),
                (64, "several type attrs", ["Cast", "--types", "float"]), (64, "cannot be 'string'; it takes", ["Tan", "--types", "string"]),
                (64, "has no type attr", ["NoOp", "--types", "float"]),
                (2, "E0307", ["MatMul", "--types", "complex64"]), (2, "a b.cc", ["Tan", "--implementation", "a b.cc"]),
                (2, "did you mean 'stub'?", ["Tan", "--implementation", "stubb"])]:
            done = self.add(*arguments, status=status)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stdout, "")
        self.assertIn("the file is unchanged", self.add("MatMul", "--types", "complex64", status=2).stderr)
        self.assertEqual(snapshot(self.folder), before)

    def test_specs_that_nothing_can_be_added_to(self):
        self.spec.write_text(BROKEN_SPEC)
        self.assertIn("did you mean 'vendor'?", self.add("Tan", status=2).stderr)
        self.spec.write_text("plugingen: 1\nplugin: {name: nova_npu}\nops: &o []\nkernels: *o\n")
        before = self.spec.read_text()
        done = self.add("Tan", status=2)
        self.assertIn("Add it with an editor:\n  - Tan\n", done.stderr)
        self.assertEqual(self.spec.read_text(), before)
        self.assertIn("No such file", self.expect(64, "add", "Tan", "--spec", "none.yaml").stderr)
        self.spec.write_text(SPEC)
        self.spec.chmod(0o444)
        self.assertIn("is read-only", self.add("Tan", status=5).stderr)
        (self.folder / "link.yaml").symlink_to("spec.yaml")
        self.assertIn("is a link", self.expect(5, "add", "Tan", "--spec", "link.yaml").stderr)
        self.assertEqual(self.spec.read_text(), SPEC)

    def test_runs_at_once_lose_nothing(self):
        ops = ["Tan", "Cosh", "Sinh", "Asinh", "Acosh", "Atanh"]
        runs = [subprocess.Popen([running.PLUGINGEN, "add", op, "-q", "--spec", "spec.yaml"], cwd=self.folder) for op in ops]
        self.assertEqual([run.wait() for run in runs], [0] * len(ops))
        self.assertEqual(sorted(self.entries()), sorted(f"  - {op}" for op in ops))

    def test_what_a_killed_run_left_is_cleared_away(self):
        (self.folder / ".spec.yaml.plugingen-a1B2c3").write_text("half")
        for name in ("spec.yaml.new", ".spec.yaml.plugingen-mine.txt"):
            (self.folder / name).write_text("a user's")
        self.add("Tan")
        self.assertEqual(sorted(os.listdir(self.folder)), [".spec.yaml.plugingen-mine.txt", "spec.yaml", "spec.yaml.new"])

    def test_takes_only_a_file_that_it_can_replace(self):
        os.link(self.spec, self.folder / "other.yaml")
        self.assertIn("has other names (hard links)", self.add("Tan", status=5).stderr)
        self.assertEqual(self.spec.read_text(), SPEC)
        os.mkfifo(self.folder / "pipe")
        self.assertIn("'pipe' is not a regular file", self.expect(5, "add", "Tan", "--spec", "pipe").stderr)
        self.assertTrue(stat.S_ISFIFO((self.folder / "pipe").stat().st_mode))

    @unittest.skipUnless(os.geteuid() == 0, "only root may give files away")
    def test_the_spec_keeps_its_owner(self):
        os.chown(self.spec, 65534, 65533)
        self.add("Tan")
        self.assertEqual((self.spec.stat().st_uid, self.spec.stat().st_gid), (65534, 65533))

    def test_a_full_disk_leaves_the_spec(self):
        self.spec.chmod(0o640)
        self.add("Tan", status=73, **file_size_limit(100))
        self.assertEqual(self.spec.read_text(), SPEC)
        self.assertEqual(os.listdir(self.folder), ["spec.yaml"])
        self.add("Tan")
        self.assertEqual(self.spec.stat().st_mode & 0o777, 0o640)

    def test_from_the_standard_input_to_the_standard_output(self):
        done = self.expect(0, "add", "Tan", "variables", "--spec", "-", stdin=SPEC)
        self.assertEqual(done.stdout, SPEC + "  - Tan\n")
        self.assertIn("'variables' is already in the spec", done.stderr)


class AddToProjectTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.new("-q")
        self.own = self.project / "nova_npu.yaml"

    def expect_in(self, status, *arguments):
        """Runs `add` in the project's folder."""
        done = running.run("add", *arguments, cwd=self.project)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_edits_the_projects_spec_and_nothing_else(self):
        before = texts(self.project)
        done = self.expect_in(0, "Cholesky")
        self.assertIn("Next: plugingen regenerate\n", done.stdout)
        changed = {path for path, text in texts(self.project).items() if before.get(path) != text}
        self.assertEqual(changed, {"nova_npu.yaml"})
        self.assertEqual(self.own.read_text(), SPEC + "  - {op: Cholesky, implementation: stub}\n")
        self.expect(3, "regenerate", self.project, "--check")
        self.expect(0, "undo", self.project)
        self.assertEqual(texts(self.project), before)
        self.assertIn("Next: plugingen regenerate project\n", self.expect(0, "add", "Tan", "--project", "project").stdout)

    def test_runs_anywhere_in_the_project(self):
        done = running.run("add", "Tan", cwd=self.project / "src/driver")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.own.read_text(), SPEC + "  - Tan\n")
        self.assertIn("Next: plugingen regenerate\n", done.stdout)
        self.assertEqual(running.run("add", "Cosh", "--regenerate", cwd=self.project / "src/driver").returncode, 0)
        self.assertIn("up to date", self.expect(0, "regenerate", self.project, "--check").stdout)

    def test_regenerates_at_once_and_undo_takes_both_back(self):
        before = texts(self.project)
        done = self.expect_in(0, "Cholesky", "training", "--regenerate")
        self.assertIn("created src/kernels/cholesky.cc\n", done.stdout)
        self.assertIn("updated nova_npu.yaml\n", done.stdout)
        self.assertIn("Added to nova_npu.yaml:\n  - {op: Cholesky, implementation: stub}\n", done.stdout)
        self.assertIn("up to date", self.expect(0, "regenerate", self.project, "--check").stdout)
        self.assertIn("plugingen add Cholesky training --regenerate", self.expect(0, "undo", self.project).stdout)
        self.assertEqual({path: text for path, text in texts(self.project).items() if path != ".plugingen/lock.json"},
                         {path: text for path, text in before.items() if path != ".plugingen/lock.json"})
        self.assertEqual(self.own.read_text(), SPEC)

    def test_a_preview_of_a_project_writes_nothing(self):
        before = texts(self.project)
        self.assertIn("Would be added to nova_npu.yaml:\n  - Tan\n", self.expect_in(0, "Tan", "--dry-run").stdout)
        done = self.expect_in(0, "Cholesky", "--regenerate", "--dry-run").stdout
        self.assertIn("Would be added to nova_npu.yaml:\n  - {op: Cholesky, implementation: stub}\n", done)
        self.assertRegex(done, r"(?m)^create +src/kernels/cholesky\.cc")
        self.assertFalse(json.loads(self.expect_in(0, "Tan", "--regenerate", "--dry-run", "--json").stdout)["written"])
        self.assertEqual(texts(self.project), before)
        self.assertEqual(self.own.read_text(), SPEC)
        generated = self.project / "python/nova_npu/__init__.py"
        generated.write_text(generated.read_text() + "# mine\n")
        self.own.write_text(SPEC.replace("0.1.0", "0.2.0"))
        before = texts(self.project)
        for dry_run in [[], ["--dry-run"]]:
            done = self.expect_in(5, "Cholesky", "--regenerate", *dry_run)
            self.assertEqual(done.stdout, "", "nothing would be added")
            self.assertIn("python/nova_npu/__init__.py", done.stderr)
        self.assertEqual(texts(self.project), before)

    def test_a_project_for_programs(self):
        done = self.expect_in(0, "Cholesky", "--regenerate", "--json")
        self.assertEqual(json.loads(done.stdout)["added"], ["{op: Cholesky, implementation: stub}"])
        self.assertTrue((self.project / "src/kernels/cholesky.cc").is_file())
        self.assertEqual(json.loads(self.expect_in(0, "Tan", "--json").stdout)["spec"], "nova_npu.yaml")

    def test_what_stands_in_the_way_is_told_before_anything_is_written(self):
        generated = self.project / "python/nova_npu/__init__.py"
        generated.write_text(generated.read_text() + "# mine\n")
        self.own.write_text(SPEC.replace("0.1.0", "0.2.0"))
        before = texts(self.project)
        self.assertIn("error", json.loads(self.expect_in(5, "Cholesky", "--regenerate", "--json").stdout))
        self.assertEqual(self.expect_in(5, "Cholesky", "--regenerate").stdout, "", "nothing was added")
        self.assertEqual(texts(self.project), before)
        self.own.chmod(0o444)
        self.assertIn("is read-only", self.expect_in(5, "Cholesky").stderr)
        self.assertEqual(texts(self.project), before)

    def test_needs_a_project_or_a_spec(self):
        done = self.expect(64, "add", "Tan")
        self.assertIn("is not a project", done.stderr)
        self.assertIn("--spec FILE", done.stderr)
        self.expect(64, "add", "Tan", "--spec", "spec.yaml", "--project", "project")
        self.expect(64, "add", "Tan", "--spec", "spec.yaml", "--regenerate")
        self.assertIn("Next: plugingen regenerate project\n", self.expect(0, "add", "Tan", "--spec", "project/nova_npu.yaml").stdout)

    def test_a_new_spec_of_the_outside_does_not_replace_it(self):
        """`new` knows that the copy was edited."""
        self.expect_in(0, "Tan")
        self.new(status=5)
        self.assertEqual(self.own.read_text(), SPEC + "  - Tan\n")


if __name__ == "__main__":
    running.main()
