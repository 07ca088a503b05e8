// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/cross_entropy.h"

#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_cross_entropies("cross_entropy");

// For up to this many classes, blocks are small.
constexpr int64_t kFewClasses = 256;

struct CrossEntropyKernel {
  const char* name;
  uint32_t threads;
};

CrossEntropyKernel CrossEntropyKernelOf(DataType class_dtype, bool on_cpu, int64_t classes) {
  const bool few = classes <= kFewClasses;
  const uint32_t threads = on_cpu ? kRowsPerBlockOnCpu : few ? 32 : 256;
  switch (class_dtype) {
    case DT_INT32:
      return {on_cpu ? "cross_entropy_of_int32_by_thread"
              : few  ? "cross_entropy_of_int32_by_32"
                     : "cross_entropy_of_int32_by_256",
              threads};
    case DT_INT64:
      return {on_cpu ? "cross_entropy_of_int64_by_thread"
              : few  ? "cross_entropy_of_int64_by_32"
                     : "cross_entropy_of_int64_by_256",
              threads};
    default:
      return {on_cpu ? "cross_entropy_of_numbers_by_thread"
              : few  ? "cross_entropy_of_numbers_by_32"
                     : "cross_entropy_of_numbers_by_256",
              threads};
  }
}

Launched LaunchCrossEntropy(const Stream& stream, const CrossEntropyPlan& plan) {
  if (plan.classes == 0 || !FitsInt(plan.rows) || !FitsInt(plan.classes) ||
      !FitsInt(plan.logits.step) || !FitsInt(plan.labels.step)) {
    return std::nullopt;
  }
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const CrossEntropyKernel kernel = CrossEntropyKernelOf(plan.class_dtype, on_cpu, plan.classes);
  const uint32_t blocks =
      on_cpu ? BlocksFor(plan.rows, kernel.threads) : static_cast<uint32_t>(plan.rows);
  const bool of_classes = plan.class_dtype != DT_INVALID;
  const CrossEntropyPlan::View dense = {plan.logits.data, plan.classes, 1};
  const CrossEntropyPlan::View logits = of_classes ? dense : plan.logits;
  return LaunchKernel(stream, g_cross_entropies.Find(stream, plan.dtype), kernel.name,
                      {blocks, 1, 1}, {kernel.threads, 1, 1}, logits.data,
                      of_classes ? plan.label_classes : plan.labels.data, plan.loss, plan.backprop,
                      logits.row_step, static_cast<int32_t>(logits.step), plan.labels.row_step,
                      static_cast<int32_t>(plan.labels.step), static_cast<int32_t>(plan.classes),
                      static_cast<int32_t>(plan.rows));
}

}  // namespace

Status CrossEntropy(const Stream& stream, const CrossEntropyPlan& plan) {
  const Launched launched = LaunchCrossEntropy(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
