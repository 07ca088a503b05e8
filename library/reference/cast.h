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

// Converts a real number to int32_t or int64_t. NaN and numbers out of range become the lowest
// integer.
template <typename To, typename From>
To ToSigned(From value) {
#if defined(__x86_64__)
  // C++ does not define those cases, but x86's instructions of all widths agree. Comparisons before
  // the conversion would double or triple its cost.
  return static_cast<To>(value);
#else
  constexpr auto kLowest = static_cast<From>(std::numeric_limits<To>::lowest());
  return value > kLowest && value < -kLowest ? static_cast<To>(value) : static_cast<To>(kLowest);
#endif
}

// Converts a real number to any integer type: truncated if it is in range. Otherwise the result is
// the low bits of the conversion to int32_t, or to int64_t for integers of 64 bits. TensorFlow's
// CPU kernel does the same, except that its results of up to 32 bits depend on the position of the
// element in the tensor.
template <typename To, typename From>
To ToInteger(From value) {
  using Signed = std::conditional_t<sizeof(To) == 8, int64_t, int32_t>;
  const auto low = ToSigned<Signed>(value);
  if constexpr (std::is_unsigned_v<To> && sizeof(To) == sizeof(Signed)) {
    // A number too large for the signed type has become the lowest, 0x80..0. The lower bits are
    // those of the number minus half the range, unless that is too large as well.
    constexpr auto kLowest = std::numeric_limits<Signed>::lowest();
    const auto rest = ToSigned<Signed>(value + static_cast<From>(kLowest));
    return static_cast<To>(low < 0 ? low | rest : low);
  } else {
    return static_cast<To>(low);
  }
}

// `value` as TensorFlow's CPU kernels convert it.
template <typename To, typename From>
To CastTo(const From& value) {
  if constexpr (std::is_same_v<From, Eigen::bfloat16> && std::is_same_v<To, bool>) {
    // Converts the bits, since the device's threads treat subnormal numbers as 0.
    return static_cast<uint16_t>(Eigen::numext::bit_cast<uint16_t>(value) << 1) != 0;
  } else if constexpr (kIsNarrowFloat<From>) {
    return CastTo<To>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    return ToInteger<To>(value);
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

// The number of significand bits that a truncating cast loses. It is 0 for half and bfloat16, which
// are widened first, and for double to bfloat16, which TensorFlow's CPU kernel rounds anyway.
template <typename To, typename From>
constexpr int DroppedBits() {
  constexpr bool kIsRounded = std::is_same_v<From, double> && std::is_same_v<To, Eigen::bfloat16>;
  if constexpr (std::is_floating_point_v<From> && !kIsRounded &&
                (std::is_floating_point_v<To> || kIsNarrowFloat<To>)) {
    return std::max(0, kSignificandBits<From> - kSignificandBits<To>);
  } else {
    return 0;
  }
}

// Clears those bits of `value`, so that a cast truncates instead of rounding.
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
