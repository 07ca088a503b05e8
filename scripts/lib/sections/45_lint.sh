#!/usr/bin/env bash
# clang-tidy finds nothing in the library, in a project that is compiled from all of it and some of the other drivers
# slow
source "$(dirname "$0")/../section.sh"

# It looks at some kernels at a time, and some of what they compute with, since reading the headers takes longest.
lint_library() {
  local project="$scratch/lint"
  python3 scripts/lib/lint_spec.py >"$project.yaml" && generate "$project.yaml" "$project" &&
    sed -i '/^set(pluggable_reference_is_linked_in_parts ON)$/d' "$project/CMakeLists.txt" && # nothing is linked
    configure_project "$project" "$project/build" -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 >"$project.log" 2>&1 || {
    tail -n 40 "$project.log"
    return 1
  }
  # The primitives that kernels of devices take the place of are one line each, a call of the host.
  (cd "$project/library/compute" && for primitive in *.cc; do [ ! -e "device/$primitive" ] || rm "$primitive"; done)
  rm -r "$project"/library/driver/cuda # a header, which the other project has in its place
  python3 scripts/lib/tidy.py "$project/build" \
    "$project"/library/{compute,driver,graph,include,kernels,ops,plugin,profiler,reference,runtime,variables}
}
check "clang-tidy: library" lint_library

# What uses a driver has been read in the other project. DEVICE is the spec's.
lint_driver() {
  local backend="$1" device="$2" folders=("${@:3}") project="$scratch/lint_$1"
  printf 'plugingen: 1\nplugin: {name: lint_npu}\ndevice: %s\nkernels: [MatMul, Conv2D, Conv2DBackpropInput, Conv2DBackpropFilter, FusedBatchNormV3, FusedBatchNormGradV3]\n' "$device" >"$project.yaml"
  generate "$project.yaml" "$project" && configure_project "$project" "$project/build" >"$project.log" 2>&1 || {
    tail -n 40 "$project.log"
    return 1
  }
  python3 scripts/lib/tidy.py "$project/build" "${folders[@]/#/$project/}"
}
check "clang-tidy: driver of the backend cuda" lint_driver cuda '{backend: cuda}' library/{compute,driver}/cuda
check "clang-tidy: driver of the backend custom, with kernels" lint_driver custom '{backend: custom, kernels: opencl_c}' {library,src}/driver/custom
