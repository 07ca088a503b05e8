// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/gather.h"

#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"
#include "compute/device/slice_units.h"

namespace pluggable::compute {

namespace {

Programs g_gathers("gather");

// Null for types that indices cannot have.
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

Launched LaunchGather(const Stream& stream, const GatherPlan& plan) {
  const char* const name = GatherKernelOf(plan.index_dtype);
  if (name == nullptr) return std::nullopt;
  // Without slices nothing is read, and params may be outside of device memory.
  const void* const params = plan.limit == 0 ? plan.out : plan.params;
  const int64_t slice_bytes = plan.slice * static_cast<int64_t>(plan.element_bytes);
  const device::SliceUnit unit = device::SliceUnitOf(slice_bytes, params, plan.out);
  const int64_t slice = slice_bytes / unit.bytes;
  const device::SliceParts shared =
      device::SlicePartsOf(slice, LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu);
  const int64_t size = plan.batches * plan.outer * plan.picked * shared.parts;
  if (!FitsInt(slice) || !FitsInt(size)) return std::nullopt;
  const uint32_t threads = shared.threads_of_block;
  return LaunchKernel(stream, g_gathers.Find(stream, unit.dtype), name,
                      {BlocksFor(size, threads), 1, 1}, {threads, 1, 1}, params, plan.indices,
                      plan.out, static_cast<int32_t>(plan.outer), plan.limit,
                      static_cast<int32_t>(plan.picked), static_cast<int32_t>(slice),
                      static_cast<int32_t>(shared.part), static_cast<int32_t>(shared.parts),
                      static_cast<int32_t>(size));
}

}  // namespace

Status Gather(const Stream& stream, const GatherPlan& plan) {
  const Launched launched = LaunchGather(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
