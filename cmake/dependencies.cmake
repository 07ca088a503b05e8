# The libraries that the generator is made of, all missing ones named in one error with how to install them. Afterwards there are
# the targets yaml-cpp, CLI11::CLI11 and nlohmann_json::nlohmann_json, and ${LIBGIT2_LIBRARY} to link.

find_package(yaml-cpp QUIET)
find_package(CLI11 QUIET)
find_package(nlohmann_json QUIET)
find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(LIBGIT2 QUIET IMPORTED_TARGET libgit2>=1.5)
endif()

set(missing)
foreach(library IN ITEMS yaml-cpp CLI11 nlohmann_json LIBGIT2)
  if(NOT ${library}_FOUND)
    list(APPEND missing ${library})
  endif()
endforeach()
if(missing)
  if(NOT PKG_CONFIG_FOUND)
    list(APPEND missing "pkg-config, which finds LIBGIT2")
  endif()
  list(JOIN missing ", " missing)
  message(FATAL_ERROR "plugingen cannot be built: these are missing: ${missing}\n"
    "On Debian and Ubuntu:\n"
    "  apt install g++ cmake ninja-build pkgconf libyaml-cpp-dev libcli11-dev nlohmann-json3-dev libgit2-dev\n"
    "On Fedora:\n"
    "  dnf install gcc-c++ cmake ninja-build pkgconf yaml-cpp-devel cli11-devel json-devel libgit2-devel\n"
    "libgit2 has to be 1.5 or newer. The released wheels need none of these.")
endif()

set(LIBGIT2_LIBRARY PkgConfig::LIBGIT2)
if(PLUGINGEN_STATIC_LIBRARIES)
  add_library(libgit2_static INTERFACE)
  target_include_directories(libgit2_static SYSTEM INTERFACE ${LIBGIT2_STATIC_INCLUDE_DIRS})
  target_link_directories(libgit2_static INTERFACE ${LIBGIT2_STATIC_LIBRARY_DIRS})
  target_link_libraries(libgit2_static INTERFACE ${LIBGIT2_STATIC_LIBRARIES})
  set(LIBGIT2_LIBRARY libgit2_static)
endif()
