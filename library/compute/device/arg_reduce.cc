// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/arg_reduce.h"

#include <cstdint>

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"
#include "compute/device/shares.h"

namespace pluggable::compute {

namespace {

Programs g_arg_reduces("arg_reduce");

// From so many elements a result on, a block works on each result or on some neighbouring ones,
// unless there are enough results to keep all threads busy. The blocks' threads are as many as
// arg_reduce.inc has.
constexpr int64_t kLongSearch = 128;
constexpr int64_t kVeryLongSearch = 4096;
constexpr int64_t kManySearches = 16384;
// On processors a thread's loop takes half of a block's time, whose threads wait for each other.
constexpr int64_t kManySearchesOnCpu = 64;
// That of arg_reduce.inc.
constexpr uint32_t kResultsOfThreadOnCpu = 16;
constexpr Dim3 kSearchOfOne = {1, 256, 1};
constexpr Dim3 kSearchOfSome = {8, 32, 1};

struct SearchKernels {
  const char* by_thread;
  const char* by_block;
  const char* of_parts;
};

SearchKernels SearchKernelsOf(const ArgReducePlan& plan) {
  const bool is_long = plan.out_dtype == DT_INT64;
  if (plan.is_largest) {
    return is_long
               ? SearchKernels{"arg_largest_as_int64_by_thread", "arg_largest_as_int64_by_block",
                               "arg_largest_as_int64_of_parts"}
               : SearchKernels{"arg_largest_as_int32_by_thread", "arg_largest_as_int32_by_block",
                               "arg_largest_as_int32_of_parts"};
  }
  return is_long
             ? SearchKernels{"arg_smallest_as_int64_by_thread", "arg_smallest_as_int64_by_block",
                             "arg_smallest_as_int64_of_parts"}
             : SearchKernels{"arg_smallest_as_int32_by_thread", "arg_smallest_as_int32_by_block",
                             "arg_smallest_as_int32_of_parts"};
}

Launched LaunchSearch(const Stream& stream, const ArgReducePlan& plan) {
  if (plan.out_dtype != DT_INT32 && plan.out_dtype != DT_INT64) return std::nullopt;
  if (!FitsInt(plan.outer * plan.inner * plan.length)) return std::nullopt;
  const DeviceProgram* const program = g_arg_reduces.Find(stream, plan.dtype);
  const SearchKernels kernels = SearchKernelsOf(plan);
  const auto results = static_cast<int32_t>(plan.outer * plan.inner);
  const auto length = static_cast<int32_t>(plan.length);
  const auto inner = static_cast<int32_t>(plan.inner);
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  const int64_t many = on_cpu ? kManySearchesOnCpu : kManySearches;
  if (length < kLongSearch || (results >= many && (on_cpu || length < kVeryLongSearch))) {
    const Dim3 grid = {BlocksFor(results, on_cpu ? kResultsOfThreadOnCpu : kThreadsPerBlock), 1, 1};
    return LaunchKernel(stream, program, kernels.by_thread, grid,
                        on_cpu ? Dim3{1, 1, 1} : kFlatBlock, plan.in, plan.out, results, length,
                        inner);
  }
  const Dim3 block = plan.inner >= kSearchOfSome.x ? kSearchOfSome : kSearchOfOne;
  const uint32_t blocks = BlocksFor(results, block.x);
  const Shares shares(stream, blocks, plan.length / block.y,
                      static_cast<uint64_t>(results) * sizeof(int32_t), Shares::kOfSums);
  Launched launched = LaunchKernel(
      stream, program, kernels.by_block, {blocks * static_cast<uint32_t>(shares.count()), 1, 1},
      block, plan.in, plan.out, shares.parts(), results, length, inner, shares.count());
  if (shares.count() == 1 || !launched || !launched->ok()) return launched;
  return LaunchKernel(stream, program, kernels.of_parts, {blocks, 1, 1}, block, plan.in,
                      shares.parts(), plan.out, results, length, inner, shares.count());
}

}  // namespace

Status ArgReduce(const Stream& stream, const ArgReducePlan& plan) {
  const Launched launched = LaunchSearch(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
