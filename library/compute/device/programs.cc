// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/programs.h"

#include <memory>
#include <string>
#include <utility>

#include "compute/device/denied.h"

namespace pluggable::compute {

namespace {

// Initialized before any constructor runs. Constructors of global objects do not run concurrently.
Programs* g_first = nullptr;

}  // namespace

bool MovesElements(const std::string& name) {
  return TextsOfProgram(name, DataTypeString(DT_FLOAT)).empty() &&
         !TextsOfProgram(name, DataTypeString(DT_UINT32)).empty();
}

DataType TypeOfSize(size_t bytes) {
  switch (bytes) {
    case 1:
      return DT_UINT8;
    case 2:
      return DT_UINT16;
    case 4:
      return DT_UINT32;
    case 8:
      return DT_UINT64;
    case 16:
      return DT_COMPLEX128;
    default:
      return DT_INVALID;
  }
}

Programs::Programs(const char* name) noexcept : name_(name), next_(g_first) { g_first = this; }

Programs* Programs::First() { return g_first; }

const DeviceProgram* Programs::Find(int ordinal, const DeviceProperties& device, DataType dtype) {
  const auto index = static_cast<size_t>(dtype);
  if (index >= kMaxTypes) return nullptr;
  if (IsDenied(device, name_, dtype)) return nullptr;
  if (dtype == DT_DOUBLE && !LimitsOfDeviceKernels(ordinal).has_double) return nullptr;
  const DeviceProgram* program = made_[index].load(std::memory_order_acquire);
  if (program == nullptr) {
    const std::lock_guard<std::mutex> lock(mutex_);
    program = made_[index].load(std::memory_order_acquire);
    if (program == nullptr) {
      auto made = std::make_unique<DeviceProgram>();
      made->name = std::string(name_) + ", " + DataTypeString(dtype);
      made->texts = TextsOfProgram(name_, DataTypeString(dtype));
      program = made.release();  // it lives as long as the process
      made_[index].store(program, std::memory_order_release);
    }
  }
  return program->texts.empty() ? nullptr : program;
}

}  // namespace pluggable::compute
