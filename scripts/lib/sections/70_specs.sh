#!/usr/bin/env bash
# each spec of device_specs/ validates; its project compiles without a warning and passes its tests
# slow
source "$(dirname "$0")/../section.sh"

project_works() {
  local project="$1"
  shift
  {
    configure_project "$project" "$project/build" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON "$@" &&
      cmake --build "$project/build"
  } >"$project.log" 2>&1 || {
    tail -n 40 "$project.log"
    return 1
  }
}

for spec in device_specs/*.yaml; do
  name="$(basename "$spec" .yaml)"
  # The demo's spec has hundreds of kernels; scripts/demo builds and runs it in a section of its own.
  [ "$name" != demo ] || continue
  check "validate $spec" "$plugingen" validate "$spec"
  generate "$spec" "$scratch/$name" || { add_failed 1 "generate $spec" && continue; }
  compiler=g++
  [ "$name" != minimal ] || compiler=clang++
  check "compile $spec with $compiler" project_works "$scratch/$name" -DCMAKE_CXX_COMPILER="$compiler"
  check_counted "tests of $spec" ctest --test-dir "$scratch/$name/build" --output-on-failure
done
