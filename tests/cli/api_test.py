#!/usr/bin/env python3
"""plugingen api: the C API over the releases, and what changed between two of them for a project."""

import json
import pathlib
import re
import sys

import running
from running import KNOWN, ROOT, CommandTest, words

sys.path.insert(0, str(ROOT / "tools"))
import extract_c_api  # noqa: E402  (the line above says where it is)
import merged_catalog  # noqa: E402


def releases_that_export(function):
    """What the catalogue says of libtensorflow_framework: which these are changes with releases to come."""
    text = pathlib.Path(ROOT, "catalog/c_api.txt").read_text(encoding="utf-8")
    releases = merged_catalog.parse(extract_c_api.STYLE, text)[0]
    return [release for release in releases if "exported framework" in releases[release].get(f"function {function}", ())]


class ApiListTest(CommandTest):
    def test_the_table_has_a_line_for_each_name(self):
        # What continues a line is indented.
        lines = [words(entry) for entry in re.split(r"\n(?! )", self.expect(0, "api", "list").stdout.rstrip("\n"))]
        kinds = {line.split()[1] for line in lines}
        self.assertEqual(kinds, {"struct", "function", "enum", "macro", "type"})
        table = {line.split()[0]: line for line in lines}
        self.assertRegex(table["SP_Platform"], r"struct +changed in 2\.9$")
        self.assertRegex(table["TF_AssignVariable"], r"function +since 2\.6, changed in 2\.10[^,]*, exported .*2\.18")
        self.assertRegex(table["SE_InitPlugin"], r"function +not exported$")
        self.assertRegex(table["TF_GetStream"], r"function$")
        self.assertNotIn("TF_AbortWhile", table, "no header for plugins declares it")

    def test_the_table_of_one_release(self):
        lines = self.expect(0, "api", "list", "--tensorflow", "2.6").stdout.splitlines()
        table = {line.split()[0]: line for line in lines}
        self.assertRegex(table["SP_StreamExecutor"], r"264 bytes$")
        self.assertNotIn("TP_Profiler", table, "it came with 2.7")
        newest = "nightly" if KNOWN.nightly else KNOWN.newest
        self.assertIn("SP_StreamOptions", self.expect(0, "api", "list", "--tensorflow", newest).stdout)

    def test_a_struct_has_its_fields_over_the_releases(self):
        text = self.expect(0, "api", "list", "SP_StreamExecutor").stdout
        self.assertIn("\n    256    8  host_callback: TF_Bool (*)(", text)
        self.assertRegex(words(text), r" 256 8 host_callback: [^:]* \(until 2\.6\) ")
        self.assertRegex(words(text), r" 280 8 host_callback: [^:]* \(since 2\.7\) ")
        self.assertIn("since 2.7: mem_zero, memset and memset32 have to be set", words(text))
        text = self.expect(0, "api", "list", "SP_StreamExecutor", "--tensorflow", "2.12").stdout
        self.assertIn("\n    280    8  host_callback", text)
        self.assertNotIn("(until", text.replace("(*)", ""))
        self.assertEqual(text.count(" host_callback: "), 1)

    def test_a_function_has_its_declarations_and_libraries(self):
        text = words(self.expect(0, "api", "list", "TF_AssignVariable").stdout)
        self.assertRegex(text, r"void TF_AssignVariable\([^:]*, TF_Status\* status\) \(until 2\.9\) ")
        self.assertRegex(text, r"in libtensorflow_framework of [^:()]* \([^:()]*2\.18[^:()]*\) ")
        self.assertRegex(text, r"in no library of [^()]* \([^()]*2\.19[^()]*\) ")
        exporting = releases_that_export("TF_AssignVariable")
        self.assertIn("2.18", exporting)
        for release in KNOWN.c_api[KNOWN.c_api.index("2.6"):]:
            with self.subTest(release):
                text = words(self.expect(0, "api", "list", "TF_AssignVariable", "--tensorflow", release).stdout)
                self.assertEqual("in libtensorflow_framework of" in text, release in exporting)
                self.assertEqual("in no library of" in text, release not in exporting)
        self.assertIn("only in libtensorflow_cc", self.expect(0, "api", "list", "TF_InferStatically").stdout)

    def test_fields_values_and_drafts_are_found(self):
        self.assertIn("field memset32 of SP_StreamExecutor\n", self.expect(0, "api", "list", "memset32").stdout)
        self.assertIn("value SE_EVENT_PENDING of SE_EventStatus\n", self.expect(0, "api", "list", "SE_EVENT_PENDING").stdout)
        text = self.expect(0, "api", "list", "SP_Allocator").stdout
        self.assertIn("struct SP_Allocator, never released\n", text)
        self.assertIn("  drafted in RFC 20200612-stream-executor-c-api, ", text)
        self.assertIn("  replaced by ", text)
        self.assertIn("SP_PlatformFns.create_allocator, never released", self.expect(0, "api", "list", "create_allocator").stdout)

    def test_names_that_are_not_there(self):
        done = self.expect(64, "api", "list", "TF_AssignVariabel")
        self.assertEqual(done.stderr, "plugingen: error: TensorFlow's C API has no 'TF_AssignVariabel'; "
                                      "did you mean 'TF_AssignVariable'?\n")
        done = self.expect(64, "api", "list", "TF_IsRefInput", "--tensorflow", "2.8")
        self.assertIn("no 'TF_IsRefInput' in 2.8; `plugingen api list TF_IsRefInput` tells", done.stderr)
        done = self.expect(64, "api", "list", "nothing_like_it_at_all", "TF_GetStream")
        self.assertIn("function TF_GetStream", done.stdout, "the others are shown")
        self.assertIn(f"did you mean '{KNOWN.c_api[-1]}'?", self.expect(64, "api", "list", "--tensorflow", "2.99").stderr)


class ApiDiffTest(CommandTest):
    def test_the_worst_comes_first(self):
        text = self.expect(0, "api", "diff", "2.9", "2.10").stdout
        self.assertEqual(re.findall(r"^(\w+) \(\d+\):", text, re.M), ["breaking", "attention", "addition", "cosmetic"])
        self.assertIn("\n  function TF_AssignVariable: takes 'bool validate_shape' as its 4th parameter\n", text)
        self.assertIn("note: Ops and TensorFlow's own kernels are known for", text)

    def test_it_goes_back_too(self):
        text = self.expect(0, "api", "diff", "2.10", "2.9").stdout
        self.assertIn("note: 2.9 is older than 2.10", text)
        self.assertIn("no longer takes 'bool validate_shape'", text)

    def test_nothing_and_everything(self):
        self.assertIn("Nothing changed.", self.expect(0, "api", "diff", "2.15", "2.15").stdout)
        if KNOWN.nightly:
            self.assertIn("is not released", self.expect(0, "api", "diff", "2.5", "nightly").stdout)
        else:
            self.assertIn("'nightly' is not known", self.expect(64, "api", "diff", "2.5", "nightly").stderr)

    def test_unknown_releases(self):
        last = KNOWN.c_api[-1]
        self.assertIn(f"plugingen knows 2.5 to {last}; did you mean '2.15'?", self.expect(64, "api", "diff", "2.15.1", "2.19").stderr)
        self.assertIn(f"did you mean '{last}'?", self.expect(64, "api", "diff", "2.19", "2.99").stderr)
        self.assertEqual(self.expect(64, "api", "diff", "2.19").stdout, "")

    def test_subcommands(self):
        self.assertIn("did you mean 'api diff'?", self.expect(64, "api", "dif", "2.9", "2.10").stderr)
        self.assertIn("needs 'list', 'diff' or 'scan'", self.expect(64, "api").stderr)
        self.assertIn("--project", self.expect(0, "api", "diff", "--help").stdout)

    def test_json(self):
        report = json.loads(self.expect(0, "api", "diff", "2.18", "2.19", "--json").stdout)
        self.assertEqual((report["from"], report["to"], report["back"]), ("2.18", "2.19", False))
        gone = [change for change in report["changes"] if "no longer exported" in change["text"]]
        self.assertEqual(len(gone), 14)
        self.assertEqual({change["severity"] for change in gone}, {"breaking"})
        self.assertEqual(sum(report["counts"].values()), len(report["changes"]))
        self.assertNotIn("files", report["changes"][0])


class ApiProjectTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.spec.write_text(running.SPEC.replace("{op: Relu", "{op: MatMul, types: {T: float}}\n  - {op: Relu"))
        self.new()

    def diff(self, *arguments, status=0):
        return self.expect(status, "api", "diff", *arguments, "--project", self.project)

    def test_only_what_concerns_the_project(self):
        text = self.diff("2.15", "2.19").stdout
        self.assertIn("what concerns the project", text)
        self.assertIn("  op MatMul: has the attrs grad_a: bool = false, grad_b: bool = false (2.16)\n", text)
        self.assertIn("The plugin registers kernels for it.", text)
        self.assertNotIn("BatchFunction", text)
        self.assertIn("`plugingen regenerate` keeps up to date:", text)
        self.assertEqual(re.findall(r"yours: (.*)", text), ["nova_npu.yaml:5 (once)"], "the spec")
        self.assertRegex(text, r"\nLeft out, .* \d+ breaking")

    def test_files_of_the_user_have_lines(self):
        own = self.project / "src/kernels/own.cc"
        own.write_text("// Mine.\nvoid F() { TF_AssignVariable(nullptr); }\n")
        (self.project / "build").mkdir()
        (self.project / "build/copy.cc").write_text("TF_AssignVariable")
        kernel = self.project / running.KERNEL
        kernel.write_text("TF_GetInputByName();\n" + kernel.read_text())
        text = self.diff("2.18", "2.19").stdout
        self.assertIn("      yours: src/kernels/own.cc:2 (own)\n", text)
        self.assertIn(f"      yours: {running.KERNEL}:1 (scaffold)\n", text)
        self.assertNotIn("build/copy.cc", text)
        report = json.loads(self.diff("2.18", "2.19", "--json").stdout)
        change = next(change for change in report["changes"] if change["name"] == "TF_AssignVariable")
        self.assertIn({"path": "src/kernels/own.cc", "ownership": "own", "regenerate": False, "lines": [2]},
                      change["files"])
        self.assertGreater(report["left_out"]["attention"], 0)

    def test_generated_files_that_were_edited_or_ejected_are_the_users(self):
        hooks, header = "library/plugin/python_hooks.cc", "library/include/pluggable/variable.h"
        self.assertRegex(words(self.diff("2.18", "2.19").stdout), f"keeps up to date: {header}")
        with (self.project / hooks).open("a") as file:
            file.write("// mine\n")
        self.expect(0, "eject", header, "--project", self.project)
        text = words(self.diff("2.18", "2.19").stdout)
        for path in [hooks, header]:
            self.assertRegex(text, rf"yours: {path}:[0-9]+.*\(generated\)")
            self.assertEqual(text.count(path), 1)

    def test_a_spec_with_mistakes_is_no_obstacle(self):
        (self.project / "nova_npu.yaml").write_text("nonsense: [")
        self.assertIn("MatMul", self.diff("2.15", "2.19").stdout, "its table of kernels names it")

    def test_folders_that_are_no_projects(self):
        done = self.expect(64, "api", "diff", "2.18", "2.19", "--project", self.folder)
        self.assertIn("is not a project made by plugingen", done.stderr)
        (self.project / ".plugingen/lock.json").write_text("{}")
        self.assertIn("cannot be used", self.diff("2.18", "2.19", status=64).stderr)
        self.assertIn("is empty", self.expect(64, "api", "diff", "2.18", "2.19", "--project", "").stderr)


if __name__ == "__main__":
    running.main()
