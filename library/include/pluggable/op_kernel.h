// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The header that a kernel file includes: the base class of kernels, and everything that its
// constructor and Compute use.

#ifndef PLUGGABLE_OP_KERNEL_H_
#define PLUGGABLE_OP_KERNEL_H_

#include <string>

#include "pluggable/op_kernel_construction.h"
#include "pluggable/op_kernel_context.h"
#include "pluggable/op_requires.h"
#include "pluggable/status.h"
#include "pluggable/tensor.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/types.h"

namespace pluggable {

// The base class of kernels. An object serves one node of a graph, or all eager calls of an op with
// the same attributes and types.
class OpKernel {
 public:
  // A derived constructor reads attributes, and reports errors through `construction`. After an
  // error, the kernel is destroyed without being used.
  explicit OpKernel(OpKernelConstruction* construction)
      : name_(internal::KeepForever(construction->name())),
        type_string_(internal::KeepForever(construction->type_string())) {}
  virtual ~OpKernel() = default;
  OpKernel(const OpKernel&) = delete;
  OpKernel& operator=(const OpKernel&) = delete;

  // Allocates outputs and enqueues the work that fills them, without waiting for it. Several
  // threads may call it at once.
  virtual void Compute(OpKernelContext* context) = 0;

  // The name of the node.
  const std::string& name() const { return name_; }
  // The name of the op, "Relu".
  const std::string& type_string() const { return type_string_; }

 private:
  // Never freed, since errors and profiles of work on a stream name its kernel, and the work may
  // outlive the kernel.
  const std::string& name_;
  const std::string& type_string_;
};

inline bool OpKernelContext::ValidateInputsAreSameShape(const OpKernel* op) {
  const TensorShape first = num_inputs() == 0 ? TensorShape() : input_shape(0);
  for (int i = 1; i < num_inputs(); ++i) {
    const TensorShape shape = input_shape(i);
    if (shape.IsSameSize(first)) continue;
    SetStatus(errors::InvalidArgument(
        "Inputs to operation ", op->name(), " of type ", op->type_string(),
        " must have the same size and shape.  Input 0: ", first.DebugString(), " != input ", i,
        ": ", shape.DebugString()));
    return false;
  }
  return true;
}

}  // namespace pluggable

#include "pluggable/make_kernel.h"  // IWYU pragma: export

#endif  // PLUGGABLE_OP_KERNEL_H_
