# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# Compiles the library. src/generated/library.cmake lists the parts that a plugin needs.

# Elements of CMake's lists end where their brackets do; it generates no files whose paths have angle brackets; and in options of
# the linker it does not quote a dollar.
foreach(folder IN ITEMS "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
  string(REGEX REPLACE "\\[[^][]*\\]" "" outside_brackets "${folder}")
  if(outside_brackets MATCHES "[][<>$]")
    message(FATAL_ERROR "CMake cannot build in a folder with such a name: ${folder}\n"
      "Rename it. It may have brackets in pairs, as in a[b]c, but no other ones, and none of < > $.")
  endif()
endforeach()

include(${CMAKE_CURRENT_LIST_DIR}/glob.cmake)

# Messages name files relative to the project. So objects do not depend on the project's folder, and a compiler cache finds them.
add_compile_options(-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)

set(pluggable_sources)         # the plugin's sources, except kernels
set(pluggable_kernels)         # a source file for each kernel
set(pluggable_taken_over)      # files of src/kernels that replace the library's
set(pluggable_own_primitives)  # files of src/compute

# pluggable_add_kernel(FILE CLASS...) compiles the kernel classes of library/kernels/FILE.cc. A file src/kernels/FILE.cc replaces
# it: `plugingen eject library/kernels/FILE.cc` makes one.
function(pluggable_add_kernel file)
  set(own ${PROJECT_SOURCE_DIR}/src/kernels/${file}.cc)
  set(folder library)
  if(EXISTS ${own})
    set(folder src)
    list(APPEND pluggable_taken_over src/kernels/${file}.cc)
    set(pluggable_taken_over ${pluggable_taken_over} PARENT_SCOPE)
  endif()
  # src/ is searched before library/. The file names the folder, so that it is compiled again when the folder changes.
  set(text "// The kernel of ${folder}/kernels/${file}.cc, for the types that the spec names.\n\n")
  string(APPEND text "#include \"kernels/${file}.cc\"\n\nnamespace pluggable {\n\n")
  foreach(class IN LISTS ARGN)
    string(APPEND text "template KernelFunctions make_kernel<${class}>();\n")
  endforeach()
  string(APPEND text "\n}  // namespace pluggable\n")
  set(unit ${PROJECT_BINARY_DIR}/kernels/${file}.cc)
  file(CONFIGURE OUTPUT ${unit} CONTENT "${text}" @ONLY)
  list(APPEND pluggable_kernels ${unit})
  if(folder STREQUAL src)  # you may edit it
    set_source_files_properties(${unit} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  set(pluggable_kernels ${pluggable_kernels} PARENT_SCOPE)
endfunction()

# pluggable_take_over_primitives() compiles src/compute/, whose files replace those with the same name in library/compute/:
# `plugingen eject library/compute/FILE.cc` makes one. They take precedence over src/compute/device/.
function(pluggable_take_over_primitives)
  pluggable_glob(GLOB own ${PROJECT_SOURCE_DIR}/src/compute *.cc)
  pluggable_glob(GLOB on_device ${PROJECT_SOURCE_DIR}/src/compute device/*.cc)
  foreach(file IN LISTS own on_device)
    string(REGEX REPLACE "^device/" "" name ${file})
    if(NOT file STREQUAL name AND name IN_LIST own)
      message(STATUS "src/compute/${file} is not compiled: src/compute/${name} takes its place")
      continue()
    endif()
    list(REMOVE_ITEM pluggable_sources library/compute/${file} library/compute/device/${file})
    list(APPEND pluggable_own_primitives src/compute/${file})
  endforeach()
  set(pluggable_sources ${pluggable_sources} PARENT_SCOPE)
  set(pluggable_own_primitives ${pluggable_own_primitives} PARENT_SCOPE)
endfunction()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  # The matrix product's inner loops for newer processors; one is selected at run time.
  set(avx2 -mavx2 -mfma)
  set(avx512 -mavx512f ${avx2})
  foreach(instructions IN ITEMS avx2 avx512)
    set_source_files_properties(library/reference/matmul_${instructions}.cc PROPERTIES COMPILE_OPTIONS "${${instructions}}")
  endforeach()
endif()

# pluggable_group(NAME GROUPS FILE) adds the file to one of a power of two of groups, selected by its name. So adding a file
# leaves most groups unchanged.
function(pluggable_group name groups file)
  get_filename_component(file_name ${file} NAME)
  string(MD5 hash ${file_name})
  string(SUBSTRING ${hash} 0 4 hash)
  math(EXPR group "0x${hash} % ${groups}")
  set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${name}_${group})
endfunction()

# pluggable_compile_together(TARGET KERNEL...) compiles several files of the library as one, since reading headers takes longest
# and these files are rarely edited: those of graph/, plugin/, profiler/, runtime/ and variables/, and, if there are many kernels, also
# kernels and the files that they compute with. Files in src/ are compiled separately. With CMAKE_UNITY_BUILD=ON, few kernels
# count as many; with OFF, each file is compiled separately. Other targets link some of the objects: the allocator, the ops, and
# what kernels need without a device (host); parts of reference/ if pluggable_reference_is_linked_in_parts.
function(pluggable_compile_together target)
  if(DEFINED CMAKE_UNITY_BUILD AND NOT CMAKE_UNITY_BUILD)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(LENGTH ARGN count)
  set(many OFF)
  if(CMAKE_UNITY_BUILD OR count GREATER 32)
    set(many ON)
  endif()
  foreach(source IN LISTS pluggable_sources)
    if(source MATCHES "/caching_allocator\\.cc$")
      continue()
    elseif(source MATCHES "/(forked_process|kernel_functions|thread_pool|op_note)\\.cc$")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP host)
    elseif(source MATCHES "^library/driver/" AND NOT source MATCHES "/driver\\.cc$")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP driver)
    elseif(source MATCHES "^library/compute/device/")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP device)
    elseif(source MATCHES "^library/plugin/(init_(graph|plugin|profiler)|stream_[a-z]+)\\.cc$")
      # They use names of runtime/ that the API has, too.
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP entry_points)
    elseif(source MATCHES "^library/(graph|plugin|profiler|runtime|variables)/")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
    elseif(many AND source MATCHES "^src/generated/ops/")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ops)
    elseif(many AND source MATCHES "^library/(compute|ops)/")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
    elseif(many AND source MATCHES "^library/reference/" AND NOT source MATCHES "/special_functions_" AND
        NOT pluggable_reference_is_linked_in_parts)
      pluggable_group(reference 16 ${source})
    endif()
  endforeach()
  if(many)
    set(size 10)
    if(CMAKE_UNITY_BUILD_BATCH_SIZE)
      set(size ${CMAKE_UNITY_BUILD_BATCH_SIZE})
    endif()
    math(EXPR most "${size} * 3 / 2")
    set(groups 1)
    while(count GREATER most)
      math(EXPR groups "${groups} * 2")
      math(EXPR count "${count} / 2")
    endwhile()
    foreach(kernel IN LISTS pluggable_kernels)
      if(kernel MATCHES "/kernels/fusions/")  # so that rewrites do not change the other groups
        pluggable_group(fusions 2 ${kernel})
      else()
        pluggable_group(kernels ${groups} ${kernel})
      endif()
    endforeach()
  endif()
endfunction()

# pluggable_embed_python(FILE...) converts the Python code that the plugin runs when Python loads it to C++ (plugin/python_text.h).
function(pluggable_embed_python)
  set(text "// The files of library/plugin/python.\n\n#include \"plugin/python_text.h\"\n\nnamespace pluggable {\n\n")
  foreach(file IN LISTS ARGN)
    set(path ${PROJECT_SOURCE_DIR}/${file})
    file(READ ${path} python)
    # saved_models.py becomes kPythonSavedModels.
    get_filename_component(words ${file} NAME_WE)
    string(REPLACE _ ";" words ${words})
    set(name)
    foreach(word IN LISTS words)
      string(SUBSTRING ${word} 0 1 first)
      string(SUBSTRING ${word} 1 -1 rest)
      string(TOUPPER ${first} first)
      string(APPEND name ${first}${rest})
    endforeach()
    string(APPEND text "const char* const kPython${name} = R\"python(\n${python})python\";\n\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  endforeach()
  string(APPEND text "}  // namespace pluggable\n")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/plugin/python_text.cc CONTENT "${text}" @ONLY)
  set(pluggable_sources ${pluggable_sources} ${PROJECT_BINARY_DIR}/plugin/python_text.cc PARENT_SCOPE)
endfunction()
