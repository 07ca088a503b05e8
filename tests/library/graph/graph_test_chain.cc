// Which elementwise ops the graph optimizer puts together.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph_test_graph.h"
#include "graph_test_rewrites.h"

namespace pluggable::tests::chains {
namespace {

using Nodes = std::vector<TestNode>;

const TestNode kX = {"x", "_Arg"};
const TestNode kY = {"y", "_Arg"};

// The graph after TestChain(), but for what is preserved.
std::string Chained(const Nodes& nodes, const graph::NodeNames& preserved = {}) {
  return RewrittenBy({TestChain()}, nodes, preserved);
}

void ExpectUntouched(const Nodes& nodes, const graph::NodeNames& preserved = {}) {
  EXPECT_EQ(Chained(nodes, preserved), Serialize(nodes)) << ToText(Chained(nodes, preserved));
}

// (x + y) * tanh(x + y)
Nodes Diamond() {
  return {kX,
          kY,
          {"sum", "AddV2", {"x", "y"}},
          {"tanh", "Tanh", {"sum"}},
          {"product", "Mul", {"sum", "tanh"}},
          {"out", "_Retval", {"product"}}};
}

Nodes DiamondBut(const TestNode& other) {
  Nodes nodes = Diamond();
  for (TestNode& node : nodes) {
    if (node.name == other.name) node = other;
  }
  return nodes;
}

TEST(Chain, TakesAllThatOnlyItSees) {
  const std::string graph = Chained(Diamond());
  EXPECT_EQ(ToText(graph), "product = TestChain(x, y)\nout = _Retval(product)\n");
  EXPECT_EQ(StepsOf(graph, "product"), "AddV2 0 1; Tanh 2; Mul 2 3");
  EXPECT_EQ(AttrsOf(graph, "product").substr(0, 7), "N=2 T=1");
}

TEST(Chain, LeavesSingleOps) {
  ExpectUntouched({kX, {"tanh", "Tanh", {"x"}}, {"out", "_Retval", {"tanh"}}});
}

TEST(Chain, EndsWhereOthersLook) {
  Nodes nodes = Diamond();
  nodes.push_back({"relu", "Relu", {"sum"}});
  EXPECT_EQ(ToText(Chained(nodes)),
            "sum = AddV2(x, y)\nproduct = TestChain(sum)\nout = _Retval(product)\n"
            "relu = Relu(sum)\n");
  EXPECT_EQ(StepsOf(Chained(nodes), "product"), "Tanh 0; Mul 0 1");
  EXPECT_EQ(ToText(Chained(Diamond(), {"tanh"})), ToText(Serialize(Diamond())));
  nodes = Diamond();
  nodes.push_back({"relu", "Relu", {"x", "^tanh"}});
  ExpectUntouched(nodes);
}

TEST(Chain, EndsAtOthersOfType) {
  TestNode tanh = {"tanh", "Tanh", {"sum"}};
  tanh.attrs["T"] = TypeAttr(TF_HALF);
  ExpectUntouched(DiamondBut(tanh));
}

TEST(Chain, EndsAtOthersOfDevice) {
  TestNode tanh = {"tanh", "Tanh", {"sum"}};
  tanh.device = "/job:localhost/replica:0/task:0/device:CPU:0";
  ExpectUntouched(DiamondBut(tanh));
}

TEST(Chain, TakesAttrsThatAreDefaults) {
  TestNode pick = {"tanh", "Pick", {"sum"}};
  EXPECT_EQ(StepsOf(Chained(DiamondBut(pick)), "product"), "AddV2 0 1; Pick 2; Mul 2 3");
  pick.attrs["first"] = BoolAttr(false);
  ExpectUntouched(DiamondBut(pick));
}

TEST(Chain, WaitsForWhatItsOpsWaitedFor) {
  EXPECT_EQ(ToText(Chained(DiamondBut({"tanh", "Tanh", {"sum", "^y"}}))),
            "product = TestChain(x, y)\nout = _Retval(product)\n");
  Nodes nodes = DiamondBut({"tanh", "Tanh", {"sum", "^relu"}});
  nodes.push_back({"relu", "Relu", {"x"}});
  EXPECT_EQ(ToText(Chained(nodes)),
            "product = TestChain(x, y, ^relu)\nout = _Retval(product)\nrelu = Relu(x)\n");
}

TEST(Chain, TakesPartsOfLoops) {
  EXPECT_EQ(ToText(Chained({kX,
                            {"merge", "Merge", {"x", "next"}},
                            {"tanh", "Tanh", {"merge"}},
                            {"product", "Mul", {"tanh", "tanh"}},
                            {"next", "NextIteration", {"product"}}})),
            "merge = Merge(x, next)\nproduct = TestChain(merge)\nnext = NextIteration(product)\n");
}

TEST(Chain, OfManyOpsBecomesSeveral) {
  Nodes nodes = {kX};
  for (int i = 0; i < 70; ++i) {
    nodes.push_back({"t" + std::to_string(i), "Tanh", {nodes.back().name}});
  }
  nodes.push_back({"out", "_Retval", {nodes.back().name}});
  EXPECT_EQ(ToText(Chained(nodes)), "t5 = TestChain(x)\nt69 = TestChain(t5)\nout = _Retval(t69)\n");
}

// No op computes what it needs itself; core says so after the optimizers have run.
TEST(Chain, LeavesCircles) {
  ExpectUntouched({kX,
                   {"sum", "AddV2", {"x", "tanh"}},
                   {"tanh", "Tanh", {"sum"}},
                   {"product", "Mul", {"sum", "tanh"}},
                   {"out", "_Retval", {"product"}}});
}

TEST(Chain, NeedsAKernel) {
  Nodes nodes = Diamond();
  for (TestNode& node : nodes) node.attrs["T"] = TypeAttr(TF_HALF);
  ExpectUntouched(nodes);
}

}  // namespace
}  // namespace pluggable::tests::chains
