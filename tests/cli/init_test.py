#!/usr/bin/env python3
"""From nothing to a spec or a project: `plugingen init`, its questions, and `plugingen new NAME`.
usage: init_test.py PLUGINGEN"""

import itertools
import os
import re

import running
from running import CommandTest, file_size_limit
from terminal import Terminal


class InitTest(CommandTest):
    def printed(self, *arguments, status=0, **options):
        """What init prints."""
        return self.expect(status, "init", "-o", "-", *arguments, **options).stdout

    def test_writes_a_valid_spec(self):
        done = self.expect(0, "init")
        self.assertIn("Wrote 'my_npu.yaml'. Next: plugingen new my_npu.yaml\n", done.stderr)
        self.assertIn("name: my_npu\n", (self.folder / "my_npu.yaml").read_text())
        self.expect(0, "init", "my_chip")
        for name in ["my_npu", "my_chip"]:
            self.assertIn(" is valid", self.expect(0, "validate", f"{name}.yaml").stderr)
        self.expect(0, "init", "my_chip", "-o", "other.yaml")
        self.assertEqual((self.folder / "other.yaml").read_text(), (self.folder / "my_chip.yaml").read_text())

    def test_a_file_that_is_there_stays(self):
        file = self.folder / "my_npu.yaml"
        file.write_text("mine")
        for arguments in [[], ["my_npu"], ["acme", "-o", "my_npu.yaml"], ["-o", "."]]:
            self.assertIn("already exists", self.expect(5, "init", *arguments).stderr)
        self.assertEqual(file.read_text(), "mine")
        self.assertEqual(sorted(os.listdir(self.folder)), ["my_npu.yaml", "spec.yaml"])
        self.expect(73, "init", "-o", "missing/folder/x.yaml")

    def test_a_full_disk_leaves_no_half_spec(self):
        self.expect(73, "init", "-o", "half.yaml", **file_size_limit(100))
        self.assertEqual(os.listdir(self.folder), ["spec.yaml"])
        self.expect(0, "init", "-o", "half.yaml")

    def test_every_combination_is_valid_without_a_warning(self):
        support = [[], ["--set", "elementwise_core"], ["--set", "keras", "--set", "mlp", "--op", "Tan,Cholesky"],
                   ["--op", "Roll"], ["--cover", "-"]]
        others = [[], ["--tensorflow", "==2.15", "--type", "NPU", "--ci", "gitlab"]]
        for backend, what, more in itertools.product(["reference", "custom", "opencl", "cuda"], support, others):
            with self.subTest(backend=backend, what=what, more=more):
                text = self.printed("acme", "--backend", backend, *what, *more, stdin="MatMul T=float\nCholesky T=half\n")
                done = self.expect(0, "validate", "-", stdin=text)
                self.assertEqual(done.stderr, "<stdin> is valid\n")
                self.assertIn(f"\n  backend: {backend}\n", text)
                self.assertEqual("\nci: gitlab\n" in text, bool(more))

    def test_says_why_each_kernel_is_there(self):
        text = self.printed("--set", "cnn", "--op", "Tan", "--op", "Cholesky")
        entries = text[text.index("\nkernels:"):text.index("  # One op,")]
        self.assertRegex(entries, r"(?s)# Convolutional networks.*?\n  - set: cnn\n  # Tan\(x: T\).*?\n  - Tan\n"
                         r"  # Cholesky\(.*src/kernels/cholesky\.cc.*?\n  - \{op: Cholesky, implementation: stub\}\n$")
        self.assertNotIn("set: variables", text, "they are part of the set")
        self.assertIn("  - set: variables\n", self.printed("--op", "Tan"))
        self.assertEqual(self.printed("--op", "Tan,Tan").count("\n  - Tan\n"), 1)

    def test_backends_with_kernels_support_all_of_keras_by_default(self):
        for backend, name in [("reference", "mlp"), ("custom", "mlp"), ("opencl", "keras"), ("cuda", "keras")]:
            text = self.printed("acme", "--backend", backend)
            entries = text[text.index("\nkernels:"):text.index("  # One op,")]
            self.assertEqual(re.findall(r"- set: (\w+)", entries)[0], name)

    def test_the_capacity_of_real_devices_is_a_limit(self):
        for backend, doc, line in [("reference", "How much memory each device has.", "capacity: 4GiB"),
                                   ("custom", "How much memory each device has.", "capacity: 4GiB"),
                                   ("opencl", "The most of each device's memory", "# capacity: 4GiB"),
                                   ("cuda", "The most of each device's memory", "# capacity: 4GiB")]:
            text = self.printed("acme", "--backend", backend)
            self.assertRegex(text, rf"\n +# {doc}[^:]*\n +{line}\n", backend)

    def test_covers_a_model(self):
        listed = "MatMul T=float\nRelu T=half\nCholesky T=float\nAcmeThing\n"
        done = self.expect(0, "init", "acme", "--cover", "-", stdin=listed)
        self.assertIn("AcmeThing", done.stderr)
        covered = self.expect(6, "coverage", "-", "--spec", "acme.yaml", stdin=listed).stdout
        self.assertNotIn("kernels:", covered, "nothing is to be added")
        self.expect(0, "coverage", "-", "--spec", "acme.yaml", stdin=listed.replace("AcmeThing\n", ""))
        self.assertNotIn("- {op: MatMul, types: {T: float}}", self.printed("--set", "mlp", "--cover", "-", stdin="MatMul T=float\n"), "the set has it")
        self.assertIn("cannot read 'none'", self.expect(64, "init", "b", "--cover", "none").stderr)
        self.assertIn("'U'", self.expect(64, "init", "b", "--cover", "-", stdin="MatMul U=float\n").stderr)
        self.assertFalse((self.folder / "b.yaml").exists())

    def test_mistakes_are_told_as_those_of_a_spec(self):
        for arguments, words in [
                (["Bad-Name"], "did you mean 'bad_name'?"), (["--type", "npu2"], "did you mean 'NPU'?"),
                (["--backend", "cda"], "did you mean 'cuda'?"), (["--set", "mlpp"], "did you mean 'mlp'?"),
                (["--op", "Rely"], "did you mean 'Relu'?"), (["--tensorflow", "2.15"], '"==2.15"'),
                (["--type", "a\"b\\\n"], "E02"), (["import"], "keyword of Python")]:
            done = self.expect(64, "init", *arguments)
            self.assertIn(words, done.stderr)
            self.assertRegex(done.stderr, r"(?m)^error: .* \[E\d{4}\]$")
        self.assertEqual(os.listdir(self.folder), ["spec.yaml"])

    def test_printing_asks_nothing_and_writes_nothing(self):
        self.assertTrue(self.printed("acme").startswith("# yaml-language-server"))
        self.assertEqual(os.listdir(self.folder), ["spec.yaml"])


class DialogueTest(CommandTest):
    def ask(self, *arguments):
        terminal = Terminal([running.PLUGINGEN, *arguments], self.folder)
        self.addCleanup(terminal.kill)
        return terminal

    def answer(self, terminal, *pairs):
        """Types an answer behind each question, which ends with what Enter takes."""
        shown = []
        for preset, answer in pairs:
            shown.append(terminal.read_until(f"[{preset}]: "))
            terminal.type(answer)
        return shown

    def test_asks_and_enter_takes_the_defaults(self):
        terminal = self.ask("init")
        self.answer(terminal, ("my_npu", "\n"), ("MY_NPU", "\n"), ("reference", "\n"), ("mlp", "\n"))
        text, status = terminal.end()
        self.assertEqual((text, status), ("\nWrote 'my_npu.yaml'. Next: plugingen new my_npu.yaml\n", 0))
        self.assertEqual((self.folder / "my_npu.yaml").read_text(),
                         self.expect(0, "init", "-o", "-", "--backend", "reference", "--set", "mlp").stdout)

    def test_each_answer_is_checked_at_once(self):
        (self.folder / "taken.yaml").write_text("mine")
        (self.folder / "model.pb").write_bytes(b"\xff\xff")
        terminal = self.ask("init")
        shown = self.answer(
            terminal, ("my_npu", "Bad Name\n"), ("my_npu", "taken\n"), ("my_npu", "  acme2 \n"), ("MY_ACME", "TPU\n"),
            ("MY_ACME", "\n"), ("reference", "cda\n"), ("reference", "cuda\n"), ("keras", "model.pb\n"), ("keras", "Rely\n"),
            ("keras", "mlpp\n"), ("keras", "cnn, Tan Cholesky\n"))
        for index, words in [(1, "did you mean 'bad_name'?"), (2, "'taken.yaml' already exists"), (3, 'tf.device("/MY_ACME:0")'),
                             (4, "is TensorFlow's own"), (6, "did you mean 'cuda'?"), (8, "neither a SavedModel nor a GraphDef"),
                             (9, "did you mean 'Relu'?"), (10, "did you mean 'mlp'?")]:
            self.assertIn(words, shown[index])
        for row in ["custom ", "opencl ", "cuda "]:
            self.assertIn("\n  " + row, shown[5])
        for row in ["mlp ", "training ", "keras "]:
            self.assertIn("\n  " + row, shown[7])
        self.assertEqual(terminal.end()[1], 0)
        made = (self.folder / "acme2.yaml").read_text()
        self.assertEqual(made, self.expect(0, "init", "-o", "-", "acme2", "--backend", "cuda", "--set", "cnn", "--op", "Tan,Cholesky").stdout)
        self.assertIn("valid", self.expect(0, "validate", "acme2.yaml").stderr)

    def test_answers_that_are_nearly_right(self):
        terminal = self.ask("init", "--backend", "custom")
        shown = self.answer(terminal, ("my_npu", b"\xff\n"), ("my_npu", "\n"), ("MY_NPU", "GPU\n"), ("mlp", "relu\n"), ("mlp", "cnn\n"))
        self.assertIn("an answer must be text in UTF-8", shown[1])
        self.assertIn("W0201", shown[3])
        self.assertIn("there is no set of ops named 'relu'; did you mean 'Relu'?", shown[4])
        self.assertEqual(terminal.end()[1], 0)

    def test_asks_nothing_where_nothing_can_be_written(self):
        text, status = self.ask("init", "-o", "nowhere/x.yaml").end()
        self.assertIn("cannot write 'nowhere/x.yaml': No such file or directory", text)
        self.assertNotIn("questions", text)
        self.assertEqual(status, 73)

    def test_options_are_not_asked_for(self):
        terminal = self.ask("init", "--backend", "custom", "--set", "cnn", "-o", "x.yaml")
        self.answer(terminal, ("my_npu", "acme\n"), ("MY_ACME", "\n"))
        self.assertEqual(terminal.end()[1], 0)
        self.assertEqual((self.folder / "x.yaml").read_text(),
                         self.expect(0, "init", "-o", "-", "acme", "--backend", "custom", "--set", "cnn").stdout)

    def test_a_model_is_an_answer(self):
        # A GraphDef of one node: an op "Tan" whose attr T is float.
        (self.folder / "m").write_bytes(b"\x0a\x11\x0a\x01a\x12\x03Tan*\x07\x0a\x01T\x12\x02\x30\x01")
        terminal = self.ask("init", "--backend", "custom")
        self.answer(terminal, ("my_npu", "\n"), ("MY_NPU", "\n"), ("mlp", "m\n"))
        self.assertEqual(terminal.end()[1], 0)
        self.assertIn("  # The ops of 'm' that are not in the sets above.\n  - {op: Tan, types: {T: float}}\n",
                      (self.folder / "my_npu.yaml").read_text())

    def test_ends_without_a_file(self):
        for key, status, answers in [("\x04", 64, []), ("\x03", -2, []), ("\x04", 64, [("my_npu", "\n")]), ("\x03", -2, [("my_npu", "x\n")])]:
            terminal = self.ask("init")
            self.answer(terminal, *answers, ("my_npu" if not answers else "X" if "x" in answers[0][1] else "MY_NPU", key))
            text, got = terminal.end()
            self.assertEqual(got, status)
            self.assertTrue(text.endswith("\nNothing was written.\n"), text)
            self.assertEqual(os.listdir(self.folder), ["spec.yaml"])

    def test_the_default_is_a_name_without_a_file(self):
        (self.folder / "my_npu.yaml").write_text("mine")
        terminal = self.ask("init")
        self.answer(terminal, ("my_npu2", "\n"), ("MY_NPU", "\x04"))
        self.assertEqual(terminal.end()[1], 64)

    def test_asks_nothing_where_nothing_is_to_be_asked(self):
        for arguments, file in [(["--defaults"], "my_npu.yaml"), (["acme"], "acme.yaml"), (["zeta", "--set", "cnn"], "zeta.yaml")]:
            text, status = self.ask("init", *arguments).end()
            self.assertEqual((text, status), (f"Wrote '{file}'. Next: plugingen new {file}\n", 0))
        terminal = self.ask("init", "--cover", "-", "-o", "listed.yaml")
        terminal.type("Tan T=float\n\x04")
        self.assertIn("Wrote 'listed.yaml'", terminal.end()[0])
        self.assertIn("- {op: Tan, types: {T: float}}", (self.folder / "listed.yaml").read_text())
        text, status = self.ask("init", "-o", "-").end()
        self.assertTrue(text.startswith("# yaml-language-server"), text)


class NewFromANameTest(CommandTest):
    def test_makes_a_project_without_a_spec(self):
        done = self.expect(0, "new", "acme", "--set", "cnn", "--op", "Cholesky", "--backend", "custom")
        self.assertEqual(sorted(os.listdir(self.folder)), ["acme", "spec.yaml"])
        made = (self.folder / "acme/acme.yaml").read_text()
        self.assertEqual(made, self.expect(0, "init", "-o", "-", "acme", "--set", "cnn", "--op", "Cholesky", "--backend", "custom").stdout)
        self.assertTrue(done.stdout.endswith("\nFrom now on acme/acme.yaml is the spec to edit.\n"), done.stdout)
        self.assertIn("up to date", self.expect(0, "regenerate", "acme", "--check").stdout)
        self.expect(0, "new", "other", "-o", "elsewhere", "-q")
        self.assertTrue((self.folder / "elsewhere/other.yaml").is_file())

    def test_previews_write_nothing(self):
        self.assertIn("create CMakeLists.txt\n", self.expect(0, "new", "acme", "--dry-run").stdout)
        self.assertIn('"refused": false', self.expect(0, "new", "acme", "--json").stdout)
        self.assertEqual(os.listdir(self.folder), ["spec.yaml"])

    def test_tells_the_owners_files_and_what_is_next(self):
        lines = self.expect(0, "new", "acme", "--op", "Cholesky").stdout.splitlines()
        self.assertRegex(lines[0], r"^acme: \d+ files created\. These are yours:$")
        rows = [line.split()[0] for line in lines[1:lines.index("Next:")] if line.startswith("  ")]
        self.assertEqual(rows, ["acme.yaml", "src/driver/", "src/kernels/", "CMakeLists.txt", "pyproject.toml", "README.md", "tests/"])
        files = {str(path.relative_to(self.folder / "acme")) for path in (self.folder / "acme").rglob("*")
                 if path.is_file() and not str(path.relative_to(self.folder / "acme")).startswith(".plugingen/")}
        text = "\n".join(lines)
        self.assertIn(f"acme: {len(files) + 1} files", text)  # with .plugingen/spec.schema.json
        self.assertIn("src/kernels/    kernels for you to write (1 file)", text)
        self.assertRegex(text.replace("\n", " "), r"keeps the other \d+ files up to date: docs, library, python, src/generated, tests/generated\.")
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertIn("  plugingen test", lines)

    def test_tells_of_a_driver_only_where_there_is_one(self):
        for backend, text in [("custom", "the driver: the functions that touch the hardware (2 files)"),
                              ("opencl", "the functions of the driver, which is in library/driver (1 file)")]:
            done = self.expect(0, "new", f"acme_{backend}", "--backend", backend)
            self.assertIn(text, " ".join(done.stdout.split()))

    def test_what_is_no_name_has_a_way_out(self):
        (self.folder / "folder").mkdir()
        for arguments, status, words in [
                (["Acme-NPU"], 64, ["no file 'Acme-NPU'", "did you mean 'acme_npu'?"]),
                (["acme.yaml"], 64, ["no file 'acme.yaml'", "plugingen init acme", "plugingen new acme"]),
                (["x/y"], 64, ["no file 'x/y'", "plugingen init y"]),
                (["spce.yaml"], 64, ["Did you mean 'spec.yaml'?"]),
                (["spec"], 64, ["no file 'spec'; did you mean 'spec.yaml'?"]),
                (["folder"], 64, ["'folder' is a folder"]),
                (["spec.yaml", "--set", "mlp"], 64, ["'spec.yaml' has one already"]),
                (["-", "--type", "X"], 64, ["the standard input has one already"]),
                (["acme", "--set", "mlpp"], 64, ["did you mean 'mlp'?"]),
                ([""], 64, ["no file ''"])]:
            done = self.expect(status, "new", *arguments)
            for word in words:
                self.assertIn(word, done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["folder", "spec.yaml"])

    def test_a_project_of_that_name_stays(self):
        self.expect(0, "new", "acme", "-q")
        before = running.snapshot(self.folder)
        self.assertIn("plugingen regenerate acme", self.expect(5, "new", "acme", "--set", "cnn").stderr)
        self.assertEqual(running.snapshot(self.folder), before)


if __name__ == "__main__":
    running.main()
