#!/usr/bin/env python3
"""`plugingen validate`: what its reports for programs say, and that they say the same.

usage: tests/cli/validate_test.py PLUGINGEN [unittest's arguments]
"""

import json
import pathlib

import running
from running import ROOT, CommandTest

GOLDEN = ROOT / "tests/golden"


class SarifTest(CommandTest):
    """The shape is what the standard (SARIF 2.1.0) says of the members that plugingen writes."""

    def members(self, value, required, optional=()):
        self.assertIsInstance(value, dict)
        self.assertLessEqual(set(required), set(value))
        self.assertLessEqual(set(value), {*required, *optional})

    def check_message(self, message):
        self.members(message, ["text"])
        self.assertIsInstance(message["text"], str)
        self.assertTrue(message["text"].strip())

    def check_region(self, region):
        self.members(region, ["startLine", "startColumn", "endLine", "endColumn"])
        for number in region.values():
            self.assertIsInstance(number, int)
            self.assertGreaterEqual(number, 1)
        self.assertLessEqual((region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"]))

    def check_location(self, location, uri):
        self.members(location, ["artifactLocation", "region"])
        self.assertEqual(location["artifactLocation"], {"uri": uri})
        self.check_region(location["region"])

    def check_fix(self, fix, uri):
        self.members(fix, ["description", "artifactChanges"])
        self.check_message(fix["description"])
        for change in fix["artifactChanges"]:
            self.members(change, ["artifactLocation", "replacements"])
            self.assertEqual(change["artifactLocation"], {"uri": uri})
            self.assertTrue(change["replacements"])
            for replacement in change["replacements"]:
                self.members(replacement, ["deletedRegion", "insertedContent"])
                self.check_region(replacement["deletedRegion"])
                self.check_message(replacement["insertedContent"])

    def check_log(self, log, uri):
        self.members(log, ["version", "runs"], ["$schema"])
        self.assertEqual(log["version"], "2.1.0")
        self.assertEqual(len(log["runs"]), 1)
        run = log["runs"][0]
        self.members(run, ["tool", "results", "columnKind"])
        driver = run["tool"]["driver"]
        self.members(driver, ["name", "version", "semanticVersion", "rules"])
        ids = [rule["id"] for rule in driver["rules"]]
        self.assertEqual(len(ids), len(set(ids)))
        for rule in driver["rules"]:
            self.members(rule, ["id", "shortDescription", "help", "defaultConfiguration"])
            self.assertRegex(rule["id"], r"^[EW]0\d{3}$")
            self.check_message(rule["shortDescription"])
            self.members(rule["help"], ["text", "markdown"])
            self.assertIn(rule["defaultConfiguration"], [{"level": "error"}, {"level": "warning"}])
        self.assertEqual(set(ids), {result["ruleId"] for result in run["results"]})
        for result in run["results"]:
            self.members(result, ["ruleId", "ruleIndex", "level", "message", "locations"], ["relatedLocations", "fixes"])
            self.assertEqual(ids[result["ruleIndex"]], result["ruleId"])
            self.assertIn(result["level"], ["error", "warning"])
            self.check_message(result["message"])
            self.assertEqual(len(result["locations"]), 1)
            self.check_location(result["locations"][0]["physicalLocation"], uri)
            for number, related in enumerate(result.get("relatedLocations", []), 1):
                self.members(related, ["id", "physicalLocation", "message"])
                self.assertEqual(related["id"], number)
                self.check_location(related["physicalLocation"], uri)
            for fix in result.get("fixes", []):
                self.check_fix(fix, uri)
        return run["results"]

    def sarif(self, spec, folder=None):
        ran = running.run("validate", "--sarif", spec, cwd=folder or self.folder)
        self.assertIn(ran.returncode, (0, 2), ran.stderr)
        return json.loads(ran.stdout)

    def test_says_what_json_says_and_its_fixes_help(self):
        specs = [path for folder in ("diagnostics/unknown_key", "diagnostics/kernels", "diagnostics/print", "model")
                 for path in sorted((GOLDEN / folder).rglob("*.yaml"))]
        self.assertGreater(len(specs), 30)
        fixed = 0
        for path in specs:
            with self.subTest(spec=path.name):
                spec = pathlib.Path("spec.yaml")
                text = path.read_bytes()
                (self.folder / spec).write_bytes(text)
                listed = json.loads(self.expect({0, 2}, "validate", "--json", spec).stdout)["diagnostics"]
                results = self.check_log(self.sarif(spec), "spec.yaml")
                self.assertEqual(len(results), len(listed))
                for result, said in zip(results, listed):
                    self.assertEqual((result["ruleId"], result["level"]), (said["code"], said["severity"]))
                    self.assertEqual(result["locations"][0]["physicalLocation"]["region"],
                                     {"startLine": said["line"], "startColumn": said["column"],
                                      "endLine": said["end_line"], "endColumn": said["end_column"]})
                    self.assertTrue(result["message"]["text"].startswith(said["message"]))
                    self.assertTrue(result["message"]["text"].endswith(said["help"]))
                    for fix in result.get("fixes", []):
                        inserted = fix["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"]
                        (self.folder / spec).write_bytes(text[:said["begin"]] + inserted.encode() + text[said["end"]:])
                        left = json.loads(self.expect({0, 2}, "validate", "--json", spec).stdout)["diagnostics"]
                        self.assertNotIn((said["code"], said["begin"]), [(one["code"], one["begin"]) for one in left],
                                         f"'{inserted}' in place of {text[said['begin']:said['end']]}")
                        deleted = text[said["begin"]:said["end"]].decode()
                        self.assertNotIn((deleted, inserted), [("op", "Relu"), ("MatMul.transpose", "transpose_a")])
                        fixed += 1
        self.assertGreater(fixed, 10)

    def test_a_part_of_what_is_underlined_gets_no_fix(self):
        self.spec.write_text(running.SPEC + "ops:\n  - {name: AcmeOp, inputs: 'x: float', outputs: 'y: float', shape: {y: sameas(x)}}\n")
        (result,) = self.check_log(self.sarif("spec.yaml"), "spec.yaml")
        self.assertIn("did you mean 'same_as'?", result["message"]["text"])
        self.assertNotIn("fixes", result)

    def test_names_the_file_from_the_working_folder(self):
        inside = self.folder / "specs here"
        inside.mkdir()
        spec = inside / "a#b.yaml"
        spec.write_text("plugingen: 1\nplugin: {nme: nova_npu}\n")
        outside = self.folder / "elsewhere"
        outside.mkdir()
        link = self.folder / "link"
        link.symlink_to(inside)
        for written, folder, uri in ((link / spec.name, inside, "a%23b.yaml"), (spec, link, "a%23b.yaml"),
                                     (spec.relative_to(self.folder), self.folder, "specs%20here/a%23b.yaml"),
                                     ("./a#b.yaml", inside, "a%23b.yaml"),
                                     (spec, self.folder, "specs%20here/a%23b.yaml"),
                                     (spec, outside, "file://" + str(spec).replace(" ", "%20").replace("#", "%23")),
                                     (f"../{inside.name}/{spec.name}", outside, "../specs%20here/a%23b.yaml")):
            with self.subTest(uri=uri):
                self.check_log(self.sarif(written, folder), uri)

    def test_reads_the_standard_input_and_refuses_what_it_cannot_read(self):
        ran = self.expect(2, "validate", "--sarif", "-", stdin="plugingen: 1\n")
        location = json.loads(ran.stdout)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(location["artifactLocation"], {"description": {"text": "the standard input"}})
        self.assertEqual(self.expect(64, "validate", "--sarif", "nothing.yaml").stdout, "")
        self.assertIn("cannot be given together", self.expect(64, "validate", "--sarif", "--json", "-").stdout)
        good = self.expect(0, "validate", "--sarif", "-", stdin=running.SPEC)
        self.assertEqual(json.loads(good.stdout)["runs"][0]["results"], [])


if __name__ == "__main__":
    running.main()
