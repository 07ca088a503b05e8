// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// SE_InitPlugin: registers the platform with TensorFlow.

#include <tensorflow/c/experimental/stream_executor/stream_executor.h>

#include <memory>
#include <utility>

#include "pluggable/status.h"
#include "driver/driver.h"
#include "plugin/callbacks.h"
#include "plugin/features/memory.h"
#include "plugin/host_struct.h"
#include "plugin/last_fields.h"
#include "plugin/names.h"
#include "plugin/python_hooks.h"
#include "plugin/spec_facts.h"
#include "plugin/stream_executor.h"
#include "runtime/device.h"
#include "runtime/event.h"
#include "runtime/log.h"

namespace pluggable {

namespace {

using runtime::Device;

const DeviceProperties& PropertiesOf(const SP_Device* device) {
  return static_cast<const Device*>(device->device_handle)->properties();
}

// --- SP_DeviceFns

int32_t GetNumaNode(const SP_Device* device) { return PropertiesOf(device).numa_node; }

int64_t GetMemoryBandwidth(const SP_Device* device) {
  return PropertiesOf(device).memory_bandwidth;
}

double GetGflops(const SP_Device* device) { return PropertiesOf(device).gflops; }

// --- SP_TimerFns

uint64_t Nanoseconds(SP_Timer timer) {
  return Try("nanoseconds", uint64_t{0}, [&] { return timer->timer->Nanoseconds(); });
}

// --- SP_PlatformFns

void GetDeviceCount(const SP_Platform* /*platform*/, int* count, TF_Status* status) {
  *count = 0;
  // A forked child asks for it at its end. It uses no device for that.
  const Status result = StatusOf([&] {
    static const int devices = driver::DeviceCount();
    *count = devices;
    return Status();
  });
  if (!result.ok()) runtime::Log("get_device_count: ", result.ToString());
  SetTfStatus(status, result);
}

void CreateDevice(const SP_Platform* /*platform*/, SE_CreateDeviceParams* params,
                  TF_Status* status) {
  HostStruct<SP_Device> host(params->device);
  std::unique_ptr<Device> device;
  Status result = host.Require(last_common::kDevice);
  if (result.ok()) result = StatusOf([&] { return Device::Create(params->ordinal, &device); });
  SetTfStatus(status, result);
  if (!result.ok()) return;
  const DeviceProperties& properties = device->properties();
  host->ext = nullptr;
  host->ordinal = params->ordinal;
  host->hardware_name = properties.name;
  host->device_vendor = properties.vendor;
  host->pci_bus_id = properties.pci_bus_id;
  host->device_handle = device.release();
  host.SetEnd(last_common::kDevice);
}

void DestroyDevice(const SP_Platform* /*platform*/, SP_Device* device) {
  Try("destroy_device", [&] { delete static_cast<Device*>(device->device_handle); });
  device->device_handle = nullptr;
}

void CreateDeviceFns(const SP_Platform* /*platform*/, SE_CreateDeviceFnsParams* params,
                     TF_Status* status) {
  HostStruct<SP_DeviceFns> host(params->device_fns);
  const Status result = host.Require(last_common::kDeviceFns);
  SetTfStatus(status, result);
  if (!result.ok()) return;
  host->ext = nullptr;
  host->get_numa_node = &GetNumaNode;
  host->get_memory_bandwidth = &GetMemoryBandwidth;
  host->get_gflops = &GetGflops;
  host.SetEnd(last_common::kDeviceFns);
}

void CreateStreamExecutor(const SP_Platform* /*platform*/, SE_CreateStreamExecutorParams* params,
                          TF_Status* status) {
  SetTfStatus(status, FillStreamExecutor(params->stream_executor));
}

void CreateTimerFns(const SP_Platform* /*platform*/, SP_TimerFns* timer_fns, TF_Status* status) {
  HostStruct<SP_TimerFns> host(timer_fns);
  const Status result = host.Require(last_common::kTimerFns);
  SetTfStatus(status, result);
  if (!result.ok()) return;
  host->ext = nullptr;
  host->nanoseconds = &Nanoseconds;
  host.SetEnd(last_common::kTimerFns);
}

// The structs contain nothing that must be destroyed.
void DestroyDeviceFns(const SP_Platform* /*platform*/, SP_DeviceFns* /*device_fns*/) {}
void DestroyStreamExecutor(const SP_Platform* /*platform*/, SP_StreamExecutor* /*executor*/) {}
void DestroyTimerFns(const SP_Platform* /*platform*/, SP_TimerFns* /*timer_fns*/) {}
void DestroyPlatform(SP_Platform* /*platform*/) {}
void DestroyPlatformFns(SP_PlatformFns* /*platform_fns*/) {}

// --- Registration

Status FillPlatform(SP_Platform* platform) {
  HostStruct<SP_Platform> host(platform);
  Status status = host.Require(last_common::kPlatform);
  if (!status.ok()) return status;
  host->ext = nullptr;
  host->name = spec_facts::kPlatform;
  host->type = names::kDeviceType;
  host->supports_unified_memory = spec_facts::kUnifiedMemory;
  host->use_bfc_allocator = !features::kPluginAllocator;
  host->force_memory_growth = features::kMemoryGrowth;
  host.SetEnd(last_common::kPlatform);
  return status;
}

Status FillPlatformFns(SP_PlatformFns* platform_fns) {
  HostStruct<SP_PlatformFns> host(platform_fns);
  Status status = host.Require(last_common::kPlatformFns);
  if (!status.ok()) return status;
  host->ext = nullptr;
  host->get_device_count = &GetDeviceCount;
  host->create_device = &CreateDevice;
  host->destroy_device = &DestroyDevice;
  host->create_device_fns = &CreateDeviceFns;
  host->destroy_device_fns = &DestroyDeviceFns;
  host->create_stream_executor = &CreateStreamExecutor;
  host->destroy_stream_executor = &DestroyStreamExecutor;
  host->create_timer_fns = &CreateTimerFns;
  host->destroy_timer_fns = &DestroyTimerFns;
  host.SetEnd(last_common::kPlatformFns);
  return status;
}

Status Register(SE_PlatformRegistrationParams* params) {
  HostStruct<SE_PlatformRegistrationParams> host(params);
  Status status = host.Require(last_common::kPlatformRegistrationParams);
  if (status.ok()) status = FillPlatform(params->platform);
  if (status.ok()) status = FillPlatformFns(params->platform_fns);
  if (!status.ok()) return status;
  host->destroy_platform = &DestroyPlatform;
  host->destroy_platform_fns = &DestroyPlatformFns;
  host.SetEnd(last_common::kPlatformRegistrationParams);
  return status;
}

}  // namespace
}  // namespace pluggable

// An error here would abort the process during `import tensorflow`. So missing hardware is not an
// error: there are no devices then, and a line in the log says so.
extern "C" __attribute__((visibility("default"))) void SE_InitPlugin(
    SE_PlatformRegistrationParams* params, TF_Status* status) {
  pluggable::SetTfStatus(status, pluggable::Register(params));
  pluggable::Try("SE_InitPlugin", [] {
    if (pluggable::driver::DeviceCount() == 0) {
      pluggable::runtime::Log("no ", pluggable::names::kDeviceType,
                              " device found: TensorFlow goes on without");
    }
    pluggable::InstallPythonHooks();
  });
}
