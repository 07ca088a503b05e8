# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# The code that compares kernels with TensorFlow's CPU, for kernel_test, and for the program that
# `plugingen conformance --with-tensorflow` builds. It needs neither the plugin nor GoogleTest. pluggable_op_tests lists the files for the
# ops. Targets begin with the project's name, since a build may have several plugins.

include(CheckCXXSourceCompiles)
get_filename_component(kernel_judge_library ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)

add_library(${PROJECT_NAME}_kernel_judge_objects OBJECT)
foreach(file IN ITEMS
    eager.cc kernel_test_draw.cc kernel_test_judge.cc kernel_test_op_def.cc kernel_test_registry.cc kernel_test_values.cc)
  target_sources(${PROJECT_NAME}_kernel_judge_objects PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${file})
endforeach()
foreach(file IN LISTS pluggable_op_tests)
  target_sources(${PROJECT_NAME}_kernel_judge_objects PRIVATE ${PROJECT_SOURCE_DIR}/${file})
endforeach()
target_include_directories(${PROJECT_NAME}_kernel_judge_objects PUBLIC ${kernel_judge_library}/include ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(${PROJECT_NAME}_kernel_judge_objects PUBLIC TensorFlow::cc)

# Compiling takes longer than running: without optimization, and some files at a time.
target_compile_options(${PROJECT_NAME}_kernel_judge_objects PRIVATE -Wall -Wextra -O0)
set_target_properties(${PROJECT_NAME}_kernel_judge_objects PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 7)
if(PLUGGABLE_WERROR)
  target_compile_options(${PROJECT_NAME}_kernel_judge_objects PRIVATE -Werror)
endif()

# GNU ld takes seconds to read the symbols of libtensorflow_cc, and lld rejects those of some releases.
set(CMAKE_REQUIRED_LIBRARIES TensorFlow::cc)
foreach(linker IN ITEMS mold lld gold)
  set(CMAKE_REQUIRED_LINK_OPTIONS -fuse-ld=${linker})
  check_cxx_source_compiles("int main() {}" PLUGGABLE_HAS_LINKER_${linker})
  if(PLUGGABLE_HAS_LINKER_${linker})
    set(PLUGGABLE_FAST_LINKER -fuse-ld=${linker})
    break()
  endif()
endforeach()
unset(CMAKE_REQUIRED_LIBRARIES)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
