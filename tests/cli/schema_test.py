#!/usr/bin/env python3
"""`plugingen schema`: where it writes the schema that editors read, and what it leaves alone.

usage: tests/cli/schema_test.py PLUGINGEN [unittest's arguments]
"""

import json
import os
import re

import running
from running import ROOT, CommandTest


class SchemaTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.schema = self.expect(0, "schema").stdout

    def test_lies_where_the_first_line_of_a_new_spec_points(self):
        text = self.expect(0, "init", "nova_npu", "-o", "-").stdout
        path = re.match(r"# yaml-language-server: \$schema=\./(\S+)\n", text).group(1)
        done = self.expect(0, "schema", "-o", path)
        self.assertEqual((done.stdout, done.stderr), ("", f"Wrote '{path}'\n"))
        self.assertEqual((self.folder / path).read_text(), self.schema)

    def test_replaces_schemas_and_nothing_else(self):
        path = self.folder / "a.json"
        path.write_text(self.schema.replace('"maxLength"', '"maximumLength"'))
        self.assertIn("Wrote", self.expect(0, "schema", "--output", path).stderr)
        self.assertEqual(path.read_text(), self.schema)
        before = path.stat().st_mtime_ns
        self.assertIn("is up to date", self.expect(0, "schema", "-o", path).stderr)
        self.assertEqual(path.stat().st_mtime_ns, before)
        other = self.folder / "package.json"
        other.write_text(json.dumps({"title": "Notes", "of": json.loads(self.schema)["title"]}))
        link = self.folder / "link"
        link.symlink_to(path)
        for refused in (other, link, self.folder):
            self.assertIn("was not changed", self.expect(5, "schema", "-o", refused).stderr)
        self.assertEqual(json.loads(other.read_text())["title"], "Notes", "it only mentions the schema's title")
        self.assertIn("is empty", self.expect(64, "schema", "-o", "").stderr)

    def test_leaves_no_half_of_one(self):
        path = self.folder / "a.json"
        self.expect(73, "schema", "-o", path, **running.file_size_limit(100))
        self.assertFalse(path.exists())
        old = self.schema.replace('"maxLength"', '"maximumLength"')
        path.write_text(old)
        self.expect(73, "schema", "-o", path, **running.file_size_limit(100))
        self.assertEqual(path.read_text(), old)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.json", "spec.yaml"])

    def test_a_dash_is_the_standard_output(self):
        self.assertEqual(self.expect(0, "schema", "-o", "-").stdout, self.schema)
        self.assertFalse((self.folder / "-").exists())

    def test_makes_no_project_of_its_folder(self):
        self.expect(0, "schema", "-o", ".plugingen/spec.schema.json")
        for command in ("status", "regenerate"):
            self.assertIn("is not a project", self.expect(64, command).stderr)
        self.expect(0, "new", self.spec, "-q")
        self.expect(0, "status", "nova_npu")
        # With something of a project beside it the folder is one that lost its lock.
        (self.folder / "nova_npu/.plugingen/lock.json").unlink()
        self.assertIn("is created again", self.expect(0, "status", "nova_npu").stdout)

    def test_the_page_on_editors_names_files_in_one_way(self):
        page = (ROOT / "docs/editors.md").read_text(encoding="utf-8")
        settings, entry = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL))
        self.assertEqual(list(settings["yaml.schemas"].values()), [entry["fileMatch"]])
        self.assertEqual(set(entry), {"name", "description", "fileMatch", "url"})  # what SchemaStore asks for
        (written,) = re.findall(r"plugingen schema -o (plugingen\S+)", page)
        self.assertEqual(list(settings["yaml.schemas"]), [f"./{written}"])


if __name__ == "__main__":
    running.main()
