// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of Sum, Mean, Prod, Max, Min, All, Any, BiasAddGrad and L2Loss.

#ifndef PLUGGABLE_COMPUTE_REDUCE_H_
#define PLUGGABLE_COMPUTE_REDUCE_H_

#include <cstdint>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// What a reduction computes.
enum class Reducer : uint8_t {
  kSum,   // integers wrap around
  kMean,  // the sum divided by the number of elements, rounded towards 0 for integers
  kProd,  // integers wrap around
  kMax,   // NaN if any element is
  kMin,   // NaN if any element is
  kAll,
  kAny,
  kHalfSumOfSquares,  // of real numbers: the sum of the squares, divided by 2
};

// Each element of the result is what `folded_elements` elements of the input come to, in any order.
// half and bfloat16 compute in float and are rounded once. No elements come to 0 as a sum, 1 as a
// product, NaN (0 for integers) as a mean, the lowest value of the type (minus infinity) as a
// maximum, the highest as a minimum, true as kAll, false as kAny, and 0 as
// kHalfSumOfSquares.
struct ReducePlan {
  // A dimension of the input: its size, and how many elements its neighbours are apart.
  struct Dim {
    int64_t size;
    int64_t step;
  };
  // Computes all of the result on the host.
  using Loop = void (*)(const ReducePlan& plan, ThreadPool* threads);

  Reducer reducer = Reducer::kSum;
  DataType dtype = DT_INVALID;  // of input and result; DT_BOOL for kAll and kAny only
  const void* in = nullptr;
  void* out = nullptr;  // dense, in the order of the kept dimensions; overlaps nothing
  // Outermost first; neighbours that can be one dimension are one. None of size 1.
  std::vector<Dim> kept;
  std::vector<Dim> folded;
  int64_t kept_elements = 1;    // the product of the sizes; at least 1
  int64_t folded_elements = 1;  // likewise; 0 if the input is empty
  Loop loop = nullptr;
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Reduce(const Stream& stream, const ReducePlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const ReducePlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_REDUCE_H_
