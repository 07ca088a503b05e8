// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/one_hot.h"

#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_one_hots("one_hot");

// Null for types that indices cannot have.
const char* OneHotKernelOf(DataType index_dtype) {
  switch (index_dtype) {
    case DT_INT8:
      return "one_hot_by_int8";
    case DT_UINT8:
      return "one_hot_by_uint8";
    case DT_INT32:
      return "one_hot_by_int32";
    case DT_INT64:
      return "one_hot_by_int64";
    default:
      return nullptr;
  }
}

Launched LaunchOneHot(const Stream& stream, const OneHotPlan& plan) {
  const char* const name = OneHotKernelOf(plan.index_dtype);
  const DataType dtype = TypeOfSize(plan.element_bytes);
  if (name == nullptr || dtype == DT_INVALID) return std::nullopt;
  if (dtype == DT_COMPLEX128) return std::nullopt;  // the text is not compiled for it
  if (!FitsInt(plan.outer * plan.depth * plan.inner)) return std::nullopt;
  device::Nest elements{};
  elements.rows = static_cast<int>(plan.outer);
  elements.columns = static_cast<int>(plan.depth * plan.inner);
  const device::NestShape shape = device::ShapeOf(elements);
  return LaunchKernel(stream, g_one_hots.Find(stream, dtype), name, shape.grid, shape.block,
                      plan.indices, plan.on, plan.off, plan.out, static_cast<int32_t>(plan.outer),
                      static_cast<int32_t>(plan.depth), static_cast<int32_t>(plan.inner));
}

}  // namespace

Status OneHot(const Stream& stream, const OneHotPlan& plan) {
  const Launched launched = LaunchOneHot(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
