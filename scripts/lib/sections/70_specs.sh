#!/usr/bin/env bash
# each spec of device_specs/ validates; its project compiles without a warning and passes its tests
# slow
source "$(dirname "$0")/../section.sh"

# compile_project PROJECT NAME COMPILER [TARGET...]: with precompiled headers where there are many kernels.
compile_project() {
  local project="$1" name="$2" compiler="$3" precompile=OFF
  shift 3
  [ "$(basename "$project")" != everything ] || precompile=ON
  {
    configure_project "$project" "$project/build" "-DCMAKE_CXX_COMPILER=$compiler" "-D${name^^}_WERROR=ON" \
      "-D${name^^}_PCH=$precompile" &&
      cmake --build "$project/build" ${1:+--target "$@"}
  } >"$project.log" 2>&1 || {
    grep -E -A 8 'error|Error' "$project.log" | head -n 60
    return 1
  }
}

# compile_author_files PROJECT NAME FOLDER: what the folder and the ops have brought into the project; its other files
# are compiled for other specs.
compile_author_files() {
  local project="$1" name="$2" folder="$3" file targets=()
  while IFS= read -r file; do
    case "$file" in
      src/ops/library/*) targets+=("CMakeFiles/${name}_ops.dir/$file.o") ;;
      *) targets+=("CMakeFiles/${name}_objects.dir/$file.o") ;;
    esac
  done < <(cd "$project" && find src/ops -name '*.cc' && cd "$repo_root/$folder" && find src/kernels -name '*.cc')
  compile_project "$project" "$name" clang++ "${targets[@]}"
}

# check_project PROJECT WHAT: compiles and tests a project of a plugin test_npu. What kernels compute does not depend on the
# device, so most projects are tested without their kernel tests.
check_project() {
  local project="$1" what="$2" compiler=g++ targets=() tests=''
  case "$what" in
    minimal) compiler=clang++ ;;
    everything) ;;
    *)
      targets=(test_npu runtime_test)
      tests='^(runtime|smoke)$'
      ;;
  esac
  check "compile $what with $compiler" compile_project "$project" test_npu "$compiler" "${targets[@]}"
  check_counted "tests of $what" ctest --test-dir "$project/build" -j "$(jobs_here)" --output-on-failure ${tests:+-R "$tests"}
}

for spec in device_specs/*.yaml; do
  what="$(basename "$spec" .yaml)"
  check "validate $spec" "$plugingen" validate "$spec"
  # These have many kernels; the sections `demo` and `tensorflow` build and run them.
  case "$what" in demo | training) continue ;; esac
  # Kernels that their author wrote, which say the plugin's name: the section `tensorflow` compiles them with g++, and runs them.
  if [ -d "device_specs/$what" ]; then
    generate "$spec" "$scratch/$what" || { add_failed 1 "generate $spec" && continue; }
    cp -R "device_specs/$what/." "$scratch/$what"
    check "compile $what with its author's files and clang++" \
      compile_author_files "$scratch/$what" "${what}_npu" "device_specs/$what"
    continue
  fi
  with_test_name "$spec" "$scratch/$what.yaml"
  generate "$scratch/$what.yaml" "$scratch/$what" || { add_failed 1 "generate $spec" && continue; }
  check_project "$scratch/$what" "$what"
done

# A custom backend is finished when its driver is: with the reference driver's files it passes everything.
sed 's/backend: custom/backend: reference/' "$scratch/custom_backend.yaml" >"$scratch/reference_backend.yaml"
check "generate the custom backend's twin" generate "$scratch/reference_backend.yaml" "$scratch/reference_backend"
cp "$scratch/reference_backend"/src/driver/* "$scratch/custom_backend/src/driver/"
check_project "$scratch/custom_backend" "custom_backend with a driver"
