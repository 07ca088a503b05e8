"""The demo's two networks in TensorFlow's own functions, for releases with any Keras or none.

Each takes a batch of images and the weights in the order in which Keras stores them.
"""

import tensorflow as tf

EPSILON = 1e-3  # as in keras_models.py


def mlp(images, weights):
    x = tf.reshape(images, [-1, 64])
    for i in (0, 2):
        x = tf.nn.relu(tf.nn.bias_add(tf.matmul(x, weights[i]), weights[i + 1]))
    return tf.nn.softmax(tf.nn.bias_add(tf.matmul(x, weights[4]), weights[5]))


def cnn(images, weights):
    kernel1, bias1, gamma, beta, mean, variance, kernel2, bias2, dense, bias3 = weights
    x = tf.nn.bias_add(tf.nn.conv2d(images, kernel1, 1, "SAME"), bias1)
    scale = gamma * tf.math.rsqrt(variance + EPSILON)
    x = tf.nn.relu(x * scale + (beta - mean * scale))
    x = tf.nn.max_pool2d(x, 2, 2, "VALID")
    x = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, kernel2, 1, "VALID"), bias2))
    x = tf.nn.avg_pool2d(x, 2, 2, "VALID")
    x = tf.reshape(x, [-1, 32])
    return tf.nn.softmax(tf.nn.bias_add(tf.matmul(x, dense), bias3))


NETWORKS = {"mlp": mlp, "cnn": cnn}
