// What the measurements of naive.cc share.

#ifndef BENCH_DEVICE_NAIVE_H_
#define BENCH_DEVICE_NAIVE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "compute/device/launch_kernel.h"
#include "device_memory.h"

namespace pluggable::tests {

using compute::FlatGrid;
using compute::kFlatBlock;

// The kernels of naive.inc.
const DeviceProgram& Naive();

template <typename... Args>
Status LaunchNaive(const Stream& stream, const char* name, int64_t threads, Args... arguments) {
  const compute::Launched launched =
      compute::LaunchKernel(stream, &Naive(), name, FlatGrid(threads), kFlatBlock, arguments...);
  return launched ? *launched : errors::Internal("the device does not have ", name);
}

// Draws the same numbers in each run.
inline std::mt19937& Engine() {
  static std::mt19937 engine(1);
  return engine;
}

// Floats between -1 and 1.
class Floats : public Buffer {
 public:
  explicit Floats(int64_t count) : Buffer(count * 4) {
    std::vector<float> values(static_cast<size_t>(count));
    std::uniform_real_distribution<float> any(-1, 1);
    for (float& value : values) value = any(Engine());
    ComputeDevice::Get()->Write(data(), values.data(), bytes());
  }
  float* floats() const { return static_cast<float*>(data()); }
  std::vector<float> Read() const {
    std::vector<float> values(bytes() / 4);
    ComputeDevice::Get()->Read(values.data(), data(), bytes());
    return values;
  }
};

// Integers from 0 on.
class Indices : public Buffer {
 public:
  Indices(int64_t count, int limit) : Buffer(count * 4) {
    std::vector<int32_t> values(static_cast<size_t>(count));
    for (int32_t& value : values)
      value = static_cast<int32_t>(Engine()() % static_cast<uint32_t>(limit));
    ComputeDevice::Get()->Write(data(), values.data(), bytes());
  }
  int32_t* ints() const { return static_cast<int32_t*>(data()); }
};

using Call = std::function<Status()>;

// Where the results of both are, and what they are.
struct Results {
  const void* ours;
  const void* naive;
  int64_t count;
  bool are_floats = true;
  size_t element_bytes = 4;
};

// Prints a line of naive.cc. Ends the process if the results differ.
void Measure(const char* name, const Call& ours, const Call& naive, const Results& results);

// Those of tensors in general, and of networks' layers.
void MeasureArrays();
void MeasureLayers();

}  // namespace pluggable::tests

#endif  // BENCH_DEVICE_NAIVE_H_
