// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Chains of formulas by one launch.

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

// The formulas of one or two operands that make a result, the last one's. All are computed in
// float, or double for double, and the result is rounded once.
struct ChainPlan {
  struct Step {
    Formula formula;
    int x;  // an input, or behind them an earlier step
    int y;  // -1 if there is none
  };

  DataType dtype = DT_INVALID;  // float, double, half or bfloat16
  std::vector<Step> steps;      // at least one
  // Of each input, and how many elements it has: where these are fewer than the result's, it
  // repeats as a whole.
  std::vector<const void*> inputs;
  std::vector<int64_t> periods;
  void* out = nullptr;  // the memory of an input as large, or overlaps nothing
  int64_t size = 0;     // at least 1
};

// Puts the work on the stream. Nothing if the device has no kernel for such a plan.
std::optional<Status> LaunchChain(const Stream& stream, const ChainPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_CHAIN_H_
