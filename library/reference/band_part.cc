// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/band_part.h"

#include <algorithm>
#include <cstdint>

#include "pluggable/on_device.h"

#include "compute/dtype_switch.h"

namespace pluggable {

namespace {

using compute::BandPartPlan;

template <typename Element>
void Run(const BandPartPlan& plan, ThreadPool* threads) {
  const Element* const in = OnDevice(static_cast<const Element*>(plan.in));
  Element* const out = OnDevice(static_cast<Element*>(plan.out));
  threads->ParallelFor(
      plan.matrices * plan.rows, plan.columns, [=, &plan](int64_t begin, int64_t end) {
        const int64_t columns = plan.columns;
        for (int64_t i = begin; i < end; ++i) {
          const int64_t row = i % plan.rows;
          const int64_t start = std::clamp<int64_t>(row - plan.lower, 0, columns);
          const int64_t stop = std::clamp<int64_t>(row + plan.upper + 1, start, columns);
          const Element* const from = in + i * columns;
          Element* const to = out + i * columns;
          std::fill(to, to + start, Element{});
          if (from != to) std::copy(from + start, from + stop, to + start);
          std::fill(to + stop, to + columns, Element{});
        }
      });
}

}  // namespace

void RunBandPart(const BandPartPlan& plan, ThreadPool* threads) {
  compute::SwitchElementBytes(
      plan.element_bytes, [&](auto type) { Run<typename decltype(type)::type>(plan, threads); });
}

}  // namespace pluggable
