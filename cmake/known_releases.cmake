# Makes the header generator/spec/release_range.h includes: the releases of TensorFlow that the catalogue knows, from the
# lines of catalog/tensorflow.txt and catalog/c_api.txt that name them.

function(read_releases file keyword result)
  file(STRINGS "${CMAKE_SOURCE_DIR}/catalog/${file}" line REGEX "^${keyword} [0-9. ]+$" LIMIT_COUNT 1)
  string(REPLACE "${keyword} " "" line "${line}")
  string(REPLACE " " ";" releases "${line}")
  set(${result} "${releases}" PARENT_SCOPE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/catalog/${file}")
endfunction()

function(release_after release result)
  string(REGEX MATCH "^([0-9]+)\\.([0-9]+)$" matched "${release}")
  math(EXPR minor "${CMAKE_MATCH_2} + 1")
  set(${result} "${CMAKE_MATCH_1}.${minor}" PARENT_SCOPE)
endfunction()

read_releases(tensorflow.txt tensorflow with_ops)
read_releases(c_api.txt tensorflow with_c_api)
read_releases(c_api.txt nightly nightly)  # nothing between a release and the first nightly of the next
if(NOT with_ops OR NOT with_c_api)
  message(FATAL_ERROR "catalog/tensorflow.txt or catalog/c_api.txt does not name its releases")
endif()
list(GET with_ops 0 OLDEST_RELEASE)
list(GET with_ops -1 NEWEST_RELEASE)
list(GET with_c_api -1 newest_c_api)
release_after(${NEWEST_RELEASE} NEXT_RELEASE)
release_after(${newest_c_api} UNKNOWN_RELEASE)
if(nightly)
  set(newest_c_api_released ${nightly})  # `next`, which is not out
else()
  release_after(${newest_c_api} newest_c_api_released)
endif()
if(NOT newest_c_api_released STREQUAL NEXT_RELEASE)
  message(FATAL_ERROR "catalog/tensorflow.txt ends with ${NEWEST_RELEASE}, and catalog/c_api.txt with another release")
endif()
foreach(release OLDEST NEXT UNKNOWN)
  string(REPLACE "." ", " ${release}_NUMBERS "${${release}_RELEASE}")
endforeach()
string(REGEX REPLACE "^[0-9]+\\." "" CONFORMANCE_NEWEST_MINOR "${newest_c_api}")
configure_file(cmake/known_releases.h.in ${CMAKE_BINARY_DIR}/generated/known_releases.h @ONLY)

# releases_last(SOURCES) moves the files that include the header to the end of the list, into a unit of UNITY_BUILD: the others are compiled
# alike whatever the releases are, and section next_release finds them in the compiler's cache.
function(releases_last sources)
  foreach(source IN LISTS ${sources})
    file(STRINGS ${source} uses REGEX "^#include \"known_releases\\.h\"" LIMIT_COUNT 1)
    if(uses)
      list(REMOVE_ITEM ${sources} ${source})
      list(APPEND ${sources} ${source})
    endif()
  endforeach()
  set(${sources} ${${sources}} PARENT_SCOPE)
endfunction()
