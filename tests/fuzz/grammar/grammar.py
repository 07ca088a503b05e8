"""Specs of ops, shape rules, gradients and rewrites, drawn from a grammar.

Most are valid, and many have what nobody writes: names that C++, Python or the emitted code has already, numbers at the
limits, texts with quotes. The same random numbers give the same spec.
"""

import json
import random

NAMES_OF_OPS = (
    "True False None Lambda Print Exec Class Import Await Match Type Self Acme_Foo AcmeFoo AcmeFOO ACMEFoo Acme_foo AcmeFoo_ "
    "Tensor PartialTensor Kernel OpKernel Status Dim Ops Tf Types Np Os All Any Str Len Open Dict List Zip Int Float Hash "
    "Gradients A X1 NovaNpu NovaNpuOps Std Main Int32 NULL EOF Library Path Load MyOp VendorTopK Init TensorLike Sequence "
    "NamedTuple AcmeXOutput RegisterOps Shapes Window Attr Rewrite Rewrites Match3 NovaNpuFusedMatMul OpDefinition").split()
NAMES_OF_ARGS = (
    "lambda lambda_ int int_value shapes shapes_value outputs ctx told print print_ def class class_ x x_ y_ size_t int64_t "
    "errno assert stdin stdout linux unix major minor i argc std tf op op_ ops incoming len self cls type_ types none true dx dy "
    "dz dop opt rule window dim dims kernel errors status tensor float_ float_value double auto new delete this register signed "
    "y0 el el_ ef data shape axis dtype n_ t input output result value e inputs index count template export int32_t tstring"
).split()
PLAIN_ARGS = "x a b c scale bias values weights mask image left right".split()
NAMES_OF_ATTRS = (
    "T U V N M dtype shapes int class name_ Tensor std self alpha beta count strides padding axis lambda AcmeXOutput NULL Op "
    "kernel T_ t Index Status rule ctx outputs true double DataType int64_t vector string").split()
FLOATS = "half bfloat16 float double".split()
INTEGERS = "int8 uint8 int16 uint16 int32 int64 uint32 uint64".split()
OTHERS = "bool string complex64 complex128 resource variant qint8".split()
NUMBERS = ("0 1 2 -1 7 64 255 1000 1001 65536 2147483647 -2147483648 2147483648 4294967296 9223372036854775807 "
           "-9223372036854775808 9223372036854775808 007 -0 +1 1e3 0x10").split()
REALS = ("0 0.5 1 -1 1e-3 .5 5. 007.5 +2 16777217 123456789012 1e38 1e39 -1e38 1e308 1e400 1e-400 3.4028235e38 inf nan "
         "0x1p3").split()
TEXTS = ["", "SAME", "VALID", "a b", "it''s", "x,y", "a}b", "[", "%s", "{0}", "@plugin.name@", "//", "\\\\n", "é", "a\\tb", "#", "?\?="]
DOCS = ['Computes.', 'Says """quoted""".', "Ends with a backslash \\", "a\nb\n\n  c: d", "*/ // /* @op.name@", "é ümlaut", "'", '"']

UNARY = "Relu Elu Tanh Sigmoid Exp Neg Square Sqrt Rsqrt Abs Softplus Identity LogicalNot ZerosLike Shape Rank Cast".split()
BINARY = "AddV2 Mul Sub Maximum Minimum RealDiv Pow MatMul BiasAdd Equal Less TopKV2 Transpose Reshape Sum GatherV2 Tile".split()
ELEMENTWISE = "AddV2 Mul Sub Maximum Tanh Sigmoid Exp Neg Sqrt Relu Sum".split()


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


class SpecMaker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        # Half of the specs are tame, so that whole files of several ops come to be emitted.
        self.wild = self.random.choice((0.0, 0.02, 0.1, 0.3))
        self.ops = []

    def one(self, *choices):
        return self.random.choice(choices)

    def of(self, choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    def is_wild(self, factor=1.0):
        return self.random.random() < self.wild * factor

    # --- ops ---

    def op_name(self):
        if self.is_wild(2):
            return self.of(NAMES_OF_OPS)
        return "Acme" + self.of("Gelu Dense Norm Scan Pool Mix TopK Fold Conv Step Blend Rank".split()) + self.one("", "", "2", "Grad")

    def arg_name(self, taken):
        while True:
            name = self.of(NAMES_OF_ARGS) if self.is_wild(3) else self.of(PLAIN_ARGS)
            if name not in taken or self.is_wild(0.1):
                taken.add(name)
                return name

    def attr_name(self, taken, plain):
        while True:
            name = self.of(NAMES_OF_ATTRS) if self.is_wild(3) else self.of(plain)
            if name not in taken:
                taken.add(name)
                return name
            plain = plain + [plain[-1] + str(self.random.randrange(10))]

    def type_choices(self):
        pool = self.one(FLOATS, FLOATS, FLOATS + INTEGERS, INTEGERS, FLOATS + INTEGERS + OTHERS)
        return self.random.sample(pool, self.random.randint(1, min(4, len(pool))))

    def integer(self):
        return self.of(NUMBERS) if self.is_wild(3) else str(self.random.randint(-1, 4))

    def real(self):
        return self.of(REALS) if self.is_wild(3) else self.one("0.5", "1.0", "1e-3", "2")

    def text(self):
        return "'" + (self.of(TEXTS) if self.is_wild(3) else self.one("", "SAME", "NHWC")) + "'"

    def attr_value(self, kind):
        return {"int": self.integer, "float": self.real, "bool": lambda: self.one("true", "false"), "string": self.text,
                "type": lambda: self.of(FLOATS), "shape": lambda: self.one("{}", "{ unknown_rank: true }", "{ dim { size: 2 } }",
                                                                           "{ dim { size: -1 } dim { size: " + self.integer() + " } }")}[kind]()

    def attr(self, taken):
        """An attr that no argument needs: its text, and the kind for those who use it."""
        name = self.attr_name(taken, ["alpha", "beta", "axis", "strides", "padding", "keep", "mode"])
        kind = self.one("int", "int", "float", "bool", "string", "type", "shape", "tensor", "func")
        text = kind
        if kind == "string" and self.chance(0.4):
            text = "{" + ", ".join(self.random.sample(["'SAME'", "'VALID'", self.text()], 2)) + "}"
        elif kind == "type":
            text = "{" + ", ".join(self.random.sample(FLOATS, 2)) + "}"
        is_list = self.chance(0.25)
        if is_list:
            text = f"list({text})"
        least = ""
        if (is_list or kind == "int") and self.chance(0.3):
            least = self.integer()
            text += " >= " + least
        if kind not in ("tensor", "func") and self.chance(0.6):
            if is_list:
                count = self.random.randint(0, 3)
                text += " = [" + ", ".join(self.attr_value(kind) for _ in range(count)) + "]"
            else:
                text += " = " + self.attr_value(kind)
        return {"name": name, "kind": kind, "is_list": is_list, "text": f"{name}: {text}"}

    def op(self):
        names = set()
        types = []
        attrs = []
        for plain in ("T", "U")[:self.random.randint(0, 2)]:
            name = self.attr_name(names, [plain])
            types.append((name, self.type_choices()))
            attrs.append({"name": name, "kind": "type", "is_list": False, "text": f"{name}: {{{', '.join(types[-1][1])}}}"})
        number = ""
        if self.chance(0.2):
            number = self.attr_name(names, ["N"])
            attrs.append({"name": number, "kind": "int", "is_list": False,
                          "text": f"{number}: int >= {self.integer() if self.is_wild(3) else self.random.randint(1, 4)}"})
        attrs += [self.attr(names) for _ in range(self.random.choice((0, 0, 1, 2, 3)))]

        def arg(side):
            name = "y" if side == "out" and "y" not in names and not self.is_wild() else self.arg_name(names)
            names.add(name)
            if types and self.chance(0.8):
                dtype, allowed = self.of(types)
            else:
                dtype = self.of(FLOATS + INTEGERS if self.chance(0.9) else OTHERS)
                allowed = [dtype]
            is_list = bool(number) and self.chance(0.4)
            return {"name": name, "dtype": dtype, "allowed": allowed, "is_list": is_list,
                    "text": f"{name}: " + (f"{number} * " if is_list else "") + dtype}

        inputs = [arg("in") for _ in range(self.random.choice((0, 1, 1, 2, 2, 3)))]
        outputs = [arg("out") for _ in range(self.random.choice((1, 1, 1, 2, 3)))]
        op = {"name": self.op_name(), "types": types, "attrs": attrs, "inputs": inputs, "outputs": outputs}
        lines = [f"  - name: {quoted(op['name'])}",
                 "    inputs: [" + ", ".join(quoted(a["text"]) for a in inputs) + "]",
                 "    outputs: [" + ", ".join(quoted(a["text"]) for a in outputs) + "]",
                 "    attrs: [" + ", ".join(quoted(a["text"]) for a in attrs) + "]"]
        if self.chance(0.3):
            lines.append("    doc: " + quoted(self.of(DOCS)))
            lines.append(f"    arguments: {{{outputs[0]['name'] if self.chance(0.9) else 'q'}: {quoted(self.of(DOCS))}}}")
        for flag in ("stateful", "commutative", "aggregate", "also_on_cpu", "allows_uninitialized_input"):
            if self.chance(0.08):
                lines.append(f"    {flag}: true")
        if self.is_wild():
            lines.append(f"    deprecated: {{version: {self.integer()}, explanation: {quoted(self.of(TEXTS))}}}")
        lines += self.shapes(op)
        lines += self.gradient(op)
        op["lines"] = lines
        return op

    # --- shape rules ---

    def shapes(self, op):
        if self.chance(0.1):
            return ["    shape: {y: unknown}"] if self.chance(0.5) else []
        self.dims = []
        self.groups = []
        lines = ["    shape:"]
        for arg in op["inputs"]:
            if self.chance(0.6):
                lines.append(f"      {arg['name']}: {quoted(self.pattern(op))}")
        for arg in op["outputs"]:
            lines.append(f"      {arg['name']}: {quoted(self.output_shape(op))}")
        return lines if len(lines) > 1 else []

    def pattern(self, op):
        if self.chance(0.15):
            return self.one("rank(", "rank_at_least(", "rank_at_most(") + (self.integer() if self.is_wild(3) else "3") + ")"
        items = []
        for _ in range(self.random.choice((0, 1, 2, 2, 3))):
            name = self.of(NAMES_OF_ARGS) if self.is_wild(2) else self.one("n", "m", "k", "batch")
            items.append(self.one(name, name, name, "?", self.integer()))
            if items[-1] == name:
                self.dims.append(name)
        if self.chance(0.3):
            group = self.one("rest...", "...", "lead...")
            items.insert(self.random.randint(0, len(items)), group)
            self.groups.append(group)
        return "[" + ", ".join(items) + "]"

    def input_of(self, op):
        return self.of(op["inputs"])["name"] if op["inputs"] else "x"

    def dim(self, op, depth=0):
        choices = [lambda: f"{self.input_of(op)}[{self.integer() if self.is_wild(4) else self.one('0', '-1')}]", self.integer]
        if self.dims:
            choices += [lambda: self.of(self.dims)] * 3
        ints = [a["name"] for a in op["attrs"] if a["kind"] == "int" and not a["is_list"]]
        if ints:
            choices.append(lambda: self.of(ints))
        if depth < 3:
            choices.append(lambda: f"{self.dim(op, depth + 1)} {self.one('+', '-', '*', '//')} {self.dim(op, depth + 1)}")
            choices.append(lambda: f"({self.dim(op, depth + 1)} {self.one('+', '-', '*', '//')} {self.dim(op, depth + 1)})")
        return self.of(choices)()

    def axes(self, op):
        lists = [a["name"] for a in op["attrs"] if a["kind"] == "int"] + ["[0]", "1", "[0, 1]", "[-1]"]
        return f"[{self.integer()}, {self.integer()}]" if self.is_wild(4) else self.of(lists)

    def output_shape(self, op):
        x = self.input_of(op)
        y = self.input_of(op)
        return self.of([
            lambda: f"same_as({x})", lambda: f"same_as({x})", lambda: "scalar", lambda: "unknown",
            lambda: f"broadcast({x}, {y})",
            lambda: "[" + ", ".join(self.dim(op) for _ in range(self.random.randint(0, 3))) + "]",
            lambda: "[" + ", ".join(self.groups[:1] + [self.dim(op)]) + "]",
            lambda: f"{x}[{self.one('1:', ':-1', '0:1', ':', '1:3', '-2:')}]",
            lambda: f"[{self.dim(op)}, {x}[1:]...]",
            lambda: f"concat({x}, {y}, axis={self.integer()})",
            lambda: f"stack({x}, {y}, axis={self.integer()})",
            lambda: f"reduce({x}, axes={self.axes(op)}, keep_dims={self.one('true', 'false')})",
            lambda: f"matmul({x}, {y}, transpose_a={self.one('true', 'false')})",
            lambda: f"transpose({x}, {self.one('[1, 0]', '[0]', '[0, 2, 1]', self.axes(op))})",
            lambda: f"conv({x}, {y}, strides={self.axes(op)}, padding='{self.one('SAME', 'VALID')}')",
            lambda: f"pool({x}, ksize={self.integer()}, strides={self.axes(op)}, padding='SAME')",
            lambda: f"values({x})",
        ])()

    # --- gradients ---

    def gradient(self, op):
        if self.chance(0.3):
            return []
        if self.chance(0.1):
            return [f"    gradient: {{python: {self.one('my_gradient', 'my_gradient', 'tf', 'lambda', 'None', 'gradients')}}}"]
        lines = []
        for arg in op["inputs"]:
            # Gradients of integers are warned of, and computed in vain: whether they can be is not looked at.
            if set(arg["allowed"]) & set(FLOATS) and self.chance(0.8):
                value = self.expression(op, arg)
                if arg["is_list"]:
                    value = f"[{value}]"
                lines.append(f"      {arg['name']}: {quoted(value)}")
        return ["    gradient:"] + lines if lines else []

    def tensor(self, op, like):
        same = [a for a in op["inputs"] + op["outputs"] if a["dtype"] == like["dtype"]] or [like]
        if self.is_wild(2):
            same = op["inputs"] + op["outputs"]
        arg = self.of(same)
        name = arg["name"]
        if arg in op["outputs"] and self.chance(0.7):
            name = "d" + name
        return f"{name}[{self.random.randint(0, 1)}]" if arg["is_list"] else name

    def expression(self, op, like, depth=0):
        same = [a for a in op["outputs"] if a["dtype"] == like["dtype"]]
        leaf = [lambda: self.tensor(op, like)] * 3
        if same and not same[0]["is_list"]:
            leaf.append(lambda: "d" + same[0]["name"])
        if depth >= 3:
            return self.of(leaf)()
        inner = lambda: self.expression(op, like, depth + 1)  # noqa: E731
        ints = [a["name"] for a in op["attrs"] if a["kind"] in ("int", "float") and not a["is_list"]]
        like_dtype = like["dtype"]
        return self.of(leaf + [
            lambda: f"{inner()} {self.one('+', '-', '*', '/')} {inner()}",
            lambda: f"({inner()} + {inner()}) * {self.of(ints) if ints else '2'}",
            lambda: f"-{inner()}", lambda: f"{inner()} ** 2",
            lambda: f"{self.one('1', '0.5', '2', self.real())} * {inner()}",
            lambda: f"{self.one('Exp', 'Neg', 'Square', 'Tanh', 'ZerosLike', 'Identity', 'Relu', 'Shape', 'StringLength', 'IsNan')}({inner()})",
            lambda: f"{self.one('AddV2', 'Mul', 'Maximum', 'MatMul', 'Equal', 'Greater', 'StringJoin')}({inner()}, {inner()})",
            lambda: f"MatMul({inner()}, {inner()}, transpose_a={self.one('true', 'false')})",
            lambda: f"sum_to_shape({inner()}, {like['name'] if not like['is_list'] else inner()})",
            lambda: f"Cast({inner()}, DstT={self.one(like['dtype'], like['dtype'], 'float', 'int32')})",
            lambda: f"SelectV2(Greater({inner()}, {inner()}), {inner()}, {inner()})",
            lambda: f"AddN([{inner()}, {inner()}])",
            lambda: f"TopKV2({inner()}, 3)[{self.one('0', '0', '1', self.integer())}]",
            lambda: f"Sum({inner()}, [0], keep_dims=true)",
            lambda: f"{self.one('AddV2', 'Mul', 'Maximum')}({self.literal(ints)}, {inner()})",
            lambda: f"SelectV2(Greater({inner()}, {self.literal(ints)}), {self.literal(ints)}, {inner()})",
            lambda: f"Fill(Shape({inner()}), {self.one(self.literal(ints), f'Cast({self.literal(ints)}, DstT={like_dtype})')})",
            lambda: f"Cast({self.literal(ints)}, DstT={self.one(like_dtype, like_dtype, 'double', 'int32')}) * {inner()}",
            lambda: f"Cast(Shape({inner()}) {self.one('/', '*', '+')} {self.literal(ints)}, DstT={like_dtype})",
        ])()

    def literal(self, attrs):
        """What TensorFlow makes a tensor of, of a type of its own where no other tensor says one."""
        return self.one("0", "1", "2", "-1", "0.5", "2.5e3", "(1 / 3)", "3000000000", "[0.5, 1]", "true", "'a'", *attrs)

    # --- rewrites ---

    def pattern_call(self, depth=0):
        if depth >= 3 or self.chance(0.3 * depth):
            return self.one("x", "y", "z", "_", self.real(), f"[{self.real()}]") if depth else "Relu(x)"
        new = [op for op in self.ops if op["inputs"] and not any(a["is_list"] for a in op["inputs"])]
        pick = self.random.random()
        if new and pick < 0.15:
            op = self.of(new)
            return op["name"] + "(" + ", ".join(self.pattern_call(depth + 1) for _ in op["inputs"]) + ")"
        if pick < 0.5:
            return f"{self.of(UNARY)}({self.pattern_call(depth + 1)})"
        if pick < 0.55:
            return f"Relu|Elu({self.pattern_call(depth + 1)})"
        if pick < 0.6:
            return f"AddN([{self.pattern_call(depth + 1)}, {self.pattern_call(depth + 1)}])"
        if pick < 0.65:
            return f"LeakyRelu({self.pattern_call(depth + 1)}, alpha={self.real()})"
        if pick < 0.7:
            return f"Cast({self.pattern_call(depth + 1)}, SrcT={self.of(FLOATS)}, DstT={self.of(FLOATS)})"
        return f"{self.of(BINARY)}({self.pattern_call(depth + 1)}, {self.pattern_call(depth + 1)})"

    def replacement(self):
        new = [op for op in self.ops if op["inputs"] and not any(a["is_list"] for a in op["inputs"])]
        if new and self.chance(0.5):
            op = self.of(new)
            given = [self.one("x", "y", "z") for _ in op["inputs"]]
            given += [f"{a['name']}={self.attr_value(a['kind'])}" for a in op["attrs"]
                      if a["kind"] in ("int", "float", "bool", "string") and not a["is_list"] and self.chance(0.6)]
            return op["name"] + "(" + ", ".join(given) + ")"
        return self.one("x", "Relu(x)", "Tanh(x)", "AddV2(x, y)", "Neg(Neg(x))", "MatMul(x, y)", "Mul(y, x)", "Relu(Relu(x))")

    def rewrite(self):
        name = self.one("fuse", "one_two", "onetwo", "a_1", "a1", "rewrites", "dense", "all_", "tail", "x")
        kind = self.random.random()
        if kind < 0.12:
            return [f"    - {{name: {name}, merge: [{', '.join(self.random.sample(ELEMENTWISE, 2))}]}}"]
        if kind < 0.2:
            chain = ", ".join(self.random.sample(ELEMENTWISE, 3))
            return [f"    - {{name: {name}, chain: [{chain}], replace: {self.of(self.ops)['name'] if self.ops else 'Relu'}}}"]
        match = self.pattern_call()
        if self.chance(0.3):
            part = self.one("part", "x", "Relu", "m")
            match = f"[{quoted(part + ' = ' + self.pattern_call())}, {quoted(self.one('Neg', 'Exp') + '(' + part + ')')}]"
        else:
            match = quoted(match)
        return [f"    - name: {name}", f"      match: {match}", f"      replace: {quoted(self.replacement())}"]

    # --- the whole ---

    def spec(self):
        lines = ["plugingen: 1", f"plugin: {{name: {self.one('nova_npu', 'nova_npu', 'npu', 'tensor', 'acme')}}}", "device: {type: NOVA_NPU}"]
        if self.chance(0.2):
            lines.append(f"tensorflow: {self.one(quoted('>=2.12, <2.23'), quoted('>=2.15'), quoted('==2.19'), quoted('>=2.12, <2.23'))}")
        self.ops = [self.op() for _ in range(self.random.choice((1, 1, 2, 3)))]
        lines.append("kernels:")
        lines.append("  - set: variables")
        for op in self.ops:
            if self.chance(0.8):
                lines.append(f"  - {{op: {quoted(op['name'])}, implementation: {self.one('stub', 'stub', '{file: my_' + str(len(lines)) + '.cc}')}}}")
        if self.is_wild(2):
            lines.append(f"  - {{set: {self.one('mlp', 'variables', 'cnn')}, types: {self.one('float', 'string', 'int32', '[float, half]')}}}")
        lines.append("ops:")
        for op in self.ops:
            lines += op["lines"]
        if self.chance(0.5):
            lines += ["graph:", "  rewrites:"]
            for _ in range(self.random.randint(1, 3)):
                lines += self.rewrite()
        return "\n".join(lines) + "\n"


def make_spec(seed):
    return SpecMaker(seed).spec()
