// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The allocator's statistics for Python, since TensorFlow does not show those of a plugin's
// allocator.

#include <cstdint>

#include "runtime/device.h"

// Writes current use, peak use, limit, largest allocation and number of allocations. False if that
// device is not in use.
//
// clang-format off
extern "C" __attribute__((visibility("default"))) bool @plugin.name@_memory_info(int32_t ordinal, int64_t* values) {
  // clang-format on
  pluggable::runtime::Device* const device = pluggable::runtime::Device::Find(ordinal);
  if (device == nullptr) return false;
  const pluggable::runtime::MemoryStats stats = device->memory().Stats();
  values[0] = stats.bytes_in_use;
  values[1] = stats.peak_bytes_in_use;
  values[2] = stats.bytes_limit;
  values[3] = stats.largest_alloc_size;
  values[4] = stats.num_allocs;
  return true;
}
