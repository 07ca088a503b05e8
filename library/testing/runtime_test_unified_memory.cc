// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Memory that host and device share.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime_test_host.h"
#include "runtime_test_memory.h"

namespace pluggable::tests {
namespace {

TEST_F(MemoryTest, UnifiedMemoryIsOneForHostAndDevice) {
  const SP_StreamExecutor* executor = device_->executor();
  void* memory = executor->unified_memory_allocate(device_->device(), 1000);
  ASSERT_NE(memory, nullptr);
  std::memset(memory, 5, 1000);
  const SP_DeviceMemoryBase unified{SP_DEVICE_MEMORY_BASE_STRUCT_SIZE, nullptr, memory, 1000, 0};
  EXPECT_EQ(device_->Read<uint8_t>(unified, 1000), std::vector<uint8_t>(1000, 5));
  executor->unified_memory_deallocate(device_->device(), memory);
}

}  // namespace
}  // namespace pluggable::tests
