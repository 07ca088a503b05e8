# Adds primitives.cc to an emitted project: cmake -DCMAKE_PROJECT_INCLUDE=<this file>.

set(bench_folder ${CMAKE_CURRENT_LIST_DIR})
function(bench_add_primitives)
  set(testing ${PROJECT_SOURCE_DIR}/library/testing)
  find_package(GTest REQUIRED)
  add_executable(primitives ${bench_folder}/primitives.cc ${testing}/compute_test_device.cc ${testing}/runtime_test_host.cc)
  set_target_properties(primitives PROPERTIES UNITY_BUILD OFF)
  target_include_directories(primitives PRIVATE ${testing})
  target_link_libraries(primitives PRIVATE ${PROJECT_NAME}_objects GTest::gtest)
endfunction()
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL bench_add_primitives)
