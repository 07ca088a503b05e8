#!/usr/bin/env python3
"""Several releases in one text, and back."""

import unittest

from tools_path import CATALOG, FolderTest

import extract_c_api
import extract_catalog
import merged_catalog
from merged_catalog import Style, parse, render

STYLE = Style("# head\n", ("struct", "type"), prefixed_heads=True, oldest_first=True)
RELEASES = {
    "2.9": {"struct B": ["size 8", "field a"], "type A": ["declared int"]},
    "2.10": {"struct B": ["size 16", "field a", "field b"], "type A": ["declared int"]},
    "2.11": {"struct B": ["size 16", "field c", "field a", "field b"], "struct A": ["size 1"]},
}
TEXT = """\
# head
tensorflow 2.9 2.10 2.11
nightly 2.11
2.11- struct A
size 1
struct B
-2.9 size 8
2.10- size 16
2.11- field c
field a
2.10- field b
-2.10 type A
declared int
"""


class MergedCatalogTest(FolderTest):
    def test_text_and_back(self):
        self.assertEqual(render(STYLE, RELEASES, "2.11"), TEXT)
        self.assertEqual(parse(STYLE, TEXT), (RELEASES, "2.11"))

    def test_heads_with_their_releases_behind(self):
        style = Style("", ("op",))
        text = "tensorflow 2.9 2.10\nop A 2.10-\nin x: T\n"
        self.assertEqual(render(style, {"2.9": {}, "2.10": {"op A": ["in x: T"]}}), text)
        self.assertEqual(parse(style, text), ({"2.9": {}, "2.10": {"op A": ["in x: T"]}}, None))

    def test_ranges(self):
        known = ["2.8", "2.9", "2.10", "2.11", "2.12"]
        for text in ("", "-2.8", "2.9-", "2.9", "2.9-2.11", "-2.9,2.11-", "2.9,2.11"):
            self.assertEqual(merged_catalog.range_text(merged_catalog.releases_of(text, known), known), text)

    def test_a_release_is_replaced_or_added(self):
        path = self.folder / "file.txt"
        for release in ("2.11", "2.9", "2.10", "2.9"):  # in whatever order
            merged_catalog.update(path, STYLE, release, RELEASES[release], is_nightly=release == "2.11")
        self.assertEqual(path.read_text(), TEXT)
        merged_catalog.update(path, STYLE, "2.11", RELEASES["2.11"])  # it is out now
        self.assertEqual(path.read_text(), TEXT.replace("nightly 2.11\n", ""))

    def test_the_files_of_the_catalogue_are_what_their_parts_make(self):
        for name, style in (("tensorflow.txt", extract_catalog.STYLE), ("c_api.txt", extract_c_api.STYLE)):
            text = (CATALOG / name).read_text()
            self.assertTrue(render(style, *parse(style, text)) == text, name)


if __name__ == "__main__":
    unittest.main()
