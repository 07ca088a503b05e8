#include <map>

#include "spec/schema.h"

namespace plugingen::spec {
namespace {

// What can stand between quotes in the sources that it becomes part of.
constexpr std::string_view kFreeText = "^[^\"\\\\]*$";

constexpr int64_t kMebibyte = int64_t{1} << 20;
constexpr int64_t kTebibyte = int64_t{1} << 40;

// One line a key, in the order in which a spec is best read.
const std::vector<Field>& Table() {
  static const std::vector<Field> table = {
      {.parent = "",
       .name = "plugingen",
       .type = FieldType::kInteger,
       .required = true,
       .doc = "Version of this format.",
       .example = "1",
       .min = 1,
       .max = kFormatVersion},

      {.parent = "",
       .name = "plugin",
       .type = FieldType::kMap,
       .required = true,
       .doc = "What the plugin is called and whose it is."},
      {.parent = "plugin",
       .name = "name",
       .type = FieldType::kText,
       .required = true,
       .doc = "C++ namespace, library and Python package: lower-case letters, digits and '_'.",
       .example = "acme_npu",
       .max = 64,
       .pattern = "^[a-z][a-z0-9]*(_[a-z0-9]+)*$"},
      {.parent = "plugin",
       .name = "version",
       .type = FieldType::kVersion,
       .default_text = "0.1.0",
       .doc = "Version of the plugin and of its wheel.",
       .pattern = "^[0-9]+(\\.[0-9]+)*((a|b|rc)[0-9]+)?(\\.post[0-9]+)?(\\.dev[0-9]+)?(\\+[a-z0-9]+"
                  "(\\.[a-z0-9]+)*)?$"},
      {.parent = "plugin",
       .name = "vendor",
       .type = FieldType::kText,
       .doc = "Who makes it; the plugin's name by default.",
       .example = "Acme",
       .pattern = kFreeText},
      {.parent = "plugin",
       .name = "license",
       .type = FieldType::kText,
       .default_text = "LicenseRef-Proprietary",
       .doc = "SPDX expression of the license.",
       .pattern = "^[A-Za-z0-9.+()-]+( [A-Za-z0-9.+()-]+)*$"},
      {.parent = "plugin",
       .name = "description",
       .type = FieldType::kText,
       .doc = "One line for the README and the wheel; made from the device type by default.",
       .example = "Acme NPU for TensorFlow",
       .pattern = kFreeText},

      {.parent = "",
       .name = "tensorflow",
       .type = FieldType::kText,
       .default_text = ">=2.12, <2.22",
       .doc = "Releases of TensorFlow that the one binary serves, in quotes.",
       .pattern =
           "^ *(>=|<=|==|>|<) *[0-9]+(\\.[0-9]+)? *(, *(>=|<=|==|>|<) *[0-9]+(\\.[0-9]+)? *)*$"},

      {.parent = "",
       .name = "device",
       .type = FieldType::kMap,
       .doc = "The device as TensorFlow sees it."},
      {.parent = "device",
       .name = "type",
       .type = FieldType::kText,
       .doc = "The name in tf.device(\"/ACME_NPU:0\"): upper-case letters and '_', no digits. "
              "By default the plugin's name in upper case.",
       .example = "ACME_NPU",
       .max = 64,
       .pattern = "^[A-Z][A-Z_]*$"},
      {.parent = "device",
       .name = "platform",
       .type = FieldType::kText,
       .doc = "Name of the StreamExecutor platform; the device type by default.",
       .max = 64,
       .pattern = "^[A-Z][A-Z_]*$"},
      {.parent = "device",
       .name = "count",
       .type = FieldType::kInteger,
       .default_text = "1",
       .doc = "How many devices the reference backend shows.",
       .min = 1,
       .max = 64},
      {.parent = "device",
       .name = "backend",
       .type = FieldType::kText,
       .default_text = "reference",
       .doc = "'reference' is a complete driver that runs on the CPU; 'custom' is the driver's "
              "functions for you to fill in.",
       .values = {"reference", "custom"}},
      {.parent = "device",
       .name = "streams",
       .type = FieldType::kText,
       .default_text = "asynchronous",
       .doc = "Whether work runs on the device while the host goes on.",
       .values = {"asynchronous", "synchronous"}},
      {.parent = "device",
       .name = "numa_node",
       .type = FieldType::kInteger,
       .default_text = "-1",
       .doc = "NUMA node of the device; -1 if it is not known.",
       .min = -1,
       .max = 1023},
      {.parent = "device",
       .name = "memory_bandwidth",
       .type = FieldType::kBandwidth,
       .default_text = "0",
       .doc = "Bytes per second, e.g. 25 GB/s; 0 if it is not known.",
       .example = "25 GB/s",
       .pattern = "^[0-9]+(\\.[0-9]+)? ?([KMGT]i?)?B/s$"},
      {.parent = "device",
       .name = "gflops",
       .type = FieldType::kNumber,
       .default_text = "0",
       .doc = "Peak speed in 10^9 operations per second; 0 if it is not known.",
       .min = 0,
       .max = 1'000'000'000'000},

      {.parent = "device",
       .name = "hardware",
       .type = FieldType::kMap,
       .doc = "What the hardware says about itself."},
      {.parent = "device.hardware",
       .name = "name",
       .type = FieldType::kText,
       .doc = "Product name; the device type by default.",
       .example = "Acme NPU 100",
       .pattern = kFreeText},
      {.parent = "device.hardware",
       .name = "vendor",
       .type = FieldType::kText,
       .doc = "Its maker; plugin.vendor by default.",
       .example = "Acme",
       .pattern = kFreeText},
      {.parent = "device.hardware",
       .name = "pci_bus_id",
       .type = FieldType::kText,
       .doc = "PCI address, e.g. 0000:3b:00.0; empty if it has none.",
       .example = "0000:3b:00.0",
       .pattern = "^(([0-9a-fA-F]{4}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7])?$"},

      {.parent = "device",
       .name = "memory",
       .type = FieldType::kMap,
       .doc = "The device's memory."},
      {.parent = "device.memory",
       .name = "allocator",
       .type = FieldType::kText,
       .default_text = "bfc",
       .doc = "'bfc' is TensorFlow's own caching allocator; 'plugin' is one inside the plugin.",
       .values = {"bfc", "plugin"}},
      {.parent = "device.memory",
       .name = "growth",
       .type = FieldType::kBool,
       .default_text = "true",
       .doc = "Take memory as it is needed (true), or nearly all of it at the start (false)."},
      {.parent = "device.memory",
       .name = "capacity",
       .type = FieldType::kSize,
       .default_text = "4GiB",
       .doc = "How much memory each device has.",
       .min = kMebibyte,
       .max = 16 * kTebibyte,
       .pattern = "^[0-9]+(\\.[0-9]+)? ?([KMGT]i?)?B$"},
      {.parent = "device.memory",
       .name = "alignment",
       .type = FieldType::kSize,
       .default_text = "256",
       .doc = "Alignment of every allocation, a power of two.",
       .min = 256,
       .max = kMebibyte,
       .pattern = "^[0-9]+(\\.[0-9]+)? ?([KMGT]i?)?B$"},
      {.parent = "device.memory",
       .name = "host_visible",
       .type = FieldType::kBool,
       .default_text = "true",
       .doc = "Whether the host may touch device memory. With false a missing copy crashes in a "
              "test, and not at a customer."},
      {.parent = "device.memory",
       .name = "unified",
       .type = FieldType::kBool,
       .default_text = "false",
       .doc = "Whether host and device share one memory."},

      {.parent = "",
       .name = "kernels",
       .type = FieldType::kList,
       .doc = "The ops that the device computes: names of ops, named sets of ops, or both."},
      {.parent = "kernels[]",
       .name = "op",
       .type = FieldType::kText,
       .doc = "An op of TensorFlow, e.g. Relu.",
       .example = "Relu",
       .pattern = "^[A-Za-z][A-Za-z0-9_>]*$"},
      {.parent = "kernels[]",
       .name = "set",
       .type = FieldType::kText,
       .doc = "A named set of ops, e.g. mlp.",
       .example = "mlp",
       .pattern = "^[a-z][a-z0-9_]*$"},
      {.parent = "kernels[]",
       .name = "types",
       .type = FieldType::kTypes,
       .doc = "Data types: {T: [float, half]}, or [float, half] where the op has one type "
              "attribute. By default all that the implementation has.",
       .example = "{T: [float, half]}"},
      {.parent = "kernels[]",
       .name = "host_memory",
       .type = FieldType::kNames,
       .doc = "Arguments that stay in host memory; by default those that TensorFlow's own "
              "kernels keep there.",
       .example = "[shape]",
       .pattern = "^[a-z][a-z0-9_]*$"},
      {.parent = "kernels[]",
       .name = "priority",
       .type = FieldType::kInteger,
       .default_text = "0",
       .doc = "The kernel with the highest priority is taken.",
       .min = 0,
       .max = 1'000'000},
      {.parent = "kernels[]",
       .name = "label",
       .type = FieldType::kText,
       .doc = "Only nodes with this _kernel attribute take the kernel.",
       .example = "fast",
       .pattern = "^[A-Za-z0-9_.:-]*$"},
      {.parent = "kernels[]",
       .name = "implementation",
       .type = FieldType::kImplementation,
       .default_text = "reference",
       .doc = "'reference' computes on the CPU; 'stub' fails with UNIMPLEMENTED and the op's name; "
              "{file: my_relu.cc} is a file of yours in src/kernels.",
       .values = {"reference", "stub"}},

      {.parent = "",
       .name = "ops",
       .type = FieldType::kReserved,
       .doc = "New ops: reserved for a later version of plugingen."},
      {.parent = "",
       .name = "graph",
       .type = FieldType::kReserved,
       .doc = "Graph optimizer: reserved for a later version of plugingen."},
      {.parent = "",
       .name = "profiler",
       .type = FieldType::kReserved,
       .doc = "Profiler: reserved for a later version of plugingen."},
  };
  return table;
}

using FieldsByParent = std::map<std::string_view, std::vector<const Field*>>;

const FieldsByParent& ByParent() {
  static const FieldsByParent by_parent = [] {
    FieldsByParent result;
    for (const Field& field : Table()) result[field.parent].push_back(&field);
    return result;
  }();
  return by_parent;
}

}  // namespace

std::span<const Field> Fields() { return Table(); }

const std::vector<const Field*>& FieldsOf(std::string_view parent) {
  static const std::vector<const Field*> none;
  const auto found = ByParent().find(parent);
  return found == ByParent().end() ? none : found->second;
}

const Field* FindField(std::string_view parent, std::string_view name) {
  for (const Field* field : FieldsOf(parent)) {
    if (field->name == name) return field;
  }
  return nullptr;
}

}  // namespace plugingen::spec
