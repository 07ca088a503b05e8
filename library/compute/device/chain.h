// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Launches a chain of formulas as one kernel.

#ifndef PLUGGABLE_COMPUTE_DEVICE_CHAIN_H_
#define PLUGGABLE_COMPUTE_DEVICE_CHAIN_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/formula.h"

namespace pluggable::compute {

// Formulas of one or two operands, of which the last one gives the result. All are computed in
// float, or in double for double, and each result is rounded to the type.
struct ChainPlan {
  struct Step {
    Formula formula;
    int x;  // an input, or (after the inputs) an earlier step
    int y;  // -1 if there is none
  };

  DataType dtype = DT_INVALID;  // float, double, half or bfloat16
  std::vector<Step> steps;      // at least one
  // For each input, its memory and its number of elements. An input with fewer elements than the
  // result is repeated as a whole.
  std::vector<const void*> inputs;
  std::vector<int64_t> periods;
  void* out = nullptr;  // may be the memory of an input of this size; else overlaps nothing
  int64_t size = 0;     // at least 1
};

// Enqueues the work on the stream. Nothing if the device has no kernel for the plan.
std::optional<Status> LaunchChain(const Stream& stream, const ChainPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_CHAIN_H_
