#!/usr/bin/env python3
"""Help, version, and what is said of wrong usage. usage: help_test.py PLUGINGEN"""

import json
import re
import shlex

import running
from running import CommandTest
from exit_codes_test import table

# Commands with subcommands have one help each.
INNER = [["api", "list"], ["api", "diff"], ["api", "scan"]]


def commands(text):
    return re.findall(r"^  ([a-z]+)  ", text.split("\nOptions:")[0], re.MULTILINE)


class HelpTest(CommandTest):
    def help(self, *command):
        return self.expect(0, *command, "--help").stdout

    def all_commands(self):
        return [[name] for name in commands(self.help())] + INNER

    def test_fits_a_terminal(self):
        for command in [[], *self.all_commands()]:
            for line in self.help(*command).splitlines():
                self.assertLessEqual(len(line), 80, command)
                self.assertEqual(line.rstrip(), line, command)

    def test_says_how_a_command_is_called(self):
        self.assertIn("\nUsage: plugingen new [OPTIONS] SPEC\n", self.help("new"))
        self.assertIn("\nUsage: plugingen add [OPTIONS] NAME...\n", self.help("add"))
        self.assertIn("\nUsage: plugingen ops [OPTIONS] [NAME...]\n", self.help("ops"))
        self.assertIn("\nUsage: plugingen api diff [OPTIONS] FROM TO\n", self.help("api", "diff"))
        self.assertIn("\nUsage: plugingen api SUBCOMMAND [OPTIONS]\n", self.help("api"))
        self.assertIn("  -o,--output DIR       The project's folder", self.help("new"))
        for command in self.all_commands():
            text = self.help(*command)
            self.assertEqual(text.count("-h,--help"), 1, command)
            self.assertNotRegex(text, r"TEXT|REQUIRED|Excludes|\{|At most", command)

    def test_shows_the_statuses_that_the_command_may_end_with(self):
        documented = table()
        self.assertEqual(set(commands(self.help())), set(documented))
        for command, statuses in documented.items():
            shown = re.findall(r"^  (\d+) +[a-z]", self.help(command).split("Exit codes:")[1], re.MULTILINE)
            self.assertEqual(set(map(int, shown)), statuses | {70}, command)

    def test_examples_are_valid(self):
        """Each example is a command line of that command, whose options are known."""
        for (command,) in ([name] for name in commands(self.help())):
            text = self.help(command)
            examples = re.findall(r"^  \$ (.*)$", text, re.MULTILINE)
            self.assertTrue(examples or command == "version", command)
            for example in examples:
                called = re.search(r"plugingen ([a-z]+)(?: ([a-z]+))?", example)
                self.assertEqual(called[1], command, example)
                inner = self.help(*filter(None, called.groups())) if command == "api" else text
                for option in re.findall(r"(?<= )--?[a-z][a-z-]*", example):
                    self.assertIn(option, inner, example)

    def test_help_is_a_command(self):
        self.assertEqual(self.expect(0, "help").stdout, self.help())
        for command in self.all_commands():
            self.assertEqual(self.expect(0, "help", *command).stdout, self.help(*command))
        self.assertIn("did you mean 'new'?", self.expect(64, "help", "nwe").stderr)
        self.assertIn("'api dif'", self.expect(64, "help", "api", "dif").stderr)
        self.assertIn("'new x'", self.expect(64, "help", "new", "x", "y").stderr)

    def test_without_a_command_the_help_is_shown(self):
        done = self.expect(64)
        self.assertEqual((done.stdout, done.stderr), ("", self.help()))

    def test_version(self):
        texts = {self.expect(0, *words).stdout for words in (["version"], ["--version"], ["-V"])}
        self.assertEqual(len(texts), 1)
        lines = texts.pop().splitlines()
        self.assertRegex(lines[0], r"^plugingen \d+\.\d+\.\d+$")
        self.assertEqual([line for line in lines if "scripts/package" in line or "another project" in line], lines[1:])

    def test_the_list_has_headings(self):
        text = self.help()
        for heading in ["Make a project:", "Maintain it:", "Look things up:", "Exit codes:"]:
            self.assertIn(f"\n{heading}\n", text)
        self.assertLess(text.index("\n  init "), text.index("\n  regenerate "))


class UsageTest(CommandTest):
    def test_wrong_usage_is_told_in_one_voice(self):
        for words, said in {
                "--colour always": "there is no option '--colour'; did you mean '--color'?",
                "--color bogus schema": "--color must be auto, always or never, not 'bogus'",
                "--color": "--color needs a value: WHEN",
                "-v": "there is no option '-v'; did you mean '-V'?",
                "regenerate -t": "there is no option '-t'; did you mean '--tensorflow'?",
                "regenerate -d": "there is no option '-d'\n",  # --diff, --discard or --dry-run
                "instal": "there is no command 'instal'; 'pip install .' in a project installs its plugin",
                "chekc": "there is no command 'chekc'; 'plugingen validate' checks a spec",
                "schema -x": "there is no option '-x'",
                "nwe --json": "there is no command 'nwe'; did you mean 'new'?",
                "update": "there is no command 'update'; 'plugingen regenerate' brings a project up to date",
                "doctor": "there is no command 'doctor'; 'python -m NAME.doctor' checks an installed plugin",
                "api lst": "did you mean 'api list'?",
                "new": "SPEC is missing",
                "api diff 2.15": "TO is missing",
                "schema surplus": "'surplus' is not expected here",
                "new x --dry-run --json": "only one of --dry-run, --diff, --explain and --json can be given",
                "new x -o": "--output needs a value: DIR",
                "ops --sets Relu": "NAME and --sets cannot be given together",
                "coverage m --spec s --optimizer adam": "--optimizer needs --loss",
                "completion csh": "SHELL must be bash, zsh or fish, not 'csh'",
                "formulas opencl --types flot": "did you mean 'float'?",
                "formulas cud": "LANGUAGE must be c++, cuda, glsl or opencl, not 'cud'; did you mean 'cuda'?",
                "new x --output ''": "--output is empty"}.items():
            done = self.expect(64, *shlex.split(words))
            self.assertIn("plugingen: error: ", done.stderr)
            self.assertIn(said, done.stderr.splitlines()[0] + "\n")
            self.assertRegex(done.stderr, r"Run 'plugingen .*--help'")
            if "--json" in words:
                self.assertIn(said, json.loads(done.stdout)["error"]["message"])
            else:
                self.assertEqual(done.stdout, "")

    def test_says_how_it_is_called(self):
        self.assertIn("Usage: plugingen api diff [OPTIONS] FROM TO\n", self.expect(64, "api", "diff", "2.15").stderr)

    def test_words_are_taken_in_any_case(self):
        self.assertEqual(self.expect(0, "formulas", "CUDA", "Relu").stdout, self.expect(0, "formulas", "cuda", "Relu").stdout)
        self.expect(0, "--color", "NEVER", "schema")


if __name__ == "__main__":
    running.main()
