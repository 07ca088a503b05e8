// What the graph optimizer rewrites, and what it leaves alone.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "pluggable/wire_writer.h"

#include "graph/device_name.h"
#include "graph/graph.h"
#include "graph/rewriter.h"
#include "graph_test_graph.h"
#include "graph_test_rewrites.h"
#include "plugin/names.h"

namespace pluggable::tests::rewriting {
namespace {

using Nodes = std::vector<TestNode>;

const TestNode kA = {"a", "_Arg"};
const TestNode kB = {"b", "_Arg"};
const TestNode kC = {"c", "_Arg"};
const TestNode kX = {"x", "_Arg"};
const TestNode kY = {"y", "_Arg"};

Nodes With(Nodes nodes, const Nodes& more) {
  nodes.insert(nodes.end(), more.begin(), more.end());
  return nodes;
}

// BiasAdd(MatMul(a, b), c), as the result of a function.
Nodes Dense() {
  return {kA,
          kB,
          kC,
          {"mm", "MatMul", {"a", "b"}},
          {"add", "BiasAdd", {"mm", "c"}},
          {"out", "_Retval", {"add"}}};
}
constexpr char kDense[] = "add = TestDense(a, b, c)\nout = _Retval(add)\n";

// Dense(), of which one node is different.
Nodes DenseBut(const TestNode& other) {
  Nodes nodes = Dense();
  for (TestNode& node : nodes) {
    if (node.name == other.name) node = other;
  }
  return nodes;
}

// Expects that nothing is rewritten: the graph's bytes stay the same.
void ExpectUntouched(const Nodes& nodes, const graph::NodeNames& preserved = {}) {
  EXPECT_EQ(Rewritten(nodes, preserved), Serialize(nodes)) << RewrittenText(nodes, preserved);
}

// --- Matching

TEST(Matching, ReplacesInnerNodes) { EXPECT_EQ(RewrittenText(Dense()), kDense); }

TEST(Matching, TakesTheFirstRewriteOfTheTable) {
  EXPECT_EQ(RewrittenText({kA,
                           kB,
                           kC,
                           {"mm", "MatMul", {"a", "b"}},
                           {"add", "BiasAdd", {"mm", "c"}},
                           {"relu", "Relu", {"add"}},
                           {"out", "_Retval", {"relu"}}}),
            "relu = TestDense(a, b, c)\nout = _Retval(relu)\n");
}

TEST(Matching, GoesOnWithWhatRewritesMake) {
  // The second layer is matched although the first one has become another op.
  EXPECT_EQ(RewrittenText(With(
                Dense(), {{"mm2", "MatMul", {"add", "b"}}, {"add2", "BiasAdd", {"mm2", "c"}}})),
            std::string(kDense) + "add2 = TestDense(add, b, c)\n");
  // What one rewrite makes is an inner node of the next.
  EXPECT_EQ(RewrittenText({kX,
                           Scalar("one", 1),
                           Scalar("half", 0.5),
                           {"sub", "Sub", {"one", "x"}},
                           {"mul", "Mul", {"sub", "half"}}}),
            "sub/subtract/1 = Neg(x)\nmul = TestHalfPlus(sub/subtract/1)\n");
}

TEST(Matching, NeedsTheSameTensorForAValue) {
  EXPECT_EQ(RewrittenText({kX, {"s", "Sigmoid", {"x"}}, {"m", "Mul", {"x:0", "s:0"}}}),
            "m = TestSwish(x:0)\n")
      << "an input that stays is as it was written";
  ExpectUntouched({kX, kY, {"s", "Sigmoid", {"x"}}, {"m", "Mul", {"y", "s"}}});
  ExpectUntouched({kX, {"s", "Sigmoid", {"x"}}, {"m", "Mul", {"x:1", "s"}}});
  ExpectUntouched({kX, {"s", "Sigmoid", {"x"}}, {"m", "Mul", {"x", "s:1"}}});
}

TEST(Matching, TriesCommutativeNodesBothWays) {
  EXPECT_EQ(RewrittenText({kX, {"s", "Sigmoid", {"x"}}, {"m", "Mul", {"s", "x"}}}),
            "m = TestSwish(x)\n");
  for (const bool swap_mul : {false, true}) {
    for (const bool swap_add : {false, true}) {
      std::vector<std::string> add = {"x", "one"};
      std::vector<std::string> mul = {"add", "half"};
      if (swap_add) std::swap(add[0], add[1]);
      if (swap_mul) std::swap(mul[0], mul[1]);
      EXPECT_EQ(RewrittenText({kX,
                               Scalar("one", 1),
                               Scalar("half", 0.5),
                               {"add", "AddV2", add},
                               {"mul", "Mul", mul}}),
                "mul = TestHalfPlus(x)\n");
    }
  }
  // Not so others.
  EXPECT_EQ(RewrittenText({kX, kY, {"s", "Sub", {"y", "x"}}}),
            "s/subtract/1 = Neg(x)\ns = AddV2(y, s/subtract/1)\n");
}

TEST(Matching, NeedsTheSameNodeWhereAPatternMeetsItAgain) {
  EXPECT_EQ(
      RewrittenText({kX, {"t", "Tanh", {"x"}}, {"n", "Neg", {"t"}}, {"a", "AddV2", {"n", "t"}}}),
      "a = TestLessItself(x)\n");
  ExpectUntouched({kX,
                   {"t", "Tanh", {"x"}},
                   {"t2", "Tanh", {"x"}},
                   {"n", "Neg", {"t"}},
                   {"a", "AddV2", {"n", "t2"}}});
}

TEST(Matching, ComparesAttrs) {
  EXPECT_EQ(RewrittenText(
                DenseBut({"add", "BiasAdd", {"mm", "c"}, {{"data_format", StringAttr("NHWC")}}})),
            kDense);
  ExpectUntouched(DenseBut({"add", "BiasAdd", {"mm", "c"}, {{"data_format", StringAttr("NCHW")}}}));
}

TEST(Matching, ComparesNumbers) {
  const auto half_plus = [](const TestNode& one) {
    return Nodes{kX,
                 one,
                 Scalar("half", 0.5),
                 {"add", "AddV2", {"x", "one"}},
                 {"mul", "Mul", {"add", "half"}}};
  };
  EXPECT_EQ(RewrittenText(half_plus(Scalar("one", 1))), "mul = TestHalfPlus(x)\n");
  ExpectUntouched(half_plus(Scalar("one", 1.0000001F)));
  ExpectUntouched(half_plus({"one", "_Arg"}));
  // A tensor of one element could give the result another shape.
  ExpectUntouched(half_plus(ConstOf("one", TF_FLOAT, {1, 1}, std::string("\0\0\x80?", 4))));
  const std::string half_precision("\x00\x3c", 2);
  EXPECT_EQ(RewrittenText(half_plus(ConstOf("one", TF_HALF, {}, half_precision))),
            "mul = TestHalfPlus(x)\n");
}

TEST(Matching, CountsInputs) {
  ExpectUntouched(DenseBut({"mm", "MatMul", {"a", "b", "c"}}));
  ExpectUntouched(DenseBut({"mm", "MatMul", {"a"}}));
}

// --- What others see

TEST(Legality, KeepsNodesThatOthersUse) {
  ExpectUntouched(With(Dense(), {{"relu", "Relu", {"mm"}}}));
  ExpectUntouched(With(Dense(), {{"other", "NoOp", {"^mm"}}}));
  // Consumers of the root are served as before.
  EXPECT_EQ(RewrittenText(With(Dense(), {{"relu", "Relu", {"add:0", "^add"}}})),
            std::string(kDense) + "relu = Relu(add:0, ^add)\n");
}

TEST(Legality, KeepsNodesToPreserve) {
  ExpectUntouched(Dense(), {"mm"});
  EXPECT_EQ(RewrittenText(Dense(), {"add", "out"}), kDense);
}

TEST(Legality, KeepsConstsToPreserve) {
  const Nodes nodes = {kX,
                       Scalar("one", 1),
                       Scalar("half", 0.5),
                       {"add", "AddV2", {"x", "one"}},
                       {"mul", "Mul", {"add", "half"}}};
  ExpectUntouched(nodes, {"one"});  // which may be fed
}

TEST(Legality, KeepsOutputs) {
  const Nodes pair = {kX, {"p", "TestPair", {"x"}}, {"r", "Relu", {"p"}}};
  EXPECT_EQ(RewrittenText(pair), "p = TestFirst(x)\nr = Relu(p)\n");
  ExpectUntouched(With(pair, {{"second", "Relu", {"p:1"}}}));
  ExpectUntouched(pair, {"p"});  // of which the other output may be fetched
  EXPECT_EQ(RewrittenText(Dense(), {"add"}), kDense);
}

TEST(Legality, KeepsWhatOthersAreColocatedWith) {
  const std::map<std::string, std::string> with_mm = {{"_class", StringsAttr({"loc:@mm"})}};
  ExpectUntouched(With(Dense(), {{"relu", "Relu", {"a"}, with_mm}}));
  EXPECT_EQ(RewrittenText(DenseBut({"mm", "MatMul", {"a", "b"}, with_mm})), kDense);
  // Of the match's own nodes the entry goes, and others stay.
  const auto rewritten = Rewritten(
      DenseBut({"add", "BiasAdd", {"mm", "c"}, {{"_class", StringsAttr({"loc:@mm", "loc:@a"})}}}));
  EXPECT_EQ(ToText(rewritten), kDense);
  EXPECT_NE(rewritten.find("loc:@a"), std::string::npos);
  EXPECT_EQ(rewritten.find("loc:@mm"), std::string::npos);
  EXPECT_EQ(Rewritten(DenseBut({"add", "BiasAdd", {"mm", "c"}, with_mm})).find("_class"),
            std::string::npos);
}

TEST(Legality, NeedsOneDeviceOfThePlugin) {
  const auto on = [](const std::string& matmul, const std::string& bias_add) {
    Nodes nodes = Dense();
    nodes[3].device = matmul;
    nodes[4].device = bias_add;
    return nodes;
  };
  const std::string prefix = "/job:worker/replica:0/task:3/device:";
  const std::string second = prefix + names::kDeviceType + ":1";
  const std::string longer = prefix + names::kDeviceType + "_2:0";
  EXPECT_EQ(RewrittenText(on(second, second)), kDense);
  ExpectUntouched(on(kDevice, second));
  ExpectUntouched(on("", ""));
  ExpectUntouched(on(prefix + "CPU:0", prefix + "CPU:0"));
  ExpectUntouched(on(longer, longer));
  EXPECT_EQ(graph::DeviceType(second), names::kDeviceType);
  EXPECT_EQ(graph::DeviceType("/device:NPU"), "NPU");
  EXPECT_EQ(graph::DeviceType("/job:worker/task:3"), "");
}

TEST(Legality, KeepsKernelsWithLabels) {
  ExpectUntouched(DenseBut({"mm", "MatMul", {"a", "b"}, {{"_kernel", StringAttr("fast")}}}));
}

TEST(Legality, KeepsValuesThatTheMatchComputes) {
  ExpectUntouched({kA, kB, {"mm", "MatMul", {"a", "b"}}, {"add", "BiasAdd", {"mm", "mm"}}});
  // A circle through the root.
  ExpectUntouched(
      {kA, kB, kC, {"mm", "MatMul", {"a", "b", "^add"}}, {"add", "BiasAdd", {"mm", "c"}}});
}

TEST(Legality, NeedsAKernel) {
  const std::map<std::string, std::string> as_double = {{"T", TypeAttr(TF_DOUBLE)}};
  Nodes nodes = Dense();
  nodes[3].attrs = as_double;
  nodes[4].attrs = as_double;
  ExpectUntouched(nodes);
}

TEST(Legality, NeedsARegisteredOp) {
  const std::string graph_def = Serialize(Dense());
  graph::Graph graph;
  ASSERT_TRUE(graph.Parse(graph_def));
  graph::Surroundings surroundings = TestSurroundings();
  surroundings.has_op = [](const std::string& op) { return op != "TestDense"; };
  EXPECT_EQ(graph::RewriteGraph(TestRewrites(), surroundings, &graph),
            std::vector<int>(TestRewrites().size()));
  EXPECT_FALSE(graph.changed());
}

// --- What comes instead

TEST(Replacement, GetsAttrs) {
  const auto rewritten = Rewritten(
      DenseBut({"add",
                "BiasAdd",
                {"mm", "c"},
                {{"_scope", StringAttr("s")}, {"_output_shapes", StringAttr("")}, {"other", ""}}}));
  EXPECT_EQ(AttrsOf(rewritten, "add"), "T=1 _scope='s' activation='' transpose_a=0");
  Nodes nodes = Dense();
  nodes[3].attrs["transpose_a"] = BoolAttr(true);
  nodes[5] = {"relu", "Relu", {"add"}};
  EXPECT_EQ(AttrsOf(Rewritten(nodes), "relu"), "T=1 activation='Relu' transpose_a=1");
}

TEST(Replacement, KeepsUnknownFieldsOfTheRoot) {
  wire::Writer others;
  others.Bytes(6, "debug info");
  others.Bytes(7, "type of BiasAdd");
  others.Varint(99, -1);
  const auto rewritten =
      Rewritten(DenseBut({"add", "BiasAdd", {"mm", "c"}, {}, kDevice, others.message()}));
  EXPECT_EQ(ToText(rewritten), kDense);
  EXPECT_NE(rewritten.find("debug info"), std::string::npos);
  EXPECT_EQ(rewritten.find("type of BiasAdd"), std::string::npos);
  wire::Writer number;
  number.Varint(99, -1);
  EXPECT_NE(rewritten.find(number.message()), std::string::npos);
}

TEST(Replacement, NamesNewNodes) {
  const Nodes nodes = {kX,
                       kY,
                       {"s/subtract/1", "Relu", {"x"}},
                       {"s", "Sub", {"x", "y"}, {{"_scope", StringAttr("s")}}}};
  const auto rewritten = Rewritten(nodes);
  EXPECT_EQ(ToText(rewritten),
            "s/subtract/1 = Relu(x)\n"
            "s/subtract/1_1 = Neg(y)\n"
            "s = AddV2(x, s/subtract/1_1)\n");
  EXPECT_EQ(AttrsOf(rewritten, "s/subtract/1_1"), "T=1 _scope='s'");
  graph::GraphDef graph;
  ASSERT_TRUE(graph.Parse(rewritten));
  EXPECT_EQ(graph.node(3).device, kDevice);
}

TEST(Replacement, WaitsForWhatTheMatchWaitedFor) {
  EXPECT_EQ(RewrittenText({kX,
                           kY,
                           {"w", "NoOp"},
                           {"v", "NoOp"},
                           {"mm", "MatMul", {"x", "y", "^w"}},
                           {"add", "BiasAdd", {"mm", "y", "^v", "^w", "^mm"}}}),
            "w = NoOp()\nv = NoOp()\nadd = TestDense(x, y, y, ^v, ^w)\n");
  // All of its nodes do.
  EXPECT_EQ(RewrittenText({kX, kY, {"w", "NoOp"}, {"s", "Sub", {"x", "y", "^w"}}}),
            "w = NoOp()\ns/subtract/1 = Neg(y, ^w)\ns = AddV2(x, s/subtract/1, ^w)\n");
  // A Const that vanishes was in the frame of what it waited for.
  TestNode one = Scalar("one", 1);
  one.inputs = {"^w"};
  EXPECT_EQ(RewrittenText({kX,
                           {"w", "NoOp"},
                           one,
                           Scalar("half", 0.5),
                           {"add", "AddV2", {"x", "one"}},
                           {"mul", "Mul", {"add", "half"}}}),
            "w = NoOp()\nmul = TestHalfPlus(x, ^w)\n");
}

TEST(Replacement, WaitsForValuesThatItDoesNotUse) {
  Nodes nodes = {
      kX, kY, {"s", "Relu", {"y"}}, {"r", "Reshape", {"x", "s"}}, {"r2", "Reshape", {"r", "y"}}};
  EXPECT_EQ(RewrittenText(nodes), "s = Relu(y)\nr2 = Reshape(x, y, ^s)\n");
  nodes[2] = Indices("s", {2, 3});
  EXPECT_EQ(RewrittenText(nodes), "r2 = Reshape(x, y)\n");
  nodes[3].inputs[1] = "x:1";  // which the root waits for anyway
  EXPECT_EQ(RewrittenText(nodes), "s = Const()\nr2 = Reshape(x, y)\n");
}

TEST(Replacement, RemovesConstsThatNobodyElseUses) {
  const Nodes nodes = {kX,
                       Scalar("one", 1),
                       Scalar("half", 0.5),
                       {"add", "AddV2", {"x", "one"}},
                       {"mul", "Mul", {"add", "half"}}};
  EXPECT_EQ(RewrittenText(nodes), "mul = TestHalfPlus(x)\n");
  EXPECT_EQ(RewrittenText(With(nodes, {{"r", "Relu", {"one"}}})),
            "one = Const()\nmul = TestHalfPlus(x)\nr = Relu(one)\n");
  EXPECT_EQ(RewrittenText(With(nodes, {{"r", "NoOp", {"^half"}}})),
            "half = Const()\nmul = TestHalfPlus(x)\nr = NoOp(^half)\n");
  const std::map<std::string, std::string> with_one = {{"_class", StringsAttr({"loc:@one"})}};
  EXPECT_EQ(RewrittenText(With(nodes, {{"r", "Relu", {"x"}, with_one}})),
            "one = Const()\nmul = TestHalfPlus(x)\nr = Relu(x)\n");
}

// --- A value instead of a node

Nodes Transposes(const std::vector<int32_t>& p, const std::vector<int32_t>& q) {
  return {kX,
          Indices("p", p),
          Indices("q", q),
          {"t", "Transpose", {"x", "p"}},
          {"u", "Transpose", {"t", "q"}},
          {"out", "_Retval", {"u"}}};
}

TEST(ValueReplacement, RewiresConsumers) {
  EXPECT_EQ(RewrittenText(Transposes({1, 2, 0}, {2, 0, 1})), "out = _Retval(x)\n");
  EXPECT_EQ(RewrittenText(Transposes({1, -1, 0}, {2, 0, 1})), "out = _Retval(x)\n");
  // A chain of them: both pairs go.
  EXPECT_EQ(RewrittenText(With(Transposes({1, 0}, {1, 0}), {{"t2", "Transpose", {"u", "p"}},
                                                            {"u2", "Transpose", {"t2", "q"}},
                                                            {"r", "Relu", {"u2"}}})),
            "out = _Retval(x)\nr = Relu(x)\n");
}

TEST(ValueReplacement, NeedsTheCondition) {
  ExpectUntouched(Transposes({1, 2, 0}, {1, 2, 0}));
  ExpectUntouched(Transposes({1, 1}, {0, 0}));
  ExpectUntouched(Transposes({0, 1}, {0, 1, 2}));
  ExpectUntouched(Transposes({0, 7}, {0, 1}));
  ExpectUntouched(Transposes({0, 1}, {0, 1}), {"q"});  // which may be fed
  Nodes nodes = Transposes({0, 1}, {0, 1});
  nodes[2] = {"q", "_Arg"};
  ExpectUntouched(nodes);
}

TEST(ValueReplacement, LeavesAnIdentityWhereTheNameIsNeeded) {
  const Nodes nodes = Transposes({1, 0}, {1, 0});
  EXPECT_EQ(RewrittenText(nodes, {"u"}), "u = Identity(x)\nout = _Retval(u)\n");
  EXPECT_EQ(AttrsOf(Rewritten(nodes, {"u"}), "u"), "T=1");
  EXPECT_EQ(RewrittenText(With(nodes, {{"w", "NoOp", {"^u"}}})),
            "u = Identity(x)\nout = _Retval(u)\nw = NoOp(^u)\n");
  const std::map<std::string, std::string> with_u = {{"_class", StringsAttr({"loc:@u"})}};
  EXPECT_EQ(RewrittenText(With(nodes, {{"r", "Relu", {"x"}, with_u}})),
            "u = Identity(x)\nout = _Retval(u)\nr = Relu(x)\n");
}

TEST(ValueReplacement, LeavesAnIdentityThatWaits) {
  Nodes nodes = With({{"w", "NoOp"}}, Transposes({1, 0}, {1, 0}));
  nodes[4].inputs.push_back("^w");
  EXPECT_EQ(RewrittenText(nodes), "w = NoOp()\nu = Identity(x, ^w)\nout = _Retval(u)\n");
  // Also where a value that is gone did so.
  nodes = With({{"w", "NoOp"}}, Transposes({1, 0}, {1, 0}));
  nodes[3].inputs.push_back("^w");
  EXPECT_EQ(RewrittenText(nodes), "w = NoOp()\nu = Identity(x, ^w)\nout = _Retval(u)\n");
}

TEST(ValueReplacement, KeepsAValueToPreserve) {
  Nodes nodes = Transposes({1, 0}, {1, 0});
  nodes[0] = Scalar("x", 1);
  nodes.pop_back();  // the result
  EXPECT_EQ(RewrittenText(nodes), "");
  EXPECT_EQ(RewrittenText(nodes, {"x"}), "x = Const()\n");
}

}  // namespace
}  // namespace pluggable::tests::rewriting
