# What a section of scripts/test is made of. A section is a bash script in scripts/lib/sections that
# sources this file and calls the check functions; it goes on after a failure and ends by itself with
# the sums. A section in which nothing was checked has failed.

set -uo pipefail
# shellcheck source=scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$repo_root" || exit 1

plugingen="$build_root/release/plugingen"
scratch="$build_root/test/$(basename "$0" .sh)"
rm -rf "$scratch" && mkdir -p "$scratch"

passed_count=0
failed_count=0

add_passed() { passed_count=$((passed_count + $1)); }
add_failed() {
  failed_count=$((failed_count + $1))
  printf 'FAILED: %s\n' "$2"
}

# needs_environments NAME...: what a section does with TensorFlow that scripts/setup could not install fails, and this says why.
needs_environments() {
  local name
  for name in "$@"; do
    has_environment "$name" || add_failed 1 "no TensorFlow in $(environment_of "$name"); scripts/setup --releases says why"
  done
}

# say_duration NAME START: what the log tells of checks that take long.
say_duration() { [ $((SECONDS - $2)) -lt 5 ] || printf 'took %4d s: %s\n' $((SECONDS - $2)) "$1"; }

# check NAME COMMAND...: one check, which the command's exit status decides.
check() {
  local name="$1" started=$SECONDS
  shift
  if "$@"; then add_passed 1; else add_failed 1 "$name"; fi
  say_duration "$name" "$started"
}

# check_counted NAME COMMAND...: a run of GoogleTest, CTest, pytest or unittest; its own counts are added. One that
# failed without naming a failed test (a crash, say) and one that ran nothing count as a failure.
check_counted() {
  local name="$1" output status counts started=$SECONDS
  shift
  output="$scratch/$(echo "$name" | tr -c 'a-zA-Z0-9\n' _).txt"
  "$@" 2>&1 | tee "$output"
  status=$?
  say_duration "$name" "$started"
  counts="$(python3 "$repo_root/scripts/lib/count_tests.py" "$output")"
  add_passed "${counts% *}"
  if [ "${counts#* }" -gt 0 ]; then
    add_failed "${counts#* }" "$name"
  elif [ "$status" -ne 0 ]; then
    add_failed 1 "$name (exit status $status)"
  elif [ "${counts% *}" -eq 0 ]; then
    add_failed 1 "$name (no test ran)"
  fi
}

# check_label LABEL: the tests that tests/CMakeLists.txt gives this label.
check_label() {
  local log="$scratch/$1.txt" counts
  python3 "$repo_root/scripts/lib/run_label.py" "$build_root/release" "$1" 2>&1 | tee "$log"
  counts="$(sed -n 's/^counted: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log")"
  if [ -z "$counts" ]; then
    add_failed 1 "tests of the label $1 (none ran)"
    return
  fi
  add_passed "${counts% *}"
  [ "${counts#* }" = 0 ] || add_failed "${counts#* }" "tests of the label $1"
}

# run_together FUNCTION NAME...: `FUNCTION NAME` for each name, as many at a time as there are cores, in the order of the names.
# What each has said is kept for result_of.
run_together() {
  local function="$1"
  shift
  export -f keep_result "$function"
  export scratch
  printf '%s\n' "$@" | xargs -P "$(jobs_here)" -I{} bash -c 'keep_result "$@"' keep_result "$function" {}
}

keep_result() {
  local status=0 started=$SECONDS
  "$1" "$2" >"$scratch/$2.said" 2>&1 || status=$?
  printf '%d %d\n' "$status" $((SECONDS - started)) >"$scratch/$2.status"
}

# result_of NAME: what it said when it was run with others; ends as that ended.
result_of() {
  local status=1 seconds=0
  read -r status seconds <"$scratch/$1.status"
  printf 'took %4d s: %s\n' "$seconds" "$1"
  cat "$scratch/$1.said"
  return "$status"
}

# build/fuzz, where one section compiles and another reads how.
configure_fuzzers() { flock "$build_root" cmake --preset fuzz -DCMAKE_CXX_COMPILER_LAUNCHER=ccache >/dev/null; }

# generate SPEC DIRECTORY: a fresh project, quietly unless it fails.
generate() {
  rm -rf "$2"
  "$plugingen" new "$1" -o "$2" >"$scratch/new.txt" 2>&1 || {
    cat "$scratch/new.txt"
    return 1
  }
}

# with_test_name SPEC FILE: a copy of the spec whose plugin is called test_npu, and its device TEST_NPU, but for a GPU. What such
# plugins have in common the compiler cache knows, whichever of them it was compiled for.
with_test_name() { sed -e 's/^  name: [a-z0-9_]*/  name: test_npu/' -e 's/^  type: [A-Z0-9_]*_NPU/  type: TEST_NPU/' "$1" >"$2"; }

# lld links a plugin in a quarter of the time of the linker that users have by default, which links the project of the section `demo`, and all
# where the tests run in full (tests/tensorflow/support.py does the same).
linker_options=()
[ "${PLUGINGEN_TEST_RELEASES:-}" = all ] ||
  linker_options=(-DCMAKE_{EXE,SHARED,MODULE}_LINKER_FLAGS=-fuse-ld=lld)

# configure_project SOURCE BUILD [OPTION...]: an emitted project against the newest TensorFlow.
configure_project() {
  local source="$1" build="$2"
  shift 2
  cmake -G Ninja -S "$source" -B "$build" -DCMAKE_BUILD_TYPE=Release \
    "-DCMAKE_CXX_COMPILER_LAUNCHER=$compiler_launcher" \
    -DPython3_EXECUTABLE="$(environment_of newest)/bin/python" "-DPLUGGABLE_PLUGINGEN=$build_root/release/plugingen" \
    "${linker_options[@]}" "$@"
}

finish_section() {
  local status=$?
  if [ "$passed_count" = 0 ] && [ "$failed_count" = 0 ]; then
    add_failed 1 "$(basename "$0" .sh) (nothing was checked, exit status $status)"
  fi
  printf 'sums: %d passed, %d failed\n' "$passed_count" "$failed_count"
  [ "$failed_count" = 0 ]
  exit $?
}
trap finish_section EXIT
