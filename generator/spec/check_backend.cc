#include "spec/check_backend.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace plugingen::spec {
namespace {

struct UselessKey {
  std::string_view path;
  std::string_view why;
};

constexpr std::string_view kOfOpenCl = "it belongs to the backend 'opencl'";
constexpr std::string_view kOfCustom = "it belongs to the backend 'custom'";
constexpr std::string_view kAsked = "the driver queries it";
constexpr std::string_view kHidden = "the host cannot access its memory";

constexpr auto kWithoutOpenCl = std::to_array<UselessKey>({
    {"device.opencl.devices", kOfOpenCl},
    {"device.opencl.build_options", kOfOpenCl},
    {"device.opencl.cache", kOfOpenCl},
});

constexpr auto kWithoutCustom = std::to_array<UselessKey>({
    {"device.kernels", kOfCustom},
});

constexpr auto kWithDriver = std::to_array<UselessKey>({
    {"device.count", "the plugin lists all devices of the machine"},
    {"device.hardware.name", kAsked},
    {"device.hardware.vendor", kAsked},
    {"device.streams", "its queues are asynchronous"},
    {"device.memory.alignment", "allocations begin at multiples of 256"},
    {"device.memory.host_visible", kHidden},
    {"device.memory.unified", kHidden},
});

template <size_t N>
std::string_view WhyIn(const std::array<UselessKey, N>& keys, std::string_view path) {
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [path](const UselessKey& key) { return key.path == path; });
  return found == keys.end() ? std::string_view() : found->why;
}

class Checker {
 public:
  Checker(const DeviceSection& device, diag::Sink& sink) : device_(device), sink_(sink) {}

  template <typename T>
  void Check(std::string_view path, const Located<T>& value) {
    const std::string_view why = WhyUseless(device_.backend.value, path);
    if (!value.given || why.empty()) return;
    const std::string backend(WordOf(device_.backend.value));
    diag::Diagnostic diagnostic{.code = "E0231",
                                .message = "the backend " + base::Quoted(backend) +
                                           " does not use " + std::string(path) + ": " +
                                           std::string(why),
                                .span = value.span,
                                .help = "remove the key, or choose another backend"};
    if (device_.backend.given) {
      diagnostic.notes.push_back({"the backend is chosen here", device_.backend.span});
    }
    sink_.Report(diagnostic);
  }

 private:
  const DeviceSection& device_;
  diag::Sink& sink_;
};

}  // namespace

std::string_view WhyUseless(Backend backend, std::string_view path) {
  if (backend != Backend::kOpenCl) {
    if (const std::string_view why = WhyIn(kWithoutOpenCl, path); !why.empty()) return why;
  }
  if (backend != Backend::kCustom) {
    if (const std::string_view why = WhyIn(kWithoutCustom, path); !why.empty()) return why;
  }
  const bool driver = backend == Backend::kOpenCl || backend == Backend::kCuda;
  return driver ? WhyIn(kWithDriver, path) : std::string_view();
}

void CheckBackend(const DeviceSection& device, diag::Sink& sink) {
  Checker checker(device, sink);
  checker.Check("device.kernels", device.kernels);
  checker.Check("device.opencl.devices", device.opencl.devices);
  checker.Check("device.opencl.build_options", device.opencl.build_options);
  checker.Check("device.opencl.cache", device.opencl.cache);
  checker.Check("device.count", device.count);
  checker.Check("device.hardware.name", device.hardware_name);
  checker.Check("device.hardware.vendor", device.hardware_vendor);
  checker.Check("device.streams", device.streams);
  checker.Check("device.memory.alignment", device.memory.alignment);
  checker.Check("device.memory.host_visible", device.memory.host_visible);
  checker.Check("device.memory.unified", device.memory.unified);
}

}  // namespace plugingen::spec
