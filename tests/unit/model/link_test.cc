// What entries of a spec become: rows, kernels, host memory, priorities.

#include "model/link.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/sets.h"
#include "diag/text_printer.h"
#include "spec/parse.h"

namespace plugingen::model {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Result {
  Plugin plugin;
  std::string messages;
};

Result LinkSpec(const std::string& kernels, const std::string& device = "") {
  const std::string text =
      "plugingen: 1\nplugin: {name: nova_npu}\n" + device + "kernels:\n" + kernels;
  const diag::SourceFile source("nova_npu.yaml", text);
  diag::Sink sink;
  const std::optional<spec::Spec> spec = spec::ParseSpec(source, sink);
  EXPECT_TRUE(spec) << diag::RenderText(&source, sink.diagnostics());
  Result result;
  if (spec) result.plugin = Link(*spec, sink);
  // What TensorFlow would do to variables and to graphs is said of nearly every spec here, and is
  // in tests/golden/model.
  std::vector<diag::Diagnostic> told = sink.diagnostics();
  std::erase_if(told, [](const diag::Diagnostic& told) {
    return told.code == "W0305" || told.code == "W0307";
  });
  result.messages = diag::RenderText(&source, told);
  return result;
}

// "ReluOp<float> host=a,b priority=1 label=x"
std::vector<std::string> RowsOf(const Result& result, std::string_view op = "") {
  std::vector<std::string> rows;
  for (const Row& row : result.plugin.rows) {
    if (!op.empty() && row.op->name != op) continue;
    std::string text = row.instance;
    for (size_t i = 0; i < row.host_memory.size(); ++i) {
      text += (i == 0 ? " host=" : ",") + row.host_memory[i];
    }
    if (row.priority != 0) text += " priority=" + std::to_string(row.priority);
    if (!row.label.empty()) text += " label=" + row.label;
    rows.push_back(text);
  }
  return rows;
}

std::vector<std::string> FilesOf(const Result& result) {
  std::vector<std::string> files;
  for (const Kernel& kernel : result.plugin.kernels) {
    files.push_back(kernel.file + ":" + kernel.class_name);
  }
  return files;
}

TEST(LinkTest, OneRowForEachCombinationInTheOrderOfTensorFlowsTypes) {
  const Result result =
      LinkSpec("  - {op: Cast, types: {SrcT: [half, float, int64], DstT: [bool, double]}}\n");
  EXPECT_EQ(result.messages, "");
  EXPECT_THAT(RowsOf(result),
              ElementsAre("CastOp<float, double>", "CastOp<float, bool>", "CastOp<int64_t, double>",
                          "CastOp<int64_t, bool>", "CastOp<Eigen::half, double>",
                          "CastOp<Eigen::half, bool>"));
  EXPECT_THAT(result.plugin.kernels.front().instances,
              ElementsAre("CastOp<float, double>", "CastOp<float, bool>", "CastOp<int64_t, double>",
                          "CastOp<int64_t, bool>", "CastOp<Eigen::half, double>",
                          "CastOp<Eigen::half, bool>"));
}

TEST(LinkTest, OpsWithoutTypesHaveOneRow) {
  EXPECT_THAT(RowsOf(LinkSpec("  - LogicalAnd\n")), ElementsAre("LogicalAndOp"));
}

TEST(LinkTest, SilenceMeansAllTypesOfTheReferenceKernel) {
  EXPECT_THAT(RowsOf(LinkSpec("  - SquaredDifference\n")),
              ElementsAre("SquaredDifferenceOp<float>", "SquaredDifferenceOp<double>",
                          "SquaredDifferenceOp<int64_t>", "SquaredDifferenceOp<Eigen::bfloat16>",
                          "SquaredDifferenceOp<Eigen::half>"));
}

TEST(LinkTest, SilenceMeansFloatingTypesForStubs) {
  EXPECT_THAT(RowsOf(LinkSpec("  - {op: Lgamma, implementation: stub}\n")),
              ElementsAre("LgammaOp<float>", "LgammaOp<double>", "LgammaOp<Eigen::bfloat16>",
                          "LgammaOp<Eigen::half>"));
}

TEST(LinkTest, IndexTypesOfAStubAreAllThatTheOpAllows) {
  EXPECT_THAT(
      RowsOf(LinkSpec("  - {op: Cumsum, types: {T: float}, implementation: stub}\n")),
      ElementsAre("CumsumOp<float, int32_t> host=axis", "CumsumOp<float, int64_t> host=axis"));
}

TEST(LinkTest, HostMemoryIsDecidedRowByRow) {
  const Result result = LinkSpec(
      "  - {op: Pack, types: [float, int32]}\n"
      "  - {op: Sum, types: {T: [float, int32], Tidx: int32}}\n");
  EXPECT_THAT(RowsOf(result),
              ElementsAre("PackOp<float>", "PackOp<int32_t> host=values,output",
                          "SumOp<float, int32_t> host=reduction_indices",
                          "SumOp<int32_t, int32_t> host=input,reduction_indices,output"));
}

TEST(LinkTest, HostMemoryOfTheSpecWins) {
  EXPECT_THAT(RowsOf(LinkSpec("  - {op: Sum, types: {T: float, Tidx: int32}, host_memory: [], "
                              "implementation: stub}\n")),
              ElementsAre("SumOp<float, int32_t>"));
}

TEST(LinkTest, CoresHostKernelsAreNotReplacedBySilence) {
  // Core has Unpack of int32 and int64 in host memory for every device; the reference kernel has
  // int64 as well.
  EXPECT_THAT(RowsOf(LinkSpec("  - Unpack\n")), Not(testing::Contains(HasSubstr("<int64_t>"))));
  EXPECT_THAT(RowsOf(LinkSpec("  - {op: Unpack, types: int64}\n")),
              ElementsAre("UnpackOp<int64_t> host=value,output"));
}

TEST(LinkTest, AnEntryForAnOpWinsOverSets) {
  const std::string transpose =
      "  - {op: Transpose, types: {T: float, Tperm: int32}, priority: 3}\n";
  for (const std::string& kernels : {"  - set: mlp\n" + transpose, transpose + "  - set: mlp\n"}) {
    const Result result = LinkSpec(kernels);
    EXPECT_EQ(result.messages, "");
    EXPECT_THAT(RowsOf(result, "Transpose"),
                ElementsAre("TransposeOp<float, int32_t> host=perm priority=3",
                            "TransposeOp<float, int64_t> host=perm"));
  }
}

TEST(LinkTest, SetsOverlapWithoutComplaint) {
  const Result both = LinkSpec("  - set: mlp\n  - set: cnn\n");
  EXPECT_EQ(both.messages, "");
  EXPECT_EQ(RowsOf(both), RowsOf(LinkSpec("  - set: cnn\n")));
}

TEST(LinkTest, OfTwoSetsTheRealKernelsWin) {
  const std::string real = "  - set: mlp\n";
  const std::string stubs = "  - {set: cnn, implementation: stub}\n";
  const Result one = LinkSpec(real + stubs);
  EXPECT_EQ(one.messages, "");
  EXPECT_EQ(FilesOf(one), FilesOf(LinkSpec(stubs + real)));
  for (const Kernel& kernel : one.plugin.kernels) {
    const bool stub = kernel.implementation == spec::Implementation::kStub;
    EXPECT_FALSE(stub && kernel.op->name == "MatMul");
    EXPECT_FALSE(!stub && kernel.op->name == "Conv2D");
  }
}

TEST(LinkTest, AStubBesideARealKernelHasAFileOfItsOwn) {
  const Result result = LinkSpec(
      "  - {op: MatMul, types: float}\n"
      "  - {op: MatMul, types: complex64, implementation: stub}\n");
  EXPECT_EQ(result.messages, "");
  EXPECT_THAT(FilesOf(result), ElementsAre("mat_mul.cc:MatMulOp", "mat_mul_stub.cc:MatMulStubOp"));
  EXPECT_THAT(RowsOf(result), ElementsAre("MatMulOp<float>", "MatMulStubOp<std::complex<float>>"));
}

TEST(LinkTest, LabelledRowsShareTheInstance) {
  const Result result = LinkSpec(
      "  - {op: Elu, types: float}\n"
      "  - {op: Elu, types: [float, half], label: fast}\n");
  EXPECT_EQ(result.messages, "");
  EXPECT_THAT(RowsOf(result), ElementsAre("EluOp<float>", "EluOp<float> label=fast",
                                          "EluOp<Eigen::half> label=fast"));
  EXPECT_THAT(result.plugin.kernels.front().instances,
              ElementsAre("EluOp<float>", "EluOp<Eigen::half>"));
}

TEST(LinkTest, AFileOfTheUsersHoldsTheOpsClass) {
  EXPECT_THAT(FilesOf(LinkSpec("  - {op: Relu, implementation: {file: npu/my_relu.cc}}\n")),
              ElementsAre("npu/my_relu.cc:ReluOp"));
}

TEST(LinkTest, OnGpuCoresOwnKernelsAreOutranked) {
  const std::string gpu = "device: {type: GPU, platform: ACME}\n";
  const std::string kernels =
      "  - {op: Reshape, types: {T: float, Tshape: int32}, implementation: stub}\n"
      "  - {op: MatMul, types: float}\n";
  const Result result = LinkSpec(kernels, gpu);
  EXPECT_THAT(RowsOf(result),
              ElementsAre("MatMulOp<float>", "ReshapeOp<float, int32_t> host=shape priority=1"));
  EXPECT_THAT(RowsOf(LinkSpec(kernels)),
              ElementsAre("MatMulOp<float>", "ReshapeOp<float, int32_t> host=shape"));
}

TEST(LinkTest, TheOrderOfEntriesDoesNotMatter) {
  std::vector<std::string> entries = {
      "  - set: cnn\n",
      "  - {op: Relu, types: [half, double]}\n",
      "  - {op: Relu, types: [uint8], implementation: stub}\n",
      "  - {op: Conv3D, types: [half, float], implementation: stub}\n",
      "  - {op: Elu, types: float, label: fast}\n",
      "  - {op: Sum, types: {Tidx: [int64, int32], T: [double, float]}}\n",
  };
  std::sort(entries.begin(), entries.end());
  std::vector<std::string> rows, files;
  do {
    std::string text;
    for (const std::string& entry : entries) text += entry;
    const Result result = LinkSpec(text);
    EXPECT_EQ(result.messages, "");
    if (rows.empty()) {
      rows = RowsOf(result);
      files = FilesOf(result);
    }
    ASSERT_EQ(RowsOf(result), rows) << text;
    ASSERT_EQ(FilesOf(result), files) << text;
    // A tenth of the 720 orders, evenly: every entry comes first and last.
    for (int skip = 0; skip < 9; ++skip) std::next_permutation(entries.begin(), entries.end());
  } while (std::next_permutation(entries.begin(), entries.end()));
}

TEST(LinkTest, WarnsOfManyKernelsOfOneOp) {
  const auto said = [](const std::string& types) {
    return LinkSpec(
               "  - {op: AcmeOp, types: {A: " + types +
               "}}\nops: [{name: AcmeOp, inputs: [\"a: A\", \"b: B\", \"c: C\"], outputs: "
               "\"y: A\", attrs: [\"A: numbertype\", \"B: numbertype\", \"C: numbertype\"], shape: "
               "{y: same_as(a)}}]\n")
        .messages;
  };
  EXPECT_THAT(said("[float, half, double, int32, int8, int16]"),
              HasSubstr("op 'AcmeOp' has 1176 kernels [W0309]"));
  EXPECT_THAT(said("[float, half]"), Not(HasSubstr("W0309")));
}

TEST(LinkTest, ThereIsALimit) {
  const std::string all =
      "[bfloat16, half, float, double, int64, int32, uint8, uint16, int8, int16, complex64, "
      "complex128, uint32, uint64]";
  std::string kernels;
  for (int i = 0; i < 600; ++i) {
    kernels += "  - {op: Bitcast, label: l" + std::to_string(i) +
               ", implementation: stub, types: {T: " + all + ", type: " + all + "}}\n";
  }
  const Result result = LinkSpec(kernels);
  EXPECT_THAT(result.messages, HasSubstr("the spec registers more than 100000 kernels [E0313]"));
  EXPECT_LE(result.plugin.rows.size(), 100'000u);
  const size_t first = result.messages.find("[E0313]");
  EXPECT_EQ(result.messages.find("[E0313]", first + 1), std::string::npos) << "said once";

  const Result more = LinkSpec(kernels + "  - Rellu\n");
  EXPECT_THAT(more.messages, HasSubstr("did you mean 'Relu'?")) << "and what is wrong further down";
}

TEST(LinkTest, EveryOpCanBeAStub) {
  // Whatever TensorFlow has: a row with types that kernels can be written for, or a reason.
  size_t linked = 0;
  for (const std::string_view op : catalog::Catalog::BuiltIn().names()) {
    const Result result = LinkSpec("  - {op: " + std::string(op) + ", implementation: stub}\n");
    if (result.messages.find("error") != std::string::npos) {
      EXPECT_THAT(result.messages, testing::ContainsRegex("E0308|E0317"));
      continue;
    }
    ++linked;
    ASSERT_FALSE(result.plugin.rows.empty()) << op;
    for (const Row& row : result.plugin.rows) {
      EXPECT_LE(row.types.size(), 6u) << op << ": Types of registration.h has room for six";
      EXPECT_LE(row.host_memory.size(), 16u) << op << ": HostMemory has room for sixteen";
    }
  }
  EXPECT_GT(linked, 1500u);
}

TEST(LinkTest, NothingIsMadeOfTheOpsOfASetThatTheSetLacks) {
  for (const auto& [name, set] : catalog::SetTable::BuiltIn().sets()) {
    const std::string text =
        "plugingen: 1\nplugin: {name: nova_npu}\nkernels:\n  - set: " + std::string(name) + "\n";
    const diag::SourceFile source("a.yaml", text);
    diag::Sink sink;
    const auto spec = spec::ParseSpec(source, sink);
    ASSERT_TRUE(spec);
    Link(*spec, sink);
    EXPECT_THAT(diag::RenderText(&source, sink.diagnostics()), Not(HasSubstr("W0307")));
  }
}

TEST(LinkTest, NoKernelIsAskedForWithTypesThatItsOpLacks) {
  const std::string text =
      "plugingen: 1\nplugin: {name: nova_npu}\nkernels:\n"
      "  - {op: Square, types: {T: [int16, int64]}}\n  - {op: Sub, types: {T: [int16, int64]}}\n";
  const diag::SourceFile source("a.yaml", text);
  diag::Sink sink;
  const auto spec = spec::ParseSpec(source, sink);
  ASSERT_TRUE(spec);
  Link(*spec, sink);
  EXPECT_THAT(diag::RenderText(&source, sink.diagnostics()),
              HasSubstr("{op: SquaredDifference, types: {T: [int64]}}"));
}

TEST(LinkTest, NoKernelsAreFine) {
  const diag::SourceFile source("a.yaml", "plugingen: 1\nplugin: {name: nova_npu}\n");
  diag::Sink sink;
  const auto spec = spec::ParseSpec(source, sink);
  ASSERT_TRUE(spec);
  const Plugin plugin = Link(*spec, sink);
  EXPECT_THAT(plugin.rows, IsEmpty());
  EXPECT_THAT(plugin.kernels, IsEmpty());
}

}  // namespace
}  // namespace plugingen::model
