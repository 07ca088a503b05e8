// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/training_update.h"

#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_rules("training_update");

// Updates of slices stay on the host, which reports an index that is out of range.
Launched LaunchRule(const Stream& stream, const TrainingUpdatePlan& plan) {
  const char* const kernel = KernelOf(plan.rule);
  if (kernel == nullptr || plan.indices != nullptr) return std::nullopt;
  const auto& variables = plan.variables;
  const auto& scalars = plan.scalars;
  return LaunchKernel(stream, g_rules.Find(stream, plan.dtype), kernel, FlatGrid(plan.size),
                      kFlatBlock, variables[0], variables[1], variables[2], variables[3],
                      scalars[0], scalars[1], scalars[2], scalars[3], scalars[4], scalars[5],
                      plan.global_step, plan.gradient, int32_t{plan.flag}, plan.size);
}

}  // namespace

Status TrainingUpdate(const Stream& stream, const TrainingUpdatePlan& plan) {
  const Launched launched = LaunchRule(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
