// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/gather_nd.h"

#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"
#include "compute/device/slice_units.h"

namespace pluggable::compute {

namespace {

Programs g_gathers_nd("gather_nd");

// Null for types that indices cannot have.
const char* GatherNdKernelOf(DataType index_dtype) {
  switch (index_dtype) {
    case DT_INT32:
      return "gather_nd_by_int32";
    case DT_INT64:
      return "gather_nd_by_int64";
    default:
      return nullptr;
  }
}

Launched LaunchGatherNd(const Stream& stream, const GatherNdPlan& plan) {
  const char* const name = GatherNdKernelOf(plan.index_dtype);
  if (name == nullptr) return std::nullopt;
  device::IndexedDims dims = {};
  dims.depth = plan.depth;
  int64_t rows = 1;
  for (int d = 0; d < plan.depth; ++d) {
    rows *= plan.shape.dim_size(d);
    if (!FitsInt(rows)) return std::nullopt;
    dims.sizes[d] = static_cast<int>(plan.shape.dim_size(d));
  }
  // Empty vectors of indices may be outside of device memory.
  const void* const indices = plan.depth == 0 ? plan.out : plan.indices;
  const int64_t slice_bytes = plan.slice * static_cast<int64_t>(plan.element_bytes);
  const device::SliceUnit unit = device::SliceUnitOf(slice_bytes, plan.params, plan.out);
  const int64_t slice = slice_bytes / unit.bytes;
  const device::SliceParts shared =
      device::SlicePartsOf(slice, LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu);
  const int64_t size = plan.count * shared.parts;
  if (!FitsInt(slice) || !FitsInt(size)) return std::nullopt;
  const uint32_t threads = shared.threads_of_block;
  return LaunchKernel(stream, g_gathers_nd.Find(stream, unit.dtype), name,
                      {BlocksFor(size, threads), 1, 1}, {threads, 1, 1}, plan.params, indices,
                      plan.out, dims, static_cast<int32_t>(slice),
                      static_cast<int32_t>(shared.part), static_cast<int32_t>(shared.parts),
                      static_cast<int32_t>(size));
}

}  // namespace

Status GatherNd(const Stream& stream, const GatherNdPlan& plan) {
  const Launched launched = LaunchGatherNd(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
