# The TensorFlow that the plugin is compiled and tested against: the one of ${Python3_EXECUTABLE}.
#
#   TensorFlow_DIR_PATH       its folder in site-packages
#   TensorFlow_VERSION        its version for pip, or "unknown"
#   TensorFlow::framework     headers (TensorFlow's and Eigen's) and libtensorflow_framework.so.2
#   TensorFlow::cc            libtensorflow_cc.so.2 as well, for test programs
#
# The library supports all releases from @tensorflow.min@ to @tensorflow.max@, whichever it was built against.

# Isolated mode first, since pip's build environments hide the packages that are installed beside them.
foreach(isolation IN ITEMS -I -B)
  execute_process(
    COMMAND ${Python3_EXECUTABLE} ${isolation} ${CMAKE_CURRENT_LIST_DIR}/../library/find_tensorflow.py
    OUTPUT_VARIABLE tensorflow_found
    ERROR_VARIABLE tensorflow_error
    RESULT_VARIABLE tensorflow_result
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_STRIP_TRAILING_WHITESPACE)
  if(tensorflow_result EQUAL 0)
    break()
  endif()
endforeach()
if(NOT tensorflow_result EQUAL 0)
  message(FATAL_ERROR "${Python3_EXECUTABLE} has no TensorFlow: ${tensorflow_error}\n"
#% if tensorflow.only_nightly
    "Install one (pip install 'tf-nightly@tensorflow.nightly_pip_range@'), or name a Python that has it with "
#% else
    "Install one (pip install 'tensorflow@tensorflow.pip_range@'), or name a Python that has it with "
#% end
    "-DPython3_EXECUTABLE=/path/to/python3. `python -m build` hides the packages of its Python; there it is "
    "-Ccmake.define.Python3_EXECUTABLE=/path/to/python3.")
endif()

string(REPLACE "\n" ";" tensorflow_found "${tensorflow_found}")
list(GET tensorflow_found 0 TensorFlow_DIR_PATH)
list(GET tensorflow_found 1 TensorFlow_VERSION)
message(STATUS "TensorFlow ${TensorFlow_VERSION}: ${TensorFlow_DIR_PATH}")
if(TensorFlow_VERSION VERSION_LESS @tensorflow.min@)
  message(WARNING "TensorFlow ${TensorFlow_VERSION} is older than @tensorflow.min@, the oldest release that this plugin serves.")
endif()

if(NOT TARGET TensorFlow::framework)  # a project that adds this one may have included this file, too
  add_library(TensorFlow::framework SHARED IMPORTED)
  set_target_properties(TensorFlow::framework PROPERTIES
    IMPORTED_LOCATION ${TensorFlow_DIR_PATH}/libtensorflow_framework.so.2
    INTERFACE_INCLUDE_DIRECTORIES ${TensorFlow_DIR_PATH}/include)  # of an imported target: as -isystem

  add_library(TensorFlow::cc SHARED IMPORTED)
  set_target_properties(TensorFlow::cc PROPERTIES
    IMPORTED_LOCATION ${TensorFlow_DIR_PATH}/libtensorflow_cc.so.2
    INTERFACE_LINK_LIBRARIES TensorFlow::framework)
endif()
