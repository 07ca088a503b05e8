// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/device.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>
#include <vector>

#include "driver/cuda_settings.h"
#include "driver/driver.h"

namespace pluggable::cuda {

namespace {

int Attribute(const Api& api, int attribute, Ordinal device) {
  int value = 0;
  return api.DeviceGetAttribute(&value, attribute, device) == kSuccess ? value : 0;
}

DeviceInfo Describe(const Api& api, Ordinal device) {
  DeviceInfo info;
  info.handle = device;
  std::array<char, 256> text{};
  if (api.DeviceGetName(text.data(), text.size() - 1, device) == kSuccess) info.name = text.data();
  text.fill('\0');
  if (api.DeviceGetPCIBusId(text.data(), text.size() - 1, device) == kSuccess) {
    info.pci_bus_id = text.data();
  }
  size_t memory = 0;
  if (api.DeviceTotalMem(&memory, device) == kSuccess) info.memory = memory;
  info.shared_memory =
      static_cast<uint64_t>(std::max(Attribute(api, kDeviceMaxSharedMemoryPerBlock, device), 0));
  info.threads_per_block =
      static_cast<uint32_t>(std::max(Attribute(api, kDeviceMaxThreadsPerBlock, device), 1));
  info.multiprocessors = std::max(Attribute(api, kDeviceMultiprocessorCount, device), 1);
  return info;
}

// cuDriverGetVersion returns the version of CUDA, which many drivers share.
std::string DriverVersion() {
  std::string version;
  std::getline(std::ifstream("/sys/module/nvidia/version"), version);
  return version;
}

struct Found {
  std::vector<DeviceInfo> devices;
  std::string reason;  // why there is none
};

Found Look() {
  Found found;
  const Api* const api = Api::Find(&found.reason);
  if (api == nullptr) return found;
  int count = 0;
  const Result code = api->DeviceGetCount(&count);
  if (code != kSuccess) found.reason = std::string(ToStatus("cuDeviceGetCount", code).message());
  for (int i = 0; i < count; ++i) {
    Ordinal device = 0;
    if (api->DeviceGet(&device, i) != kSuccess) continue;
    // TensorFlow fails as a whole if a device does not open.
    if (Attribute(*api, kDeviceComputeMode, device) == kComputeModeProhibited) continue;
    found.devices.push_back(Describe(*api, device));
    found.devices.back().driver_version = DriverVersion();
  }
  if (found.devices.empty() && found.reason.empty()) {
    found.reason =
        "NVIDIA's driver lists no GPU that may be used (CUDA_VISIBLE_DEVICES chooses among them)";
  }
  return found;
}

const Found& TheDevices() {
  static const auto* const found = new Found(Look());
  return *found;
}

uint64_t CapacityOf(const DeviceInfo& info) {
  return settings::kCapacity == 0 ? info.memory : std::min(settings::kCapacity, info.memory);
}

DeviceKernelLimits LimitsOf(const DeviceInfo& info) {
  DeviceKernelLimits limits;
  limits.threads_per_block = info.threads_per_block;
  limits.shared_memory = info.shared_memory;
  limits.has_double = true;
  return limits;
}

}  // namespace

Device::Device(const DeviceInfo& info)
    : info_(info), limits_(LimitsOf(info)), memory_(CapacityOf(info)), modules_(info.name) {}

int Device::Count() { return static_cast<int>(TheDevices().devices.size()); }

const std::string& Device::Reason() { return TheDevices().reason; }

Device& Device::Get(int ordinal) {
  static const auto* const devices = [] {
    auto* const all = new std::vector<std::unique_ptr<Device>>;
    for (const DeviceInfo& info : TheDevices().devices) {
      all->push_back(std::unique_ptr<Device>(new Device(info)));
    }
    return all;
  }();
  return *(*devices)[static_cast<size_t>(ordinal)];
}

int Device::Of(const void* pointer) {
  for (int ordinal = 0; ordinal < Count(); ++ordinal) {
    if (Get(ordinal).memory_.Contains(pointer)) return ordinal;
  }
  return -1;
}

Status Device::Open() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (context_ != nullptr) return Status();
  const Api& api = Api::Get();
  Status status =
      ToStatus("cuDevicePrimaryCtxRetain", api.DevicePrimaryCtxRetain(&context_, info_.handle));
  if (status.ok()) {
    const CurrentContext current(*this);
    status = current.status();
    // TensorFlow assumes that a device which opens has streams, and crashes without them.
    StreamHandle stream = nullptr;
    if (status.ok()) {
      status = ToStatus("cuStreamCreateWithPriority",
                        api.StreamCreateWithPriority(&stream, kStreamNonBlocking, 0));
    }
    if (status.ok()) {
      api.StreamDestroy(stream);
      std::unique_ptr<MemoryPool> pool;
      status = MemoryPool::CreateIfWanted(info_.handle, info_.name, memory_.capacity(), &pool);
      if (status.ok()) memory_.Open(std::move(pool));
    }
    if (status.ok()) return Status();
  }
  context_ = nullptr;
  return errors::Internal(
      "cannot use ", info_.name, ": ", status.message(),
      Count() > 1 ? ". CUDA_VISIBLE_DEVICES without this GPU leaves the others usable" : "");
}

CurrentContext::CurrentContext(const Device& device) {
  const Api& api = Api::Get();
  if (device.context() == nullptr) {
    status_ = errors::FailedPrecondition(device.info().name, " is not open");
    return;
  }
  status_ = ToStatus("cuCtxGetCurrent", api.CtxGetCurrent(&before_));
  if (!status_.ok() || before_ == device.context()) return;
  status_ = ToStatus("cuCtxSetCurrent", api.CtxSetCurrent(device.context()));
  is_changed_ = status_.ok();
}

CurrentContext::~CurrentContext() {
  if (is_changed_) Api::Get().CtxSetCurrent(before_);
}

}  // namespace pluggable::cuda

namespace pluggable {

const DeviceKernelLimits& LimitsOfDeviceKernels(int ordinal) {
  return cuda::Device::Get(ordinal).limits();
}

bool HasDeviceKernel(int ordinal, const DeviceKernel& kernel, Dim3 block) {
  const uint64_t threads = block.count();
  cuda::Device& device = cuda::Device::Get(ordinal);
  if (threads > device.limits().threads_per_block) return false;
  const cuda::CurrentContext current(device);
  // The host's accesses to device memory would fail as well. The launch reports why, for example
  // because the process is a forked child.
  if (!current.ok()) return true;
  const std::shared_ptr<const cuda::LoadedKernel> loaded = device.modules().Find(kernel);
  return loaded->status.ok() && threads <= loaded->most_threads;
}

Status LaunchDeviceKernel(int /*ordinal*/, driver::Queue* queue, const DeviceKernel& kernel,
                          Dim3 grid, Dim3 block, void** args) {
  return driver::Launch(queue, &kernel, grid, block, args, 0);
}

DeviceProgramBuild BuildDeviceProgram(int ordinal, const DeviceProgram& program) {
  cuda::Device& device = cuda::Device::Get(ordinal);
  const cuda::CurrentContext current(device);
  if (!current.ok()) return {errors::Internal("the device's context cannot be used")};
  return {device.modules().Load(program)};
}

}  // namespace pluggable
