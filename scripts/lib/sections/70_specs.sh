#!/usr/bin/env bash
# each spec of device_specs/ validates; its project compiles without a warning and passes its tests
# slow
source "$(dirname "$0")/../section.sh"

# compile_project PROJECT NAME COMPILER OPTIMIZATION OPTION [TARGET...]: the tests of the library, too, which are targets of no plugin's own.
compile_project() {
  local project="$1" name="$2" compiler="$3" optimization="$4" option="$5"
  shift 5
  {
    configure_project "$project" "$project/build" "-DCMAKE_CXX_COMPILER=$compiler" "-D${name^^}_WERROR=ON" \
      -DCMAKE_CXX_FLAGS_RELEASE="$optimization" -DCMAKE_UNITY_BUILD_BATCH_SIZE=24 \
      "-DCMAKE_PROJECT_INCLUDE=$repo_root/tests/library/add_tests.cmake" "$option" &&
      cmake --build "$project/build" ${1:+--target "$@"}
  } >"$project.log" 2>&1 || {
    grep -E -A 8 'error|Error' "$project.log" | head -n 60
    return 1
  }
}

# read_author_files PROJECT NAME FOLDER: what the folder and the ops have brought into the project; its other files
# are compiled for other specs.
read_author_files() {
  local project="$1" name="$2" folder="$3" file objects=()
  while IFS= read -r file; do
    case "$file" in
      src/generated/ops/library/*) objects+=("${name}_ops.dir/$file.o") ;;
      *) objects+=("${name}_objects.dir/$file.o") ;;
    esac
  done < <(cd "$project" && find src/ops src/generated/ops -name '*.cc' && cd "$repo_root/$folder" && find src/kernels -name '*.cc')
  configure_project "$project" "$project/build" -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_UNITY_BUILD=OFF "-D${name^^}_PCH=OFF" >"$project.log" 2>&1 || {
    tail -n 40 "$project.log"
    return 1
  }
  python3 scripts/lib/read_units.py --folders "$project/build" c++ "${objects[@]}"
}

# What kernels compute does not depend on the device, so most projects are compiled and tested without their kernel tests.
tests_of() {
  case "$1" in
    everything) echo . ;;
    minimal) echo '^(runtime|kernels|smoke)$' ;;
    *) echo '^(runtime|smoke|profiler)$' ;;
  esac
}

# All of a project with every test.
every_target=(test_npu test_npu_{ops,runtime_test,compute_test,profiler_test,kernel_test,kernel_fuzz,faulty}
  {api,attr,eigen_device,graph,profiler_message,shape_rule}_test)

# check_compiles WHAT: the project of a plugin test_npu, which is tested when all are compiled. All are compiled as in the section
# `tensorflow`, which has most of their files; `minimal` is there for precompiled headers, and `everything` for every test. g++ reads
# `everything` as well, without making code. It compiles the project of the section `demo`, which is built as users do and with every warning an
# error, and below folders that this lacks. With `scripts/test --releases` it compiles all of
# `everything`. The label `library` reads each file by itself.
projects=()
PLUGINGEN_TEST_RELEASES="${PLUGINGEN_TEST_RELEASES:-}"
check_compiles() {
  local what="$1" compiler=clang++ optimization=-O0 option=-DTEST_NPU_PCH=OFF targets=(test_npu test_npu_runtime_test)
  case "$what" in
    minimal) option=-DTEST_NPU_PCH=ON targets+=(test_npu_kernel_test) ;;
    everything) option=-DCMAKE_UNITY_BUILD=ON targets=("${every_target[@]}") ;;
    synchronous) targets+=(test_npu_profiler_test) ;;
  esac
  [ "$what $PLUGINGEN_TEST_RELEASES" != "everything all" ] || compiler=c++ optimization=-O3 targets=()
  check "compile $what with $compiler" compile_project "$scratch/$what" test_npu "$compiler" "$optimization" "$option" "${targets[@]}"
  if [ "$what $compiler" = "everything clang++" ]; then
    check_counted "read the plugin of $what with c++" python3 scripts/lib/read_units.py "$scratch/$what/build" c++ test_npu_objects.dir/ test_npu_device.dir/ test_npu_ops.dir/
    check_counted "read other tests of $what with c++" python3 scripts/lib/read_units.py --folders "$scratch/$what/build" c++ \
      test_npu_{compute_test,profiler_test,kernel_judge_objects,kernel_test,kernel_fuzz,faulty}.dir/ {graph,profiler_message,shape_rule}_test.dir/
  fi
  projects+=("$what")
}

test_project() {
  TEST_NPU_TEST_WORDS=1 ctest --test-dir "$scratch/$1/build" -j "$(jobs_here)" --output-on-failure -R "$(tests_of "$1")"
}

for spec in device_specs/*.yaml; do
  what="$(basename "$spec" .yaml)"
  check "validate $spec" "$plugingen" validate "$spec"
  # These have many kernels; the sections `demo` and `tensorflow` build and run them. That of generated_example/ is compiled below.
  case "$what" in demo | training | opencl | cuda | protected_memory) continue ;; esac
  # Kernels that their author wrote, which say the plugin's name: the section `tensorflow` compiles them with clang++, and runs them.
  if [ -d "device_specs/$what" ]; then
    generate "$spec" "$scratch/$what" || { add_failed 1 "generate $spec" && continue; }
    cp -R "device_specs/$what/." "$scratch/$what"
    check_counted "read $what with its author's files and g++" read_author_files "$scratch/$what" "${what}_npu" "device_specs/$what"
    continue
  fi
  with_test_name "$spec" "$scratch/$what.yaml"
  # Whose streams have work of their own run by threads that wait for it.
  [ "$what" != synchronous ] || echo 'profiler: true' >>"$scratch/$what.yaml"
  generate "$scratch/$what.yaml" "$scratch/$what" || { add_failed 1 "generate $spec" && continue; }
  check_compiles "$what"
done

# A custom backend is finished when its driver is: with the reference driver's files it passes everything.
sed 's/backend: custom/backend: reference/' "$scratch/custom_backend.yaml" >"$scratch/reference_backend.yaml"
check "generate the custom backend's twin" generate "$scratch/reference_backend.yaml" "$scratch/reference_backend"
check "generate the custom backend again" generate "$scratch/custom_backend.yaml" "$scratch/custom_backend_with_driver"
cp "$scratch/reference_backend"/src/driver/* "$scratch/custom_backend_with_driver/src/driver/"
cp "$scratch/reference_backend"/src/generated/driver/* "$scratch/custom_backend_with_driver/src/generated/driver/"
check_compiles custom_backend_with_driver

# compile_folders BACKEND FOLDER...: what the demo's plugin lacks of the library, a unit for each folder, optimized by the compiler that
# most users have. The section `tensorflow` compiles it with clang++, and runs it.
compile_folders() {
  local project="$scratch/folders_${1%%,*}" folder file include
  include="$(echo "$(environment_of newest)"/lib/python3*/site-packages/tensorflow/include)"
  printf 'plugingen: 1\nplugin: {name: test_npu}\ndevice: {type: TEST_NPU, backend: %s}\nkernels: [{set: keras}]\n' "$1" >"$project.yaml"
  shift
  generate "$project.yaml" "$project" || return
  for folder in "$@"; do
    for file in "$project/$folder"/*.cc; do printf '#include "%s"\n' "${file#"$project"/}"; done >"$project/unit.cc"
    (cd "$project" && ccache c++ -std=c++17 -O1 -Wall -Wextra -Werror -I. -Isrc -Isrc/generated -Ilibrary/include -Ilibrary -isystem "$include" \
      -c unit.cc -o unit.o) || return
  done
}
check "compile the drivers of OpenCL with c++" compile_folders opencl library/driver/opencl library/driver/opencl_c library/compute/device
check "compile the driver of CUDA with c++" compile_folders cuda library/driver/cuda library/compute/cuda
check "compile what is above an owner's compiler with c++" compile_folders "custom, kernels: opencl_c" library/driver/custom

# The library where it lies, in the project of generated_example/.
check_label library

# One process of TensorFlow starts on one core.
export -f tests_of jobs_here
run_together test_project "${projects[@]}"
for what in "${projects[@]}"; do check_counted "tests of $what" result_of "$what"; done
