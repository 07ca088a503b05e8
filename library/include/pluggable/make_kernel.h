// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Makes the three functions that the C API needs from a kernel class.

#ifndef PLUGGABLE_MAKE_KERNEL_H_
#define PLUGGABLE_MAKE_KERNEL_H_

#include "pluggable/op_kernel.h"
#include "pluggable/registration.h"

namespace pluggable {

namespace internal {

// Code that is the same for every kernel is compiled once, in runtime/kernel_functions.cc. The
// caller owns the kernel. The pointer is a plain one, since compilers take ten times as long for a
// std::unique_ptr of each class, and a plugin has hundreds of classes.
using KernelConstructor = OpKernel* (*)(OpKernelConstruction* construction);
void* CreateKernel(TF_OpKernelConstruction* construction, KernelConstructor construct);
void ComputeKernel(void* kernel, TF_OpKernelContext* context);
void DestroyKernel(void* kernel);

template <class Op>
OpKernel* ConstructKernel(OpKernelConstruction* construction) {
  return new Op(construction);
}
template <class Op>
void* CreateKernelOf(TF_OpKernelConstruction* construction) {
  return CreateKernel(construction, &ConstructKernel<Op>);
}

}  // namespace internal

// The functions of the kernel class Op, which is derived from OpKernel and has a constructor that
// takes an OpKernelConstruction*. An exception in them becomes an error of the op.
template <class Op>
KernelFunctions make_kernel() {
  return {&internal::CreateKernelOf<Op>, &internal::ComputeKernel, &internal::DestroyKernel};
}

}  // namespace pluggable

#endif  // PLUGGABLE_MAKE_KERNEL_H_
