// Which chains keep a variable's value themselves.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/rewriter.h"
#include "graph_test_graph.h"
#include "graph_test_rewrites.h"
#include "plugin/names.h"
#include "variables/kept_values.h"
#include "variables/kept_values_in_chains.h"

namespace pluggable::tests::kept_in_chains {
namespace {

using Nodes = std::vector<TestNode>;

const std::map<std::string, std::string> kFloat = {{"dtype", TypeAttr(TF_FLOAT)}};
const TestNode kV = {"v", "VarHandleOp"};
const TestNode kX = {"x", "Placeholder"};
const TestNode kRead = {"read", "ReadVariableOp", {"v"}, kFloat};

TestNode Assign(const std::string& value) {
  return {"assign", "AssignVariableOp", {"v", value, "^x"}, kFloat};
}

// The graph whose values are kept, where TestChain replaces values if it has the attr `old`.
std::string Chained(const Nodes& nodes, bool has_old, const graph::NodeNames& preserved = {}) {
  const std::string graph_def = Serialize(nodes);
  graph::Graph graph;
  EXPECT_TRUE(graph.Parse(graph_def));
  graph::KeepValues(names::kDeviceType, {nullptr, 0}, &graph);
  graph::Rewrite chain = TestChain();
  chain.replaces_values = has_old;
  graph::Surroundings surroundings = TestSurroundings();
  surroundings.preserved = preserved;
  graph::RewriteGraph({chain}, surroundings, &graph);
  graph::KeepValuesInChains({chain}, surroundings, &graph);
  EXPECT_EQ(graph::KeepValues(names::kDeviceType, {nullptr, 0}, &graph), 0) << "kept twice";
  return graph.Serialize();
}

// read * x + x
const Nodes kUpdate = {
    kV, kX, kRead, {"product", "Mul", {"read", "x"}}, {"sum", "AddV2", {"product", "x"}}};

Nodes UpdateAnd(const std::vector<TestNode>& others) {
  Nodes nodes = kUpdate;
  nodes.insert(nodes.end(), others.begin(), others.end());
  return nodes;
}

constexpr char kInChain[] = "sum = TestChain(read, x)\nassign = AssignVariableOp(v, sum, ^x)\n";
const std::string kBehindChain = std::string("sum = TestChain(read, x)\n") +
                                 "assign/kept = " + names::kKeptValueOp + "(read, sum)\n" +
                                 "assign = AssignVariableOp(v, assign/kept, ^x)\n";

TEST(KeptValues, OfChainsNeedNoOpOfTheirOwn) {
  const std::string graph = Chained(UpdateAnd({Assign("sum")}), true);
  EXPECT_NE(ToText(graph).find(kInChain), std::string::npos) << ToText(graph);
  EXPECT_EQ(AttrsOf(graph, "sum").substr(0, 13), "N=2 T=1 old=0");
}

// Here the old value is read when the new one has been computed: as an input it would close a
// cycle.
TEST(KeptValues, OfChainsAreReadBeforeThem) {
  const Nodes nodes = {kV,
                       kX,
                       {"product", "Mul", {"x", "x"}},
                       {"sum", "AddV2", {"product", "x"}},
                       {"read", "ReadVariableOp", {"v", "^sum"}, kFloat},
                       {"assign", "AssignVariableOp", {"v", "sum", "^read"}, kFloat}};
  const std::string graph = ToText(Chained(nodes, true));
  EXPECT_NE(graph.find("sum = TestChain(x)\n"), std::string::npos) << graph;
  EXPECT_NE(graph.find("(read, sum)\n"), std::string::npos) << graph;
}

// Here the chain starts behind what reads the old value.
TEST(KeptValues, OfChainsMayBeInputsMore) {
  const Nodes nodes = {kV,
                       kX,
                       kRead,
                       {"relu", "Relu", {"read"}},
                       {"product", "Mul", {"relu", "x"}},
                       {"sum", "AddV2", {"product", "x", "^read"}},
                       Assign("sum")};
  const std::string graph = Chained(nodes, true);
  EXPECT_NE(ToText(graph).find("sum = TestChain(relu, x, read"), std::string::npos)
      << ToText(graph);
  EXPECT_EQ(AttrsOf(graph, "sum").substr(0, 13), "N=3 T=1 old=2");
  EXPECT_EQ(StepsOf(graph, "sum"), "Mul 0 1; AddV2 3 1") << "results are counted behind the inputs";
}

// An earlier round made the op that keeps the value, and core what it waits for.
TEST(KeptValues, OfOpsThatWaitStay) {
  const std::string kept = names::kKeptValueOp;
  const std::string graph =
      Chained(UpdateAnd({{"check", "NoOp"},
                         {"kept", kept, {"read", "sum", "^check"}, {{"T", TypeAttr(TF_FLOAT)}}},
                         Assign("kept")}),
              true);
  EXPECT_NE(ToText(graph).find("kept = " + kept + "(read, sum, ^check)\n"), std::string::npos)
      << ToText(graph);
}

TEST(KeptValues, OfChainsThatAreSeenByOthersHaveTheirOwnOp) {
  const Nodes nodes = UpdateAnd({Assign("sum"), {"relu", "Relu", {"sum"}}});
  EXPECT_NE(ToText(Chained(nodes, true)).find(kBehindChain), std::string::npos);
  EXPECT_NE(ToText(Chained(UpdateAnd({Assign("sum")}), true, {"sum"})).find("/kept = "),
            std::string::npos);
}

TEST(KeptValues, OfChainsWithoutTheAttrHaveTheirOwnOp) {
  const std::string graph = Chained(UpdateAnd({Assign("sum")}), false);
  EXPECT_NE(ToText(graph).find(kBehindChain), std::string::npos) << ToText(graph);
  EXPECT_EQ(AttrsOf(graph, "sum").find("old"), std::string::npos);
}

}  // namespace
}  // namespace pluggable::tests::kept_in_chains
