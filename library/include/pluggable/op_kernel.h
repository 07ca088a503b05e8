// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What a kernel file includes: the base class of kernels, and all that its constructor and Compute
// use.

#ifndef PLUGGABLE_OP_KERNEL_H_
#define PLUGGABLE_OP_KERNEL_H_

#include <string>
#include <type_traits>

#include "pluggable/op_kernel_construction.h"
#include "pluggable/op_kernel_context.h"
#include "pluggable/op_requires.h"
#include "pluggable/status.h"
#include "pluggable/tensor.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/types.h"

#include "plugin/features.h"

namespace pluggable {

namespace internal {

// The name of a kernel's op, which is kept for the profiler.
class KeptOpType {
 public:
  explicit KeptOpType(const OpKernelConstruction& construction)
      : type_string_(KeepForever(construction.type_string())) {}

  // "Relu".
  const std::string& type_string() const { return type_string_; }
  // For errors.
  std::string OfType() const { return " of type " + type_string_; }

 private:
  const std::string& type_string_;
};

// In its place without a profiler.
class NoOpType {
 public:
  explicit NoOpType(const OpKernelConstruction&) {}

  std::string OfType() const { return std::string(); }
};

using OpType = std::conditional_t<features::kProfiler, KeptOpType, NoOpType>;

}  // namespace internal

// One object serves one node of a graph, or many eager calls of an op with the same attributes and
// types.
class OpKernel : public internal::OpType {
 public:
  // Reads attributes. Errors are reported through `construction`; the object is then destroyed
  // unused.
  explicit OpKernel(OpKernelConstruction* construction)
      : internal::OpType(*construction), name_(internal::KeepForever(construction->name())) {}
  virtual ~OpKernel() = default;
  OpKernel(const OpKernel&) = delete;
  OpKernel& operator=(const OpKernel&) = delete;

  // Allocates outputs and enqueues the work that fills them; does not wait for it. Several threads
  // may be here at once.
  virtual void Compute(OpKernelContext* context) = 0;

  // The name of the node.
  const std::string& name() const { return name_; }

 private:
  // Kept for good: work on a stream names its kernel in errors, and may outlive it.
  const std::string& name_;
};

inline bool OpKernelContext::ValidateInputsAreSameShape(const OpKernel* op) {
  const TensorShape first = num_inputs() == 0 ? TensorShape() : input_shape(0);
  for (int i = 1; i < num_inputs(); ++i) {
    const TensorShape shape = input_shape(i);
    if (shape.IsSameSize(first)) continue;
    SetStatus(errors::InvalidArgument(
        "Inputs to operation ", op->name(), op->OfType(),
        " must have the same size and shape.  Input 0: ", first.DebugString(), " != input ", i,
        ": ", shape.DebugString()));
    return false;
  }
  return true;
}

}  // namespace pluggable

#include "pluggable/make_kernel.h"  // IWYU pragma: export

#endif  // PLUGGABLE_OP_KERNEL_H_
