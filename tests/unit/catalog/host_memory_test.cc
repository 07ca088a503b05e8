#include "catalog/host_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/embedded.h"
#include "catalog/history.h"
#include "catalog/lines.h"

namespace plugingen::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string_view> HostOf(std::string_view op, std::vector<ChosenType> types) {
  return HostMemoryArgs(*Catalog::BuiltIn().Find(op), types);
}

TEST(HostMemoryTest, ComesFromCoresKernelsForEveryDevice) {
  EXPECT_THAT(HostOf("Reshape", {{"T", "float"}, {"Tshape", "int64"}}), ElementsAre("shape"));
  EXPECT_THAT(HostOf("Reshape", {{"T", "int32"}, {"Tshape", "int64"}}),
              ElementsAre("tensor", "shape", "output"));
  EXPECT_THAT(HostOf("AddV2", {{"T", "int32"}}), ElementsAre("x", "y", "z"));
}

TEST(HostMemoryTest, ElseFromTheTable) {
  EXPECT_THAT(HostOf("Sum", {{"T", "float"}, {"Tidx", "int32"}}), ElementsAre("reduction_indices"));
  EXPECT_THAT(HostOf("StridedSlice", {{"T", "float"}, {"Index", "int32"}}),
              ElementsAre("begin", "end", "strides"));
  EXPECT_THAT(HostOf("Max", {{"T", "half"}, {"Tidx", "int32"}}), ElementsAre("reduction_indices"));
}

TEST(HostMemoryTest, DependsOnTheType) {
  EXPECT_THAT(HostOf("Pack", {{"T", "float"}}), IsEmpty());
  EXPECT_THAT(HostOf("Pack", {{"T", "int32"}}), ElementsAre("values", "output"));
  EXPECT_THAT(HostOf("Transpose", {{"T", "float"}, {"Tperm", "int32"}}), ElementsAre("perm"));
  EXPECT_THAT(HostOf("Transpose", {{"T", "int32"}, {"Tperm", "int32"}}),
              ElementsAre("x", "perm", "y"));
}

TEST(HostMemoryTest, NothingForMostOps) {
  EXPECT_THAT(HostOf("Relu", {{"T", "float"}}), IsEmpty());
  EXPECT_THAT(HostOf("MatMul", {{"T", "float"}}), IsEmpty());
}

TEST(HostMemoryTest, KnowsWhatCoreComputesOnTheHost) {
  const auto on_host = [](std::string_view op, std::vector<ChosenType> types) {
    return CoreServesOnHost(*Catalog::BuiltIn().Find(op), types);
  };
  EXPECT_TRUE(on_host("AddV2", {{"T", "int32"}}));
  EXPECT_FALSE(on_host("AddV2", {{"T", "float"}}));
  EXPECT_FALSE(on_host("Reshape", {{"T", "float"}, {"Tshape", "int32"}}));
  EXPECT_FALSE(on_host("NoOp", {})) << "it has nothing to have there";
  EXPECT_FALSE(on_host("ZerosLike", {{"T", "int32"}})) << "its input stays on the device";
}

TEST(HostMemoryTest, FindsCoresKernelByDeviceTypesAndLabel) {
  constexpr std::string_view kText =
      "tensorflow 9.1\nop A\nattr T: type\nattr format: {\"x\", \"y\"}\n"
      "kernel GPU T=float|half format=\"x\"\nkernel GPU T=double label=slow priority=3\n";
  const History history(kText);
  const Op& op = *history.Newest().Find("A");
  EXPECT_NE(FindCoreKernel(op, "GPU", {{"T", "half"}}), nullptr)
      << "some node has the format that is asked for";
  EXPECT_EQ(FindCoreKernel(op, "GPU", {{"T", "int32"}}), nullptr);
  EXPECT_EQ(FindCoreKernel(op, "CPU", {{"T", "half"}}), nullptr);
  EXPECT_EQ(FindCoreKernel(op, "GPU", {{"T", "double"}}), nullptr);
  ASSERT_NE(FindCoreKernel(op, "GPU", {{"T", "double"}}, "slow"), nullptr);
  EXPECT_EQ(FindCoreKernel(op, "GPU", {{"T", "double"}}, "slow")->priority, 3);
}

// Every line of the table names what exists.
TEST(HostMemoryTest, TheTableFitsTheCatalogue) {
  std::string_view text = base::EmbeddedText("catalog/host_memory.txt");
  std::string_view before;
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    std::string_view rest = line;
    const std::string_view name = TakePart(rest, ' ');
    EXPECT_LE(before, name) << "sorted by op";
    before = name;
    const Op* op = Catalog::BuiltIn().Find(name);
    ASSERT_NE(op, nullptr) << line;
    if (rest.find('=') != std::string_view::npos) {
      const Attr* attr = op->FindAttr(TakePart(rest, '='));
      ASSERT_NE(attr, nullptr) << line;
      EXPECT_TRUE(attr->is_type) << line;
      const std::string_view dtype = TakePart(rest, ' ');
      EXPECT_TRUE(attr->allowed_types.empty() || Contains(attr->allowed_types, dtype)) << line;
    }
    const std::vector<std::string_view> args = SplitParts(rest, ',');
    EXPECT_FALSE(args.empty()) << line;
    for (const std::string_view arg : args) EXPECT_TRUE(op->HasArg(arg)) << line;
  }
}

}  // namespace
}  // namespace plugingen::catalog
