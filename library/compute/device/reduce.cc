// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/reduce.h"

#include <optional>
#include <vector>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_folds("reduce");

// From so many results on, and so many elements a result, a block works on each, unless there are
// enough results to keep all threads busy. One thread would round the sum of very many too often.
constexpr int64_t kLongFold = 128;
constexpr int64_t kVeryLongFold = 4096;
constexpr int64_t kManyResults = 16384;
// Rows of results of so many are folded side by side where they are neighbours in the input, too.
// The shape is that of reduce.inc.
constexpr int32_t kFewColumns = 64;
constexpr Dim3 kColumnsBlock = {8, 32, 1};

struct FoldKernels {
  const char* of_none;
  const char* by_thread;
  const char* by_block;
  const char* by_columns;
};

FoldKernels FoldKernelsOf(Reducer reducer) {
  switch (reducer) {
    case Reducer::kSum:
      return {"fold_sum_of_none", "fold_sum_by_thread", "fold_sum_by_block", "fold_sum_by_columns"};
    case Reducer::kMean:
      return {"fold_mean_of_none", "fold_mean_by_thread", "fold_mean_by_block",
              "fold_mean_by_columns"};
    case Reducer::kProd:
      return {"fold_prod_of_none", "fold_prod_by_thread", "fold_prod_by_block",
              "fold_prod_by_columns"};
    case Reducer::kMax:
      return {"fold_max_of_none", "fold_max_by_thread", "fold_max_by_block", "fold_max_by_columns"};
    case Reducer::kMin:
      return {"fold_min_of_none", "fold_min_by_thread", "fold_min_by_block", "fold_min_by_columns"};
    case Reducer::kAll:
      return {"fold_all_of_none", "fold_all_by_thread", "fold_all_by_block", "fold_all_by_columns"};
    case Reducer::kAny:
      break;
  }
  return {"fold_any_of_none", "fold_any_by_thread", "fold_any_by_block", "fold_any_by_columns"};
}

std::optional<device::Nest> NestOf(const std::vector<ReducePlan::Dim>& dims) {
  std::vector<device::NestDim> nest;
  for (const ReducePlan::Dim& dim : dims) nest.push_back({dim.size, {dim.step, 0, 0}});
  return device::MakeNest(nest);
}

Launched LaunchFold(const Stream& stream, const ReducePlan& plan) {
  const DeviceProgram* const program = g_folds.Find(stream, plan.dtype);
  const FoldKernels kernels = FoldKernelsOf(plan.reducer);
  if (plan.folded_elements == 0) {
    return LaunchKernel(stream, program, kernels.of_none, FlatGrid(plan.kept_elements), kFlatBlock,
                        plan.out, plan.kept_elements);
  }
  const std::optional<device::Nest> kept = NestOf(plan.kept);
  const std::optional<device::Nest> folded = NestOf(plan.folded);
  if (!kept || !folded) return std::nullopt;
  const bool is_long = plan.folded_elements >= kLongFold;
  if (is_long && kept->column_steps[0] == 1 && kept->columns >= kFewColumns) {
    return LaunchKernel(
        stream, program, kernels.by_columns,
        {BlocksFor(kept->columns, kColumnsBlock.x), static_cast<uint32_t>(kept->rows), 1},
        kColumnsBlock, plan.in, plan.out, *kept, *folded);
  }
  if (plan.folded_elements >= kVeryLongFold || (is_long && plan.kept_elements < kManyResults)) {
    return LaunchKernel(stream, program, kernels.by_block,
                        {static_cast<uint32_t>(plan.kept_elements), 1, 1}, kFlatBlock, plan.in,
                        plan.out, *kept, *folded);
  }
  const device::NestShape shape = device::ShapeOf(*kept);
  return LaunchKernel(stream, program, kernels.by_thread, shape.grid, shape.block, plan.in,
                      plan.out, *kept, *folded);
}

}  // namespace

Status Reduce(const Stream& stream, const ReducePlan& plan) {
  const Launched launched = LaunchFold(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
