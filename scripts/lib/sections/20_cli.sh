#!/usr/bin/env bash
# the command line: exit codes, messages, what is on disk after good and bad runs
source "$(dirname "$0")/../section.sh"

# Thousands of small files are written, flushed and removed; that the disk does it is not what is tested.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
check_label cli
