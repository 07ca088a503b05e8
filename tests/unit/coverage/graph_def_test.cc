#include "coverage/graph_def.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "wire_writer.h"

namespace plugingen::coverage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "2 Relu T=float", "1 Const dtype=int32 on the CPU".
std::vector<std::string> UsesOf(const Model& model) {
  std::vector<std::string> uses;
  for (const auto& [use, nodes] : model.uses) {
    std::string text = std::to_string(nodes) + " " + use.op;
    for (const auto& [attr, dtype] : use.types) text += " " + attr + "=" + dtype;
    uses.push_back(text + (use.on_cpu ? " on the CPU" : ""));
  }
  return uses;
}

Model Read(const std::string& bytes) {
  base::WireError error;
  Model model = ReadModel(bytes, error);
  EXPECT_EQ(error.message, "");
  return model;
}

std::string ErrorOf(const std::string& bytes) {
  base::WireError error;
  const Model model = ReadModel(bytes, error);
  EXPECT_THAT(model.uses, IsEmpty());
  return error.message;
}

TEST(GraphDefTest, CountsNodesByOpAndTypes) {
  const std::string graph = Node(1, "Relu", TypeAttr("T", 1)) + Node(1, "Relu", TypeAttr("T", 19)) +
                            Node(1, "Relu", TypeAttr("T", 1)) + Node(1, "NoOp") +
                            Node(1, "Cast", TypeAttr("DstT", 9) + TypeAttr("SrcT", 14));
  EXPECT_THAT(UsesOf(Read(graph)), ElementsAre("1 Cast DstT=int64 SrcT=bfloat16", "1 NoOp",
                                               "2 Relu T=float", "1 Relu T=half"));
}

TEST(GraphDefTest, SeesWhatTheModelPutsOnTheCpu) {
  const std::string graph = Node(1, "Const", BytesField(4, "/job:x/device:CPU:0")) +
                            Node(1, "Const", BytesField(4, "/device:MY_NPU:0")) +
                            Node(1, "Const", BytesField(4, "/cpu:0"));
  EXPECT_THAT(UsesOf(Read(graph)), ElementsAre("1 Const", "2 Const on the CPU"));
}

TEST(GraphDefTest, ReadsFunctionsAndLeavesTheirCallsOut) {
  const std::string function = BytesField(
      1, BytesField(1, BytesField(1, "my_function")) + Node(3, "Tanh", TypeAttr("T", 2)));
  const std::string graph = Node(1, "my_function") + Node(1, "Abs") + BytesField(2, function);
  const Model model = Read(graph);
  EXPECT_THAT(UsesOf(model), ElementsAre("1 Abs", "1 Tanh T=double"));
  EXPECT_EQ(model.functions, 1u);
}

TEST(GraphDefTest, ReadsSavedModels) {
  const std::string meta_graph =
      BytesField(1, BytesField(5, "2.15.1")) + BytesField(2, Node(1, "Relu", TypeAttr("T", 1)));
  const Model model =
      Read(NumberField(1, 1) + BytesField(2, meta_graph) + BytesField(2, meta_graph));
  EXPECT_THAT(UsesOf(model), ElementsAre("2 Relu T=float"));
  EXPECT_EQ(model.tensorflow, "2.15.1");
}

TEST(GraphDefTest, SkipsAttrsThatAreNoType) {
  const std::string number = BytesField(5, BytesField(1, "N") + BytesField(2, NumberField(3, 7)));
  const std::string text = BytesField(5, BytesField(1, "s") + BytesField(2, BytesField(2, "\xff")));
  const std::string placeholder =
      BytesField(5, BytesField(1, "T") + BytesField(2, BytesField(9, "T")));
  const std::string unknown = TypeAttr("U", 9999);
  EXPECT_THAT(UsesOf(Read(Node(1, "Pack", number + text + placeholder + unknown))),
              ElementsAre("1 Pack"));
}

TEST(GraphDefTest, AReferenceCountsAsItsType) {
  EXPECT_THAT(UsesOf(Read(Node(1, "A", TypeAttr("T", 101)))), ElementsAre("1 A T=float"));
}

TEST(GraphDefTest, TellsWhatIsNoModel) {
  EXPECT_EQ(ErrorOf(""), "it has no graph");
  EXPECT_EQ(ErrorOf("hello, world"), "no field is of this kind");
  EXPECT_EQ(ErrorOf(Node(1, "Re lu")), "this is not the name of an op");
  EXPECT_EQ(ErrorOf(Node(1, "\x1b[31m")), "this is not the name of an op");
  EXPECT_EQ(ErrorOf(BytesField(1, BytesField(1, "a"))), "a node has no op");
  EXPECT_EQ(ErrorOf(Node(1, "A", TypeAttr("\x07", 1))), "this is not the name of an attr");
  EXPECT_EQ(ErrorOf(NumberField(1, 1)), "it has no graph") << "a SavedModel without one";
}

TEST(GraphDefTest, AnyCutOffFileIsAnErrorOrAShorterModel) {
  const std::string graph = Node(1, "Relu", TypeAttr("T", 1)) + Node(1, "Abs", TypeAttr("T", 1));
  for (size_t size = 0; size < graph.size(); ++size) {
    base::WireError error;
    const Model model = ReadModel(std::string_view(graph).substr(0, size), error);
    EXPECT_TRUE(!error.message.empty() || model.uses.size() == 1) << size;
    EXPECT_LE(error.offset, size);
  }
}

}  // namespace
}  // namespace plugingen::coverage
