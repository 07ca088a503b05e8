// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The complete types Eigen::half and Eigen::bfloat16, for kernels that compute with them.

#ifndef PLUGGABLE_HALF_H_
#define PLUGGABLE_HALF_H_

#include <Eigen/Core>

#include "pluggable/types.h"

namespace pluggable {

// The two 16-bit floating-point types: bfloat16 has the range of a float, half has more precision.
using Eigen::bfloat16;
using Eigen::half;

}  // namespace pluggable

#endif  // PLUGGABLE_HALF_H_
