// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the profiler sees of a device that works while the host goes on.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <vector>

#include "pluggable/stream.h"

#include "profiler_test_host.h"
#include "profiler_test_profile.h"

namespace pluggable::tests {
namespace {

constexpr std::chrono::seconds kMuchTooLong{20};

TEST_F(ProfilerTest, StreamsOverlap) {
  SP_Stream other = device_->CreateStream();
  std::promise<void> first_began;
  std::promise<void> second_began;
  const std::shared_future<void> first_runs = first_began.get_future().share();
  const std::shared_future<void> second_runs = second_began.get_future().share();
  std::atomic<int> saw_the_other{0};
  const auto sees = [&](const std::shared_future<void>& runs) {
    if (runs.wait_for(kMuchTooLong) == std::future_status::ready) ++saw_the_other;
  };
  ASSERT_TRUE(Start().ok());
  op_.Enqueue(kLong, [&] {
    first_began.set_value();
    sees(second_runs);
  });
  Stream(other, "Other").Enqueue(kLong, [&] {
    second_began.set_value();
    sees(first_runs);
  });
  EXPECT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_TRUE(device_->Synchronize(other).ok());
  const std::vector<Plane> planes = Finish();
  device_->DestroyStream(other);
  EXPECT_EQ(saw_the_other, 2);
  ASSERT_EQ(planes.size(), 2u);
  const std::vector<Event> first = planes[0].Named("MyOp");
  const std::vector<Event> second = planes[0].Named("Other");
  ASSERT_EQ(first.size(), 1u);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_LE(std::max(first[0].begin, second[0].begin), std::min(first[0].end(), second[0].end()));
  EXPECT_EQ(planes[0].lines.size(), 3u);  // two streams and the memory
}

TEST_F(ProfilerTest, AWaitLastsAsLongAsItsStreamWaits) {
  SP_Stream other = device_->CreateStream();
  SP_Event event = device_->CreateEvent();
  ASSERT_TRUE(Start().ok());
  {
    const Gate gate(device_.get(), stream_);
    EXPECT_TRUE(device_->Record(stream_, event).ok());
    EXPECT_TRUE(device_->WaitFor(other, event).ok());
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  const std::vector<Plane> planes = Finish();
  device_->DestroyEvent(event);
  device_->DestroyStream(other);
  ASSERT_EQ(planes.size(), 2u);
  ASSERT_EQ(planes[0].Named("Wait").size(), 1u);
  EXPECT_GE(planes[0].Named("Wait")[0].duration, 20 * kMillisecond);
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
