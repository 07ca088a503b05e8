#include "graph_test_rewrites.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "pluggable/registration.h"

#include "graph/graph.h"
#include "graph/rewriter.h"
#include "plugin/names.h"

namespace pluggable::tests {

using graph::Condition;
using graph::MatchedNode;
using graph::NewAttr;
using graph::Node;
using graph::Number;
using graph::Operand;
using graph::Rewrite;
using graph::Value;

namespace {

MatchedNode Op(const char* op, std::vector<Operand> inputs, bool commutative = false) {
  MatchedNode node;
  node.ops = {op};
  node.inputs = std::move(inputs);
  node.commutative = commutative;
  return node;
}

Rewrite Make(const char* name, int num_values, std::vector<MatchedNode> match) {
  Rewrite rewrite;
  rewrite.name = name;
  rewrite.match = std::move(match);
  rewrite.num_values = num_values;
  rewrite.root_outputs = 1;
  return rewrite;
}

NewAttr TypeOf(int node) { return {"T", node, "T", {}}; }

}  // namespace

std::vector<Rewrite> TestRewrites() {
  std::vector<Rewrite> rewrites;
  for (const bool relu : {true, false}) {
    const int matmul = relu ? 2 : 1;
    MatchedNode bias_add = Op("BiasAdd", {Node(matmul), Value(2)});
    bias_add.attrs = {{"data_format", {StringAttr("NHWC")}, StringAttr("NHWC")}};
    std::vector<MatchedNode> match = {bias_add, Op("MatMul", {Value(0), Value(1)})};
    if (relu) match.insert(match.begin(), Op("Relu", {Node(1)}));
    Rewrite dense = Make(relu ? "dense_relu" : "dense", 3, match);
    const NewAttr activation = {"activation", relu ? 0 : -1, graph::kOpName, StringAttr("")};
    dense.replace = {
        {"TestDense",
         {Value(0), Value(1), Value(2)},
         {TypeOf(matmul), {"transpose_a", matmul, "transpose_a", BoolAttr(false)}, activation}}};
    rewrites.push_back(dense);
  }
  Rewrite swish =
      Make("swish", 1, {Op("Mul", {Value(0), Node(1)}, true), Op("Sigmoid", {Value(0)})});
  swish.replace = {{"TestSwish", {Value(0)}, {TypeOf(0)}}};
  rewrites.push_back(swish);

  Rewrite half_plus =
      Make("half_plus", 1,
           {Op("Mul", {Node(1), Number(0.5)}, true), Op("AddV2", {Value(0), Number(1)}, true)});
  half_plus.replace = {{"TestHalfPlus", {Value(0)}, {TypeOf(0)}}};
  rewrites.push_back(half_plus);

  Rewrite less_itself =
      Make("less_itself", 1,
           {Op("AddV2", {Node(1), Node(2)}, true), Op("Tanh", {Value(0)}), Op("Neg", {Node(1)})});
  less_itself.replace = {{"TestLessItself", {Value(0)}, {TypeOf(0)}}};
  rewrites.push_back(less_itself);

  Rewrite subtract = Make("subtract", 2, {Op("Sub", {Value(0), Value(1)})});
  subtract.replace = {{"AddV2", {Value(0), Node(1)}, {TypeOf(0)}},
                      {"Neg", {Value(1)}, {TypeOf(0)}}};
  rewrites.push_back(subtract);

  Rewrite transposes =
      Make("transposes", 3,
           {Op("Transpose", {Node(1), Value(2)}), Op("Transpose", {Value(0), Value(1)})});
  transposes.conditions = {{Condition::Kind::kInverse, 1, 2}};
  transposes.value = Value(0);
  transposes.value_type = TypeOf(0);
  rewrites.push_back(transposes);

  Rewrite reshapes = Make(
      "reshapes", 3, {Op("Reshape", {Node(1), Value(2)}), Op("Reshape", {Value(0), Value(1)})});
  reshapes.replace = {{"Reshape", {Value(0), Value(2)}, {TypeOf(0)}}};
  rewrites.push_back(reshapes);

  Rewrite first = Make("first", 1, {Op("TestPair", {Value(0)})});
  first.replace = {{"TestFirst", {Value(0)}, {TypeOf(0)}}};
  first.root_outputs = 2;
  rewrites.push_back(first);
  return rewrites;
}

Rewrite TestChain() {
  Rewrite chain;
  chain.name = "chain";
  for (const char* const op : {"AddV2", "Mul", "Neg", "Sub", "Tanh"}) {
    chain.chain.push_back({op, "T"});
  }
  chain.chain.push_back({"Pick", "T", {{"first", {BoolAttr(true)}, BoolAttr(true)}}});
  chain.replace = {{"TestChain", {}, {}}};
  return chain;
}

Rewrite TestMerge() {
  Rewrite merge;
  merge.name = "merge";
  merge.merge = {"AddV2", "Mul", "Read", "Sigmoid", "Tanh"};
  return merge;
}

graph::Surroundings TestSurroundings() {
  static constexpr KernelRow kRows[] = {
      {"AddV2", Types{{"T", TF_FLOAT}}, HostMemory{}, nullptr},
      {"Neg", Types{{"T", TF_FLOAT}}, HostMemory{}, nullptr},
      {"Reshape", Types{{"T", TF_FLOAT}}, HostMemory{}, nullptr},
      {"TestChain", Types{{"T", TF_FLOAT}}, HostMemory{}, nullptr},
      {"TestDense", Types{{"T", TF_FLOAT}}, HostMemory{}, nullptr},
      {"TestFirst", Types{{"T", TF_FLOAT}}, HostMemory{}, nullptr},
      {"TestHalfPlus", Types{{"T", TF_FLOAT}}, HostMemory{}, nullptr},
      {"TestLessItself", Types{{"T", TF_FLOAT}}, HostMemory{}, nullptr},
      {"TestSwish", Types{{"T", TF_FLOAT}}, HostMemory{}, nullptr},
  };
  return {names::kDeviceType,
          {kRows, sizeof(kRows) / sizeof(kRows[0])},
          [](const std::string&) { return true; },
          {}};
}

std::string RewrittenBy(const std::vector<Rewrite>& rewrites, const std::vector<TestNode>& nodes,
                        const graph::NodeNames& preserved) {
  const std::string graph_def = Serialize(nodes);
  graph::Graph graph;
  EXPECT_TRUE(graph.Parse(graph_def));
  graph::Surroundings surroundings = TestSurroundings();
  surroundings.preserved = preserved;
  const std::vector<int> counts = graph::RewriteGraph(rewrites, surroundings, &graph);
  EXPECT_EQ(std::any_of(counts.begin(), counts.end(), [](int count) { return count != 0; }),
            graph.changed());
  return graph.Serialize();
}

std::string Rewritten(const std::vector<TestNode>& nodes, const graph::NodeNames& preserved) {
  return RewrittenBy(TestRewrites(), nodes, preserved);
}

std::string RewrittenText(const std::vector<TestNode>& nodes, const graph::NodeNames& preserved) {
  return ToText(Rewritten(nodes, preserved));
}

}  // namespace pluggable::tests
