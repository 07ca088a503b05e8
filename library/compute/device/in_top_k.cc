// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/in_top_k.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_in_top_ks("in_top_k");

// Kernels count in float, which is exact up to here.
constexpr int64_t kMaxCounted = 1 << 24;

// Null for types that targets cannot have.
const char* InTopKKernelOf(DataType target_dtype, bool on_cpu) {
  switch (target_dtype) {
    case DT_INT32:
      return on_cpu ? "in_top_k_of_int32_by_thread" : "in_top_k_of_int32_by_256";
    case DT_INT64:
      return on_cpu ? "in_top_k_of_int64_by_thread" : "in_top_k_of_int64_by_256";
    default:
      return nullptr;
  }
}

Launched LaunchInTopK(const Stream& stream, const InTopKPlan& plan) {
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const char* const name = InTopKKernelOf(plan.target_dtype, on_cpu);
  if (name == nullptr || plan.classes == 0) return std::nullopt;
  if (plan.classes >= kMaxCounted || !FitsInt(plan.rows)) return std::nullopt;
  const int64_t most = std::clamp<int64_t>(plan.k, 0, plan.classes + 1);
  const DeviceProgram* const program = g_in_top_ks.Find(stream, DT_FLOAT);
  const auto classes = static_cast<int32_t>(plan.classes);
  const auto wanted = static_cast<int32_t>(most);
  if (on_cpu) {
    return LaunchKernel(stream, program, name, {BlocksFor(plan.rows, kRowsPerBlockOnCpu), 1, 1},
                        {kRowsPerBlockOnCpu, 1, 1}, plan.predictions, plan.targets, plan.out,
                        classes, wanted, static_cast<int32_t>(plan.rows));
  }
  return LaunchKernel(stream, program, name, {static_cast<uint32_t>(plan.rows), 1, 1}, kFlatBlock,
                      plan.predictions, plan.targets, plan.out, classes, wanted);
}

}  // namespace

Status InTopK(const Stream& stream, const InTopKPlan& plan) {
  const Launched launched = LaunchInTopK(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
