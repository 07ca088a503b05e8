// Which nodes the graph optimizer takes for equal.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph_test_graph.h"
#include "graph_test_rewrites.h"

namespace pluggable::tests::merges {
namespace {

using Nodes = std::vector<TestNode>;

const TestNode kX = {"x", "_Arg"};
const TestNode kY = {"y", "_Arg"};

// The graph after TestMerge(), but for what is preserved.
std::string Merged(const Nodes& nodes, const graph::NodeNames& preserved = {}) {
  return RewrittenBy({TestMerge()}, nodes, preserved);
}

void ExpectUntouched(const Nodes& nodes, const graph::NodeNames& preserved = {}) {
  EXPECT_EQ(Merged(nodes, preserved), Serialize(nodes)) << ToText(Merged(nodes, preserved));
}

// Two reads of x, of the second of which one thing is different.
Nodes TwoReads(const TestNode& second = {"b", "Read", {"x"}}) {
  return {kX, kY, {"a", "Read", {"x"}}, second, {"out", "Pack", {"a", "b"}}};
}

TEST(Merge, ComputesEqualNodesOnce) {
  EXPECT_EQ(ToText(Merged(TwoReads())), "a = Read(x)\nout = Pack(a, a)\n");
}

TEST(Merge, GoesOnWithWhatHasBecomeEqual) {
  // In front of what it is computed from as well: the order of a graph's nodes means nothing.
  EXPECT_EQ(ToText(Merged({kX,
                           {"out", "Pack", {"d", "c", "e"}},
                           {"d", "Mul", {"b", "a"}},
                           {"a", "Read", {"x"}},
                           {"b", "Read", {"x"}},
                           {"c", "Mul", {"a", "a"}},
                           {"e", "Tanh", {"d"}},
                           {"f", "Tanh", {"c"}},
                           {"g", "_Retval", {"f"}}})),
            "out = Pack(c, c, f)\na = Read(x)\nc = Mul(a, a)\nf = Tanh(c)\ng = _Retval(f)\n");
}

TEST(Merge, TakesControlInputsInAnyOrder) {
  EXPECT_EQ(ToText(Merged({kX,
                           {"m", "NoOp"},
                           {"n", "NoOp"},
                           {"a", "Read", {"x", "^m", "^n"}},
                           {"b", "Read", {"x", "^n", "^m"}},
                           {"out", "Pack", {"a", "b"}}})),
            "m = NoOp()\nn = NoOp()\na = Read(x, ^m, ^n)\nout = Pack(a, a)\n");
}

TEST(Merge, LeavesWhatWaitsForSomethingElse) {
  ExpectUntouched({kX,
                   {"a", "Read", {"x"}},
                   {"write", "Write", {"x", "^a"}},
                   {"b", "Read", {"x", "^write"}},
                   {"out", "Pack", {"a", "b"}}});
}

TEST(Merge, LetsOthersWaitForTheOneThatStays) {
  EXPECT_EQ(ToText(Merged({kX,
                           {"a", "Read", {"x"}},
                           {"b", "Read", {"x"}},
                           {"out", "Pack", {"a", "b"}},
                           {"write", "Write", {"x", "^a", "^b"}},
                           {"other", "Write", {"b", "^a"}}})),
            "a = Read(x)\nout = Pack(a, a)\nwrite = Write(x, ^a)\nother = Write(a)\n");
}

TEST(Merge, KeepsWhatAMergeOfControlFlowWaitsFor) {
  for (const char* const op : {"Merge", "RefMerge"}) {
    EXPECT_EQ(ToText(Merged(
                  {kX, {"a", "Read", {"x"}}, {"b", "Read", {"x"}}, {"out", op, {"x", "a", "^b"}}})),
              "a = Read(x)\nout = " + std::string(op) + "(x, a, ^a)\n");
  }
}

TEST(Merge, LeavesOthers) {
  ExpectUntouched(TwoReads({"b", "Read", {"y"}}));
  ExpectUntouched(TwoReads({"b", "Tanh", {"x"}}));
  ExpectUntouched(TwoReads({"b", "Read", {"x"}, {{"T", TypeAttr(TF_HALF)}}}));
  ExpectUntouched(TwoReads({"b", "Read", {"x"}, {{"U", TypeAttr(TF_HALF)}}}));
  ExpectUntouched(TwoReads({"b", "Read", {"x"}, {}, kDevice.substr(0, kDevice.size() - 1) + "1"}));
  // Inputs have an order, and an op that nobody has named may do something.
  ExpectUntouched({kX,
                   kY,
                   {"a", "Mul", {"x", "y"}},
                   {"b", "Mul", {"y", "x"}},
                   {"c", "Write", {"x", "y"}},
                   {"d", "Write", {"x", "y"}},
                   {"out", "Pack", {"a", "b", "c", "d"}}});
}

TEST(Merge, LeavesNodesOfOtherDevices) {
  Nodes nodes = TwoReads();
  for (TestNode& node : nodes) node.device = "/job:localhost/replica:0/task:0/device:CPU:0";
  ExpectUntouched(nodes);
}

TEST(Merge, LeavesWhatOthersKnowByName) {
  ExpectUntouched(TwoReads(), {"a"});
  ExpectUntouched(TwoReads(), {"b"});
  Nodes nodes = TwoReads();
  nodes.push_back({"c", "Relu", {"x"}, {{"_class", StringsAttr({"loc:@b"})}}});
  ExpectUntouched(nodes);
}

TEST(Merge, KeepsOneThatHasToRunInFunctions) {
  Nodes nodes = TwoReads();
  nodes.push_back({"result", "_Retval", {"out"}});
  EXPECT_EQ(ToText(Merged(nodes, {"b", "result"})),
            "b = Read(x)\nout = Pack(b, b)\nresult = _Retval(out)\n");
  EXPECT_EQ(ToText(Merged(nodes, {"a", "b", "result"})),
            "a = Read(x)\nb = NoOp(^a)\nout = Pack(a, a)\nresult = _Retval(out)\n");
}

TEST(Merge, TakesPartsOfLoops) {
  EXPECT_EQ(ToText(Merged({kX,
                           {"merge", "Merge", {"x", "next"}},
                           {"a", "Tanh", {"merge"}},
                           {"b", "Tanh", {"merge"}},
                           {"product", "Mul", {"a", "b"}},
                           {"next", "NextIteration", {"product"}}})),
            "merge = Merge(x, next)\na = Tanh(merge)\nproduct = Mul(a, a)\n"
            "next = NextIteration(product)\n");
}

// With work that grew with the cube of the number of reads it took twenty seconds.
TEST(Merge, TakesAMomentForThousandsOfReadsThatOneNodeWaitsFor) {
  constexpr int kReads = 8000;
  Nodes nodes = {kX};
  TestNode assign = {"assign", "AssignVariableOp", {"x", "x"}};
  for (int i = 0; i < kReads; ++i) {
    const std::string name = "read" + std::to_string(i);
    nodes.push_back({name, "Read", {"x"}});
    assign.inputs.push_back("^" + name);
  }
  nodes.push_back(assign);
  EXPECT_EQ(ToText(Merged(nodes)), "read0 = Read(x)\nassign = AssignVariableOp(x, x, ^read0)\n");
}

}  // namespace
}  // namespace pluggable::tests::merges
