"""Lets a compiler read units of a build folder without compiling them: it reports what it does not understand, and what it warns of.

usage: read_units.py [--folders] BUILD_DIRECTORY COMPILER OBJECT...

The units are those in compile_commands.json whose objects begin with one of the OBJECTs in a folder CMakeFiles, as target.dir/ does; their
options are as there, and warnings are errors. A compiler that makes no code is done in
a third of GCC's time. Headers take most of that, so that units whose names differ in a number only, as those of CMake's UNITY_BUILD do, are
read as one; with --folders all that are in a folder.
"""

import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys

import compile_commands


def units_of(build, objects, folders):
    """The files that are read together, by their options and the folder to read them in."""
    units = collections.defaultdict(list)
    for entry, words in compile_commands.read_commands(build):
        if not compile_commands.output_of(words).split("CMakeFiles/", 1)[-1].startswith(objects):
            continue
        name = os.path.dirname(entry["file"]) if folders else compile_commands.without_number(entry["file"])
        files = units[name, compile_commands.options_of(entry, words), entry["directory"]]
        if entry["file"] not in files:  # two targets may have a file with the same options
            files.append(entry["file"])
    return units


def main():
    folders = "--folders" in sys.argv
    arguments = [word for word in sys.argv[1:] if word != "--folders"]
    build, compiler, objects = pathlib.Path(arguments[0]), arguments[1], tuple(arguments[2:])

    def read(unit):
        (_, options, folder), files = unit
        text = "".join(f'#include "{file}"\n' for file in files)
        done = subprocess.run([compiler, *options, "-Werror", "-fsyntax-only", "-x", "c++", "-"], cwd=folder, input=text,
                              capture_output=True, text=True)
        return done.returncode, done.stderr[:10000]

    units = list(units_of(build, objects, folders).items())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(read, units))
    print("".join(said for status, said in results if status != 0), end="")
    failed = sum(status != 0 for status, _ in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not results else 0)


if __name__ == "__main__":
    main()
