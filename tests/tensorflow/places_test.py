"""The variables of an optimizer keep their places in memory where plugins cannot update them in place (library/variables/places.h):
every step leaves them in the same buffers, with the bits that they have otherwise, and never writes a buffer that somebody else
still has."""

import re
import unittest

import support

PROGRAM = """
    import glob, json, os, tempfile

    FOLDER = tempfile.mkdtemp()
    os.environ["TEST_NPU_GRAPH_DUMP"] = FOLDER
    import numpy as np
    import tensorflow as tf
    from tensorflow import keras

    random = np.random.default_rng(5)
    SHAPES = {"large": (700, 800), "small": (5,)}
    STEPS = 4
    numbers = {name: random.standard_normal((STEPS + 1, *shape)) for name, shape in SHAPES.items()}
    OPTIMIZERS = {"adam": lambda: keras.optimizers.Adam(0.01), "amsgrad": lambda: keras.optimizers.Adam(0.01, amsgrad=True),
                  "momentum": lambda: keras.optimizers.SGD(0.01, momentum=0.9), "sgd": lambda: keras.optimizers.SGD(0.01),
                  "averages": lambda: keras.optimizers.Adam(0.01, use_ema=True), "rmsprop": lambda: keras.optimizers.RMSprop(0.01)}

    def trained(make, dtype, off, held):
        os.environ["TEST_NPU_GRAPH_OFF"] = off
        with tf.device("/TEST_NPU:0"):
            weights = [keras.Variable(numbers[name][0], dtype=dtype) for name in SHAPES]
            copy = tf.Variable(tf.zeros(SHAPES["large"], dtype))
            optimizer = make()
            optimizer.build(weights)

            @tf.function(jit_compile=False)
            def step(*gradients):
                optimizer.apply(gradients, weights)
                return tf.reduce_sum(weights[1].value)

            changed = 0
            for i in range(STEPS):
                # Somebody who keeps the values, and a variable that shares a buffer with a weight.
                everything = [*weights, *optimizer.variables]
                if held:
                    values = [v.value.read_value() for v in everything]
                    before = [v.numpy() for v in values]
                    copy.assign(weights[0].value.read_value())
                step(*[tf.cast(numbers[name][i + 1], dtype) for name in SHAPES])
                if held:
                    changed += sum(not np.array_equal(a.numpy(), b) for a, b in zip(values, before))
                    changed += not np.array_equal(copy.numpy(), before[0])
            return [v.numpy() for v in everything], changed

    def nodes():
        files = sorted(glob.glob(FOLDER + "/*_after.pb"))
        count = 0
        for file in files:
            graph = tf.compat.v1.GraphDef.FromString(open(file, "rb").read())
            count = max(count, sum(node.op == "TestNpuKeptPlace" for node in graph.node))
            os.remove(file)
        return count

    result = {}
    for name, make in OPTIMIZERS.items():
        for dtype in ("float32", "float16", "bfloat16") if name == "adam" else ("float32",):
            one_by_one, _ = trained(make, dtype, "all", False)
            nodes()
            together, _ = trained(make, dtype, "", False)
            count = nodes()
            while_held, changed = trained(make, dtype, "", True)
            result[f"{name} {dtype}"] = {"nodes": count, "changed": int(changed),
                "different": sum(not np.array_equal(a, b, equal_nan=True) for a, b in zip(one_by_one, together)),
                "held": sum(not np.array_equal(a, b, equal_nan=True) for a, b in zip(one_by_one, while_held))}
    print(json.dumps(result))
"""
# How many of the two weights keep places: the large one. With momentum, Keras computes the weight by one addition, which is no chain; with averages,
# each weight is also what the average is computed from.
NODES = {"adam": 1, "amsgrad": 1, "rmsprop": 1, "momentum": 0, "sgd": 0, "averages": 0}

# Prints where the results of the ops are, while a model trains.
PLACES = """
    import json
    import tensorflow as tf
    from tensorflow import keras

    with tf.device("/TEST_NPU:0"):
        weight = keras.Variable(tf.ones([700, 800]))
        optimizer = keras.optimizers.Adam(0.01)
        optimizer.build([weight])

        @tf.function(jit_compile=False)
        def step(x):
            optimizer.apply([x * weight.value], [weight])
            return tf.reduce_sum(x)

        for _ in range(6):
            step(tf.ones([700, 800]))
    print(json.dumps({}))
"""
# Steps whose gradient only the device finds to be missing: the host has enqueued all of them by then. `told` is whether the first to read that
# variable gets the error, and the second does not.
FAILING = """
    import json
    import numpy as np
    import tensorflow as tf
    from tensorflow import keras

    OPTIMIZERS = {"adam": lambda: keras.optimizers.Adam(0.01), "rmsprop": lambda: keras.optimizers.RMSprop(0.01)}
    random = np.random.default_rng(7)
    result = {}
    with tf.device("/TEST_NPU:0"):
        table = tf.constant(random.standard_normal((2, 700, 800)), tf.float32)
        busy = tf.ones([600, 600])
        for name, make in OPTIMIZERS.items():
            weight = keras.Variable(tf.ones([700, 800]))
            optimizer = make()
            optimizer.build([weight])
            variables = [weight, *optimizer.variables[2:]]

            @tf.function(jit_compile=False)
            def step(i):
                optimizer.apply([tf.gather(table, i)], [weight])
                return tf.constant(0)

            def run(*rows):
                tf.matmul(busy, busy)
                for row in rows:
                    step(tf.constant(row))

            def fails(read):
                try:
                    read()
                except tf.errors.InvalidArgumentError as error:
                    return "indices = 7 is not in [0, 2)" in str(error)
                return False

            run(0, 1)
            start = [v.numpy() for v in variables]
            iterations = optimizer.iterations.numpy()
            run(1)
            trained = [v.numpy() for v in variables]
            told, same, goes_on, told_later = [], [], [], []
            for rows, expected, tell, equal in (((7,), start, told, same), ((7, 1), trained, told_later, goes_on)):
                for variable in variables:
                    late = False
                    while not late:  # than the host: on a busy machine an op may find its input missing, and the step then fails
                        for v, value in zip(variables, start):
                            v.assign(value)
                        optimizer.iterations.assign(iterations - len(rows) + 1)
                        late = not fails(lambda: run(*rows))
                    tell.append([fails(variable.numpy) for _ in range(2)] == [True, False])
                    [fails(v.numpy) for v in variables]
                    equal.append(all(np.array_equal(v.numpy(), value) for v, value in zip(variables, expected)))
            result[name] = {"told": told, "same": same, "told_later": told_later, "goes_on": goes_on}
    print(json.dumps(result))
"""
# Somebody else assigns the moment after the step has, and before it assigns the weight.
MEANWHILE = """
    import glob, json, os, tempfile

    FOLDER = tempfile.mkdtemp()
    os.environ["TEST_NPU_GRAPH_DUMP"] = FOLDER
    import numpy as np
    import tensorflow as tf

    with tf.device("/TEST_NPU:0"):
        moment, weight = tf.Variable(tf.ones([700, 800])), tf.Variable(tf.ones([700, 800]))

    def another_thread():
        with tf.device("/TEST_NPU:0"):
            moment.assign(tf.fill([700, 800], 5.0))
        return np.float32(0)

    @tf.function(jit_compile=False)
    def step(x):
        with tf.device("/TEST_NPU:0"):
            with tf.control_dependencies([moment.assign_add((x - moment) * 0.5)]):
                zero = tf.py_function(another_thread, [], tf.float32)
                zero.set_shape([])
            weight.assign_sub(weight * tf.sqrt(moment) * 0.1 + zero)
            return tf.constant(0)

    step(tf.fill([700, 800], 3.0))
    graphs = [tf.compat.v1.GraphDef.FromString(open(file, "rb").read()) for file in glob.glob(FOLDER + "/*_after.pb")]
    print(json.dumps([max(sum(node.op == "TestNpuKeptPlace" for node in graph.node) for graph in graphs), np.unique(moment.numpy()).tolist()]))
"""
# The reads of the old values, before each update.
READ = re.compile(r'MemoryLogTensorOutput .*kernel_name: "adam/ReadVariableOp(?:_\d)?".*requested_bytes: 2240000.*ptr: (\d+)')


class PlacesTest(unittest.TestCase):
    def test_values(self):
        done, report = support.run_code(PROGRAM, support.training_plugin(), support.LAST_BY_VALUE)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        for name, case in report.items():
            with self.subTest(name):
                self.assertEqual(case, {"nodes": NODES[name.split()[0]], "changed": 0, "different": 0, "held": 0})

    def test_steps_that_fail(self):
        """They change none of the variables, as on the CPU, and whoever reads one is told; also when the next step has trained on."""
        done, report = support.run_code(FAILING, support.training_plugin(), support.LAST_BY_VALUE)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        for name, variables in {"adam": 3, "rmsprop": 2}.items():
            for what, found in report[name].items():
                self.assertEqual(found, [True] * variables, f"{name}: {what}")

    def test_what_others_assign_meanwhile(self):
        done, report = support.run_code(MEANWHILE, support.training_plugin(), support.LAST_BY_VALUE)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(report, [1, [5.0]])

    def test_places(self):
        done, _ = support.run_code(PLACES, support.training_plugin(), support.LAST_BY_VALUE, alone=True, TF_CPP_MIN_LOG_LEVEL="0", TF_CPP_VMODULE="log_memory=2")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        places = READ.findall(done.stderr)
        self.assertEqual(len(places), 6 * 3, done.stderr[-3000:])
        for step in range(1, 6):
            self.assertEqual(set(places[3 * step:3 * step + 3]), set(places[3:6]), f"step {step}")


if __name__ == "__main__":
    support.main()
