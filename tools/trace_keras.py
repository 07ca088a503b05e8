#!/usr/bin/env python3
"""Writes the graphs that Keras runs for a model's file as a GraphDef, for `plugingen coverage`.

    python trace_keras.py model.keras traced.pb --loss sparse_categorical_crossentropy

Needs TensorFlow with Keras 2 or 3. Traced are the model's inference and a step of `fit`, as the model was compiled before
it was saved, or with the loss and the optimizer given. Prints "predict train", or "predict" where nothing says a loss.
"""

import argparse
import os
import re
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

BATCH = 8


class CannotTrace(Exception):
    pass


def told(error):
    """What is wrong, without the calls on the way there that autograph puts before it."""
    text = str(error) if isinstance(error, CannotTrace) else f"{type(error).__name__}: {error}"
    errors = re.findall(r"(?m)^ {4}(\w+: .*(?:\n {4}.*)*)\Z", text.rstrip()) if "in user code:" in text else []
    return errors[-1] if errors else text


def compiled_model(tf, arguments):
    model = tf.keras.models.load_model(arguments.model, compile=arguments.loss is None)
    if arguments.loss is not None:
        model.compile(optimizer=arguments.optimizer, loss=arguments.loss)
    elif (optimizer := getattr(model, "optimizer", None)) is not None:
        # The one that Keras 3 reads of an HDF5 file belongs to other variables than the model's.
        model.optimizer = type(optimizer).from_config(optimizer.get_config())
    return model


def structures(model):
    """The model's inputs and outputs as its calls take and return them."""
    functional = getattr(model, "_functional", None) or model  # the Sequential of Keras 3 holds one
    try:
        return functional.input, functional.output
    except (AttributeError, ValueError) as error:
        raise CannotTrace("the model does not tell its inputs, so that it would have to be called first") from error


def specs(tf, tensors, batch):
    return tf.nest.map_structure(lambda t: tf.TensorSpec([batch, *t.shape[1:]], t.dtype), tensors)


def target_specs(tf, outputs, losses):
    """What the losses compare the outputs with: classes' numbers for the sparse ones."""

    def target(output, loss):
        name = loss if isinstance(loss, str) else getattr(loss, "name", None) or getattr(loss, "__name__", "")
        if name.lower().startswith("sparse"):
            return tf.TensorSpec([BATCH, *output.shape[1:-1]], tf.int64)
        return tf.TensorSpec([BATCH, *output.shape[1:]], output.dtype)

    each = tf.nest.flatten(losses)
    flat = tf.nest.flatten(outputs)
    if len(each) != len(flat):
        each = each[:1] * len(flat)
    return tf.nest.pack_sequence_as(outputs, [target(*pair) for pair in zip(flat, each)])


def traced_functions(tf, model):
    """The concrete function of each thing that Keras does with the model, by its name."""
    inputs, outputs = structures(model)
    functions = {"predict": tf.function(lambda x: model(x, training=False)).get_concrete_function(specs(tf, inputs, None))}
    if getattr(model, "optimizer", None) is not None and getattr(model, "loss", None) is not None:
        functions["train"] = tf.function(lambda x, y: model.train_step((x, y))).get_concrete_function(
            specs(tf, inputs, BATCH), target_specs(tf, outputs, model.loss))
    return functions


def graph_of(tf, functions):
    """All of them, and what they call, as the functions of one graph."""
    library = {}
    for function in functions:
        for definition in [*function.graph.as_graph_def().library.function, function.function_def]:
            library[definition.signature.name] = definition
    graph = tf.compat.v1.GraphDef()
    graph.library.function.extend(library[name] for name in sorted(library))
    return graph


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="a .keras or .h5 file")
    parser.add_argument("output", help="file of the GraphDef")
    parser.add_argument("--loss", help="a name that Keras knows; by default what the model was compiled with")
    parser.add_argument("--optimizer", default="adam", help="with --loss, a name that Keras knows (default: adam)")
    arguments = parser.parse_args()
    try:
        import tensorflow as tf
    except ImportError as error:
        sys.exit(f"trace_keras.py: {sys.executable} has no TensorFlow ({error}); --python names a Python that has one")
    try:
        functions = traced_functions(tf, compiled_model(tf, arguments))
        with open(arguments.output, "wb") as file:
            file.write(graph_of(tf, functions.values()).SerializeToString(deterministic=True))
    except Exception as error:  # Keras raises whatever it likes
        sys.exit(f"trace_keras.py: {told(error)}")
    print(*functions)


if __name__ == "__main__":
    main()
