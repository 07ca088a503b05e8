# Adds loops.cc to the project that plugingen makes of loops.yaml:
#
#   cmake -DCMAKE_PROJECT_INCLUDE=<this file> -DONEDNN_INCLUDE=<folder of dnnl.hpp> -DONEDNN_LIBRARY=<libdnnl.so> ...
#   OMP_NUM_THREADS=1 build/loops
#
# The wheels onednn-cpu-gomp and onednn-devel-cpu-gomp of PyPI have both.

set(bench_folder ${CMAKE_CURRENT_LIST_DIR})
function(bench_add_loops)
  add_executable(loops ${bench_folder}/loops.cc ${bench_folder}/eigen.cc)
  set_target_properties(loops PROPERTIES UNITY_BUILD OFF)
  set_source_files_properties(${bench_folder}/eigen.cc PROPERTIES COMPILE_OPTIONS
    "-O3;-w;-mfma;-mavx512f;-mavx512dq;-mavx512vl;-mavx512bw")
  target_include_directories(loops SYSTEM PRIVATE ${ONEDNN_INCLUDE})
  target_link_libraries(loops PRIVATE ${PROJECT_NAME}_objects ${ONEDNN_LIBRARY})
endfunction()
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL bench_add_loops)
