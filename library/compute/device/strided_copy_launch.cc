// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/strided_copy_launch.h"

#include <optional>
#include <vector>

#include "compute/device/nest.h"
#include "compute/device/programs.h"

namespace pluggable::compute {

namespace {

Programs g_copies("strided_copy");

// Of rows that do not lie as they do in the other tensor a processor's thread copies short strips,
// so that it uses all of what it has in its cache.
constexpr int64_t kLongestStripApart = 64;

device::NestShape ShapeOf(const Stream& stream, const device::Nest& nest) {
  if (!LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu) return device::ShapeOf(nest);
  const bool is_apart = nest.column_steps[0] > 1 || nest.column_steps[1] > 1;
  return device::ShapeOnCpu(nest, is_apart ? kLongestStripApart : device::kElementsOfStrips);
}

bool IsWhole(const StridedCopyPlan::Copy& copy) {
  return copy.dims.empty() ||
         (copy.dims.size() == 1 && copy.dims[0].from_step == 1 && copy.dims[0].to_step == 1);
}

std::optional<device::Nest> NestOf(const StridedCopyPlan::Copy& copy) {
  std::vector<device::NestDim> dims;
  for (const StridedCopyPlan::Dim& dim : copy.dims) {
    dims.push_back({dim.size, {copy.from == nullptr ? 0 : dim.from_step, dim.to_step, 0}});
  }
  return device::MakeNest(dims);
}

}  // namespace

Launched LaunchCopies(const Stream& stream, const StridedCopyPlan& plan, bool are_results) {
  const DeviceProgram* const program = g_copies.Find(stream, TypeOfSize(plan.element_bytes));
  if (program == nullptr) return std::nullopt;
  std::vector<device::Nest> nests;
  for (const StridedCopyPlan::Copy& copy : plan.copies) {
    const std::optional<device::Nest> nest = NestOf(copy);
    if (!nest) return std::nullopt;
    nests.push_back(*nest);
  }
  Launched launched;
  for (size_t i = 0; i < nests.size(); ++i) {
    const StridedCopyPlan::Copy& copy = plan.copies[i];
    const device::NestShape shape = ShapeOf(stream, nests[i]);
    if (copy.from == nullptr) {
      launched = LaunchKernel(stream, program, "strided_zeros", shape.grid, shape.block, copy.to,
                              nests[i]);
    } else if (are_results && IsWhole(copy)) {
      const auto elements = static_cast<size_t>(copy.dims.empty() ? 1 : copy.dims[0].size);
      launched = stream.CopyOnDevice(copy.to, copy.from, elements * plan.element_bytes);
    } else {
      launched = LaunchKernel(stream, program, "strided_copy", shape.grid, shape.block, copy.from,
                              copy.to, nests[i]);
    }
    // Copies that were already launched can be repeated.
    if (!launched || !launched->ok()) return launched;
  }
  return launched;
}

}  // namespace pluggable::compute
