// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/programs.h"

#include <memory>
#include <string>

namespace pluggable::compute {

namespace {

// What the dialect calls a type, in front of all other texts; null for types that it lacks.
const char* Definition(DataType dtype) {
  switch (dtype) {
    case DT_FLOAT:
      return "#define TYPE_float\n";
    case DT_DOUBLE:
      return "#define TYPE_double\n";
    case DT_HALF:
      return "#define TYPE_half\n";
    case DT_BFLOAT16:
      return "#define TYPE_bfloat16\n";
    case DT_INT8:
      return "#define TYPE_int8\n";
    case DT_INT16:
      return "#define TYPE_int16\n";
    case DT_INT32:
      return "#define TYPE_int32\n";
    case DT_INT64:
      return "#define TYPE_int64\n";
    case DT_UINT8:
      return "#define TYPE_uint8\n";
    case DT_UINT16:
      return "#define TYPE_uint16\n";
    case DT_UINT32:
      return "#define TYPE_uint32\n";
    case DT_UINT64:
      return "#define TYPE_uint64\n";
    case DT_BOOL:
      return "#define TYPE_bool\n";
    case DT_COMPLEX64:
      return "#define TYPE_complex64\n";
    case DT_COMPLEX128:
      return "#define TYPE_complex128\n";
    default:
      return nullptr;
  }
}

// half and bfloat16 compute in float.
DataType ComputedIn(DataType dtype) {
  return dtype == DT_HALF || dtype == DT_BFLOAT16 ? DT_FLOAT : dtype;
}

}  // namespace

const DeviceProgram* Programs::Find(const Stream& stream, DataType dtype) {
  const auto index = static_cast<size_t>(dtype);
  if (index >= kMaxTypes || Definition(dtype) == nullptr) return nullptr;
  if (dtype == DT_DOUBLE && !LimitsOfDeviceKernels(stream.device_ordinal()).has_double) {
    return nullptr;
  }
  if (has_formulas_ && FormulaText(ComputedIn(dtype)) == nullptr) return nullptr;
  const DeviceProgram* program = made_[index].load(std::memory_order_acquire);
  if (program != nullptr) return program;
  const std::lock_guard<std::mutex> lock(mutex_);
  program = made_[index].load(std::memory_order_acquire);
  if (program == nullptr) {
    program = Make(dtype);
    made_[index].store(program, std::memory_order_release);
  }
  return program;
}

const DeviceProgram* Programs::Make(DataType dtype) const {
  auto program = std::make_unique<DeviceProgram>();
  program->name = std::string(name_) + ", " + DataTypeString(dtype);
  program->texts = {Definition(dtype), KernelText("dialect"), KernelText("nest"),
                    KernelText(name_)};
  if (has_formulas_) program->texts.push_back(FormulaText(ComputedIn(dtype)));
  return program.release();  // it lives as long as the process
}

}  // namespace pluggable::compute
