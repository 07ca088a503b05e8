// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Sessions of the profiler through TensorFlow's C API.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "plugin/features/memory.h"
#include "profiler/recorder.h"
#include "profiler_test_host.h"
#include "profiler_test_profile.h"

namespace pluggable::tests {
namespace {

using profiler::Recorder;

// When the host began and ended to do something, in nanoseconds since 1970.
struct Times {
  int64_t begin = 0;
  int64_t end = 0;
};

template <typename Function>
Times TimesOf(const Function& function) {
  Times times;
  times.begin = profiler::HostNanoseconds();
  function();
  times.end = profiler::HostNanoseconds();
  return times;
}

TEST_F(ProfilerTest, TimesAreTheDevices) {
  ASSERT_TRUE(Start().ok());
  // Before and after each call that enqueues, and when the work itself began and ended.
  std::vector<int64_t> calls;
  Times first;
  Times slow;
  Times last;
  calls.push_back(profiler::HostNanoseconds());
  op_.Enqueue(1, [&first] { first = TimesOf([] {}); });
  calls.push_back(profiler::HostNanoseconds());
  op_.Enqueue(kLong, [&slow] {
    slow = TimesOf([] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
  });
  calls.push_back(profiler::HostNanoseconds());
  op_.Enqueue(1, [&last] { last = TimesOf([] {}); });
  calls.push_back(profiler::HostNanoseconds());
  const std::vector<Plane> planes = Finish();
  const int64_t after = profiler::HostNanoseconds();
  ASSERT_EQ(planes.size(), 2u);
  EXPECT_EQ(planes[0].name.rfind("/device:GPU:0", 0), 0u) << planes[0].name;
  const std::vector<Event> events = planes[0].Named("MyOp");
  ASSERT_EQ(events.size(), 3u);

  // The device's clock was compared with the host's within the first call, which takes long only if
  // the machine is busy.
  const int64_t tolerance = kMillisecond + calls[1] - calls[0];
  EXPECT_GE(events[1].duration, 50 * kMillisecond);
  EXPECT_GE(events[0].begin, calls[0] - tolerance);
  EXPECT_LE(events[0].end(), slow.begin + tolerance);
  EXPECT_LE(events[1].begin, slow.begin + tolerance);
  EXPECT_GE(events[1].end(), slow.end - tolerance);
  EXPECT_LE(events[1].end(), last.begin + tolerance);
  EXPECT_GE(events[2].begin, slow.end - tolerance);
  EXPECT_LE(events[2].end(), after + tolerance);
  EXPECT_LE(events[0].end(), events[1].begin);
  EXPECT_LE(events[1].end(), events[2].begin);

  const std::vector<Event> enqueued = planes[1].Named("Enqueue");
  ASSERT_EQ(enqueued.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    // What is enqueued behind waits in the stream.
    const int64_t delay = events[i].numbers.at("queueing_delay_ns");
    EXPECT_GE(delay, events[i].begin - calls[i + 1] - tolerance) << i;
    EXPECT_LE(delay, events[i].begin - calls[i] + tolerance) << i;
    // The call that enqueued a piece has its number.
    EXPECT_EQ(enqueued[i].numbers.at("correlation_id"), events[i].numbers.at("correlation_id"));
    EXPECT_GE(enqueued[i].begin, calls[i]);
    EXPECT_LE(enqueued[i].end(), calls[i + 1]);
  }
}

TEST_F(ProfilerTest, CopiesFillsWaitsAndCalls) {
  SP_Stream other = device_->CreateStream();
  SP_Event event = device_->CreateEvent();
  SP_DeviceMemoryBase memory = device_->Allocate(1 << 20);
  SP_DeviceMemoryBase second = device_->Allocate(1 << 20);
  SP_DeviceMemoryBase third = device_->Allocate(1 << 20);
  const std::vector<uint8_t> values(1 << 20, 3);
  std::vector<uint8_t> read(1000);
  ASSERT_TRUE(Start().ok());
  TfStatus status;
  device_->executor()->mem_zero(device_->device(), stream_, &memory, 4096, status.get());
  EXPECT_TRUE(status.ok());
  EXPECT_TRUE(device_->CopyToDevice(stream_, memory, values.data(), values.size()).ok());
  EXPECT_TRUE(device_->CopyOnDevice(stream_, second, memory, 2000).ok());
  EXPECT_TRUE(device_->Record(stream_, event).ok());
  EXPECT_TRUE(device_->WaitFor(other, event).ok());
  EXPECT_TRUE(device_->CopyToHost(other, read.data(), second, read.size()).ok());
  bool called = false;
  device_->Call(other, [&] { called = true; });
  device_->Write(third, std::vector<uint8_t>(10, 1));  // on the stream of such copies
  const std::vector<Plane> planes = Finish();
  EXPECT_TRUE(called);
  EXPECT_EQ(read, std::vector<uint8_t>(1000, 3));
  device_->Deallocate(&memory);
  device_->Deallocate(&second);
  device_->Deallocate(&third);
  device_->DestroyEvent(event);
  device_->DestroyStream(other);

  ASSERT_EQ(planes.size(), 2u);
  const Plane& device = planes[0];
  const auto bytes_of = [&](const char* name) {
    std::vector<int64_t> bytes;
    for (const Event& event : device.Named(name)) {
      bytes.push_back(event.numbers.at("bytes_transferred"));
    }
    std::sort(bytes.begin(), bytes.end());
    return bytes;
  };
  EXPECT_EQ(bytes_of("Memset"), (std::vector<int64_t>{4096}));
  EXPECT_EQ(bytes_of("MemcpyHtoD"), (std::vector<int64_t>{10, 1 << 20}));
  EXPECT_EQ(bytes_of("MemcpyDtoD"), (std::vector<int64_t>{2000}));
  EXPECT_EQ(bytes_of("MemcpyDtoH"), (std::vector<int64_t>{1000}));
  EXPECT_EQ(device.Named("MemcpyDtoH")[0].texts.at("memcpy_details"), "num_bytes:1000");
  EXPECT_EQ(device.Named("HostCallback").size(), 1u);
  ASSERT_EQ(device.Named("Wait").size(), 1u);
  EXPECT_GE(device.Named("Wait")[0].end(), device.Named("MemcpyDtoD")[0].end());
  EXPECT_LE(device.Named("Wait")[0].end(), device.Named("MemcpyDtoH")[0].begin);
  EXPECT_EQ(planes[1].Named("Enqueue").size(), 7u);
}

TEST_F(ProfilerTest, MemoryOverTime) {
  constexpr int kPieces = 10;
  SP_DeviceMemoryBase before = device_->Allocate(1 << 20);
  ASSERT_TRUE(Start().ok());
  for (int i = 0; i < kPieces; ++i) op_.Enqueue(1, [] {});
  SP_DeviceMemoryBase memory = device_->Allocate(3 << 20);
  device_->Deallocate(&memory);
  const std::vector<Plane> planes = Finish();
  ASSERT_EQ(planes.size(), 2u);
  EXPECT_EQ(InUse(planes[0]), (std::vector<int64_t>{1 << 20, 4 << 20, 1 << 20, 1 << 20}));
  if constexpr (features::kPluginAllocator) {
    const std::vector<Event> allocations = planes[1].Named("MemoryAllocation");
    const std::vector<Event> frees = planes[1].Named("MemoryDeallocation");
    ASSERT_EQ(allocations.size(), 1u);
    ASSERT_EQ(frees.size(), 1u);
    EXPECT_EQ(allocations[0].numbers.at("requested_bytes"), 3 << 20);
    EXPECT_EQ(allocations[0].numbers.at("addr"), frees[0].numbers.at("addr"));
  }

  // There are fewer points than pieces of work, the highest among them.
  ASSERT_TRUE(Start().ok());
  for (int i = 0; i < kPieces; ++i) {
    op_.Enqueue(1, [] {});
    memory = device_->Allocate((static_cast<uint64_t>(i) + 1) << 20);
    device_->Deallocate(&memory);
  }
  const std::vector<int64_t> seen = InUse(Finish().at(0));
  EXPECT_LT(seen.size(), static_cast<size_t>(kPieces));
  EXPECT_EQ(*std::max_element(seen.begin(), seen.end()), (kPieces + 1) << 20);
  device_->Deallocate(&before);
}

TEST_F(ProfilerTest, SessionsAreApart) {
  op_.Enqueue(1, [] {});  // while none is on
  ASSERT_TRUE(Start().ok());
  EXPECT_EQ(Start().code(), TF_ALREADY_EXISTS);
  op_.Enqueue(1, [] {});
  op_.Enqueue(1, [] {});
  std::vector<Plane> planes = Finish();
  ASSERT_EQ(planes.size(), 2u);
  EXPECT_EQ(planes[0].Named("MyOp").size(), 2u);
  EXPECT_EQ(HostProfiler::Get().Stop().code(), TF_FAILED_PRECONDITION);
  EXPECT_TRUE(HostProfiler::Get().Collect().empty());  // it has been handed out

  op_.Enqueue(1, [] {});
  ASSERT_TRUE(Start().ok());
  EXPECT_TRUE(Finish().empty());  // nothing ran

  ASSERT_TRUE(Start().ok());
  op_.Enqueue(1, [] {});
  planes = Finish();
  ASSERT_EQ(planes.size(), 2u);
  ASSERT_EQ(planes[0].Named("MyOp").size(), 1u);
  EXPECT_EQ(planes[0].Named("MyOp")[0].numbers.at("correlation_id"), 1);
}

TEST_F(ProfilerTest, KeepsWhatAStreamDidThatHasEnded) {
  ASSERT_TRUE(Start().ok());
  SP_Stream other = device_->CreateStream();
  Stream(other, "Other").Enqueue(1, [] {});
  device_->DestroyStream(other);
  const std::vector<Plane> planes = Finish();
  ASSERT_EQ(planes.size(), 2u);
  EXPECT_EQ(planes[0].Named("Other").size(), 1u);
}

TEST_F(ProfilerTest, ThreadsShareAStream) {
  constexpr int kThreads = 4;
  constexpr int kPieces = 500;
  ASSERT_TRUE(Start().ok());
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([this] {
      for (int i = 0; i < kPieces; ++i) op_.Enqueue(i % 2 == 0 ? kLong : 1, [] {});
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::vector<Plane> planes = Finish();
  ASSERT_EQ(planes.size(), 2u);
  const std::vector<Event> events = planes[0].Named("MyOp");
  ASSERT_EQ(events.size(), static_cast<size_t>(kThreads * kPieces));
  for (size_t i = 1; i < events.size(); ++i) ASSERT_LE(events[i - 1].end(), events[i].begin) << i;
  EXPECT_EQ(planes[1].lines.size(), static_cast<size_t>(kThreads));
}

TEST_F(ProfilerTest, WorkMayEnqueueWorkWhileItsThreadWaits) {
  ASSERT_TRUE(Start().ok());
  bool has_run = false;
  EnqueueBehindOthers(stream_, [this, &has_run] {
    op_.Enqueue(kLong, [this, &has_run] { op_.Enqueue(1, [&has_run] { has_run = true; }); });
  });
  ASSERT_TRUE(device_->Synchronize(stream_).ok());  // maybe of the first only
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_TRUE(has_run);
  const std::vector<Plane> planes = Finish();
  ASSERT_EQ(planes.size(), 2u);
  EXPECT_GE(planes[0].Named("MyOp").size(), 1u);  // a part of itself where streams are synchronous
}

// A stream that does everything at once is in a call of the host that does not return.
TEST_F(ProfilerTest, EndsThoughAThreadStillEnqueues) {
  std::promise<void> begun;
  std::promise<void> ended;
  ASSERT_TRUE(Start().ok());
  std::thread enqueuing([&] {
    device_->Call(stream_, [&] {
      begun.set_value();
      ended.get_future().wait();
    });
  });
  begun.get_future().wait();
  std::future<void> stopped = std::async(std::launch::async, [] {
    EXPECT_TRUE(Recorder::Get().Stop(std::chrono::milliseconds(50)).ok());
  });
  EXPECT_EQ(stopped.wait_for(std::chrono::seconds(20)), std::future_status::ready);
  const bool is_stopped = stopped.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  if (is_stopped) {
    EXPECT_EQ(Recorder::Get().Take().dropped, 1);
    // The next session has no part of it.
    EXPECT_TRUE(Start().ok());
  }
  ended.set_value();
  enqueuing.join();
  stopped.wait();
  if (!is_stopped) return;
  op_.Enqueue(1, [] {});
  const std::vector<Plane> planes = Finish();
  ASSERT_EQ(planes.size(), 2u);
  EXPECT_EQ(planes[0].Named("MyOp").size(), 1u);
  EXPECT_TRUE(planes[0].Named("HostCallback").empty());
}

TEST_F(ProfilerTest, CountsWhatIsBeyondItsMemory) {
  ASSERT_TRUE(Start().ok());
  op_.Enqueue(1, [] {});
  while (Recorder::Get().Admit() != 0) {
  }
  op_.Enqueue(1, [] {});
  op_.Enqueue(1, [] {});
  EXPECT_TRUE(HostProfiler::Get().Stop().ok());
  const profiler::Session session = Recorder::Get().Take();
  ASSERT_EQ(session.streams.size(), 1u);
  EXPECT_EQ(session.streams[0].records.size(), 1u);
  EXPECT_EQ(session.dropped, 3);  // with the one that ended the loop
}

}  // namespace
}  // namespace pluggable::tests
