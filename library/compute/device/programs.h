// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The texts of this folder as programs, one for each type of elements.

#ifndef PLUGGABLE_COMPUTE_DEVICE_PROGRAMS_H_
#define PLUGGABLE_COMPUTE_DEVICE_PROGRAMS_H_

#include <array>
#include <atomic>
#include <mutex>

#include "pluggable/device_kernel.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/formula.h"

namespace pluggable::compute {

// The text of library/compute/device/NAME.inc, or of the src/compute/device/NAME.inc in its place.
const char* KernelText(const char* name);

// The formulas that are computed in the type: functions, and a line for each that makes kernels
// (elementwise.inc). Null if there are none.
const char* FormulaText(DataType dtype);

// The names of a formula's kernels; null if it has none.
struct FormulaKernels {
  const char* dense = nullptr;
  const char* nest = nullptr;
};
FormulaKernels KernelsOf(Formula formula);

// A text of kernels, compiled for the types that it is used with.
class Programs {
 public:
  // `name`.inc, behind the dialect and nest.inc.
  constexpr explicit Programs(const char* name, bool has_formulas = false)
      : name_(name), has_formulas_(has_formulas) {}
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  // The program for elements of that type. Null if the dialect does not have it, if no formula is
  // computed in it, or if the stream's device does not have it.
  const DeviceProgram* Find(const Stream& stream, DataType dtype);

 private:
  static constexpr size_t kMaxTypes = 64;

  const DeviceProgram* Make(DataType dtype) const;

  const char* const name_;
  const bool has_formulas_;
  std::mutex mutex_;
  std::array<std::atomic<const DeviceProgram*>, kMaxTypes> made_{};
};

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_PROGRAMS_H_
