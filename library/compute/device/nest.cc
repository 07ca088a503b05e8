// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/nest.h"

#include <algorithm>
#include <cstdlib>

#include "compute/device/launch_kernel.h"

namespace pluggable::compute::device {

std::optional<Nest> MakeNest(const std::vector<NestDim>& dims) {
  if (dims.size() > kNestOuter + 1) return std::nullopt;
  Nest nest{};
  nest.columns = 1;
  int64_t elements = 1;
  std::array<int64_t, kNestTensors> reach{};
  for (size_t d = 0; d < dims.size(); ++d) {
    const NestDim& dim = dims[dims.size() - 1 - d];  // starts with the innermost
    if (!FitsInt(dim.size) || !FitsInt(elements * dim.size)) return std::nullopt;
    elements *= dim.size;
    for (size_t tensor = 0; tensor < kNestTensors; ++tensor) {
      const int64_t step = dim.steps[tensor];
      if (!FitsInt(std::abs(step)) || !FitsInt(std::abs(step) * dim.size)) return std::nullopt;
      reach[tensor] += std::abs(step) * (dim.size - 1);
      if (!FitsInt(reach[tensor])) return std::nullopt;
      (d == 0 ? nest.column_steps[tensor] : nest.steps[tensor][d - 1]) = static_cast<int>(step);
    }
    (d == 0 ? nest.columns : nest.sizes[d - 1]) = static_cast<int>(dim.size);
  }
  nest.outer = dims.empty() ? 0 : static_cast<int>(dims.size()) - 1;
  nest.rows = nest.columns == 0 ? 0 : static_cast<int>(elements / nest.columns);
  return nest;
}

std::optional<Nest> MakeNest(const Broadcast& broadcast) {
  std::vector<NestDim> dims;
  for (const Broadcast::Level& level : broadcast.levels()) {
    dims.push_back({level.size, level.steps});
  }
  return MakeNest(dims);
}

WindowSteps MakeWindow(const WindowDim& dim, int64_t input_step, int64_t output_step) {
  const auto narrow = [](int64_t value) { return static_cast<int>(value); };
  return {narrow(dim.size),   narrow(dim.window), narrow(dim.dilation), narrow(dim.stride),
          narrow(dim.before), narrow(dim.count),  narrow(input_step),   narrow(output_step)};
}

NestShape ShapeOf(const Nest& nest, uint32_t elements) {
  if (nest.rows == 1) {
    return {{BlocksFor(nest.columns, kThreadsPerBlock * elements), 1, 1}, kFlatBlock};
  }
  Dim3 block = {8, 32, 1};
  if (nest.columns >= 32) block = {64, 4, 1};
  return {GridOf(BlocksFor(nest.columns, block.x), BlocksFor(nest.rows, block.y * elements)),
          block};
}

NestShape ShapeOnCpu(const Nest& nest, int64_t longest_strip) {
  const int64_t columns = std::clamp<int64_t>(nest.columns, 1, longest_strip);
  const int64_t rows = std::max<int64_t>(kElementsOfStrips / columns, 1);
  return {GridOf(BlocksFor(nest.columns, static_cast<uint32_t>(columns)),
                 BlocksFor(nest.rows, static_cast<uint32_t>(rows))),
          {1, 1, 1}};
}

}  // namespace pluggable::compute::device
