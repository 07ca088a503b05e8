// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/scan.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"
#include "compute/device/shares.h"

namespace pluggable::compute {

namespace {

Programs g_scans("scan");

// From so many elements of a row on, a block scans each row, unless there are enough rows to keep
// all threads busy.
constexpr int64_t kLongScan = 256;
constexpr int64_t kManyScans = 16384;
// On processors a thread's loop takes less than a fifth of a block's, whose threads wait for each
// other.
constexpr int64_t kManyScansOnCpu = 64;
// That of scan.inc.
constexpr uint32_t kRowsOfThreadOnCpu = 8;
constexpr uint64_t kMaxBytesOfSum = sizeof(double);

struct ScanKernels {
  const char* by_thread;
  const char* parts;
  const char* by_block;
};

std::optional<ScanKernels> ScanKernelsOf(ScanPlan::Kind kind) {
  switch (kind) {
    case ScanPlan::Kind::kSum:
      return ScanKernels{"scan_sums_by_thread", "scan_sums_parts", "scan_sums_by_block"};
    case ScanPlan::Kind::kProduct:
      return ScanKernels{"scan_products_by_thread", "scan_products_parts",
                         "scan_products_by_block"};
    default:
      return std::nullopt;
  }
}

Launched LaunchScan(const Stream& stream, const ScanPlan& plan) {
  const std::optional<ScanKernels> kernels = ScanKernelsOf(plan.kind);
  if (!kernels || !FitsInt(plan.outer * plan.length * plan.inner)) return std::nullopt;
  const DeviceProgram* const program = g_scans.Find(stream, plan.dtype);
  const auto rows = static_cast<int32_t>(plan.outer * plan.inner);
  const auto length = static_cast<int32_t>(plan.length);
  const auto inner = static_cast<int32_t>(plan.inner);
  const int32_t is_exclusive = plan.is_exclusive ? 1 : 0;
  const int32_t is_reverse = plan.is_reverse ? 1 : 0;
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  if (length < kLongScan || rows >= (on_cpu ? kManyScansOnCpu : kManyScans)) {
    const Dim3 grid = {BlocksFor(rows, on_cpu ? kRowsOfThreadOnCpu : kThreadsPerBlock), 1, 1};
    return LaunchKernel(stream, program, kernels->by_thread, grid,
                        on_cpu ? Dim3{1, 1, 1} : kFlatBlock, plan.x, plan.out, rows, length, inner,
                        is_exclusive, is_reverse);
  }
  const Shares shares(stream, rows, length / kThreadsPerBlock,
                      static_cast<uint64_t>(rows) * kMaxBytesOfSum, Shares::kOfSums);
  const int64_t threads = static_cast<int64_t>(shares.count()) * kThreadsPerBlock;
  const int64_t wide_chunk = (length + threads - 1) / threads;
  if (!FitsInt(wide_chunk * threads)) return std::nullopt;
  const auto chunk = static_cast<int32_t>(wide_chunk);
  const Dim3 grid = {static_cast<uint32_t>(rows * shares.count()), 1, 1};
  if (shares.count() > 1) {
    const Launched launched =
        LaunchKernel(stream, program, kernels->parts, grid, kFlatBlock, plan.x, shares.parts(),
                     rows, length, inner, is_reverse, chunk, shares.count());
    if (!launched || !launched->ok()) return launched;
  }
  return LaunchKernel(stream, program, kernels->by_block, grid, kFlatBlock, plan.x, shares.parts(),
                      plan.out, rows, length, inner, is_exclusive, is_reverse, chunk,
                      shares.count());
}

}  // namespace

Status Scan(const Stream& stream, const ScanPlan& plan) {
  const Launched launched = LaunchScan(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
