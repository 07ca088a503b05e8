// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/isolated_library.h"

#include <dlfcn.h>

namespace pluggable {

void* OpenIsolated(const char* library) {
  // AddressSanitizer aborts the process if a library is opened with RTLD_DEEPBIND.
  const bool has_address_sanitizer = dlsym(RTLD_DEFAULT, "__asan_init") != nullptr;
  return dlopen(library, RTLD_NOW | RTLD_LOCAL | (has_address_sanitizer ? 0 : RTLD_DEEPBIND));
}

}  // namespace pluggable
