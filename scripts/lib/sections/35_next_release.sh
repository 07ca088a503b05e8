#!/usr/bin/env bash
# a release more: one command takes its candidate and then itself into a copy of the catalogue, no other file changes, and what is built passes the same tests
# slow
source "$(dirname "$0")/../section.sh"

tree="$scratch/tree" # as deep as the repository, so that the compiler cache knows what is compiled there
site="$scratch/site-packages"
next="$(python3 scripts/lib/known_releases.py next)"
# It has the libraries of the newest release, and the headers of the nightly, if there is one. The nightly's libraries are those of a wheel with
# kernels for GPUs, which no release's wheel for the CPU registers.
headers_of=newest
all_releases | grep -qx nightly && headers_of=nightly
needs_environments newest "$headers_of"
libraries=("$(environment_of newest)"/lib/python3*/site-packages/tensorflow)
headers=("$(environment_of "$headers_of")"/lib/python3*/site-packages/tensorflow/include)

# invent_release VERSION: the number is that of the next release.
invent_release() {
  rm -rf "$site" && mkdir -p "$site/tensorflow_cpu-$1.dist-info" "$tree" &&
    printf 'Metadata-Version: 2.1\nName: tensorflow-cpu\nVersion: %s\n' "$1" >"$site/tensorflow_cpu-$1.dist-info/METADATA" &&
    mkdir "$site/tensorflow" && ln -s "${libraries[0]}"/* "$site/tensorflow/" && ln -sfn "${headers[0]}" "$site/tensorflow/include"
}

take_in() { python3 "$tree/scripts/take_in_release" --catalog "$tree/catalog" "$site"; }
catalogue_sum() { cat "$tree"/catalog/*.txt | sha256sum; }
same_catalogue() { [ "$(catalogue_sum)" = "$1" ]; }

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

check "invent TensorFlow $next.0rc0" invent_release "$next.0rc0"
check "copy the repository" copy_repository
check "one command takes TensorFlow $next.0rc0 in" take_in
check "the catalogue ends with $next" grep -q "^tensorflow .* ${next/./\\.}\$" "$tree/catalog/tensorflow.txt"
of_the_candidate="$(catalogue_sum)"
check "invent TensorFlow $next.0" invent_release "$next.0"
check "the same command takes TensorFlow $next.0 in" take_in
check "what its candidate had already is as it was" same_catalogue "$of_the_candidate"
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
names=(unit_0 unit_1 api_test commands_test coverage_test explain_test regenerate_test)
run_together run_test "${names[@]}"
for name in "${names[@]}"; do check_counted "$name with a release more" result_of "$name"; done
