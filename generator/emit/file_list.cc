#include "emit/file_list.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include "base/text.h"
#include "emit/api_guards.h"
#include "emit/library.h"
#include "emit/new_op_view.h"
#include "emit/plugin_parts.h"
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
constexpr std::string_view kOwnOps = "src/ops/";
constexpr std::string_view kGeneratedOps = "src/generated/ops/";
constexpr std::string_view kEachOp = "src/generated/ops/each/";
constexpr std::string_view kLibraryList = "src/generated/library.cmake";
constexpr std::string_view kDriver = "src/driver/";

// The CI pipelines and the paths where the services expect them.
struct Pipeline {
  std::string_view path;
  spec::Ci ci;
  std::string_view output;
};
constexpr Pipeline kPipelines[] = {
    {"ci/github.yml", spec::Ci::kGithub, ".github/workflows/plugin.yml"},
    {"ci/gitlab.yml", spec::Ci::kGitlab, ".gitlab-ci.yml"},
};

// Ownership by path; the first matching prefix decides.
struct OwnershipRule {
  std::string_view prefix;
  base::Ownership ownership;
};
constexpr OwnershipRule kOwnership[] = {
    {"src/driver/", base::Ownership::kScaffold},
    {"src/kernels/", base::Ownership::kScaffold},
    {"src/", base::Ownership::kGenerated},
    {"tests/generated/", base::Ownership::kGenerated},
    {"tests/", base::Ownership::kOnce},
    {"docs/", base::Ownership::kGenerated},
    {"python/",
     base::Ownership::kGenerated},  // except for functions of the user's; see OwnershipOf
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

// Replaces the folder `from` at the start of `path`, or returns nothing if `path` is not in it.
std::optional<std::string> Moved(std::string_view path, std::string_view from,
                                 const std::string& to) {
  if (!path.starts_with(from)) return std::nullopt;
  return to + std::string(path.substr(from.size()));
}

// True if the plugin does not need this Python file, because it has no ops or no gradients.
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

// True if the plugin has the kernel of chains of elementwise ops.
bool HasChainKernel(const Plugin& plugin) {
  return std::any_of(plugin.kernels.begin(), plugin.kernels.end(), [](const Kernel& kernel) {
    return kernel.implementation == Implementation::kReference &&
           kernel.reference->kernel_template == catalog::kChainKernel;
  });
}

bool RewritesWithNewOps(const Plugin& plugin) { return HasRewrites(plugin) && HasNewOps(plugin); }

// Generated files that only some plugins have.
constexpr PathRule kGeneratedRules[] = {
    {"docs/bring_up.", HasOwnDriver},
    {"src/generated/compute/chain_steps.", HasDeviceKernels},
    {"src/generated/compute/formulas.", HasDeviceKernels},
    {"src/generated/compute/training_rules.", HasDeviceKernels},
    {"src/generated/driver/cuda_settings.", HasCuda},
    {"src/generated/driver/device_settings.", HasOwnDriver},
    {"src/generated/driver/opencl_settings.", HasOpenCl},
    {"src/generated/graph/own_ops.", RewritesWithNewOps},
    {"src/generated/ops/library/cpu_kernels.", HasCpuKernels},
    {"src/generated/ops/", HasNewOps},
    {"src/generated/plugin/graph_rewrites.", HasRewrites},
    {"src/generated/plugin/graph_passes.", HasGraph},
    {"src/generated/plugin/memory_info.", HasOwnAllocator},
    {"src/generated/plugin/newer_api.", HasNewerApi},
    {"src/generated/plugin/tensor_ops.", HasTensorOps},
    {"src/generated/reference/chain_ops.", HasChainKernel},
};

// The owner's part of a kernel compiler.
constexpr std::string_view kOwnPrograms = "src/driver/custom/programs.";

bool LacksGenerated(std::string_view path, const Plugin& plugin) {
  const PathRule* const rule = FindRule(path, kGeneratedRules);
  return rule != nullptr && !rule->has(plugin);
}

// Returns the output path of a template, or nothing if this plugin does not have the file.
std::optional<std::string> OutputPath(std::string_view path, const Plugin& plugin) {
  const std::string& name = plugin.spec.plugin.name.value;
  if (path.starts_with(kKernelTemplates))
    return std::nullopt;                               // one file per kernel, see EmitKernels
  if (path == kLibraryList) return std::nullopt;       // emitted last, see EmitProject
  if (path.starts_with(kEachOp)) return std::nullopt;  // one file per op, see EmitOps
  if (LacksGenerated(path, plugin) || LacksPython(path, plugin)) return std::nullopt;
  if (path.starts_with(kOwnPrograms) && !HasOwnPrograms(plugin)) return std::nullopt;
  // The templates of each backend's driver are in a folder with the backend's name.
  for (const spec::Choice<Backend>& backend : spec::kChoices<Backend>) {
    const std::string folder = std::string(kDriver) + std::string(backend.word) + "/";
    if (!path.starts_with(folder)) continue;
    if (backend.value != plugin.spec.device.backend.value) return std::nullopt;
    return Moved(path, folder, std::string(kDriver));
  }
  for (const Pipeline& pipeline : kPipelines) {
    if (path != pipeline.path) continue;
    if (pipeline.ci != plugin.spec.ci.value) return std::nullopt;
    return std::string(pipeline.output);
  }
  if (auto moved = Moved(path, "python/name/", "python/" + name + "/")) return moved;
  return std::string(path);
}

std::string TemplateOf(const Kernel& kernel) {
  return std::string(kKernelTemplates) + (kernel.new_op != nullptr ? "new_op" : "stub") + ".cc";
}

void EmitKernels(const Plugin& plugin, const TemplateSet& templates, const Members& root,
                 std::vector<base::OutputFile>& files) {
  for (const Kernel& kernel : plugin.kernels) {
    if (kernel.implementation == Implementation::kReference) continue;  // in the library
    Members extra = {{"kernel", KernelView(kernel)}};
    if (kernel.new_op != nullptr) {
      extra["op"] = NewOpView(*kernel.new_op);
      extra["shape"] = ShapeView(kernel.new_op->def, kernel.new_op->shapes);
    }
    // A file of the user's starts as a stub, so that a new project compiles.
    const bool is_theirs = kernel.implementation == Implementation::kFile;
    files.push_back({std::string(kKernelTemplates) + kernel.file,
                     is_theirs ? base::Ownership::kOnce : base::Ownership::kScaffold,
                     templates.Render(TemplateOf(kernel), root, extra)});
  }
}

// The shape rule of an op that the user writes. The file starts with a function to complete.
constexpr std::string_view kOwnShape = "src/generated/ops/each/own_shape.cc";
constexpr std::string_view kSpecShape = "src/generated/ops/each/shape.cc";

// Emits each template in src/generated/ops/each once per op: `shape.cc` becomes
// src/generated/ops/acme_gelu_shape.cc.
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
        files.push_back({std::string(kOwnOps) + own_shape, base::Ownership::kOnce,
                         templates.Render(path, root, extra)});
        continue;
      }
      if (path == kSpecShape && !own_shape.empty()) continue;
      const std::string output =
          std::string(kGeneratedOps) + stem + "_" + path.substr(kEachOp.size());
      files.push_back({output, OwnershipOf(output), templates.Render(path, root, extra)});
    }
  }
}

}  // namespace

std::vector<base::OutputFile> EmitProject(const Plugin& plugin, const TemplateSet& templates,
                                          const Texts& own) {
  const Members root = RootView(plugin);
  std::vector<base::OutputFile> files;
  for (const std::string& path : templates.paths()) {
    if (const std::optional<std::string> output = OutputPath(path, plugin)) {
      files.push_back({*output, OwnershipOf(*output), templates.Render(path, root)});
    }
  }
  EmitKernels(plugin, templates, root, files);
  EmitOps(plugin, templates, root, files);
  Members with_library = {{"library", LibraryView(plugin, files, own)}};
  files.push_back({std::string(kLibraryList), base::Ownership::kGenerated,
                   templates.Render(kLibraryList, root, with_library)});
  for (base::OutputFile& file : LibraryFiles(plugin, files, own)) files.push_back(std::move(file));
  files.push_back(
      {std::string(spec::kSchemaPath), base::Ownership::kGenerated, spec::JsonSchema()});
  std::sort(files.begin(), files.end(),
            [](const base::OutputFile& a, const base::OutputFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace plugingen::emit
