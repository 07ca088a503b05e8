"""Ops that update variables in graphs, where kernels may do so and where the graph optimizer has to part them: no update
is lost, whatever orders them or does not."""

import json
import unittest
from pathlib import Path

import support
import variables_test

# Random programs in each release.
PROGRAMS = 100 if support.IN_FULL else 10

# Each op in a function of its own, whose graph is large enough for TensorFlow's optimizers.
IN_FUNCTIONS = """
    class InFunctions:
        def __getattr__(self, name):
            op = getattr(tf.raw_ops, name)
            function = tf.function(lambda **arguments: op(**arguments), autograph=False, reduce_retracing=True)
            setattr(self, name, function)
            return function

    raw = InFunctions()
"""


def in_functions(program, *fewer):
    program = program.replace("    raw = tf.raw_ops\n", IN_FUNCTIONS)
    for old, new in fewer:
        assert old in program, old
        program = program.replace(old, new)
    return program


# Graphs of tf.compat.v1, in which nothing orders two updates but what the program says.
SESSIONS = """
    import json
    import random
    import numpy as np
    import tensorflow as tf

    raw, v1 = tf.raw_ops, tf.compat.v1
    wrong = []

    def variable(name, **more):
        return raw.VarHandleOp(dtype=tf.float32, shape=[64], shared_name=name, container="")

    def full(value):
        return tf.constant(float(value), shape=[64])

    def expect(what, numbers, expected):
        if not np.array_equal(numbers, np.full(np.shape(numbers), expected)):
            wrong.append(f"{what}: {np.ravel(numbers)[:4]}, not {expected}")

    def run(build, times=1):
        with tf.Graph().as_default() as graph, tf.device("/TEST_NPU:0"):
            init, updates, result = build()
            with v1.Session(graph=graph) as session:
                session.run(init)
                for _ in range(times):
                    session.run(updates)
                return session.run(result)

    def read(handle):
        return raw.ReadVariableOp(resource=handle, dtype=tf.float32)

    def eight(handles):
        def build():
            made = [variable(name) for name in handles]
            init = raw.AssignVariableOp(resource=made[0], value=full(0))
            return init, [raw.AssignAddVariableOp(resource=made[i % len(made)], value=full(1)) for i in range(8)], read(made[0])
        return build

    expect("eight", run(eight("a"), 3), 24)
    expect("eight by two handles", run(eight("aa"), 3), 24)

    def some():
        handle = variable("a")
        init = raw.AssignVariableOp(resource=handle, value=full(0))
        updates = [raw.AssignAddVariableOp(resource=handle, value=full(10 ** i)) for i in range(4)]
        return init, [updates[1], updates[3]], read(handle)

    expect("those that are fetched", run(some), 1010)

    def with_methods():
        made = v1.get_variable("v", initializer=np.zeros(64, np.float32), use_resource=True)
        other = v1.get_variable("w", initializer=np.full(64, 3, np.float32), use_resource=True)
        average = tf.train.ExponentialMovingAverage(0.5)
        updates = [made.assign_add(full(1)) for _ in range(8)] + [average.apply([other])]
        return v1.global_variables_initializer(), updates, made

    expect("methods", run(with_methods, 3), 24)

    def loop(flow):
        def build():
            v1.enable_control_flow_v2() if flow == 2 else v1.disable_control_flow_v2()
            handle = variable("l")
            def body(i):
                add = raw.AssignAddVariableOp(resource=handle, value=full(1))
                with tf.control_dependencies([add]):
                    inner = tf.cond(tf.equal(i % 2, 0), lambda: only(handle, 10, i), lambda: tf.identity(i))
                    return inner + 1
            def only(handle, value, i):
                with tf.control_dependencies([raw.AssignAddVariableOp(resource=handle, value=full(value))]):
                    return tf.identity(i)
            end = v1.while_loop(lambda i: i < 20, body, [tf.constant(0)])
            return raw.AssignVariableOp(resource=handle, value=full(0)), [end, raw.AssignAddVariableOp(resource=handle, value=full(1000))], \\
                read(handle) if flow == 2 else tf.identity(read(handle))
        return build

    for flow in (1, 2):
        expect(f"loop {flow}", run(loop(flow), 2), 2 * (20 + 100 + 1000))
    v1.enable_control_flow_v2()

    # Updates in a random order, some of which wait for others.
    for trial in range(TRIALS):
        draw, total = random.Random(trial), 0

        def build():
            global total
            handles = [variable("a"), variable("a")]
            updates = []
            for _ in range(10):
                value, handle, kind = draw.randint(1, 9), draw.choice(handles), draw.random()
                before = draw.sample(updates, min(len(updates), 2)) if draw.random() < 0.4 else []
                with tf.control_dependencies(before):
                    if kind < 0.5:
                        updates.append(raw.AssignAddVariableOp(resource=handle, value=full(value)))
                    elif kind < 0.7:
                        updates.append(raw.AssignSubVariableOp(resource=handle, value=full(-value)))
                    elif kind < 0.9:
                        updates.append(raw.ResourceScatterAdd(resource=handle, indices=tf.range(64), updates=full(value)))
                    else:
                        def body(i):
                            with tf.control_dependencies([raw.AssignAddVariableOp(resource=handle, value=full(1))]):
                                return i + 1
                        updates.append(v1.while_loop(lambda i: i < value, body, [tf.constant(0)]).op)
                total += value
            return raw.AssignVariableOp(resource=handles[0], value=full(0)), updates, read(handles[0])

        expect(f"trial {trial}", run(build, 2), 2 * total)

    # The same in functions.
    with tf.device("/TEST_NPU:0"):
        v, w = tf.Variable([0.0, 0.0]), tf.Variable([0.0, 0.0])

        @tf.function
        def many(n):
            for i in tf.range(n):
                raw.AssignAddVariableOp(resource=v.handle, value=[1.0, 1.0])
                if i % 2 == 0:
                    raw.AssignAddVariableOp(resource=v.handle, value=[10.0, 10.0])
                    raw.AssignSubVariableOp(resource=w.handle, value=[1.0, 1.0])
                if i > 7:
                    raw.AssignAddVariableOp(resource=v.handle, value=[1000.0, 1000.0])
            return v.read_value()

        @tf.function(autograph=False)
        def aliases(a, b):
            raw.AssignAddVariableOp(resource=a, value=[1.0, 1.0])
            raw.AssignAddVariableOp(resource=b, value=[2.0, 2.0])
            raw.AssignAddVariableOp(resource=a, value=[3.0, 3.0])

        expect("function", many(tf.constant(10)), 10 + 50 + 2000)
        expect("of another variable", w, -5)
        aliases(w.handle, w.handle)
        expect("two arguments", w, 1)

    # Optimizers of TensorFlow 1 are what comes to the ops of training.
    def descend(device):
        with tf.Graph().as_default() as graph, tf.device(device):
            made = v1.get_variable("v", initializer=np.arange(6, dtype=np.float32).reshape(3, 2), use_resource=True)
            gradients = [(tf.constant([[1.0, 2.0], [0.5, 0.5], [-1.0, 0.0]]), made)]
            rows = [(tf.IndexedSlices(tf.constant([[1.0, 2.0], [3.0, 1.0]]), tf.constant([2, 2])), made)]
            trains = [v1.train.AdamOptimizer(0.1), v1.train.MomentumOptimizer(0.1, 0.9), v1.train.GradientDescentOptimizer(0.1),
                      v1.train.AdagradOptimizer(0.1), v1.train.RMSPropOptimizer(0.1)]
            steps = [train.apply_gradients(part) for train in trains for part in (gradients, rows)]
            with v1.Session(graph=graph) as session:
                session.run(v1.global_variables_initializer())
                for step in steps * 2:
                    session.run(step)
                return session.run(made)

    cpu, device = descend("/CPU:0"), descend("/TEST_NPU:0")
    if not np.allclose(cpu, device, 1e-5, 1e-6):
        wrong.append(f"optimizers: {device} on the CPU {cpu}")
    print(json.dumps({"wrong": wrong}))
"""


class VariableGraphs(unittest.TestCase):
    def run_in(self, code, release, key="different", **variables):
        done, result = support.run_code(code, variables_test.plugin(), release, **variables)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(result[key], [])

    def test_no_update_is_lost(self):
        for release in support.of_this_run("2.15", "2.19", "2.21", "newest", "nightly"):
            with self.subTest(release):
                self.run_in(SESSIONS.replace("TRIALS", "4"), release, "wrong", TEST_NPU_DELAYS="7", TEST_NPU_PYTHON_HOOKS="0")

    def test_loops_and_conditions_agree_with_the_cpu(self):
        program = Path(__file__).with_name("control_flow_program.py")
        for number, release in enumerate(support.of_this_run("2.15", "2.19", "2.21", "newest", "nightly")):
            with self.subTest(release):
                done = support.run_program(program, "TEST_NPU", number * PROGRAMS, PROGRAMS, plugin=variables_test.plugin(), release=release)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                result = json.loads(done.stdout.splitlines()[-1])
                self.assertGreater(result["programs"], PROGRAMS)
                self.assertEqual(result["different"], {})

    def test_ops_agree_with_the_cpu(self):
        self.run_in(in_functions(variables_test.BY_INDEX, (", (tf.float32, tf.int64), (tf.half, tf.int32)", ""),
                                 ("((7, 3), (5,)), ((300, 40), (20, 30)), ((4,), (6,)), ", "((7, 3), (5,)), ")), "newest")
        self.run_in(in_functions(variables_test.STATES), "newest")

    def test_optimizers_agree_with_the_cpu(self):
        self.run_in(in_functions(variables_test.STEPS, ("((5,), (200, 40), (), (0,))", "((5,),)")), "newest")
        self.run_in(in_functions(variables_test.SPARSE_STEPS, ("((7, 3), 5), ((300, 40), 200), ((900, 1), 700), ((3, 1500), 3), ((5,), 9), ",
                                                               "((7, 3), 5), "), ("(tf.int32, tf.int64):", "(tf.int32,):")), "newest")


if __name__ == "__main__":
    support.main()
