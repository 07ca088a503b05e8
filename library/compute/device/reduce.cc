// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/reduce.h"

#include <optional>
#include <vector>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"
#include "compute/device/shares.h"

namespace pluggable::compute {

namespace {

Programs g_folds("reduce");

// With this many results and this many elements for each, a block computes each result, unless
// there are enough results to keep all threads busy. A single thread would round the sum of very
// many elements too often.
constexpr int64_t kLongFold = 128;
constexpr int64_t kVeryLongFold = 4096;
constexpr int64_t kManyResults = 16384;
// On processors, a loop in one thread takes a fifth of the time of a block, whose threads wait for
// each other.
constexpr int64_t kManyResultsOnCpu = 64;
// Up to this many columns, adjacent results whose elements are adjacent in the input are folded
// side by side. The shape is that of reduce.inc.
constexpr int32_t kFewColumns = 64;
constexpr Dim3 kColumnsBlock = {8, 32, 1};
constexpr uint64_t kMaxBytesOfPart = sizeof(double);
// On processors, a thread folds up to kColumnsOfThreadOnCpu adjacent results side by side, if there
// are at least kFewestColumnsOnCpu. The first number is that of reduce.inc.
constexpr uint32_t kColumnsOfThreadOnCpu = 64;
constexpr int32_t kFewestColumnsOnCpu = 16;
constexpr int64_t kRowsOfShare = 16;

struct FoldKernels {
  const char* of_none;
  const char* by_thread;
  const char* by_block;
  const char* by_columns;
  const char* of_parts;
  const char* by_rows;  // for processors
};

FoldKernels FoldKernelsOf(Reducer reducer) {
  switch (reducer) {
    case Reducer::kSum:
      return {"fold_sum_of_none",    "fold_sum_by_thread", "fold_sum_by_block",
              "fold_sum_by_columns", "fold_sum_of_parts",  "fold_sum_by_rows"};
    case Reducer::kMean:
      return {"fold_mean_of_none",    "fold_mean_by_thread", "fold_mean_by_block",
              "fold_mean_by_columns", "fold_mean_of_parts",  "fold_mean_by_rows"};
    case Reducer::kProd:
      return {"fold_prod_of_none",    "fold_prod_by_thread", "fold_prod_by_block",
              "fold_prod_by_columns", "fold_prod_of_parts",  "fold_prod_by_rows"};
    case Reducer::kMax:
      return {"fold_max_of_none",    "fold_max_by_thread", "fold_max_by_block",
              "fold_max_by_columns", "fold_max_of_parts",  "fold_max_by_rows"};
    case Reducer::kMin:
      return {"fold_min_of_none",    "fold_min_by_thread", "fold_min_by_block",
              "fold_min_by_columns", "fold_min_of_parts",  "fold_min_by_rows"};
    case Reducer::kAll:
      return {"fold_all_of_none",    "fold_all_by_thread", "fold_all_by_block",
              "fold_all_by_columns", "fold_all_of_parts",  "fold_all_by_rows"};
    case Reducer::kHalfSumOfSquares:
      return {"fold_squares_of_none",    "fold_squares_by_thread", "fold_squares_by_block",
              "fold_squares_by_columns", "fold_squares_of_parts",  "fold_squares_by_rows"};
    case Reducer::kAny:
      break;
  }
  return {"fold_any_of_none",    "fold_any_by_thread", "fold_any_by_block",
          "fold_any_by_columns", "fold_any_of_parts",  "fold_any_by_rows"};
}

Launched LaunchFoldByRows(const Stream& stream, const ReducePlan& plan,
                          const DeviceProgram* program, const FoldKernels& kernels,
                          const device::Nest& kept, const device::Nest& folded) {
  const uint32_t columns = BlocksFor(kept.columns, kColumnsOfThreadOnCpu);
  const Shares shares(stream, int64_t{columns} * kept.rows, plan.folded_elements / kRowsOfShare,
                      static_cast<uint64_t>(plan.kept_elements) * kMaxBytesOfPart,
                      Shares::kOfTiles);
  const auto count = static_cast<uint32_t>(shares.count());
  Launched launched =
      LaunchKernel(stream, program, kernels.by_rows, GridOf(columns * count, kept.rows), {1, 1, 1},
                   plan.in, plan.out, shares.parts(), kept, folded, shares.count());
  if (shares.count() == 1 || !launched || !launched->ok()) return launched;
  return LaunchKernel(stream, program, kernels.of_parts,
                      {BlocksFor(plan.kept_elements, kColumnsBlock.x), 1, 1}, kColumnsBlock,
                      shares.parts(), plan.out, static_cast<int32_t>(plan.kept_elements),
                      shares.count(), static_cast<int32_t>(plan.folded_elements));
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
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  if (on_cpu && kept->column_steps[0] == 1 && kept->columns >= kFewestColumnsOnCpu &&
      plan.folded_elements >= kRowsOfShare) {
    return LaunchFoldByRows(stream, plan, program, kernels, *kept, *folded);
  }
  const bool is_by_thread =
      on_cpu && plan.kept_elements >= kManyResultsOnCpu && plan.folded_elements < kVeryLongFold;
  const bool is_long = plan.folded_elements >= kLongFold && !is_by_thread;
  const bool is_by_columns = is_long && kept->column_steps[0] == 1 && kept->columns >= kFewColumns;
  if (is_by_columns || plan.folded_elements >= kVeryLongFold ||
      (is_long && plan.kept_elements < kManyResults)) {
    const int64_t columns =
        is_by_columns ? BlocksFor(kept->columns, kColumnsBlock.x) : plan.kept_elements;
    const int64_t rows = is_by_columns ? kept->rows : 1;
    const int64_t threads = is_by_columns ? kColumnsBlock.y : kThreadsPerBlock;
    const Shares shares(stream, columns * rows, plan.folded_elements / threads,
                        static_cast<uint64_t>(plan.kept_elements) * kMaxBytesOfPart,
                        Shares::kOfSums);
    Launched launched =
        LaunchKernel(stream, program, is_by_columns ? kernels.by_columns : kernels.by_block,
                     GridOf(static_cast<uint32_t>(columns * shares.count()), rows),
                     is_by_columns ? kColumnsBlock : kFlatBlock, plan.in, plan.out, shares.parts(),
                     *kept, *folded, shares.count());
    if (shares.count() == 1 || !launched || !launched->ok()) return launched;
    return LaunchKernel(stream, program, kernels.of_parts,
                        {BlocksFor(plan.kept_elements, kColumnsBlock.x), 1, 1}, kColumnsBlock,
                        shares.parts(), plan.out, static_cast<int32_t>(plan.kept_elements),
                        shares.count(), static_cast<int32_t>(plan.folded_elements));
  }
  device::NestShape shape = device::ShapeOf(*kept);
  if (on_cpu && kept->rows == 1) {
    shape = {{BlocksFor(kept->columns, kRowsPerBlockOnCpu), 1, 1}, {kRowsPerBlockOnCpu, 1, 1}};
  }
  return LaunchKernel(stream, program, kernels.by_thread, shape.grid, shape.block, plan.in,
                      plan.out, *kept, *folded);
}

}  // namespace

Status Reduce(const Stream& stream, const ReducePlan& plan) {
  const Launched launched = LaunchFold(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
