// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/program_texts.h"

#include "pluggable/device_kernel.h"

namespace pluggable {

std::vector<const char*> TextsOfProgram(const std::string& name, const std::string& type) {
  const char* const ptx = cuda::KernelPtx(name.c_str(), type.c_str());
  if (ptx == nullptr) return {};
  return {ptx};
}

}  // namespace pluggable
