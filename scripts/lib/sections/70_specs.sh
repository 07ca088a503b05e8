#!/usr/bin/env bash
# each spec of device_specs/ validates; its project compiles without a warning and passes its tests
# slow
source "$(dirname "$0")/../section.sh"

compile_project() {
  local project="$1"
  shift
  {
    configure_project "$project" "$project/build" "$@" && cmake --build "$project/build"
  } >"$project.log" 2>&1 || {
    tail -n 40 "$project.log"
    return 1
  }
}

for spec in device_specs/*.yaml; do
  file="$(basename "$spec" .yaml)"
  check "validate $spec" "$plugingen" validate "$spec"
  # The demo's spec has many kernels; the section `demo` builds and runs it.
  [ "$file" != demo ] || continue
  generate "$spec" "$scratch/$file" || { add_failed 1 "generate $spec" && continue; }
  name="$(sed -n 's/^  name: \([a-z0-9_]*\).*/\1/p' "$spec" | head -n 1)"
  compiler=g++
  [ "$file" != minimal ] || compiler=clang++
  check "compile $spec with $compiler" compile_project "$scratch/$file" \
    "-DCMAKE_CXX_COMPILER=$compiler" "-D${name^^}_WERROR=ON"
  check_counted "tests of $spec" ctest --test-dir "$scratch/$file/build" --output-on-failure
done
