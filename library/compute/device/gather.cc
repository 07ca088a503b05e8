// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/gather.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_gathers("gather");

// Null for types that indices do not have.
const char* GatherKernelOf(DataType index_dtype) {
  switch (index_dtype) {
    case DT_INT16:
      return "gather_by_int16";
    case DT_INT32:
      return "gather_by_int32";
    case DT_INT64:
      return "gather_by_int64";
    default:
      return nullptr;
  }
}

struct GatherUnit {
  int64_t bytes;
  DataType dtype;
};

// The largest units that slices of so many bytes consist of. They lie where the device can read
// such units: what an element means does not matter.
GatherUnit GatherUnitOf(int64_t slice_bytes, const void* params, const void* out) {
  constexpr GatherUnit kUnits[] = {
      {16, DT_COMPLEX128}, {8, DT_UINT64}, {4, DT_UINT32}, {2, DT_UINT16}};
  const auto places = reinterpret_cast<uintptr_t>(params) | reinterpret_cast<uintptr_t>(out);
  for (const GatherUnit& unit : kUnits) {
    if (slice_bytes % unit.bytes == 0 && places % static_cast<uintptr_t>(unit.bytes) == 0) {
      return unit;
    }
  }
  return {1, DT_UINT8};
}

// How many units a thread copies, and how many threads a block has. On GPUs neighbouring threads
// copy neighbouring units. On processors threads are loops, whose beginnings cost most, and blocks
// are what cores share.
constexpr int64_t kUnitsOnCpu = 1024;
constexpr uint32_t kGatherThreadsOnCpu = 16;

Launched LaunchGather(const Stream& stream, const GatherPlan& plan) {
  const char* const name = GatherKernelOf(plan.index_dtype);
  if (name == nullptr) return std::nullopt;
  // Without slices there is nothing to read, and params may be at no place of the device's.
  const void* const params = plan.limit == 0 ? plan.out : plan.params;
  const int64_t slice_bytes = plan.slice * static_cast<int64_t>(plan.element_bytes);
  const GatherUnit unit = GatherUnitOf(slice_bytes, params, plan.out);
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const int64_t slice = slice_bytes / unit.bytes;
  const int64_t part = on_cpu ? std::min(slice, kUnitsOnCpu) : 1;
  const int64_t parts = (slice + part - 1) / part;
  const int64_t size = plan.batches * plan.outer * plan.picked * parts;
  if (!FitsInt(slice) || !FitsInt(size)) return std::nullopt;
  const uint32_t threads = on_cpu ? kGatherThreadsOnCpu : kThreadsPerBlock;
  return LaunchKernel(
      stream, g_gathers.Find(stream, unit.dtype), name, {BlocksFor(size, threads), 1, 1},
      {threads, 1, 1}, params, plan.indices, plan.out, static_cast<int32_t>(plan.outer), plan.limit,
      static_cast<int32_t>(plan.picked), static_cast<int32_t>(slice), static_cast<int32_t>(part),
      static_cast<int32_t>(parts), static_cast<int32_t>(size));
}

}  // namespace

Status Gather(const Stream& stream, const GatherPlan& plan) {
  const Launched launched = LaunchGather(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
