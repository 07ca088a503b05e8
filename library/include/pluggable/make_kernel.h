// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Makes the C API's three functions from a kernel class.

#ifndef PLUGGABLE_MAKE_KERNEL_H_
#define PLUGGABLE_MAKE_KERNEL_H_

#include "pluggable/op_kernel.h"
#include "pluggable/registration.h"

namespace pluggable {

namespace internal {

// What is the same for every kernel is compiled once; see runtime/kernel_functions.cc. The kernel
// is the caller's. Compilers take ten times as long for a std::unique_ptr of each class, of which a
// plugin has hundreds.
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
