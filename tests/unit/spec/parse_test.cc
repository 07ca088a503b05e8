#include "spec/parse.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "diag/text_printer.h"
#include "spec/release_range.h"

namespace plugingen::spec {
namespace {

constexpr const char* kHeader = "plugingen: 1\nplugin: {name: nova_npu}\n";

Spec Parse(const std::string& text) {
  const diag::SourceFile source("a.yaml", text);
  diag::Sink sink;
  std::optional<Spec> spec = ParseSpec(source, sink);
  EXPECT_EQ(diag::RenderText(&source, sink.diagnostics()), "");
  return spec.value_or(Spec{});
}

TEST(ParseSpecTest, FillsInEveryDefault) {
  const Spec spec = Parse(kHeader);
  EXPECT_EQ(spec.plugin.name.value, "nova_npu");
  EXPECT_TRUE(spec.plugin.name.given);
  EXPECT_EQ(spec.plugin.version.value, "0.1.0");
  EXPECT_FALSE(spec.plugin.version.given);
  EXPECT_EQ(spec.plugin.vendor.value, "nova_npu");
  EXPECT_EQ(spec.plugin.license.value, "LicenseRef-Proprietary");
  EXPECT_EQ(spec.plugin.description.value, "TensorFlow device NOVA_NPU");
  EXPECT_EQ(spec.tensorflow.min, (Release{2, 12}));
  EXPECT_EQ(spec.tensorflow.end, kNextRelease);
  EXPECT_EQ(spec.tensorflow.text.value, ">=2.12, <" + ReleaseText(kNextRelease));
  EXPECT_EQ(spec.device.type.value, "NOVA_NPU");
  EXPECT_EQ(spec.device.platform.value, "NOVA_NPU");
  EXPECT_EQ(spec.device.count.value, 1);
  EXPECT_EQ(spec.device.hardware_name.value, "NOVA_NPU");
  EXPECT_EQ(spec.device.hardware_vendor.value, "nova_npu");
  EXPECT_EQ(spec.device.pci_bus_id.value, "");
  EXPECT_EQ(spec.device.numa_node.value, -1);
  EXPECT_EQ(spec.device.memory_bandwidth.value, 0);
  EXPECT_EQ(spec.device.gflops.value, 0);
  EXPECT_EQ(spec.device.memory.allocator.value, AllocatorKind::kBfc);
  EXPECT_TRUE(spec.device.memory.growth.value);
  EXPECT_EQ(spec.device.memory.capacity.value, uint64_t{4} << 30);
  EXPECT_EQ(spec.device.memory.alignment.value, 256u);
  EXPECT_TRUE(spec.device.memory.host_visible.value);
  EXPECT_FALSE(spec.device.memory.unified.value);
  EXPECT_EQ(spec.device.streams.value, Streams::kAsynchronous);
  EXPECT_EQ(spec.device.backend.value, Backend::kReference);
  EXPECT_TRUE(spec.kernels.empty());
  EXPECT_FALSE(spec.profiler.value);
}

TEST(ParseSpecTest, ReadsEveryKey) {
  const Spec spec = Parse(R"(
plugingen: 1
plugin: {name: nova, version: 1.10, vendor: NO, license: MIT OR Apache-2.0, description: "x: y"}
tensorflow: ">=2.15, <2.20"
device:
  type: NPU
  platform: ACME
  count: 2
  hardware: {name: "100", vendor: Acme, pci_bus_id: 0000:3b:00.0}
  numa_node: 3
  memory_bandwidth: 25 GB/s
  gflops: 12.5
  memory: {allocator: plugin, growth: false, capacity: 64MiB, alignment: 4KiB, host_visible: false}
  streams: synchronous
  backend: custom
profiler: true
)");
  EXPECT_EQ(spec.plugin.version.value, "1.10") << "not the number 1.1";
  EXPECT_EQ(spec.plugin.vendor.value, "NO") << "not the truth value";
  EXPECT_EQ(spec.plugin.license.value, "MIT OR Apache-2.0");
  EXPECT_EQ(spec.plugin.description.value, "x: y");
  EXPECT_EQ(spec.tensorflow.min, (Release{2, 15}));
  EXPECT_EQ(spec.tensorflow.end, (Release{2, 20}));
  EXPECT_EQ(spec.device.type.value, "NPU");
  EXPECT_EQ(spec.device.platform.value, "ACME");
  EXPECT_EQ(spec.device.count.value, 2);
  EXPECT_EQ(spec.device.hardware_name.value, "100");
  EXPECT_EQ(spec.device.hardware_vendor.value, "Acme");
  EXPECT_EQ(spec.device.pci_bus_id.value, "0000:3b:00.0");
  EXPECT_EQ(spec.device.numa_node.value, 3);
  EXPECT_EQ(spec.device.memory_bandwidth.value, 25'000'000'000);
  EXPECT_EQ(spec.device.gflops.value, 12.5);
  EXPECT_EQ(spec.device.memory.allocator.value, AllocatorKind::kPlugin);
  EXPECT_FALSE(spec.device.memory.growth.value);
  EXPECT_EQ(spec.device.memory.capacity.value, uint64_t{64} << 20);
  EXPECT_EQ(spec.device.memory.alignment.value, 4096u);
  EXPECT_FALSE(spec.device.memory.host_visible.value);
  EXPECT_EQ(spec.device.streams.value, Streams::kSynchronous);
  EXPECT_EQ(spec.device.backend.value, Backend::kCustom);
  EXPECT_TRUE(spec.profiler.value);
}

TEST(ParseSpecTest, ReadsKernels) {
  const std::string text = std::string(kHeader) + R"(kernels:
  - Relu
  - set: mlp
  - op: MatMul
    types: {T: [float32, half], U: float64}
    host_memory: axis
    priority: 2
    label: fast
    implementation: stub
  - {op: Tanh, types: float16, host_memory: [], implementation: {file: sub/my_tanh.cc}}
)";
  const Spec spec = Parse(text);
  ASSERT_EQ(spec.kernels.size(), 4u);
  const KernelEntry& relu = spec.kernels[0];
  EXPECT_EQ(relu.op.value, "Relu");
  EXPECT_TRUE(relu.op.given);
  EXPECT_EQ(relu.set.value, "");
  EXPECT_FALSE(relu.types_given);
  EXPECT_FALSE(relu.host_memory_given);
  EXPECT_EQ(relu.implementation.value, Implementation::kReference);
  EXPECT_FALSE(relu.priority.given);
  EXPECT_EQ(text.substr(relu.op.span.begin, 4), "Relu");

  EXPECT_EQ(spec.kernels[1].set.value, "mlp");
  EXPECT_EQ(spec.kernels[1].op.value, "");

  const KernelEntry& matmul = spec.kernels[2];
  ASSERT_EQ(matmul.types.size(), 2u);
  EXPECT_EQ(matmul.types[0].attr.value, "T");
  ASSERT_EQ(matmul.types[0].dtypes.size(), 2u);
  EXPECT_EQ(matmul.types[0].dtypes[0].value, "float") << "as op definitions spell it";
  const diag::Span& written = matmul.types[0].dtypes[0].span;
  EXPECT_EQ(text.substr(written.begin, written.end - written.begin), "float32");
  EXPECT_EQ(matmul.types[1].dtypes[0].value, "double");
  ASSERT_EQ(matmul.host_memory.size(), 1u);
  EXPECT_EQ(matmul.host_memory[0].value, "axis");
  EXPECT_EQ(matmul.priority.value, 2);
  EXPECT_EQ(matmul.label.value, "fast");
  EXPECT_EQ(matmul.implementation.value, Implementation::kStub);

  const KernelEntry& tanh = spec.kernels[3];
  ASSERT_EQ(tanh.types.size(), 1u);
  EXPECT_EQ(tanh.types[0].attr.value, "") << "the op's only type attribute";
  EXPECT_FALSE(tanh.types[0].attr.given);
  EXPECT_EQ(tanh.types[0].dtypes[0].value, "half");
  EXPECT_TRUE(tanh.host_memory_given);
  EXPECT_TRUE(tanh.host_memory.empty());
  EXPECT_EQ(tanh.implementation.value, Implementation::kFile);
  EXPECT_EQ(tanh.file.value, "sub/my_tanh.cc");
}

// The catalogue's checks run after ours on what is left, so that all mistakes come at once.
TEST(ParseSpecTest, KeepsWhatIsRightBesideMistakes) {
  const diag::SourceFile source("a.yaml", std::string(kHeader) +
                                              "device: {count: 0, type: NPU}\n"
                                              "kernels:\n"
                                              "  - {op: Relu, types: {T: [flaot, half]}}\n"
                                              "  - {op: Elu, types: {T: flaot}}\n"
                                              "  - {opp: Tanh}\n");
  diag::Sink sink;
  const std::optional<Spec> spec = ParseSpec(source, sink);
  EXPECT_EQ(sink.error_count(), 4u);
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->device.type.value, "NPU");
  EXPECT_EQ(spec->device.count.value, 1) << "the default";
  ASSERT_EQ(spec->kernels.size(), 2u);
  ASSERT_EQ(spec->kernels[0].types[0].dtypes.size(), 1u);
  EXPECT_EQ(spec->kernels[0].types[0].dtypes[0].value, "half");
  EXPECT_TRUE(spec->kernels[1].types_given);
  EXPECT_TRUE(spec->kernels[1].types[0].dtypes.empty());
}

TEST(ParseSpecTest, GivesDefaultsAPlace) {
  const std::string text = std::string(kHeader) + "device:\n  type: NPU\n";
  const Spec spec = Parse(text);
  const diag::Span& span = spec.device.count.span;
  EXPECT_EQ(text.substr(span.begin, span.end - span.begin), "device")
      << "the nearest enclosing key";
}

// Twice the kernels, twice the time: nothing compares every entry with every other.
TEST(ParseSpecTest, TakesTimeInProportionToTheSpec) {
  const auto seconds = [](int kernels) {
    std::string text = kHeader + std::string("kernels:\n");
    for (int i = 0; i < kernels; ++i) {
      text += "  - op: Op" + std::to_string(i) +
              "\n    types:\n      T: [float, half, double]\n    priority: 1\n";
    }
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(Parse(text).kernels.size(), static_cast<size_t>(kernels));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  seconds(100);  // tables that are made once
  // Eight times the work; a quadratic step would take 64 times as long. The margin is for a busy
  // machine.
  EXPECT_LT(seconds(8000), 30 * seconds(1000) + 0.5);
}

}  // namespace
}  // namespace plugingen::spec
