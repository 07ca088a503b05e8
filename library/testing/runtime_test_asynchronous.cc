// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Streams, events and timers of a device that works while the host goes on.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "runtime_test_host.h"

namespace pluggable::tests {
namespace {

// --- Streams

TEST_F(DeviceTest, GoesOnWhileAStreamIsHeldUp) {
  const SP_DeviceMemoryBase memory = device_->Allocate(4096);
  const std::vector<int32_t> ones(1024, 1);
  std::vector<int32_t> result(1024);
  SP_Event done = device_->CreateEvent();
  Gate gate(device_.get(), stream_);
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(device_->CopyToDevice(stream_, memory, ones.data(), 4096).ok());
  }
  ASSERT_TRUE(device_->CopyToHost(stream_, result.data(), memory, 4096).ok());
  ASSERT_TRUE(device_->Record(stream_, done).ok());
  EXPECT_EQ(device_->Query(done), SE_EVENT_PENDING);
  EXPECT_EQ(result[0], 0);
  gate.Open();
  ASSERT_TRUE(device_->BlockOn(done).ok());
  EXPECT_EQ(result, ones);
  device_->DestroyEvent(done);
  SP_DeviceMemoryBase owned = memory;
  device_->Deallocate(&owned);
}

TEST_F(DeviceTest, StreamsDoNotWaitForEachOther) {
  SP_Stream other = device_->CreateStream();
  Gate gate(device_.get(), stream_);
  std::atomic<bool> called{false};
  device_->Call(other, [&] { called = true; });
  ASSERT_TRUE(device_->Synchronize(other).ok());
  EXPECT_TRUE(called);
  gate.Open();
  device_->DestroyStream(other);
}

TEST_F(DeviceTest, ADependentStreamWaits) {
  SP_Stream other = device_->CreateStream();
  std::atomic<int> step{0};
  Gate gate(device_.get(), stream_);
  device_->Call(stream_, [&] { step = 1; });
  ASSERT_TRUE(device_->DependOn(other, stream_).ok());
  int seen = -1;
  device_->Call(other, [&] { seen = step; });
  // What comes after the dependency on the stream it depends on is not waited for.
  Gate later(device_.get(), stream_);
  gate.Open();
  ASSERT_TRUE(device_->Synchronize(other).ok());
  EXPECT_EQ(seen, 1);
  later.Open();
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  device_->DestroyStream(other);
}

TEST_F(DeviceTest, DiamondsJoin) {
  SP_Stream left = device_->CreateStream();
  SP_Stream right = device_->CreateStream();
  SP_Stream join = device_->CreateStream();
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> top{0};
    std::atomic<int> sides{0};
    int joined = -1;
    device_->Call(stream_, [&] { top = 1; });
    ASSERT_TRUE(device_->DependOn(left, stream_).ok());
    ASSERT_TRUE(device_->DependOn(right, stream_).ok());
    device_->Call(left, [&] { sides += top; });
    device_->Call(right, [&] { sides += top; });
    ASSERT_TRUE(device_->DependOn(join, left).ok());
    ASSERT_TRUE(device_->DependOn(join, right).ok());
    device_->Call(join, [&] { joined = sides; });
    ASSERT_TRUE(device_->Synchronize(join).ok());
    EXPECT_EQ(joined, 2);
  }
  for (SP_Stream stream : {left, right, join}) device_->DestroyStream(stream);
}

TEST_F(DeviceTest, FinishesAStreamBeforeDestroyingIt) {
  SP_Stream doomed = device_->CreateStream();
  std::atomic<int> calls{0};
  for (int i = 0; i < 50; ++i) device_->Call(doomed, [&] { ++calls; });
  device_->DestroyStream(doomed);
  EXPECT_EQ(calls, 50);
}

TEST_F(DeviceTest, SynchronizeAllWaitsForEveryStream) {
  SP_Stream other = device_->CreateStream();
  std::atomic<int> calls{0};
  for (SP_Stream stream : {stream_, other}) {
    device_->Call(stream, [&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ++calls;
    });
  }
  ASSERT_TRUE(device_->SynchronizeAll().ok());
  EXPECT_EQ(calls, 2);
  device_->DestroyStream(other);
}

TEST_F(WorkTest, DoesNotKeepTheHostWaiting) {
  std::atomic<int> runs{0};
  Gate gate(device_.get(), stream_);
  for (int i = 0; i < 100; ++i) op_.Enqueue(1, [&] { ++runs; });
  EXPECT_EQ(runs, 0);
  gate.Open();
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(runs, 100);
}

// --- Events

TEST_F(DeviceTest, AnEventCanBeRecordedAgain) {
  SP_Event event = device_->CreateEvent();
  SP_Stream other = device_->CreateStream();
  ASSERT_TRUE(device_->Record(other, event).ok());
  ASSERT_TRUE(device_->Synchronize(other).ok());
  EXPECT_EQ(device_->Query(event), SE_EVENT_COMPLETE);

  Gate gate(device_.get(), stream_);
  ASSERT_TRUE(device_->Record(stream_, event).ok());
  EXPECT_EQ(device_->Query(event), SE_EVENT_PENDING);
  ASSERT_TRUE(device_->WaitFor(other, event).ok());
  std::atomic<bool> passed{false};
  device_->Call(other, [&] { passed = true; });
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(passed);
  gate.Open();
  ASSERT_TRUE(device_->Synchronize(other).ok());
  EXPECT_TRUE(passed);
  EXPECT_EQ(device_->Query(event), SE_EVENT_COMPLETE);
  device_->DestroyStream(other);
  device_->DestroyEvent(event);
}

TEST_F(DeviceTest, AWaitMeansTheRecordBeforeIt) {
  SP_Event event = device_->CreateEvent();
  SP_Stream other = device_->CreateStream();
  ASSERT_TRUE(device_->WaitFor(other, event).ok());  // before any record: no wait
  Gate gate(device_.get(), stream_);
  ASSERT_TRUE(device_->Record(stream_, event).ok());
  std::atomic<bool> passed{false};
  device_->Call(other, [&] { passed = true; });
  ASSERT_TRUE(device_->Synchronize(other).ok());
  EXPECT_TRUE(passed);
  gate.Open();
  ASSERT_TRUE(device_->BlockOn(event).ok());
  device_->DestroyStream(other);
  device_->DestroyEvent(event);
}

TEST_F(DeviceTest, AWaitOutlastsALaterRecordElsewhere) {
  SP_Event event = device_->CreateEvent();
  SP_Stream waiting = device_->CreateStream();
  SP_Stream idle = device_->CreateStream();
  std::atomic<bool> passed{false};
  {
    Gate gate(device_.get(), stream_);
    ASSERT_TRUE(device_->Record(stream_, event).ok());
    ASSERT_TRUE(device_->WaitFor(waiting, event).ok());
    ASSERT_TRUE(device_->Record(idle, event).ok());
    ASSERT_TRUE(device_->BlockOn(event).ok());  // means the record on the idle stream
    device_->Call(waiting, [&] { passed = true; });
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_FALSE(passed);
  }
  ASSERT_TRUE(device_->Synchronize(waiting).ok());
  EXPECT_TRUE(passed);
  for (SP_Stream stream : {waiting, idle}) device_->DestroyStream(stream);
  device_->DestroyEvent(event);
}

TEST_F(DeviceTest, AnEventMayBeDestroyedWhileAStreamWaitsForIt) {
  SP_Event event = device_->CreateEvent();
  SP_Stream other = device_->CreateStream();
  std::atomic<bool> before{false};
  bool after_before = false;
  Gate gate(device_.get(), stream_);
  device_->Call(stream_, [&] { before = true; });
  ASSERT_TRUE(device_->Record(stream_, event).ok());
  ASSERT_TRUE(device_->WaitFor(other, event).ok());
  device_->DestroyEvent(event);
  device_->Call(other, [&] { after_before = before; });
  gate.Open();
  ASSERT_TRUE(device_->Synchronize(other).ok());
  EXPECT_TRUE(after_before);
  device_->DestroyStream(other);
}

// --- Timers

TEST_F(DeviceTest, ATimerMeasuresTheDeviceAndNotTheHost) {
  SP_Timer timer = nullptr;
  TfStatus status;
  const SP_StreamExecutor* executor = device_->executor();
  executor->create_timer(device_->device(), &timer, status.get());
  ASSERT_TRUE(status.ok()) << status.message();
  Gate gate(device_.get(), stream_);
  executor->start_timer(device_->device(), stream_, timer, status.get());
  ASSERT_TRUE(status.ok()) << status.message();
  device_->Call(stream_, [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
  executor->stop_timer(device_->device(), stream_, timer, status.get());
  ASSERT_TRUE(status.ok()) << status.message();
  // Time that passes before the device begins is not the device's.
  const auto held_up = std::chrono::milliseconds(1500);
  std::this_thread::sleep_for(held_up);
  gate.Open();
  const std::chrono::nanoseconds measured(device_->Nanoseconds(timer));
  EXPECT_GE(measured, std::chrono::milliseconds(19));
  EXPECT_LT(measured, held_up);
  executor->destroy_timer(device_->device(), timer);
}

}  // namespace
}  // namespace pluggable::tests
