// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/one_hot.h"

#include <cstdint>
#include <cstring>

#include "pluggable/op_kernel.h"

#include "compute/dtype_switch.h"
#include "reference/strided_copy.h"

namespace pluggable {

namespace {

// An index that is out of range sets no element.
template <typename Index>
void SetOnes(const compute::OneHotPlan& plan, ThreadPool* threads) {
  const auto* const indices = OnDevice(static_cast<const Index*>(plan.indices));
  const auto* const on = static_cast<const char*>(OnDevice(plan.on));
  auto* const out = static_cast<char*>(OnDevice(plan.out));
  threads->ParallelFor(plan.outer * plan.inner, 2,
                       [=, depth = plan.depth, inner = plan.inner,
                        element_size = plan.element_bytes](int64_t begin, int64_t end) {
                         for (int64_t i = begin; i < end; ++i) {
                           const int64_t index = int64_t{+indices[i]};
                           if (index < 0 || index >= depth) continue;
                           const int64_t element = (i / inner * depth + index) * inner + i % inner;
                           std::memcpy(out + static_cast<size_t>(element) * element_size, on,
                                       element_size);
                         }
                       });
}

}  // namespace

Status RunOneHot(const compute::OneHotPlan& plan, ThreadPool* threads) {
  StridedCopy fill;
  fill.AddDim(plan.outer * plan.depth * plan.inner, 0, 1);
  fill.Run(plan.element_bytes, OnDevice(plan.off), OnDevice(plan.out), threads);
  return compute::SwitchDtype<int8_t, uint8_t, int32_t, int64_t>(
      plan.index_dtype, [&](auto type) { SetOnes<typename decltype(type)::type>(plan, threads); });
}

}  // namespace pluggable
