#!/usr/bin/env python3
"""The examples of `plugingen explain` are what their pages say: each wrong one gets the page's code from `validate`."""

import json
import re

import running
from running import KNOWN, CommandTest

WRONG = "reports the page's code, and no error of another code"
RIGHT = "is right"


def indented(text, by):
    return "".join(" " * by + line + "\n" for line in text.splitlines())


def whole(text):
    return text


def versioned(text):
    return "plugingen: 1\n" + text


def top(text):
    named = "" if text.startswith("plugin:") else "plugin: {name: nova_npu}\n"
    return versioned(named + text)


def under(head):
    """In a list or map of the spec."""
    return lambda text: top(head + "\n" + indented(text, 2))


def op(inputs='["x: float"]', outputs='["y: float"]', attrs=None, shape="{y: unknown}", name="AcmeOp"):
    """Keys of a new op; those that the text lacks are these."""
    keys = {"inputs": inputs, "outputs": outputs, "attrs": attrs, "shape": shape}

    def frame(text):
        given = set(re.findall(r"(?m)^(\w+):", text))
        text += "".join(f"{key}: {value}\n" for key, value in keys.items() if value and key not in given)
        return top(f"ops:\n  - name: {name}\n" + indented(text, 4))

    return frame


def gradient(text):
    return op()("gradient: {x: " + json.dumps(text.partition("#")[0].strip()) + "}\n")


def shape(**keys):
    return lambda text: op(**keys)("shape:\n" + indented(text, 2))


def rewrite(text):
    given = set(re.findall(r"(?m)^(\w+):", text))
    defaults = {"match": "Relu(Transpose(Transpose(x, p), q))", "replace": "AcmeRelu(x)"}
    lines = text + "".join(f"{key}: {value}\n" for key, value in defaults.items() if key not in given)
    return top(
        "ops:\n"
        '  - {name: AcmeRelu, inputs: "x: T", outputs: "y: T", attrs: ["T: {float, half}"], shape: {y: same_as(x)}}\n'
        '  - {name: AcmeCast, inputs: "x: S", outputs: "y: T", attrs: ["S: type", "T: type"], shape: {y: same_as(x)}}\n'
        '  - {name: AcmeDense, inputs: ["a: T", "b: T", "bias: T"], outputs: "y: T",\n'
        '     attrs: ["T: {float, half}", "transpose_a: bool = false", "transpose_b: bool = false"], shape: {y: unknown}}\n'
        "graph:\n  rewrites:\n    - name: example\n" + indented(lines, 6))


def pattern(text):
    return rewrite("match: " + json.dumps(text.partition("#")[0].strip()) + "\nreplace: AcmeRelu(x)\n")


def conversion(text):
    """Of an op whose input is of another type."""
    last = re.search(r"match: (\w+)", text)[1]
    return rewrite(text + f"replace: AcmeCast(x, T={last}.T)\n")


def replacement(text):
    """Of a convolution by an op that takes strides and an activation."""
    spec = rewrite("match: Relu(Conv2D(x, w, strides=_, padding=_))\nreplace: " + json.dumps(text.strip()) + "\n")
    return spec.replace("ops:\n", """\
ops:
  - {name: AcmeConv, inputs: ["x: T", "w: T"], outputs: "y: T",
     attrs: ["T: {float, half}", "strides: list(int)", "activation: string"], shape: {y: unknown}}
""")


def each(frame, *verdicts):
    """A block whose lines are examples of their own; one verdict is that of all."""
    return ("each", frame, verdicts)


# The blocks of each page, in order: where an example belongs, and what it is. Those that are no specs say what they are.
KERNELS = under("kernels:")
RULES = {"inputs": '["x: float"]', "outputs": '["y: float"]', "attrs": '["n: int"]'}
TWO = {"inputs": '["a: float", "b: float"]', "outputs": '["y: float"]'}
THREE = {"inputs": '["x: float", "w: float"]', "outputs": '["y: float", "z: float"]'}
LISTS = {"inputs": '["values: N * float"]', "outputs": '["sum: float"]', "attrs": '["N: int >= 1"]'}
EXAMPLES = {
    "E0001": [(top, WRONG)],
    "E0002": ["a command for a shell"],
    "E0003": [(versioned, WRONG)],
    "E0005": [(top, WRONG)],
    "E0010": [(top, WRONG), (top, RIGHT)],
    "E0013": [(versioned, WRONG)],
    "E0015": [(top, WRONG), (top, RIGHT)],
    "E0101": [(top, WRONG)],
    "E0102": [each(top, WRONG)],
    "E0103": [(whole, WRONG), (whole, RIGHT)],
    "E0104": [(whole, WRONG), (whole, RIGHT)],
    "E0107": [(top, WRONG), (top, RIGHT)],
    "E0108": [(versioned, WRONG)],
    "E0205": [(top, WRONG)],
    "E0208": [(op(), WRONG)],
    "E0211": [each(under("device:"), WRONG, RIGHT)],
    "E0213": [(top, WRONG), each(top, RIGHT)],
    "E0215": [(under("plugin:\n  name: nova_npu"), WRONG)],
    "E0216": [(under("plugin:\n  name: nova_npu"), WRONG)],
    "E0217": [(under("plugin:\n  name: nova_npu"), WRONG)],
    "E0220": [(top, WRONG), (top, RIGHT)],
    "E0225": [(top, WRONG)],
    "E0231": [each(top, WRONG, RIGHT, WRONG, RIGHT, WRONG, RIGHT)],
    "E0232": [each(top, WRONG, RIGHT)],
    "E0301": [(top, WRONG)],
    "E0302": [(KERNELS, WRONG)],
    "E0303": [(KERNELS, WRONG)],
    "E0304": [(KERNELS, WRONG), (KERNELS, RIGHT)],
    "E0306": [(KERNELS, WRONG), each(KERNELS, RIGHT)],
    "E0307": [(KERNELS, WRONG), (KERNELS, RIGHT)],
    "E0316": [(top, WRONG), (top, RIGHT)],
    "E0318": [(KERNELS, WRONG), (KERNELS, RIGHT)],
    "E0320": [each(shape(**TWO, attrs='["n: int"]'), WRONG), (shape(**RULES), RIGHT)],
    "E0321": [(op(attrs='["T: {float, half}"]'), WRONG)],
    "E0322": [(op(outputs='["y: float", "z: float"]'), WRONG)],
    "E0323": [(shape(**RULES), WRONG)],
    "E0324": [(shape(**TWO), WRONG), each(shape(**TWO, attrs='["strides: list(int)"]'), RIGHT)],
    "E0326": [(shape(**RULES), WRONG), each(shape(**RULES), RIGHT)],
    "E0327": [(shape(**RULES), WRONG), each(shape(**RULES), RIGHT)],
    "E0328": [(shape(inputs='["x: float", "z: float"]', outputs='["y: float"]'), WRONG)],
    "E0329": [each(shape(**RULES), WRONG)],
    "E0330": [(op(**LISTS), WRONG), (op(**LISTS), RIGHT)],
    "E0331": [(op(), WRONG), (op(outputs='["y: T"]'), RIGHT)],
    "E0340": [(op(), WRONG), each(op(), RIGHT)],
    "E0341": [(op(attrs='["T: {float, half}"]'), WRONG)],
    "E0342": [(op(), WRONG)],
    "E0343": [(top, WRONG)],
    "E0344": [(gradient, WRONG), each(gradient, RIGHT), each(gradient, RIGHT)],
    "E0345": [(gradient, WRONG), (gradient, RIGHT)],
    "E0346": [(op(inputs='["x: T"]', outputs='["y: T"]'), WRONG)],
    "E0347": [each(gradient, WRONG), each(gradient, RIGHT)],
    "E0348": [(op(attrs='["T: {float, half}"]'), WRONG)],
    "E0350": [each(gradient, WRONG), each(gradient, RIGHT), each(gradient, WRONG), each(gradient, RIGHT)],
    "E0353": [(top, WRONG)],
    "E0352": [each(op(attrs='["N: int >= 1", "T: type"]'), WRONG)],
    "E0360": [(op(), WRONG), (op(attrs='["T: type", "N: int >= 1", "Types: list(type)"]'), RIGHT)],
    "E0361": [(op(), WRONG), (op(), RIGHT)],
    "E0362": [(op(), WRONG)],
    "E0366": [(top, WRONG), (top, RIGHT)],
    "E0367": [(op(), WRONG), (op(), RIGHT)],
    "E0371": [(rewrite, WRONG), (rewrite, RIGHT)],
    "E0372": [each(pattern, WRONG), each(pattern, RIGHT)],
    "E0373": [(pattern, WRONG), (pattern, RIGHT), (replacement, RIGHT)],
    "E0374": [(conversion, WRONG), each(conversion, RIGHT)],
    "E0375": [(conversion, WRONG), (conversion, RIGHT)],
    "E0377": [(rewrite, RIGHT), (rewrite, WRONG)],
    "E0378": ["a table", (top, RIGHT), (top, WRONG)],
    "E0379": [(top, WRONG), (top, RIGHT)],
    "E0380": [(top, WRONG), (top, RIGHT)],
    "E0381": [(under("graph:"), WRONG), (rewrite, RIGHT)],
    "W0203": [(top, WRONG)],
    "W0204": [each(top, WRONG, RIGHT)],
    "W0304": [(top, WRONG)],
    "W0305": [(top, WRONG), (top, RIGHT)],
    "W0307": ["a statement of Python"],
    "W0308": [(top, WRONG), (top, RIGHT)],
    "W0309": [(top, WRONG)],
    "W0320": [(op(shape=None), WRONG), (op(shape=None), RIGHT)],
    "W0371": [(top, WRONG), (top, RIGHT)],
    "W0372": [(under("graph:"), WRONG)],
    "W0373": [(rewrite, WRONG), (rewrite, WRONG)],
}


def specs_of(block, example):
    """(spec, what it is) of each example in a block."""
    if example[0] != "each":
        frame, verdict = example
        return [(frame(block), verdict)]
    _, frame, verdicts = example
    lines = block.splitlines(keepends=True)
    return [(frame(line), verdicts[min(i, len(verdicts) - 1)]) for i, line in enumerate(lines)]


class ExplainTest(CommandTest):
    def codes_of(self, spec):
        self.spec.write_text(spec)
        done = self.expect({0, 2}, "validate", "--json", self.spec)
        return {diagnostic["code"]: diagnostic["message"] for diagnostic in json.loads(done.stdout)["diagnostics"]}

    def blocks_of(self, code):
        """The indented parts of a page, without the indentation."""
        text = self.expect(0, "explain", code).stdout
        return [re.sub(r"(?m)^    ", "", block) for block in re.findall(r"(?m)(?:^    .*\n)+", text)]

    @staticmethod
    def examples():
        return EXAMPLES if KNOWN.nightly else {**EXAMPLES, "W0203": ["a range with a nightly, of which the catalogue has none"]}

    def test_every_example_is_what_its_page_says(self):
        listed = [line.split()[0] for line in self.expect(0, "explain").stdout.splitlines()]
        blocks = {code: self.blocks_of(code) for code in listed}
        self.assertEqual({code: len(found) for code, found in blocks.items() if found},
                         {code: len(examples) for code, examples in self.examples().items()})
        for code, examples in self.examples().items():
            specs = [spec for block, example in zip(blocks[code], examples) if not isinstance(example, str)
                     for spec in specs_of(block, example)]
            self.assertTrue(not specs or any(verdict == WRONG for _, verdict in specs), f"{code} has no example of what it reports")
            for spec, verdict in specs:
                with self.subTest(code, spec=spec):
                    found = self.codes_of(spec)
                    if verdict == WRONG:
                        self.assertIn(code, found)
                    others = {other: message for other, message in found.items()
                              if other.startswith("E") and other != code or verdict == RIGHT and other == code}
                    self.assertEqual(others, {})

    def test_a_code_without_its_letter(self):
        for text, meant in (("203", "did you mean 'E0203' or 'W0203'?"), ("0310", "did you mean 'E0310'?")):
            self.assertIn(meant, self.expect(64, "explain", text).stderr)
        self.assertNotIn("did you mean", self.expect(64, "explain", "99999").stderr)


if __name__ == "__main__":
    running.main()
