// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Small integer inputs that kernels read while Compute runs: axes, sizes, permutations.

#ifndef PLUGGABLE_REFERENCE_HOST_VALUES_H_
#define PLUGGABLE_REFERENCE_HOST_VALUES_H_

#include <cstdint>
#include <vector>

#include "pluggable/checked_int.h"
#include "pluggable/tensor.h"

namespace pluggable {

// The elements of a host tensor of int32 or int64, or of int16 if an op's definition allows it.
// Nobody has checked these arguments, so they are returned as CheckedInt.
inline std::vector<CheckedInt> HostValues(const Tensor& tensor) {
  switch (tensor.dtype()) {
    case DT_INT16: {
      const Span<const int16_t> values = tensor.span<int16_t>();
      return {values.begin(), values.end()};
    }
    case DT_INT32: {
      const Span<const int32_t> values = tensor.span<int32_t>();
      return {values.begin(), values.end()};
    }
    default: {
      const Span<const int64_t> values = tensor.span<int64_t>();
      return {values.begin(), values.end()};
    }
  }
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_HOST_VALUES_H_
