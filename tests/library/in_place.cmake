# Compiles the library where it lies, and runs its tests that need no process of TensorFlow's:
#   cmake -DPROJECT=... -DBUILD=... -DPYTHON=... -P in_place.cmake
# generated_example/ has a project whose library/ is a link to this repository's. Editors find how its files are compiled in
# BUILD/compile_commands.json. Each is compiled by itself, and not with others of its folder as in a project, so that none lacks an include;
# by clang++ if it is there, which is faster.

set(tests runtime api graph eigen_device)
list(TRANSFORM tests APPEND _test OUTPUT_VARIABLE targets)
string(REPLACE ";" "|" names "${tests}")
set(options)
find_program(CCACHE ccache)
if(CCACHE)
  list(APPEND options -DCMAKE_CXX_COMPILER_LAUNCHER=${CCACHE})
endif()

find_program(CLANG clang++)
if(CLANG)
  list(APPEND options -DCMAKE_CXX_COMPILER=${CLANG})
endif()

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} -G Ninja -S ${PROJECT} -B ${BUILD} -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DCMAKE_UNITY_BUILD=OFF
  -DPROTECTED_NPU_WERROR=ON -DPython3_EXECUTABLE=${PYTHON} ${options})
run(${CMAKE_COMMAND} --build ${BUILD} --target ${targets})
run(${CMAKE_CTEST_COMMAND} --test-dir ${BUILD} --output-on-failure -R "^(${names})$")
