#!/usr/bin/env bash
# real TensorFlow: the demo's networks in every supported release, errors, asynchrony, type GPU, the wheel
# slow
source "$(dirname "$0")/../section.sh"

mapfile -t releases < <(all_releases)
needs_environments "${releases[@]}"

build_training_plugin() {
  PYTHONPATH=tests/tensorflow "$(environment_of newest)/bin/python" -c 'import support; support.training_project("kernel_test")'
}

# What several of the tests use is built first, with all cores.
check "build the demo's plugin" env CXXFLAGS=-Werror scripts/demo --host-inaccessible --build
check "build the training plugin" build_training_plugin

# Most of the time one process of TensorFlow computes, or starts, on one core.
check_label tensorflow
