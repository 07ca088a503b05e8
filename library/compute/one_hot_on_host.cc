// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/dtype_switch.h"
#include "compute/on_host.h"
#include "compute/one_hot.h"
#include "reference/one_hot.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const OneHotPlan& plan) {
  const OnHostScope scope(stream, "one_hot");
  const int64_t indices = plan.outer * plan.inner;
  // Work that may fail slows down later launches, so it is enqueued as work that cannot fail.
  return SwitchDtype<int8_t, uint8_t, int32_t, int64_t>(plan.index_dtype, [&](auto) {
    stream.Enqueue(indices * plan.depth + 2 * indices,
                   [plan] { RunOneHot(plan, &ThreadPool::Global()).IgnoreError(); });
  });
}

}  // namespace pluggable::compute
