// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Shapes that tensors get without their elements changing places.

#ifndef PLUGGABLE_REFERENCE_RESHAPE_H_
#define PLUGGABLE_REFERENCE_RESHAPE_H_

#include "pluggable/op_kernel.h"

namespace pluggable {

// Sets *to to what Reshape makes of a shape: `sizes` is a vector in host memory, in which -1 stands
// for what is left. Fails, in TensorFlow's words, if the shape does not hold as many elements.
Status ReshapedShape(const TensorShape& from, const Tensor& sizes, TensorShape* to);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_RESHAPE_H_
