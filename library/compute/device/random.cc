// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/random.h"

#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_random("random");

constexpr uint64_t kBlocksPerElement = 256;  // by which the counter advances

// Null for normal numbers. The host computes those, since its results equal those of TensorFlow's
// CPU kernel, to the last bit or nearly so.
const char* RandomKernelOf(Distribution distribution) {
  switch (distribution) {
    case Distribution::kUniform:
      return "random_uniform";
    case Distribution::kFullInt:
      return "random_full_int";
    case Distribution::kUniformInt:
      return "random_uniform_int";
    default:
      return nullptr;
  }
}

int64_t ElementsOfGroup(DataType dtype) {
  return dtype == DT_DOUBLE || dtype == DT_INT64 || dtype == DT_UINT64 ? 2 : 4;
}

Launched LaunchRandom(const Stream& stream, const RandomPlan& plan) {
  const char* const kernel = RandomKernelOf(plan.distribution);
  const bool in_memory = plan.key_memory != nullptr;
  if (kernel == nullptr || in_memory != (plan.counter_memory != nullptr)) return std::nullopt;
  const DeviceProgram* const program = g_random.Find(stream, plan.dtype);
  const int64_t group = ElementsOfGroup(plan.dtype);
  const int64_t groups = (plan.size + group - 1) / group;
  if (!FitsInt(groups / kThreadsPerBlock)) return std::nullopt;
  const auto count = static_cast<uint64_t>(plan.high) - static_cast<uint64_t>(plan.low);
  Launched launched =
      LaunchKernel(stream, program, kernel, FlatGrid(groups), kFlatBlock, plan.out, plan.key_memory,
                   plan.counter_memory, plan.key, plan.counter[0], plan.counter[1],
                   int32_t{in_memory}, plan.low, count, groups, plan.size);
  if (!launched || !launched->ok() || plan.next_counter == nullptr) return launched;
  return LaunchKernel(stream, program, "random_next_counter", {1, 1, 1}, {1, 1, 1},
                      plan.next_counter, kBlocksPerElement * static_cast<uint64_t>(plan.size));
}

}  // namespace

Status Random(const Stream& stream, const RandomPlan& plan) {
  const Launched launched = LaunchRandom(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
