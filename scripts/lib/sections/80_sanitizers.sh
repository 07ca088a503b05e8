#!/usr/bin/env bash
# the emitted runtime and C++ API under AddressSanitizer and ThreadSanitizer, cases of the conformance suite, and kernels with hostile arguments
# slow
source "$(dirname "$0")/../section.sh"

# PROJECT SANITIZER TARGET...: by clang++ without optimization, which takes half as long as GCC 12. Clang's thread sanitizer has an operator
# new of its own, so that runtime_test_exceptions.cc is left out there.
compile_sanitized() {
  local project="$1" sanitizer="$2"
  shift 2
  {
    configure_project "$project" "$project/build-$sanitizer" "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -g1" -DCMAKE_UNITY_BUILD=ON \
      -DCMAKE_CXX_COMPILER=clang++ "-DTEST_NPU_SANITIZE=$sanitizer" "-DCMAKE_PROJECT_INCLUDE=$repo_root/tests/library/add_tests.cmake" &&
      cmake --build "$project/build-$sanitizer" --target "$@"
  } >"$project-$sanitizer.log" 2>&1 || {
    tail -n 40 "$project-$sanitizer.log"
    return 1
  }
}

# The runtime of GCC 12's ThreadSanitizer, which is as old as clang 14's, ended one drawn program in fifty, in any callback: "failed to
# allocate 0x1fc98e2a37000 bytes" of its own shadow memory (16 of 904 in an hour's half, 3 of 320 without randomized addresses). A run with
# such a program is repeated.
despite_failed_allocations() {
  for _ in 1 2 3; do
    "$@" >"$scratch/attempt.txt" 2>&1
    local status=$?
    cat "$scratch/attempt.txt"
    [ "$status" != 0 ] && grep -q 'ThreadSanitizer failed to allocate' "$scratch/attempt.txt" || return "$status"
  done
  return 1
}

# check_sanitized SPEC SANITIZERS TARGET...: asynchronous streams. What of them more than one plugin has is tested in one. No test of the C++ API
# starts a thread.
check_sanitized() {
  local spec="$1" sanitizers="$2" sanitizer target targets folder
  shift 2
  with_test_name "device_specs/$spec.yaml" "$scratch/$spec.yaml"
  # No test here updates variables, nor rewrites the graphs that have them.
  sed -i '/- set: variables/d' "$scratch/$spec.yaml"
  # Whose work fails.
  echo '  - {op: GatherV2, types: {Tparams: float, Tindices: int32, Taxis: int32}}' >>"$scratch/$spec.yaml"
  [[ " $* " != *" profiler_test "* ]] || echo 'profiler: true' >>"$scratch/$spec.yaml"
  generate "$scratch/$spec.yaml" "$scratch/$spec" || { add_failed 1 "generate $spec" && return; }
  for sanitizer in $sanitizers; do
    targets=()
    for target in "$@"; do [ "$sanitizer $target" = "thread api_test" ] || targets+=("$target"); done
    check "compile $spec for the $sanitizer sanitizer" compile_sanitized "$scratch/$spec" "$sanitizer" "${targets[@]}"
    for target in "${targets[@]}"; do
      [[ "$target" = *_test ]] || continue
      folder="$scratch/$spec/build-$sanitizer"
      [ "$target" = api_test ] || folder+=/tests/generated
      check_counted "$spec $target $sanitizer" env UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 "$folder/$target"
    done
  done
}

# Memory that the host cannot touch, with the profiler; the plugin's own allocator, without, which below the address sanitizer sees, too.
check_sanitized protected_memory "address,undefined thread" runtime_test api_test profiler_test test_npu
check_sanitized plugin_allocator thread runtime_test

# What the suite plays by several threads or from the driver's, in a plugin that is compiled by now. (The undefined-behaviour sanitizer takes the
# functions of a library for ones of another type than the suite calls, and says so without ending the program.)
# The suite has to be built with the plugin's sanitizer, as in the presets.
compile_suite() { cmake --preset "$1" "-DCMAKE_CXX_COMPILER_LAUNCHER=$compiler_launcher" && cmake --build --preset "$1" --target plugingen_conformance; }
for sanitizer in address,undefined thread; do
  build="$scratch/protected_memory/build-$sanitizer"
  preset=asan
  [ "$sanitizer" != thread ] || preset=tsan
  check "compile the conformance suite, $sanitizer" compile_suite "$preset"
  check "conformance of protected_memory, $sanitizer" despite_failed_allocations env TSAN_OPTIONS=halt_on_error=1 \
    "$build_root/$preset/conformance/conformance" "$build/libtest_npu.so" --jobs "$(jobs_here)" \
    --filter 'streams/*' --filter 'dependencies/*' --filter 'threads/*' --filter 'stress/*' \
    --filter 'kernels/AddV2/*' --filter 'kernels/Sum/*'
done

# Kernels that compute sizes from arguments, called with arguments that make no sense. The plugin's own allocator can be
# left out, so that each tensor has memory of its own.
cat >"$scratch/hostile.yaml" <<'EOS'
plugingen: 1
plugin: {name: test_npu}
device: {type: HOSTILE, memory: {allocator: plugin, host_visible: true, capacity: 256MiB}}
kernels:
  - {op: Pad, types: {T: float, Tpaddings: [int32, int64]}}
  - {op: SpaceToBatchND, types: {T: float, Tblock_shape: int64, Tpaddings: int64}}
  - {op: BatchToSpaceND, types: {T: float, Tblock_shape: int64, Tcrops: int64}}
  - {op: DepthToSpace, types: float}
  - {op: SpaceToDepth, types: float}
  - {op: GatherV2, types: {Tparams: float, Tindices: int64, Taxis: int64}}
  - {op: Mean, types: {T: [float, int64], Tidx: int64}}
  - {op: MaxPool, types: float}
  - {op: SplitV, types: {T: float, Tlen: int64}}
  - {op: Slice, types: {T: float, Index: int64}}
  - {op: StridedSlice, types: {T: float, Index: int64}}
  - {op: StridedSliceGrad, types: {T: float, Index: int64}}
  - {op: MatrixDiagV3, types: float}
  - {op: ResizeNearestNeighborGrad, types: [float, int32]}
  - {op: SquaredDifference, types: int64}
  - {op: MatMul, types: int32}
  - {op: MaxPoolGrad, types: int32}
  - {op: Conv2DBackpropInput, types: int32}
EOS
if generate "$scratch/hostile.yaml" "$scratch/hostile"; then
  check "compile kernels for hostile arguments" \
    compile_sanitized "$scratch/hostile" address,undefined test_npu_separate kernel_fuzz
  check "hostile arguments" env TF_CPP_MIN_LOG_LEVEL=2 \
    ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1 \
    UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1:abort_on_error=1 \
    "$scratch/hostile/build-address,undefined/tests/generated/kernel_fuzz" \
    "$scratch/hostile/build-address,undefined/tests/generated/libtest_npu_separate.so" 200
else
  add_failed 1 "generate a project for hostile arguments"
fi
