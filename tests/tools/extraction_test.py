#!/usr/bin/env python3
"""A release comes into the catalogue by one command: from an environment, from a folder, from a wheel."""

import re
import shutil
import struct
import unittest
import zipfile

from tools_path import CATALOG, FolderTest, site_packages

import extract_c_api
import extract_catalog
import merged_catalog
import synthetic_release
from known_releases import KNOWN
from synthetic_release import INCLUDE, wire

FILES = {"c_api.txt": extract_c_api.STYLE, "tensorflow.txt": extract_catalog.STYLE}


def releases(path):
    return merged_catalog.parse(FILES[path.name], path.read_text())[0]


class EnvironmentTest(FolderTest):
    """What a release of the catalogue says comes out again, byte for byte."""

    def check(self, environment, release):
        place = site_packages(environment)
        catalog = self.folder / "catalog"
        catalog.mkdir()
        for name, style in FILES.items():  # as if the release were not there yet
            others = releases(CATALOG / name)
            del others[release]
            nightly = KNOWN.nightly if name == "c_api.txt" else None
            (catalog / name).write_text(merged_catalog.render(style, others, nightly))
        self.run_tool("extract_catalog.py", place, "--catalog", catalog)
        for name in FILES:
            self.assertTrue((catalog / name).read_bytes() == (CATALOG / name).read_bytes(), f"{name} differs")

    def test_2_15(self):
        self.check("venvs/2.15", "2.15")

    def test_the_newest(self):
        self.check("venv", KNOWN.newest)

    def test_the_c_api_alone(self):
        shutil.copy(CATALOG / "c_api.txt", self.folder)
        self.run_tool("extract_c_api.py", site_packages("venvs/2.15") / "tensorflow", "--catalog", self.folder)
        self.assertTrue((self.folder / "c_api.txt").read_bytes() == (CATALOG / "c_api.txt").read_bytes())


class SyntheticReleaseTest(FolderTest):
    """TensorFlow 2.97, made of the newest one's headers with some changes and of libraries with one op."""

    def setUp(self):
        super().setUp()
        self.site = self.folder / "site-packages"
        self.before = synthetic_release.c_api_of_the_newest()
        op = wire(1, "Novel") + wire(2, wire(1, "x") + wire(4, "T")) + wire(3, wire(1, "y") + wire(3, 101)) + wire(
            4, wire(1, "T") + wire(2, "type") + wire(7, wire(1, b"\x32\x02\x01\x13"))) + wire(
            4, wire(1, "scale") + wire(2, "float") + wire(3, b"\x25" + struct.pack("<f", 0.5)))
        kernel = wire(1, "Novel") + wire(2, "CPU") + wire(3, wire(1, "T") + wire(2, wire(1, b"\x30\x13"))) + wire(
            4, "x")
        synthetic_release.make(self.site, [op], wire(1, kernel))

        self.catalog = self.folder / "catalog"
        self.catalog.mkdir()
        for name in FILES:
            shutil.copy(CATALOG / name, self.catalog)

    def check(self):
        after = releases(self.catalog / "c_api.txt")
        for name in FILES:  # what was known is what is known
            known = releases(CATALOG / name)
            self.assertEqual({release: releases(self.catalog / name)[release] for release in known}, known)
        new = after["2.97"]
        self.assertEqual(new.keys() - self.before.keys(), {"function TF_NumLeaks"})
        self.assertEqual(self.before.keys() - new.keys(), set())
        changed = {head: (set(self.before[head]) - set(new[head]), set(new[head]) - set(self.before[head]))
                   for head in self.before if new[head] != self.before[head]}
        self.assertEqual(changed, {
            "struct SP_DeviceFns": (
                {"size 40", "end 40 SP_DEVICE_FNS_STRUCT_SIZE"},
                {"size 48", "end 48 SP_DEVICE_FNS_STRUCT_SIZE",
                 "field 40 8 get_temperature: TF_Bool (*)(const SP_Device*, int32_t* kelvin)"}),
            "function TF_NumInputs": ({"declared int (TF_OpKernelContext* ctx)"},
                                      {"declared int (const TF_OpKernelContext* ctx)"}),
            "enum TF_DataType": (set(), {"value TF_POSIT8 = 99"}),
        })
        self.assertEqual(new["function TF_NumLeaks"],
                         ["header tensorflow/c/kernels.h", "declared void (TF_OpKernelContext* ctx, size_t* num)",
                          "exported framework"])
        text = (self.catalog / "c_api.txt").read_text()
        head = f"tensorflow {' '.join(KNOWN.c_api)} 2.97\n" + (f"nightly {KNOWN.nightly}\n" if KNOWN.nightly else "")
        self.assertIn(f"\n{head}struct ", text)
        self.assertIn("\n2.97- field 40 8 get_temperature: ", text)
        self.assertEqual(releases(self.catalog / "tensorflow.txt")["2.97"], {"op Novel": [
            "in x: T", "out y: Ref(float)", "attr T: {float, half}", "attr scale: float = 0.5",
            "kernel CPU T=half host=x"]})

    def test_a_folder(self):
        done = self.run_tool("extract_catalog.py", self.site, "--catalog", self.catalog)
        self.assertEqual(done.stderr, "")
        self.check()
        self.run_tool("extract_catalog.py", self.site / "tensorflow", "--catalog", self.catalog)  # again
        self.check()

    def test_names_in_python(self):
        raw_ops = self.site / "tensorflow/_api/v2/raw_ops/__init__.py"
        raw_ops.parent.mkdir(parents=True)
        raw_ops.write_text("from tensorflow.python.ops.gen_novel_ops import Novel # line: 3\n")
        wrappers = self.site / "tensorflow/python/ops/gen_novel_ops.py"
        wrappers.parent.mkdir(parents=True)
        for call, line in (('        "Novel", x=y, scale=scale,\n        name=name)', ["python x=y"]),
                           ('"Novel", x=x, scale=scale, name=name)', [])):
            wrappers.write_text("def novel():\n  _op = _op_def_library._apply_op_helper(\n" + call + "\n")
            self.run_tool("extract_catalog.py", self.site, "--catalog", self.catalog)
            known = releases(self.catalog / "tensorflow.txt")["2.97"]
            self.assertEqual([fact for fact in known["op Novel"] if fact.startswith("python")], line)
        raw_ops.write_text("")
        self.run_tool("extract_catalog.py", self.site, "--catalog", self.catalog)
        self.assertIn("python none", releases(self.catalog / "tensorflow.txt")["2.97"]["op Novel"])

        # What cannot be read is told, so that nothing is lost in silence.
        raw_ops.write_text("from tensorflow.python.ops.gen_novel_ops import Other\n")
        done = self.run_tool("extract_catalog.py", self.site, "--catalog", self.catalog, status=1)
        self.assertRegex(done.stderr, "gen_novel_ops .* has tf.raw_ops.Other, but not in a form that this tool knows")
        raw_ops.unlink()
        done = self.run_tool("extract_catalog.py", self.site, "--catalog", self.catalog, status=1)
        self.assertIn("has wrappers of ops, but not tensorflow/_api/v2/raw_ops/__init__.py", done.stderr)

    def test_a_wheel(self):
        wheel = self.folder / "tensorflow_cpu-2.97.0-cp313-cp313-manylinux_2_27_x86_64.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            for path in self.site.rglob("*"):
                if path.is_file():
                    name = str(path.relative_to(self.site))
                    # Old wheels have their headers in a place that installing moves.
                    archive.write(path, name.replace(INCLUDE, f"tensorflow_cpu-2.97.0.data/purelib/{INCLUDE}"))
        self.run_tool("extract_catalog.py", wheel, "--catalog", self.catalog)
        self.check()

    def test_a_nightly_and_another_name(self):
        metadata = self.site / "tensorflow_cpu-2.97.0.dist-info/METADATA"
        metadata.write_text("Name: tf_nightly_cpu\nVersion: 2.98.0.dev20270101\n")
        self.run_tool("extract_c_api.py", self.site, "--catalog", self.catalog)
        self.assertRegex((self.catalog / "c_api.txt").read_text(), rf"(?m) {KNOWN.c_api[-1]} 2\.98\nnightly 2\.98$")
        self.run_tool("extract_c_api.py", self.site, "--catalog", self.folder / "empty", "--release", "3.0")
        self.assertIn("\ntensorflow 3.0\nnightly 3.0\nstruct ", (self.folder / "empty/c_api.txt").read_text())

    def test_what_the_parser_does_not_understand_is_said(self):
        path = self.site / INCLUDE / "tensorflow/c/kernels.h"
        old = "TF_CAPI_EXPORT extern int TF_NumOutputs"
        path.write_text(path.read_text().replace(old, f"TF_CAPI_EXPORT int TF_Odd(int& x);\n{old}"))
        done = self.run_tool("extract_c_api.py", self.site, "--catalog", self.catalog)
        self.assertRegex(done.stderr, r"not understood: tensorflow/c/kernels.h: a reference: .*TF_Odd")
        self.assertIn("function TF_NumOutputs", releases(self.catalog / "c_api.txt")["2.97"])

    def test_a_struct_whose_size_cannot_be_known_is_said(self):
        path = self.site / INCLUDE / "tensorflow/c/kernels.h"
        odd = "typedef struct TF_Odd { Mystery m; } TF_Odd;\n#define TF_ODD_STRUCT_SIZE TF_OFFSET_OF_END(TF_Odd, m)\n"
        old = "typedef struct TF_KernelBuilder"
        path.write_text(path.read_text().replace(old, odd + old))
        done = self.run_tool("extract_c_api.py", self.site, "--catalog", self.catalog)
        self.assertIn("not understood: tensorflow/c/kernels.h: TF_Odd: the size of Mystery is not known", done.stderr)
        self.assertIn("type TF_KernelBuilder", releases(self.catalog / "c_api.txt")["2.97"])

    def test_missing_and_damaged_libraries(self):
        library = self.site / "tensorflow/libtensorflow_framework.so.2"
        library.write_bytes(b"MZ")
        done = self.run_tool("extract_c_api.py", self.site, "--catalog", self.catalog, status=1)
        self.assertIn("no 64-bit little-endian ELF file", done.stderr)
        library.unlink()
        done = self.run_tool("extract_c_api.py", self.site, "--catalog", self.catalog, status=1)
        self.assertIn("2.97.0 has no libtensorflow_framework.so here", done.stderr)

    def test_libraries_that_do_not_load(self):
        (self.site / "tensorflow/libtensorflow_cc.so.2").write_bytes(b"nothing")
        done = self.run_tool("extract_catalog.py", self.site, "--catalog", self.catalog, status=1)
        self.assertRegex(done.stderr, r"^extract_catalog.py: the libraries of TensorFlow 2.97.0 do not run here: ")
        self.assertEqual((self.catalog / "c_api.txt").read_bytes(), (CATALOG / "c_api.txt").read_bytes(), "untouched")


class NoPackageTest(FolderTest):
    def test_messages(self):
        (self.folder / "file.whl").write_text("no archive")
        (self.folder / "tensorflow/include/tensorflow/c").mkdir(parents=True)
        neither = "neither a wheel nor a folder"
        for place, message in (("file.whl", neither), ("missing", neither),
                               (".", "no tensorflow/include/tensorflow/c in it")):
            for tool in ("extract_c_api.py", "extract_catalog.py"):
                done = self.run_tool(tool, place, "--catalog", self.folder, status=1)
                self.assertRegex(done.stderr, rf"^{tool}: .*{message}")
        (self.folder / "tensorflow/include/tensorflow/c/c_api.h").write_text("")
        done = self.run_tool("extract_c_api.py", ".", "--catalog", self.folder, status=1)
        self.assertIn("no metadata", done.stderr)


class NeverReleasedTest(unittest.TestCase):
    """catalog/never_released.txt, which is written by hand, agrees with c_api.txt."""

    def test_it_names_nothing_that_a_release_has_and_only_such_replacements(self):
        released = set()
        for sections in releases(CATALOG / "c_api.txt").values():
            for head, lines in sections.items():
                name = head.split()[1]
                released.add(name)
                released.update(f"{name}.{line.split()[3][:-1]}" for line in lines if line.startswith("field "))
        text = (CATALOG / "never_released.txt").read_text()
        heads = re.findall(r"^(?:struct|field|function|macro|type) ([\w.]+)$", text, re.M)
        self.assertGreater(len(heads), 40)
        self.assertEqual(set(heads) & released, set())
        replacements = re.findall(r"^replaced by (.*)$", text, re.M)
        self.assertEqual(len(replacements), len(heads))
        for replacement in replacements:
            self.assertLessEqual(set(re.findall(r"`([^`]+)`", replacement)), released, replacement)


if __name__ == "__main__":
    unittest.main()
