// The keys of the device.

#include <cstdint>
#include <string_view>

#include "spec/field_tables.h"
#include "spec/quantity.h"

namespace plugingen::spec {

namespace {

constexpr int64_t kTebibyte = int64_t{1} << 40;

// Accepts what ParseSize and ParseBandwidth accept: a number with a unit, or a whole number of
// bytes.
constexpr std::string_view kSize = "^ *([0-9]+|([0-9]+\\.?[0-9]*|\\.[0-9]+) *([KMGT]i?|k)?B) *$";
constexpr std::string_view kBandwidth =
    "^ *([0-9]+|([0-9]+\\.?[0-9]*|\\.[0-9]+) *([KMGT]i?|k)?B */s) *$";

// An absolute folder or one in the user's home, because every process has to find it; or "off".
constexpr std::string_view kCacheFolder = "^(off|~?/[^\"\\\\]*)?$";

}  // namespace

std::span<const Field> DeviceFields() {
  static const Field fields[] = {
      {.parent = "",
       .name = "device",
       .type = FieldType::kMap,
       .doc = "The device as TensorFlow sees it.",
       .is_shown = true},
      {.parent = "device",
       .name = "type",
       .type = FieldType::kText,
       .doc = "The name in tf.device(\"/NOVA_NPU:0\"): upper-case letters and '_', no digits. "
              "By default the plugin's name in upper case.",
       .example = "NOVA_NPU",
       .max = kLongestName,
       .pattern = "^[A-Z][A-Z_]*$",
       .member = In<&Spec::device, &DeviceSection::type>(),
       .is_shown = true,
       .follows = Follows::kDeviceType},
      {.parent = "device",
       .name = "platform",
       .type = FieldType::kText,
       .doc = "Name of the StreamExecutor platform; the device type by default.",
       .max = kLongestName,
       .pattern = "^[A-Z][A-Z_]*$",
       .member = In<&Spec::device, &DeviceSection::platform>(),
       .follows = Follows::kDeviceType},
      {.parent = "device",
       .name = "count",
       .type = FieldType::kInteger,
       .default_text = "1",
       .doc = "How many devices the reference backend has.",
       .min = 1,
       .max = 64,
       .member = In<&Spec::device, &DeviceSection::count>()},
      {.parent = "device",
       .name = "backend",
       .type = FieldType::kChoice,
       .default_text = "reference",
       .doc = "'reference' is a complete driver that runs on the CPU; 'custom' is the driver's "
              "functions for you to fill in; 'opencl' runs on any device with OpenCL 1.2; 'cuda' "
              "runs on NVIDIA's GPUs.",
       .member = In<&Spec::device, &DeviceSection::backend>(),
       .is_shown = true,
       .otherwise =
           "write 'custom' for hardware of your own: the project has the driver's functions "
           "to fill in"},
      {.parent = "device",
       .name = "kernels",
       .type = FieldType::kChoice,
       .default_text = "none",
       .doc = "For the backend 'custom': the language in which your driver compiles the "
              "library's device kernels. 'opencl_c' is OpenCL C 1.2; with 'none' you write "
              "the device's code for each primitive.",
       .example = "opencl_c",
       .member = In<&Spec::device, &DeviceSection::kernels>(),
       .otherwise = "write 'opencl_c' if your driver can compile OpenCL C"},
      {.parent = "device",
       .name = "opencl",
       .type = FieldType::kMap,
       .doc = "Settings of the backend 'opencl'."},
      {.parent = "device.opencl",
       .name = "devices",
       .type = FieldType::kText,
       .doc = "Which of the machine's devices the plugin lists: 'gpu', 'cpu', 'accelerator', "
              "'all', numbers, or parts of the names of devices and platforms, separated by "
              "commas. By default GPUs and accelerators, or CPUs if there are none.",
       .example = "gpu",
       .pattern = kFreeText,
       .member = In<&Spec::device, &DeviceSection::opencl, &OpenClSection::devices>(),
       .is_cpp = true},
      {.parent = "device.opencl",
       .name = "build_options",
       .type = FieldType::kText,
       .doc = "Additional options for the compiler of kernels.",
       .example = "-cl-mad-enable",
       .pattern = kFreeText,
       .member = In<&Spec::device, &DeviceSection::opencl, &OpenClSection::build_options>(),
       .is_cpp = true},
      {.parent = "device.opencl",
       .name = "cache",
       .type = FieldType::kText,
       .doc = "Folder in which built programs are kept for other processes, a path that "
              "begins with '/' or '~/', or 'off'. By default <name>/opencl in the user's "
              "cache folder.",
       .example = "/var/cache/nova_npu",
       .pattern = kCacheFolder,
       .member = In<&Spec::device, &DeviceSection::opencl, &OpenClSection::cache>(),
       .is_cpp = true},
      {.parent = "device",
       .name = "streams",
       .type = FieldType::kChoice,
       .default_text = "asynchronous",
       .doc = "Whether the device works asynchronously, while the host continues.",
       .member = In<&Spec::device, &DeviceSection::streams>()},
      {.parent = "device",
       .name = "numa_node",
       .type = FieldType::kInteger,
       .default_text = "-1",
       .doc = "NUMA node of the device; -1 if it is not known.",
       .min = -1,
       .max = 1023,
       .member = In<&Spec::device, &DeviceSection::numa_node>()},
      {.parent = "device",
       .name = "memory_bandwidth",
       .type = FieldType::kBandwidth,
       .default_text = "0",
       .doc = "Bandwidth of the device's memory, e.g. 25 GB/s; 0 if it is not known.",
       .example = "25 GB/s",
       .pattern = kBandwidth,
       .member = In<&Spec::device, &DeviceSection::memory_bandwidth>()},
      {.parent = "device",
       .name = "gflops",
       .type = FieldType::kNumber,
       .default_text = "0",
       .doc = "Peak speed in 10^9 operations per second; 0 if it is not known.",
       .min = 0,
       .max = 1'000'000'000'000,
       .member = In<&Spec::device, &DeviceSection::gflops>()},
      {.parent = "device",
       .name = "hardware",
       .type = FieldType::kMap,
       .doc = "Description of the hardware."},
      {.parent = "device.hardware",
       .name = "name",
       .type = FieldType::kText,
       .doc = "Product name; the device type by default.",
       .example = "Acme NPU 100",
       .pattern = kFreeText,
       .member = In<&Spec::device, &DeviceSection::hardware_name>(),
       .is_cpp = true},
      {.parent = "device.hardware",
       .name = "vendor",
       .type = FieldType::kText,
       .doc = "Maker of the hardware; plugin.vendor by default.",
       .example = "Acme",
       .pattern = kFreeText,
       .member = In<&Spec::device, &DeviceSection::hardware_vendor>(),
       .is_cpp = true},
      {.parent = "device.hardware",
       .name = "pci_bus_id",
       .type = FieldType::kText,
       .doc = "PCI address, e.g. 0000:3b:00.0; empty if it has none.",
       .example = "0000:3b:00.0",
       .pattern = "^(([0-9a-fA-F]{4}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7])?$",
       .member = In<&Spec::device, &DeviceSection::pci_bus_id>()},
      {.parent = "device",
       .name = "memory",
       .type = FieldType::kMap,
       .doc = "The device's memory.",
       .is_shown = true},
      {.parent = "device.memory",
       .name = "allocator",
       .type = FieldType::kChoice,
       .default_text = "bfc",
       .doc = "'bfc' is TensorFlow's own caching allocator; 'plugin' is an allocator inside "
              "the plugin.",
       .member = In<&Spec::device, &DeviceSection::memory, &MemorySection::allocator>()},
      {.parent = "device.memory",
       .name = "growth",
       .type = FieldType::kBool,
       .default_text = "true",
       .doc = "Whether TensorFlow allocates memory when it is needed (true), or nearly all "
              "of it at the start (false).",
       .member = In<&Spec::device, &DeviceSection::memory, &MemorySection::growth>()},
      {.parent = "device.memory",
       .name = "capacity",
       .type = FieldType::kSize,
       .default_text = "4GiB",
       .doc = "How much memory each device has.",
       .min = kMebibyte,
       .max = 16 * kTebibyte,
       .pattern = kSize,
       .member = In<&Spec::device, &DeviceSection::memory, &MemorySection::capacity>(),
       .is_shown = true},
      {.parent = "device.memory",
       .name = "alignment",
       .type = FieldType::kSize,
       .default_text = "256",
       .doc = "Alignment of every allocation, a power of two.",
       .min = 256,
       .max = kMebibyte,
       .pattern = kSize,
       .member = In<&Spec::device, &DeviceSection::memory, &MemorySection::alignment>()},
      {.parent = "device.memory",
       .name = "host_visible",
       .type = FieldType::kBool,
       .default_text = "true",
       .doc = "Whether the host can access device memory. With false, a missing copy crashes "
              "in a test, and not at a customer.",
       .member = In<&Spec::device, &DeviceSection::memory, &MemorySection::host_visible>()},
      {.parent = "device.memory",
       .name = "unified",
       .type = FieldType::kBool,
       .default_text = "false",
       .doc = "Whether host and device share one memory.",
       .member = In<&Spec::device, &DeviceSection::memory, &MemorySection::unified>()},
  };
  return fields;
}

}  // namespace plugingen::spec
