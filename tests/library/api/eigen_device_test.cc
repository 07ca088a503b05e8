// Eigen expressions on a simulated stream: memory has addresses that must not be accessed, and work
// waits until the test runs it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "pluggable/eigen_device.h"
#include "pluggable/stream.h"
#include "pluggable/tensor_types.h"

namespace pluggable {
namespace {

// 16 KiB of device memory. TensorFlow would call its start kName, where nothing is mapped.
constexpr uintptr_t kName = 0x1000;
constexpr size_t kFloats = 4096;
std::vector<float> memory(kFloats);

class Observer : public WorkObserver {
 public:
  bool MayRun(const Work&) override { return true; }
  void HasRun(const Work&, Status status) override {
    EXPECT_TRUE(status.ok()) << status.ToString();
  }
  void IsOver(bool) override {}
};
Observer observer;

std::deque<Work> enqueued;
std::vector<int64_t> costs;
bool running = false;

void RunAll() {
  running = true;
  for (; !enqueued.empty(); enqueued.pop_front()) enqueued.front()();
  running = false;
}

}  // namespace

// Replaces the runtime's functions for streams.
namespace internal {

WorkObserver* ObserverOf(SP_Stream) { return &observer; }
void Enqueue(SP_Stream, int64_t cost, Work&& work, OpMemory*) {
  costs.push_back(cost);
  enqueued.push_back(std::move(work));
}
Status Launch(SP_Stream, const char*, const std::shared_ptr<OpMemory>&, const void*, Dim3, Dim3,
              void**, size_t) {
  return errors::Unimplemented("no device functions here");
}
Status ErrorOf(SP_Stream, const OpMemory*) { return Status(); }
Status TakeError(SP_Stream, const OpMemory*) { return Status(); }
bool AnyFailure() { return false; }
Status TakeFailureOf(SP_Stream, const void*, size_t) { return Status(); }
void DeleteTensorElsewhere(TF_Tensor* tensor) { TF_DeleteTensor(tensor); }
int DeviceOrdinal(SP_Stream) { return 0; }
const DeviceProperties& PropertiesOf(SP_Stream) {
  static const DeviceProperties properties;
  return properties;
}
void* DevicePointer(const void* pointer) {
  if (!running) std::abort();  // only work may ask
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  if (address < kName || address >= kName + kFloats * sizeof(float)) {
    return const_cast<void*>(pointer);
  }
  return reinterpret_cast<char*>(memory.data()) + (address - kName);
}
const std::string& KeepForever(const std::string& name) {
  static std::deque<std::string> names;
  return names.emplace_back(name);
}

}  // namespace internal

namespace {

using Flat = TTypes<float>::Flat;
using Matrix = TTypes<float>::Matrix;

float* Name(size_t index) { return reinterpret_cast<float*>(kName) + index; }

class EigenDeviceTest : public testing::Test {
 protected:
  EigenDeviceTest() : device_(Stream(nullptr, "test")) {
    for (size_t i = 0; i < kFloats; ++i) memory[i] = static_cast<float>(i % 97) - 48;
    costs.clear();
  }
  ~EigenDeviceTest() override { EXPECT_TRUE(enqueued.empty()); }

  const EigenDevice device_;
};

TEST_F(EigenDeviceTest, AssignmentsAreEnqueuedWithCopiesOfTheirMaps) {
  {
    const Flat x(Name(0), 1003);
    Flat y(Name(2000), 1003);
    y.device(device_) = x.cwiseMax(0.0f);
    y.device(device_) += x * x.constant(2.0f);
    y.device(device_) -= x.constant(1.0f);
  }  // the maps are gone
  EXPECT_EQ(enqueued.size(), 3u);
  EXPECT_EQ(memory[2005], static_cast<float>(2005 % 97) - 48);  // nothing has happened yet
  RunAll();
  for (size_t i = 0; i < 1003; ++i) {
    const float x = memory[i];
    ASSERT_EQ(memory[2000 + i], std::max(x, 0.0f) + 2 * x - 1) << i;
  }
}

TEST_F(EigenDeviceTest, FillsInStreamOrder) {
  Flat x(Name(0), 10);
  x.device(device_).setConstant(7.0f);
  Flat(Name(10), 10).device(device_) = x;
  x.device(device_).setZero();
  RunAll();
  EXPECT_EQ(memory[9], 0.0f);
  EXPECT_EQ(memory[19], 7.0f);
}

// Argument types of kernels' functions: maps, spans and pointers of device memory, and host values.
struct Scale {
  Status operator()(TTypes<float>::ConstMatrix x, const std::vector<float>& factors,
                    Span<const float> offsets, const float* start, Matrix y) {
    for (int64_t i = 0; i < x.dimension(0); ++i) {
      for (int64_t j = 0; j < x.dimension(1); ++j) {
        const auto row = static_cast<size_t>(i);
        y(i, j) = x(i, j) * factors[row] + offsets[row] + *start;
      }
    }
    return Status();
  }
};

TEST_F(EigenDeviceTest, FunctionsGetTheirArgumentsOnTheDevice) {
  {
    const std::vector<float> factors = {2, 3};  // gone before the work runs
    const TTypes<float>::ConstMatrix x(Name(0), 2, 5);
    device_.stream().Enqueue(100, Scale(), x, factors, Span<const float>(Name(20), 2),
                             static_cast<const float*>(Name(30)), Matrix(Name(1000), 2, 5));
  }
  RunAll();
  EXPECT_EQ(memory[1008], memory[8] * 3 + memory[21] + memory[30]);
}

TEST_F(EigenDeviceTest, RearrangesAndReduces) {
  const Matrix x(Name(0), 10, 20);
  Matrix transposed(Name(1000), 20, 10);
  transposed.device(device_) = x.shuffle(Eigen::array<int, 2>{1, 0});
  Flat sums(Name(1500), 20);
  sums.device(device_) = x.sum(Eigen::array<int, 1>{0});
  TTypes<float>::Scalar sum(Name(1600));
  sum.device(device_) = x.sum();
  Matrix mirrored(Name(2000), 10, 20);
  mirrored.device(device_) = x.reverse(Eigen::array<bool, 2>{true, false}).eval() + x;
  mirrored.chip<0>(1).device(device_) = sums.constant(9.0f);
  RunAll();
  EXPECT_EQ(memory[1000 + 13 * 10 + 7], memory[7 * 20 + 13]);
  float column = 0;
  float all = 0;
  for (size_t row = 0; row < 10; ++row) column += memory[row * 20 + 3];
  for (size_t i = 0; i < 200; ++i) all += memory[i];
  EXPECT_EQ(memory[1503], column);
  EXPECT_EQ(memory[1600], all);
  EXPECT_EQ(memory[2000 + 2 * 20 + 5], memory[7 * 20 + 5] + memory[2 * 20 + 5]);
  EXPECT_EQ(memory[2000 + 1 * 20 + 5], 9.0f);
}

TEST_F(EigenDeviceTest, MultipliesMatrices) {
  const Matrix a(Name(0), 30, 20);
  const Matrix b(Name(600), 20, 10);
  Matrix c(Name(1000), 30, 10);
  const Eigen::array<Eigen::IndexPair<int>, 1> inner = {Eigen::IndexPair<int>(1, 0)};
  c.device(device_) = a.contract(b, inner);
  RunAll();
  float expected = 0;
  for (size_t k = 0; k < 20; ++k) expected += memory[7 * 20 + k] * memory[600 + k * 10 + 4];
  EXPECT_FLOAT_EQ(memory[1000 + 7 * 10 + 4], expected);
}

TEST_F(EigenDeviceTest, CostsGrowWithTheWork) {
  const Flat x(Name(0), 1000);
  Flat y(Name(1000), 1000);
  Flat small(Name(2000), 10);
  TTypes<float>::Scalar sum(Name(3000));
  small.device(device_) = small.constant(1.0f);
  y.device(device_) = x.constant(1.0f);
  y.device(device_) = x.tanh() / x.exp();
  sum.device(device_) = x.sum();
  ASSERT_EQ(costs.size(), 4u);
  EXPECT_LT(costs[0], costs[1]);
  EXPECT_LT(costs[1], costs[2]);
  EXPECT_GE(costs[3], 100);  // a thousand terms, though one result
  enqueued.clear();
}

TEST_F(EigenDeviceTest, ScratchIsSharedByCopies) {
  const EigenDevice copy = [this] {
    static_cast<void>(device_.scratchpad());
    return device_;
  }();
  EXPECT_EQ(copy.scratchpad(), device_.scratchpad());
  EXPECT_EQ(*copy.semaphore(), 0u);
  EXPECT_GE(copy.numThreads(), 1u);
  void* temporary = copy.allocate_temp(1000);
  EXPECT_NE(temporary, nullptr);
  copy.deallocate_temp(temporary);
}

}  // namespace
}  // namespace pluggable
