#!/usr/bin/env bash
# the command line: exit codes, messages, what is on disk after good and bad runs; a project of an older layout
source "$(dirname "$0")/../section.sh"

# Thousands of small files are written, flushed and removed; that the disk does it is not what is tested.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
export plugingen
run_test() { "$(find tests/cli tests/migration -name "$1")" "$plugingen"; }
mapfile -t names < <(find tests/cli tests/migration -maxdepth 1 -name '*_test.py' -executable -printf '%f\n' | sort)
run_together run_test "${names[@]}"
for name in "${names[@]}"; do check_counted "$name" result_of "$name"; done
