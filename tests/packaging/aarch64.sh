# plugingen's unit tests, and the tests of a plugin, on an ARM processor: cross-compiled by the toolchain of scripts/package, run under
# qemu. Sourced by run.

# shellcheck source=packaging/toolchain.sh
source "$repo_root/packaging/toolchain.sh"
arm="$build_root/package/aarch64"
arm_root="$roots/aarch64"

# What is compiled for this is run once, so it isn't optimized. Without optimization Zig's compiler adds checks of its own.
arm_flags=("-DCMAKE_CXX_FLAGS_RELEASE=-O0 -fno-sanitize=undefined")

on_arm() { "$roots/qemu/usr/bin/qemu-aarch64-static" -L "$arm_root" "$@"; }

arm_options() {
  mapfile -t options < <(cmake_options aarch64 "$arm")
}

# A compiler for it, libraries for it, a processor, and the C library that programs find there.
arm_toolchain() {
  local options
  "$repo_root/scripts/package" --architecture aarch64 --libraries &&
    unpacked_root bookworm amd64 "$roots/qemu" qemu-user-static &&
    unpacked_root bookworm arm64 "$arm_root" libc6 || return
  arm_options
  cmake "${options[@]}" -S /usr/src/googletest -B "$arm/googletest" "-DCMAKE_INSTALL_PREFIX=$arm/prefix" &&
    cmake --build "$arm/googletest" --target install
}

arm_plugingen() {
  local options
  arm_options
  cmake "${options[@]}" "${arm_flags[@]}" -S "$repo_root" -B "$arm/tested" -DPLUGINGEN_STATIC_LIBRARIES=ON -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_UNITY_BUILD_BATCH_SIZE=24 &&
    cmake --build "$arm/tested" --target plugingen plugingen_tests plugingen_conformance
}

# Without four tests. Two are of what qemu does otherwise than Linux: it takes no filter of system calls from a program, and makes a
# fork of vfork, so that posix_spawn doesn't learn why a program did not start. Two limit time.
not_under_qemu=OnDiskTest.ExchangesFilesWhereItTakesSeveralSteps:ProcessTest.TellsWhyAProgramDoesNotStart
not_under_qemu+=:FileListTest.AThousandKernelsAreQuick:TemplateTest.RendersTenThousandSmallFilesQuickly
arm_unit_tests() { on_arm "$arm/tested/plugingen_tests" --gtest_brief=1 "--gtest_filter=-$not_under_qemu"; }

# What it emits does not depend on the processor.
arm_project() {
  rm -rf "$scratch/arm_npu" "$scratch/arm_npu_here"
  on_arm "$arm/tested/plugingen" new "$here/aarch64.yaml" -o "$scratch/arm_npu" -q &&
    "$plugingen" new "$here/aarch64.yaml" -o "$scratch/arm_npu_here" -q &&
    diff -r "$scratch/arm_npu" "$scratch/arm_npu_here"
}

# The headers are those of any TensorFlow; in place of its library there is the one that plays it for the conformance suite.
arm_plugin() {
  local options python site="$scratch/site" here_tensorflow
  here_tensorflow="$("$(environment_of newest)/bin/python" -c 'import importlib.util as u; print(u.find_spec("tensorflow").submodule_search_locations[0])')" || return
  mkdir -p "$site/tensorflow" "$site/tensorflow_cpu-$(basename "$here_tensorflow"/../tensorflow_cpu-*.dist-info | sed 's/^tensorflow_cpu-//')" &&
    cp "$here_tensorflow"/../tensorflow_cpu-*.dist-info/METADATA "$site"/tensorflow_cpu-*.dist-info/ &&
    touch "$site/tensorflow/__init__.py" && ln -sfn "$here_tensorflow/include" "$site/tensorflow/include" &&
    cp "$arm/tested/conformance/libtensorflow_framework.so.2" "$site/tensorflow/" || return
  python="$(command -v /usr/bin/python3)" || return
  arm_options
  PYTHONPATH="$site" cmake "${options[@]}" -DCMAKE_CXX_FLAGS_RELEASE=-O2 -S "$scratch/arm_npu" -B "$arm/arm_npu" \
    "-DPython3_EXECUTABLE=$python" -DCMAKE_UNITY_BUILD=ON "-DCMAKE_PROJECT_INCLUDE=$repo_root/tests/library/add_tests.cmake" &&
    cmake --build "$arm/arm_npu" --target arm_npu arm_npu_runtime_test arm_npu_compute_test graph_test api_test
}

# A death test of the style "threadsafe" starts its program again, which this machine can't without qemu.
arm_test() { on_arm "$arm/arm_npu/$1" --gtest_brief=1 "--gtest_filter=-*DeathTest.*"; }
# Under qemu each case's process takes its time to start.
arm_conformance() {
  on_arm "$arm/tested/conformance/conformance" "$arm/arm_npu/libarm_npu.so" --jobs 2
}

check_aarch64() {
  checked "aarch64: a compiler, libraries, qemu" arm_toolchain
  checked "aarch64: compile plugingen and its unit tests" arm_plugingen
  checked "aarch64: plugingen emits what it emits on this machine" arm_project
  checked "aarch64: compile a plugin and its tests" arm_plugin
  check_counted "aarch64: the plugin's runtime" arm_test tests/generated/runtime_test
  check_counted "aarch64: the primitives" arm_test tests/generated/compute_test
  check_counted "aarch64: the graph optimizer" arm_test graph_test
  check_counted "aarch64: the C++ API" arm_test api_test
  checked "aarch64: the conformance suite" arm_conformance
  # They take longest.
  check_counted "aarch64: the unit tests" arm_unit_tests
}
