// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/devices.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

#include "driver/opencl_settings.h"

namespace pluggable::opencl {

namespace {

constexpr cl_device_type kNoCpu = CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR;

// OpenCL demands an allocation of 1 MiB of each device, and no address space is larger than 2^47
// bytes. Drivers that report anything else are wrong.
constexpr cl_ulong kLeastAllocation = cl_ulong{1} << 20;
constexpr cl_ulong kMaxMemory = cl_ulong{1} << 47;

template <typename T>
T Number(const Api& api, cl_device_id device, cl_device_info key) {
  T value{};
  api.GetDeviceInfo(device, key, sizeof(value), &value, nullptr);
  return value;
}

// The text that get(key, size, value, &size) reads, up to its end.
template <typename Get>
std::string Text(const Get& get) {
  size_t size = 0;
  if (get(size_t{0}, nullptr, &size) != CL_SUCCESS || size == 0) return "";
  std::string text(size, '\0');
  if (get(size, text.data(), nullptr) != CL_SUCCESS) return "";
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

std::string DeviceText(const Api& api, cl_device_id device, cl_device_info key) {
  return Text([&](size_t size, char* value, size_t* needed) {
    return api.GetDeviceInfo(device, key, size, value, needed);
  });
}

std::string PlatformText(const Api& api, cl_platform_id platform, cl_platform_info key) {
  return Text([&](size_t size, char* value, size_t* needed) {
    return api.GetPlatformInfo(platform, key, size, value, needed);
  });
}

// The limits of the first three dimensions; `if_unknown` if OpenCL does not report them.
std::array<size_t, 3> MostWorkItems(const Api& api, cl_device_id device, size_t if_unknown) {
  std::array<size_t, 3> most{if_unknown, if_unknown, if_unknown};
  size_t bytes = 0;
  if (api.GetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, 0, nullptr, &bytes) != CL_SUCCESS) {
    return most;
  }
  std::vector<size_t> sizes(bytes / sizeof(size_t));
  if (sizes.size() >= most.size() && api.GetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, bytes,
                                                       sizes.data(), nullptr) == CL_SUCCESS) {
    std::copy_n(sizes.begin(), most.size(), most.begin());
  }
  return most;
}

DeviceInfo Describe(const Api& api, cl_platform_id platform, cl_device_id device) {
  DeviceInfo info;
  info.id = device;
  info.platform = PlatformText(api, platform, CL_PLATFORM_NAME);
  info.platform_version = PlatformText(api, platform, CL_PLATFORM_VERSION);
  info.name = DeviceText(api, device, CL_DEVICE_NAME);
  info.vendor = DeviceText(api, device, CL_DEVICE_VENDOR);
  info.version = DeviceText(api, device, CL_DEVICE_VERSION);
  info.driver_version = DeviceText(api, device, CL_DRIVER_VERSION);
  info.type = Number<cl_device_type>(api, device, CL_DEVICE_TYPE);
  info.memory = std::min(Number<cl_ulong>(api, device, CL_DEVICE_GLOBAL_MEM_SIZE), kMaxMemory);
  info.max_allocation =
      std::min<uint64_t>(Number<cl_ulong>(api, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE), info.memory);
  info.local_memory = Number<cl_ulong>(api, device, CL_DEVICE_LOCAL_MEM_SIZE);
  info.compute_units = Number<cl_uint>(api, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  info.max_work_group =
      static_cast<uint32_t>(Number<size_t>(api, device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  info.max_work_items = MostWorkItems(api, device, info.max_work_group);
  // Devices without doubles return 0, or reject the query.
  info.has_double = Number<cl_device_fp_config>(api, device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  info.rounds_divisions = (Number<cl_device_fp_config>(api, device, CL_DEVICE_SINGLE_FP_CONFIG) &
                           CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  return info;
}

// Whether kernels can be built and run on the device.
bool IsUsable(const Api& api, const DeviceInfo& device) {
  return Number<cl_bool>(api, device.id, CL_DEVICE_AVAILABLE) != 0 &&
         Number<cl_bool>(api, device.id, CL_DEVICE_COMPILER_AVAILABLE) != 0 &&
         Number<cl_bool>(api, device.id, CL_DEVICE_ENDIAN_LITTLE) != 0 &&
         device.version.rfind("OpenCL 1.0", 0) != 0 && device.version.rfind("OpenCL 1.1", 0) != 0 &&
         device.max_allocation >= kLeastAllocation;
}

std::vector<DeviceInfo> AllDevices(const Api& api) {
  std::vector<DeviceInfo> all;
  cl_uint platform_count = 0;
  if (api.GetPlatformIDs(0, nullptr, &platform_count) != CL_SUCCESS) return all;
  std::vector<cl_platform_id> platforms(platform_count);
  if (platform_count == 0 ||
      api.GetPlatformIDs(platform_count, platforms.data(), nullptr) != CL_SUCCESS) {
    return all;
  }
  for (const cl_platform_id platform : platforms) {
    cl_uint count = 0;
    if (api.GetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) continue;
    std::vector<cl_device_id> ids(count);
    if (count == 0 ||
        api.GetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr) != CL_SUCCESS) {
      continue;
    }
    for (const cl_device_id id : ids) {
      DeviceInfo device = Describe(api, platform, id);
      if (IsUsable(api, device)) all.push_back(std::move(device));
    }
  }
  return all;
}

std::string InLowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool IsNumber(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

// `term` must be in lower case.
bool Fits(const DeviceInfo& device, size_t index, const std::string& term) {
  if (term == "all") return true;
  if (term == "gpu") return (device.type & CL_DEVICE_TYPE_GPU) != 0;
  if (term == "cpu") return (device.type & CL_DEVICE_TYPE_CPU) != 0;
  if (term == "accelerator") return (device.type & CL_DEVICE_TYPE_ACCELERATOR) != 0;
  if (IsNumber(term)) return term == std::to_string(index);
  return InLowerCase(device.platform + "\n" + device.name).find(term) != std::string::npos;
}

std::vector<std::string> TermsOf(const std::string& choice) {
  std::vector<std::string> terms;
  std::istringstream list(InLowerCase(choice));
  for (std::string term; std::getline(list, term, ',');) {
    const size_t begin = term.find_first_not_of(' ');
    if (begin == std::string::npos) continue;
    terms.push_back(term.substr(begin, term.find_last_not_of(' ') + 1 - begin));
  }
  return terms;
}

Devices Look() {
  Devices devices;
  const Api* const api = Api::Find(&devices.reason);
  if (api == nullptr) return devices;
  devices.all = AllDevices(*api);
  if (devices.all.empty()) {
    devices.reason =
        "OpenCL lists no device that has OpenCL 1.2, a compiler and memory: install the driver of "
        "one's vendor (see `clinfo`)";
    return devices;
  }
  const char* const variable = std::getenv(settings::kDevicesVariable);
  const std::string choice = variable != nullptr ? variable : settings::kDevices;
  devices.chosen = Choose(devices.all, choice);
  if (devices.chosen.empty()) {
    devices.reason = "no OpenCL device fits '" + choice + "'; there are:";
    for (size_t i = 0; i < devices.all.size(); ++i) {
      devices.reason +=
          "\n  " + std::to_string(i) + ": " + devices.all[i].platform + ", " + devices.all[i].name;
    }
  }
  return devices;
}

}  // namespace

const Devices& TheDevices() {
  static const auto* const devices = new Devices(Look());
  return *devices;
}

std::vector<DeviceInfo> Choose(const std::vector<DeviceInfo>& devices, const std::string& choice) {
  const std::vector<std::string> terms = TermsOf(choice);
  std::vector<DeviceInfo> chosen;
  for (size_t i = 0; i < devices.size(); ++i) {
    const DeviceInfo& device = devices[i];
    const bool fits =
        terms.empty() ? (device.type & kNoCpu) != 0
                      : std::any_of(terms.begin(), terms.end(),
                                    [&](const std::string& term) { return Fits(device, i, term); });
    if (fits) chosen.push_back(device);
  }
  return chosen.empty() && terms.empty() ? devices : chosen;
}

}  // namespace pluggable::opencl
