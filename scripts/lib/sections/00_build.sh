#!/usr/bin/env bash
# plugingen and its tests compile without a warning
# without TensorFlow
source "$(dirname "$0")/../section.sh"

check "configure" cmake --preset release -DCMAKE_CXX_COMPILER_LAUNCHER="$compiler_launcher"
check "compile" cmake --build --preset release
check "plugingen --version" "$plugingen" --version
