// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The texts of compute/device in OpenCL C, which a driver compiles at run time.

#ifndef PLUGGABLE_DRIVER_OPENCL_C_PROGRAM_TEXTS_H_
#define PLUGGABLE_DRIVER_OPENCL_C_PROGRAM_TEXTS_H_

#include <string_view>

#include "pluggable/device_kernel.h"

namespace pluggable::opencl_c {

// The text of library/compute/device/NAME.inc, or of src/compute/device/NAME.inc if that exists,
// followed by the texts that it needs; "" if there is none. device_kernels.cmake generates the
// function.
const char* KernelText(const char* name);

// The program with the kernels for processors. One that has none stays the same, so compilers that
// cache what they compile know it.
inline DeviceProgram ForProcessors(const DeviceProgram& program) {
  DeviceProgram defined = program;
  for (const char* const text : program.texts) {
    if (std::string_view(text).find("ON_CPU") == std::string_view::npos) continue;
    defined.texts.insert(defined.texts.begin(), "#define ON_CPU\n");
    break;
  }
  return defined;
}

}  // namespace pluggable::opencl_c

#endif  // PLUGGABLE_DRIVER_OPENCL_C_PROGRAM_TEXTS_H_
