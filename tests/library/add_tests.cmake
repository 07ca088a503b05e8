# Adds tests of the library to an emitted project. What they test is the same in every project, so projects do not have them:
#   cmake -S PROJECT -B BUILD -DCMAKE_PROJECT_INCLUDE=THIS_FILE
# The programs are in BUILD: api_test; eigen_device_test; attr_test, which needs TensorFlow's libraries; and, for plugins that have what they
# test, graph_test, shape_rule_test and profiler_message_test. The plugin of device_specs/everything.yaml has all of it.

# add_library_test(NAME SOURCE...): a program with the plugin's objects.
function(add_library_test name)
  add_executable(${name} ${ARGN})
  target_compile_options(${name} PRIVATE -Wall -Wextra -O0)
  # The headers that this plugin does not use are not in the project.
  target_include_directories(${name} PRIVATE $<TARGET_PROPERTY:${PROJECT_NAME}_objects,INTERFACE_INCLUDE_DIRECTORIES>
    ${library}/include ${library} ${library}/testing)
  string(TOUPPER ${PROJECT_NAME} options)
  if(${options}_WERROR)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# At the end of the project's CMakeLists.txt, when its targets are there.
function(add_library_tests)
  set(tests ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  get_filename_component(library ${tests}/../../library ABSOLUTE)
  set(objects ${PROJECT_NAME}_objects)

  add_library_test(api_test ${tests}/api/api_test.cc ${tests}/api/api_porting_test.cc)
  target_link_libraries(api_test PRIVATE ${objects} GTest::gtest_main)

  add_library_test(attr_test ${tests}/api/attr_test.cc)
  target_link_libraries(attr_test PRIVATE ${objects} TensorFlow::cc GTest::gtest_main)

  # It simulates the stream itself, so it is linked without the runtime.
  add_library_test(eigen_device_test ${tests}/api/eigen_device_test.cc ${library}/runtime/thread_pool.cc)
  target_link_libraries(eigen_device_test PRIVATE TensorFlow::framework Threads::Threads GTest::gtest_main)

  file(GLOB graph_tests CONFIGURE_DEPENDS ${tests}/graph/*.cc)
  foreach(part IN ITEMS host_logic list_sums)
    if(NOT library/graph/${part}.cc IN_LIST pluggable_sources)
      list(REMOVE_ITEM graph_tests ${tests}/graph/graph_test_${part}.cc)
    endif()
  endforeach()
  if(library/graph/chain.cc IN_LIST pluggable_sources AND library/graph/merge.cc IN_LIST pluggable_sources)
    add_library_test(graph_test ${graph_tests})
    # Headers are read once for all of them.
    set_target_properties(graph_test PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
    target_link_libraries(graph_test PRIVATE ${objects} GTest::gtest_main)
  endif()
  if(library/ops/shape_rule.cc IN_LIST pluggable_sources)
    add_library_test(shape_rule_test ${tests}/api/shape_rule_test.cc)
    target_link_libraries(shape_rule_test PRIVATE ${objects} GTest::gtest_main)
  endif()
  if(library/profiler/xspace.cc IN_LIST pluggable_sources)
    add_library_test(profiler_message_test ${tests}/profiler/message_test.cc ${library}/testing/profiler_test_profile.cc)
    target_link_libraries(profiler_message_test PRIVATE ${objects} GTest::gtest_main)
  endif()
endfunction()
cmake_language(DEFER CALL add_library_tests)
