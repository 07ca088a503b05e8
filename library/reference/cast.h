// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Conversions between element types.

#ifndef PLUGGABLE_REFERENCE_CAST_H_
#define PLUGGABLE_REFERENCE_CAST_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "pluggable/half.h"

#include "reference/compute_type.h"

namespace pluggable {

// `value` as the processor converts it, which is what TensorFlow's CPU kernels do: floating-point
// values that an integer cannot hold become the lowest one.
template <typename To, typename From>
To CastTo(const From& value) {
  if constexpr (kIsNarrowFloat<From>) {
    return CastTo<To>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else {
    return static_cast<To>(value);
  }
}

// The bits of a significand.
template <typename T>
inline constexpr int kSignificandBits = std::numeric_limits<T>::digits - 1;
template <>
inline constexpr int kSignificandBits<Eigen::half> = 10;
template <>
inline constexpr int kSignificandBits<Eigen::bfloat16> = 7;

// How many bits of a significand a cast loses. None of half and bfloat16, which are widened first.
template <typename To, typename From>
constexpr int DroppedBits() {
  if constexpr (std::is_floating_point_v<From> &&
                (std::is_floating_point_v<To> || kIsNarrowFloat<To>)) {
    return std::max(0, kSignificandBits<From> - kSignificandBits<To>);
  } else {
    return 0;
  }
}

// `value` without those bits, so that a cast truncates instead of rounding.
template <typename To, typename From>
From DropBits(From value) {
  using Bits = std::conditional_t<sizeof(From) == 4, uint32_t, uint64_t>;
  Bits bits;
  std::memcpy(&bits, &value, sizeof(bits));
  bits &= ~((Bits{1} << DroppedBits<To, From>()) - 1);
  std::memcpy(&value, &bits, sizeof(bits));
  return value;
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_CAST_H_
