// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/pad.h"

namespace pluggable {

// Elements are only moved: their size is all that matters of their type.
class PadOfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override { PadTensor(ctx, Tensor()); }
};

// Pad(input: T, paddings: Tpaddings) -> output: T
template <typename T, typename Tpaddings>
class PadOp : public PadOfAnyType {
 public:
  using PadOfAnyType::PadOfAnyType;
};

}  // namespace pluggable
