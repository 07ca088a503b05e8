#!/usr/bin/env bash
# any bytes as a spec or a model give diagnostics, as a graph the same meaning, never a crash or a hang: the corpus, then 20 seconds of mutations;
# what is emitted for specs drawn from a grammar is what its languages take
# slow
source "$(dirname "$0")/../section.sh"

# Those of CMakePresets.json.
sanitizers="$(sed -n '/"name": "fuzz"/,/}/s/.*"PLUGINGEN_SANITIZE": "\(.*\)".*/\1/p' CMakePresets.json)"

compile_fuzzer() {
  configure_fuzzers &&
    cmake --build --preset fuzz --target spec_fuzzer --target model_fuzzer
}

# The emitted graph optimizer, in a project of its own. Without optimization a run takes 30 milliseconds instead of 15, and it has twice the time
# to run; compiling takes a third, 15 processor seconds instead of 47.
compile_graph_fuzzer() {
  local project="$scratch/fuzz_npu"
  generate tests/fuzz/graph/fuzz_npu.yaml "$project" && cp tests/fuzz/graph/CMakeLists.txt "$project/tests/" && {
    configure_project "$project" "$project/build" -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DCMAKE_CXX_COMPILER=clang++ \
      "-DFUZZ_NPU_SANITIZE=$sanitizers" "-DPLUGINGEN_FUZZ_DIR=$repo_root/tests/fuzz" &&
      cmake --build "$project/build" --target graph_fuzzer
  } >"$project.log" 2>&1 || {
    tail -n 40 "$project.log"
    return 1
  }
}

# libfuzzer FUZZER SECONDS [OPTION...] CORPUS...: an input that fails, takes five seconds or much memory is kept in the scratch folder.
# Without its entropic schedule, which in clang 14 takes 30 seconds for 160 inputs that reach 300,000 features.
libfuzzer() {
  local fuzzer="$1" seconds="$2" found
  shift 2
  found="$scratch/$(basename "$fuzzer")"
  mkdir -p "$found"
  UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
    "$fuzzer" -max_total_time="$seconds" -seed="$FUZZ_SEED" -max_len=65536 -timeout=5 -entropic=0 -print_final_stats=1 \
      -artifact_prefix="$found-" "$found" "$@"
}

# Each mutates on one core. The seed is the same in each run, so that more time would mostly try again what passed in the run before.
fuzz() {
  case "$1" in
    specs) libfuzzer build/fuzz/spec_fuzzer 6 -dict=tests/fuzz/specs.dict tests/fuzz/corpus tests/golden/model device_specs ;;
    models) libfuzzer build/fuzz/model_fuzzer 3 tests/fuzz/models ;;
    graphs) libfuzzer "$scratch/fuzz_npu/build/tests/graph_fuzzer" 11 tests/fuzz/graph/corpus ;;
    grammar) fuzz_grammar ;;
  esac
}

# With TensorFlow, where the newest is set up: it reads the definitions and builds the gradients.
fuzz_grammar() {
  local python options=()
  python="$(environment_of newest)/bin/python"
  if [ -x "$python" ]; then
    options=(--tensorflow --tensorflow-every 4 --compile-every 4 --headers "$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/tensorflow/include")
  else
    python=python3
  fi
  "$python" tests/fuzz/grammar/run build/release/plugingen --seconds 9 --seed "$FUZZ_SEED" --keep "$scratch/grammar" "${options[@]}"
}

# The preset takes clang++: GCC 12 needs six times as long for the undefined-behaviour sanitizer. It lacks that sanitizer's checks of
# pointers (null, alignment, size of the object, its class), a quarter of the compiling: the address sanitizer sees what is read there.
check "compile with sanitizers" compile_fuzzer
check "compile the graph optimizer with sanitizers" compile_graph_fuzzer
export FUZZ_SEED="${FUZZ_SEED:-1}"
export -f fuzz_grammar libfuzzer environment_of
export build_root
run_together fuzz specs models graphs grammar
check "6 seconds of odd specs" result_of specs
check "3 seconds of odd models" result_of models
check "11 seconds of odd graphs" result_of graphs
check "9 seconds of specs from a grammar" result_of grammar
