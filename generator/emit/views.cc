#include "emit/views.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>
#include <vector>

#include "base/dtypes.h"
#include "base/text.h"
#include "catalog/c_api.h"
#include "emit/api_guards.h"
#include "emit/comment_text.h"
#include "emit/cpp_text.h"
#include "emit/new_op_view.h"
#include "emit/ops_test_view.h"
#include "emit/python_view.h"
#include "emit/rewrite_view.h"
#include "emit/tensor_ops_view.h"
#include "spec/release_range.h"

namespace plugingen::emit {
namespace {

using model::Kernel;
using model::Plugin;
using model::Row;
using spec::ReleaseText;

// The shortest text that reads back as the same number, always with a point: a C++ double literal.
std::string DoubleText(double value) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value);
  std::string text(buffer, end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

// CMake takes only numbers with points as a project's version, four of them: "1.2rc1" -> "1.2".
std::string NumericVersion(const std::string& version) {
  constexpr int kMostNumbers = 4;
  size_t end = 0;
  for (int points = 0; end < version.size(); ++end) {
    if (version[end] == '.' && ++points == kMostNumbers) break;
    if (version[end] != '.' && !base::IsDigit(version[end])) break;
  }
  while (end > 0 && version[end - 1] == '.') --end;
  return end == 0 ? "0" : version.substr(0, end);
}

Value PluginView(const spec::PluginSection& plugin) {
  const std::string& name = plugin.name.value;
  return Members{{"name", name},
                 {"camel", base::CamelCase(name)},
                 {"upper", base::ToUpper(name)},
                 {"version", plugin.version.value},
                 {"cmake_version", NumericVersion(plugin.version.value)},
                 {"vendor", plugin.vendor.value},
                 {"license", plugin.license.value},
                 {"description", plugin.description.value}};
}

Value TensorFlowView(const spec::TensorFlowSection& range) {
  const std::string min = ReleaseText(range.min);
  const std::string max = ReleaseText(spec::NewestBefore(range.end));
  const std::string end = ReleaseText(range.end);
  // Of the release that is not out there are only pre-releases, which pip takes where the range
  // names one. They have distributions of their own.
  const bool has_nightly = max == catalog::CApi::BuiltIn().nightly();
  return Members{{"min", min},
                 {"max", max},
                 {"range", ">=" + min + ", <" + end},
                 {"pip_range", ">=" + min + ",<" + end},
                 {"has_nightly", has_nightly},
                 {"only_nightly", has_nightly && min == max},
                 {"nightly_pip_range", ">=" + max + ".0.dev0,<" + end}};
}

Value MemoryView(const spec::MemorySection& memory) {
  const bool bfc = memory.allocator.value == spec::AllocatorKind::kBfc;
  return Members{{"bfc", bfc},
                 {"plugin_allocator", !bfc},
                 {"growth", memory.growth.value},
                 {"host_visible", memory.host_visible.value},
                 {"unified", memory.unified.value},
                 {"capacity", std::to_string(memory.capacity.value)},
                 {"capacity_text", base::SizeText(memory.capacity.value)},
                 {"alignment", std::to_string(memory.alignment.value)}};
}

Value DeviceView(const spec::DeviceSection& device) {
  return Members{{"type", device.type.value},
                 {"platform", device.platform.value},
                 {"count", std::to_string(device.count.value)},
                 {"hardware_name", CppText(device.hardware_name.value)},
                 {"hardware_vendor", CppText(device.hardware_vendor.value)},
                 {"pci_bus_id", device.pci_bus_id.value},
                 {"numa_node", std::to_string(device.numa_node.value)},
                 {"memory_bandwidth", std::to_string(device.memory_bandwidth.value)},
                 {"gflops", DoubleText(device.gflops.value)},
                 {"is_gpu", device.type.value == "GPU"},
                 {"memory", MemoryView(device.memory)},
                 {"streams", Members{{"asynchronous", device.asynchronous.value}}}};
}

// `Types{{"T", TF_FLOAT}, {"Tidx", TF_INT32}}`; `{"Tk", TF_INT64, TF_INT32}` with an implied type.
std::string TypesText(const Row& row) {
  std::string text = "Types{";
  for (const model::RowType& type : row.types) {
    if (text.back() != '{') text += ", ";
    text += "{\"" + type.attr + "\", " + base::TfEnum(type.dtype);
    if (!type.implied.empty()) text += ", " + base::TfEnum(type.implied);
    text += "}";
  }
  return text + "}";
}

// `HostMemory{"axis"}`.
std::string HostMemoryText(const Row& row) {
  std::string text = "HostMemory{";
  for (const std::string& arg : row.host_memory) {
    if (text.back() != '{') text += ", ";
    text += "\"" + arg + "\"";
  }
  return text + "}";
}

// One row of a table of kernels in C++; what the reader can leave out is left out.
std::string InitializerText(const Row& row) {
  std::string text = "{\"" + std::string(row.op->name) + "\", " + TypesText(row) + ", " +
                     HostMemoryText(row) + ", make_kernel<" + row.instance + ">";
  if (row.priority != 0 || !row.label.empty()) text += ", " + std::to_string(row.priority);
  if (!row.label.empty()) text += ", \"" + row.label + "\"";
  return text + "}";
}

// "T=float, Tidx=int32" and "axis" for people.
Value RowView(const Row& row) {
  std::string dtypes;
  for (const model::RowType& type : row.types) {
    dtypes += (dtypes.empty() ? "" : ", ") + type.attr + "=" + type.dtype;
  }
  return Members{{"op", std::string(row.op->name)},
                 {"label", row.label},
                 {"types", TypesText(row)},
                 {"dtypes", dtypes},
                 {"initializer", InitializerText(row)},
                 {"host_args", base::Join(row.host_memory, ", ")},
                 {"priority", std::to_string(row.priority)},
                 {"kernel", row.instance}};
}

// Whether C++ that names these instances needs a header of its own.
bool AnyMentions(const std::vector<std::string>& instances, std::string_view word) {
  return std::any_of(instances.begin(), instances.end(), [word](const std::string& instance) {
    return instance.find(word) != std::string::npos;
  });
}

Value PythonView(const Plugin& plugin) {
  std::vector<PythonOp> ops;
  for (const auto& op : plugin.ops.all()) ops.push_back({op->entry, op->def, op->gradient});
  return PythonOpsView(ops);
}

std::string_view ImplementationName(spec::Implementation implementation) {
  switch (implementation) {
    case spec::Implementation::kReference:
      return "reference";
    case spec::Implementation::kStub:
      return "stub";
    case spec::Implementation::kFile:
      return "file";
  }
  return "";
}

bool IsOnCpu(const model::NewOp* op) { return op != nullptr && op->entry.also_on_cpu.value; }

}  // namespace

bool RunsOnCpu(const Kernel& kernel) { return IsOnCpu(kernel.new_op); }

bool NamesLaterAttrs(const Row& row) {
  return std::any_of(row.types.begin(), row.types.end(),
                     [](const model::RowType& type) { return !type.implied.empty(); });
}

Value KernelView(const Kernel& kernel) {
  std::string params;
  for (const std::string& parameter : TemplateParameters(*kernel.op)) {
    params += (params.empty() ? "typename " : ", typename ") + parameter;
  }
  List instantiations;
  for (const std::string& instance : kernel.instances) {
    instantiations.push_back(Members{{"name", instance}});
  }
  const bool is_reference = kernel.implementation == spec::Implementation::kReference;
  return Members{
      {"op", std::string(kernel.op->name)},
      {"class", kernel.class_name},
      {"snake", kernel.file.substr(0, kernel.file.rfind('.'))},
      {"file", kernel.file},
      {"signature", CommentText(kernel.op->Signature())},
      {"is_template", !params.empty()},
      {"template_params", params},
      {"instantiations", std::move(instantiations)},
      {"uses_half", AnyMentions(kernel.instances, "Eigen::")},
      {"uses_complex", AnyMentions(kernel.instances, "std::complex")},
      {"stub", kernel.implementation == spec::Implementation::kStub},
      {"implementation", std::string(ImplementationName(kernel.implementation))},
      {"formula", is_reference ? std::string(kernel.reference->formula) : std::string()}};
}

Members RootView(const Plugin& plugin) {
  const bool custom = plugin.spec.device.backend.value == spec::Backend::kCustom;
  List kernels;
  for (const Kernel& kernel : plugin.kernels) kernels.push_back(KernelView(kernel));
  List rows;
  List cpu_rows;
  bool uses_complex = false;
  bool cpu_rows_use_complex = false;
  for (const Row& row : plugin.rows) {
    rows.push_back(RowView(row));
    const bool complex = row.instance.find("std::complex") != std::string::npos;
    uses_complex = uses_complex || complex;
    if (!IsOnCpu(row.new_op)) continue;
    cpu_rows.push_back(RowView(row));
    cpu_rows_use_complex = cpu_rows_use_complex || complex;
  }
  List cpu_kernels;
  for (const Kernel& kernel : plugin.kernels) {
    if (RunsOnCpu(kernel)) cpu_kernels.push_back(KernelView(kernel));
  }
  return Members{{"plugin", PluginView(plugin.spec.plugin)},
                 {"spec", Members{{"file", plugin.spec.plugin.name.value + ".yaml"}}},
                 {"tensorflow", TensorFlowView(plugin.spec.tensorflow)},
                 {"api", ApiView(ApiGuards(catalog::CApi::BuiltIn(), plugin.spec.tensorflow))},
                 {"device", DeviceView(plugin.spec.device)},
                 {"backend", Members{{"reference", !custom}, {"custom", custom}}},
                 {"has_kernels", !plugin.kernels.empty()},
                 {"ops", NewOpsView(plugin)},
                 {"op_definition_headers", DefinitionHeadersView(plugin)},
                 {"has_ops", !plugin.ops.all().empty()},
                 {"graph", GraphView(plugin)},
                 {"tensor_ops", TensorOpsView(plugin)},
                 {"python", PythonView(plugin)},
                 {"op_tests", OpsTestView(plugin)},
                 {"ops_on_cpu", !cpu_kernels.empty()},
                 {"cpu_kernels", std::move(cpu_kernels)},
                 {"cpu_rows", std::move(cpu_rows)},
                 {"cpu_rows_use_complex", cpu_rows_use_complex},
                 {"profiler", plugin.spec.profiler.value},
                 {"rows_use_complex", uses_complex},
                 {"rows_name_later_attrs",
                  std::any_of(plugin.rows.begin(), plugin.rows.end(), NamesLaterAttrs)},
                 {"kernels", std::move(kernels)},
                 {"rows", std::move(rows)}};
}

}  // namespace plugingen::emit
