// Which variables of an optimizer keep their places in memory.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "pluggable/wire_writer.h"

#include "graph/attr_value.h"
#include "graph/graph.h"
#include "graph/rewriter.h"
#include "graph_test_graph.h"
#include "graph_test_rewrites.h"
#include "plugin/names.h"
#include "variables/kept_values.h"
#include "variables/kept_values_in_chains.h"
#include "variables/places.h"

namespace pluggable::tests::places {
namespace {

using Nodes = std::vector<TestNode>;

const std::map<std::string, std::string> kFloat = {{"dtype", TypeAttr(TF_FLOAT)}};
const std::map<std::string, std::string> kHandle = {{"T", TypeAttr(TF_RESOURCE)}};
const TestNode kOut = {"out", "_Retval", {"g", "^w_assign", "^m_assign", "^v_assign"}};

// moved is KeptPlace in the texts of graphs.
std::string Text(const std::string& graph_def) {
  std::string text = ToText(graph_def);
  const std::string op = names::kKeptPlaceOp;
  for (size_t at = text.find(op); at != std::string::npos; at = text.find(op)) {
    text.replace(at, op.size(), "KeptPlace");
  }
  return text;
}

std::string Placed(const Nodes& nodes, int count) {
  graph::Rewrite chain = TestChain();
  chain.replaces_values = true;
  std::string graph_def = Serialize(nodes);
  // The second round of optimizers gets what the first one made.
  for (const int expected : {count, 0}) {
    graph::Graph graph;
    EXPECT_TRUE(graph.Parse(graph_def));
    graph::KeepValues(names::kDeviceType, {nullptr, 0}, &graph);
    const graph::Surroundings surroundings = TestSurroundings();
    graph::RewriteGraph({chain}, surroundings, &graph);
    graph::KeepValuesInChains({chain}, surroundings, &graph);
    EXPECT_EQ(graph::KeepPlaces({chain}, surroundings, &graph), expected);
    std::string result = graph.Serialize();
    if (expected < count) {
      EXPECT_EQ(Text(result), Text(graph_def)) << "done twice";
    }
    graph_def = std::move(result);
  }
  return graph_def;
}

// x = x + x * by
Nodes Update(const std::string& x, const std::string& by) {
  return {{x + "_read", "ReadVariableOp", {x}, kFloat},
          {x + "_part", "Mul", {x + "_read", by}},
          {x + "_new", "AddV2", {x + "_read", x + "_part"}},
          {x + "_assign", "AssignVariableOp", {x, x + "_new"}, kFloat}};
}

Nodes Together(const std::vector<Nodes>& parts) {
  Nodes all = {{"m", "_Arg", {}, kHandle},
               {"v", "_Arg", {}, kHandle},
               {"w", "_Arg", {}, kHandle},
               {"g", "_Arg"}};
  for (const Nodes& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

const TestNode kNewM = {"m_now", "ReadVariableOp", {"m", "^m_assign"}, kFloat};
const TestNode kNewV = {"v_now", "ReadVariableOp", {"v", "^v_assign"}, kFloat};
// w = w - m * v
const Nodes kWeight = {kNewM,
                       kNewV,
                       {"w_read", "ReadVariableOp", {"w"}, kFloat},
                       {"w_part", "Mul", {"m_now", "v_now"}},
                       {"w_new", "Sub", {"w_read", "w_part"}},
                       {"w_assign", "AssignVariableOp", {"w", "w_new"}, kFloat}};
const Nodes kAdam = Together({Update("m", "g"), Update("v", "g"), kWeight, {kOut}});

TEST(Places, AreKeptByTheVariablesOfAnOptimizer) {
  const std::string graph = Placed(kAdam, 1);
  EXPECT_EQ(Text(graph),
            "m_read = ReadVariableOp(m)\n"
            "m_new = TestChain(m_read, g)\n"
            "m_assign/first = AssignVariableOp(m, m_new)\n"
            "m_assign/now = ReadVariableOp(m, ^w_assign)\n"
            "m_assign/moved = KeptPlace(w_read, m_assign/now)\n"
            "m_assign = AssignVariableOp(m, m_assign/moved)\n"
            "v_read = ReadVariableOp(v)\n"
            "v_new = TestChain(m_read, v_read, g, ^m_assign/first)\n"
            "v_assign = AssignVariableOp(v, v_new)\n"
            "m_now = ReadVariableOp(m, ^m_assign/first)\n"
            "v_now = ReadVariableOp(v, ^v_assign)\n"
            "w_read = ReadVariableOp(w)\n"
            "w_new = TestChain(v_read, m_now, v_now, w_read, ^v_assign)\n"
            "w_assign = AssignVariableOp(w, w_new)\n"
            "out = _Retval(g, ^w_assign, ^m_assign, ^v_assign)\n");
  EXPECT_EQ(StepsOf(graph, "v_new"), "Mul 1 2; AddV2 1 3") << "the place is not read";
  EXPECT_EQ(AttrsOf(graph, "v_new").substr(0, 13), "N=3 T=1 old=1");
  EXPECT_EQ(AttrsOf(graph, "m_new").substr(0, 13), "N=2 T=1 old=0");
}

TEST(Places, AreKeptByOneMoment) {
  const Nodes weight = {kNewM,
                        {"w_read", "ReadVariableOp", {"w"}, kFloat},
                        {"w_part", "Mul", {"m_now", "g"}},
                        {"w_new", "Sub", {"w_read", "w_part"}},
                        {"w_assign", "AssignVariableOp", {"w", "w_new"}, kFloat}};
  const std::string graph =
      Placed(Together({Update("m", "g"), weight, {{"out", "_Retval", {"g", "^m_assign"}}}}), 1);
  EXPECT_NE(Text(graph).find("w_new = TestChain(m_read, m_now, g, w_read, ^m_assign/first)\n"),
            std::string::npos)
      << Text(graph);
}

// Who waits for the first assignment, and is no part of the updates, waits for the second.
TEST(Places, AreSeenByNobody) {
  Nodes nodes = kAdam;
  nodes.push_back({"later", "ReadVariableOp", {"m", "^m_assign"}, kFloat});
  nodes.push_back({"also", "_Retval", {"later"}});
  EXPECT_NE(Text(Placed(nodes, 1)).find("later = ReadVariableOp(m, ^m_assign)\n"),
            std::string::npos);
}

TEST(Places, OfVariablesWithOtherWritersAreNotKept) {
  Nodes nodes = kAdam;
  nodes.push_back({"other", "AssignVariableOp", {"m", "g", "^w_assign"}, kFloat});
  // The others still form a group.
  EXPECT_EQ(Text(Placed(nodes, 1)).find("m_assign/moved"), std::string::npos);
  nodes.push_back({"call", "StatefulPartitionedCall", {"v", "w"}});
  EXPECT_EQ(Text(Placed(nodes, 0)).find("KeptPlace"), std::string::npos);
}

// Handles in branches and loops come from other nodes than arguments.
TEST(Places, InBranchesAreNotKept) {
  Nodes nodes = kAdam;
  for (TestNode& node : nodes) {
    for (std::string& input : node.inputs) {
      if (input == "m" || input == "v" || input == "w") input += "_here";
    }
  }
  for (const char* x : {"m", "v", "w"}) {
    nodes.push_back({std::string(x) + "_here", "Identity", {x}, kHandle});
  }
  Placed(nodes, 0);
}

// Where a variable is known to be small, moves cost more than gaps.
TEST(Places, OfSmallVariablesAreNotKept) {
  const auto with_rows = [](int64_t rows) {
    wire::Writer size, shape, value, list;
    size.Varint(1, rows);
    shape.Bytes(2, size.message());
    value.Bytes(graph::attr_value::kShape, shape.message());
    list.Bytes(graph::attr_value::kList, value.message());
    Nodes nodes = kAdam;
    nodes[1].attrs["_handle_shapes"] = list.message();  // of v
    return nodes;
  };
  Placed(with_rows((1 << 18) - 1), 0);
  Placed(with_rows(1 << 18), 1);
  Placed(with_rows(-1), 1);
}

// The second variable waits for the first, so it cannot come first.
TEST(Places, FollowTheOrderOfTheGraph) {
  const Nodes weight = {kNewV,
                        kNewM,
                        {"w_read", "ReadVariableOp", {"w"}, kFloat},
                        {"w_part", "Mul", {"v_now", "m_now"}},
                        {"w_new", "Sub", {"w_read", "w_part"}},
                        {"w_assign", "AssignVariableOp", {"w", "w_new"}, kFloat}};
  Nodes late = Update("v", "g");
  EXPECT_NE(
      Text(Placed(Together({Update("m", "g"), late, weight, {kOut}}), 1)).find("v_assign/first"),
      std::string::npos);
  late[0].inputs.push_back("^m_assign");
  Placed(Together({Update("m", "g"), late, weight, {kOut}}), 0);
}

// In a session only the fetched nodes run.
TEST(Places, InGraphsOfNoFunctionAreNotKept) {
  Nodes nodes = kAdam;
  nodes.pop_back();
  Placed(nodes, 0);
}

}  // namespace
}  // namespace pluggable::tests::places
