#!/usr/bin/env python3
"""Exit codes and messages of every command. usage: commands_test.py PLUGINGEN"""

import json
import os
import pathlib
import pty
import signal
import subprocess
import unittest

import running
from running import BROKEN_SPEC, KNOWN, SPEC, CommandTest, file_size_limit

COMMANDS = ["new", "add", "regenerate", "status", "eject", "undo", "build", "test", "validate", "init", "help", "version", "schema", "explain", "ops",
            "coverage", "conformance", "formulas", "api", "completion"]


class HelpTest(CommandTest):
    def test_help_lists_commands_and_exit_codes(self):
        text = self.expect(0, "--help").stdout
        for word in COMMANDS + ["Exit codes:", "  73  cannot write"]:
            self.assertIn(word, text)
        for command in COMMANDS:
            self.assertIn("Usage: plugingen " + command, self.expect(0, command, "--help").stdout)


class UsageTest(CommandTest):
    def test_wrong_usage_is_64(self):
        for arguments in [[], ["new"], ["validate"], ["--nonsense"], ["schema", "surplus"],
                          ["completion"], ["completion", "csh"], ["explain", "E0001", "E0002"],
                          ["new", "spec.yaml", "--dry-run", "--diff"], ["new", "spec.yaml", "-o"],
                          ["--color", "pink", "schema"], ["init", "not-a-name"], ["add"], ["explain", "E9999"],
                          ["new", "spec.yaml", "-o", ""], ["init", "-o", ""], ["ops", "--sets", "Relu"],
                          ["ops", "--set", "mlp", "--sets"]]:
            done = self.expect(64, *arguments)
            self.assertEqual(done.stdout, "", arguments)
            self.assertNotEqual(done.stderr, "", arguments)

    def test_a_misspelled_command_is_understood(self):
        for word, command in [("nwe", "new"), ("valdate", "validate"), ("Schema", "schema")]:
            self.assertIn(f"did you mean '{command}'?", self.expect(64, word, "x").stderr)
        self.assertNotIn("did you mean", self.expect(64, "frobnicate").stderr)
        self.assertIn("no command 'api diff x'\n", self.expect(64, "help", "api", "diff", "x").stderr)
        self.assertIn("no command 'api dif'\n", self.expect(64, "help", "api", "dif", "x").stderr)
        self.assertIn("no command 'nwe'", self.expect(64, "--color", "always", "nwe").stderr)

    def test_a_misspelled_option_is_understood(self):
        for word, option in [("--dry-rn", "--dry-run"), ("--ouput=x", "--output"), ("--colour", "--color")]:
            done = self.expect(64, "new", "spec.yaml", word)
            self.assertIn(f"no option '{word.split('=')[0]}'; did you mean '{option}'?", done.stderr)
            self.assertIn("Run 'plugingen new --help'", done.stderr)
        self.assertNotIn("did you mean", self.expect(64, "new", "spec.yaml", "--template").stderr, "a hidden option")

    def test_specs_that_cannot_be_read(self):
        self.assertIn("No such file", self.expect(64, "validate", "missing.yaml").stderr)
        self.assertIn("directory", self.expect(64, "validate", ".").stderr)
        self.assertIn("larger than 16 MiB", self.expect(64, "validate", "/dev/zero").stderr)


class ValidateTest(CommandTest):
    def test_good_specs(self):
        self.assertIn("spec.yaml is valid", self.expect(0, "validate", "spec.yaml").stderr)
        self.expect(0, "validate", "-", stdin=SPEC)
        for spec in sorted((running.ROOT / "device_specs").glob("*.yaml")):
            self.expect(0, "validate", spec)

    def test_mistakes_are_2_with_place_and_help(self):
        done = self.expect(2, "validate", "-", stdin=BROKEN_SPEC)
        self.assertIn("<stdin>:2:", done.stderr)
        self.assertIn("did you mean 'vendor'?", done.stderr)
        self.assertIn("1 error", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_json(self):
        self.assertEqual(json.loads(self.expect(0, "validate", "--json", "spec.yaml").stdout), {"diagnostics": []})
        (found,) = json.loads(self.expect(2, "validate", "--json", "-", stdin=BROKEN_SPEC).stdout)["diagnostics"]
        self.assertEqual((found["severity"], found["line"]), ("error", 2))

    def test_any_bytes(self):
        for text in ["", "\0", "\ufeff", "{", "- - -", "a: b: c", "&a [*a]", "\t", "plugingen: 1\n" * 2]:
            self.expect(2, "validate", "-", stdin=text)

    def test_names_of_files_may_hold_anything(self):
        for name in ["größe 机器.yaml", "a'b \"c\".yaml", "-dash.yaml"]:
            (self.folder / name).write_text(SPEC)
            self.expect(0, "validate", f"./{name}")


class SchemaAndExplainTest(CommandTest):
    def test_schema_is_json(self):
        schema = json.loads(self.expect(0, "schema").stdout)
        self.assertEqual(schema["type"], "object")

    def test_explain_has_a_page_for_each_code_of_its_list(self):
        codes = [line.split()[0] for line in self.expect(0, "explain").stdout.splitlines()]
        self.assertGreater(len(codes), 20)
        self.assertEqual(codes, sorted(codes))
        for code in codes[:3] + codes[-3:]:
            self.assertTrue(self.expect(0, "explain", code.lower()).stdout.startswith(code + ": "))


class OpsTest(CommandTest):
    def test_lists_ops_and_sets(self):
        names = self.expect(0, "ops").stdout.splitlines()
        self.assertGreater(len(names), 1000)
        self.assertIn("Relu  (reference kernel)", names)

    def test_shows_what_a_kernel_has_to_serve(self):
        page = self.expect(0, "ops", "MatMul").stdout
        self.assertIn("MatMul(a: T, b: T) -> product: T", page)
        self.assertIn("transpose_a: bool = false", page)
        self.assertIn("reference kernel: T: float", page)
        self.assertIn("since 2.16: attr grad_a: bool = false", page)
        self.assertIn("did you mean 'MatMul'?", self.expect(64, "ops", "MatMull").stderr)
        page = self.expect(0, "ops", "AddV2").stdout
        self.assertIn("TensorFlow's own kernel for every device: T: int32; host memory: x, y, z\n", page)
        self.assertIn("TensorFlow has no kernel for the CPU",
                      self.expect(0, "ops", "TPUExecute").stdout)

    def test_shows_ops_as_a_release_has_them(self):
        old = self.expect(0, "ops", "--tensorflow", "2.12", "TopKV2").stdout
        self.assertTrue(old.startswith("TopKV2(input: T, k: int32) -> values: T, indices: int32\n"), old)
        new = self.expect(0, "ops", "TopKV2").stdout
        self.assertTrue(new.startswith("TopKV2(input: T, k: Tk) -> values: T, indices: index_type\n"), new)
        names = self.expect(0, "ops", "--tensorflow", "2.12").stdout.splitlines()
        self.assertNotIn("CollectiveAllToAllV2  (since 2.13)", names)
        self.assertIn("CollectiveAllToAllV2  (since 2.13)", self.expect(0, "ops").stdout.splitlines())
        self.assertIn("it exists since 2.13",
                      self.expect(64, "ops", "--tensorflow", "2.12", "CollectiveAllToAllV2").stderr)

    def test_names_the_nearest_release(self):
        for release, nearest in [(KNOWN.next, KNOWN.newest), ("2.11", "2.12"), ("2.15.1", "2.15"),
                                 ("2.99.0-dev1", KNOWN.newest)]:
            self.assertIn(f"did you mean '{nearest}'?",
                          self.expect(64, "ops", "--tensorflow", release).stderr)
        self.assertIn(f"2.12 to {KNOWN.newest}", self.expect(64, "ops", "--tensorflow", "newest").stderr)



class CompletionTest(CommandTest):
    def test_scripts_name_every_command_and_option(self):
        for shell in ["bash", "zsh", "fish"]:
            script = self.expect(0, "completion", shell).stdout
            for word in COMMANDS + ["dry-run", "output", "color"]:
                self.assertIn(word, script, shell)
            self.assertNotIn("template-dir", script, "a hidden option")

    def complete(self, *words):
        script = self.expect(0, "completion", "bash").stdout
        command = (script + f"\nCOMP_WORDS=(plugingen {' '.join(words)} '') COMP_CWORD={len(words) + 1}\n"
                   if not words or words[-1][0] not in "-'" else
                   script + f"\nCOMP_WORDS=(plugingen {' '.join(words)}) COMP_CWORD={len(words)}\n")
        path = f"{pathlib.Path(running.PLUGINGEN).parent}:{os.environ['PATH']}"
        done = subprocess.run(["bash", "-c", command + '_plugingen; printf "%s\\n" "${COMPREPLY[@]}"'],
                              capture_output=True, text=True, check=True, cwd=self.folder,
                              env={**os.environ, "PATH": path})
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def complete_after(self, *words):
        """What completes an empty word behind an option."""
        return self.complete(*words, "''")

    def test_bash_completes_the_c_api(self):
        self.assertEqual(self.complete("api"), ["list", "diff", "scan"])
        self.assertIn("SP_StreamExecutor", self.complete("api", "list"))
        for words in [("api", "diff"), ("api", "list", "--tensorflow")]:
            self.assertLessEqual({"2.5", KNOWN.newest} | ({"nightly"} if KNOWN.nightly else set()), set(self.complete_after(*words)), words)
        self.assertIn("--project", self.complete("api", "diff", "--p"))
        (self.folder / "a_project").mkdir()
        self.assertEqual(self.complete_after("api", "diff", "2.9", "2.10", "--project"), ["a_project"])
        self.assertIn("spec.yaml", self.complete("api", "scan"))
        self.assertEqual(self.complete_after("api", "scan", "--catalog"), ["a_project"])

    def test_bash_completes(self):
        self.assertLessEqual(set(COMMANDS), set(self.complete()))
        self.assertIn("--dry-run", self.complete("new", "--d"))
        self.assertIn("--diff", self.complete("new", "--d"))
        self.assertNotIn("--dry-run", self.complete("validate", "--"))
        self.assertIn("spec.yaml", self.complete("new"))
        self.assertEqual(self.complete("completion"), ["bash", "zsh", "fish"])
        self.assertIn("E0203", self.complete("explain"))
        self.assertIn("Relu", self.complete("ops"))
        self.assertIn("2.15", self.complete_after("ops", "MatMul", "--tensorflow"))
        self.assertIn("==2.15", self.complete_after("regenerate", "--tensorflow"))
        self.assertIn("2.15", self.complete_after("regenerate", "--tensorflow", "=="))
        self.assertIn("cnn", self.complete_after("ops", "--set"))
        self.assertEqual(self.complete("schema"), [])
        self.assertLessEqual({"Relu", "training"}, set(self.complete("add")))
        self.assertIn("spec.yaml", self.complete_after("add", "Relu", "--spec"))
        self.assertEqual(self.complete_after("init", "--backend"), ["reference", "custom", "opencl", "cuda"])
        self.assertEqual(self.complete_after("init", "--ci"), ["none", "github", "gitlab"])
        self.assertEqual(self.complete("help", "api"), ["list", "diff", "scan"])
        self.assertIn("Relu", self.complete_after("new", "x", "--op"))
        self.assertLessEqual(set(COMMANDS), set(self.complete("help")))
        self.assertEqual(self.complete("formulas"), ["c++", "cuda", "opencl"])
        self.assertIn("spec.yaml", self.complete("schema", "-o", "'sp'"))

    def test_what_bash_completes_is_taken(self):
        (self.folder / "a.yaml").write_text("plugingen: 1\nplugin: {name: nova_npu}\nkernels: [{set: mlp}]\n")
        self.expect(0, "new", "a.yaml", "-o", "a_project")
        ranges = self.complete_after("regenerate", "a_project", "--tensorflow")
        self.assertGreater(len(ranges), 5)
        for text in ranges:
            self.expect(0, "regenerate", "a_project", "--dry-run", "--tensorflow", text)
        files = self.complete("eject", "--project", "a_project", "'src/generated/plugin/ke'")
        self.assertIn("src/generated/plugin/kernel_table.cc", files)
        self.assertEqual(self.complete("eject", "--project", "=", "a_project", "'src/generated/plugin/kernel_t'"), ["src/generated/plugin/kernel_table.cc"])
        self.expect(0, "eject", "--project", "a_project", "src/generated/plugin/kernel_table.cc")

    def test_bash_completes_after_a_global_option(self):
        self.assertEqual(self.complete("--color", "="), ["auto", "always", "never"])
        self.assertLessEqual(set(COMMANDS), set(self.complete("--color", "always")))
        self.assertIn("E0203", self.complete("--color", "=", "always", "explain"))

    def test_scripts_are_valid_where_the_shell_is_there(self):
        for shell in ["bash", "zsh", "fish"]:
            if subprocess.run(["which", shell], capture_output=True).returncode == 0:
                script = self.expect(0, "completion", shell).stdout
                done = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""), shell)


class OutputTest(CommandTest):
    def test_colour_only_when_asked_for_or_on_a_terminal(self):
        def coloured(*arguments, **options):
            return "\x1b[" in self.expect(2, *arguments, "validate", "-", stdin=BROKEN_SPEC, **options).stderr

        self.assertFalse(coloured())
        self.assertTrue(coloured("--color", "always"))
        self.assertTrue(coloured("--color=always", env={"NO_COLOR": "1"}))
        self.assertEqual(self.on_terminal({"TERM": "xterm"}), True)
        self.assertEqual(self.on_terminal({"TERM": "xterm", "NO_COLOR": "1"}), False)
        self.assertEqual(self.on_terminal({"TERM": "xterm", "NO_COLOR": ""}), True)
        self.assertEqual(self.on_terminal({"TERM": "dumb"}), False)
        for variable in ["FORCE_COLOR", "CLICOLOR_FORCE"]:
            self.assertTrue(coloured(env={variable: "1"}), variable)
            self.assertFalse(coloured(env={variable: "0"}), variable)
            self.assertFalse(coloured(env={variable: ""}), variable)
            self.assertFalse(coloured(env={variable: "1", "NO_COLOR": "1"}), "whoever asks for no colour gets none")
            self.assertFalse(coloured("--color", "never", env={variable: "1"}))

    def on_terminal(self, environment):
        self.spec.write_text(BROKEN_SPEC)
        ours, theirs = pty.openpty()
        environment = {**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, **environment}
        subprocess.run([running.PLUGINGEN, "validate", self.spec], stderr=theirs, env=environment)
        os.close(theirs)
        text = b""
        while True:
            try:
                text += os.read(ours, 4096)
            except OSError:  # all was read
                break
        os.close(ours)
        return b"\x1b[" in text

    def test_a_full_disk_behind_the_standard_output_is_73(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([running.PLUGINGEN, "schema"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 73)
        self.assertIn("cannot write to the standard output", done.stderr)

    def test_a_reader_that_leaves_is_no_crash(self):
        reader, writer = os.pipe()
        os.close(reader)  # before there is anything to read
        with os.fdopen(writer, "wb") as output:
            done = subprocess.run([running.PLUGINGEN, "schema"], stdout=output, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b""))

    def test_every_listing_ends_as_other_tools_do_when_nobody_reads_on(self):
        spec = self.folder / "spec.yaml"
        spec.write_text("plugingen: 1\nplugin: {name: nova_npu}\nkernels: [{set: mlp}]\n")
        for words in (["ops"], ["ops", "--sets"], ["ops", "Relu"], ["explain"], ["explain", "E0001"], ["schema"], ["api", "list"],
                      ["completion", "bash"], ["init", "nova_npu", "-o", "-"], ["new", spec, "--dry-run"], ["validate", "--json", spec]):
            reader, writer = os.pipe()
            os.close(reader)
            with os.fdopen(writer, "wb") as output:
                done = subprocess.run([running.PLUGINGEN, *map(str, words)], stdout=output, stderr=subprocess.PIPE, timeout=60, cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b""), words)

    def test_a_run_that_writes_is_whole_when_nobody_reads_what_it_says(self):
        spec = self.folder / "spec.yaml"
        # The type is warned of before anything is written.
        spec.write_text("plugingen: 1\nplugin: {name: nova_npu}\ndevice: {type: GPU}\nkernels: [{set: mlp}]\n")
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as output:
            subprocess.run([running.PLUGINGEN, "new", spec], stdout=output, stderr=output, timeout=60, cwd=self.folder)
        self.assertIn("up to date", self.expect(0, "regenerate", "nova_npu").stdout)


if __name__ == "__main__":
    running.main()
