#include "coverage/coverage.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "coverage/op_list.h"
#include "coverage/print_coverage.h"
#include "model/link.h"
#include "spec/parse.h"

namespace plugingen::coverage {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

model::Plugin PluginOf(const std::string& kernels) {
  const diag::SourceFile source("a.yaml",
                                "plugingen: 1\nplugin: {name: nova_npu}\nkernels:\n" + kernels);
  diag::Sink sink;
  const std::optional<spec::Spec> spec = spec::ParseSpec(source, sink);
  EXPECT_TRUE(spec);
  model::Plugin plugin = model::Link(*spec, sink);
  EXPECT_FALSE(sink.has_errors());
  return plugin;
}

Coverage CoverageOf(const std::string& ops, const std::string& kernels,
                    std::string_view release = "2.21") {
  std::vector<std::string> errors;
  const Model model = ReadOpList(ops, errors);
  EXPECT_TRUE(errors.empty());
  return Cover(model, PluginOf(kernels), *catalog::History::BuiltIn().Find(release));
}

std::string Missing(const Coverage& coverage) {
  spec::TensorFlowSection range;
  range.min = {2, 12};
  range.end = {2, 22};
  return MissingEntries(coverage, catalog::Catalog::BuiltIn(), model::Served(range));
}

Where WhereIs(const std::string& op,
              const std::string& kernels = "  - {op: Relu, types: float}\n") {
  return CoverageOf(op, kernels).items.at(0).where;
}

TEST(CoverageTest, ByTheKernelWithTheTypesOfTheNode) {
  EXPECT_EQ(WhereIs("Relu T=float"), Where::kDevice);
  EXPECT_EQ(WhereIs("Relu T=half"), Where::kMissing);
  EXPECT_EQ(WhereIs("Relu"), Where::kDevice) << "any type will do where none is said";
  EXPECT_EQ(WhereIs("Tanh"), Where::kMissing);
  EXPECT_EQ(WhereIs("Relu T=float", "  - {op: Relu, types: float, label: fast}\n"), Where::kMissing)
      << "only nodes that ask for the label get such a kernel";
}

TEST(CoverageTest, ADefaultIsWhatAModelLeavesOut) {
  const std::string kernels = "  - {op: Sum, types: {T: float, Tidx: int32}}\n";
  EXPECT_EQ(WhereIs("Sum T=float", kernels), Where::kDevice) << "Tidx is int32 by default";
  EXPECT_EQ(WhereIs("Sum T=float Tidx=int64", kernels), Where::kMissing);
}

TEST(CoverageTest, BeforeAnAttrCameItsDefaultIsMeant) {
  const std::string kernels = "  - {op: TopKV2, types: {T: float, Tk: [int32, int64]}}\n";
  EXPECT_EQ(CoverageOf("TopKV2 T=float", kernels, "2.12").items[0].where, Where::kDevice);
  EXPECT_EQ(WhereIs("TopKV2 T=float Tk=int64", kernels), Where::kDevice);
  EXPECT_EQ(WhereIs("TopKV2 T=float Tk=int16", kernels), Where::kMissing);
  const std::string wide = "  - {op: TopKV2, types: {T: float, Tk: int64}}\n";
  EXPECT_EQ(CoverageOf("TopKV2 T=float", wide, "2.12").items[0].where, Where::kMissing);
}

TEST(CoverageTest, ByCoresKernelForEveryDevice) {
  EXPECT_EQ(WhereIs("Reshape T=float Tshape=int32"), Where::kCore);
  EXPECT_EQ(WhereIs("AddV2 T=int32"), Where::kCore);
  EXPECT_EQ(WhereIs("AddV2 T=float"), Where::kMissing);
  EXPECT_EQ(WhereIs("AddV2 T=int32", "  - {op: AddV2, types: int32, implementation: stub}\n"),
            Where::kDevice)
      << "the plugin's kernel wins";
  EXPECT_EQ(WhereIs("_Arg T=float"), Where::kCore);
  EXPECT_EQ(CoverageOf("OnesLike T=float", "  - Relu\n", "2.12").items[0].where, Where::kMissing);
  EXPECT_EQ(CoverageOf("OnesLike T=int32", "  - Relu\n", "2.15").items[0].where, Where::kCore);
}

TEST(CoverageTest, OnTheHostWhereItBelongs) {
  EXPECT_EQ(WhereIs("StringJoin"), Where::kHost);
  EXPECT_EQ(WhereIs("TensorSliceDataset"), Where::kHost);
  EXPECT_EQ(WhereIs("QuantizedRelu Tinput=quint8 out_type=quint8"), Where::kHost);
}

TEST(CoverageTest, WhatOnlyOtherDevicesHaveIsNotMissing) {
  const Coverage coverage = CoverageOf("CudnnRNN T=float", "  - {op: Relu, types: float}\n");
  EXPECT_EQ(coverage.items[0].where, Where::kNowhere);
  EXPECT_TRUE(coverage.IsComplete());
  EXPECT_EQ(WhereIs("CudnnRNN T=float", "  - {op: CudnnRNN, types: float, implementation: stub}\n"),
            Where::kDevice);
}

TEST(CoverageTest, KnowsWhatIsNoOp) {
  const Coverage coverage = CoverageOf("Relu T=float\nMyOwnOp", "  - {op: Relu, types: float}\n");
  EXPECT_EQ(coverage.items[0].where, Where::kUnknown);
  EXPECT_FALSE(coverage.IsComplete());
  EXPECT_EQ(coverage.items[0].note, "");
  EXPECT_EQ(Missing(coverage), "");
  EXPECT_EQ(CoverageOf("MatMull", "  - Relu\n").items[0].note, "did you mean 'MatMul'?");
}

TEST(CoverageTest, TellsWhatToAdd) {
  const Coverage coverage = CoverageOf(
      "Tanh T=float\nTanh T=half\nTanh T=complex64\nTopKV2 T=float Tk=int32 index_type=int32\n"
      "Cast SrcT=half DstT=float\nCast SrcT=float DstT=half\nCholesky\nCustomAggregator\nRelu "
      "T=float\n",
      "  - {op: Relu, types: float}\n");
  EXPECT_EQ(Missing(coverage),
            "  - {op: Cast, types: {SrcT: half, DstT: float}}\n"
            "  - {op: Cast, types: {SrcT: float, DstT: half}}\n"
            "  - {op: Cholesky, implementation: stub}\n"
            "  - {op: CustomAggregator, implementation: stub}  # begin the range with \">=2.17\"\n"
            "  - {op: Tanh, types: {T: [float, half]}}\n"
            "  - {op: Tanh, types: {T: complex64}, implementation: stub}\n"
            "  - {op: TopKV2, types: {T: float, Tk: int32, index_type: int32}}\n");
}

// The entries are what the next run needs.
TEST(CoverageTest, WhatItTellsToAddCompletes) {
  const std::string ops =
      "Tanh T=float\nTanh T=half\nTanh T=complex64\nCast SrcT=half DstT=float\nCholesky T=double\n"
      "Sum T=int32\nMatMul T=bfloat16\n";
  const Coverage before = CoverageOf(ops, "  - {op: Relu, types: float}\n");
  EXPECT_FALSE(before.IsComplete());
  const Coverage after = CoverageOf(ops, "  - {op: Relu, types: float}\n" + Missing(before));
  EXPECT_TRUE(after.IsComplete());
  EXPECT_EQ(after.Count(Where::kDevice), after.items.size());
  EXPECT_EQ(Missing(after), "");
}

TEST(CoverageTest, PrintsTextAndJson) {
  const Coverage coverage = CoverageOf("Relu T=float\nRelu T=float\nAddV2 T=int32\nTanh T=float",
                                       "  - {op: Relu, types: float}\n");
  const std::string text = PrintText(coverage, Missing(coverage), "mlp");
  EXPECT_EQ(text,
            "AddV2 T=int32      1  core (in host memory)\n"
            "Relu T=float       2  device\n"
            "Tanh T=float       1  missing (there is a reference kernel)\n"
            "\n"
            "TensorFlow 2.21, ops with their types:\n"
            "    1 on the device, 2 nodes\n"
            "    1 by TensorFlow's kernel for every device, 1 node\n"
            "    1 missing, 1 node\n"
            "\n"
            "The smallest set with all of them that have a reference kernel: mlp\n"
            "\n"
            "To add to the spec:\n"
            "\n"
            "kernels:\n"
            "  - {op: Tanh, types: {T: float}}\n");
  const auto json = nlohmann::json::parse(PrintJson(coverage, Missing(coverage), ""));
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["counts"]["device"], 1);
  EXPECT_EQ(json["counts"]["unknown"], 0);
  EXPECT_EQ(json["ops"][1]["types"]["T"], "float");
  EXPECT_EQ(json["ops"][1]["nodes"], 2);
  EXPECT_EQ(json["ops"][2]["where"], "missing");
  EXPECT_THAT(json["add"].get<std::string>(), HasSubstr("op: Tanh"));
  EXPECT_TRUE(json["set"].is_null());
}

}  // namespace
}  // namespace plugingen::coverage
