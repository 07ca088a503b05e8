// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the reference driver promises beyond the interface: work may enqueue work, device functions
// are functions of the host, and a stream has a thread.

#include <gtest/gtest.h>
#include <pthread.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "pluggable/launch.h"
#include "pluggable/op_memory.h"
#include "pluggable/running_work.h"
#include "pluggable/stream.h"
#include "pluggable/tensor.h"

#include "plugin/names.h"
#include "runtime/fallback_report.h"
#include "runtime/stream.h"
#include "runtime_test_host.h"

namespace pluggable::tests {
namespace {

TEST_F(WorkTest, WorkMayEnqueueWork) {
  std::vector<int> order;
  op_.Enqueue(kLong, [&] {
    op_.Enqueue(kLong, [&] { order.push_back(2); });
    order.push_back(1);
  });
  ASSERT_TRUE(device_->Synchronize(stream_).ok());  // maybe of the first only
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

// --- Launches

// Adds the sizes of the grid up, so that every thread leaves its trace in its own element.
void Trace(const LaunchContext& context, int32_t* out, int32_t factor) {
  const uint64_t block =
      (uint64_t{context.block_idx.z} * context.grid_dim.y + context.block_idx.y) *
          context.grid_dim.x +
      context.block_idx.x;
  const uint64_t thread =
      (uint64_t{context.thread_idx.z} * context.block_dim.y + context.thread_idx.y) *
          context.block_dim.x +
      context.thread_idx.x;
  const uint64_t index = block * context.block_dim.count() + thread;
  auto* const count = static_cast<int32_t*>(context.shared);
  OnDevice(out)[index] += factor * static_cast<int32_t>(index) + (*count)++;
}

TEST_F(WorkTest, LaunchesAFunctionForEveryThread) {
  const Dim3 grid{3, 2, 2};
  const Dim3 block{4, 3, 2};
  const size_t threads = grid.count() * block.count();
  SP_DeviceMemoryBase memory = device_->Allocate(threads * sizeof(int32_t));
  device_->Write(memory, std::vector<int32_t>(threads, 0));
  auto* out = static_cast<int32_t*>(memory.opaque);
  int32_t factor = 1000;
  void* args[] = {&out, &factor};
  Status status = op_.Launch(&kDeviceFunction<&Trace>, grid, block, args, sizeof(int32_t));
  ASSERT_TRUE(status.ok()) << status.ToString();
  factor = 0;  // the launch has its own copy
  out = nullptr;
  ASSERT_TRUE(device_->Synchronize(stream_).ok());
  std::vector<int32_t> expected(threads);
  for (size_t i = 0; i < threads; ++i) {
    expected[i] = static_cast<int32_t>(1000 * i + i % block.count());
  }
  EXPECT_EQ(device_->Read<int32_t>(memory, threads), expected);
  device_->Deallocate(&memory);
}

TEST_F(WorkTest, RefusesLaunchesThatCannotBe) {
  int32_t* out = nullptr;
  int32_t factor = 0;
  void* args[] = {&out, &factor};
  const DeviceFunction* function = &kDeviceFunction<&Trace>;
  EXPECT_EQ(op_.Launch(function, {0}, {1}, args, 0).code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(op_.Launch(nullptr, {1}, {1}, args, 0).code(), TF_INVALID_ARGUMENT);
  const Status status = op_.Launch(function, {1}, {1 << 20}, args, 0);
  EXPECT_EQ(status.code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(status.message().rfind("MyOp: ", 0), 0u) << status.message();
  EXPECT_EQ(op_.Launch(function, {1}, {1}, args, size_t{1} << 40).code(), TF_INVALID_ARGUMENT);
}

void Throw(const LaunchContext&) { throw std::runtime_error("no such instruction"); }

TEST_F(WorkTest, AnExceptionOfADeviceFunctionIsAnError) {
  for (const uint32_t threads : {1u, 1024u}) {  // at once and later
    ASSERT_TRUE(op_.Launch(&kDeviceFunction<&Throw>, {1}, {threads}, nullptr, 0).ok());
    const Status status = device_->Synchronize(stream_);
    EXPECT_EQ(status, errors::Internal("no such instruction"));
    EXPECT_TRUE(device_->Synchronize(stream_).ok()) << "told twice";
  }
}

// weight -= gradient
void Descend(const LaunchContext&, const float* gradient, float* weight) {
  *OnDevice(weight) -= *OnDevice(gradient);
}

// A launch runs whatever its inputs are. The variable that it updates has no value then, and says
// so however often it is read, until it is assigned.
TEST_F(WorkTest, AVariableThatALaunchCorruptsIsUnwritten) {
  using Use = internal::OpMemory::Use;
  SP_DeviceMemoryBase memory = device_->Allocate(2 * sizeof(float));
  auto* const weight = static_cast<float*>(memory.opaque);
  const float* const gradient = weight + 1;
  const auto range = [](const float* at, Use use) {
    return internal::OpMemory::Range{reinterpret_cast<const char*>(at), sizeof(float), use};
  };
  const auto read = [&] {
    float value = 0;
    SP_DeviceMemoryBase first = memory;
    Status status = device_->CopyToHost(stream_, &value, first, sizeof(value));
    status.Update(device_->Synchronize(stream_));
    return status;
  };
  device_->Write(memory, std::vector<float>{3, 1e30F});
  StreamOfOp(stream_, "Culprit", {range(gradient, Use::kWritten)}).Enqueue(kLong, []() -> Status {
    return errors::OutOfRange("index 7 is not in [0, 4)");
  });
  const float* from = gradient;
  float* to = weight;
  void* args[] = {&from, &to};
  const Stream op =
      StreamOfOp(stream_, "Descend", {range(weight, Use::kUpdated), range(gradient, Use::kRead)});
  ASSERT_TRUE(op.Launch(&kDeviceFunction<&Descend>, {1}, {1}, args, 0).ok());
  for (int times = 0; times < 3; ++times) EXPECT_EQ(read().code(), TF_OUT_OF_RANGE) << times;
  device_->Write(memory, std::vector<float>{3, 0});
  EXPECT_TRUE(read().ok());
  device_->Deallocate(&memory);
}

// While it lives, the system refuses new threads: none can have a stack as large as this.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_getattr_default_np(&huge);
    EXPECT_EQ(pthread_attr_setstacksize(&huge, size_t{1} << 50), 0);
    EXPECT_EQ(pthread_setattr_default_np(&huge), 0);
    pthread_attr_destroy(&huge);
  }
  ~NoThreads() {
    EXPECT_EQ(pthread_setattr_default_np(&before_), 0);
    pthread_attr_destroy(&before_);
  }

 private:
  pthread_attr_t before_;
};

TEST_F(WorkTest, AStreamWithoutAThreadIsRefused) {
  SP_Stream stream = nullptr;
  TfStatus status;
  {
    const NoThreads none;
    device_->executor()->create_stream(device_->device(), &stream, status.get());
  }
  EXPECT_EQ(status.code(), TF_RESOURCE_EXHAUSTED);
  stream = device_->CreateStream();
  bool ran = false;
  Stream(stream, "MyOp").Enqueue(kLong, [&] { ran = true; });
  EXPECT_TRUE(device_->Synchronize(stream).ok());
  EXPECT_TRUE(ran);
  device_->DestroyStream(stream);
}

// A destructor may not throw. In a process of its own, in which nothing was deleted before.
TEST(TensorReleaseDeathTest, WithoutAThreadTensorsWait) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto delete_one = [] {
    Tensor tensor(DT_FLOAT, TensorShape({4}));
    const NoThreads none;
    const internal::RunningWork running(nullptr);
    const Tensor gone = std::move(tensor);
  };
  EXPECT_EXIT((delete_one(), std::_Exit(0)), testing::ExitedWithCode(0), "no thread to delete");
}

using FallbackReportDeathTest = WorkTest;

TEST_F(FallbackReportDeathTest, CountsNoPieceIntoThatOfAnotherThread) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto report_two = [this] {
    setenv(names::kFallback, "report", /*replace=*/1);
    runtime::FallbackReport* const report = runtime::FallbackReport::Get();
    runtime::Stream& stream = *stream_->stream;
    std::promise<void> begun;
    std::thread other;
    {
      runtime::FallbackReport::Piece quick(report, 0, stream);
      other = std::thread([&] {
        begun.set_value();
        runtime::FallbackReport::Piece slow(report, 0, stream);
        op_.Enqueue(kLong, [] { std::this_thread::sleep_for(std::chrono::seconds(1)); });
        slow.EndOnDevice("Slow", nullptr);
      });
      begun.get_future().wait();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      quick.EndOnDevice("Quick", nullptr);
    }
    other.join();
    device_->SynchronizeAll().IgnoreError();
    std::exit(0);
  };
  // With the other piece's time in it, the quick one would have half of all.
  EXPECT_EXIT(report_two(), testing::ExitedWithCode(0),
              "Slow by a function of the driver +1 +[0-9]+\\.[0-9] .*"
              "Quick by a function of the driver +1 +[0-9]+\\.[0-9] +[1-3]?[0-9]\\.[0-9]%");
}

}  // namespace
}  // namespace pluggable::tests
