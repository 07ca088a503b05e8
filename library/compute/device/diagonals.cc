// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/diagonals.h"

#include <cstdint>
#include <optional>

#include "compute/device/launch_kernel.h"
#include "compute/device/nest.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_diagonals("diagonals");

Launched LaunchDiagonals(const Stream& stream, const DiagonalsPlan& plan) {
  const DiagonalBand& band = plan.band;
  const int64_t longest = band.MaxLength();
  const int64_t packed_lines = plan.matrices * band.count();
  const int64_t rows = plan.matrices * band.rows;
  if (!FitsInt(packed_lines * longest) || !FitsInt(rows * band.columns)) return std::nullopt;
  const bool packs = plan.kind == DiagonalsPlan::Kind::kPack;
  device::Nest elements{};
  elements.rows = static_cast<int>(packs ? packed_lines : rows);
  elements.columns = static_cast<int>(packs ? longest : band.columns);
  const device::NestShape shape = device::ShapeOf(elements);
  const device::PackedBand packed = {
      static_cast<int>(band.rows),    static_cast<int>(band.columns),
      static_cast<int>(band.lower),   static_cast<int>(band.upper),
      static_cast<int>(longest),      band.superdiagonals_left ? 1 : 0,
      band.subdiagonals_left ? 1 : 0, elements.rows};
  // If all diagonals are empty, nothing is read, and `in` is not device memory.
  const void* const in = longest == 0 ? plan.out : plan.in;
  const DeviceProgram* const program = g_diagonals.Find(stream, TypeOfSize(plan.element_bytes));
  if (plan.around != nullptr) {
    return LaunchKernel(stream, program, "diagonals_set", shape.grid, shape.block, in, plan.around,
                        plan.out, packed);
  }
  return LaunchKernel(stream, program, packs ? "diagonals_pack" : "diagonals_unpack", shape.grid,
                      shape.block, in, plan.out, packed, plan.padding[0], plan.padding[1]);
}

}  // namespace

Status Diagonals(const Stream& stream, const DiagonalsPlan& plan) {
  const Launched launched = LaunchDiagonals(stream, plan);
  return launched ? *launched : OnHost(stream, plan);
}

}  // namespace pluggable::compute
