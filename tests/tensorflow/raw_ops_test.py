"""Emitted Python names the arguments of TensorFlow's ops as the tf.raw_ops of every release does."""

import ast
import json
import re
import sys
import unittest

import support

sys.path.insert(0, str(support.REPOSITORY / "tools"))
import extract_catalog  # noqa: E402
import merged_catalog  # noqa: E402

SPEC = """\
plugingen: 1
plugin: {name: test_npu}
tensorflow: ">=2.12"
device: {type: TEST_NPU, memory: {capacity: 1GiB}}
kernels:
  - set: variables
ops:
  - name: ProbeNames
    inputs: [%s]
    outputs: ["y: float"]
    attrs: ["f: func", "fs: list(func)", "t: tensor", "ts: list(tensor)", "s: shape", "ss: list(shape)"]
    shape: {y: unknown}
    gradient:
"""
PROGRAM = """
    import inspect, json
    import tensorflow as tf

    with open({calls!r}, encoding="utf-8") as file:
        calls = json.load(file)
    wrong = []
    for op, keywords in calls:
        function = getattr(tf.raw_ops, op, None)
        try:
            inspect.signature(function).bind(**dict.fromkeys(keywords))
        except TypeError as error:
            wrong.append(f"{{op}}: {{error}}")
    print(json.dumps([len(calls), wrong]))
"""
# What no expression can call: nothing comes of an op without outputs, the results of some have other types than an input, and
# the others are missing in releases of the range, from TensorFlow or from tf.raw_ops.
REFUSED = {"E0343", "E0347", "E0350"}


def value_of(kind):
    """Some value of an attr, as gradients write it."""
    choices = re.search(r"\{([^}]*)\}", kind)
    word = re.match(r"(?:list\()?(\w+)", kind)
    if choices:
        item = choices[1].split(", ")[0].replace('"', "'")
    elif word[1] in ("func", "tensor", "shape"):
        return {"func": "f", "tensor": "t", "shape": "s"}[word[1]] + ("s" if kind.startswith("list(") else "")
    else:
        item = {"type": "float", "bool": "true", "string": "'a'", "float": "0.5", "int": "64"}[word[1]]
    return "[" + ", ".join([item] * 5) + "]" if kind.startswith("list(") else item


def argument_of(kind, attrs):
    """The gradient dy, in a type that an input of that kind takes."""
    kind = re.sub(r"Ref\((.*)\)", r"\1", kind).split(" * ")[-1]
    if kind in attrs:  # the first type that it may have
        allowed = re.search(r"\{([^}]*)\}", attrs[kind])
        types = allowed[1].split(", ") if allowed else ["float"]
        kind = "float" if "float" in types else types[0]
    if kind == "float":
        return "dy"
    return "AsString(dy)" if kind == "string" else f"Cast(dy, DstT={kind})"


def as_float(call, kind):
    """The call's result as a gradient of a float."""
    if kind == "string":
        return f"StringToNumber({call})"
    return call if kind == "float" else f"Cast({call}, DstT=float)"


def call_of(op, lines, with_defaults):
    """An op of the catalogue, called with all inputs, and with all attrs or those without a default."""
    facts = [line.split(" ", 1) for line in lines]
    inputs = [fact.split(": ", 1) for word, fact in facts if word == "in"]
    attrs = dict(fact.split(": ", 1) for word, fact in facts if word == "attr")
    inferred = {part for _, kind in inputs for part in re.sub(r"Ref\((.*)\)", r"\1", kind).split(" * ")}
    arguments = []
    for name, kind in inputs:
        is_list = " * " in kind or attrs.get(kind, "").startswith("list(")
        argument = argument_of(kind, attrs)
        least = re.search(r">= (\d+)", attrs.get(re.sub(r"Ref\((.*)\)", r"\1", kind).split(" * ")[0], ""))
        items = ", ".join([argument] * max(1, int(least[1]) if least else 1))
        arguments.append(f"[{items}]" if is_list else argument)
    arguments += [f"{name}={value_of(kind)}" for name, kind in attrs.items()
                  if name not in inferred and (with_defaults or " = " not in kind)]
    outputs = [fact.split(": ", 1)[1] for word, fact in facts if word == "out"]
    is_list = [" * " in kind or attrs.get(kind, "").startswith("list(") for kind in outputs]
    index = ("[0]" if len(outputs) > 1 else "") + ("[0]" if outputs and is_list[0] else "")
    call = f"{op}({', '.join(arguments)}){index}"
    return as_float(call, outputs[0].split(" * ")[-1]) if outputs else call


def spec_of(calls):
    return SPEC % ", ".join(f'"x{i}: float"' for i in range(len(calls))) + "".join(
        f"      x{i}: {json.dumps(call)}\n" for i, call in enumerate(calls))


def emitted_calls(project):
    """[op, [keyword, ...]] of each call of tf.raw_ops in a project's Python."""
    calls = []
    for path in sorted(project.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("tf.raw_ops."):
                calls.append([node.func.attr, [keyword.arg for keyword in node.keywords]])
    return calls


class RawOpsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        text = (support.REPOSITORY / "catalog" / "tensorflow.txt").read_text(encoding="utf-8")
        releases, _ = merged_catalog.parse(extract_catalog.STYLE, text)
        ops = releases[max(releases, key=merged_catalog.release_key)]
        calls = [call_of(head.split(" ")[1], lines, with_defaults)
                 for head, lines in ops.items() for with_defaults in (False, True)]
        calls = list(dict.fromkeys(calls))

        # What cannot be called says why, and the others are emitted.
        folder = support.SCRATCH / "raw_ops"
        folder.mkdir(parents=True, exist_ok=True)
        spec = folder / "test_npu.yaml"
        spec.write_text(spec_of(calls), encoding="utf-8")
        done = support.run([support.PLUGINGEN, "validate", "--json", spec])
        cls.refused = json.loads(done.stdout)["diagnostics"]
        first = SPEC.count("\n") + 1
        refused = {diagnostic["line"] - first for diagnostic in cls.refused}
        cls.called = [call for i, call in enumerate(calls) if i not in refused]
        spec.write_text(spec_of(cls.called), encoding="utf-8")
        support.must(["rm", "-rf", folder / "project"])
        support.must([support.PLUGINGEN, "new", spec, "-o", folder / "project"])
        cls.calls = emitted_calls(folder / "project")
        cls.file = folder / "calls.json"
        cls.file.write_text(json.dumps(cls.calls), encoding="utf-8")

    def test_nearly_all_ops_are_called(self):
        self.assertEqual({d["code"] for d in self.refused} - REFUSED, set(), self.refused)
        named = {op for op, _ in self.calls}
        self.assertGreaterEqual(len(self.calls), len(self.called))
        self.assertGreater(len(named), 1000)
        self.assertLessEqual({"ExpandDims", "Squeeze", "Sum", "Mean", "ArgMax", "Split", "SplitV", "Select", "Where"}, named)

    def check(self, release):
        done, found = support.run_code(PROGRAM.format(calls=str(self.file)), release=release)
        self.assertIsNotNone(found, done.stderr)
        self.assertEqual(found, [len(self.calls), []])

    def test_2_12(self):
        self.check("2.12")

    def test_2_15(self):
        self.check("2.15")

    def test_2_19(self):
        self.check("2.19")

    def test_2_21(self):
        self.check("2.21")

    def test_newest(self):
        self.check("newest")

    def test_nightly(self):
        self.check("nightly")


if __name__ == "__main__":
    unittest.main()
