// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Pads a tensor.

#ifndef PLUGGABLE_REFERENCE_PAD_H_
#define PLUGGABLE_REFERENCE_PAD_H_

#include "pluggable/op_kernel.h"

namespace pluggable {

// Sets output 0 to input 0, padded before and after each dimension by the numbers in input 1, in
// host memory. The padding is `value`, a tensor of one element in any memory, or zeros if that has
// no buffer.
void PadTensor(OpKernelContext* ctx, const Tensor& value);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_PAD_H_
