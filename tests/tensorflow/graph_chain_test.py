"""Chains of elementwise ops in released TensorFlow: what the set `elementwise` puts together gives the bits that the ops
give one by one, whatever types, shapes and gradients, and the errors that they give."""

import unittest

import support

PROGRAM = """
    import collections, glob, json, os, tempfile

    FOLDER = tempfile.mkdtemp()
    os.environ["TEST_NPU_GRAPH_DUMP"] = FOLDER
    import numpy as np
    import tensorflow as tf

    random = np.random.default_rng(11)
    numbers = lambda *shape: random.standard_normal(shape).astype(np.float32)
    raw = tf.raw_ops
    rows, row, column, one = numbers(7, 1300), numbers(1300), numbers(7, 1), numbers(1)

    def activations(x, y):
        for f in (tf.abs, tf.nn.elu, tf.nn.relu, tf.nn.relu6, tf.nn.selu, tf.sigmoid, tf.sign, tf.nn.softplus, tf.nn.softsign, tf.tanh,
                  tf.math.erf, tf.math.erfc, tf.exp, tf.math.expm1, tf.math.reciprocal):
            x = y - f(x) * y
        return x

    def roots(x, y):
        x = tf.square(x) + tf.cast(0.5, x.dtype)
        return tf.math.log(x) / tf.sqrt(x) - tf.math.rsqrt(x) * tf.math.log1p(x) + tf.math.squared_difference(x, y)

    def extremes(x, y):
        return tf.math.divide_no_nan(tf.maximum(x, y), tf.minimum(-x, y) - tf.minimum(-x, y)) + x

    def gradients(x, y):
        z = [f(x + y, y - x) for f in (lambda a, b: raw.ReluGrad(gradients=a, features=b), lambda a, b: raw.Relu6Grad(gradients=a, features=b),
                                      lambda a, b: raw.EluGrad(gradients=a, outputs=b), lambda a, b: raw.SeluGrad(gradients=a, outputs=b),
                                      lambda a, b: raw.SoftplusGrad(gradients=a, features=b), lambda a, b: raw.SoftsignGrad(gradients=a, features=b),
                                      lambda a, b: raw.SigmoidGrad(y=a, dy=b), lambda a, b: raw.TanhGrad(y=a, dy=b), lambda a, b: raw.RsqrtGrad(y=a, dy=b),
                                      lambda a, b: raw.SqrtGrad(y=a, dy=b))]
        while len(z) > 1:
            z = [z[0] * z[1]] + z[2:]
        return z[0]

    def swish(x, y):
        return x * tf.sigmoid(x) + y

    def small(x, y):
        # The factor is computed for each column alone.
        return x * (tf.math.rsqrt(tf.square(y) + tf.cast(1.0, x.dtype)) * y) + x

    def adam(x, y):
        m, v = x * 0.9 + y * 0.1, tf.square(x) * 0.999 + tf.square(y) * 0.001
        return x - m * 0.01 / (tf.sqrt(v) + 1e-7)

    def outer(x, y):
        inner = x * y
        return tf.tanh(inner + tf.reduce_sum(inner + x))

    def sizes(x, y):
        # The gradient of a function takes operands of other shapes, if they are as many.
        return raw.TanhGrad(y=x, dy=tf.reshape(y, [-1])) * x

    cases = {}
    for name, function in dict(activations=activations, roots=roots, extremes=extremes, gradients=gradients).items():
        for dtype in ("float32", "float16", "bfloat16"):
            cases[f"{name} {dtype}"] = (function, rows, rows[::-1].copy(), dtype)
    for name, y in dict(row=row, column=column, one=one, scalar=np.float32(0.5), rows=rows).items():
        cases[f"swish {name}"] = (swish, rows, y, "float32")
        cases[f"swish of {name}"] = (swish, y, rows, "float32")
        cases[f"small {name}"] = (small, rows, y, "float32")
    cases["both broadcast"] = (swish, column, row, "float16")
    cases["cube"] = (swish, numbers(5, 1, 40), numbers(3, 1), "float32")
    cases["adam"] = (adam, rows, rows[::-1].copy(), "float32")
    cases["scalars"] = (swish, np.float32(0.5), np.float32(2), "float32")
    cases["empty"] = (swish, numbers(0, 5), numbers(1, 5), "float32")
    cases["other use"] = (outer, rows, row, "float32")
    cases["sizes"] = (sizes, rows, rows[::-1].copy(), "float32")
    cases["nan"] = (activations, rows * np.float32("nan"), rows / 0, "float32")

    def ops_of(file):
        graph = tf.compat.v1.GraphDef.FromString(open(file, "rb").read())
        return collections.Counter(node.op for node in graph.node)

    def run(device, function, arguments, dtype, off=""):
        os.environ["TEST_NPU_GRAPH_OFF"] = off
        for file in glob.glob(FOLDER + "/*"):
            os.remove(file)
        with tf.device(device):
            y = tf.function(function, jit_compile=False, autograph=False)(*(tf.cast(tf.identity(a), dtype) for a in arguments))
            result = tf.cast(y, tf.float64).numpy()
        made = [ops_of(file) for file in sorted(glob.glob(FOLDER + "/*_after.pb"))]
        return result, max((ops["TestNpuElementwise"] for ops in made), default=0)

    result = {}
    for name, (function, x, y, dtype) in cases.items():
        one_by_one, none = run("/TEST_NPU:0", function, (x, y), dtype, "all")
        together, count = run("/TEST_NPU:0", function, (x, y), dtype)
        cpu, _ = run("/CPU:0", function, (x, y), dtype)
        result[name] = {"count": count, "none": none, "shape": together.shape == cpu.shape,
                        "different": int(np.sum((one_by_one != together) & ~(np.isnan(one_by_one) & np.isnan(together))))}

    def message(function, *arguments, off):
        try:
            # Shapes that nobody knows before.
            signature = [tf.TensorSpec(None, tf.float32)] * len(arguments)
            os.environ["TEST_NPU_GRAPH_OFF"] = off
            with tf.device("/TEST_NPU:0"):
                tf.function(function, input_signature=signature, jit_compile=False)(*arguments).numpy()
            return ""
        except tf.errors.InvalidArgumentError as error:
            return str(error)

    errors = {}
    for off in ("all", ""):
        errors[off] = [message(lambda x, y: tf.tanh(x + y) * x, numbers(3), numbers(4), off=off),
                       message(lambda x, y: raw.ReluGrad(gradients=-x, features=y) * x, numbers(3), numbers(4), off=off)]

    # New values of a variable whose old one comes to the chain through other ops, or not at all.
    square = numbers(6, 6)
    news = {"read": lambda v: v * 0.9 + 0.1, "product": lambda v: tf.matmul(v, square) * square + square,
            "transposed": lambda v: tf.tanh(tf.transpose(v) * 0.5) - square, "sum": lambda v: square * 0.5 / (tf.reduce_sum(v) ** 2 + 1.0),
            "both": lambda v: (tf.matmul(v, square) + v) * 0.25}

    def updated(device, new):
        os.environ["TEST_NPU_GRAPH_OFF"] = ""
        with tf.device(device):
            v = tf.Variable(square)

            @tf.function(jit_compile=False)
            def update():
                v.assign(new(v))

            for _ in range(3):
                update()
            return v.numpy()

    variables = {name: float(np.max(np.abs(updated("/TEST_NPU:0", new) / updated("/CPU:0", new) - 1))) for name, new in news.items()}
    print(json.dumps({"cases": result, "errors": errors, "variables": variables}))
"""


class GraphChainTest(unittest.TestCase):
    def check(self, release):
        # With oneDNN TensorFlow fuses more than without, on any device.
        done, report = support.run_code(PROGRAM, support.training_plugin(), release, TF_ENABLE_ONEDNN_OPTS="1")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertNotIn("PluggableGraphOptimizer", done.stderr)
        for name, case in report["cases"].items():
            with self.subTest(name):
                self.assertEqual(case["none"], 0)
                self.assertGreaterEqual(case["count"], 1)
                self.assertTrue(case["shape"])
                self.assertEqual(case["different"], 0)
        for name, difference in report["variables"].items():
            with self.subTest(f"a variable's new value: {name}"):
                self.assertLess(difference, 1e-3)
        one_by_one, together = report["errors"]["all"], report["errors"][""]
        self.assertIn("Incompatible shapes: [3] vs. [4]", together[0])
        self.assertIn("must have the same size and shape", together[1])
        for alone, chained in zip(one_by_one, together):
            self.assertTrue(alone and chained)

    def test_2_12(self):
        self.check("2.12")

    def test_2_15(self):
        self.check("2.15")

    def test_newest(self):
        self.check("newest")


if __name__ == "__main__":
    support.main()
