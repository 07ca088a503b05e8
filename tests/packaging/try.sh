#!/bin/sh
# Uses an installed plugingen as somebody does who has just installed it, in an empty folder.
#
# usage: try.sh FOLDER PROJECTS [PYTHON]
#
# FOLDER has the program; PROJECTS is the checksum that make_project.sh printed for the program that was built here. PYTHON is
# the one that has it as a module, if it has.
set -eu
program="$1/plugingen"
empty="$(mktemp -d)"
cd "$empty"
"$program" new nova_npu -q
made="$(cd nova_npu && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d' ' -f1)"
[ "$made" = "$2" ] || { echo "the project differs from the one that the built program makes" && exit 1; }
cases="$("$program" conformance --list | wc -l)"
[ "$cases" -gt 1000 ] || { echo "the conformance suite lists $cases cases" && exit 1; }
if [ $# -gt 2 ]; then
  [ "$("$3" -B -m plugingen --version)" = "$("$program" --version)" ] || { echo "python -m plugingen has another version" && exit 1; }
fi
cd / && rm -rf "$empty"
