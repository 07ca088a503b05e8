// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/top_k.h"

#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_top_ks("top_k");

// Kernels search a row once for each element that they find. For more elements, the host is faster,
// since it sorts. Processors gain nothing here; GPUs gain since the row is not copied to the host.
constexpr int64_t kMaxFound = 256;
constexpr int64_t kMaxFoundOnCpu = 16;
// With at least this many columns, a block searches each row. Its size is that of top_k.inc.
constexpr int64_t kManyColumns = 128;

Launched LaunchTopK(const Stream& stream, const TopKPlan& plan) {
  if (plan.index_dtype != DT_INT32 && plan.index_dtype != DT_INT64) return std::nullopt;
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  if (plan.k > (on_cpu ? kMaxFoundOnCpu : kMaxFound)) return std::nullopt;
  if (!FitsInt(plan.rows * plan.columns)) return std::nullopt;
  const DeviceProgram* const program = g_top_ks.Find(stream, plan.dtype);
  const bool is_long = plan.index_dtype == DT_INT64;
  const auto rows = static_cast<int32_t>(plan.rows);
  const auto columns = static_cast<int32_t>(plan.columns);
  const auto k = static_cast<int32_t>(plan.k);
  if (on_cpu || plan.columns < kManyColumns) {
    const uint32_t threads = on_cpu ? kRowsPerBlockOnCpu : kThreadsPerBlock;
    return LaunchKernel(stream, program,
                        is_long ? "top_k_as_int64_by_thread" : "top_k_as_int32_by_thread",
                        {BlocksFor(rows, threads), 1, 1}, {threads, 1, 1}, plan.in, plan.values,
                        plan.indices, rows, columns, k);
  }
  return LaunchKernel(stream, program,
                      is_long ? "top_k_as_int64_by_block" : "top_k_as_int32_by_block",
                      {static_cast<uint32_t>(rows), 1, 1}, kFlatBlock, plan.in, plan.values,
                      plan.indices, columns, k);
}

}  // namespace

Status TopK(const Stream& stream, const TopKPlan& plan) {
  const Launched launched = LaunchTopK(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
