// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Reads and writes elements of chains' steps.

#ifndef PLUGGABLE_REFERENCE_CHAIN_ROWS_H_
#define PLUGGABLE_REFERENCE_CHAIN_ROWS_H_

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "reference/chain.h"
#include "reference/compute_type.h"
#include "reference/widen.h"

namespace pluggable::chains {

// The number of elements that are computed at a time. It is small enough for the results of several
// steps to stay in the first-level cache, and large enough that the cost of a call for each step
// does not matter.
inline constexpr int64_t kBlock = 512;

template <typename T>
ChainLoop<T> LoopOf(const ChainOp& op) {
  if constexpr (std::is_same_v<T, double>) {
    return op.in_double;
  } else {
    return op.in_float;
  }
}

template <typename From, typename To>
void Convert(const From* from, To* to, int64_t count) {
  if constexpr (std::is_same_v<From, To>) {
    std::copy_n(from, count, to);
  } else if constexpr (kIsNarrowFloat<From>) {
    WidenRun(from, to, count);
  } else {
    NarrowRun(from, to, count);
  }
}

// `step` is 0 if all elements are the first one.
template <typename From, typename To>
void CopyRow(const From* from, int64_t step, To* to, int64_t count) {
  if (step == 0) {
    std::fill_n(to, count, static_cast<To>(*from));
  } else {
    Convert(from, to, count);
  }
}

}  // namespace pluggable::chains

#endif  // PLUGGABLE_REFERENCE_CHAIN_ROWS_H_
