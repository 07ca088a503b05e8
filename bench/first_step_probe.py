"""Run by the subject `opencl`, in a process of its own each time: makes a model, and takes one step of training.

usage: first_step_probe.py DEVICE_TYPE MODEL
"""

import sys

from train_probe import MODELS, training, transformer


def main():
    make, shape, classes, _, _ = MODELS[sys.argv[2]]
    training(f"/device:{sys.argv[1]}:0", make, shape, classes, is_text=make is transformer)(1)


if __name__ == "__main__":
    main()
