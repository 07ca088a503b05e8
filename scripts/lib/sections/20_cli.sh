#!/usr/bin/env bash
# the command line: exit codes, messages, what is on disk after good and bad runs
source "$(dirname "$0")/../section.sh"

for test in tests/cli/*; do
  [ -x "$test" ] && [ -f "$test" ] || continue
  check_counted "$test" "$test" "$plugingen"
done
