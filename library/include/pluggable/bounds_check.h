// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Checks of indices that come from tensors.

#ifndef PLUGGABLE_BOUNDS_CHECK_H_
#define PLUGGABLE_BOUNDS_CHECK_H_

#include <type_traits>

namespace pluggable {

// Whether 0 <= index < limit, computed by one comparison. The limit must not be negative.
template <typename Index, typename Limit>
constexpr bool FastBoundsCheck(Index index, Limit limit) {
  static_assert(std::is_integral_v<Index> && std::is_integral_v<Limit>);
  using Unsigned = std::make_unsigned_t<std::common_type_t<Index, Limit>>;
  return static_cast<Unsigned>(index) < static_cast<Unsigned>(limit);
}

namespace internal {

// Returns a copy of a number that others may change meanwhile. The compiler must not read the
// number again, so the value that was checked is the value that is used.
template <typename T>
T SubtleMustCopy(const T& x) {
  static_assert(std::is_integral_v<T>);
  return *static_cast<const volatile T*>(&x);
}

}  // namespace internal

}  // namespace pluggable

#endif  // PLUGGABLE_BOUNDS_CHECK_H_
