// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute_test_device.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>

#include "runtime_test_host.h"

namespace pluggable::tests {

namespace {

class HostsDevice : public ComputeDevice {
 public:
  HostsDevice() : device_(Host::Get().Create(0)), stream_(device_->CreateStream()) {}

  SP_Stream stream() override { return stream_; }
  void* Allocate(size_t bytes) override {
    void* const memory = device_->Allocate(bytes).opaque;
    if (memory == nullptr) {
      throw std::runtime_error("the device has no memory for " + std::to_string(bytes) +
                               " bytes; other programs may use it");
    }
    return memory;
  }
  void Free(void* memory, size_t bytes) override {
    SP_DeviceMemoryBase base = Base(memory, bytes);
    device_->Deallocate(&base);
  }
  void Write(void* memory, const void* from, size_t bytes) override {
    EXPECT_TRUE(device_->CopyToDevice(stream_, Base(memory, bytes), from, bytes).ok());
    EXPECT_TRUE(Synchronize().ok());
  }
  void Read(void* to, const void* memory, size_t bytes) override {
    EXPECT_TRUE(
        device_->CopyToHost(stream_, to, Base(const_cast<void*>(memory), bytes), bytes).ok());
    EXPECT_TRUE(Synchronize().ok());
  }
  Status Synchronize() override { return device_->Synchronize(stream_); }

 private:
  static SP_DeviceMemoryBase Base(void* memory, size_t bytes) {
    return {SP_DEVICE_MEMORY_BASE_STRUCT_SIZE, nullptr, memory, bytes, 0};
  }

  std::unique_ptr<HostDevice> device_;
  SP_Stream stream_;
};

}  // namespace

int Plans(int most) {
  const char* const value = std::getenv("COMPUTE_TEST_PLANS");
  return value == nullptr ? most : std::min(most, std::atoi(value));
}

int64_t SideOfManyTiles() {
  const Stream stream(ComputeDevice::Get()->stream(), "ManyTiles");
  const int64_t tiles = 4 * (int64_t{stream.device_properties().num_multiprocessors} + 1);
  int64_t side = 8;
  while (side * side < tiles) ++side;
  return side;
}

ComputeDevice* ComputeDevice::Get() {
  // TensorFlow never destroys its devices either.
  static ComputeDevice* const device = Host::Get().device_count() == 0 ? nullptr : new HostsDevice;
  return device;
}

}  // namespace pluggable::tests
