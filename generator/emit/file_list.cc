#include "emit/file_list.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include "base/text.h"
#include "emit/api_guards.h"
#include "emit/new_op_view.h"
#include "emit/reference_parts.h"
#include "emit/rewrite_view.h"
#include "emit/shape_text.h"
#include "emit/tensor_ops_view.h"
#include "emit/views.h"
#include "spec/schema.h"

namespace plugingen::emit {
namespace {

using model::Kernel;
using model::Plugin;
using spec::Backend;
using spec::Implementation;

constexpr std::string_view kKernelTemplates = "src/kernels/";
constexpr std::string_view kOps = "src/ops/";
constexpr std::string_view kEachOp = "src/ops/each/";
constexpr std::string_view kReferenceDriver = "src/driver/reference/";
constexpr std::string_view kCustomDriver = "src/driver/custom/";

// Ownership by folder; the first prefix that fits decides.
struct OwnershipRule {
  std::string_view prefix;
  base::Ownership ownership;
};
constexpr OwnershipRule kOwnership[] = {
    {"src/driver/", base::Ownership::kScaffold},
    {"src/kernels/", base::Ownership::kScaffold},
    {"src/", base::Ownership::kGenerated},
    {"include/", base::Ownership::kGenerated},
    {"tests/generated/", base::Ownership::kGenerated},
    {"tests/", base::Ownership::kOnce},
    {"docs/", base::Ownership::kGenerated},
    {"python/", base::Ownership::kGenerated},  // but for functions of the user's, see OwnershipOf
    {"", base::Ownership::kScaffold},
};

base::Ownership OwnershipOf(std::string_view path) {
  if (path.starts_with("python/") && path.ends_with("/gradients.py"))
    return base::Ownership::kScaffold;
  const auto* rule =
      std::find_if(std::begin(kOwnership), std::end(kOwnership),
                   [path](const OwnershipRule& r) { return path.starts_with(r.prefix); });
  return rule->ownership;
}

// Replaces the folder `from` at the start of `path`.
std::optional<std::string> Moved(std::string_view path, std::string_view from,
                                 const std::string& to) {
  if (!path.starts_with(from)) return std::nullopt;
  return to + std::string(path.substr(from.size()));
}

// Files that only plugins with ops of their own have.
bool IsOfNewOps(std::string_view path) {
  constexpr std::string_view kFiles[] = {
      "tests/generated/shape_rule_test.cc", "include/name/dim_list.h", "include/name/shape_rule.h",
      "include/name/shape_inference.h", "include/name/kernel_shapes.h"};
  return path.starts_with(kOps) ||
         std::find(std::begin(kFiles), std::end(kFiles), path) != std::end(kFiles);
}

// Python that only plugins with ops, or with gradients of them, have.
bool LacksPython(std::string_view path, const Plugin& plugin) {
  const auto& ops = plugin.ops.all();
  if (path == "python/name/ops.py" || path == "tests/generated/ops_test.py") return ops.empty();
  if (path == "python/name/gradients.py") {
    return std::all_of(ops.begin(), ops.end(),
                       [](const auto& op) { return op->gradient.python_function.empty(); });
  }
  if (path == "python/name/register_gradients.py") {
    return std::all_of(ops.begin(), ops.end(), [](const auto& op) { return op->gradient.empty(); });
  }
  return false;
}

bool StartsWithOneOf(std::string_view path, std::span<const std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [path](std::string_view start) { return path.starts_with(start); });
}

// Files that only plugins that read graphs have.
bool IsOfGraphs(std::string_view path) {
  return path.starts_with("src/graph/") || path == "src/plugin/graph_rewrites.cc" ||
         path.starts_with("tests/generated/graph_test");
}

// Of those the ones that part updates of variables, with the ops that do without.
bool IsOfUpdates(std::string_view path) {
  constexpr std::string_view kBeginnings[] = {
      "src/graph/control_flow.",          "src/graph/kept_values.",
      "src/graph/update_order.",          "src/graph/variable_updates.",
      "src/graph/variable_writers.",      "src/plugin/kept_values.",
      "src/plugin/python_text_updates.",  "src/plugin/tensor_ops.",
      "tests/generated/graph_test_kept.", "tests/generated/graph_test_updates."};
  return StartsWithOneOf(path, kBeginnings);
}

// Those that keep conditions of loops on the host.
bool IsOfHostLogic(std::string_view path) {
  constexpr std::string_view kBeginnings[] = {"src/graph/host_logic.", "src/plugin/host_logic.",
                                              "tests/generated/graph_test_host_logic."};
  return StartsWithOneOf(path, kBeginnings);
}

// And those that both need.
bool IsOfAllGraphs(std::string_view path) {
  constexpr std::string_view kBeginnings[] = {
      "src/graph/attr_value.", "src/graph/device_name.",     "src/graph/graph.",
      "src/graph/graph_def.",  "src/graph/kernel_check.",    "src/graph/optimizer.",
      "src/graph/settings.",   "src/graph/preserved_nodes.", "tests/generated/graph_test_graph."};
  return StartsWithOneOf(path, kBeginnings);
}

// Whether the file is there for what the plugin does not do to graphs.
bool LacksGraphs(std::string_view path, const Plugin& plugin) {
  if (IsOfHostLogic(path)) return !HasHostLogic(plugin);
  if (IsOfUpdates(path)) return !HasTensorOps(plugin);
  if (!IsOfGraphs(path)) return false;
  return IsOfAllGraphs(path) ? !ReadsGraphs(plugin) : !HasRewrites(plugin);
}

// Files that only plugins with such a kind of rewrites have.
bool IsOfRewriteKind(std::string_view path, const std::string& kind) {
  return path.starts_with("src/graph/" + kind + ".") ||
         path == "tests/generated/graph_test_" + kind + ".cc";
}

// Files that let kernels run on the CPU too.
bool IsOfCpuKernels(std::string_view path) {
  return path.starts_with("src/ops/library/cpu_kernels.") ||
         path == "src/ops/library/host_stream.cc";
}

// Files of the profiler.
bool IsOfProfiler(std::string_view path) {
  return path.starts_with("src/profiler/") || path == "src/plugin/init_profiler.cc" ||
         path.starts_with("tests/generated/profiler_test");
}

// Where a template's text goes, or nothing when this plugin has no such file.
std::optional<std::string> OutputPath(std::string_view path, const Plugin& plugin) {
  const std::string& name = plugin.spec.plugin.name.value;
  const spec::DeviceSection& device = plugin.spec.device;
  if (path.starts_with(kKernelTemplates))
    return std::nullopt;  // one file a kernel, see EmitKernels
  const bool asks_for_ops = std::any_of(plugin.rows.begin(), plugin.rows.end(), NamesLaterAttrs);
  if (path.starts_with("src/plugin/host_ops.") && !asks_for_ops) return std::nullopt;
  const bool writes_messages = ReadsGraphs(plugin) || plugin.spec.profiler.value;
  if (path == "include/name/wire_writer.h" && !writes_messages) return std::nullopt;
  if (LacksGraphs(path, plugin)) return std::nullopt;
  if (IsOfRewriteKind(path, "chain") && plugin.chains.empty()) return std::nullopt;
  if (IsOfRewriteKind(path, "merge") && plugin.merges.empty()) return std::nullopt;
  if (path == "src/plugin/init_graph.cc" && !HasGraph(plugin)) return std::nullopt;
  if (IsOfProfiler(path) && !plugin.spec.profiler.value) return std::nullopt;
  if ((path == "src/plugin/memory_info.cc" || path.starts_with("src/runtime/caching_allocator.") ||
       path == "tests/generated/separate_allocator.cc") &&
      device.memory.allocator.value != spec::AllocatorKind::kPlugin) {
    return std::nullopt;
  }
  if (path == "src/plugin/python_text_cudnn.cc" && device.type.value != "GPU") return std::nullopt;
  if (path == "src/plugin/newer_api.h" &&
      !LacksInSomeHeaders(ApiGuards(catalog::CApi::BuiltIn(), plugin.spec.tensorflow))) {
    return std::nullopt;
  }
  if (path.starts_with(kEachOp)) return std::nullopt;  // one file an op, see EmitOps
  if (IsOfNewOps(path) && plugin.ops.all().empty()) return std::nullopt;
  if (LacksPython(path, plugin)) return std::nullopt;
  if (IsOfCpuKernels(path) && std::none_of(plugin.kernels.begin(), plugin.kernels.end(), RunsOnCpu))
    return std::nullopt;
  const bool custom = device.backend.value == Backend::kCustom;
  if (path.starts_with(custom ? kReferenceDriver : kCustomDriver)) return std::nullopt;
  for (const std::string_view driver : {kReferenceDriver, kCustomDriver}) {
    if (auto moved = Moved(path, driver, "src/driver/")) return moved;
  }
  if (auto moved = Moved(path, "include/name/", "include/" + name + "/")) return moved;
  if (auto moved = Moved(path, "python/name/", "python/" + name + "/")) return moved;
  return std::string(path);
}

std::string TemplateOf(const Kernel& kernel) {
  const bool stub = kernel.implementation != Implementation::kReference;
  const std::string name = !stub ? std::string(kernel.reference->kernel_template)
                           : kernel.new_op != nullptr ? "new_op"
                                                      : "stub";
  return std::string(kKernelTemplates) + name + ".cc";
}

void EmitKernels(const Plugin& plugin, const TemplateSet& templates, const Members& root,
                 std::vector<base::OutputFile>& files) {
  for (const Kernel& kernel : plugin.kernels) {
    Members extra = {{"kernel", KernelView(kernel)}};
    if (kernel.new_op != nullptr) {
      extra["op"] = NewOpView(*kernel.new_op);
      extra["shape"] = ShapeView(kernel.new_op->def, kernel.new_op->shapes);
    }
    extra["chain"] = ChainStepsView(plugin, kernel.op->name);
    // A file of the user's begins as a stub, so that a fresh project builds.
    const bool is_theirs = kernel.implementation == Implementation::kFile;
    files.push_back({std::string(kKernelTemplates) + kernel.file,
                     is_theirs ? base::Ownership::kOnce : base::Ownership::kScaffold,
                     templates.Render(TemplateOf(kernel), root, extra)});
  }
}

// The rule of an op whose author writes it. The author's file begins with a function to fill in.
constexpr std::string_view kOwnShape = "src/ops/each/own_shape.cc";
constexpr std::string_view kSpecShape = "src/ops/each/shape.cc";

// One file an op of each template in src/ops/each: `shape.cc` becomes src/ops/acme_gelu_shape.cc.
void EmitOps(const Plugin& plugin, const TemplateSet& templates, const Members& root,
             std::vector<base::OutputFile>& files) {
  for (const auto& op : plugin.ops.all()) {
    const Members extra = {{"op", NewOpView(*op)}, {"shape", ShapeView(op->def, op->shapes)}};
    const std::string& own_shape = op->shapes.file;
    const std::string stem = base::SnakeCase(op->def.name);
    for (const std::string& path : templates.paths()) {
      if (!path.starts_with(kEachOp)) continue;
      if (path == kOwnShape) {
        if (own_shape.empty()) continue;
        files.push_back({std::string(kOps) + own_shape, base::Ownership::kOnce,
                         templates.Render(path, root, extra)});
        continue;
      }
      if (path == kSpecShape && !own_shape.empty()) continue;
      const std::string output = std::string(kOps) + stem + "_" + path.substr(kEachOp.size());
      files.push_back({output, OwnershipOf(output), templates.Render(path, root, extra)});
    }
  }
}

}  // namespace

std::vector<base::OutputFile> EmitProject(const Plugin& plugin, const TemplateSet& templates) {
  const Members root = RootView(plugin);
  std::vector<base::OutputFile> files;
  for (const std::string& path : templates.paths()) {
    if (const std::optional<std::string> output = OutputPath(path, plugin)) {
      files.push_back({*output, OwnershipOf(*output), templates.Render(path, root)});
    }
  }
  EmitKernels(plugin, templates, root, files);
  EmitOps(plugin, templates, root, files);
  DropUnusedReferenceParts(files);
  files.push_back(
      {std::string(spec::kSchemaPath), base::Ownership::kGenerated, spec::JsonSchema()});
  std::sort(files.begin(), files.end(),
            [](const base::OutputFile& a, const base::OutputFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace plugingen::emit
