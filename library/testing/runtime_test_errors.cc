// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The effects of an error of enqueued work: on the op's own results, on their readers, and on
// everything else.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "pluggable/op_memory.h"
#include "pluggable/stream.h"

#include "plugin/spec_facts.h"
#include "runtime/copy_errors.h"
#include "runtime/device.h"
#include "runtime/failed_results.h"
#include "runtime_test_host.h"

// The release that the plugin sees. It is found by name, as in TensorFlow's process.
extern "C" __attribute__((visibility("default"))) const char* TF_Version() { return "2.21.0"; }

namespace pluggable::tests {
namespace {

using internal::OpMemory;
using Use = OpMemory::Use;

constexpr size_t kCount = 64;
constexpr uint64_t kBytes = kCount * sizeof(float);

class ErrorTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    other_stream_ = device_->CreateStream();
    for (SP_DeviceMemoryBase& memory : memories_) {
      memory = device_->Allocate(kBytes);
      device_->Write(memory, std::vector<float>(kCount, 0.0f));
    }
  }
  void TearDown() override {
    if (device_ == nullptr) return;
    device_->SynchronizeAll().IgnoreError();
    for (SP_DeviceMemoryBase& memory : memories_) device_->Deallocate(&memory);
    device_->DestroyStream(other_stream_);
    DeviceTest::TearDown();
  }

  float* At(size_t i) const { return static_cast<float*>(memories_[i].opaque); }

  // The stream of an op that uses these memories.
  struct MemoryUse {
    Use use;
    size_t memory;
  };
  Stream Op(const char* name, const std::vector<MemoryUse>& uses,
            int64_t step = OpMemory::kNoStep) const {
    std::vector<OpMemory::Range> ranges;
    for (const MemoryUse& use : uses) {
      ranges.push_back({reinterpret_cast<const char*>(At(use.memory)), kBytes, use.use});
    }
    return StreamOfOp(stream_, name, ranges, step);
  }
  // out = value, or an error.
  void Produce(const char* name, size_t out, float value, bool fails = false) const {
    Op(name, {{Use::kWritten, out}}).Enqueue(kLong, [to = At(out), value, fails]() -> Status {
      if (fails) return errors::OutOfRange("index 7 is not in [0, 4)");
      std::fill_n(OnDevice(to), kCount, value);
      return Status();
    });
  }
  // out = in + 1
  void AddOne(size_t in, size_t out) const {
    Op("AddOne", {{Use::kRead, in}, {Use::kWritten, out}})
        .Enqueue(kLong, [from = At(in), to = At(out)] {
          for (size_t i = 0; i < kCount; ++i) OnDevice(to)[i] = OnDevice(from)[i] + 1;
        });
  }
  // The variable at `old` gets old + operand, which goes to `next`.
  void Replace(size_t old, size_t operand, size_t next, int64_t step) const {
    const Stream op =
        Op("Update", {{Use::kRead, old}, {Use::kRead, operand}, {Use::kWritten, next}}, step);
    op.memory()->SetReplacement(At(next), At(old), kBytes);
    op.Enqueue(kLong, [a = At(old), b = At(operand), to = At(next)] {
      for (size_t i = 0; i < kCount; ++i) OnDevice(to)[i] = OnDevice(a)[i] + OnDevice(b)[i];
    });
  }
  // Copies as internal::CopyValue does: the device itself, or the host.
  void CopyValue(size_t from, size_t to, bool on_device) const {
    const Stream op = Op("Copy", {{Use::kRead, from}, {Use::kWritten, to}});
    op.memory()->SetReplacement(At(to), At(from), kBytes);
    if (on_device) {
      EXPECT_TRUE(op.CopyOnDevice(At(to), At(from), kBytes).ok());
      return;
    }
    op.Enqueue(kLong,
               [x = At(from), y = At(to)] { std::copy_n(OnDevice(x), kCount, OnDevice(y)); });
  }
  // A copy as in an eager program: TensorFlow waits for the device first.
  Status Fetch(size_t memory, float* value) const {
    Status status = device_->SynchronizeAll();
    if (!status.ok()) return status;
    std::vector<float> values(kCount);
    status = device_->CopyToHost(other_stream_, values.data(), memories_[memory], kBytes);
    if (status.ok()) status = device_->Synchronize(other_stream_);
    *value = values[kCount - 1];
    return status;
  }
  void ExpectValue(size_t memory, float expected) const {
    float value = -2;
    const Status status = Fetch(memory, &value);
    EXPECT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(value, expected);
  }
  void ExpectFailed(size_t memory) const {
    float value = -2;
    EXPECT_EQ(Fetch(memory, &value), errors::OutOfRange("Culprit: index 7 is not in [0, 4)"));
  }
  // Reads of the variable report it; the variable keeps its value. Waits belong to nobody, so they
  // do not.
  void ExpectLostUpdateReportedOnce(size_t variable) const {
    if (runtime::CopiesReportErrors()) {
      EXPECT_TRUE(device_->SynchronizeAll().ok());
    }
    float value = -2;
    EXPECT_EQ(Fetch(variable, &value).code(), TF_OUT_OF_RANGE);
  }

  SP_Stream other_stream_ = nullptr;
  SP_DeviceMemoryBase memories_[4]{};
};

TEST_F(ErrorTest, TensorFlowHearsOfItInNoWayThatEndsTheProcess) {
  Produce("Culprit", 0, 1, /*fails=*/true);
  SP_Event event = device_->CreateEvent();
  EXPECT_TRUE(device_->Record(stream_, event).ok());
  EXPECT_TRUE(device_->BlockOn(event).ok());
  EXPECT_EQ(device_->Query(event), SE_EVENT_COMPLETE);
  EXPECT_TRUE(device_->StreamStatus(stream_).ok());
  device_->DestroyEvent(event);
  ExpectFailed(0);
}

TEST_F(ErrorTest, OtherWorkRuns) {
  Produce("Before", 1, 1);
  Produce("Culprit", 0, 1, /*fails=*/true);
  Produce("After", 2, 3);
  AddOne(2, 3);
  ExpectValue(1, 1);
  ExpectValue(2, 3);
  ExpectValue(3, 4);
}

TEST_F(ErrorTest, WhatReadsTheResultFailsLikewiseHoweverOftenItIsAskedFor) {
  Produce("Culprit", 0, 1, /*fails=*/true);
  AddOne(0, 1);
  AddOne(1, 2);
  for (int times = 0; times < 2; ++times) {
    ExpectFailed(2);
    ExpectFailed(0);
    ExpectFailed(1);
  }
  std::thread([&] { ExpectFailed(1); }).join();
}

TEST_F(ErrorTest, MemoryThatIsWrittenAgainIsSound) {
  Produce("Culprit", 0, 1, /*fails=*/true);
  Produce("Culprit", 1, 1, /*fails=*/true);
  Produce("Culprit", 2, 1, /*fails=*/true);
  Produce("Sound", 0, 5);
  const std::vector<float> sevens(kCount, 7.0f);
  EXPECT_TRUE(device_->CopyToDevice(other_stream_, memories_[1], sevens.data(), kBytes).ok());
  EXPECT_TRUE(device_->CopyOnDevice(stream_, memories_[2], memories_[0], kBytes).ok());
  AddOne(0, 3);
  ExpectValue(0, 5);
  ExpectValue(1, 7);
  ExpectValue(2, 5);
  ExpectValue(3, 6);
}

TEST_F(ErrorTest, ACopyOnTheDeviceCarriesTheErrorAlong) {
  Produce("Culprit", 0, 1, /*fails=*/true);
  EXPECT_TRUE(device_->CopyOnDevice(stream_, memories_[1], memories_[0], kBytes).ok());
  ExpectFailed(1);
}

// TensorFlow frees memory when the last work that reads it is enqueued, and may allocate it again.
TEST_F(ErrorTest, WorkThatReadsFreedMemoryStillFails) {
  if (!spec_facts::kAsynchronousStreams) GTEST_SKIP() << "nothing is ever pending";
  Produce("Culprit", 0, 1, /*fails=*/true);
  device_->SynchronizeAll().IgnoreError();
  {
    const Gate gate(device_.get(), stream_);
    AddOne(0, 1);
    device_->Deallocate(&memories_[0]);
    memories_[0] = device_->Allocate(kBytes);
  }
  ExpectFailed(1);
}

TEST_F(ErrorTest, TheRestOfTheOpIsSkipped) {
  std::atomic<int> runs{0};
  const Stream op = Op("Culprit", {{Use::kWritten, 0}});
  op.Enqueue(kLong, [] { return errors::OutOfRange("index 7 is not in [0, 4)"); });
  op.Enqueue(kLong, [&] { ++runs; });
  op.Enqueue(kLong, [] { return errors::Internal("a later error"); });
  ExpectFailed(0);
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(op.status().code(), TF_OUT_OF_RANGE);
}

// A step that fails leaves the weights unchanged, and is reported once.
TEST_F(ErrorTest, AVariableKeepsItsValueIfItsUpdateDoesNotRun) {
  Produce("Initializer", 0, 3);
  Produce("Culprit", 1, 1, /*fails=*/true);
  Op("Update", {{Use::kUpdated, 0}, {Use::kRead, 1}}).Enqueue(kLong, [to = At(0)] {
    OnDevice(to)[kCount - 1] = 9;
  });
  ExpectLostUpdateReportedOnce(0);
  ExpectValue(0, 3);
  AddOne(0, 2);
  ExpectValue(2, 4);
}

// So does a variable whose new value is in other memory.
TEST_F(ErrorTest, WhatReplacesAValueIsTheOldOneIfTheWorkFails) {
  for (const bool fails_itself : {false, true}) {
    Produce("Initializer", 0, 3);
    Produce("Culprit", 1, 1, /*fails=*/!fails_itself);
    const Stream op = Op("Update", {{Use::kRead, 0}, {Use::kRead, 1}, {Use::kWritten, 2}});
    op.memory()->SetReplacement(At(2), At(0), kBytes);
    op.Enqueue(kLong, [to = At(2)]() -> Status {
      OnDevice(to)[kCount - 1] = 9;
      return errors::OutOfRange("index 7 is not in [0, 4)");
    });
    AddOne(2, 3);
    ExpectLostUpdateReportedOnce(2);
    ExpectValue(2, 3);
    ExpectValue(3, 4);
  }
}

// The new value has been computed in its place by then, or not.
TEST_F(ErrorTest, ACheckBringsBackTheOldValue) {
  for (const bool fails : {false, true}) {
    Produce("Initializer", 0, 3);
    Produce("Culprit", 1, 5, fails);
    const Stream op = Op("Update", {{Use::kRead, 0}, {Use::kRead, 1}, {Use::kWritten, 1}});
    op.memory()->SetReplacement(At(1), At(0), kBytes);
    EXPECT_TRUE(op.EnqueueCheck().ok());
    AddOne(1, 2);
    if (fails) ExpectLostUpdateReportedOnce(1);
    ExpectValue(1, fails ? 3 : 5);
    ExpectValue(2, fails ? 4 : 6);
  }
}

// The value of a variable moves: into the buffer that another one has left, and with each update.
TEST_F(ErrorTest, ALostUpdateIsToldWhereverTheValueIs) {
  for (const bool on_device : {false, true}) {
    Produce("Initializer", 0, 3);
    Produce("Culprit", 1, 1, /*fails=*/true);
    Replace(0, 1, 2, /*step=*/1);
    CopyValue(2, 3, on_device);
    Produce("Other", 2, 9);  // has the memory next
    ExpectValue(2, 9);
    ExpectLostUpdateReportedOnce(3);
    ExpectValue(3, 3);
    ExpectValue(3, 3);

    Produce("Culprit", 1, 1, /*fails=*/true);
    Replace(0, 1, 2, /*step=*/1);
    Produce("Operand", 1, 4);
    Replace(2, 1, 3, /*step=*/2);  // the next step trains on
    Produce("Other", 2, 9);
    ExpectLostUpdateReportedOnce(3);
    ExpectValue(3, 7);
    ExpectValue(2, 9);
  }
}

// Two steps fail, and somebody is told of the second.
TEST_F(ErrorTest, EachLostUpdateIsTold) {
  Produce("Initializer", 0, 3);
  Produce("Culprit", 1, 1, /*fails=*/true);
  Replace(0, 1, 2, /*step=*/1);
  Produce("Culprit", 1, 1, /*fails=*/true);
  Replace(2, 1, 3, /*step=*/2);
  ExpectFailed(1);
  ExpectLostUpdateReportedOnce(3);
  ExpectValue(3, 3);
}

// What other memory took from the variable is no variable.
TEST_F(ErrorTest, ACopyOfTheOldValueHasNoError) {
  Produce("Initializer", 0, 3);
  Produce("Culprit", 1, 1, /*fails=*/true);
  Replace(0, 1, 2, /*step=*/1);
  EXPECT_TRUE(device_->CopyOnDevice(stream_, memories_[3], memories_[2], kBytes).ok());
  ExpectValue(3, 3);
  Produce("Other", 0, 5);
  EXPECT_TRUE(device_->CopyOnDevice(stream_, memories_[2], memories_[0], kBytes).ok());
  ExpectValue(2, 5);  // the variable's value is gone, and so is its error
}

// On TensorFlow's CPU, what depends on a failed update does not run.
TEST_F(ErrorTest, WorkOfTheSameStepFailsIfItReadsAVariableWithoutItsUpdate) {
  for (const int64_t step : {1, 2}) {
    Produce("Initializer", 0, 3);
    Produce("Weight", 3, 8);
    Produce("Culprit", 1, 1, /*fails=*/true);
    Replace(0, 1, 2, /*step=*/1);
    Replace(3, 2, 1, step);  // a weight from its moment
    const bool is_same = step == 1;
    if (is_same) {
      ExpectLostUpdateReportedOnce(1);
    } else {
      ExpectLostUpdateReportedOnce(2);
    }
    ExpectValue(1, is_same ? 8 : 11);
    ExpectValue(2, 3);
    // An op that runs at the same time as the one that was told.
    Replace(1, 2, 3, /*step=*/1);
    ExpectValue(3, is_same ? 8 : 11);
    EXPECT_FALSE(runtime::FailedResults::Get().empty());
    AddOne(2, 3);
    ExpectValue(3, 4);
    EXPECT_TRUE(runtime::FailedResults::Get().empty()) << "later work pays for the error";
  }
}

TEST_F(ErrorTest, ACopyOfTheSameStepFailsLikewise) {
  for (const int64_t step : {1, 2}) {
    Produce("Initializer", 0, 3);
    Produce("Culprit", 1, 1, /*fails=*/true);
    Replace(0, 1, 2, /*step=*/1);
    const Stream op = Op("Slice", {{Use::kRead, 2}, {Use::kWritten, 3}}, step);
    EXPECT_TRUE(op.CopyOnDevice(At(3), At(2), kBytes).ok());
    if (step == 1) {
      ExpectFailed(3);
    } else {
      ExpectValue(3, 3);
    }
  }
}

// A device cannot skip a launch, so the host checks after each launch of an op.
TEST_F(ErrorTest, TheOldValueIsThereBehindTheLastLaunch) {
  Produce("Initializer", 0, 3);
  Produce("Culprit", 1, 1, /*fails=*/true);
  Produce("Other", 3, 9);
  const Stream op = Op("Update", {{Use::kRead, 0}, {Use::kRead, 1}, {Use::kWritten, 2}});
  op.memory()->SetReplacement(At(2), At(0), kBytes);
  op.memory()->SetLaunched();
  op.Enqueue(kLong, [] {});
  EXPECT_TRUE(device_->CopyOnDevice(stream_, memories_[2], memories_[3], kBytes).ok());
  op.Enqueue(kLong, [] {});
  ExpectLostUpdateReportedOnce(2);
  ExpectValue(2, 3);
}

TEST_F(ErrorTest, WhatReplacesNoValueHasNone) {
  Produce("Culprit", 0, 1, /*fails=*/true);
  const Stream op = Op("Update", {{Use::kRead, 0}, {Use::kWritten, 1}});
  op.memory()->SetReplacement(At(1), At(0), kBytes);
  op.Enqueue(kLong, [to = At(1)] { OnDevice(to)[kCount - 1] = 9; });
  ExpectFailed(1);
}

// A kernel that needs a number for the size of its output must not get what was there before.
TEST_F(ErrorTest, AReadOfMemoryWithoutAResultFails) {
  const auto read = [this](size_t memory, float* value) {
    return Op("Reader", {{Use::kRead, memory}}).Read(value, At(memory) + 7, sizeof(float));
  };
  float value = -2;
  Produce("Culprit", 0, 1, /*fails=*/true);
  EXPECT_EQ(read(0, &value), errors::OutOfRange("Culprit: index 7 is not in [0, 4)"));
  Produce("Sound", 0, 5);
  EXPECT_TRUE(read(0, &value).ok());
  EXPECT_EQ(value, 5);
  // A variable has its old value. The first to read that is told.
  Produce("Culprit", 1, 1, /*fails=*/true);
  Op("Update", {{Use::kUpdated, 0}, {Use::kRead, 1}}).Enqueue(kLong, [] {});
  EXPECT_EQ(read(0, &value), errors::OutOfRange("Culprit: index 7 is not in [0, 4)"));
  value = -2;
  EXPECT_TRUE(read(0, &value).ok());
  EXPECT_EQ(value, 5);
}

// No memory can be marked, so the op itself fails, and nothing else.
TEST_F(ErrorTest, WorkThatWritesNothingFailsItsOwnOp) {
  const Stream check = Op("Culprit", {{Use::kRead, 0}});
  check.Enqueue(kLong, [] { return errors::OutOfRange("index 7 is not in [0, 4)"); });
  EXPECT_EQ(check.status(), errors::OutOfRange("Culprit: index 7 is not in [0, 4)"));
  EXPECT_EQ(internal::TakeError(stream_, check.memory()).code(), TF_OUT_OF_RANGE);
  EXPECT_TRUE(device_->SynchronizeAll().ok());
  EXPECT_TRUE(Op("Other", {{Use::kRead, 0}}).status().ok());
}

TEST_F(ErrorTest, AnErrorOfWorkWithoutMemoryIsTheNextWaitsOnce) {
  std::atomic<bool> ran{false};
  const Stream nobody(stream_, "Nobody");
  nobody.Enqueue(kLong, [] { return errors::Aborted("no"); });
  nobody.Enqueue(kLong, [&] { ran = true; });
  Stream(other_stream_, "Other").Enqueue(kLong, [] { return errors::Aborted("neither"); });
  EXPECT_EQ(device_->SynchronizeAll().message(), "Nobody: no");
  EXPECT_EQ(device_->SynchronizeAll().message(), "Other: neither") << "an error is lost";
  EXPECT_TRUE(device_->SynchronizeAll().ok());
  EXPECT_TRUE(ran);
}

// TensorFlow waits for the device in many threads, of which at most one has caused the error.
TEST_F(ErrorTest, WaitsOfOthersAreNotTold) {
  if (!runtime::CopiesReportErrors()) GTEST_SKIP();
  Produce("Culprit", 0, 1, /*fails=*/true);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(device_->SynchronizeAll().ok());
  EXPECT_TRUE(device_->Synchronize(stream_).ok());
  ExpectFailed(0);
  Produce("Culprit", 1, 1, /*fails=*/true);
  Produce("Other", 1, 2);  // nobody can read the result any more
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(device_->SynchronizeAll().ok());
  ExpectValue(1, 2);
}

TEST_F(ErrorTest, EachWaitForAStreamTellsOneError) {
  const Stream nobody(stream_, "Nobody");
  nobody.Enqueue(kLong, [] { return errors::Aborted("first"); });
  nobody.Enqueue(kLong, [] { return errors::Aborted("second"); });
  EXPECT_EQ(device_->Synchronize(stream_).message(), "Nobody: first");
  EXPECT_EQ(device_->Synchronize(stream_).message(), "Nobody: second") << "an error is lost";
  EXPECT_TRUE(device_->Synchronize(stream_).ok());
}

TEST_F(ErrorTest, ManyThreadsFailAndSucceedAtOnce) {
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const bool fails = (static_cast<size_t>(i) + t) % 3 == 0;
        Produce("Culprit", t, static_cast<float>(i), fails);
        float value = -2;
        const Status status = Fetch(t, &value);
        const bool right = fails ? status.code() == TF_OUT_OF_RANGE
                                 : status.ok() && value == static_cast<float>(i);
        if (!right) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

// Work that fails first marks its memory and then ends, so at every moment one of both is visible.
TEST_F(ErrorTest, AFailureIsAlwaysPendingOrMarked) {
  constexpr auto kDuration = std::chrono::milliseconds(300);
  auto& device = *static_cast<runtime::Device*>(device_->device()->device_handle);
  runtime::FailedResults& results = runtime::FailedResults::Get();
  OpMemory written;
  written.Add(Use::kWritten, memories_[0].opaque, kBytes);
  const auto failure = std::make_shared<internal::Failure>(errors::Internal("failed"));
  std::atomic<int> begun{0};
  std::atomic<int> ended{0};
  std::thread work([&] {
    for (int round = 1; begun.load() >= 0; ++round) {
      while (begun.load() >= 0 && begun.load() < round) {
      }
      if (begun.load() < 0) return;
      results.Mark(written, 1, failure);
      device.CountFallible(-1);
      ended.store(round);
    }
  });
  int lost = 0;
  const auto end = std::chrono::steady_clock::now() + kDuration;
  for (int round = 1; std::chrono::steady_clock::now() < end; ++round) {
    results.Unmark(memories_[0].opaque, kBytes);
    device.CountFallible(1);
    begun.store(round);
    while (ended.load() < round) {
      if (!device.MayHaveFailedResults()) ++lost;
    }
  }
  begun.store(-1);
  work.join();
  EXPECT_EQ(lost, 0);
  results.Unmark(memories_[0].opaque, kBytes);
}

}  // namespace
}  // namespace pluggable::tests
