// @generated_note@

// Eigen::half and Eigen::bfloat16 in full, for kernels that compute with them.

#ifndef @plugin.upper@_HALF_H_
#define @plugin.upper@_HALF_H_

#include "Eigen/Core"
#include "@plugin.name@/types.h"

namespace @plugin.name@ {

using Eigen::bfloat16;
using Eigen::half;

}  // namespace @plugin.name@

#endif  // @plugin.upper@_HALF_H_
