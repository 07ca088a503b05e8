"""plugingen coverage of files that Keras wrote: what it traces in each release, and that the set `keras` has all of it."""

import json
import tempfile
import unittest
from pathlib import Path

import support

SPEC = """\
plugingen: 1
plugin: {name: keras_npu}
device: {type: KERAS_NPU}
kernels:
  - set: keras
"""
MODELS = """
import json, sys
import tensorflow as tf
keras, layers = tf.keras, tf.keras.layers

def save(name, model, **compiled):
    if compiled:
        model.compile(**compiled)
    model.save(name)

network = keras.Sequential([
    keras.Input((12, 12, 1)), layers.Conv2D(4, 3, activation="relu"), layers.BatchNormalization(), layers.MaxPool2D(),
    layers.Flatten(), layers.Dropout(0.5), layers.Dense(10)])
compiled = {"optimizer": "adam", "loss": keras.losses.SparseCategoricalCrossentropy(from_logits=True), "metrics": ["accuracy"]}
save("convolutional.keras", network, **compiled)
save("convolutional.h5", network, **compiled)

ids = keras.Input((7,), dtype="int32")
state = layers.LSTM(6)(layers.Embedding(50, 8)(ids))
two = keras.Model(ids, {"kind": layers.Dense(3, activation="softmax", name="kind")(state), "size": layers.Dense(1, name="size")(state)})
save("plain.keras", two)
save("two_outputs.keras", two, optimizer=keras.optimizers.RMSprop(), metrics={"kind": ["accuracy"], "size": ["mae"]},
     loss={"kind": "sparse_categorical_crossentropy", "size": "mse"})

keras.mixed_precision.set_global_policy("mixed_float16")
tokens = keras.Input((10, 16))
attended = layers.LayerNormalization()(layers.Add()([tokens, layers.MultiHeadAttention(2, 8)(tokens, tokens)]))
classes = layers.Dense(4, dtype="float32", activation="softmax")(layers.GlobalAveragePooling1D()(attended))
save("attention.keras", keras.Model(tokens, classes), optimizer="sgd", loss="categorical_crossentropy")
"""
# What shows that a step of training was traced, and with which types.
OF_TRAINING = {"convolutional.keras": "Conv2DBackpropFilter T=float", "convolutional.h5": "MaxPoolGrad T=float",
               "two_outputs.keras": "SparseSoftmaxCrossEntropyWithLogits T=float Tlabels=int64", "attention.keras": "SoftmaxCrossEntropyWithLogits T=float"}


class KerasFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "spec.yaml").write_text(SPEC, encoding="utf-8")

    def save_models(self, release):
        program = self.folder / "models.py"
        program.write_text(MODELS, encoding="utf-8")
        support.must([support.python_of(release), program], cwd=self.folder, env=support.environment())

    def coverage(self, model, release, *options):
        known = [] if release in ("newest", "nightly") else ["--tensorflow", release]
        return support.run([support.PLUGINGEN, "coverage", model, "--spec", "spec.yaml", "--json", "--python",
                            support.python_of(release), *known, *options], cwd=self.folder, env=support.environment())

    def ops_of(self, done):
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)
        report = json.loads(done.stdout)
        self.assertTrue(report["complete"])
        return {" ".join([use["op"], *(f"{attr}={dtype}" for attr, dtype in use["types"].items())]) for use in report["ops"]}

    def check_training(self, release, *models):
        self.save_models(release)
        for model in models:
            with self.subTest(model):
                done = self.coverage(model, release)
                self.assertIn(OF_TRAINING[model], self.ops_of(done))
                self.assertEqual(done.stderr, "")

    def check_loss(self, release):
        done = self.coverage("plain.keras", release)
        self.assertTrue({"MatMul T=float", "Softmax T=float"} <= self.ops_of(done))
        self.assertNotIn(OF_TRAINING["two_outputs.keras"], self.ops_of(done))
        self.assertIn("only inference is traced: 'plain.keras' was saved without a loss; name one with --loss", done.stderr)
        done = self.coverage("plain.keras", release, "--loss", "sparse_categorical_crossentropy", "--optimizer", "rmsprop")
        self.assertIn(OF_TRAINING["two_outputs.keras"], self.ops_of(done))

    def test_keras_2(self):
        self.check_training("2.15", *OF_TRAINING)
        self.check_loss("2.15")

    def test_keras_3(self):
        self.check_training("newest", *OF_TRAINING)
        self.check_loss("newest")

    def test_2_12(self):
        self.check_training("2.12", "attention.keras")

    def test_nightly(self):
        self.check_training("nightly", "convolutional.h5")

    def test_what_keras_says_is_wrong_is_told_in_a_line(self):
        self.save_models("newest")
        (self.folder / "broken.keras").write_bytes(b"PK\x03\x04 nothing")
        for model, options, said in [("plain.keras", ["--loss", "msee"], "error: ValueError: Could not interpret loss identifier: msee\n"),
                                     ("broken.keras", [], "error: ValueError: ")]:
            done = self.coverage(model, "newest", *options)
            self.assertEqual(done.returncode, 64)
            self.assertIn(said, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 2, done.stderr)
            self.assertIn("What Keras runs can be exported as well", done.stderr)


if __name__ == "__main__":
    support.main()
