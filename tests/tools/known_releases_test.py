#!/usr/bin/env python3
"""What the build says of TensorFlow's releases is what the catalogue says: a release that it takes in needs no other edit."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def releases_of(ops, c_api, nightly):
    """The macros of known_releases.h for a catalogue of these releases, or None after an error."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "source")
        shutil.copytree(ROOT / "cmake", source / "cmake")
        (source / "catalog").mkdir()
        (source / "catalog/tensorflow.txt").write_text(f"# ops\n#   tensorflow RELEASE...\ntensorflow {ops}\nop A\n")
        nightly_line = f"nightly {nightly}\n" if nightly else ""
        (source / "catalog/c_api.txt").write_text(f"# C API\n#   nightly RELEASE\ntensorflow {c_api}\n{nightly_line}enum X\n")
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
        def line(file, keyword):
            text = (ROOT / "catalog" / file).read_text()
            found = re.search(rf"^{keyword} ([0-9. ]+)$", text, re.M)
            return found.group(1) if found else ""

        catalogue = line("tensorflow.txt", "tensorflow"), line("c_api.txt", "tensorflow"), line("c_api.txt", "nightly")
        self.assertIsNotNone(releases_of(*catalogue))


if __name__ == "__main__":
    unittest.main()
