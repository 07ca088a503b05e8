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

// The function that a reduction applies.
enum class Reducer : uint8_t {
  kSum,   // integers wrap around
  kMean,  // the sum divided by the number of elements, rounded towards 0 for integers
  kProd,  // integers wrap around
  kMax,   // NaN if any element is NaN
  kMin,   // NaN if any element is NaN
  kAll,
  kAny,
  kHalfSumOfSquares,  // for real types: half of the sum of the squares
};

// Each element of the result is a reduction of `folded_elements` elements of the input, in any
// order. half and bfloat16 are computed in float and rounded once. If there are no elements, the
// result is 0 for a sum and for kHalfSumOfSquares, 1 for a product, NaN (0 for integers) for a
// mean, the lowest value of the type (minus infinity) for a maximum, the highest for a minimum,
// true for kAll, and false for kAny.
struct ReducePlan {
  // A dimension of the input: its size, and its stride in elements.
  struct Dim {
    int64_t size;
    int64_t step;
  };
  // Computes the whole result on the host.
  using Loop = void (*)(const ReducePlan& plan, ThreadPool* threads);

  Reducer reducer = Reducer::kSum;
  DataType dtype = DT_INVALID;  // of input and result; DT_BOOL for kAll and kAny only
  const void* in = nullptr;
  void* out = nullptr;  // dense, in the order of the kept dimensions; overlaps nothing
  // Outermost first. Dimensions that can be merged are merged, and none has size 1.
  std::vector<Dim> kept;
  std::vector<Dim> folded;
  int64_t kept_elements = 1;    // the product of the kept sizes; at least 1
  int64_t folded_elements = 1;  // the product of the folded sizes; 0 if the input is empty
  Loop loop = nullptr;
};

// Enqueues the work on the stream. Fails if that is not possible.
Status Reduce(const Stream& stream, const ReducePlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const ReducePlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_REDUCE_H_
