// The names that templates may use, and what they stand for.

#include "emit/views.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "../read_file.h"
#include "catalog/c_api.h"
#include "emission_fixture.h"
#include "spec/release_range.h"

namespace plugingen::emit {
namespace {

// "a=1\nb.c=true\nlist.0.x=..." for everything in a view.
void Flatten(const Value& value, const std::string& name, std::string& text) {
  if (value.text() != nullptr) {
    text += name + "=" + *value.text() + "\n";
  } else if (value.truth() != nullptr) {
    text += name + "=" + (*value.truth() ? "true" : "false") + "\n";
  } else if (value.list() != nullptr) {
    for (size_t i = 0; i < value.list()->size(); ++i) {
      Flatten((*value.list())[i], name + "." + std::to_string(i), text);
    }
  } else {
    for (const auto& [member, inner] : *value.members()) Flatten(inner, name + "." + member, text);
  }
}

std::string Flat(const Members& members) {
  std::string text;
  for (const auto& [name, value] : members) Flatten(value, name, text);
  return text;
}

std::string Lines(const std::string& text, std::string_view prefix) {
  std::string lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin) + 1;
    const std::string line = text.substr(begin, end - begin);
    if (line.starts_with(prefix)) lines += line;
    begin = end;
  }
  return lines;
}

TEST(ViewsTest, ThePluginAndItsReleases) {
  const std::string view = Flat(RootView(PluginOf("tensorflow: '>=2.15, <2.21'\n")));
  EXPECT_EQ(Lines(view, "plugin."),
            "plugin.camel=NovaNpu\n"
            "plugin.cmake_version=1.2\n"
            "plugin.description=" +
                Lines(view, "plugin.description=").substr(19) +
                "plugin.license=LicenseRef-Proprietary\n"
                "plugin.name=nova_npu\n"
                "plugin.upper=NOVA_NPU\n"
                "plugin.vendor=nova_npu\n"
                "plugin.version=1.2rc1\n");
  EXPECT_EQ(Lines(view, "tensorflow."),
            "tensorflow.has_nightly=false\n"
            "tensorflow.max=2.20\n"
            "tensorflow.min=2.15\n"
            "tensorflow.mixes_symbol_versions=false\n"
            "tensorflow.newest_released=2.20\n"
            "tensorflow.nightly_pip_range=>=2.20.0.dev0,<2.21\n"
            "tensorflow.only_nightly=false\n"
            "tensorflow.pip_range=>=2.15,<2.21\n"
            "tensorflow.range=>=2.15, <2.21\n"
            "tensorflow.releases.0.name=2.15\n"
            "tensorflow.releases.1.name=2.16\n"
            "tensorflow.releases.2.name=2.17\n"
            "tensorflow.releases.3.name=2.18\n"
            "tensorflow.releases.4.name=2.19\n"
            "tensorflow.releases.5.name=2.20\n");
  EXPECT_EQ(Lines(view, "spec."), "spec.file=nova_npu.yaml\n");
  EXPECT_EQ(Lines(view, "has_kernels"), "has_kernels=false\n");
}

TEST(ViewsTest, ReleasesOnBothSidesOfTheFirstWithSymbolVersions) {
  const auto mixes = [](const std::string& range) {
    const std::string view = Flat(RootView(PluginOf("tensorflow: '" + range + "'\n")));
    return Lines(view, "tensorflow.mixes_symbol_versions=");
  };
  const std::string name = "tensorflow.mixes_symbol_versions=";
  EXPECT_EQ(mixes(">=2.12, <2.22"), name + "false\n");
  EXPECT_EQ(mixes(">=2.12, <2.23"), name + "true\n");
  EXPECT_EQ(mixes(">=2.21, <2.23"), name + "true\n");
  EXPECT_EQ(mixes("==2.22"), name + "false\n");
}

TEST(ViewsTest, TheDevice) {
  const std::string view = Flat(RootView(PluginOf(
      "device:\n"
      "  type: MY_NPU\n  platform: MY_PLATFORM\n  count: 3\n  backend: custom\n"
      "  streams: synchronous\n  numa_node: 1\n  memory_bandwidth: 25 GB/s\n  gflops: 512\n"
      "  hardware: {name: N100, vendor: V, pci_bus_id: '0000:3b:00.0'}\n"
      "  memory: {allocator: plugin, growth: false, capacity: 512MiB, alignment: 512, "
      "host_visible: false}\n")));
  EXPECT_EQ(Lines(view, "device."),
            "device.backend.cuda=false\n"
            "device.backend.custom=true\n"
            "device.backend.opencl=false\n"
            "device.backend.reference=false\n"
            "device.count=3\n"
            "device.gflops=512.0\n"
            "device.hardware.name=N100\n"
            "device.hardware.pci_bus_id=0000:3b:00.0\n"
            "device.hardware.vendor=V\n"
            "device.has_capacity=true\n"
            "device.has_own_driver=true\n"
            "device.is_gpu=false\n"
            "device.kernels.none=true\n"
            "device.kernels.opencl_c=false\n"
            "device.memory.alignment=512\n"
            "device.memory.alignment_text=512 bytes\n"
            "device.memory.allocator.bfc=false\n"
            "device.memory.allocator.plugin=true\n"
            "device.memory.capacity=536870912\n"
            "device.memory.capacity_text=512 MiB\n"
            "device.memory.growth=false\n"
            "device.memory.host_visible=false\n"
            "device.memory.unified=false\n"
            "device.memory_bandwidth=25000000000\n"
            "device.numa_node=1\n"
            "device.opencl.build_options=\n"
            "device.opencl.cache=\n"
            "device.opencl.devices=\n"
            "device.platform=MY_PLATFORM\n"
            "device.streams.asynchronous=false\n"
            "device.streams.synchronous=true\n"
            "device.type=MY_NPU\n");
}

TEST(ViewsTest, RowsAreCpp) {
  const std::string view =
      Flat(RootView(PluginOf("kernels:\n"
                             "  - {op: Sum, types: {T: half, Tidx: int32}, priority: 2}\n"
                             "  - {op: LogicalNot, label: fast}\n")));
  EXPECT_EQ(
      Lines(view, "rows."),
      "rows.0.dtypes=\n"
      "rows.0.host_args=\n"
      "rows.0.initializer={\"LogicalNot\", Types{}, HostMemory{}, make_kernel<LogicalNotOp>, 0, "
      "\"fast\"}\n"
      "rows.0.kernel=LogicalNotOp\n"
      "rows.0.label=fast\n"
      "rows.0.op=LogicalNot\n"
      "rows.0.priority=0\n"
      "rows.0.types=Types{}\n"
      "rows.1.dtypes=T=half, Tidx=int32\n"
      "rows.1.host_args=reduction_indices\n"
      "rows.1.initializer={\"Sum\", Types{{\"T\", TF_HALF}, {\"Tidx\", TF_INT32}}, "
      "HostMemory{\"reduction_indices\"}, make_kernel<SumOp<Eigen::half, int32_t>>, 2}\n"
      "rows.1.kernel=SumOp<Eigen::half, int32_t>\n"
      "rows.1.label=\n"
      "rows.1.op=Sum\n"
      "rows.1.priority=2\n"
      "rows.1.types=Types{{\"T\", TF_HALF}, {\"Tidx\", TF_INT32}}\n");
  EXPECT_EQ(Lines(view, "has_kernels"), "has_kernels=true\n");
  EXPECT_EQ(Lines(view, "rows_use_complex"), "rows_use_complex=false\n");
}

TEST(ViewsTest, Kernels) {
  const std::string view =
      Flat(RootView(PluginOf("kernels:\n"
                             "  - {op: Cast, types: {SrcT: float, DstT: [int32, bfloat16]}}\n"
                             "  - {op: Lgamma, types: float, implementation: stub}\n"
                             "  - {op: Neg, types: complex64, implementation: {file: my/neg.cc}}\n"
                             "  - {op: LogicalAnd}\n")));
  EXPECT_EQ(Lines(view, "kernels.0."),
            "kernels.0.class=CastOp\n"
            "kernels.0.file=cast.cc\n"
            "kernels.0.formula=\n"
            "kernels.0.implementation=reference\n"
            "kernels.0.instantiations.0.name=CastOp<float, int32_t>\n"
            "kernels.0.instantiations.1.name=CastOp<float, Eigen::bfloat16>\n"
            "kernels.0.is_fusion=false\n"
            "kernels.0.is_template=true\n"
            "kernels.0.op=Cast\n"
            "kernels.0.signature=Cast(x: SrcT) -> y: DstT\n"
            "kernels.0.snake=cast\n"
            "kernels.0.stub=false\n"
            "kernels.0.template_params=typename SrcT, typename DstT\n"
            "kernels.0.uses_complex=false\n"
            "kernels.0.uses_half=true\n");
  EXPECT_EQ(Lines(view, "kernels.1.implementation"), "kernels.1.implementation=stub\n");
  EXPECT_EQ(Lines(view, "kernels.1.stub"), "kernels.1.stub=true\n");
  EXPECT_EQ(Lines(view, "kernels.2.formula"), "kernels.2.formula=x && y\n");
  EXPECT_EQ(Lines(view, "kernels.2.is_template"), "kernels.2.is_template=false\n");
  EXPECT_EQ(Lines(view, "kernels.3.file"), "kernels.3.file=my/neg.cc\n");
  EXPECT_EQ(Lines(view, "kernels.3.uses_complex"), "kernels.3.uses_complex=true\n");
}

TEST(ViewsTest, LongSignaturesAreBroken) {
  const std::string view = Flat(
      RootView(PluginOf("kernels:\n  - {op: RaggedTensorToTensor, types: {T: float, Tindex: int64, "
                        "Tshape: int64}, implementation: stub}\n")));
  EXPECT_NE(
      view.find(
          "signature=RaggedTensorToTensor(shape: Tshape, values: T, default_value: T, "
          "row_partition_tensors:\n//     num_row_partition_tensors * Tindex) -> result: T\n"),
      std::string::npos)
      << view;
}

TEST(ViewsTest, ANightlyIsAPreRelease) {
  const std::string nightly(catalog::CApi::BuiltIn().nightly());
  if (nightly.empty()) GTEST_SKIP() << "the catalogue has no nightly";
  const std::string end = ReleaseText(spec::kUnknownRelease);
  const auto view = [](const std::string& range) {
    const std::string spec = "tensorflow: '" + range + "'\n";
    return Lines(Flat(RootView(PluginOf(spec))), "tensorflow.");
  };
  const std::string whole = view(">=2.12, <" + end);
  for (const std::string& line :
       {std::string("has_nightly=true"), "max=" + nightly, std::string("only_nightly=false"),
        "nightly_pip_range=>=" + nightly + ".0.dev0,<" + end, "pip_range=>=2.12,<" + end}) {
    EXPECT_NE(whole.find("tensorflow." + line + "\n"), std::string::npos) << line;
  }
  EXPECT_NE(view("==" + nightly).find("tensorflow.only_nightly=true\n"), std::string::npos);
}

TEST(ViewsTest, DefinitionsHaveTypesByTheirLongNamesInDefaultsOnly) {
  const std::string view = Flat(RootView(
      PluginOf("ops:\n  - {name: AcmeZ, attrs: ['T: {float, half} = half', 'L: list(type) = "
               "[float, DT_INT32]', 'M: list(type) = []', 'k: int = 3'], also_on_cpu: true}\n"
               "  - {name: AcmeA}\n")));
  EXPECT_EQ(Lines(view, "ops.0.attrs"),
            "ops.0.attrs.0.text=T: {float, half} = DT_HALF\n"
            "ops.0.attrs.1.text=L: list(type) = [DT_FLOAT, DT_INT32]\n"
            "ops.0.attrs.2.text=M: list(type) = []\n"
            "ops.0.attrs.3.text=k: int = 3\n");
  EXPECT_EQ(Lines(view, "op_definition_headers"),
            "op_definition_headers.0.name=ops/acme_a_shape.h\n"
            "op_definition_headers.1.name=ops/acme_z_shape.h\n"
            "op_definition_headers.2.name=ops/library/cpu_kernels.h\n"
            "op_definition_headers.3.name=ops/library/op_definition.h\n");
}

TEST(ViewsTest, RowsForTheCpuHaveLabelsAndPriorities) {
  const std::string view = Flat(RootView(
      PluginOf("ops:\n  - {name: AcmeA, also_on_cpu: true}\n  - {name: AcmeB}\nkernels:\n"
               "  - {op: AcmeA, label: slow}\n  - {op: AcmeA, label: fast, priority: 3}\n")));
  EXPECT_EQ(Lines(view, "cpu_rows.0.initializer"),
            "cpu_rows.0.initializer={\"AcmeA\", Types{}, HostMemory{}, make_kernel<AcmeAOp>, 3, "
            "\"fast\"}\n");
  EXPECT_EQ(Lines(view, "cpu_rows.1.initializer"),
            "cpu_rows.1.initializer={\"AcmeA\", Types{}, HostMemory{}, make_kernel<AcmeAOp>, 0, "
            "\"slow\"}\n");
  EXPECT_EQ(Lines(view, "cpu_rows.2"), "");
}

TEST(ViewsTest, ElementTypesAreThoseOfRowsAndThoseThatNewOpsAlwaysHave) {
  const std::string cmake =
      Emitted("src/generated/library.cmake",
              "device: {backend: cuda}\n"
              "kernels:\n  - {op: Relu, types: half}\n  - {op: AcmeA}\n"
              "ops:\n  - {name: AcmeA, inputs: ['x: N * double'], outputs: ['y: uint16'], "
              "attrs: ['N: int >= 1'], shape: {y: scalar}}\n");
  const size_t begin = cmake.find("set(pluggable_element_types");
  ASSERT_NE(begin, std::string::npos);
  EXPECT_EQ(cmake.substr(begin, cmake.find(')', begin) - begin),
            "set(pluggable_element_types  # for which kernels are compiled to PTX\n  bool\n"
            "  double\n  float\n  half\n  int32\n  int64\n  uint16\n");
}

TEST(ViewsTest, FractionsAreCppLiterals) {
  EXPECT_EQ(Lines(Flat(RootView(PluginOf("device: {gflops: 0.1}\n"))), "device.gflops"),
            "device.gflops=0.1\n");
  EXPECT_EQ(Lines(Flat(RootView(PluginOf("device: {gflops: 1e11}\n"))), "device.gflops"),
            "device.gflops=1e+11\n");
  EXPECT_EQ(Lines(Flat(RootView(PluginOf(""))), "device.gflops"), "device.gflops=0.0\n");
}

}  // namespace
}  // namespace plugingen::emit
