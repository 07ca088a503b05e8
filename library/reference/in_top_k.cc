// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/in_top_k.h"

#include <cstdint>

#include "pluggable/op_kernel.h"

#include "compute/dtype_switch.h"
#include "reference/formula.h"

namespace pluggable {

namespace {

bool IsInTopK(const float* predictions, int64_t classes, int64_t target, int64_t k) {
  if (target < 0 || target >= classes) return false;
  int64_t likelier = 0;
  bool all_finite = true;
  for (int64_t i = 0; i < classes; ++i) {
    likelier += predictions[i] > predictions[target];
    all_finite = all_finite && formula::isfinite(predictions[i]);
  }
  return all_finite && likelier < k;
}

}  // namespace

Status RunInTopK(const compute::InTopKPlan& plan, ThreadPool* threads) {
  return compute::SwitchDtype<int32_t, int64_t>(plan.target_dtype, [&](auto type) {
    using Target = typename decltype(type)::type;
    const auto* const rows = OnDevice(static_cast<const float*>(plan.predictions));
    const auto* const targets = OnDevice(static_cast<const Target*>(plan.targets));
    bool* const out = OnDevice(static_cast<bool*>(plan.out));
    threads->ParallelFor(plan.rows, plan.classes + 1,
                         [=, classes = plan.classes, k = plan.k](int64_t begin, int64_t end) {
                           for (int64_t i = begin; i < end; ++i) {
                             out[i] = IsInTopK(rows + i * classes, classes,
                                               static_cast<int64_t>(targets[i]), k);
                           }
                         });
  });
}

}  // namespace pluggable
