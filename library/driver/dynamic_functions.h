// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Functions of a library that is loaded at run time.

#ifndef PLUGGABLE_DRIVER_DYNAMIC_FUNCTIONS_H_
#define PLUGGABLE_DRIVER_DYNAMIC_FUNCTIONS_H_

#include <dlfcn.h>

namespace pluggable {

// Looks up the functions of a library, and remembers the name of the first that is missing.
class DynamicFunctions {
 public:
  explicit DynamicFunctions(void* library) : library_(library) {}

  template <typename Function>
  void Find(const char* name, Function* function) {
    *function = reinterpret_cast<Function>(dlsym(library_, name));
    if (*function == nullptr && missing_ == nullptr) missing_ = name;
  }
  // Null if no function is missing.
  const char* missing() const { return missing_; }

 private:
  void* const library_;
  const char* missing_ = nullptr;
};

}  // namespace pluggable

#endif  // PLUGGABLE_DRIVER_DYNAMIC_FUNCTIONS_H_
