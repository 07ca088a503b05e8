"""Trains the demo's networks on the CPU and stores them with the test images in one .npz file.

usage: train.py FILE.npz

No plugin is loaded: what the device computes later is compared with an untouched TensorFlow. The file needs neither
Keras nor scikit-learn to be read, so other releases of TensorFlow can run the same networks.
"""

import os
import sys

os.environ.pop("TF_PLUGGABLE_DEVICE_LIBRARY_PATH", None)

import keras_models  # noqa: E402
import keras  # noqa: E402
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

from digits import load_digits  # noqa: E402

TEST_IMAGES = 360
EPOCHS = 12


def main():
    tf.config.set_visible_devices(tf.config.list_physical_devices("CPU"))
    keras.utils.set_random_seed(1)
    images, labels = load_digits()
    bundle = {"images": images[:TEST_IMAGES], "labels": labels[:TEST_IMAGES]}
    for name, make in keras_models.MODELS.items():
        model = make()
        model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="sparse_categorical_crossentropy")
        model.fit(images[TEST_IMAGES:], labels[TEST_IMAGES:], epochs=EPOCHS, batch_size=64, verbose=0)
        for i, weight in enumerate(model.get_weights()):
            bundle[f"{name}_{i}"] = weight
    np.savez(sys.argv[1], **bundle)


if __name__ == "__main__":
    main()
