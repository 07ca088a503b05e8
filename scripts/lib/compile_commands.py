"""What CMake writes into compile_commands.json, read by scripts that run another program on the same files."""

import json
import re
import shlex


def read_commands(build):
    """The entries of a build folder, each with its words."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        yield entry, shlex.split(entry["command"])


def output_of(words):
    return words[words.index("-o") + 1]


def options_of(entry, words):
    """What the compiler gets besides its input and output, and what stands before it, as a launcher does."""
    first = next(place for place, word in enumerate(words) if word.startswith("-"))
    return tuple(word for word in words[first:] if word not in ("-c", "-o", output_of(words), entry["file"]))


def without_number(file):
    """What the names of units that CMake's UNITY_BUILD makes of one folder have in common."""
    return re.sub(r"_\d+(?=_cxx\.cxx$)", "", file)
