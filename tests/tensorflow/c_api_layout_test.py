"""What catalog/c_api.txt says of a release is what a compiler makes of its headers: sizes, offsets, types, values."""

import re
import subprocess
import sys
import unittest

import support

sys.path.insert(0, str(support.REPOSITORY / "tools"))

import extract_c_api
import merged_catalog
from tensorflow_package import Package


def assertions(head, lines):
    """C++ that fails to compile where the facts of a section are wrong."""
    word, _, name = head.partition(" ")
    for line in lines:
        kind, _, rest = line.partition(" ")
        if kind == "size":
            yield f"static_assert(sizeof({name}) == {rest});"
        elif kind == "end":
            value, _, macro = rest.partition(" ")
            yield f"static_assert({macro} == {value});"
        elif kind == "field":
            offset, size, field, type = re.fullmatch(r"(\d+) (\d+) (\w+): (.*)", rest).groups()
            yield f"static_assert(offsetof({name}, {field}) == {offset});"
            yield f"static_assert(sizeof({name}::{field}) == {size});"
            if "{" not in type:  # a union without a name has no type to be compared with
                yield f"static_assert(std::is_same_v<decltype({name}::{field}), Alias<{type}>>);"
        elif kind == "declared" and word == "function":
            yield f"static_assert(std::is_same_v<decltype({name}), {rest.removeprefix('inline ')}>);"
        elif kind == "declared":
            yield f"static_assert(std::is_same_v<{name}, {rest}>);"
        elif kind == "value" and word == "enum":
            yield f"static_assert({rest.replace(' = ', ' == ')});"
        elif kind == "value" and rest.isdigit():
            yield f"static_assert({name} == {rest});"
        elif kind == "value":
            yield f"#ifndef {name}\n#error {name}\n#endif"


class Layouts(unittest.TestCase):
    in_each_release = True

    def check(self, release, environment=None):
        include = support.site_packages(environment or release) / "tensorflow/include"
        text = (support.REPOSITORY / "catalog/c_api.txt").read_text(encoding="utf-8")
        releases, _ = merged_catalog.parse(extract_c_api.STYLE, text)
        if release not in releases:
            self.skipTest(f"the catalogue has no {release} yet; tools/extract_catalog.py adds it")
        sections = releases[release]
        headers = {line.split()[1] for lines in sections.values() for line in lines if line.startswith("header ")}
        checks = [check for head, lines in sections.items() for check in assertions(head, lines)]
        self.assertGreater(len(checks), 700)
        program = "\n".join(["#include <cstddef>", "#include <type_traits>",
                             *(f'#include "{name}"' for name in sorted(headers)),
                             "template <class T> using Alias = T;", *checks, ""])
        done = self.compiled(program, include)
        self.assertEqual(done.returncode, 0, done.stderr[:4000])
        return program, include

    def compiled(self, program, include):
        command = ["g++", "-std=c++17", "-fsyntax-only", "-x", "c++", "-", "-I", include]
        return subprocess.run(command, input=program, capture_output=True, text=True)

    def test_2_12(self):
        self.check("2.12")

    def test_2_15(self):
        self.check("2.15")

    def test_2_19(self):
        self.check("2.19")

    def test_2_21(self):
        self.check("2.21")

    def test_newest(self):
        self.check(support.KNOWN.newest, "newest")

    def test_nightly(self):
        """It moves on; where it and the catalogue part, tools/extract_catalog.py brings them together."""
        self.check(Package(support.site_packages("nightly")).release, "nightly")

    def test_that_the_compiler_does_look(self):
        program, include = self.check(support.KNOWN.newest, "newest")
        for right, wrong in (("SP_STREAMEXECUTOR_STRUCT_SIZE == 296", "SP_STREAMEXECUTOR_STRUCT_SIZE == 288"),
                             ("decltype(TF_NumInputs), int (", "decltype(TF_NumInputs), long (")):
            self.assertIn(right, program)
            self.assertNotEqual(self.compiled(program.replace(right, wrong), include).returncode, 0, right)


if __name__ == "__main__":
    support.main()
