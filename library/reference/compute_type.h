// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#ifndef PLUGGABLE_REFERENCE_COMPUTE_TYPE_H_
#define PLUGGABLE_REFERENCE_COMPUTE_TYPE_H_

#include <type_traits>

#include "pluggable/types.h"

namespace pluggable {

template <typename T>
inline constexpr bool kIsNarrowFloat =
    std::is_same_v<T, Eigen::half> || std::is_same_v<T, Eigen::bfloat16>;

// The type to compute in: 16-bit floating-point types are computed in float and rounded once, at
// the end.
template <typename T>
using ComputeType = std::conditional_t<kIsNarrowFloat<T>, float, T>;

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_COMPUTE_TYPE_H_
