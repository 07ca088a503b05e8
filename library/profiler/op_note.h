// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The profiler's notes on the op that is being computed.

#ifndef PLUGGABLE_PROFILER_OP_NOTE_H_
#define PLUGGABLE_PROFILER_OP_NOTE_H_

#include <tensorflow/c/kernels.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pluggable/tensor_shape.h"
#include "pluggable/types.h"

namespace pluggable {

class OpKernel;
class OpKernelContext;

}  // namespace pluggable

namespace pluggable::profiler {

// Whether a session of the profiler is running. Reading this flag is the profiler's only cost when
// none is.
inline std::atomic<bool> g_enabled{false};
inline bool Enabled() { return g_enabled.load(std::memory_order_relaxed); }

// The type and shape of an input or output.
struct TensorNote {
  DataType dtype = DT_INVALID;
  bool has_shape = false;  // false for resources, and for outputs that were never allocated
  TensorShape shape;

  // -1 without a shape.
  int64_t num_elements() const;
  // 0 if it is unknown.
  int64_t bytes() const;
  // "float[2,3]"
  std::string ToString() const;
};

// One execution of a kernel. It is shared with the work that the kernel enqueues, which is
// evaluated after the end of the session.
struct OpNote {
  // The node's name and the op's type, such as "MatMul". They live as long as the process.
  const std::string* name = nullptr;
  const std::string* type = nullptr;
  std::vector<TensorNote> inputs;
  std::vector<TensorNote> outputs;  // read only after `computed` is true
  std::atomic<bool> computed{false};

  // "(float[2,3];float[3,4])", TensorFlow's format for the shapes of an op's inputs.
  static std::string ShapesOf(const std::vector<TensorNote>& tensors);
};

// The op that the calling thread computes; null if there is none, or if it began before the
// session.
const std::shared_ptr<OpNote>& CurrentOp();

// Makes the op the thread's current one while its kernel computes. Does nothing unless a session is
// running.
class OpScope {
 public:
  // Inputs are released after reading, so that a kernel can forward their buffers.
  OpScope(const OpKernel& kernel, OpKernelContext* context) {
    if (Enabled()) Begin(kernel, context);
  }
  ~OpScope() {
    if (note_ != nullptr) End();
  }
  OpScope(const OpScope&) = delete;
  OpScope& operator=(const OpScope&) = delete;

 private:
  void Begin(const OpKernel& kernel, OpKernelContext* context);
  void End();

  OpKernelContext* context_ = nullptr;
  std::shared_ptr<OpNote> note_;
};

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_OP_NOTE_H_
