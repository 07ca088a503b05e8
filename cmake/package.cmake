# What is installed beside the programs, and the Debian package that CPack makes of it. Wheels need none of it.

if(SKBUILD)
  return()
endif()

set(documents ${CMAKE_INSTALL_DATADIR}/doc/plugingen)
set(made ${CMAKE_BINARY_DIR}/share)
file(MAKE_DIRECTORY ${made})
find_program(GZIP gzip REQUIRED)
add_custom_command(
  OUTPUT ${made}/plugingen.1.gz ${made}/changelog.gz
  COMMAND ${GZIP} -9nc ${CMAKE_SOURCE_DIR}/packaging/plugingen.1 > ${made}/plugingen.1.gz
  COMMAND ${GZIP} -9nc ${CMAKE_SOURCE_DIR}/packaging/debian/changelog > ${made}/changelog.gz
  DEPENDS ${CMAKE_SOURCE_DIR}/packaging/plugingen.1 ${CMAKE_SOURCE_DIR}/packaging/debian/changelog
  VERBATIM)
set(made_files ${made}/plugingen.1.gz ${made}/changelog.gz)
install(FILES ${made}/plugingen.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${made}/changelog.gz packaging/debian/copyright DESTINATION ${documents})

if(NOT CMAKE_CROSSCOMPILING)
  foreach(shell_and_file IN ITEMS bash:bash-completion/completions/plugingen zsh:zsh/site-functions/_plugingen
      fish:fish/vendor_completions.d/plugingen.fish)
    string(REGEX MATCH "^([a-z]+):(.*)/([^/]+)$" matched ${shell_and_file})
    set(script ${made}/completion.${CMAKE_MATCH_1})
    add_custom_command(OUTPUT ${script} COMMAND plugingen completion ${CMAKE_MATCH_1} > ${script} DEPENDS plugingen VERBATIM)
    list(APPEND made_files ${script})
    install(FILES ${script} DESTINATION ${CMAKE_INSTALL_DATADIR}/${CMAKE_MATCH_2} RENAME ${CMAKE_MATCH_3})
  endforeach()
endif()
add_custom_target(installed_files ALL DEPENDS ${made_files})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME plugingen)
set(CPACK_PACKAGE_CONTACT "The plugingen developers <plugingen@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "generator of TensorFlow PluggableDevice plugins")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "plugingen emits a complete TensorFlow PluggableDevice plugin
from one YAML file: runtime, kernels, registration, tests and packaging. Later
it brings that project up to a changed spec or another TensorFlow, and keeps
its owner's edits.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, cmake (>= 3.21), ninja-build, python3-venv")
include(CPack)
