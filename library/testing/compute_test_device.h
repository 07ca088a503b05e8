// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A device for the tests of primitives. Nothing in this file depends on the plugin, so that a
// compiler cache can share the tests between projects.

#ifndef PLUGGABLE_TESTS_COMPUTE_TEST_DEVICE_H_
#define PLUGGABLE_TESTS_COMPUTE_TEST_DEVICE_H_

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_memory.h"
#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

namespace pluggable::tests {

// The device's first stream, and memory. All functions block until they are done.
class ComputeDevice {
 public:
  // Null if the driver lists no device.
  static ComputeDevice* Get();

  virtual ~ComputeDevice() = default;
  virtual SP_Stream stream() = 0;
  // Throws if memory is short.
  virtual void* Allocate(size_t bytes) = 0;
  virtual void Free(void* memory, size_t bytes) = 0;
  virtual void Write(void* memory, const void* from, size_t bytes) = 0;
  virtual void Read(void* to, const void* memory, size_t bytes) = 0;
  virtual Status Synchronize() = 0;
};

// The number of plans that a test draws: `most`, or fewer if the environment variable
// COMPUTE_TEST_PLANS says so. Some devices are slow, such as a simulator that checks each memory
// access.
int Plans(int most);

// The least side of a square of so many tiles that a device may take larger ones: more than four
// for each of its multiprocessors, and not fewer than 64.
int64_t SideOfManyTiles();

// Random choices that are the same in every run.
class Draw {
 public:
  explicit Draw(uint64_t seed) : engine_(seed) {}

  int64_t Between(int64_t least, int64_t most) {
    const auto count = static_cast<uint64_t>(most - least + 1);
    return least + static_cast<int64_t>(engine_() % count);
  }
  bool OneIn(int64_t n) { return Between(1, n) == 1; }
  template <typename T>
  T OneOf(const std::vector<T>& values) {
    return values[static_cast<size_t>(Between(0, static_cast<int64_t>(values.size()) - 1))];
  }
  // Between two values, in steps that every floating-point type can represent.
  double Value(double least, double most) {
    return least + (most - least) * static_cast<double>(Between(0, 64)) / 64;
  }
  // Usually small sizes, since most mistakes are at edges.
  int64_t Size() { return OneIn(6) ? Between(17, 70) : Between(1, 9); }

 private:
  std::mt19937_64 engine_;
};

// `count` values of T; integers and bools are truncated. With `has_specials`, some are infinite or
// NaN.
template <typename T>
std::vector<T> Values(Draw& draw, int64_t count, double least, double most,
                      bool has_specials = false) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<T> values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i) {
    double value = draw.Value(least, most);
    if (has_specials && !std::is_integral_v<T> && draw.OneIn(40)) {
      value = draw.OneOf<double>({kInfinity, -kInfinity, std::nan(""), 0.0});
    }
    if constexpr (std::is_same_v<T, bool>) {
      values[i] = value > (least + most) / 2;
    } else {
      values[i] = static_cast<T>(value);
    }
  }
  return values;
}

// Device memory with elements of T.
template <typename T>
class OnTheDevice {
 public:
  explicit OnTheDevice(const std::vector<T>& values) : count_(values.size()) {
    // Not the vector's own memory, since a vector of bools has none.
    const std::unique_ptr<T[]> elements(new T[count_]);
    for (size_t i = 0; i < count_; ++i) elements[i] = values[i];
    if (count_ == 0) return;
    data_ = ComputeDevice::Get()->Allocate(bytes());
    ComputeDevice::Get()->Write(data_, elements.get(), bytes());
  }
  ~OnTheDevice() {
    if (data_ != nullptr) ComputeDevice::Get()->Free(data_, bytes());
  }
  OnTheDevice(const OnTheDevice&) = delete;
  OnTheDevice& operator=(const OnTheDevice&) = delete;

  void* data() const { return data_; }
  size_t bytes() const { return count_ * sizeof(T); }
  std::vector<T> Read() const {
    const std::unique_ptr<T[]> elements(new T[count_]);
    if (count_ > 0) ComputeDevice::Get()->Read(elements.get(), data_, bytes());
    return std::vector<T>(elements.get(), elements.get() + count_);
  }

 private:
  size_t count_;
  void* data_ = nullptr;
};

// Tests of one primitive.
class ComputeTest : public testing::Test {
 protected:
  void SetUp() override {
    if (ComputeDevice::Get() == nullptr) {
      GTEST_SKIP() << "the driver lists no device (driver::DeviceCount() returned 0)";
    }
  }

  // The stream of an op that uses this memory.
  class Op {
   public:
    template <typename T>
    Op& Reads(const OnTheDevice<T>& memory) {
      memory_->Add(internal::OpMemory::Use::kRead, memory.data(), memory.bytes());
      return *this;
    }
    template <typename T>
    Op& Writes(const OnTheDevice<T>& memory) {
      memory_->Add(internal::OpMemory::Use::kWritten, memory.data(), memory.bytes());
      return *this;
    }
    template <typename T>
    Op& Updates(const OnTheDevice<T>& memory) {
      memory_->Add(internal::OpMemory::Use::kUpdated, memory.data(), memory.bytes());
      return *this;
    }
    Stream stream() const { return Stream(ComputeDevice::Get()->stream(), "Primitive", memory_); }

   private:
    std::shared_ptr<internal::OpMemory> memory_ = std::make_shared<internal::OpMemory>();
  };

  static void ExpectDone(const Status& enqueued) {
    ASSERT_TRUE(enqueued.ok()) << enqueued.ToString();
    const Status done = ComputeDevice::Get()->Synchronize();
    ASSERT_TRUE(done.ok()) << done.ToString();
  }
};

// The expected result: within `error` of `value`. NaN equals NaN.
struct Expected {
  double value = 0;
  double error = 0;
};

// Twice the relative error of a result that was rounded once to T.
template <typename T>
double RoundingError() {
  if constexpr (std::is_same_v<T, half>) return 1e-3;
  if constexpr (std::is_same_v<T, bfloat16>) return 8e-3;
  if constexpr (std::is_same_v<T, float>) return 1.2e-7;
  if constexpr (std::is_same_v<T, double>) return 2.3e-16;
  return 0;
}
// The same for the type that T is computed in.
template <typename T>
double ComputeError() {
  return std::is_same_v<T, double> ? 2.3e-16 : std::is_integral_v<T> ? 0 : 1.2e-7;
}

// A sum, added term by term, with the error that any order of additions may have.
class ExpectedSum {
 public:
  void Add(double term) {
    value_ += term;
    magnitude_ += std::fabs(term);
    ++count_;
  }
  template <typename T>
  Expected Get() const {
    return {value_, RoundingError<T>() * std::fabs(value_) +
                        ComputeError<T>() * magnitude_ * (std::sqrt(count_) + 4)};
  }

 private:
  double value_ = 0;
  double magnitude_ = 0;
  double count_ = 0;
};

template <typename T>
bool Agree(T found, const Expected& expected) {
  const auto value = static_cast<double>(found);
  if (std::isnan(expected.value)) return std::isnan(value);
  if (std::isinf(expected.value)) return value == expected.value;
  // A 16-bit type has fewer finite values.
  if (std::isinf(value) && !std::is_integral_v<T>) {
    const double largest = static_cast<double>(std::numeric_limits<T>::max());
    return std::fabs(expected.value) + expected.error >= largest * (1 - RoundingError<T>()) &&
           std::signbit(value) == std::signbit(expected.value);
  }
  // Values below the smallest normal number may become 0.
  const double tiny =
      std::is_integral_v<T> ? 0 : static_cast<double>(std::numeric_limits<T>::min());
  return std::fabs(value - expected.value) <= expected.error + tiny;
}

// Reports the first element that differs.
template <typename T>
void ExpectAgreement(const std::vector<T>& found, const std::vector<Expected>& expected,
                     const std::string& plan) {
  ASSERT_EQ(found.size(), expected.size()) << plan;
  for (size_t i = 0; i < found.size(); ++i) {
    if (Agree<T>(found[i], expected[i])) continue;
    ADD_FAILURE() << plan << ": element " << i << " of " << found.size() << " is "
                  << static_cast<double>(found[i]) << ", not " << expected[i].value << " within "
                  << expected[i].error;
    return;
  }
}

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_COMPUTE_TEST_DEVICE_H_
