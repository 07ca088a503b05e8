"""The emitted tutorial, docs/bring_up.md, followed literally: a driver for an accelerator whose memory the host cannot
address, made of the page's own pieces, and primitives of the device's own: matrix products, formulas, convolutions."""

import re
import shutil
import unittest

import support

SPEC = """
plugingen: 1
plugin: {name: test_npu}
device: {type: TOY_NPU, backend: custom}
kernels:
  - {set: training, types: float}
"""
DRIVER = "src/driver/driver.cc"
TOY = "src/driver/toy.h"
OWN = "src/compute/"
STEP_5 = "until step 6"
TARGETS = ("test_npu", "runtime_test", "compute_test", "kernel_test", "conformance", "test_npu_faulty")
TESTS = "runtime|primitives|kernels|conformance_faults"
# What the page implements, all of it in float.
PRIMITIVES = {"matrix_product", "elementwise", "convolution", "convolution_input_gradient", "convolution_filter_gradient"}

# Losses of two networks on a device and on the CPU, and an op of the device's own beside one that falls back.
TRAIN = """
    import json
    import keras
    import numpy as np
    import tensorflow as tf

    layers = keras.layers
    random = np.random.default_rng(1)
    images = random.normal(size=(160, 12, 12, 1)).astype("f")
    labels = (images.mean(axis=(1, 2, 3)) > 0).astype("i")

    def networks():
        yield [layers.Flatten(), layers.Dense(32, "relu"), layers.Dense(2)], "adam"
        yield [layers.Conv2D(4, 3, activation="relu"), layers.BatchNormalization(), layers.MaxPooling2D(),
               layers.Conv2D(6, 3, strides=2, padding="same"), layers.Flatten(), layers.Dense(2)], "sgd"

    def losses(device):
        found = []
        keras.utils.set_random_seed(3)
        with tf.device(device):
            for network, optimizer in networks():
                model = keras.Sequential([keras.Input((12, 12, 1)), *network])
                model.compile(optimizer, keras.losses.SparseCategoricalCrossentropy(from_logits=True))
                found += model.fit(images, labels, batch_size=32, epochs=4, verbose=0, shuffle=False).history["loss"]
        return found

    print(json.dumps([losses("/CPU:0"), losses("/TOY_NPU:0")]))
"""
RUN = """
    import json
    import tensorflow as tf

    def product():
        return tf.matmul(tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 4.0], [5.0, 6.0]]), transpose_b=True).numpy().tolist()

    def sum():
        return tf.reduce_sum(tf.constant([1.0, 2.0])).numpy().tolist()

    def said(op):
        with tf.device("/TOY_NPU:0"):
            try:
                return op()
            except tf.errors.OpError as error:
                return str(error)

    print(json.dumps([said(product), said(sum)]))
"""


def pieces(project):
    """What the page's blocks of C++ say of each file, by its name in their first lines."""
    texts = {}
    for block in re.findall(r"^```cpp\n// ([^\n]*)\n(.*?)^```$", (project / "docs" / "bring_up.md").read_text(), re.M | re.S):
        texts.setdefault(block[0], []).append(block[1])
    return texts


def write(project, path, text):
    (project / path).write_text(text, encoding="utf-8")


def until_step_5(project):
    texts = pieces(project)
    write(project, TOY, "\n".join(texts[TOY]))
    write(project, DRIVER, "\n".join(texts[DRIVER][:-1] + texts[STEP_5]))
    shutil.rmtree(project / OWN, ignore_errors=True)


def steps_6_to_8(project):
    texts = pieces(project)
    write(project, DRIVER, "\n".join(texts[DRIVER]))
    support.must([support.PLUGINGEN, "eject", *sorted(PRIMITIVES)], cwd=project)
    for path, blocks in texts.items():
        if path.startswith(OWN):
            write(project, path, "\n".join(blocks))
    support.must(["cmake", "--build", project / "build", "--target", *TARGETS])


def rows(report):
    """The rows of a report's two tables: pieces of work by their names."""
    found = re.findall(r"^  ((?:\w+, )?[\w-]+) +(\d+) +\d+\.\d +\d+\.\d +\d+\.\d +\d+\.\d%$", report, re.M)
    return {name: int(pieces) for name, pieces in found}


class BringUp(unittest.TestCase):
    def check(self, project):
        """What fell back in training, how often, and what a product is with falling back forbidden."""
        tests = support.run(["ctest", "--test-dir", project / "build", "--output-on-failure", "-R", f"^({TESTS})$"],
                            env=support.environment(TEST_NPU_TEST_CASES="10"))
        self.assertEqual(tests.returncode, 0, tests.stdout[-6000:])
        self.assertIn("0 tests failed out of 4", tests.stdout)
        plugin = project / "build" / "libtest_npu.so"
        done, losses = support.run_code(TRAIN, plugin, alone=True, TEST_NPU_FALLBACK="report")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        for expected, found in zip(*losses, strict=True):
            self.assertAlmostEqual(found, expected, delta=1e-4 * expected)
        fell_back = rows(done.stderr)
        self.assertLessEqual({"reduce", "pooling", "Sum, reduce", "TestNpuKeptValue, -"}, set(fell_back), done.stderr[-3000:])
        done, said = support.run_code(RUN, plugin, TEST_NPU_FALLBACK="error")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertIn("Sum: the device has no code of its own for this op", said[1])
        return fell_back, said[0]

    def test_the_page_step_by_step(self):
        project = support.build_project("test_npu", SPEC, *TARGETS, folder="bring_up", edit=until_step_5, many_kernels=True)
        before, said = self.check(project)
        self.assertIn("MatMul: the device has no code of its own for this op", said)
        self.assertLessEqual(PRIMITIVES | {"MatMul, matrix_product"}, set(before))
        steps_6_to_8(project)
        after, said = self.check(project)
        self.assertEqual(said, [[11.0, 17.0]])
        self.assertEqual(PRIMITIVES & set(after), {"elementwise"}, "formulas that the page does not have")
        self.assertLess(after["elementwise"], before["elementwise"] / 5)


if __name__ == "__main__":
    unittest.main()
