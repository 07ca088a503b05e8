// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Computes shapes of reshaped tensors.

#ifndef PLUGGABLE_REFERENCE_RESHAPE_H_
#define PLUGGABLE_REFERENCE_RESHAPE_H_

#include "pluggable/op_kernel.h"

namespace pluggable {

// Sets *to to the result of Reshape. `sizes` is a vector in host memory, in which -1 means the
// remaining size. Fails with TensorFlow's message if the shape does not have as many elements.
Status ReshapedShape(const TensorShape& from, const Tensor& sizes, TensorShape* to);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_RESHAPE_H_
