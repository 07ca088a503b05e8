// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What is known of an op that is being computed, for the profiler.

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

// Whether a session of the profiler is on. All that the profiler costs while none is, is to ask
// this.
inline std::atomic<bool> g_enabled{false};
inline bool Enabled() { return g_enabled.load(std::memory_order_relaxed); }

// The type and shape of an input or output.
struct TensorNote {
  DataType dtype = DT_INVALID;
  bool has_shape = false;  // not of a resource, and not of an output that was never allocated
  TensorShape shape;

  // -1 without a shape.
  int64_t num_elements() const;
  // 0 where that is not known.
  int64_t bytes() const;
  // "float[2,3]"
  std::string ToString() const;
};

// One execution of one kernel. Shared with the pieces of work that it puts on streams, which are
// looked at when the session has ended.
struct OpNote {
  // Of the node, and "MatMul". They live as long as the process.
  const std::string* name = nullptr;
  const std::string* type = nullptr;
  std::vector<TensorNote> inputs;
  std::vector<TensorNote> outputs;  // to be read once `computed` is true only
  std::atomic<bool> computed{false};

  // "(float[2,3];float[3,4])", as TensorFlow writes the shapes of an op's inputs.
  static std::string ShapesOf(const std::vector<TensorNote>& tensors);
};

// The op that the calling thread computes, null if none is, or if the session began later.
const std::shared_ptr<OpNote>& CurrentOp();

// Makes the op the thread's current one while its kernel computes. Does nothing while no session is
// on.
class OpScope {
 public:
  // Inputs are looked at and let go: a kernel can forward their buffers afterwards.
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
