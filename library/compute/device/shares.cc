// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/shares.h"

#include <algorithm>

namespace pluggable::compute {

namespace {

// The smallest number of steps of a thread.
constexpr int64_t kFewestSteps = 8;
constexpr int64_t kMaxShares = 1024;
constexpr int64_t kTallTilesOfMultiprocessor = 2;

}  // namespace

Shares::Shares(const Stream& stream, int64_t blocks, int64_t steps, uint64_t bytes_of_part,
               int64_t blocks_of_multiprocessor) {
  const int64_t wanted = blocks_of_multiprocessor * stream.device_properties().num_multiprocessors;
  const int64_t count = std::min({wanted / blocks, steps / kFewestSteps, kMaxShares});
  if (count <= 1) return;
  scratch_.emplace(stream);
  const auto fitting = static_cast<int64_t>(scratch_->bytes() / bytes_of_part);
  count_ = static_cast<int32_t>(std::max<int64_t>(std::min(count, fitting), 1));
  if (count_ == 1) scratch_.reset();
}

bool AreTallTilesMany(const Stream& stream, Dim3 grid) {
  const auto tall = static_cast<int64_t>(grid.count() / 2);
  return grid.x > 1 &&
         tall >= kTallTilesOfMultiprocessor * stream.device_properties().num_multiprocessors;
}

}  // namespace pluggable::compute
