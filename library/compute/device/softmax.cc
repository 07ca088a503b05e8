// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/softmax.h"

#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_softmaxes("softmax");

// Rows with at least this many classes get a block each. A block keeps up to kKept (softmax.inc)
// classes in each thread.
constexpr int64_t kLongRow = 64;
constexpr int64_t kMaxKept = int64_t{4} * kThreadsPerBlock;

Launched LaunchSoftmax(const Stream& stream, const SoftmaxPlan& plan) {
  if (!FitsInt(plan.rows) || !FitsInt(plan.classes)) return std::nullopt;
  const auto classes = static_cast<int32_t>(plan.classes);
  const int32_t is_logarithm = plan.is_logarithm ? 1 : 0;
  const DeviceProgram* const program = g_softmaxes.Find(stream, plan.dtype);
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  if (plan.classes >= kLongRow && !on_cpu) {
    return LaunchKernel(
        stream, program,
        plan.classes <= kMaxKept ? "softmax_by_block_of_short_rows" : "softmax_by_block",
        {static_cast<uint32_t>(plan.rows), 1, 1}, kFlatBlock, plan.logits, plan.out, classes,
        is_logarithm);
  }
  const uint32_t threads = on_cpu ? kRowsPerBlockOnCpu : kThreadsPerBlock;
  return LaunchKernel(stream, program, "softmax_by_thread", {BlocksFor(plan.rows, threads), 1, 1},
                      {threads, 1, 1}, plan.logits, plan.out, classes, is_logarithm,
                      static_cast<int32_t>(plan.rows));
}

}  // namespace

Status Softmax(const Stream& stream, const SoftmaxPlan& plan) {
  const Launched launched = LaunchSoftmax(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
