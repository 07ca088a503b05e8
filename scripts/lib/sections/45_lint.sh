#!/usr/bin/env bash
# clang-tidy finds nothing in the library, in a project that is compiled from all of it
# slow
source "$(dirname "$0")/../section.sh"

# It looks at some kernels at a time, since reading the headers takes longest.
lint_library() {
  local project="$scratch/lint"
  python3 scripts/lib/lint_spec.py >"$project.yaml" && generate "$project.yaml" "$project" &&
    configure_project "$project" "$project/build" -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 >"$project.log" 2>&1 || {
    tail -n 40 "$project.log"
    return 1
  }
  # The primitives that kernels of devices take the place of are one line each, a call of the host.
  (cd "$project/library/compute" && for primitive in *.cc; do [ ! -e "device/$primitive" ] || rm "$primitive"; done)
  python3 scripts/lib/tidy.py "$project/build" \
    "$project"/library/{compute,driver,graph,include,kernels,ops,plugin,profiler,reference,runtime}
}
check "clang-tidy: library" lint_library
