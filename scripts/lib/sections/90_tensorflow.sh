#!/usr/bin/env bash
# real TensorFlow: the demo's networks in every supported release, errors, asynchrony, type GPU, the wheel
# slow
source "$(dirname "$0")/../section.sh"

mapfile -t releases < <(all_releases)
needs_environments "${releases[@]}"

# What several of the tests use is built first, with all cores.
check "build the demo's plugin" scripts/demo --host-inaccessible --build
check "build the training plugin" scripts/demo --train --build

# Most of the time one process of TensorFlow computes, or starts, on one core. Those that take longest come first, so that
# none of them is left for the end, alone.
longest=(training variables upgrade new_op_kernels shape_rules graph new_ops)
mapfile -t names < <({
  printf '%s_test\n' "${longest[@]}"
  basename -a -s .py tests/tensorflow/*_test.py
} | awk '!seen[$0]++')
run_test() { "$python" "tests/tensorflow/$1.py"; }
python="$(environment_of newest)/bin/python"
export python
run_together run_test "${names[@]}"
for name in "${names[@]}"; do
  check_counted "tests/tensorflow/$name.py" result_of "$name"
done
