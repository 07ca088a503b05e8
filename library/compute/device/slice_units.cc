// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/slice_units.h"

#include <algorithm>

#include "compute/device/launch_kernel.h"

namespace pluggable::compute::device {

SliceUnit SliceUnitOf(int64_t slice_bytes, const void* params, const void* out) {
  constexpr SliceUnit kUnits[] = {
      {16, DT_COMPLEX128}, {8, DT_UINT64}, {4, DT_UINT32}, {2, DT_UINT16}};
  const auto places = reinterpret_cast<uintptr_t>(params) | reinterpret_cast<uintptr_t>(out);
  for (const SliceUnit& unit : kUnits) {
    if (slice_bytes % unit.bytes == 0 && places % static_cast<uintptr_t>(unit.bytes) == 0) {
      return unit;
    }
  }
  return {1, DT_UINT8};
}

SliceParts SlicePartsOf(int64_t slice, bool on_cpu) {
  constexpr int64_t kUnitsOnCpu = 1024;
  constexpr uint32_t kThreadsOnCpu = 16;
  const int64_t part = on_cpu ? std::min(slice, kUnitsOnCpu) : 1;
  return {part, (slice + part - 1) / part, on_cpu ? kThreadsOnCpu : kThreadsPerBlock};
}

}  // namespace pluggable::compute::device
