#!/usr/bin/env bash
# real TensorFlow: the demo's networks in every supported release, errors, asynchrony, type GPU, the wheel
# slow
source "$(dirname "$0")/../section.sh"

mapfile -t releases < <(all_releases)
needs_environments "${releases[@]}"

build_training_plugin() {
  PYTHONPATH=tests/tensorflow "$(environment_of newest)/bin/python" -c 'import support; support.training_project("kernel_test")'
}

# What clang++ has compiled is read by the compiler that most users have: all kernels that networks train with, a unit for each folder.
read_kernels_with_gcc() {
  local build="$build_root/test/tensorflow/training/build" folder include
  include="$(echo "$(environment_of newest)"/lib/python3*/site-packages/tensorflow/include)"
  for folder in kernels fusions reference; do
    cat "$build/CMakeFiles/test_npu_objects.dir/Unity/unity_$folder"_*_cxx.cxx >"$scratch/$folder.cc"
    (cd "$build" && c++ -std=c++17 -fsyntax-only -Wall -Wextra -Werror -I../src -I../src/generated -I../library/include -I../library \
      -isystem "$include" "$scratch/$folder.cc") || return
  done
}

# What several of the tests use is built first, with all cores.
check "build the demo's plugin" env CXXFLAGS=-Werror scripts/demo --host-inaccessible --build
check "build the training plugin" build_training_plugin
check "read the training plugin's kernels with c++" read_kernels_with_gcc

# Most of the time one process of TensorFlow computes, or starts, on one core.
check_label tensorflow
