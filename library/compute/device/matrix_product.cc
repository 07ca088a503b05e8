// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/matrix_product.h"

#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_products("matrix_product");

// Those of matrix_product.inc.
constexpr uint32_t kProductTile = 64;
constexpr Dim3 kProductBlock = {16, 16, 1};
constexpr Dim3 kProductBlockOnCpu = {1, 1, 1};

Launched LaunchProducts(const Stream& stream, const MatrixProductPlan& plan) {
  if (!FitsInt(plan.rows) || !FitsInt(plan.columns) || !FitsInt(plan.depth)) return std::nullopt;
  const std::optional<device::Nest> nest = device::MakeNest(plan.nest);
  if (!nest) return std::nullopt;
  const auto rows = static_cast<int32_t>(plan.rows);
  const auto columns = static_cast<int32_t>(plan.columns);
  const auto depth = static_cast<int32_t>(plan.depth);
  // Empty matrices are at no place of the device's, and are not read.
  const void* const a = depth == 0 ? plan.c : plan.a;
  const void* const b = depth == 0 ? plan.c : plan.b;
  const Dim3 grid = {BlocksFor(plan.columns, kProductTile), BlocksFor(plan.rows, kProductTile),
                     static_cast<uint32_t>(plan.batches)};
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  return LaunchKernel(stream, g_products.Find(stream, plan.dtype),
                      on_cpu ? "matrix_product_on_cpu" : "matrix_product", grid,
                      on_cpu ? kProductBlockOnCpu : kProductBlock, a, b, plan.c, rows, columns,
                      depth,
                      /*a_row=*/plan.transpose_a ? 1 : depth,
                      /*a_column=*/plan.transpose_a ? rows : 1,
                      /*b_row=*/plan.transpose_b ? 1 : columns,
                      /*b_column=*/plan.transpose_b ? depth : 1, plan.rows * plan.depth,
                      plan.depth * plan.columns, *nest);
}

}  // namespace

Status MatrixProduct(const Stream& stream, const MatrixProductPlan& plan) {
  const Launched launched = LaunchProducts(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
