"""Equal nodes in released TensorFlow: the set `shared` reads a variable once where nothing can have been written in between, and
only there, in functions, branches, loops and sessions."""

import unittest

import support

PROGRAM = """
    import collections, glob, json, os, tempfile

    FOLDER = tempfile.mkdtemp()
    os.environ["TEST_NPU_GRAPH_DUMP"] = FOLDER
    import numpy as np
    import tensorflow as tf

    v1 = tf.compat.v1

    def made(v, w, step):
        # What an optimizer does for each of its variables.
        for variable in (v, w, v):
            power = tf.pow(tf.constant(0.9), tf.cast(step + 1, tf.float32))
            variable.assign_add((1 - power) * tf.sqrt(variable))
        step.assign_add(1)
        return v + w

    def written(v, w, step):
        before, again = v.read_value(), v.read_value()
        v.assign_add(w)
        after, later = v.read_value(), v.read_value()
        v.assign(w * 2)
        return before + again, after - later + after, v * 3, w * tf.cast(step, tf.float32)

    def branches(v, w, step):
        return tf.cond(step % 2 == 0, lambda: v * 2 + tf.sqrt(v * 2), lambda: w * 2 - v * 2)

    def loop(v, w, step):
        def body(i, sum):
            more = v.read_value() * 2 + v.read_value() * 2
            v.assign_add(w)
            return i + 1, sum + more + v * 2
        return tf.while_loop(lambda i, sum: i < 4, body, (0, tf.zeros([5])))[1]

    def gradient(v, w, step):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.sqrt(v * w) * tf.sqrt(v * w))
        return tape.gradient(loss, [v, w])

    def alike(v, w, step):
        # Equal values in different variables.
        return v - w, v * 2 - w * 2

    def ops_of(file):
        graph = tf.compat.v1.GraphDef.FromString(open(file, "rb").read())
        return collections.Counter(node.op for node in graph.node)

    def run(device, function, off):
        os.environ["TEST_NPU_GRAPH_OFF"] = off
        for file in glob.glob(FOLDER + "/*"):
            os.remove(file)
        with tf.device(device):
            v, w = (tf.Variable(np.arange(1, 6).astype(np.float32)) for _ in range(2))
            step = tf.Variable(3, dtype=tf.int64)
            compiled = tf.function(lambda: function(v, w, step), jit_compile=False)
            results = []
            for _ in range(3):
                results += [y.numpy().tolist() for y in tf.nest.flatten(compiled())] + [x.numpy().tolist() for x in (v, w, step)]
        dumps = sorted(glob.glob(FOLDER + "/*_after.pb"))
        return results, {op: min((ops_of(file)[op] for file in dumps), default=-1) for op in ("ReadVariableOp", "Pow")}

    report = {}
    for function in (made, written, branches, loop, gradient, alike):
        on_cpu, _ = run("/CPU:0", function, "")
        apart, before = run("/TEST_NPU:0", function, "all")
        together, after = run("/TEST_NPU:0", function, "")
        close = all(np.allclose(x, y, rtol=1e-6) for x, y in zip(on_cpu, together))
        report[function.__name__] = {"same": apart == together, "close": close, "before": before, "after": after}

    os.environ["TEST_NPU_GRAPH_OFF"] = ""
    graph = tf.Graph()
    with graph.as_default(), tf.device("/TEST_NPU:0"):
        v = v1.get_variable("v", initializer=tf.constant([2.0, 3.0]), use_resource=True)
        a, b = v.read_value(), v.read_value()
        c, d = tf.sqrt(a) * 2, tf.sqrt(b) * 2
        total = c + d + tf.exp(-c)
        with tf.compat.v1.Session() as session:
            session.run(v.initializer)
            as_it_is = session.run([total, a, b])
            fed = session.run(total, {b: [4.0, 9.0]})
    root, other = np.sqrt([2.0, 3.0]) * 2, np.array([4.0, 6.0])
    close = lambda x, y: bool(np.allclose(x, y, rtol=1e-6))
    report["session"] = {"total": close(as_it_is[0], 2 * root + np.exp(-root)), "fed": close(fed, root + other + np.exp(-root)),
                         "reads": close(as_it_is[1:], [[2, 3], [2, 3]])}

    with tf.device("/TEST_NPU:0"):
        lost = tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[2], shared_name="lost")
        read = lambda: tf.raw_ops.ReadVariableOp(resource=lost, dtype=tf.float32)
        try:
            tf.function(lambda: tf.sqrt(read()) + tf.sqrt(read()), jit_compile=False)()
            report["lost"] = ""
        except tf.errors.FailedPreconditionError as error:
            report["lost"] = str(error)
    print(json.dumps(report))
"""


class GraphMergeTest(unittest.TestCase):
    def check(self, release):
        done, report = support.run_code(PROGRAM, support.training_plugin(), release)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertNotIn("PluggableGraphOptimizer", done.stderr)
        self.assertEqual(report.pop("session"), {"total": True, "fed": True, "reads": True})
        self.assertIn("lost", report.pop("lost"))
        for name, case in report.items():
            with self.subTest(name):
                self.assertTrue(case["same"])
                self.assertTrue(case["close"])
                self.assertLessEqual(case["after"]["ReadVariableOp"], case["before"]["ReadVariableOp"])
        made = report["made"]
        self.assertEqual((made["before"]["Pow"], made["after"]["Pow"]), (3, 1))
        # Of the step's count once, and of v and w anew after each update.
        self.assertEqual(made["after"]["ReadVariableOp"], 6)
        # Of v before and after its first write and after the second, of w, and of the step's count.
        self.assertEqual(report["written"]["after"]["ReadVariableOp"], 5)
        self.assertEqual(report["alike"]["after"]["ReadVariableOp"], 2)

    def test_2_12(self):
        self.check("2.12")

    def test_2_15(self):
        self.check("2.15")

    def test_newest(self):
        self.check("newest")

    def test_nightly(self):
        self.check("nightly")


if __name__ == "__main__":
    support.main()
