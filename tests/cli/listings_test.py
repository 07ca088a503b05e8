#!/usr/bin/env python3
"""What commands list: ops, sets, the C API, plans. Searching, lines that fit a terminal, and the same for programs.
usage: listings_test.py PLUGINGEN"""

import json
import re
import unittest

import running
from running import BROKEN_SPEC, KNOWN, CommandTest

WIDE = re.compile(r".{81}")


class OpsTest(CommandTest):
    def names(self, *arguments, **options):
        return [line.split()[0] for line in self.expect(0, "ops", *arguments, **options).stdout.splitlines()]

    def json(self, *arguments):
        return json.loads(self.expect(0, "ops", *arguments, "--json").stdout)

    def test_patterns(self):
        found = self.names("Conv2D*")
        self.assertIn("Conv2DBackpropInput", found)
        self.assertTrue(all(name.startswith("Conv2D") for name in found), found)
        self.assertEqual(self.names("conv2d*"), found, "their case does not matter")
        self.assertEqual(self.names("Relu?"), ["Relu6"])
        self.assertEqual(self.names("Relu[0-9]"), ["Relu6"])
        self.assertEqual(self.names("[ab]"), ["A", "B"])
        self.assertEqual(self.names("[z]eta", "[r]elu"), ["Zeta", "Relu"])
        self.assertIn("no set of ops named '[mlp]'", self.expect(64, "ops", "--set=[mlp]").stderr)
        self.assertIn("'[x]' is not expected here", self.expect(64, "schema", "[x]").stderr)
        done = self.expect(64, "ops", "Zz*")
        self.assertIn("has no op that matches 'Zz*'", done.stderr)
        self.assertNotIn("did you mean", done.stderr)

    def test_parts_of_names(self):
        done = self.expect(0, "ops", "conv")
        found = [line.split()[0] for line in done.stdout.splitlines()]
        self.assertLessEqual({"Conv2D", "DepthwiseConv2dNative"}, set(found))
        self.assertTrue(all("conv" in name.lower() for name in found), found)
        self.assertIn(f"there is no op 'conv'; did you mean 'Conv'? {len(found)} names contain it", done.stderr)
        self.assertIn("; 1 name contains it", self.expect(0, "ops", "BiasAddGra").stderr)
        self.assertIn("did you mean 'MatMul'?", self.expect(64, "ops", "MatMull").stderr)
        self.expect(64, "ops", "")
        self.assertTrue(self.expect(0, "ops", "Conv2D").stdout.startswith("Conv2D(input: T"), "an op itself comes first")

    def test_only_those_with_a_reference_kernel(self):
        every, some = self.names(), self.names("--reference-only")
        self.assertLess(set(some), set(every))
        self.assertTrue(all("(reference kernel)" in line for line in self.expect(0, "ops", "--reference-only").stdout.splitlines()))
        self.assertEqual(self.names("*mat*mul*", "--reference-only"), [name for name in self.names("*mat*mul*") if name in some])
        self.assertIn("plugingen has no reference kernel for 'TPUExecute'", self.expect(64, "ops", "TPUExecute", "--reference-only").stderr)
        self.assertIn("with a reference kernel", self.expect(64, "ops", "tpu*", "--reference-only").stderr)

    def test_sets_are_a_table(self):
        text = self.expect(0, "ops", "--sets").stdout
        table, advice = text.split("\n\n")
        self.assertNotRegex(text, WIDE)
        rows = {line.split()[0]: int(line.split()[1]) for line in table.splitlines()[1:] if not line.startswith(" ")}
        sets = {one["name"]: one for one in self.json("--sets")["sets"]}
        self.assertEqual(list(rows), list(sets))
        self.assertEqual(rows, {name: len(one["ops"]) for name, one in sets.items()})
        self.assertRegex(text, r"\ncnn +\d+  convolutional.*\n +has mlp and \d+ more ops\n")
        self.assertRegex(text, r"\nresnet +\d+  .*\n +has training, with more types\n")
        self.assertIn("Begin with 'mlp'", advice)
        for one in sets.values():
            self.assertEqual(len(one["ops"]), len(set(one["ops"])), one["name"])
            for other in one["includes"]:
                self.assertLessEqual(set(sets[other]["ops"]), set(one["ops"]))

    def test_sets_are_those_of_the_release(self):
        old = self.json("--sets", "--tensorflow", "2.12")
        self.assertEqual(old["tensorflow"], "2.12")
        known = set(self.names("--tensorflow", "2.12"))
        self.assertTrue(all(set(one["ops"]) <= known for one in old["sets"]))
        of_topk = [{op["name"]: op["types"] for op in self.json("--set", "all", "--tensorflow", release)["ops"]}["TopKV2"]
                   for release in ["2.12", "2.13"]]
        self.assertEqual([set(rows[0]) for rows in of_topk], [{"T"}, {"T", "Tk", "index_type"}])

    def test_one_set_has_each_op_once_with_its_types(self):
        for name in ["mlp", "keras", "all"]:
            text = self.expect(0, "ops", "--set", name).stdout
            self.assertNotRegex(text, WIDE)
            listed = [line.split()[0] for line in text.splitlines() if not line.startswith(" ")]
            self.assertEqual(listed, sorted(set(listed)))
            self.assertEqual(listed, [op["name"] for op in self.json("--set", name)["ops"]])
        ops = {op["name"]: op["types"] for op in self.json("--set", "keras")["ops"]}
        self.assertEqual(ops["SelectV2"], [{"T": ["float", "half", "bfloat16", "int32", "int64"]}])
        self.assertEqual({"SrcT": ["half", "bfloat16"], "DstT": ["float", "int32"]} in ops["Cast"], True, "no more than what the set has")
        self.assertEqual(ops["VarHandleOp"] if "VarHandleOp" in ops else [{}], [{}])
        self.assertRegex(self.expect(0, "ops", "--set", "mlp").stdout, r"(?m)^MatMul +T: float$")
        self.assertIn("did you mean 'mlp'?", self.expect(64, "ops", "--set", "mlpp").stderr)

    def test_a_set_is_what_specs_get(self):
        """The types of the listing against those of the emitted kernels."""
        self.spec.write_text("plugingen: 1\nplugin: {name: nova_npu}\nkernels: [{set: mixed_precision}]\n")
        self.new("-q")
        table = (self.project / "src/generated/plugin/kernel_table.cc").read_text()
        emitted = set(re.findall(r'"([A-Z]\w+)"', table))
        listed = {op["name"] for op in self.json("--set", "mixed_precision")["ops"]}
        self.assertLessEqual(listed, emitted)

    def test_pages_for_programs(self):
        (page,) = self.json("TopKV2", "--tensorflow", "2.12")["ops"]
        self.assertEqual(page["signature"], "TopKV2(input: T, k: int32) -> values: T, indices: int32")
        self.assertEqual(page["attrs"]["sorted"], "bool = true")
        self.assertIn("float", page["reference_types"]["T"])
        (page,) = self.json("AddV2")["ops"]
        self.assertIn({"device": "DEFAULT", "types": {"T": ["int32"]}, "host_memory": ["x", "y", "z"], "label": ""},
                      page["tensorflow_kernels"])
        listed = self.json("Relu*")
        self.assertEqual(listed["tensorflow"], KNOWN.newest)
        self.assertIn("Relu6", [op["name"] for op in listed["ops"]])
        self.assertEqual(len(self.json()["ops"]), len(self.names()))


class WidthTest(CommandTest):
    def test_lines_fit_a_terminal(self):
        self.new("-q")
        (self.project / "src/kernels/cross.cc").unlink()
        with open(self.project / "README.md", "a", encoding="utf-8") as file:
            file.write("mine\n")
        for arguments in [("status", self.project, "--all"), ("status", self.project), ("regenerate", self.project, "--explain"),
                          ("conformance", "--list"), ("api", "diff", "2.12", KNOWN.newest), ("api", "list"), ("explain",),
                          ("api", "list", "--tensorflow", "2.15"), ("api", "list", "SP_StreamExecutor", "TF_AssignVariable"),
                          ("ops", "SelectV2", "TopKV2", "AddV2"), ("api", "diff", "2.18", "2.19", "--project", self.project)]:
            for line in self.expect(0, *arguments).stdout.splitlines():
                # A word is never broken.
                self.assertTrue(len(line) <= 80 or len(line.split()[-1]) > 30, f"{arguments}: {line}")

    def test_pages_are_broken_anew_but_for_their_examples(self):
        for page in json.loads(self.expect(0, "explain", "--json").stdout)["codes"][::5]:
            for line in self.expect(0, "explain", page["code"]).stdout.splitlines():
                self.assertTrue(len(line) <= 80 or line.startswith(" "), line)

    def test_reasons_are_said_once(self):
        self.new("-q")
        text = self.expect(0, "regenerate", self.project, "--explain").stdout
        files = [file["path"] for file in json.loads(self.expect(0, "regenerate", self.project, "--json").stdout)["files"]]
        self.assertEqual(sorted(re.findall(r"(?m)^  (\S+)$", text)), sorted(files))
        self.assertEqual(text.count("it already has this text"), 3, "once for each that it may belong to")

    def test_names_of_the_c_api_begin_lines(self):
        names = [line.split()[0] for line in self.expect(0, "api", "list").stdout.splitlines() if not line.startswith(" ")]
        entries = json.loads(self.expect(0, "api", "list", "--json").stdout)["entries"]
        self.assertEqual(names, [entry["name"] for entry in entries])


class JsonTest(CommandTest):
    """One object, whatever the run found."""

    def object_of(self, status, *arguments, **options):
        found = json.loads(self.expect(status, *arguments, **options).stdout)
        self.assertIsInstance(found, dict)
        return found

    def test_errors_are_objects_too(self):
        for status, arguments in [(64, ("validate", "--json", "none.yaml")), (64, ("new", "none.yaml", "--json")),
                                  (64, ("regenerate", "none", "--json")), (64, ("status", ".", "--json")), (64, ("undo", ".", "--json")),
                                  (64, ("eject", "x.cc", "--json", "--project", "none")), (64, ("ops", "Rely", "--json")),
                                  (64, ("ops", "--json", "--set", "mlpp")), (64, ("explain", "E9999", "--json")),
                                  (64, ("api", "list", "TF_NoSuchName", "--json")), (64, ("api", "diff", "2.1", "2.20", "--json")),
                                  (64, ("coverage", "none", "--spec", "spec.yaml", "--json")), (64, ("ops", "--bogus", "--json")),
                                  (64, ("schema", "--json"))]:
            done = self.expect(status, *arguments)
            error = json.loads(done.stdout)["error"]
            self.assertTrue(error["message"], arguments)
            self.assertIn(f"plugingen: error: {error['message']}", done.stderr)
            self.assertEqual(set(error), {"message", "help"})
        self.assertIn("plugingen new SPEC", self.object_of(64, "status", "--json", ".")["error"]["help"])
        self.assertEqual(self.expect(64, "conformance", "--json", "report.json").stdout, "", "a report is no answer")

    def test_mistakes_in_options_of_a_spec(self):
        for flag in ["--json", "--json=true"]:
            error = self.object_of(64, "new", "nova_npu", flag, "--set", "nope")["error"]
            self.assertEqual(error["message"], "there is no set of ops named 'nope'")
            self.assertIn("mlp", error["help"])

    def test_a_disk_that_is_full(self):
        self.new("-q")
        done = self.object_of(73, "eject", "Relu", "--project", self.project, "--json", **running.file_size_limit(100))
        self.assertIn("cannot", done["error"]["message"])
        self.assertEqual(done["error"]["help"], "Nothing was changed.")

    def test_errors_of_a_spec(self):
        self.spec.write_text(BROKEN_SPEC)
        for arguments in [("validate", "spec.yaml"), ("new", "spec.yaml"), ("coverage", "-", "--spec", "spec.yaml")]:
            (found,) = self.object_of(2, *arguments, "--json", stdin="Relu\n")["diagnostics"]
            self.assertEqual(found["line"], 2)

    def test_errors_of_the_spec_of_a_project(self):
        self.new("-q")
        (self.project / "nova_npu.yaml").write_text(BROKEN_SPEC)
        for arguments in [("regenerate", self.project), ("status", self.project), ("eject", "src/new.cc", "--project", self.project)]:
            self.assertEqual(self.object_of(2, *arguments, "--json")["diagnostics"][0]["line"], 2)

    def test_positions_in_a_spec(self):
        self.spec.write_text('plugingen: 1\nplugin: {description: "ß机", vendr: x}\n', encoding="utf-8")
        found = self.object_of(2, "validate", "spec.yaml", "--json")["diagnostics"]
        (vendr,) = [one for one in found if "vendr" in one["message"]]
        line = '\nplugin: {description: "ß机", vendr'
        self.assertEqual(vendr["column"], line.index("vendr"), "counts characters from 1")
        self.assertEqual(vendr["begin"], len(("plugingen: 1" + line[:-len("vendr")]).encode()), "counts bytes from 0")

    def test_eject_and_undo(self):
        self.new("-q")
        root = str(self.project)
        done = self.object_of(0, "eject", "Relu", "src/generated/plugin/names.h", "--project", self.project, "--json")
        self.assertEqual(done, {"root": root, "ejected": [
            {"path": "library/kernels/relu.cc", "own": "src/kernels/relu.cc"},
            {"path": "src/generated/plugin/names.h", "own": "src/generated/plugin/names.h"}]})
        preview = self.object_of(0, "undo", self.project, "--json", "--dry-run")
        self.assertIn({"path": "src/kernels/relu.cc", "action": "delete"}, preview["files"])
        self.assertEqual((preview["root"], preview["run"], preview["written"]), (root, "plugingen eject", False))
        done = self.object_of(0, "undo", self.project, "--json")
        self.assertEqual(done, {**preview, "written": True})

    def test_explain(self):
        codes = self.object_of(0, "explain", "--json")["codes"]
        self.assertGreater(len(codes), 20)
        page = self.object_of(0, "explain", codes[0]["code"], "--json")
        self.assertEqual(page["title"], codes[0]["title"])
        self.assertIn(running.words(page["text"]), running.words(self.expect(0, "explain", page["code"]).stdout))

    def test_c_api(self):
        found = self.object_of(0, "api", "list", "force_memory_growth", "--json")
        (entry,) = found["entries"]
        self.assertEqual((entry["name"], entry["member"], entry["kind"]), ("SP_Platform", "force_memory_growth", "struct"))
        self.assertEqual([version["end"] for version in entry["versions"]], [34, 35])
        self.assertIn({"name": "force_memory_growth", "type": "TF_Bool", "offset": 34, "size": 1}, entry["versions"][1]["fields"])
        self.assertEqual(entry["facts"][0]["release"], "2.9")
        self.assertEqual(self.object_of(0, "api", "list", "SP_Allocator", "--json")["drafts"][0]["kind"], "struct")
        one = self.object_of(0, "api", "list", "TF_AssignVariable", "--json", "--tensorflow", "2.15")
        self.assertEqual([one["releases"], one["entries"][0]["versions"][0]["exported"]], [["2.15"], ["framework"]])


if __name__ == "__main__":
    running.main()
