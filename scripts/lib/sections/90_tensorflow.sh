#!/usr/bin/env bash
# real TensorFlow: the demo's networks in every supported release, errors, asynchrony, type GPU, the wheel
# slow
source "$(dirname "$0")/../section.sh"

for file in tests/tensorflow/*_test.py; do
  check_counted "$file" "$(environment_of newest)/bin/python" "$file"
done
