#!/usr/bin/env python3
"""Adds what a TensorFlow release's C API is for plugins to the catalogue: structs, functions, enums, macros and types.

    tools/extract_c_api.py WHEEL_OR_FOLDER [--catalog FOLDER] [--release 2.N]

Reads a wheel file, or the site-packages that a release is installed in, without running any of it: the headers by the
parser of c_declarations.py, the exported names from the libraries' ELF tables. The release is replaced in, or added
to, catalog/c_api.txt; `git diff` then shows what it changed.
"""

import argparse
import pathlib
import sys

import merged_catalog
import plugin_api
from elf_symbols import NotElf
from tensorflow_package import NoPackage, Package

HEADER = """\
# TensorFlow's C API as plugins see it, release by release: what its headers declare and what its libraries export. Made
# by tools/extract_c_api.py; do not edit. Offsets and sizes are those of x86-64 Linux, in bytes.
#
#   tensorflow RELEASE...     the releases this file tells about
#   nightly RELEASE           the one of them that is not out yet: read from a nightly build
#   struct NAME               starts a struct or a union (whose fields all lie at 0)
#     header FILE             the header that has it
#     size BYTES              sizeof
#     end BYTES MACRO         what the macro (or constant) for the struct's size says: where its last field ends
#     field OFFSET SIZE NAME: TYPE
#   function NAME             starts a function
#     header FILE             none: no header for plugins declares it
#     declared TYPE           `declared inline TYPE` is defined in the header. What is declared and in no library is
#                             either a plugin's to define (SE_InitPlugin) or missing from the wheel
#     exported LIBRARY        framework: libtensorflow_framework.so.2 of the tensorflow-cpu wheel, which plugins link;
#                             cc: only libtensorflow_cc.so.2, which they do not (until 2.11, when it was not there,
#                             _pywrap_tensorflow_internal.so)
#   enum NAME                 header, and `value NAME = NUMBER` for each enumerator
#   macro NAME                header, and `value WHAT`: a number, the text of one that is none, or the parameters
#                             in parentheses of one that is like a function. Not here: what `end` tells, and macros that
#                             stand for nothing
#   type NAME                 header, and `declared TYPE`, the type that it is another name of; handles are structs that
#                             no header defines
#
# A line that not every release has begins with those that do: "2.15-" from 2.15 on, "-2.14" until 2.14, "2.13-2.14",
# "2.13", or several of them, "-2.6,2.10-"; so does the line that starts a section. Declarations are as C++ on Linux
# sees them, without `extern`, attributes and comments, and `(void)` is `()`. Of tensorflow/c/c_api.h and
# tensorflow/c/c_api_experimental.h there is only what plugins use of it; the list is in tools/plugin_api.py.
"""
STYLE = merged_catalog.Style(HEADER, plugin_api.WORDS, prefixed_heads=True, oldest_first=True)
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "catalog"


def extract(package, catalog, release=None):
    """Adds a package to the file in the folder `catalog`."""
    sections, skipped = plugin_api.sections_of(package)
    for text in skipped:
        print(f"extract_c_api.py: not understood: {text}", file=sys.stderr)
    catalog.mkdir(exist_ok=True)
    merged_catalog.update(catalog / "c_api.txt", STYLE, release or package.release, sections, package.is_nightly)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("place", metavar="WHEEL_OR_FOLDER", help="a .whl file, or a folder with tensorflow/ in it")
    parser.add_argument("--catalog", type=pathlib.Path, default=FOLDER, help="another folder than catalog/")
    parser.add_argument("--release", help="what to call it (default: what the package's metadata says)")
    arguments = parser.parse_args()
    try:
        extract(Package(arguments.place), arguments.catalog, arguments.release)
    except (NoPackage, NotElf) as error:
        sys.exit(f"extract_c_api.py: {error}")


if __name__ == "__main__":
    main()
