// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device memory that the host cannot touch.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

#include "runtime_test_host.h"
#include "runtime_test_memory.h"

namespace pluggable::tests {
namespace {

// The system refuses the host access to the address that TensorFlow has.
TEST_F(MemoryTest, IsOutOfTheHostsReach) {
  SP_DeviceMemoryBase memory = device_->Allocate(4096);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EQ(write(ends[1], memory.opaque, 1), -1);
  EXPECT_EQ(errno, EFAULT);
  close(ends[0]);
  close(ends[1]);
  device_->Deallocate(&memory);
}

}  // namespace
}  // namespace pluggable::tests
