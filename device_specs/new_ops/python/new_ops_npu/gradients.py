"""Gradients of ops of new_ops_npu that formulas do not say; the spec names the functions."""

import tensorflow as tf


def weighted_sum_gradient(op, dsum):
    """Computes the gradient of NpuWeightedSum."""
    *values, weights = op.inputs
    dvalues = [dsum * weight for weight in tf.unstack(weights, num=len(values))]
    return [*dvalues, tf.stack([tf.reduce_sum(dsum * value) for value in values])]


def concat_rows_gradient(op, drows):
    """Computes the gradient of NpuConcatRows."""
    return tf.split(drows, [tf.shape(value)[0] for value in op.inputs])


def sum_axes_gradient(op, dsum):
    """Computes the gradient of NpuSumAxes."""
    (x,) = op.inputs
    axes = tf.constant(op.get_attr("axes"), tf.int32, [len(op.get_attr("axes"))])
    axes = tf.math.floormod(axes, tf.rank(x))
    # The shape with keep_dims, from which the sum is spread again.
    kept = tf.tensor_scatter_nd_update(tf.shape(x), axes[:, tf.newaxis], tf.ones_like(axes))
    return tf.broadcast_to(tf.reshape(dsum, kept), tf.shape(x))
