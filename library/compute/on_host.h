// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// How primitives compute on the host.

#ifndef PLUGGABLE_COMPUTE_ON_HOST_H_
#define PLUGGABLE_COMPUTE_ON_HOST_H_

#include "pluggable/op_memory.h"
#include "pluggable/stream.h"

namespace pluggable::compute {

// Marks work that the op enqueues for the host as work of a primitive, until this object is
// destroyed. The report of fallbacks (runtime/fallback_report.h) has the primitive's name.
class OnHostScope {
 public:
  // Starts the work of a primitive in the stream's op. `primitive` is its name, and must live as
  // long as the process.
  OnHostScope(const Stream& stream, const char* primitive) : memory_(stream.memory()) {
    if (memory_ != nullptr) memory_->set_primitive(primitive);
  }
  ~OnHostScope() {
    if (memory_ != nullptr) memory_->set_primitive(nullptr);
  }
  OnHostScope(const OnHostScope&) = delete;
  OnHostScope& operator=(const OnHostScope&) = delete;

 private:
  internal::OpMemory* const memory_;
};

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_ON_HOST_H_
