# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# The code that compares kernels with TensorFlow's CPU, for kernel_test; and kernel_judge, for the conformance suite. Neither
# needs the plugin or GoogleTest: `plugingen conformance --with-tensorflow` builds kernel_judge without them. Targets begin with
# the project's name, since a build may have several plugins.

include(CheckCXXSourceCompiles)
get_filename_component(kernel_judge_library ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)

add_library(${PROJECT_NAME}_kernel_judge_objects OBJECT)
foreach(part IN ITEMS
    array_ops draw gradients image_ops index_ops judge math_ops matrix_ops network_ops op_def random_ops registry
    values variable_ops)
  target_sources(${PROJECT_NAME}_kernel_judge_objects PRIVATE ${CMAKE_CURRENT_LIST_DIR}/kernel_test_${part}.cc)
endforeach()
target_sources(${PROJECT_NAME}_kernel_judge_objects PRIVATE ${CMAKE_CURRENT_LIST_DIR}/eager.cc)
target_include_directories(${PROJECT_NAME}_kernel_judge_objects PUBLIC ${kernel_judge_library}/include ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(${PROJECT_NAME}_kernel_judge_objects PUBLIC TensorFlow::cc)

add_executable(${PROJECT_NAME}_kernel_judge ${CMAKE_CURRENT_LIST_DIR}/kernel_judge.cc)
set_target_properties(${PROJECT_NAME}_kernel_judge PROPERTIES OUTPUT_NAME kernel_judge)
target_link_libraries(${PROJECT_NAME}_kernel_judge PRIVATE ${PROJECT_NAME}_kernel_judge_objects)

foreach(target IN ITEMS ${PROJECT_NAME}_kernel_judge_objects ${PROJECT_NAME}_kernel_judge)
  # Compiling takes longer than running: without optimization, and some files at a time.
  target_compile_options(${target} PRIVATE -Wall -Wextra -O0)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 7)
  if(PLUGGABLE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endforeach()

# GNU ld takes seconds to read the symbols of libtensorflow_cc, and lld rejects those of some releases.
set(CMAKE_REQUIRED_LIBRARIES TensorFlow::cc)
foreach(linker IN ITEMS mold lld gold)
  set(CMAKE_REQUIRED_LINK_OPTIONS -fuse-ld=${linker})
  check_cxx_source_compiles("int main() {}" PLUGGABLE_HAS_LINKER_${linker})
  if(PLUGGABLE_HAS_LINKER_${linker})
    set(PLUGGABLE_FAST_LINKER -fuse-ld=${linker})
    target_link_options(${PROJECT_NAME}_kernel_judge PRIVATE ${PLUGGABLE_FAST_LINKER})
    break()
  endif()
endforeach()
unset(CMAKE_REQUIRED_LIBRARIES)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
