// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the profiler sees of a device that works while the host goes on.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "pluggable/stream.h"

#include "profiler_test_host.h"
#include "profiler_test_profile.h"

namespace pluggable::tests {
namespace {

TEST_F(ProfilerTest, StreamsOverlap) {
  SP_Stream other = device_->CreateStream();
  ASSERT_TRUE(Start().ok());
  Sleep(60);
  Stream(other, "Other").Enqueue(kLong, [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
  });
  const std::vector<Plane> planes = Finish();
  device_->DestroyStream(other);
  ASSERT_EQ(planes.size(), 2u);
  const std::vector<Event> first = planes[0].Named("MyOp");
  const std::vector<Event> second = planes[0].Named("Other");
  ASSERT_EQ(first.size(), 1u);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_LT(std::max(first[0].begin, second[0].begin), std::min(first[0].end(), second[0].end()));
  EXPECT_EQ(planes[0].lines.size(), 3u);  // two streams and the memory
}

TEST_F(ProfilerTest, WorkMayEnqueueWork) {
  ASSERT_TRUE(Start().ok());
  bool ran = false;
  op_.Enqueue(1, [this, &ran] { op_.Enqueue(1, [&ran] { ran = true; }); });
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  const std::vector<Plane> planes = Finish();
  EXPECT_TRUE(ran);
  ASSERT_EQ(planes.size(), 2u);
  // What ran at once is part of what enqueued it.
  EXPECT_GE(planes[0].Named("MyOp").size(), 1u);
}

}  // namespace
}  // namespace pluggable::tests
