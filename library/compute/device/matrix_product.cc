// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/matrix_product.h"

#include <algorithm>
#include <optional>

#include "compute/cuda/matrix_product.h"
#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"
#include "compute/device/shares.h"
#include "compute/device/tile.h"
#include "plugin/features/device.h"

namespace pluggable::compute {

namespace {

Programs g_products("matrix_product");

Launched LaunchProducts(const Stream& stream, const MatrixProductPlan& plan) {
  if (!FitsInt(plan.batches) || !FitsInt(plan.rows) || !FitsInt(plan.columns) ||
      !FitsInt(plan.depth))
    return std::nullopt;
  const std::optional<device::Nest> nest = device::MakeNest(plan.nest);
  if (!nest) return std::nullopt;
  const auto rows = static_cast<int32_t>(plan.rows);
  const auto columns = static_cast<int32_t>(plan.columns);
  const auto depth = static_cast<int32_t>(plan.depth);
  // Empty matrices are at no place of the device's, and are not read.
  const void* const a = depth == 0 ? plan.c : plan.a;
  const void* const b = depth == 0 ? plan.c : plan.b;
  const DeviceProgram* const program = g_products.Find(stream, plan.dtype);
  const bool on_cpu = LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu;
  uint32_t tile_rows = BlocksFor(plan.rows, on_cpu ? kTileRowsOnCpu : kTileSide);
  const uint32_t tile_columns = BlocksFor(plan.columns, on_cpu ? kTileColumnsOnCpu : kTileSide);
  const bool are_tall =
      !on_cpu && plan.batches <= kMaxBlocks &&
      AreTallTilesMany(stream, {tile_rows, tile_columns, static_cast<uint32_t>(plan.batches)});
  if (are_tall) tile_rows = (tile_rows + 1) / 2;
  // From this product on.
  const auto launch = [&](const char* kernel, Dim3 block, int64_t first, int64_t count,
                          auto... of_parts) {
    const Dim3 grid = {tile_rows, tile_columns, static_cast<uint32_t>(count)};
    return LaunchKernel(stream, program, kernel, grid, block, a, b, plan.c, of_parts..., rows,
                        columns, depth,
                        /*a_row=*/plan.transpose_a ? 1 : depth,
                        /*a_column=*/plan.transpose_a ? rows : 1,
                        /*b_row=*/plan.transpose_b ? 1 : columns,
                        /*b_column=*/plan.transpose_b ? depth : 1, plan.rows * plan.depth,
                        plan.depth * plan.columns, static_cast<int32_t>(first), *nest);
  };
  const int64_t blocks = plan.batches * tile_rows * tile_columns;
  const int64_t results = plan.batches * plan.rows * plan.columns;
  const char* const kernel = on_cpu     ? "matrix_product_on_cpu"
                             : are_tall ? "matrix_product_tall"
                                        : "matrix_product";
  const Dim3 block = on_cpu ? kTileBlockOnCpu : kTileBlock;
  if (!are_tall && FitsInt(results)) {
    const Shares shares(stream, blocks, plan.depth / (on_cpu ? kDepthOfTileOnCpu : kDepthOfTile),
                        static_cast<uint64_t>(results) * kMaxBytesOfSum, Shares::kOfTiles);
    if (shares.count() > 1) {
      return LaunchInShares(stream, program, shares, results, plan.c, [&](auto... of_parts) {
        return launch(kernel, block, 0, plan.batches * shares.count(), of_parts...);
      });
    }
  }
  Launched launched;
  for (int64_t first = 0; first < plan.batches; first += kMaxBlocks) {
    const int64_t count = std::min(plan.batches - first, kMaxBlocks);
    launched =
        launch(kernel, block, first, count, static_cast<void*>(nullptr), int32_t{0}, int32_t{1});
    if (!launched || !launched->ok()) break;
  }
  return launched;
}

}  // namespace

Status MatrixProduct(const Stream& stream, const MatrixProductPlan& plan) {
  Launched launched;
  if constexpr (features::kCudaLibraries) launched = ByCublas(stream, plan);
  if (!launched) launched = LaunchProducts(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
