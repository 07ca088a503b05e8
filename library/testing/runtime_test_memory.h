// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What tests of device memory share.

#ifndef PLUGGABLE_TESTS_RUNTIME_TEST_MEMORY_H_
#define PLUGGABLE_TESTS_RUNTIME_TEST_MEMORY_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime_test_host.h"

namespace pluggable::tests {

class MemoryTest : public DeviceTest {
 protected:
  // A part of an allocation, as TensorFlow's own allocator makes them.
  static SP_DeviceMemoryBase Part(SP_DeviceMemoryBase memory, uint64_t offset) {
    memory.opaque = static_cast<uint8_t*>(memory.opaque) + offset;
    memory.size = 0;
    return memory;
  }
  static std::vector<uint8_t> Pattern(size_t size) {
    std::vector<uint8_t> bytes(size);
    for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<uint8_t>(i * 7 + i / 251);
    return bytes;
  }
  int64_t FreeBytes() {
    int64_t free = 0;
    int64_t total = 0;
    EXPECT_TRUE(device_->executor()->device_memory_usage(device_->device(), &free, &total));
    EXPECT_LE(free, total);
    return free;
  }
};

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_RUNTIME_TEST_MEMORY_H_
