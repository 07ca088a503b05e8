// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Eigen::half and Eigen::bfloat16 in full, for kernels that compute with them.

#ifndef PLUGGABLE_HALF_H_
#define PLUGGABLE_HALF_H_

#include <Eigen/Core>

#include "pluggable/types.h"

namespace pluggable {

// The two types of 16 bits: bfloat16 has the range of a float, half has more precision. Eigen
// computes with both.
using Eigen::bfloat16;
using Eigen::half;

}  // namespace pluggable

#endif  // PLUGGABLE_HALF_H_
