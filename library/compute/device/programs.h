// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The texts of this folder as programs, one for each type of elements.

#ifndef PLUGGABLE_COMPUTE_DEVICE_PROGRAMS_H_
#define PLUGGABLE_COMPUTE_DEVICE_PROGRAMS_H_

#include <array>
#include <atomic>
#include <mutex>
#include <string>

#include "pluggable/device_kernel.h"
#include "pluggable/device_properties.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/formula.h"
#include "compute/training_rule.h"

namespace pluggable::compute {

// The names of a formula's kernels; null if it has none.
struct FormulaKernels {
  const char* dense = nullptr;
  const char* nest = nullptr;
};
FormulaKernels KernelsOf(Formula formula);

// The number of a formula in chain.inc; negative if it has none.
int StepOfChains(Formula formula);

// The name of a rule's kernel; null if it has none.
const char* KernelOf(TrainingRule rule);

// The types for which texts can be compiled. The first lines of each text say which of these it
// uses.
inline constexpr DataType kTypesOfPrograms[] = {
    DT_FLOAT, DT_HALF,   DT_BFLOAT16, DT_DOUBLE, DT_INT8, DT_INT16,     DT_INT32,     DT_INT64,
    DT_UINT8, DT_UINT16, DT_UINT32,   DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128};

// Whether the kernels of NAME.inc only move elements, as integers of the same size.
bool MovesElements(const std::string& name);

// The type that represents elements of this size if only the size matters; DT_INVALID if there is
// none.
DataType TypeOfSize(size_t bytes);

// A text of kernels, compiled for each type that is used. All objects are global.
class Programs {
 public:
  // The programs of `name`.inc.
  explicit Programs(const char* name) noexcept;
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  // The program for elements of that type. Null if the text is not compiled for it, if the stream's
  // device does not have it, or if the device must not run it (denied.h).
  const DeviceProgram* Find(const Stream& stream, DataType dtype) {
    return Find(stream.device_ordinal(), stream.device_properties(), dtype);
  }
  const DeviceProgram* Find(int ordinal, const DeviceProperties& device, DataType dtype);

  // The list of all objects in the process, linked by next(); null at the end.
  static Programs* First();
  Programs* next() const { return next_; }

  const char* name() const { return name_; }

 private:
  static constexpr size_t kMaxTypes = 64;

  const char* const name_;
  Programs* const next_;
  std::mutex mutex_;
  std::array<std::atomic<const DeviceProgram*>, kMaxTypes> made_{};  // by type
};

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_PROGRAMS_H_
