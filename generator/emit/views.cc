#include "emit/views.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "base/dtypes.h"
#include "base/text.h"
#include "catalog/c_api.h"
#include "emit/api_guards.h"
#include "emit/comment_text.h"
#include "emit/formulas_view.h"
#include "emit/library.h"
#include "emit/new_op_view.h"
#include "emit/ops_test_view.h"
#include "emit/plain_keys_view.h"
#include "emit/plugin_parts.h"
#include "emit/primitives_view.h"
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

// Returns the version for CMake's project(), which accepts up to four numbers: "1.2rc1" becomes
// "1.2".
std::string NumericVersion(const std::string& version) {
  constexpr int kMaxNumbers = 4;
  size_t end = 0;
  for (int points = 0; end < version.size(); ++end) {
    if (version[end] == '.' && ++points == kMaxNumbers) break;
    if (version[end] != '.' && !base::IsDigit(version[end])) break;
  }
  while (end > 0 && version[end - 1] == '.') --end;
  return end == 0 ? "0" : version.substr(0, end);
}

// From this release on, libtensorflow_framework gives its symbols a version. A library that is
// linked with it does not load in older releases.
constexpr spec::Release kFirstWithSymbolVersions = {2, 22};

Value PluginView(const spec::Spec& spec) {
  const std::string& name = spec.plugin.name.value;
  Members view = {{"camel", base::CamelCase(name)},
                  {"upper", base::ToUpper(name)},
                  {"cmake_version", NumericVersion(spec.plugin.version.value)}};
  view.merge(PlainKeysView("plugin", spec));
  return view;
}

Value TensorFlowView(const spec::TensorFlowSection& range) {
  const std::string min = ReleaseText(range.min);
  const std::string max = ReleaseText(spec::NewestBefore(range.end));
  const std::string end = ReleaseText(range.end);
  // The release that is not out exists only as pre-releases, in a distribution of its own. pip
  // accepts them if the range names one.
  const bool has_nightly = max == catalog::CApi::BuiltIn().nightly();
  List releases;
  std::string newest_released = max;
  for (spec::Release release = range.min; release.minor < range.end.minor; ++release.minor) {
    const std::string name = ReleaseText(release);
    releases.push_back(Members{{"name", name}});
    if (name != catalog::CApi::BuiltIn().nightly()) newest_released = name;
  }
  return Members{{"min", min},
                 {"max", max},
                 {"releases", std::move(releases)},
                 {"newest_released", newest_released},
                 {"range", ">=" + min + ", <" + end},
                 {"pip_range", ">=" + min + ",<" + end},
                 {"has_nightly", has_nightly},
                 {"mixes_symbol_versions",
                  range.min < kFirstWithSymbolVersions && kFirstWithSymbolVersions < range.end},
                 {"only_nightly", has_nightly && min == max},
                 {"nightly_pip_range", ">=" + max + ".0.dev0,<" + end}};
}

Value DeviceView(const Plugin& plugin) {
  const spec::Spec& spec = plugin.spec;
  Members view = {{"is_gpu", spec.device.type.value == "GPU"},
                  {"has_own_driver", HasOwnDriver(plugin)},
                  {"has_capacity", spec.device.memory.capacity.given}};
  view.merge(PlainKeysView("device", spec));
  return view;
}

// Returns `Types{{"T", TF_FLOAT}, {"Tidx", TF_INT32}}`, or `{"Tk", TF_INT64, TF_INT32}` with an
// implied type.
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

// Returns `HostMemory{"axis"}`.
std::string HostMemoryText(const Row& row) {
  std::string text = "HostMemory{";
  for (const std::string& arg : row.host_memory) {
    if (text.back() != '{') text += ", ";
    text += "\"" + arg + "\"";
  }
  return text + "}";
}

// Returns a row of a C++ table of kernels. Leaves out default values.
std::string InitializerText(const Row& row) {
  std::string text = "{\"" + std::string(row.op->name) + "\", " + TypesText(row) + ", " +
                     HostMemoryText(row) + ", make_kernel<" + row.instance + ">";
  if (row.priority != 0 || !row.label.empty()) text += ", " + std::to_string(row.priority);
  if (!row.label.empty()) text += ", \"" + row.label + "\"";
  return text + "}";
}

// Describes a row for people: "T=float, Tidx=int32" and "axis".
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

// True if an instance contains `word`, so that its header has to be included.
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
  const size_t scope = kernel.class_name.rfind(':');
  return Members{
      {"op", std::string(kernel.op->name)},
      {"class",
       scope == std::string::npos ? kernel.class_name : kernel.class_name.substr(scope + 1)},
      {"is_fusion", scope != std::string::npos},
      {"snake", kernel.file.substr(0, kernel.file.rfind('.'))},
      {"file", kernel.file},
      {"signature", CommentText(kernel.op->Signature())},
      {"is_template", !params.empty()},
      {"template_params", params},
      {"instantiations", std::move(instantiations)},
      {"uses_half", AnyMentions(kernel.instances, "Eigen::")},
      {"uses_complex", AnyMentions(kernel.instances, "std::complex")},
      {"stub", kernel.implementation == spec::Implementation::kStub},
      {"implementation", std::string(spec::WordOf(kernel.implementation))},
      {"formula", is_reference ? std::string(kernel.reference->formula) : std::string()}};
}

Members RootView(const Plugin& plugin) {
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
  Members view = {{"plugin", PluginView(plugin.spec)},
                  {"tool", Members{{"version", std::string(PLUGINGEN_VERSION)}}},
                  {"spec", Members{{"file", plugin.spec.plugin.name.value + ".yaml"}}},
                  {"tensorflow", TensorFlowView(plugin.spec.tensorflow)},
                  {"api", ApiView(ApiGuards(catalog::CApi::BuiltIn(), plugin.spec.tensorflow))},
                  {"device", DeviceView(plugin)},
                  {"has_kernels", !plugin.kernels.empty()},
                  {"chain", ChainStepsView(plugin, base::CamelCase(plugin.spec.plugin.name.value) +
                                                       "Elementwise")},
                  {"ops", NewOpsView(plugin)},
                  {"op_definition_headers", DefinitionHeadersView(plugin)},
                  {"has_ops", !plugin.ops.all().empty()},
                  {"has_device_kernels", HasDeviceKernels(plugin)},
                  {"graph", GraphView(plugin)},
                  {"tensor_ops", TensorOpsView(plugin)},
                  {"python", PythonView(plugin)},
                  {"op_groups", OpGroupsView(plugin)},
                  {"op_tests", OpsTestView(plugin)},
                  {"ops_on_cpu", !cpu_kernels.empty()},
                  {"cpu_kernels", std::move(cpu_kernels)},
                  {"cpu_rows", std::move(cpu_rows)},
                  {"cpu_rows_use_complex", cpu_rows_use_complex},
                  {"rows_use_complex", uses_complex},
                  {"rows_name_later_attrs",
                   std::any_of(plugin.rows.begin(), plugin.rows.end(), NamesLaterAttrs)},
                  {"kernels", std::move(kernels)},
                  {"primitives", PrimitivesView(plugin)},
                  {"sources", SourcesView(plugin)},
                  {"rows", std::move(rows)}};
  if (HasDeviceKernels(plugin))
    view["formulas"] = FormulasView(formula::Language::kOpenCl, FormulasOfChains(plugin));
  view.merge(PlainKeysView("", plugin.spec));
  return view;
}

}  // namespace plugingen::emit
