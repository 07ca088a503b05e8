// Which files a project has, whose they are, and what is in them. Expected texts are in
// tests/golden/project.

#include "emit/file_list.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "../golden.h"
#include "../read_file.h"
#include "base/lines.h"
#include "base/text.h"
#include "emission_fixture.h"
#include "emit/reach.h"
#include "project/eject.h"

namespace plugingen::emit {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// A range of its own: what plugins for later releases need more does not matter here.
constexpr char kSmall[] =
    "tensorflow: '>=2.12, <2.20'\n"
    "kernels:\n"
    "  - {op: Relu, types: [float, half]}\n"
    "  - {op: Conv3D, types: float, implementation: stub}\n"
    "  - {op: Elu, types: float, implementation: {file: my_elu.cc}}\n"
    "  - {op: Sum, types: {T: float, Tidx: int32}, label: fast}\n";

constexpr char kOps[] =
    "kernels:\n"
    "  - {op: AcmeScale, types: float}\n"
    "  - {op: AcmePair, implementation: {file: pairs.cc}}\n"
    "ops:\n"
    "  - name: AcmeScale\n"
    "    inputs: ['x: T']\n"
    "    outputs: ['y: T']\n"
    "    attrs: ['T: {float, half}', 'factor: float = 2', \"unit: {'M', 'KM'} = 'M'\"]\n"
    "    shape: same_as(x)\n"
    "    also_on_cpu: true\n"
    "  - name: AcmePair\n"
    "    inputs: ['values: N * int32', 'new: string']\n"
    "    outputs: ['y: N * int32', 'z: float']\n"
    "    attrs: ['N: int >= 2', 'sizes: list(int) = [1, 2]']\n"
    "    shape: {file: pair_rule.cc}\n"
    "    stateful: true\n"
    "    deprecated: {version: 100000, explanation: use AcmeScale}\n";

std::vector<base::OutputFile> Emit(const std::string& rest) {
  return EmitProject(PluginOf(rest), TemplateSet::BuiltIn());
}

std::set<std::string> PathsOf(const std::vector<base::OutputFile>& files) {
  std::set<std::string> paths;
  for (const base::OutputFile& file : files)
    EXPECT_TRUE(paths.insert(file.path).second) << file.path;
  return paths;
}

const base::OutputFile& Find(const std::vector<base::OutputFile>& files, const std::string& path) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const base::OutputFile& file) { return file.path == path; });
  if (found != files.end()) return *found;
  ADD_FAILURE() << "no file " << path;
  static const base::OutputFile none;
  return none;
}

std::string_view NameOf(base::Ownership ownership) {
  switch (ownership) {
    case base::Ownership::kGenerated:
      return "generated";
    case base::Ownership::kScaffold:
      return "scaffold ";
    case base::Ownership::kOnce:
      return "once     ";
  }
  return "";
}

void ExpectGoldenFile(const std::string& name, const std::string& actual) {
  ExpectGolden("project", name, actual);
}

TEST(FileListTest, PathsAndOwners) {
  std::string list;
  for (const base::OutputFile& file : Emit(kSmall)) {
    if (file.path.starts_with(base::kLibraryFolder)) continue;
    list += std::string(NameOf(file.ownership)) + " " + file.path + "\n";
  }
  ExpectGoldenFile("files.txt", list);
}

TEST(FileListTest, WhatTheSpecDecides) {
  const std::vector<base::OutputFile> files = Emit(kSmall);
  ExpectGoldenFile("kernel_table.cc.txt", Find(files, "src/generated/plugin/kernel_table.cc").text);
  ExpectGoldenFile("library.cmake.txt", Find(files, "src/generated/library.cmake").text);
  for (const std::string subject : {"device", "graph", "memory", "profiler"}) {
    ExpectGoldenFile("features_" + subject + ".h.txt",
                     Find(files, "src/generated/plugin/features/" + subject + ".h").text);
  }
  ExpectGoldenFile("names.h.txt", Find(files, "src/generated/plugin/names.h").text);
  ExpectGoldenFile("conv3d.cc.txt", Find(files, "src/kernels/conv3d.cc").text);
  ExpectGoldenFile("kernels.md.txt", Find(files, "docs/kernels.md").text);
}

TEST(FileListTest, TheUsersFileBeginsAsAStubAndIsTheirs) {
  const std::vector<base::OutputFile> files = Emit(kSmall);
  const base::OutputFile& file = Find(files, "src/kernels/my_elu.cc");
  EXPECT_EQ(file.ownership, base::Ownership::kOnce);
  EXPECT_THAT(file.text, HasSubstr("class EluOp"));
  EXPECT_THAT(file.text, HasSubstr("Elu is not implemented"));
}

TEST(FileListTest, EveryFileSaysWhoseItIs) {
  std::vector<base::OutputFile> files = Emit(kSmall);
  const std::vector<base::OutputFile> of_ops = Emit(kOps);
  files.insert(files.end(), of_ops.begin(), of_ops.end());
  for (const base::OutputFile& file : files) {
    const bool says = file.text.find("DO NOT EDIT") != std::string::npos;
    if (file.path == ".plugingen/spec.schema.json") continue;  // JSON has no comments
    if (file.path.starts_with(base::kLibraryFolder)) {
      EXPECT_EQ(file.ownership, base::Ownership::kGenerated) << file.path;
      const bool is_page = file.path.ends_with(".md");
      EXPECT_EQ(file.text.find("Part of plugingen's library") < 4, !is_page) << file.path;
      continue;
    }
    EXPECT_EQ(says, file.ownership == base::Ownership::kGenerated) << file.path;
    if (!says) continue;
    const std::string head = file.text.substr(0, file.text.find('\n'));
    EXPECT_THAT(head,
                testing::AnyOf(HasSubstr("nova_npu.yaml. DO NOT EDIT."), "#!/usr/bin/env python3"))
        << file.path;
  }
}

TEST(FileListTest, EjectRecognizesEveryBanner) {
  std::vector<base::OutputFile> files = Emit(kSmall);
  const std::vector<base::OutputFile> of_ops = Emit(kOps);
  files.insert(files.end(), of_ops.begin(), of_ops.end());
  for (const base::OutputFile& file : files) {
    if (file.ownership != base::Ownership::kGenerated) continue;
    const std::string head = project::WithoutBanner(file.text).substr(0, 300);
    for (const char* words : {"DO NOT EDIT", "Edit the spec and run", "Part of plugingen"}) {
      EXPECT_THAT(head, Not(HasSubstr(words))) << file.path;
    }
  }
}

TEST(FileListTest, NoTraceOfTheTemplateLanguage) {
  std::vector<base::OutputFile> files = Emit(kSmall);
  const std::vector<base::OutputFile> of_ops = Emit(kOps);
  files.insert(files.end(), of_ops.begin(), of_ops.end());
  for (const base::OutputFile& file : files) {
    EXPECT_THAT(file.text, Not(HasSubstr("//%"))) << file.path;
    EXPECT_THAT(file.text, Not(HasSubstr("@plugin"))) << file.path;
    EXPECT_THAT(file.text, Not(HasSubstr("@kernel"))) << file.path;
    EXPECT_THAT(file.text, Not(HasSubstr("@op."))) << file.path;
    EXPECT_TRUE(file.text.empty() || file.text.ends_with('\n')) << file.path;
    EXPECT_THAT(file.text, Not(HasSubstr(" \n"))) << file.path << ": blanks at the end of a line";
  }
}

TEST(FileListTest, TheDeviceDecidesItsParts) {
  const auto plain = PathsOf(Emit(""));
  EXPECT_THAT(plain, Contains("src/driver/driver.cc"));
  EXPECT_THAT(plain, Contains("src/driver/reference_queue.cc"));
  EXPECT_THAT(plain, Not(Contains("src/generated/plugin/memory_info.cc")));
  EXPECT_THAT(plain, Not(Contains(testing::StartsWith("src/kernels/"))));

  const auto custom = PathsOf(Emit("device: {backend: custom}\n"));
  EXPECT_THAT(custom, Contains("src/driver/driver.h"));
  EXPECT_THAT(custom, Contains("src/driver/driver.cc"));
  EXPECT_THAT(custom, Not(Contains(testing::StartsWith("src/driver/reference"))));

  EXPECT_THAT(
      PathsOf(Emit("device: {type: GPU, platform: ACME}\ngraph: {passes: {remapping: true}}\n")),
      Contains("library/plugin/init_graph.cc"));
  EXPECT_THAT(PathsOf(Emit("device: {memory: {allocator: plugin}}\n")),
              Contains("src/generated/plugin/memory_info.cc"));
}

// What of the library a plugin is compiled from.
std::string SourcesOf(const std::string& spec) {
  return Find(Emit(spec), "src/generated/library.cmake").text;
}

std::map<std::string, std::string> LibraryOf(const std::string& spec, const Texts& own = {}) {
  std::map<std::string, std::string> library;
  for (const base::OutputFile& file : EmitProject(PluginOf(spec), TemplateSet::BuiltIn(), own)) {
    if (file.path.starts_with(base::kLibraryFolder)) library[file.path] = file.text;
  }
  return library;
}

TEST(FileListTest, FilesOfTheLibraryAreTheSameInEveryProject) {
  for (const auto& [path, text] : LibraryOf(std::string(kOps) + "profiler: true\n")) {
    std::ifstream stream(SourceFolder() / path, std::ios::binary);
    const bool is_same = text == std::string{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_TRUE(is_same) << path;
  }
}

TEST(FileListTest, AProjectHasTheFilesThatItsBuildNames) {
  for (const char* spec :
       {"kernels:\n  - set: mlp\n", kOps, "device: {backend: opencl}\nkernels:\n  - set: keras\n",
        "device: {backend: cuda}\nkernels:\n  - set: mlp\n"}) {
    const auto library = LibraryOf(spec);
    const std::string table = SourcesOf(spec);
    for (const std::string_view line : base::SplitLines(table)) {
      const std::string path(base::Trim(line));
      if (path.starts_with(base::kLibraryFolder)) {
        EXPECT_TRUE(library.contains(path)) << path;
      }
      constexpr std::string_view kKernel = "pluggable_add_kernel(";
      if (!path.starts_with(kKernel)) continue;
      EXPECT_TRUE(library.contains("library/kernels/" + path.substr(kKernel.size()) + ".cc"));
    }
  }
}

TEST(FileListTest, TheLibraryGrowsWithTheSpec) {
  const auto paths = [](const std::string& spec) {
    std::set<std::string> names;
    for (const auto& [path, text] : LibraryOf(spec)) names.insert(path);
    return names;
  };
  const auto none = paths("");
  for (const char* part : {"compute/", "graph/", "kernels/", "driver/", "ops/", "device_kernels",
                           "testing/kernel_test_math", "testing/compute_test_elementwise"}) {
    EXPECT_THAT(none, Not(Contains(testing::StartsWith("library/" + std::string(part)))));
  }
  const auto product = paths("kernels:\n  - {op: MatMul, types: float}\n");
  EXPECT_TRUE(std::includes(product.begin(), product.end(), none.begin(), none.end()));
  for (const char* path :
       {"kernels/mat_mul.cc", "reference/matmul_avx2.cc", "testing/compute_test_matrix_product.cc",
        "testing/kernel_test_network_ops.cc"}) {
    EXPECT_THAT(product, Contains("library/" + std::string(path)));
  }
  for (const char* path : {"kernels/relu.cc", "compute/device/matrix_product.inc",
                           "testing/compute_test_softmax.cc", "testing/kernel_test_math_ops.cc"}) {
    EXPECT_THAT(product, Not(Contains("library/" + std::string(path))));
  }
  const auto opencl =
      paths("device: {backend: opencl}\nkernels:\n  - {op: MatMul, types: float}\n");
  for (const char* path : {"compute/device/matrix_product.inc", "compute/device/dialect.inc",
                           "compute/device/nest.inc", "device_kernels.cmake"}) {
    EXPECT_THAT(opencl, Contains("library/" + std::string(path)));
  }
  EXPECT_THAT(opencl, Not(Contains("library/compute/device/softmax.inc")));
}

TEST(FileListTest, SourcesOfTheOwnersBringWhatTheyInclude) {
  const Texts own = {{"src/kernels/mine.cc", "#include \"compute/softmax.h\"\n"}};
  const auto library = LibraryOf("", own);
  EXPECT_TRUE(library.contains("library/compute/softmax.h"));
  EXPECT_TRUE(library.contains("library/testing/compute_test_softmax.cc"));
  const auto files = EmitProject(PluginOf(""), TemplateSet::BuiltIn(), own);
  EXPECT_THAT(Find(files, "src/generated/library.cmake").text,
              HasSubstr("  library/compute/softmax.cc\n"));
}

TEST(FileListTest, WhatASpecDoesNotNeedIsNotCompiled) {
  const std::string plain = SourcesOf("");
  EXPECT_THAT(plain, HasSubstr("  library/runtime/stream.cc\n"));
  for (const char* folder : {"graph", "profiler", "reference", "ops"}) {
    EXPECT_THAT(plain, Not(HasSubstr("library/" + std::string(folder) + "/")));
  }
  EXPECT_THAT(plain, Not(HasSubstr("\npluggable_add_kernel")));
  EXPECT_THAT(plain, Not(HasSubstr("caching_allocator")));
  EXPECT_THAT(SourcesOf("device: {memory: {allocator: plugin}}\n"),
              HasSubstr("library/runtime/caching_allocator.cc\n"));
  const std::string product = SourcesOf("kernels:\n  - {op: MatMul, types: float}\n");
  EXPECT_THAT(product, HasSubstr("library/reference/matmul_avx2.cc\n"));
  EXPECT_THAT(product, HasSubstr("pluggable_add_kernel(mat_mul\n  \"MatMulOp<float>\"\n)\n"));
  EXPECT_THAT(product, Not(HasSubstr("convolution")));
}

// `scripts/test --packaging aarch64` runs the tests of all primitives that its project has.
TEST(FileListTest, TheProjectForArmHasTheTestsOfAllPrimitives) {
  std::string spec = ReadFile(SourceFolder() / "tests/packaging/aarch64.yaml");
  spec.erase(0, spec.find("kernels:"));
  const std::vector<base::OutputFile> files = Emit(spec);
  const std::string sources = Find(files, "src/generated/library.cmake").text;
  for (const auto& [path, text] : BuiltInLibrary()) {
    constexpr std::string_view kTests = "testing/compute_test_";
    if (!path.starts_with(kTests) || !path.ends_with(".cc")) continue;
    if (path.ends_with("_device.cc")) continue;
    // Others test what a library of the device's computes.
    if (!BuiltInLibrary().contains("compute/" + path.substr(kTests.size()))) continue;
    EXPECT_THAT(sources, HasSubstr(path)) << "aarch64.yaml has no op of its primitive";
  }
}

TEST(FileListTest, OnlyCudaHasPrimitivesByNvidiasLibraries) {
  constexpr char kProduct[] =
      "kernels:\n  - {op: MatMul, types: float}\ngraph:\n  rewrites:\n    - set: keras\n";
  const auto sources = [&](const char* backend) {
    return SourcesOf("device: {backend: " + std::string(backend) + "}\n" + kProduct);
  };
  EXPECT_THAT(sources("cuda"), HasSubstr("  library/compute/cuda/matrix_product.cc\n"));
  EXPECT_THAT(sources("cuda"), HasSubstr("  library/testing/compute_test_cublas_plan.cc\n"));
  EXPECT_THAT(sources("opencl"), HasSubstr("  library/compute/device/matrix_product.cc\n"));
  for (const char* backend : {"opencl", "reference"}) {
    EXPECT_THAT(sources(backend), Not(HasSubstr("compute/cuda/")));
  }
  EXPECT_THAT(SourcesOf("device: {backend: cuda}\nkernels:\n  - {op: Relu, types: float}\n"),
              Not(HasSubstr("compute/cuda/")));
}

TEST(FileListTest, ADriverOfTheOwnersCompilesKernelsIfAskedTo) {
  constexpr char kProduct[] = "kernels:\n  - {op: MatMul, types: float}\n";
  const auto spec = [&](const char* device) {
    return "device: {" + std::string(device) + "}\n" + kProduct;
  };
  const std::vector<base::OutputFile> files = Emit(spec("backend: custom, kernels: opencl_c"));
  for (const char* path : {"src/driver/programs.cc", "src/driver/programs.h"}) {
    EXPECT_EQ(Find(files, path).ownership, base::Ownership::kScaffold) << path;
  }
  const std::string sources = Find(files, "src/generated/library.cmake").text;
  for (const char* path : {"compute/device/matrix_product.cc", "driver/custom/programs.cc",
                           "driver/opencl_c/program_texts.cc"}) {
    EXPECT_THAT(sources, HasSubstr("  library/" + std::string(path) + "\n"));
  }
  EXPECT_THAT(sources, Not(HasSubstr("driver/opencl/")));
  EXPECT_THAT(Find(files, "CMakeLists.txt").text, HasSubstr("\npluggable_embed_kernels("));

  for (const char* device : {"backend: custom", "backend: reference"}) {
    const std::string without = SourcesOf(spec(device));
    EXPECT_THAT(without, Not(HasSubstr("compute/device/"))) << device;
    EXPECT_THAT(without, Not(HasSubstr("library/driver/custom/"))) << device;
    EXPECT_THAT(without, Not(HasSubstr("library/driver/opencl_c/"))) << device;
    EXPECT_THAT(PathsOf(Emit(spec(device))), Not(Contains(HasSubstr("src/driver/programs"))))
        << device;
  }
}

TEST(FileListTest, TheProfilerIsThereIfAskedFor) {
  const auto is_of_profiler = testing::HasSubstr("init_profiler");
  EXPECT_THAT(PathsOf(Emit(kSmall)), Not(Contains(is_of_profiler)));
  EXPECT_THAT(SourcesOf(kSmall), Not(HasSubstr("library/profiler/")));

  const std::vector<base::OutputFile> files = Emit(std::string(kSmall) + "profiler: true\n");
  EXPECT_THAT(PathsOf(files), Contains("library/plugin/init_profiler.cc"));
  EXPECT_THAT(Find(files, "src/generated/library.cmake").text,
              HasSubstr("library/profiler/recorder.cc\n"));
  EXPECT_THAT(Find(files, "src/generated/plugin/features/profiler.h").text,
              HasSubstr("kProfiler = true;"));
  EXPECT_THAT(Find(files, "cmake/exports.map").text, HasSubstr("TF_InitProfiler;"));
}

TEST(FileListTest, TheGraphOptimizerIsThereIfThereAreRewrites) {
  const auto paths = [](const std::string& graph) {
    return PathsOf(Emit(std::string(kSmall) + "graph: " + graph + "\n"));
  };
  const auto sources = [](const std::string& graph) {
    return SourcesOf(std::string(kSmall) + "graph: " + graph + "\n");
  };
  // TensorFlow's passes `remapping` and `memory_optimization` make ops that the plugin has no
  // kernels of.
  EXPECT_THAT(paths("{passes: {remapping: true}}"), Contains("library/plugin/init_graph.cc"));
  EXPECT_THAT(paths("{passes: {memory_optimization: true}}"),
              Contains("library/plugin/init_graph.cc"));
  EXPECT_THAT(paths("{passes: {remapping: true, memory_optimization: true}}"),
              Not(Contains("library/plugin/init_graph.cc")));
  const auto switched = paths("{}");
  EXPECT_THAT(sources("{}"), Not(HasSubstr("library/graph/")));
  EXPECT_THAT(switched, Contains("library/plugin/init_graph.cc"));
  const std::string same = "{rewrites: [{name: same, match: 'Maximum(x, x)', replace: x}]}";
  const auto rewritten = paths(same);
  EXPECT_THAT(rewritten, Contains("src/generated/plugin/graph_rewrites.cc"));
  EXPECT_THAT(sources(same), HasSubstr("library/graph/matcher.cc\n"));
}

TEST(FileListTest, OpsBringTheirParts) {
  EXPECT_THAT(PathsOf(Emit(kSmall)), Not(Contains(testing::StartsWith("src/generated/ops/"))));
  const std::vector<base::OutputFile> files = Emit(kOps);
  const auto paths = PathsOf(files);
  EXPECT_THAT(paths, Not(Contains(testing::StartsWith("src/generated/ops/each"))));
  EXPECT_THAT(SourcesOf(kOps), HasSubstr("library/ops/library/host_stream.cc\n"));
  EXPECT_EQ(Find(files, "src/generated/ops/acme_scale_shape.cc").ownership,
            base::Ownership::kGenerated);
  EXPECT_EQ(Find(files, "src/ops/pair_rule.cc").ownership, base::Ownership::kOnce);
  EXPECT_EQ(Find(files, "src/kernels/acme_scale.cc").ownership, base::Ownership::kScaffold);
  EXPECT_EQ(Find(files, "src/kernels/pairs.cc").ownership, base::Ownership::kOnce);
  ExpectGoldenFile("register_ops.cc",
                   Find(files, "src/generated/ops/library/register_ops.cc").text);
  ExpectGoldenFile("acme_scale.cc", Find(files, "src/kernels/acme_scale.cc").text);
  ExpectGoldenFile("acme_pair.cc", Find(files, "src/kernels/pairs.cc").text);
  // Of the rows those of the op that is on the CPU too.
  const std::string& cpu = Find(files, "src/generated/ops/library/cpu_kernels.cc").text;
  EXPECT_THAT(cpu, HasSubstr("AcmeScaleOp<float>"));
  EXPECT_THAT(cpu, Not(HasSubstr("AcmePair")));
}

TEST(FileListTest, WithoutKernelsForTheCpuNothingServesThem) {
  const std::string spec = "ops:\n  - {name: AcmeOp, outputs: 'y: float', shape: '[2]'}\n";
  const auto paths = PathsOf(Emit(spec));
  EXPECT_THAT(paths, Contains("src/generated/ops/library/register_ops.cc"));
  EXPECT_THAT(paths, Not(Contains("src/generated/ops/library/cpu_kernels.cc")));
  EXPECT_THAT(SourcesOf(spec), Not(HasSubstr("host_stream")));
}

TEST(FileListTest, TheOrderOfKeysDoesNotMatter) {
  const std::vector<base::OutputFile> one = Emit(
      "device: {type: NPU, count: 2}\nkernels:\n  - set: mlp\n  - {op: Elu, types: {T: half}}\n");
  const std::vector<base::OutputFile> other = Emit(
      "kernels:\n  - {types: {T: half}, op: Elu}\n  - set: mlp\ndevice: {count: 2, type: NPU}\n");
  ASSERT_EQ(one.size(), other.size());
  for (size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].path, other[i].path);
    EXPECT_EQ(one[i].text, other[i].text) << one[i].path;
  }
}

TEST(FileListTest, EveryReferenceKernelIsCompiled) {
  const std::string list = SourcesOf("kernels:\n  - set: all\n");
  size_t kernels = 0;
  const std::string call = "\npluggable_add_kernel(";
  for (size_t at = list.find(call); at != std::string::npos; at = list.find(call, at + 1))
    ++kernels;
  EXPECT_EQ(kernels, catalog::ReferenceTable::BuiltIn().kernels().size());
}

TEST(FileListTest, AThousandKernelsAreQuick) {
  std::string kernels = "kernels:\n";
  size_t count = 0;
  for (const std::string_view name : catalog::Catalog::BuiltIn().names()) {
    const catalog::Op* op = catalog::Catalog::BuiltIn().Find(name);
    if (count == 1000) break;
    const auto attrs = op->TypeAttrs();
    if (attrs.size() > 1) continue;
    if (attrs.size() == 1 && !attrs[0]->allowed_types.empty() &&
        !catalog::Contains(attrs[0]->allowed_types, "float")) {
      continue;
    }
    ++count;
    kernels += "  - {op: " + std::string(name) + ", implementation: stub}\n";
  }
  ASSERT_EQ(count, 1000u);
  const auto start = std::chrono::steady_clock::now();
  const std::vector<base::OutputFile> files = Emit(kernels);
  const auto elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_GE(files.size(), 1000u);
  // Some 30 ms where this was written; the limit only catches what grows with the square.
  EXPECT_LT(elapsed, std::chrono::seconds(5));
}

}  // namespace
}  // namespace plugingen::emit
