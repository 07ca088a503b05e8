#!/usr/bin/env bash
# a release more: one command takes it into a copy of the catalogue, no other file changes, and what is built of that passes the same tests
# slow
source "$(dirname "$0")/../section.sh"

needs_environments nightly
tree="$scratch/tree" # as deep as the repository, so that the compiler cache knows what is compiled there
site="$scratch/site-packages"
next="$(python3 scripts/lib/known_releases.py next)"
packages=("$(environment_of nightly)"/lib/python3*/site-packages)

# The release has the number that the next one will have, and what the nightly has.
invent_release() {
  mkdir -p "$site/tensorflow_cpu-$next.0.dist-info" "$tree" &&
    printf 'Metadata-Version: 2.1\nName: tensorflow-cpu\nVersion: %s.0\n' "$next" >"$site/tensorflow_cpu-$next.0.dist-info/METADATA" &&
    ln -s "${packages[0]}/tensorflow" "$site/tensorflow"
}

copy_repository() {
  git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from=- --ignore-failed-read 2>/dev/null |
    tar --extract --directory "$tree"
}

only_the_catalogue_changed() {
  ! (cd "$tree" && find . -type f -print0 | sort -z | xargs -0 sha256sum) |
    { sha256sum --check --quiet 2>/dev/null || true; } | grep -v -e '^\./catalog/' -e '/__pycache__/'
}

build_tree() {
  (cd "$tree" && cmake --preset release -DCMAKE_CXX_COMPILER_LAUNCHER="$compiler_launcher" &&
    cmake --build --preset release --target plugingen plugingen_tests) >"$scratch/build.log" 2>&1 || {
    tail -n 40 "$scratch/build.log"
    return 1
  }
}

knows_the_release() {
  "$tree/build/release/plugingen" ops --tensorflow "$next" Relu &&
    "$tree/build/release/plugingen" schema | grep -F "<${next%.*}.$((${next#*.} + 1))"
}

check "invent TensorFlow $next" invent_release
check "copy the repository" copy_repository
check "one command takes TensorFlow $next in" python3 "$tree/tools/extract_catalog.py" "$site"
check "the catalogue ends with it" grep -q "^tensorflow .* ${next/./\\.}\$" "$tree/catalog/tensorflow.txt"
check "no other file has changed" only_the_catalogue_changed
check "it builds" build_tree
check "plugingen knows the release" knows_the_release

# The others of tests/cli have no word of releases, nor has the rest of regenerate_test.py, nor have projects' lives that are drawn.
export tree
run_test() {
  case "$1" in
    unit_*)
      GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX="${1#unit_}" "$tree/build/release/plugingen_tests" --gtest_brief=1 \
        --gtest_filter='-Life.*:OldLayoutLife.*:CommitTest.*:LivedInTest.*'
      ;;
    regenerate_test) "$tree/tests/cli/$1.py" "$tree/build/release/plugingen" RangeTest ;;
    *) "$tree/tests/cli/$1.py" "$tree/build/release/plugingen" ;;
  esac
}
names=(unit_0 unit_1 api_test commands_test coverage_test regenerate_test)
run_together run_test "${names[@]}"
for name in "${names[@]}"; do check_counted "$name with a release more" result_of "$name"; done
