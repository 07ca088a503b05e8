#!/usr/bin/env python3
"""Writes what a Keras model runs as a SavedModel, for `plugingen coverage`.

    python tools/trace_keras.py model.keras -o traced --loss sparse_categorical_crossentropy

Needs TensorFlow with Keras 2 or 3. Two graphs are saved: "predict", the model's inference, and with --loss "train", a
step of training with --optimizer. The weights do not matter; the file can be thrown away afterwards.
"""

import argparse
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import tensorflow as tf

BATCH = 8


def specs(tensors, batch=None):
    """The shapes and dtypes that a step takes for a model's inputs or outputs."""
    return tf.nest.map_structure(lambda t: tf.TensorSpec([batch, *t.shape[1:]], t.dtype), tensors)


def tracked(model, optimizer):
    """Every variable that a step touches; a SavedModel has to own them."""
    found = list(model.variables) + (list(optimizer.variables() if callable(optimizer.variables) else
                                          optimizer.variables) if optimizer else [])
    for layer in model._flatten_layers():
        generator = getattr(layer, "seed_generator", None)
        found += [generator.state] if hasattr(generator, "state") else []
    return [variable.value if isinstance(getattr(variable, "value", None), tf.Variable) else variable
            for variable in found]


class Traced(tf.Module):
    def __init__(self, model, loss, optimizer, target_dtype):
        super().__init__()
        self.model = model
        self.optimizer = optimizer
        self.predict = tf.function(lambda x: model(x, training=False)).get_concrete_function(specs(model.inputs))
        self.train = None
        if loss is None:
            self.owned = tracked(model, None)
            return
        getattr(optimizer, "build", lambda variables: None)(model.trainable_variables)
        sparse = loss.__class__.__name__.startswith("Sparse")

        def step(x, y):
            with tf.GradientTape() as tape:
                value = loss(y, model(x, training=True))
            gradients = tape.gradient(value, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
            return value

        targets = tf.nest.map_structure(
            lambda t: tf.TensorSpec([BATCH, *(t.shape[1:-1] if sparse else t.shape[1:])], target_dtype or
                                    (tf.int64 if sparse else t.dtype)), model.outputs)
        targets = targets[0] if len(targets) == 1 else targets
        inputs = specs(model.inputs, BATCH)
        inputs = inputs[0] if len(inputs) == 1 else inputs
        self.train = tf.function(step).get_concrete_function(inputs, targets)
        self.owned = tracked(model, optimizer)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="a .keras or .h5 file")
    parser.add_argument("-o", "--output", default="traced", help="folder of the SavedModel (default: traced)")
    parser.add_argument("--loss", help="a name that Keras knows; traces a step of training too")
    parser.add_argument("--optimizer", default="adam", help="a name that Keras knows (default: adam)")
    parser.add_argument("--target-dtype", help="of what the loss compares with, if it is not the output's")
    arguments = parser.parse_args()

    model = tf.keras.models.load_model(arguments.model, compile=False)
    loss = tf.keras.losses.get(arguments.loss) if arguments.loss else None
    if loss is not None and not isinstance(loss, tf.keras.losses.Loss):
        name = "".join(word.capitalize() for word in arguments.loss.split("_"))
        loss = getattr(tf.keras.losses, name)()
    optimizer = tf.keras.optimizers.get(arguments.optimizer)
    traced = Traced(model, loss, optimizer, arguments.target_dtype)
    signatures = {"predict": traced.predict}
    if traced.train is not None:
        signatures["train"] = traced.train
    tf.saved_model.save(traced, arguments.output, signatures=signatures)
    print(f"{arguments.output}: {', '.join(signatures)}")


if __name__ == "__main__":
    main()
