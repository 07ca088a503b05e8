// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Loop nests and windows, converted for kernels.

#ifndef PLUGGABLE_COMPUTE_DEVICE_NEST_H_
#define PLUGGABLE_COMPUTE_DEVICE_NEST_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "pluggable/launch.h"

#include "compute/window.h"
#include "reference/broadcast.h"

namespace pluggable::compute::device {

#include "compute/device/nest.inc"

// A dimension of a nest: its size, and the step of each tensor along it.
struct NestDim {
  int64_t size;
  std::array<int64_t, kNestTensors> steps;
};

// The nest of these dimensions, outermost first. Nothing if there are more than kernels support, or
// if an index does not fit into an int.
std::optional<Nest> MakeNest(const std::vector<NestDim>& dims);
// The nest of a broadcast, whose inputs are the tensors. Without levels, it has one element.
std::optional<Nest> MakeNest(const Broadcast& broadcast);

// A dimension of windows, with its steps in the two tensors. All numbers must fit into ints.
WindowSteps MakeWindow(const WindowDim& dim, int64_t input_step, int64_t output_step);

// The shape of a launch whose dimension 0 is the elements of a row, and whose GRID_ROW is the rows.
// There are few shapes, because drivers for CPUs compile each kernel for each shape of blocks. A
// thread has `elements` rows, or columns if there is one row.
struct NestShape {
  Dim3 grid;
  Dim3 block;
};
NestShape ShapeOf(const Nest& nest, uint32_t elements = 1);

// The shape for the kernels of rows_on_cpu.inc. A thread has strips of rows: several rows if they
// are short, and at most longest_strip elements of each.
inline constexpr int64_t kElementsOfStrips = 2048;
NestShape ShapeOnCpu(const Nest& nest, int64_t longest_strip = kElementsOfStrips);

}  // namespace pluggable::compute::device

#endif  // PLUGGABLE_COMPUTE_DEVICE_NEST_H_
