#include "spec/check_backend.h"

#include <string>
#include <string_view>

#include "base/text.h"

namespace plugingen::spec {
namespace {

template <typename T>
void Report(std::string_view key, const Located<T>& value, std::string_view why,
            const DeviceSection& device, diag::Sink& sink) {
  if (!value.given) return;
  const std::string backend(WordOf(device.backend.value));
  diag::Diagnostic diagnostic{.code = "E0231",
                              .message = "the backend " + base::Quoted(backend) +
                                         " has no use for device." + std::string(key) + ": " +
                                         std::string(why),
                              .span = value.span,
                              .help = "remove the key, or choose another backend"};
  if (device.backend.given) {
    diagnostic.notes.push_back({"the backend is chosen here", device.backend.span});
  }
  sink.Report(diagnostic);
}

}  // namespace

void CheckBackend(const DeviceSection& device, diag::Sink& sink) {
  const Backend backend = device.backend.value;
  if (backend != Backend::kOpenCl) {
    constexpr std::string_view kWhy = "it belongs to the backend 'opencl'";
    Report("opencl.devices", device.opencl.devices, kWhy, device, sink);
    Report("opencl.build_options", device.opencl.build_options, kWhy, device, sink);
  }
  if (backend != Backend::kOpenCl && backend != Backend::kCuda) return;
  constexpr std::string_view kAsked = "the device's driver says it";
  Report("count", device.count, "as many devices are listed as the machine has", device, sink);
  Report("hardware.name", device.hardware_name, kAsked, device, sink);
  Report("hardware.vendor", device.hardware_vendor, kAsked, device, sink);
  Report("streams", device.streams, "its queues are asynchronous", device, sink);
  Report("memory.alignment", device.memory.alignment, "allocations begin at multiples of 256",
         device, sink);
  Report("memory.host_visible", device.memory.host_visible, "the host never sees its memory",
         device, sink);
  Report("memory.unified", device.memory.unified, "the host never sees its memory", device, sink);
}

}  // namespace plugingen::spec
