// What programs that measure primitives share: memory of the device, and times.

#ifndef BENCH_DEVICE_DEVICE_MEMORY_H_
#define BENCH_DEVICE_DEVICE_MEMORY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <initializer_list>
#include <memory>
#include <vector>

#include "compute_test_device.h"

namespace pluggable::tests {

// Memory of the device, filled with small numbers.
class Buffer {
 public:
  explicit Buffer(int64_t bytes)
      : bytes_(static_cast<size_t>(bytes)), data_(ComputeDevice::Get()->Allocate(bytes_)) {
    const std::vector<uint16_t> pattern = [] {
      std::vector<uint16_t> words(size_t{1} << 20);
      // As floats, halves and bfloat16s all of these are between 0.5 and 1.
      for (size_t i = 0; i < words.size(); ++i)
        words[i] = static_cast<uint16_t>(0x3800 + i * 2654435761U % 128);
      return words;
    }();
    const size_t block = pattern.size() * sizeof(uint16_t);
    for (size_t at = 0; at < bytes_; at += block) {
      ComputeDevice::Get()->Write(static_cast<char*>(data_) + at, pattern.data(),
                                  std::min(block, bytes_ - at));
    }
  }
  ~Buffer() { ComputeDevice::Get()->Free(data_, bytes_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }

 private:
  size_t bytes_;
  void* data_;
};

// The stream of an op that uses this memory.
inline Stream StreamOf(std::initializer_list<const Buffer*> buffers) {
  auto memory = std::make_shared<internal::OpMemory>();
  for (const Buffer* const buffer : buffers) {
    memory->Add(internal::OpMemory::Use::kUpdated, buffer->data(), buffer->bytes());
  }
  return Stream(ComputeDevice::Get()->stream(), "Primitive", memory);
}

inline void Check(const Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  std::exit(1);
}

// Where the device is the processor of a busy machine, BENCH_PROCESSOR_TIME=1 has what this process
// takes of it measured, and not what others do.
inline double Seconds() {
  static const clockid_t clock =
      std::getenv("BENCH_PROCESSOR_TIME") == nullptr ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Seconds of one of `count` calls, until the device is done with them.
inline double TimeOf(const std::function<Status()>& call, int count) {
  const double begin = Seconds();
  for (int i = 0; i < count; ++i) Check(call());
  Check(ComputeDevice::Get()->Synchronize());
  return (Seconds() - begin) / count;
}

}  // namespace pluggable::tests

#endif  // BENCH_DEVICE_DEVICE_MEMORY_H_
