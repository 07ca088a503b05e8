// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Finds functions of TensorFlow's C API that are not in the library that plugins link.

#ifndef PLUGGABLE_PLUGIN_FIND_IN_TENSORFLOW_H_
#define PLUGGABLE_PLUGIN_FIND_IN_TENSORFLOW_H_

#include <dlfcn.h>

#include <initializer_list>

namespace pluggable {

// Finds a function in a library that plugins do not link but that TensorFlow has loaded: the first
// of these with Python, the second with the C API alone. nullptr if there is none.
template <typename Function>
Function* FindInTensorFlow(const char* name) {
  void* function = dlsym(RTLD_DEFAULT, name);
  for (const char* library : {"libtensorflow_cc.so.2", "libtensorflow.so.2"}) {
    if (function != nullptr) break;
    void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) continue;
    function = dlsym(handle, name);
    dlclose(handle);  // TensorFlow keeps it
  }
  return reinterpret_cast<Function*>(function);
}

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_FIND_IN_TENSORFLOW_H_
