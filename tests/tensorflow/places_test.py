"""The variables of an optimizer keep their places in memory where plugins cannot update them in place (library/graph/places.h):
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
# How many of the two weights keep places: the large one. With momentum, Keras computes the weight from the new moment and not from a read of it;
# with averages, each weight is also what the average is computed from.
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
# The reads of the old values, before each update.
READ = re.compile(r'MemoryLogTensorOutput .*kernel_name: "adam/ReadVariableOp(?:_\d)?".*requested_bytes: 2240000.*ptr: (\d+)')


class PlacesTest(unittest.TestCase):
    def test_values(self):
        done, report = support.run_code(PROGRAM, support.training_plugin())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        for name, case in report.items():
            with self.subTest(name):
                self.assertEqual(case, {"nodes": NODES[name.split()[0]], "changed": 0, "different": 0, "held": 0})

    def test_places(self):
        done, _ = support.run_code(PLACES, support.training_plugin(), alone=True, TF_CPP_MIN_LOG_LEVEL="0", TF_CPP_VMODULE="log_memory=2")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        places = READ.findall(done.stderr)
        self.assertEqual(len(places), 6 * 3, done.stderr[-3000:])
        for step in range(1, 6):
            self.assertEqual(set(places[3 * step:3 * step + 3]), set(places[3:6]), f"step {step}")


if __name__ == "__main__":
    support.main()
