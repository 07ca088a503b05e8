#!/usr/bin/env bash
# the conformance suite: over a fresh plugin, over that plugin with one mistake at a time, over plugins that others made
# slow
source "$(dirname "$0")/../section.sh"

needs_environments newest
python="$(environment_of newest)/bin/python"
# The newest, and perhaps one of the others, in its turn: as in the section `tensorflow`.
mapfile -t releases < <(PYTHONPATH=tests/tensorflow "$python" -c 'import support; print(*support.RELEASED, sep="\n")')
needs_environments "${releases[@]}"
include="$("$python" -c 'import importlib.util as u; print(u.find_spec("tensorflow").submodule_search_locations[0])')/include"
check_counted "plugins that others made" tests/conformance/plugins_test.py "$plugingen" "$include"

# Not optimised: what is compiled here is run for milliseconds.
build_variants() {
  {
    generate tests/conformance/variants.yaml "$scratch/variants" &&
      tests/conformance/variants_test.py --plant "$scratch/variants" &&
      configure_project "$scratch/variants" "$scratch/variants/build" -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_CXX_FLAGS_RELEASE=-O0 \
        -DCMAKE_UNITY_BUILD=ON &&
      cmake --build "$scratch/variants/build" --target "$@"
  } >"$scratch/variants.log" 2>&1 || {
    tail -n 40 "$scratch/variants.log"
    return 1
  }
}
check "build the plugin that can be broken on purpose" build_variants variant_npu
check_counted "a plugin with one mistake at a time" \
  tests/conformance/variants_test.py "$plugingen" "$scratch/variants/build/libvariant_npu.so"

environments=()
for release in "${releases[@]}"; do environments+=("$(environment_of "$release")"); done
# What is compiled for each release is built anew, but for what the compiler cache has.
export XDG_CACHE_HOME="$scratch/cache" CMAKE_CXX_COMPILER_LAUNCHER="$compiler_launcher"
check_counted "kernels that others made, in TensorFlow" tests/conformance/tensorflow_test.py \
  "$plugingen" "${environments[@]}"

# A driver that is yet to be written: nothing fails, and nothing is claimed.
# It is compiled as in the section `specs`.
custom() {
  with_test_name device_specs/custom_backend.yaml "$scratch/custom.yaml" && generate "$scratch/custom.yaml" "$scratch/custom" &&
    configure_project "$scratch/custom" "$scratch/custom/build" -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_CXX_FLAGS_RELEASE=-O0 \
      -DTEST_NPU_WERROR=ON &&
    cmake --build "$scratch/custom/build" --target test_npu &&
    "$plugingen" conformance "$scratch/custom/build/libtest_npu.so" --jobs 2 --json "$scratch/custom.json"
} >"$scratch/custom.log" 2>&1
check "a custom backend fresh from the generator fails nothing" custom
check "and lists no device" grep -q '"message": "the plugin lists no device"' "$scratch/custom.json"
