# A toolchain whose programs run on any Linux with glibc 2.28 or later (Debian 10, RHEL 8, Ubuntu 20.04), whatever glibc this machine
# has: Zig's clang has the symbols of every glibc, and links libc++ statically. packaging/toolchain.sh writes the compilers that it
# names, and passes:
#   PLUGINGEN_ARCHITECTURE   x86_64 or aarch64
#   PLUGINGEN_TOOLCHAIN      the folder with cc, c++, ar and ranlib for it, and with the libraries in prefix/

# CMake reads this file again, without the variables, for every project with which it tries the compiler.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PLUGINGEN_ARCHITECTURE PLUGINGEN_TOOLCHAIN)

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${PLUGINGEN_ARCHITECTURE})
set(CMAKE_C_COMPILER ${PLUGINGEN_TOOLCHAIN}/cc)
set(CMAKE_CXX_COMPILER ${PLUGINGEN_TOOLCHAIN}/c++)
set(CMAKE_AR ${PLUGINGEN_TOOLCHAIN}/ar)
set(CMAKE_RANLIB ${PLUGINGEN_TOOLCHAIN}/ranlib)

# The system's own headers and libraries are for another glibc.
set(CMAKE_FIND_ROOT_PATH ${PLUGINGEN_TOOLCHAIN}/prefix)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_PREFIX_PATH /)  # below the root path
set(ENV{PKG_CONFIG_LIBDIR} ${PLUGINGEN_TOOLCHAIN}/prefix/lib/pkgconfig)
