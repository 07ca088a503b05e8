"""The ready fusions over the models of scripts/demo --train: how often each is done, with the same numbers; and with all of
them off every graph comes back as it was, byte for byte, but for the nodes that let variables keep their values."""

import unittest

import support

# Fused ops by how many there are in the graphs of inference and of a training step, in the Keras of TensorFlow 2.15 (Keras 2)
# and of the newest release (Keras 3). docs/graph.md has the table.
COUNTS = {
    "2.15": {
        "mlp": {
            "inference": {"FusedMatMul": 3},
            "training": {"Elementwise": 20, "FusedMatMul": 3},
        },
        "cnn": {
            "inference": {"Conv2DBatchNorm": 1, "FusedConv2D": 1, "FusedMatMul": 1, "MeanWithoutBias": 1},
            "training": {"Elementwise": 26, "FusedConv2D": 2, "FusedMatMul": 1},
        },
        "resnet": {
            "inference": {"Conv2DBatchNorm": 4, "Conv2DBatchNormAdd": 2, "FusedMatMul": 1},
            "training": {"Elementwise": 65, "FusedMatMul": 1},
        },
        "transformer": {
            "inference": {"Elementwise": 10, "FusedDense": 2, "FusedDenseAdd": 2, "FusedMatMul": 1},
            "training": {"Elementwise": 126, "FusedDense": 2, "FusedDenseAdd": 2, "FusedMatMul": 1},
        },
        "lstm": {
            "inference": {"Elementwise": 2},
            "training": {"Elementwise": 26, "FusedMatMul": 1},
        },
    },
    "2.21": {
        "mlp": {
            "inference": {"FusedMatMul": 3},
            "training": {"Elementwise": 20, "FusedMatMul": 3},
        },
        "cnn": {
            "inference": {"Conv2DNormalize": 1, "FusedConv2D": 1, "FusedMatMul": 1, "MeanWithoutBias": 1},
            "training": {"Elementwise": 32, "FusedConv2D": 2, "FusedMatMul": 1},
        },
        "resnet": {
            "inference": {"Conv2DNormalize": 4, "Conv2DNormalizeAdd": 2, "FusedMatMul": 1},
            "training": {"Elementwise": 100, "FusedMatMul": 1},
        },
        "transformer": {
            "inference": {"FusedBatchMatMulAdd": 2, "FusedDense": 2, "FusedDenseAdd": 2, "FusedMatMul": 1,
                          "FusedProjection": 6, "LayerNorm": 4, "MaskedAttention": 2},
            "training": {"Elementwise": 126, "FusedBatchMatMulAdd": 2, "FusedDense": 2, "FusedDenseAdd": 2,
                         "FusedMatMul": 1, "FusedProjection": 6, "MaskedSoftmax": 2},
        },
        "lstm": {
            "inference": {"Elementwise": 4, "FusedMatMul": 1},
            "training": {"Elementwise": 38, "FusedMatMul": 1},
        },
    },
}

# Assigned values that are computed from the old ones: in Keras 3 all that training changes, in Keras 2 the moving averages
# of batch normalization.
KEPT = {
    "2.15": {"cnn": 2, "resnet": 12},
    "newest": {"mlp": 3, "cnn": 5, "resnet": 15, "transformer": 3, "lstm": 3},  # optimizers update in place
    "2.21": {"mlp": 21, "cnn": 29, "resnet": 75, "transformer": 111, "lstm": 27},
}

PROGRAM = """
    import collections, glob, json, os, sys, tempfile

    PREFIX = "TestNpu"
    KEPT = PREFIX + "KeptValue"
    sys.path.insert(0, {demo!r})
    import families
    from tensorflow import keras
    import numpy as np
    import tensorflow as tf

    images = np.random.default_rng(3).random((16, 8, 8, 1)).astype(np.float32)
    labels = np.arange(16) % 10

    def read(file):
        return tf.compat.v1.GraphDef.FromString(open(file, "rb").read())

    def fusions_of(file):
        return collections.Counter(node.op[len(PREFIX):] for node in read(file).node
                                   if node.op.startswith(PREFIX) and node.op != KEPT)

    # The graph with new values of variables computed, and assigned, without another op between, and with conditions computed
    # wherever they are; how many of those ops, and of these conditions, there were. An op that nothing assigns stays.
    def without_additions(file):
        graph = read(file)
        on_host = [node for node in graph.node if node.op.startswith("Logical") and node.attr.pop("_kernel", None)]
        kept = {{node.name: node.input[1] for node in graph.node if node.op == KEPT}}
        bypassed = set()
        for node in graph.node:
            if node.op == "AssignVariableOp" and node.input[1] in kept:
                bypassed.add(node.input[1])
                node.input[1] = kept[node.input[1]]
        nodes = [node for node in graph.node if node.name not in bypassed]
        del graph.node[:]
        graph.node.extend(nodes)
        return graph, len(bypassed), len(on_host)

    def compare(before, after):
        if open(before, "rb").read() == open(after, "rb").read():
            return True, 0
        graph, kept, on_host = without_additions(after)
        old = without_additions(before)[0]
        sums = without_list_sums(old, graph)
        return graph == old and kept + on_host + sums > 0, kept

    # Leaves out of both graphs the sums of lists that are sums of elements afterwards, with their terms; how many there were.
    def without_list_sums(before, after):
        nodes = {{node.name: node for node in before.node}}
        now = {{node.name: node.op for node in after.node}}
        sums = [node for node in before.node if node.op == "AddN" and node.attr["T"].type == tf.variant.as_datatype_enum
                and now[node.name] == "Identity"]
        terms = [name for node in sums for name in node.input if name in nodes and nodes[name].op == "TensorListSetItem"]
        left_out = {{node.name for node in sums}} | set(terms) | {{nodes[term].input[0] for term in terms}}
        left_out |= {{f"{{term}}/{{part}}" for term in terms for part in ("shape", "element", "sum")}}
        for graph in (before, after):
            rest = [node for node in graph.node if node.name not in left_out]
            del graph.node[:]
            graph.node.extend(rest)
        return len(sums)

    def trained(family, off):
        folder = tempfile.mkdtemp()
        os.environ.update(TEST_NPU_GRAPH_DUMP=folder, TEST_NPU_GRAPH_OFF=off)
        make, prepare = families.FAMILIES[family]
        keras.utils.set_random_seed(1)
        with tf.device("/CPU:0"):
            weights = make().get_weights()
        with tf.device("/TEST_NPU:0"):
            model = make()
            model.set_weights(weights)
            model.compile(keras.optimizers.Adam(1e-3), "sparse_categorical_crossentropy")
            inputs = prepare(images)
            answers = [model.predict(inputs, verbose=0)]
            graphs = [sorted(glob.glob(folder + "/*_after.pb"))]
            losses = [float(model.train_on_batch(inputs, labels)) for _ in range(2)]
            graphs.append([file for file in sorted(glob.glob(folder + "/*_after.pb")) if file not in graphs[0]])
        compared = [compare(file.replace("after", "before"), file) for files in graphs for file in files]
        # TensorFlow's second round sees what the first one has made, so the graph with most of them tells all.
        counts = [max((fusions_of(file) for file in files), key=lambda ops: sum(ops.values()), default=collections.Counter())
                  for files in graphs]
        return answers[0], losses, compared, counts

    report = {{}}
    for family in families.FAMILIES:
        plain, plain_losses, compared, none = trained(family, "all")
        fused, fused_losses, _, counts = trained(family, "")
        report[family] = {{"same": all(same for same, _ in compared), "graphs": len(compared),
                          "kept": sum(kept for _, kept in compared), "none": sum(none[0].values()) + sum(none[1].values()),
                          "difference": float(np.max(np.abs(plain - fused))),
                          "losses": float(np.max(np.abs(np.array(plain_losses) / fused_losses - 1))),
                          "inference": dict(sorted(counts[0].items())), "training": dict(sorted(counts[1].items()))}}
    print(json.dumps(report))
"""


class GraphModelsTest(unittest.TestCase):
    def check(self, release):
        code = PROGRAM.format(demo=str(support.REPOSITORY / "scripts" / "lib" / "demo"))
        # With oneDNN TensorFlow fuses more than without, on any device.
        done, report = support.run_code(code, support.training_plugin(), release, TF_ENABLE_ONEDNN_OPTS="1")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        # TensorFlow only logs what an optimizer fails with.
        self.assertNotIn("PluggableGraphOptimizer", done.stderr)
        self.assertNotIn("stays as it is", done.stderr)
        for family, found in report.items():
            with self.subTest(family):
                self.assertTrue(found["same"])
                self.assertEqual(found["kept"], KEPT[release].get(family, 0))
                self.assertGreaterEqual(found["graphs"], 4)
                self.assertEqual(found["none"], 0)
                self.assertLess(found["difference"], 1e-5)
                self.assertLess(found["losses"], 1e-4)
                counts = {"inference": found["inference"], "training": found["training"]}
                if release in COUNTS:
                    self.assertEqual(counts, COUNTS[release].get(family))

    def test_keras_2(self):
        self.check("2.15")

    def test_keras_3(self):
        self.check("2.21")

    def test_newest(self):
        """Whose Keras is a nightly, and changes: numbers, but not which ops are fused."""
        self.check("newest")


if __name__ == "__main__":
    support.main()
