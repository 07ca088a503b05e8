// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Whether the program requests determinism.

#ifndef PLUGGABLE_RUNTIME_DETERMINISM_H_
#define PLUGGABLE_RUNTIME_DETERMINISM_H_

#include <dlfcn.h>

namespace pluggable::runtime {

// Whether the program has called tf.config.experimental.enable_op_determinism(). The C API has no
// function for this. But in every release from 2.12 on, the library that plugins link exports the
// function that TensorFlow's own kernels call.
inline bool MustBeDeterministic() {
  static auto* const is_required =
      reinterpret_cast<bool (*)()>(dlsym(RTLD_DEFAULT, "_ZN3tsl21OpDeterminismRequiredEv"));
  return is_required != nullptr && is_required();
}

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_DETERMINISM_H_
