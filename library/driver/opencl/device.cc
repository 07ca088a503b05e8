// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/device.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "driver/driver.h"
#include "driver/opencl/cache_choice.h"
#include "driver/opencl_settings.h"

namespace pluggable::opencl {

namespace {

uint64_t CapacityOf(const DeviceInfo& info) {
  return settings::kCapacity == 0 ? info.memory : std::min(settings::kCapacity, info.memory);
}

bool IsRusticl(const DeviceInfo& info) { return info.platform == "rusticl"; }

DeviceKernelLimits LimitsOf(const DeviceInfo& info) {
  DeviceKernelLimits limits;
  limits.threads_per_block = info.max_work_group;
  limits.shared_memory = info.local_memory;
  limits.has_double = info.has_double;
  // Mesa's processors compute eight threads of a block together. Most kernels for processors have
  // blocks of one thread. For those, 22.3.6 read past the arguments and treated infinity as finite.
  limits.is_cpu = (info.type & CL_DEVICE_TYPE_CPU) != 0 && !IsRusticl(info) &&
                  std::getenv(settings::kLikeGpuVariable) == nullptr;
  return limits;
}

bool HasManyQueues(const DeviceInfo& info) {
  const char* const queues = std::getenv(settings::kQueuesVariable);
  if (queues == nullptr) return !IsRusticl(info);
  return std::strcmp(queues, "one") != 0;
}

}  // namespace

Device::Device(const DeviceInfo& info)
    : info_(info),
      limits_(LimitsOf(info)),
      has_many_queues_(HasManyQueues(info)),
      memory_(CapacityOf(info), info.max_allocation) {}

int Device::Count() { return static_cast<int>(TheDevices().chosen.size()); }

Device& Device::Get(int ordinal) {
  static const auto* const devices = [] {
    auto* const all = new std::vector<std::unique_ptr<Device>>;
    for (const DeviceInfo& info : TheDevices().chosen) {
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
  if (is_open_) return Status();
  const Status status = OpenLocked();
  is_open_ = status.ok();
  return is_open_ ? status
                  : errors::Internal("cannot use the OpenCL device ", info_.name, " of ",
                                     info_.platform, ": ", status.message());
}

Status Device::OpenLocked() {
  if (context_ == nullptr) {
    cl_int code = CL_SUCCESS;
    context_ = Api::Get().CreateContext(nullptr, 1, &info_.id, nullptr, nullptr, &code);
    if (code != CL_SUCCESS) {
      context_ = nullptr;
      return ToStatus("clCreateContext", code);
    }
  }
  Status status = memory_.Open();
  if (!status.ok()) return status;
  std::unique_ptr<Commands> commands;
  status = Commands::Create(context_, info_.id, &commands);
  if (!status.ok()) return status;
  status = Commands::Create(context_, info_.id, &transfers_);
  if (!status.ok()) return status;
  commands_ = std::move(commands);
  programs_ = std::make_unique<Programs>(context_, info_, limits_.is_cpu, CacheFor(info_));
  return Status();
}

Status Device::CommandsForStream(std::shared_ptr<Commands>* commands) {
  if (!has_many_queues_ && !commands_->IsCalling()) {
    *commands = commands_;
    return Status();
  }
  std::unique_ptr<Commands> own;
  Status status = Commands::Create(context_, info_.id, &own);
  *commands = std::move(own);
  return status;
}

}  // namespace pluggable::opencl

namespace pluggable {

const DeviceKernelLimits& LimitsOfDeviceKernels(int ordinal) {
  return opencl::Device::Get(ordinal).limits();
}

bool HasDeviceKernel(int ordinal, const DeviceKernel& kernel, Dim3 block) {
  opencl::Device& device = opencl::Device::Get(ordinal);
  const uint64_t threads = block.count();
  const std::array<size_t, 3>& most = device.info().max_work_items;
  if (threads > device.limits().threads_per_block || block.x > most[0] || block.y > most[1] ||
      block.z > most[2]) {
    return false;
  }
  const std::shared_ptr<const opencl::BuiltKernel> built = device.programs().Find(kernel);
  return built->status.ok() && threads <= built->most_threads;
}

Status LaunchDeviceKernel(int /*ordinal*/, driver::Queue* queue, const DeviceKernel& kernel,
                          Dim3 grid, Dim3 block, void** args) {
  return driver::Launch(queue, &kernel, grid, block, args, 0);
}

DeviceProgramBuild BuildDeviceProgram(int ordinal, const DeviceProgram& program) {
  return opencl::Device::Get(ordinal).programs().Prepare(program);
}

}  // namespace pluggable
