# Where `cmake --install` and wheels put things: ${PLUGINGEN_PROGRAMS} is a folder of PATH, and ${PLUGINGEN_HELPERS}, for programs
# that plugingen starts, is ../libexec/plugingen beside it (generator/cli/conformance_command.cc looks there).

include(GNUInstallDirs)
if(SKBUILD)
  set(PLUGINGEN_PROGRAMS ${SKBUILD_SCRIPTS_DIR})
  set(PLUGINGEN_HELPERS ${SKBUILD_DATA_DIR}/libexec/plugingen)
else()
  set(PLUGINGEN_PROGRAMS ${CMAKE_INSTALL_BINDIR})
  set(PLUGINGEN_HELPERS ${CMAKE_INSTALL_LIBEXECDIR}/plugingen)
endif()
