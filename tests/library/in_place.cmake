# Reads the library where it lies, each file by itself and not with others of its folder as in a project, so that none lacks an include: a third of
# the files in each run, since reading takes a second of each, and projects compile the files together unless their owner wants it otherwise.
#   cmake -DPROJECT=... -DBUILD=... -DPYTHON=... -P in_place.cmake
# generated_example/ has a project whose library/ is a link to this repository's. Editors find how its files are compiled in
# BUILD/compile_commands.json. The compiler is the one that most users have; scripts/lib/sections/70_specs.sh compiles the same files with
# clang++, and runs these tests.

set(objects objects device runtime_test)
list(TRANSFORM objects REPLACE "(.+)" "protected_npu_\\1.dir/")
list(APPEND objects api_test.dir/ attr_test.dir/ eigen_device_test.dir/)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} -G Ninja -S ${PROJECT} -B ${BUILD} -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DCMAKE_UNITY_BUILD=OFF
  -DCMAKE_CXX_COMPILER=c++ -DPROTECTED_NPU_PCH=OFF -DCMAKE_PROJECT_INCLUDE=${CMAKE_CURRENT_LIST_DIR}/add_tests.cmake -DPython3_EXECUTABLE=${PYTHON})
run(${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/../../scripts/lib/read_units.py ${BUILD} c++ ${objects})
