#!/usr/bin/env bash
# real TensorFlow: the demo's networks in every supported release, errors, asynchrony, type GPU, the wheel
# slow
source "$(dirname "$0")/../section.sh"

# What several of the tests use is built first, with all cores.
check "build the demo's plugin" scripts/demo --host-inaccessible --build
check "build the training plugin" scripts/demo --train --build

# Most of the time one process of TensorFlow computes, or starts, on one core: so as many tests at a time as there are cores. Those
# that take longest come first, so that none of them is left for the end, alone.
longest=(training variables upgrade new_op_kernels shape_rules graph new_ops)
run_test() {
  local name status=0 started=$SECONDS
  name="$(basename "$1" .py)"
  "$python" "$1" >"$scratch/$name.log" 2>&1 || status=$?
  printf '%d %d\n' "$status" $((SECONDS - started)) >"$scratch/$name.status"
}
export -f run_test
python="$(environment_of newest)/bin/python"
export python scratch
printf '%s\n' "${longest[@]/%/_test.py}" | sed 's#^#tests/tensorflow/#' | cat - <(ls tests/tensorflow/*_test.py) | awk '!seen[$0]++' | xargs -P "$(jobs_here)" -I{} bash -c 'run_test {}'

# report NAME: what a test has said; its exit status.
report() {
  local status=1 seconds=0
  read -r status seconds <"$scratch/$1.status"
  printf 'took %4d s: %s\n' "$seconds" "$1"
  cat "$scratch/$1.log"
  return "$status"
}

for file in tests/tensorflow/*_test.py; do
  check_counted "$file" report "$(basename "$file" .py)"
done
