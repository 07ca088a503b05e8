#!/usr/bin/env bash
# any bytes as a spec or a model give diagnostics, never a crash or a hang: the corpus, then 30 seconds of mutations
source "$(dirname "$0")/../section.sh"

compile_fuzzer() {
  cmake --preset asan -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DPLUGINGEN_BUILD_TESTS=ON >/dev/null &&
    cmake --build --preset asan --target spec_fuzzer --target model_fuzzer
}

# The preset takes clang++: GCC 12 needs six times as long for the undefined-behaviour sanitizer.
check "compile with sanitizers" compile_fuzzer
check "20 seconds of odd specs" build/asan/spec_fuzzer --seconds 20 --seed "${FUZZ_SEED:-1}" \
  --keep "$scratch/input" tests/fuzz/corpus tests/golden/model device_specs
check "10 seconds of odd models" build/asan/model_fuzzer --seconds 10 --seed "${FUZZ_SEED:-1}" \
  --keep "$scratch/model" tests/fuzz/models
