"""`python -m plugingen` is the program of this environment, whatever is first on PATH."""

import os
import sys

from plugingen import find_plugingen


def main() -> None:
    try:
        program = find_plugingen()
    except FileNotFoundError as error:
        sys.exit("plugingen: error: " + str(error))
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
