#!/usr/bin/env python3
"""plugingen coverage: models that TensorFlow wrote, lists of ops, and files that are neither."""

import json
import re
import shutil

import running
from running import KNOWN, ROOT, CommandTest

MODELS = ROOT / "tests/fuzz/models"


class CoverageTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.model = self.folder / "dense"
        self.model.mkdir()
        shutil.copy(MODELS / "dense_saved_model.pb", self.model / "saved_model.pb")
        self.demo = ROOT / "device_specs/demo.yaml"

    def coverage(self, status, model, spec=None, *options, **stdin):
        return self.expect(status, "coverage", model, "--spec", spec or self.spec, *options, **stdin)

    def test_saved_model_with_its_functions(self):
        text = self.coverage(6, self.model, self.demo).stdout
        lines = [line.split() for line in text.splitlines()]
        self.assertIn(["MatMul", "T=float", "1", "device"], lines)
        self.assertIn("AssignAddVariableOp", text, "it is in a function only")
        self.assertIn(["Identity", "T=float", "6", "core"], lines)
        self.assertRegex(text, r"SaveV2 +1  host \(the model puts it there\)")
        self.assertNotIn("__inference", text, "calls of functions are no ops")
        self.assertIn("To add to the spec:\n\nkernels:\n  - {op: TopKV2, types: {T: float, ", text)
        self.assertEqual(text, self.coverage(6, self.model / "saved_model.pb", self.demo).stdout)

    def test_graph_def(self):
        text = self.coverage(6, MODELS / "softmax_graph.pb", self.demo).stdout
        self.assertIn("  - {op: Softmax, types: {T: half}}\n", text)
        self.assertRegex(text, r"AsString T=half +1  host\n")

    def test_what_it_says_to_add_is_enough(self):
        text = self.coverage(6, MODELS / "softmax_graph.pb").stdout
        entries = text.split("kernels:\n")[1]
        self.spec.write_text(self.spec.read_text() + entries)
        self.expect(0, "validate", self.spec)
        self.assertNotIn("missing", self.coverage(0, MODELS / "softmax_graph.pb").stdout)

    def test_ops_on_the_standard_input(self):
        self.assertIn("Relu T=float", self.coverage(0, "-", stdin="Relu T=float\n").stdout)
        self.assertIn("{op: Tanh}", self.coverage(6, "-", stdin="Tanh\n").stdout)
        self.assertRegex(self.coverage(6, "-", stdin="NoSuchOp\n").stdout, r"NoSuchOp +1  unknown")
        self.assertRegex(self.coverage(6, "-", stdin="Tan\nMatMull\n").stdout, r"MatMull +1  unknown \(did you mean 'MatMul'\?\)")
        done = self.coverage(64, "-", stdin="Relu\nTanh float\n!\n")
        self.assertIn("line 2: 'float' is not ATTR=DTYPE", done.stderr)
        self.assertIn("line 3: '!' is not an op", done.stderr)
        done = self.coverage(64, "-", stdin="Relu U=float\nTanh T=string\n")
        self.assertIn("op 'Relu' has no type attr 'U'; did you mean 'T'?", done.stderr)
        self.assertIn("attr 'T' of op 'Tanh' cannot be 'string'; it is {", done.stderr)
        self.assertIn("names no op", self.coverage(64, "-", stdin="").stderr)

    def test_json(self):
        report = json.loads(self.coverage(6, self.model, self.demo, "--json").stdout)
        self.assertEqual(report["tensorflow"], KNOWN.newest)
        self.assertFalse(report["complete"])
        self.assertEqual(sum(report["counts"].values()), len(report["ops"]))
        self.assertEqual([op["op"] for op in report["ops"] if op["where"] == "missing"], ["TopKV2"])
        report = json.loads(self.coverage(0, "-", None, "--json", stdin="Relu T=half").stdout)
        self.assertEqual((report["complete"], report["add"]), (True, ""))

    def test_suggests_the_smallest_set_with_what_is_missing(self):
        spec = self.folder / "relu.yaml"
        spec.write_text("plugingen: 1\nplugin: {name: nova_npu}\nkernels:\n  - {op: Relu}\n")
        ops = "Relu\nMatMul T=float\nTanh T=half\nSoftmaxCrossEntropyWithLogits T=float\nCholesky T=float\n"
        text = self.coverage(6, "-", spec, stdin=ops).stdout
        self.assertIn("implementation: stub}", text, "no set has an op without a kernel of the library")
        (name,) = re.findall(r"^The smallest set with all of them that have a reference kernel: (\w+)$", text, re.M)
        self.assertEqual(json.loads(self.coverage(6, "-", spec, "--json", stdin=ops).stdout)["set"], name)

        def missing(added):
            spec.write_text(f"plugingen: 1\nplugin: {{name: nova_npu}}\nkernels:\n  - {{op: Relu}}\n  - set: {added}\n")
            report = json.loads(self.coverage(6, "-", spec, "--json", stdin=ops).stdout)
            return [op["op"] for op in report["ops"] if op["where"] == "missing"]

        self.assertEqual(missing(name), ["Cholesky"])
        # Each smaller set lacks an op.
        sizes = {found: int(size) for found, size in re.findall(r"^(\w+) +(\d+) ", self.expect(0, "ops", "--sets").stdout, re.M)}
        smaller = [other for other, size in sizes.items() if size < sizes[name]]
        self.assertGreater(len(smaller), 3)
        self.assertEqual([other for other in smaller if missing(other) == ["Cholesky"]], [])
        for none in ("Relu\nTanh\n", "Tanh T=half\nTanh T=float\n", "Relu\n"):  # a single op is no reason for a set
            spec.write_text("plugingen: 1\nplugin: {name: nova_npu}\nkernels:\n  - {op: Relu}\n")
            self.assertNotIn("smallest set", self.coverage({0, 6}, "-", spec, stdin=none).stdout)

    def test_the_spec_is_that_of_the_project_around(self):
        self.new("-q")
        (self.project / "sub").mkdir()
        named = self.coverage(6, "-", stdin="Tanh\n").stdout
        for folder in (self.project, self.project / "sub"):
            done = running.run("coverage", "-", stdin="Tanh\n", cwd=folder)
            self.assertEqual((done.returncode, done.stdout), (6, named), done.stderr)
        self.assertEqual(done.stderr, f"plugingen: the project is {self.project}\n")
        done = self.expect(64, "coverage", "-", stdin="Tanh\n")
        self.assertIn("'.' is not a project", done.stderr)
        self.assertIn("--spec SPEC", done.stderr)

    def test_the_release_matters(self):
        stdin = "OnesLike T=int32\n"
        self.assertIn("missing", self.coverage(6, "-", None, "--tensorflow", "2.12", stdin=stdin).stdout)
        self.assertIn("core", self.coverage(0, "-", None, "--tensorflow", "2.15", stdin=stdin).stdout)
        self.assertIn(f"did you mean '{KNOWN.newest}'?",
                      self.coverage(64, "-", None, "--tensorflow", "2.99", stdin=stdin).stderr)

    def test_other_files_are_refused_with_advice(self):
        for content, advice in [(b"\x1c\x00\x00\x00TFL3....", "TensorFlow Lite"),
                                (b'node {\n  name: "a"\n', "as_text=False"),
                                (b"MatMul\nCast SrcT=half  # or so\n", "'plugingen coverage - <")]:
            (self.folder / "model").write_bytes(content)
            self.assertIn(advice, self.coverage(64, self.folder / "model").stderr)

    def python_that(self, *lines):
        """A program in the place of Python, which gets what it would get."""
        python = self.folder / "python"
        python.write_text("\n".join(["#!/bin/sh", f"echo \"$@\" > {self.folder}/arguments", *lines]) + "\n")
        python.chmod(0o755)
        return "--python", python

    def test_a_keras_file_is_what_python_traces(self):
        traced = MODELS / "softmax_graph.pb"
        expected = self.coverage(6, traced, self.demo).stdout
        python = self.python_that("for traced; do :; done", f"cp {traced} $traced", "echo noise >&2", "echo predict train")
        for content in [b"PK\x03\x04....", b"\x89HDF\r\n\x1a\n...."]:
            (self.folder / "-model").write_bytes(content)
            done = self.coverage(6, "./-model", self.demo, *python, env={"TMPDIR": str(self.folder)})
            self.assertEqual((done.stdout, done.stderr), (expected, ""))
            self.assertRegex((self.folder / "arguments").read_text(), r"^-B /\S+/trace_keras.py -- ./-model /\S+\n$")
        self.coverage(6, "./-model", self.demo, *python, "--loss", "mse", "--optimizer", "sgd")
        self.assertIn(" --loss=mse --optimizer=sgd -- ", (self.folder / "arguments").read_text())
        self.assertEqual([path.name for path in self.folder.glob("plugingen-*")], [])

    def test_python_that_fails(self):
        (self.folder / "model.keras").write_bytes(b"PK\x03\x04....")
        done = self.coverage(64, "model.keras", None, *self.python_that("echo bad >&2", "exit 3"))
        self.assertRegex(done.stderr, r"^bad\nplugingen: error: '\S+' failed with status 3\nReading a Keras file needs a Python ")
        done = self.coverage(64, "model.keras", None, *self.python_that("echo 'trace_keras.py: not so' >&2", "exit 1"))
        self.assertRegex(done.stderr, "^plugingen: error: not so\nWhat Keras runs can be exported as well: model.export")
        done = self.coverage(64, "model.keras", None, *self.python_that("echo predict"))
        self.assertIn("'model.keras' is neither a SavedModel nor a GraphDef: ", done.stderr)
        self.assertIn("cannot run 'nowhere': No such file", self.coverage(64, "model.keras", None, "--python", "nowhere").stderr)

    def test_losses_are_for_keras_files(self):
        self.assertIn("is not a Keras file", self.coverage(64, MODELS / "softmax_graph.pb", None, "--loss", "mse").stderr)
        self.assertIn("--optimizer needs --loss", self.coverage(64, self.model, None, "--optimizer", "sgd").stderr)

    def test_damaged_files_are_no_crash(self):
        whole = (MODELS / "dense_saved_model.pb").read_bytes()
        for content in [b"", whole[:1000], whole[:-1], b"\xff" * 100, b"hello", whole[1:]]:
            (self.folder / "model.pb").write_bytes(content)
            done = self.coverage(64, self.folder / "model.pb")
            self.assertIn("is neither a SavedModel nor a GraphDef: ", done.stderr)
            self.assertIn(", at byte ", done.stderr)

    def test_what_cannot_be_read(self):
        self.assertIn("No such file", self.coverage(64, self.folder / "nothing.pb").stderr)
        done = self.coverage(64, self.folder)
        self.assertIn("A SavedModel's folder has a file 'saved_model.pb'.", done.stderr)
        self.assertIn("cannot be both", self.expect(64, "coverage", "-", "--spec", "-").stderr)
        self.expect(64, "coverage", self.model)
        self.spec.write_text(running.BROKEN_SPEC)
        self.assertIn("did you mean 'vendor'?", self.coverage(2, self.model).stderr)


if __name__ == "__main__":
    running.main()
