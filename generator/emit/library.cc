#include "emit/library.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/dtypes.h"
#include "base/text.h"
#include "catalog/c_api.h"
#include "emit/api_guards.h"
#include "emit/plugin_parts.h"
#include "emit/reference_parts.h"
#include "emit/rewrite_view.h"
#include "emit/tensor_ops_view.h"
#include "emit/views.h"

namespace plugingen::emit {
namespace {

using model::Kernel;
using model::Plugin;

bool IsInPlugin(const Plugin& /*plugin*/) { return true; }
bool HasChains(const Plugin& plugin) { return !plugin.chains.empty(); }
bool HasMerges(const Plugin& plugin) { return !plugin.merges.empty(); }
bool HasUpdatesOfChains(const Plugin& plugin) { return HasTensorOps(plugin) && HasChains(plugin); }
bool IsAsynchronous(const Plugin& plugin) {
  return plugin.spec.device.streams.value == spec::Streams::kAsynchronous;
}
bool HasReferenceDriver(const Plugin& plugin) {
  return plugin.spec.device.backend.value == spec::Backend::kReference;
}
// CUDA's driver has no LLVM whose symbols could clash.
bool OpensVendorLibraries(const Plugin& plugin) {
  return HasOpenCl(plugin) || plugin.spec.device.backend.value == spec::Backend::kCustom;
}
bool HasProtectedMemory(const Plugin& plugin) {
  return !plugin.spec.device.memory.host_visible.value;
}
bool HasUnifiedMemory(const Plugin& plugin) { return plugin.spec.device.memory.unified.value; }
bool HasStreamOptions(const Plugin& plugin) {
  const ApiGuards guards(catalog::CApi::BuiltIn(), plugin.spec.tensorflow);
  return guards.Field("SP_StreamExecutor", "create_stream_with_options") != Presence::kNowhere;
}
bool AsksForOps(const Plugin& plugin) {
  return std::any_of(plugin.rows.begin(), plugin.rows.end(), NamesLaterAttrs);
}

// The plugins that need a source. A source that no rule matches is not compiled for its own sake:
// kernels, tests, and the parts of compute/ and reference/.
constexpr PathRule kRules[] = {
    {"runtime/caching_allocator.", HasOwnAllocator},
    {"runtime/", IsInPlugin},
    {"plugin/host_logic.", HasHostLogic},
    {"plugin/host_ops.", AsksForOps},
    {"plugin/init_graph.", HasGraph},
    {"plugin/init_profiler.", HasProfiler},
    {"plugin/stream_options.", HasStreamOptions},
    {"plugin/", IsInPlugin},
    {"variables/kept_values_in_chains.", HasUpdatesOfChains},
    {"variables/places.", HasUpdatesOfChains},
    {"variables/", HasTensorOps},
    {"graph/consumer_lists.", ReadsGraphs},
    {"graph/graph.", ReadsGraphs},
    {"graph/graph_def.", ReadsGraphs},
    {"graph/kernel_check.", ReadsGraphs},
    {"graph/optimizer.", ReadsGraphs},
    {"graph/settings.", ReadsGraphs},
    {"graph/preserved_nodes.", ReadsGraphs},
    {"graph/host_logic.", HasHostLogic},
    {"graph/list_sums.", HasListSums},
    {"graph/chain.", HasChains},
    {"graph/merge.", HasMerges},
    {"graph/", HasRewrites},
    {"profiler/", HasProfiler},
    {"compute/device/build_ahead.", HasDeviceKernels},
    {"driver/cuda/", HasCuda},
    {"driver/isolated_library.", OpensVendorLibraries},
    {"driver/custom/", HasOwnPrograms},
    {"driver/opencl/", HasOpenCl},
    {"driver/opencl_c/", HasOpenClC},
    {"ops/library/host_stream.", HasCpuKernels},
    {"ops/", HasNewOps},
};

// The GoogleTests that depend on the parts of the plugin.
constexpr PathRule kTestRules[] = {
    {"testing/profiler_test_asynchronous.", IsAsynchronous},
    {"testing/profiler_test_fallback.", HasReferenceDriver},
    {"testing/profiler_test", IsInPlugin},
    {"testing/runtime_test_asynchronous.", IsAsynchronous},
    {"testing/runtime_test_copy_only.", HasReferenceDriver},
    {"testing/runtime_test_exceptions.", HasReferenceDriver},
    {"testing/runtime_test_newer_host.", HasNewerApi},
    {"testing/runtime_test_pending.", IsAsynchronous},
    {"testing/runtime_test_protected_memory.", HasProtectedMemory},
    {"testing/runtime_test_reference.", HasReferenceDriver},
    {"testing/runtime_test_stream_options.", HasStreamOptions},
    {"testing/runtime_test_unified_memory.", HasUnifiedMemory},
    {"testing/runtime_test", IsInPlugin},
};

// A plugin compiles the tests of its primitives.
constexpr std::string_view kComputeTests = "testing/compute_test_";
constexpr std::string_view kPrimitives = "compute/";
// The primitives that device kernels compute; they replace those of the host.
constexpr std::string_view kOnDevice = "compute/device/";
// The primitives that NVIDIA's libraries compute. Code in kOnDevice calls them on CUDA.
constexpr std::string_view kByCudaLibraries = "compute/cuda/";

// What the tests of kernels know about groups of ops.
constexpr std::string_view kOpTests = "testing/kernel_test_";
constexpr std::string_view kOfOpTests = "_ops.cc";

constexpr std::string_view kOpsLibrary = "ops/library/";
constexpr std::string_view kGenerated = "src/generated/";
constexpr std::string_view kGeneratedOpsLibrary = "src/generated/ops/library/";

bool NeedsSource(std::string_view path, std::span<const PathRule> rules, const Plugin& plugin) {
  const PathRule* const rule = FindRule(path, rules);
  return rule != nullptr && rule->has(plugin);
}

// Returns the library's C++ files, relative to the library.
std::vector<std::string_view> Sources() {
  std::vector<std::string_view> paths;
  for (const auto& [path, text] : BuiltInLibrary()) {
    if (path.ends_with(".cc")) paths.push_back(path);
  }
  return paths;
}

bool IsOfLibrary(const Kernel& kernel) {
  return kernel.implementation == spec::Implementation::kReference;
}

// Returns the file in which device kernels compute the primitive of "compute/softmax.cc", or "".
std::string OnDeviceOf(std::string_view path) {
  if (!path.starts_with(kPrimitives) || path.starts_with(kOnDevice)) return "";
  std::string on_device = std::string(kOnDevice) + std::string(path.substr(kPrimitives.size()));
  return BuiltInLibrary().contains(on_device) ? on_device : "";
}

// Returns the units of library/compute/ and library/reference/ that the texts need.
std::vector<std::string> PartsFor(const Plugin& plugin, std::vector<std::string_view> texts) {
  std::vector<std::string> parts = ReferenceParts(texts, BuiltInLibrary());
  if (!HasDeviceKernels(plugin)) {
    std::erase_if(parts, [](const std::string& part) {
      return part.starts_with(kOnDevice) || part.starts_with(kByCudaLibraries);
    });
    return parts;
  }
  for (const std::string& part : parts) {
    if (const std::string on_device = OnDeviceOf(part); !on_device.empty()) {
      texts.push_back(BuiltInLibrary().find(on_device)->second);
    }
  }
  parts = ReferenceParts(texts, BuiltInLibrary());
  for (std::string& part : parts) {
    if (std::string on_device = OnDeviceOf(part); !on_device.empty()) part = std::move(on_device);
  }
  if (!HasCuda(plugin)) {
    std::erase_if(parts,
                  [](const std::string& part) { return part.starts_with(kByCudaLibraries); });
  }
  return parts;
}

List PathList(const std::vector<std::string>& paths) {
  List list;
  for (const std::string& path : paths) list.push_back(Members{{"path", path}});
  return list;
}

// Returns the units of a GoogleTest: those with this prefix that the plugin needs.
List TestList(const Plugin& plugin, std::string_view beginning) {
  std::vector<std::string> paths;
  for (const std::string_view path : Sources()) {
    if (path.starts_with(beginning) && NeedsSource(path, kTestRules, plugin))
      paths.emplace_back(path);
  }
  return PathList(paths);
}

// Returns the units that test the primitives among the sources.
std::vector<std::string> ComputeTests(const std::vector<std::string>& sources) {
  std::vector<std::string> tests;
  for (const std::string_view path : Sources()) {
    if (!path.starts_with(kComputeTests)) continue;
    const std::string_view primitive = path.substr(kComputeTests.size());
    const auto is_compiled_from = [&](std::string_view folder) {
      const std::string unit = std::string(folder) + std::string(primitive);
      return std::find(sources.begin(), sources.end(), unit) != sources.end();
    };
    if (is_compiled_from(kPrimitives) || is_compiled_from(kOnDevice) ||
        is_compiled_from(kByCudaLibraries)) {
      tests.emplace_back(path);
    }
  }
  return tests;
}

// Returns the data types that kernels compute: those that the spec chooses, and the fixed types in
// ops. TensorFlow's ops only have four such types that kernels compute with.
List ElementTypes(const Plugin& plugin) {
  std::set<std::string> types = {"bool", "float", "int32", "int64"};
  for (const model::Row& row : plugin.rows) {
    for (const model::RowType& type : row.types) types.insert(type.dtype);
    if (row.new_op == nullptr) continue;
    for (const auto* const args : {&row.op->inputs, &row.op->outputs}) {
      for (const catalog::Arg& arg : *args) {
        // "double" or "N * double".
        const std::string_view type = arg.type.substr(arg.type.rfind(' ') + 1);
        if (base::FindDtype(type) != nullptr) types.emplace(type);
      }
    }
  }
  List list;
  for (const std::string& type : types) list.push_back(Members{{"name", type}});
  return list;
}

// Returns the generated files in `files` that are compiled into the plugin, or into the library of
// its ops.
List GeneratedSources(const std::vector<base::OutputFile>& files, bool of_ops) {
  std::vector<std::string> paths;
  for (const base::OutputFile& file : files) {
    if (!file.path.starts_with(kGenerated) || !file.path.ends_with(".cc")) continue;
    if (file.path.starts_with(kGeneratedOpsLibrary) == of_ops) paths.push_back(file.path);
  }
  std::sort(paths.begin(), paths.end());
  return PathList(paths);
}

// The build makes a unit for each kernel that includes the kernel's file.
std::string KernelIncludes(const Plugin& plugin) {
  std::string includes;
  for (const Kernel& kernel : plugin.kernels) {
    if (IsOfLibrary(kernel)) includes += "#include \"kernels/" + kernel.file + "\"\n";
  }
  return includes;
}

Texts Roots(const std::vector<base::OutputFile>& files, const Texts& own,
            const std::string& kernel_includes) {
  Texts roots = own;
  for (const base::OutputFile& file : files) roots.emplace(file.path, file.text);
  roots.emplace("build/kernels.cc", kernel_includes);
  return roots;
}

// Returns the library's C++ files that the plugin compiles, without kernels, sorted:
// "runtime/stream.cc".
std::vector<std::string> LibrarySources(const Plugin& plugin,
                                        const std::vector<base::OutputFile>& files,
                                        const Texts& own) {
  std::vector<std::string> sources;
  std::vector<std::string_view> texts;
  const auto add_text = [&texts](std::string_view path, std::string_view text) {
    if (path.ends_with(".cc") || path.ends_with(".h")) texts.push_back(text);
  };
  for (const base::OutputFile& file : files) add_text(file.path, file.text);
  for (const auto& [path, text] : own) add_text(path, text);
  for (const std::string_view path : Sources()) {
    if (path.starts_with(kOpsLibrary) || !NeedsSource(path, kRules, plugin)) continue;
    sources.emplace_back(path);
    texts.push_back(BuiltInLibrary().find(path)->second);
  }
  for (const Kernel& kernel : plugin.kernels) {
    if (IsOfLibrary(kernel))
      texts.push_back(BuiltInLibrary().find("kernels/" + kernel.file)->second);
  }
  for (std::string& part : PartsFor(plugin, std::move(texts))) sources.push_back(std::move(part));
  std::sort(sources.begin(), sources.end());
  return sources;
}

// Returns the names of the device programs that the plugin's units launch.
List DeviceTexts(const Plugin& plugin, const std::vector<base::OutputFile>& files, const Texts& own,
                 const std::vector<std::string>& sources) {
  List texts;
  if (!HasDeviceKernels(plugin)) return texts;
  const std::string kernels = KernelIncludes(plugin);
  Texts roots = Roots(files, own, kernels);
  for (const std::string& source : sources) {
    roots.emplace(std::string(base::kLibraryFolder) + source,
                  BuiltInLibrary().find(source)->second);
  }
  for (const std::string& path : Reach(roots, BuiltInLibrary())) {
    if (path.starts_with(kOnDevice) && path.ends_with(".inc"))
      texts.push_back(Members{{"path", path}});
  }
  return texts;
}

}  // namespace

std::vector<base::OutputFile> LibraryFiles(const Plugin& plugin,
                                           const std::vector<base::OutputFile>& files,
                                           const Texts& own) {
  const std::string kernels = KernelIncludes(plugin);
  return ReachedFiles(Roots(files, own, kernels));
}

std::vector<base::OutputFile> ReachedFiles(const Texts& roots) {
  std::vector<base::OutputFile> reached;
  for (const std::string& path : Reach(roots, BuiltInLibrary())) {
    reached.push_back({std::string(base::kLibraryFolder) + path, base::Ownership::kGenerated,
                       std::string(BuiltInLibrary().find(path)->second)});
  }
  return reached;
}

Value LibraryView(const Plugin& plugin, const std::vector<base::OutputFile>& files,
                  const Texts& own) {
  const std::vector<std::string> sources = LibrarySources(plugin, files, own);
  std::vector<std::string> of_ops;
  for (const std::string_view path : Sources()) {
    if (path.starts_with(kOpsLibrary) && NeedsSource(path, kRules, plugin))
      of_ops.emplace_back(path);
  }
  List kernels;
  for (const Kernel& kernel : plugin.kernels) {
    if (!IsOfLibrary(kernel)) continue;
    List instantiations;
    for (const std::string& instance : kernel.instances) {
      instantiations.push_back(Members{{"name", instance}});
    }
    kernels.push_back(Members{{"stem", kernel.file.substr(0, kernel.file.rfind('.'))},
                              {"instantiations", std::move(instantiations)}});
  }
  return Members{{"sources", PathList(sources)},
                 {"ops_sources", PathList(of_ops)},
                 {"generated_sources", GeneratedSources(files, /*of_ops=*/false)},
                 {"generated_ops_sources", GeneratedSources(files, /*of_ops=*/true)},
                 {"device_texts", DeviceTexts(plugin, files, own, sources)},
                 {"compute_tests", PathList(ComputeTests(sources))},
                 {"profiler_tests", TestList(plugin, "testing/profiler_test")},
                 {"runtime_tests", TestList(plugin, "testing/runtime_test")},
                 {"element_types", ElementTypes(plugin)},
                 {"kernels", std::move(kernels)}};
}

std::vector<std::string> OpGroupFiles() {
  std::vector<std::string> files;
  for (const std::string_view path : Sources()) {
    if (path.starts_with(kOpTests) && path.ends_with(kOfOpTests)) files.emplace_back(path);
  }
  return files;
}

List OpGroupsView(const Plugin& plugin) {
  List groups;
  for (const std::string& path : OpGroupFiles()) {
    const std::string_view text = BuiltInLibrary().find(path)->second;
    const bool has_op =
        std::any_of(plugin.rows.begin(), plugin.rows.end(), [text](const model::Row& row) {
          return text.find("\"" + std::string(row.op->name) + "\"") != text.npos;
        });
    if (!has_op) continue;
    const std::string word =
        path.substr(kOpTests.size(), path.size() - kOpTests.size() - kOfOpTests.size());
    groups.push_back(Members{{"name", "k" + base::CamelCase(word) + "Ops"}, {"path", path}});
  }
  return groups;
}

}  // namespace plugingen::emit
