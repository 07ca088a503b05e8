#!/usr/bin/env python3
"""What the build says of TensorFlow's releases is what the catalogue says: a release that it takes in needs no other edit."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from tools_path import CATALOG, ROOT, FolderTest

import known_releases
import synthetic_release
from synthetic_release import wire

FILES = ("tensorflow.txt", "c_api.txt")
KNOWN = known_releases.KNOWN


def releases_of(ops, c_api, nightly):
    """The macros of known_releases.h for a catalogue of these releases, or None after an error."""
    with tempfile.TemporaryDirectory() as folder:
        catalog = pathlib.Path(folder)
        (catalog / "tensorflow.txt").write_text(f"# ops\n#   tensorflow RELEASE...\ntensorflow {ops}\nop A\n")
        nightly_line = f"nightly {nightly}\n" if nightly else ""
        (catalog / "c_api.txt").write_text(f"# C API\n#   nightly RELEASE\ntensorflow {c_api}\n{nightly_line}enum X\n")
        return releases_in(catalog)


def releases_in(catalog):
    """Likewise for a folder."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "source")
        shutil.copytree(ROOT / "cmake", source / "cmake")
        (source / "catalog").mkdir()
        for name in FILES:
            shutil.copy(catalog / name, source / "catalog")
        (source / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.21)\nproject(releases NONE)\n"
                                               "include(cmake/known_releases.cmake)\n")
        done = subprocess.run(["cmake", "-S", source, "-B", f"{folder}/build"], capture_output=True, text=True)
        if done.returncode != 0:
            return None
        text = pathlib.Path(folder, "build/generated/known_releases.h").read_text()
        return dict(re.findall(r'#define PLUGINGEN_(\w+)_RELEASE "([0-9.]+)"', text)
                    + re.findall(r"#define PLUGINGEN_(\w+_NUMBERS) (\d+, \d+)", text))


class KnownReleasesTest(unittest.TestCase):
    def check(self, catalogue, oldest, newest, following, unknown):
        found = releases_of(*catalogue)
        self.assertEqual([found[name] for name in ("OLDEST", "NEWEST", "NEXT", "UNKNOWN")],
                         [oldest, newest, following, unknown])
        for name in ("OLDEST", "NEXT", "UNKNOWN"):
            self.assertEqual(found[name + "_NUMBERS"], found[name].replace(".", ", "))

    def test_releases_and_a_nightly(self):
        self.check(("3.8 3.9 3.10", "3.5 3.8 3.9 3.10 3.11", "3.11"), "3.8", "3.10", "3.11", "3.12")

    def test_the_nightly_is_released(self):
        self.check(("3.8 3.9 3.10 3.11", "3.5 3.8 3.9 3.10 3.11", ""), "3.8", "3.11", "3.12", "3.12")

    def test_the_next_nightly(self):
        self.check(("3.8 3.9 3.10 3.11", "3.5 3.8 3.9 3.10 3.11 3.12", "3.12"), "3.8", "3.11", "3.12", "3.13")

    def test_files_that_disagree_stop_the_build(self):
        self.assertIsNone(releases_of("3.8 3.9", "3.5 3.8 3.9 3.10", ""))
        self.assertIsNone(releases_of("3.8 3.9", "3.5 3.8", ""))
        self.assertIsNone(releases_of("3.8 3.9", "3.5 3.8 3.9 3.11", "3.11"))

    def test_the_catalogue_of_the_repository(self):
        found = releases_in(CATALOG)
        self.assertEqual([found[name] for name in ("OLDEST", "NEWEST", "NEXT", "UNKNOWN")],
                         [KNOWN.oldest, KNOWN.newest, KNOWN.next, KNOWN.unknown])


class NextReleaseTest(FolderTest):
    """An invented release with the number of the one that comes next. scripts/lib/sections/35_next_release.sh builds with such a one."""

    def test_one_command_takes_it_in(self):
        site = self.folder / "site-packages"
        catalog = self.folder / "catalog"
        catalog.mkdir()
        for name in FILES:
            shutil.copy(CATALOG / name, catalog)
        op = wire(1, "Novel") + wire(2, wire(1, "x") + wire(3, 1))
        synthetic_release.make(site, [op], wire(1, wire(1, "Novel") + wire(2, "CPU")), version=f"{KNOWN.next}.0")
        self.run_tool("extract_catalog.py", site, "--catalog", catalog)
        following = known_releases.after(KNOWN.next)
        found = releases_in(catalog)
        self.assertEqual([found[name] for name in ("OLDEST", "NEWEST", "NEXT", "UNKNOWN")],
                         [KNOWN.oldest, KNOWN.next, following, following])
        now = known_releases.of(catalog)
        self.assertEqual((now.released, now.nightly), (KNOWN.released + (KNOWN.next,), ""))


class NamesTest(unittest.TestCase):
    def test_no_golden_file_names_the_newest_release_or_one_to_come(self):
        """What the catalogue decides is <newest> there, or invented (2.96, 2.97), so that a release that comes changes none."""
        names = re.compile("|".join(rf"(?<![\d.]){re.escape(release)}(?!\.?\d)" for release in (KNOWN.newest, KNOWN.next, KNOWN.unknown)))
        for path in sorted((ROOT / "tests/golden").rglob("*")):
            if path.is_file():
                found = names.search(path.read_text(encoding="utf-8", errors="replace"))
                self.assertIsNone(found, f"{path.relative_to(ROOT)} names {found and found.group()}")


if __name__ == "__main__":
    unittest.main()
