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

// A real number as int32_t or int64_t. NaN and what is out of range become the lowest integer.
template <typename To, typename From>
To ToSigned(From value) {
#if defined(__x86_64__)
  // C++ leaves open what becomes of those, but x86's instructions of all widths agree. Comparisons
  // in front of them cost as much as the conversion, or twice that.
  return static_cast<To>(value);
#else
  constexpr auto kLowest = static_cast<From>(std::numeric_limits<To>::lowest());
  return value > kLowest && value < -kLowest ? static_cast<To>(value) : static_cast<To>(kLowest);
#endif
}

// A real number as any integer: truncated if that is in range. Otherwise it becomes the low bits of
// what it is as int32_t, or as int64_t for integers of 64 bits. So does TensorFlow's CPU, except
// that results of up to 32 bits depend there on where an element is in a tensor.
template <typename To, typename From>
To ToInteger(From value) {
  using Signed = std::conditional_t<sizeof(To) == 8, int64_t, int32_t>;
  const auto low = ToSigned<Signed>(value);
  if constexpr (std::is_unsigned_v<To> && sizeof(To) == sizeof(Signed)) {
    // What is too large for the signed type is the lowest, 0x80..0, so far. Half a range less of it
    // is what the lower bits have to be, unless that is too large again.
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
    // By its bits: the device's threads take denormal numbers for 0.
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

// How many bits of a significand a cast that truncates loses. None of half and bfloat16, which are
// widened first, and none of a double to bfloat16, which TensorFlow's CPU rounds all the same.
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
