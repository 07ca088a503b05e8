// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/one_hot.h"

#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"
#include "compute/device/slice_units.h"

namespace pluggable::compute {

namespace {

Programs g_one_hots("one_hot");

// Null for types that indices cannot have.
const char* OneHotKernelOf(DataType index_dtype, bool on_cpu) {
  switch (index_dtype) {
    case DT_INT8:
      return on_cpu ? "one_hot_by_int8_in_parts" : "one_hot_by_int8";
    case DT_UINT8:
      return on_cpu ? "one_hot_by_uint8_in_parts" : "one_hot_by_uint8";
    case DT_INT32:
      return on_cpu ? "one_hot_by_int32_in_parts" : "one_hot_by_int32";
    case DT_INT64:
      return on_cpu ? "one_hot_by_int64_in_parts" : "one_hot_by_int64";
    default:
      return nullptr;
  }
}

Launched LaunchOneHot(const Stream& stream, const OneHotPlan& plan) {
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const char* const name = OneHotKernelOf(plan.index_dtype, on_cpu);
  const DataType dtype = TypeOfSize(plan.element_bytes);
  if (name == nullptr || dtype == DT_INVALID) return std::nullopt;
  if (dtype == DT_COMPLEX128) return std::nullopt;  // the text is not compiled for it
  if (!FitsInt(plan.outer * plan.depth * plan.inner)) return std::nullopt;
  const DeviceProgram* const program = g_one_hots.Find(stream, dtype);
  const auto outer = static_cast<int32_t>(plan.outer);
  const auto depth = static_cast<int32_t>(plan.depth);
  const auto inner = static_cast<int32_t>(plan.inner);
  if (on_cpu) {
    const device::SliceParts parts = device::SlicePartsOf(plan.depth * plan.inner, on_cpu);
    return LaunchKernel(
        stream, program, name, {BlocksFor(plan.outer * parts.parts, parts.threads_of_block), 1, 1},
        {parts.threads_of_block, 1, 1}, plan.indices, plan.on, plan.off, plan.out, outer, depth,
        inner, static_cast<int32_t>(parts.part), static_cast<int32_t>(parts.parts));
  }
  device::Nest elements{};
  elements.rows = outer;
  elements.columns = static_cast<int>(plan.depth * plan.inner);
  const device::NestShape shape = device::ShapeOf(elements);
  return LaunchKernel(stream, program, name, shape.grid, shape.block, plan.indices, plan.on,
                      plan.off, plan.out, outer, depth, inner);
}

}  // namespace

Status OneHot(const Stream& stream, const OneHotPlan& plan) {
  const Launched launched = LaunchOneHot(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
