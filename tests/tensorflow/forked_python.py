"""A Python for programs of plugingen's that start one: its TensorFlow is imported already (zygotes.py).

usage: forked_python.py PYTHON [-B] PROGRAM|-c CODE|-m MODULE [ARGUMENT...]
"""

import os
import sys

import zygotes


def main():
    python, *arguments = sys.argv[1:]
    if arguments[0] == "-B":
        del arguments[0]
    done = zygotes.run(python, arguments, dict(os.environ))
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    sys.stdout.flush()
    if done.returncode < 0:
        os.kill(os.getpid(), -done.returncode)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
