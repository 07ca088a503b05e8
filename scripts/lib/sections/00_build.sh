#!/usr/bin/env bash
# plugingen and its tests compile without a warning
source "$(dirname "$0")/../section.sh"

check "configure" cmake -G Ninja -S . -B build/release -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
check "compile" cmake --build build/release
check "plugingen --version" "$plugingen" --version
