# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# Compiles the kernels of compute/device/*.inc into the plugin: as texts in OpenCL C, or as PTX.

# pluggable_device_text(FILE VARIABLE) reads FILE: from src/compute/device if it exists there, else from the library, else the
# generated file. #include lines are replaced by the texts, since not every compiler finds files.
function(pluggable_device_text file variable)
  foreach(folder IN ITEMS src/compute/device library/compute/device src/generated/compute)
    set(path ${PROJECT_SOURCE_DIR}/${folder}/${file})
    if(EXISTS ${path})
      break()
    endif()
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  while(text MATCHES "#include \"([a-z_]+\\.inc)\"")
    set(line "${CMAKE_MATCH_0}")
    pluggable_device_text(${CMAKE_MATCH_1} included)
    string(REPLACE "${line}" "${included}" text "${text}")
  endwhile()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# pluggable_device_texts(VARIABLE) lists the names of all texts: those of the library that src/generated/library.cmake lists, and the
# owner's.
function(pluggable_device_texts variable)
  pluggable_glob(GLOB names ${PROJECT_SOURCE_DIR}/src/compute/device *.inc)
  list(APPEND names ${pluggable_device_texts})
  list(TRANSFORM names REPLACE "^.*/" "")
  list(TRANSFORM names REPLACE "\\.inc$" "")
  list(REMOVE_DUPLICATES names)
  list(SORT names)
  set(${variable} ${names} PARENT_SCOPE)
endfunction()

# pluggable_embed_kernels(TARGET) embeds the texts in the plugin. The driver compiles them at run time.
function(pluggable_embed_kernels target)
  set(text "// The texts of compute/device.\n\n#include \"driver/opencl_c/program_texts.h\"\n\n#include <string_view>\n\n")
  string(APPEND text "namespace pluggable::opencl_c {\n\nconst char* KernelText(const char* name) {\n")
  pluggable_device_texts(names)
  foreach(name IN LISTS names)
    pluggable_device_text(${name}.inc kernels)
    string(APPEND text "  if (std::string_view(name) == \"${name}\") return R\"kernels(${kernels})kernels\";\n")
  endforeach()
  string(APPEND text "  return \"\";\n}\n\n}  // namespace pluggable::opencl_c\n")
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/compute/kernel_texts.cc CONTENT "${text}")
  target_sources(${target} PRIVATE ${PROJECT_BINARY_DIR}/compute/kernel_texts.cc)
endfunction()

# pluggable_use_opencl(TARGET) compiles for OpenCL. It needs OpenCL's headers and links nothing.
function(pluggable_use_opencl target)
  find_path(PLUGGABLE_OPENCL_HEADERS CL/cl.h DOC "Folder of OpenCL's headers")
  if(NOT PLUGGABLE_OPENCL_HEADERS)
    message(FATAL_ERROR "OpenCL's headers are missing (Debian and Ubuntu: apt install opencl-c-headers); "
      "set PLUGGABLE_OPENCL_HEADERS to the folder that has CL/cl.h if they are elsewhere")
  endif()
  target_include_directories(${target} SYSTEM PRIVATE ${PLUGGABLE_OPENCL_HEADERS})
  pluggable_embed_kernels(${target})
endfunction()

# pluggable_device_programs(TARGET VARIABLE) lists the texts whose kernels the target launches: its sources have a compute::Programs
# object for each. An owner may write such an object anywhere, so the list has all texts that the library does not have.
function(pluggable_device_programs target variable)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "(library|src)/compute/")
  set(names)
  foreach(source IN LISTS sources)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(READ ${source} code)
    string(REGEX MATCHALL "Programs[A-Za-z0-9_ \n,=(){}\"]*[({][ \n]*\"[A-Za-z0-9_]+\"" objects "${code}")
    string(REGEX MATCHALL "\"[A-Za-z0-9_]+\"" in_source "${objects}")
    list(APPEND names ${in_source})
  endforeach()
  list(TRANSFORM names REPLACE "\"" "")
  pluggable_device_texts(texts)
  foreach(text IN LISTS texts)
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/library/compute/device/${text}.inc)
      pluggable_device_text(${text}.inc kernels)
      if(kernels MATCHES "// Compiled for ")
        list(APPEND names ${text})
      endif()
    endif()
  endforeach()
  if(names)
    list(REMOVE_DUPLICATES names)
    list(SORT names)
  endif()
  set(${variable} ${names} PARENT_SCOPE)
endfunction()

# pluggable_use_cuda(TARGET) compiles the texts that the target needs to PTX, for each type of its kernels
# (pluggable_element_types); texts that only move elements, for each size; the owner's own texts, for all of their types. It needs
# Clang and libclc, LLVM's library of OpenCL's functions, but not CUDA's toolkit. NVIDIA's driver compiles the PTX for the GPU.
function(pluggable_use_cuda target)
  find_program(PLUGGABLE_CLANG NAMES clang clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14
    DOC "Clang, which compiles kernels to PTX")
  if(NOT PLUGGABLE_CLANG)
    message(FATAL_ERROR "Clang is missing, which compiles kernels to PTX (Debian and Ubuntu: apt install clang)")
  endif()
  find_file(PLUGGABLE_LIBCLC nvptx64--nvidiacl.bc PATHS /usr/lib/clc /usr/share/clc /usr/local/lib/clc /usr/local/share/clc
    NO_DEFAULT_PATH DOC "libclc for PTX, of a release of LLVM that Clang can read")
  if(NOT PLUGGABLE_LIBCLC)
    message(FATAL_ERROR "libclc is missing, OpenCL's functions for PTX (Debian and Ubuntu: apt install libclc-14, or the one of "
      "your Clang's release); set PLUGGABLE_LIBCLC to nvptx64--nvidiacl.bc if it is elsewhere")
  endif()
  set(PLUGGABLE_CUDA_ARCHITECTURE sm_70 CACHE STRING "The oldest architecture of GPUs that the plugin runs on")
  # The oldest version of PTX that supports the architecture, so that older drivers accept it, too.
  string(REGEX REPLACE "^sm_([0-9]+).*" "\\1" architecture ${PLUGGABLE_CUDA_ARCHITECTURE})
  set(ptx_version 64)
  if(architecture GREATER_EQUAL 120)
    set(ptx_version 87)
  elseif(architecture GREATER_EQUAL 100)
    set(ptx_version 86)
  elseif(architecture GREATER_EQUAL 89)
    set(ptx_version 78)
  elseif(architecture GREATER_EQUAL 87)
    set(ptx_version 74)
  elseif(architecture GREATER_EQUAL 80)
    set(ptx_version 72)
  endif()
  set(folder ${PROJECT_BINARY_DIR}/compute/ptx)
  pluggable_device_text(dialect.inc dialect)
  pluggable_device_text(nest.inc nest)
  set(programs)
  set(outputs)
  pluggable_device_programs(${target} names)
  foreach(name IN LISTS names)
    pluggable_device_text(${name}.inc kernels)
    if(NOT kernels MATCHES "// Compiled for ([a-z0-9 ]+)\\.")
      message(FATAL_ERROR "${name}.inc lacks its line \"// Compiled for TYPE... .\", which names the data types of its kernels")
    endif()
    string(REPLACE " " ";" types "${CMAKE_MATCH_1}")
    foreach(type IN LISTS types)
      if("float" IN_LIST types AND NOT type IN_LIST pluggable_element_types AND
         EXISTS ${PROJECT_SOURCE_DIR}/library/compute/device/${name}.inc)
        continue()
      endif()
      set(program ${folder}/${name}-${type})
      file(GENERATE OUTPUT ${program}.cl CONTENT "#define TYPE_${type}\n${dialect}${nest}${kernels}")
      add_custom_command(OUTPUT ${program}.ptx DEPENDS ${program}.cl VERBATIM
        COMMAND ${PLUGGABLE_CLANG} -x cl -cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt -O2 -S -o ${program}.ptx
          -target nvptx64-nvidia-cuda -Xclang -target-cpu -Xclang ${PLUGGABLE_CUDA_ARCHITECTURE}
          -Xclang -target-feature -Xclang +ptx${ptx_version} -Xclang -finclude-default-header
          -Xclang -mlink-builtin-bitcode -Xclang ${PLUGGABLE_LIBCLC} -Wno-linker-warnings ${program}.cl)
      list(APPEND programs ${name}-${type})
      list(APPEND outputs ${program}.ptx)
    endforeach()
  endforeach()
  set(unit ${PROJECT_BINARY_DIR}/compute/kernel_ptx.cc)
  add_custom_command(OUTPUT ${unit} DEPENDS ${outputs} ${PROJECT_SOURCE_DIR}/library/embed_ptx.cmake VERBATIM
    COMMAND ${CMAKE_COMMAND} "-Dprograms=${programs}" -Dfolder=${folder} -Dunit=${unit}
      -P ${PROJECT_SOURCE_DIR}/library/embed_ptx.cmake)
  target_sources(${target} PRIVATE ${unit})
endfunction()
