// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/categorical.h"

#include <cstdint>
#include <optional>

#include "pluggable/scratch.h"

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_categoricals("categorical");

// Null for types that classes do not have.
const char* DrawKernelOf(DataType out_dtype) {
  switch (out_dtype) {
    case DT_INT32:
      return "categorical_draw_int32";
    case DT_INT64:
      return "categorical_draw_int64";
    default:
      return nullptr;
  }
}

Launched LaunchCategorical(const Stream& stream, const CategoricalPlan& plan) {
  const char* const draw = DrawKernelOf(plan.out_dtype);
  const DeviceKernelLimits& limits = LimitsOfDeviceKernels(stream.device_ordinal());
  if (draw == nullptr || !limits.has_double) return std::nullopt;
  if (!FitsInt(plan.rows * plan.classes) || !FitsInt(plan.rows * plan.samples)) {
    return std::nullopt;
  }
  const DeviceProgram* const program = g_categoricals.Find(stream, plan.dtype);
  if (program == nullptr) return std::nullopt;
  const uint64_t bytes = static_cast<uint64_t>(plan.rows * plan.classes) * sizeof(double);
  const Scratch sums(stream, bytes);
  if (sums.bytes() < bytes) return std::nullopt;
  const Dim3 block = {limits.is_cpu ? 1 : kThreadsPerBlock, 1, 1};
  const auto classes = static_cast<int32_t>(plan.classes);
  Launched launched = LaunchKernel(
      stream, program, "categorical_sums", {static_cast<uint32_t>(plan.rows), 1, 1}, block,
      plan.logits, sums.data(), classes, static_cast<int32_t>(BlocksFor(classes, block.x)));
  if (!launched || !launched->ok()) return launched;
  const int64_t size = plan.rows * plan.samples;
  return LaunchKernel(stream, program, draw, FlatGrid(size), kFlatBlock,
                      static_cast<const void*>(sums.data()), plan.uniform, plan.out,
                      static_cast<int32_t>(size), classes, static_cast<int32_t>(plan.samples));
}

}  // namespace

Status Categorical(const Stream& stream, const CategoricalPlan& plan) {
  const Launched launched = LaunchCategorical(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
