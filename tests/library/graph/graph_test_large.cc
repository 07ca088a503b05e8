// Graphs of thousands of nodes. Each of these takes a moment. With work that grew with the square
// or the cube of their size they took from ten seconds to two minutes.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph_test_graph.h"
#include "plugin/names.h"
#include "variables/variable_updates.h"

namespace pluggable::tests::large_graphs {
namespace {

using Nodes = std::vector<TestNode>;

const std::map<std::string, std::string> kFloat = {{"dtype", TypeAttr(TF_FLOAT)}};

struct Result {
  int parted = 0;
  std::map<std::string, int> inputs;  // how many each node has
};

Result Part(const Nodes& nodes, const graph::NodeNames& fetched) {
  static constexpr KernelRow kRows[] = {
      {"TestAdd", Types{{"dtype", TF_FLOAT}}, HostMemory{}, nullptr},
  };
  static constexpr TensorOp kOps[] = {
      {"TestAdd", "Add", "dtype", 1, true, 0, nullptr, {}, {}, {}},
  };
  const std::string bytes = Serialize(nodes);
  graph::Graph graph;
  EXPECT_TRUE(graph.Parse(bytes));
  Result result;
  result.parted = graph::PartVariableUpdates(
      {names::kDeviceType, {kRows, 1}, {kOps, 1}, fetched, fetched}, &graph);
  for (int i = 0; i < graph.size(); ++i) {
    result.inputs[std::string(graph.node(i).name)] = static_cast<int>(graph.inputs(i).size());
  }
  return result;
}

// An update of a variable of its own.
void AddUpdate(const std::string& number, const std::string& value, Nodes* nodes) {
  const std::string variable = "v" + number;
  nodes->push_back({variable, "VarHandleOp", {}, {{"shared_name", StringAttr(variable)}}});
  nodes->push_back({"add" + number, "TestAdd", {variable, value}, kFloat});
}

TEST(LargeGraphs, HaveACallThatWaitsForAllUpdates) {
  constexpr int kUpdates = 12000;
  Nodes nodes = {{"x", "Placeholder"}};
  graph::NodeNames fetched = {"call"};
  for (int i = 0; i < kUpdates; ++i) {
    AddUpdate(std::to_string(i), "x", &nodes);
    fetched.insert("add" + std::to_string(i));
  }
  // It is the last in the order of the graph's nodes, and of those that can run.
  nodes.push_back({"call", "StatefulPartitionedCall", {"last"}});
  nodes.push_back({"last", "Mul", {"x", "x"}});
  const Result result = Part(nodes, fetched);
  EXPECT_EQ(result.parted, kUpdates);
  EXPECT_EQ(result.inputs.at("call"), 1 + kUpdates);
}

TEST(LargeGraphs, HaveChainsOfNodesThatHandOnWhatComesIn) {
  constexpr int kLength = 40000;
  Nodes nodes = {{"x", "Placeholder"}, {"result", "_Retval", {"x"}}};
  std::string last = "x";
  for (int i = 0; i < kLength; ++i) {
    const std::string next = "same" + std::to_string(i);
    nodes.push_back({next, "Identity", {last}});
    nodes.push_back({"use" + std::to_string(i), "Mul", {next, next}});
    last = next;
  }
  AddUpdate("", last, &nodes);
  EXPECT_EQ(Part(nodes, {}).parted, 1);
}

}  // namespace
}  // namespace pluggable::tests::large_graphs
