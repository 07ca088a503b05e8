// How updates of variables are parted, and what they then wait for.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pluggable/wire_writer.h"

#include "graph/graph.h"
#include "graph_test_graph.h"
#include "plugin/names.h"
#include "variables/variable_updates.h"

namespace pluggable::tests::updates {
namespace {

using graph::NodeNames;
using graph::StringAttr;
using Nodes = std::vector<TestNode>;

const std::map<std::string, std::string> kFloat = {{"dtype", TypeAttr(TF_FLOAT)}};

TestNode Variable(const std::string& name, const std::string& shared_name) {
  return {name, "VarHandleOp", {}, {{"shared_name", StringAttr(shared_name)}}};
}

// A variable that the graph knows nothing of: it can be that of another argument.
TestNode Argument(const std::string& name) {
  return {name, "_Arg", {}, {{"T", TypeAttr(TF_RESOURCE)}}};
}

TestNode Update(const std::string& name, std::vector<std::string> inputs) {
  return {name, "TestAdd", std::move(inputs), kFloat};
}

TestNode Assign(const std::string& name, std::vector<std::string> inputs) {
  return {name, "AssignVariableOp", std::move(inputs), kFloat};
}

// Ops of a variable and of two, a result that is not the variable's, and one that reads.
graph::UpdateSurroundings Surroundings(const NodeNames& fetched) {
  static constexpr KernelRow kRows[] = {
      {"TestAdd", Types{{"dtype", TF_FLOAT}}, HostMemory{}, nullptr},
      {"TestStep", Types{{"dtype", TF_FLOAT}}, HostMemory{}, nullptr},
      {"TestCount", Types{{"dtype", TF_FLOAT}}, HostMemory{}, nullptr},
      {"TestGather", Types{{"dtype", TF_FLOAT}}, HostMemory{}, nullptr},
  };
  static constexpr TensorOp kOps[] = {
      {"TestAdd", "Add", "dtype", 1, true, 0, nullptr, {}, {}, {}},
      {"TestStep", "Step", "dtype", 2, true, 0, nullptr, {}, {}, {}},
      {"TestCount", "Count", "dtype", 1, true, 1, "dtype", {}, {}, {}},
      {"TestGather", "Gather", "dtype", 1, false, 1, "dtype", {}, {}, {}},
  };
  return {names::kDeviceType, {kRows, 4}, {kOps, 4}, fetched, fetched};
}

std::string Parted(Nodes nodes, const NodeNames& fetched = {}) {
  // Without fetched nodes it is a function's.
  if (fetched.empty()) nodes.push_back({"result", "_Retval", {nodes[0].name}});
  const std::string graph_def = Serialize(nodes);
  graph::Graph graph;
  EXPECT_TRUE(graph.Parse(graph_def));
  const int count = graph::PartVariableUpdates(Surroundings(fetched), &graph);
  EXPECT_EQ(count > 0, graph.changed());
  return graph.Serialize();
}

// The line of a node in the graph after that.
std::string Line(const Nodes& nodes, const std::string& name, const NodeNames& fetched = {}) {
  const std::string text = "\n" + ToText(Parted(nodes, fetched));
  const size_t begin = text.find("\n" + name + " = ");
  if (begin == std::string::npos) return "";
  return text.substr(begin + 1, text.find('\n', begin + 1) - begin - 1);
}

const TestNode kV = Variable("v", "v");
const TestNode kX = {"x", "Placeholder"};

TEST(Updates, BecomeReadingComputingAndAssigning) {
  EXPECT_EQ(ToText(Parted({kV, kX, Update("add", {"v", "x", "^y"}), {"y", "NoOp"}})),
            "v = VarHandleOp()\n"
            "x = Placeholder()\n"
            "add/read = ReadVariableOp(v, ^x, ^y)\n"
            "add/compute = Add(add/read, x)\n"
            "add = AssignVariableOp(v, add/compute)\n"
            "y = NoOp()\n"
            "result = _Retval(v)\n");
}

TEST(Updates, KeepUnknownFieldsAndNotTheTypesOfTheirOp) {
  wire::Writer others;
  others.Bytes(6, "debug info");
  others.Bytes(7, "type of TestAdd");
  TestNode add = Update("add", {"v", "x"});
  add.others = others.message();
  const std::string parted = Parted({kV, kX, add});
  EXPECT_NE(parted.find("debug info"), std::string::npos);
  EXPECT_EQ(parted.find("type of TestAdd"), std::string::npos);
}

TEST(Updates, OfSeveralVariablesEndWithANode) {
  EXPECT_EQ(ToText(Parted({kV,
                           Variable("w", "w"),
                           kX,
                           {"step", "TestStep", {"v", "w", "x"}, kFloat},
                           {"after", "NoOp", {"^step"}}})),
            "v = VarHandleOp()\n"
            "w = VarHandleOp()\n"
            "x = Placeholder()\n"
            "step/read = ReadVariableOp(v, ^w, ^x)\n"
            "step/read_1 = ReadVariableOp(w, ^v, ^x)\n"
            "step/compute = Step(step/read, step/read_1, x)\n"
            "step/assign = AssignVariableOp(v, step/compute)\n"
            "step/assign_1 = AssignVariableOp(w, step/compute:1)\n"
            "step = NoOp(^step/assign, ^step/assign_1)\n"
            "after = NoOp(^step)\n"
            "result = _Retval(v)\n");
}

TEST(Updates, KeepTheirResult) {
  const Nodes nodes = {kV, {"count", "TestCount", {"v"}, kFloat}, {"out", "Neg", {"count"}}};
  EXPECT_EQ(Line(nodes, "count/compute"), "count/compute = Count(count/read)");
  EXPECT_EQ(Line(nodes, "count/assign"), "count/assign = AssignVariableOp(v, count/compute:1)");
  EXPECT_EQ(Line(nodes, "count"), "count = Identity(count/compute, ^count/assign)");
}

TEST(Updates, ReadingNeedsNoAssignment) {
  EXPECT_EQ(Line({kV, kX, {"gather", "TestGather", {"v", "x"}, kFloat}}, "gather"),
            "gather = Gather(gather/read, x)");
}

TEST(Updates, WaitForEachOther) {
  const Nodes nodes = {kV,
                       kX,
                       Update("a", {"v", "x"}),
                       Update("b", {"v", "x"}),
                       Assign("c", {"v", "x"}),
                       Update("d", {"v", "x"})};
  EXPECT_EQ(Line(nodes, "b/read"), "b/read = ReadVariableOp(v, ^x, ^a)");
  EXPECT_EQ(Line(nodes, "c"), "c = AssignVariableOp(v, x, ^b)");
  EXPECT_EQ(Line(nodes, "d/read"), "d/read = ReadVariableOp(v, ^x, ^c)");
}

TEST(Updates, KeepTheOrderThatTheyHave) {
  // Through data too: the reading must not overtake it.
  const Nodes nodes = {kV,
                       kX,
                       Update("second", {"v", "between"}),
                       {"between", "Neg", {"x", "^first"}},
                       Update("first", {"v", "x"})};
  EXPECT_EQ(Line(nodes, "first/read"), "first/read = ReadVariableOp(v, ^x)");
  EXPECT_EQ(Line(nodes, "second/read"), "second/read = ReadVariableOp(v, ^between)");
}

TEST(Updates, OfOtherVariablesDoNotWait) {
  const Nodes nodes = {kV, Variable("w", "w"), kX, Update("a", {"v", "x"}),
                       Update("b", {"w", "x"})};
  EXPECT_EQ(Line(nodes, "a/read"), "a/read = ReadVariableOp(v, ^x)");
  EXPECT_EQ(Line(nodes, "b/read"), "b/read = ReadVariableOp(w, ^x)");
}

TEST(Updates, WaitForWhatMayBeTheSameVariable) {
  for (const auto& [first, second] :
       {std::make_pair(kV, Variable("w", "v")), std::make_pair(kV, Argument("w")),
        std::make_pair(Argument("v"), Argument("w"))}) {
    EXPECT_EQ(Line({first, second, kX, Update("a", {"v", "x"}), Update("b", {"w", "x"})}, "b/read"),
              "b/read = ReadVariableOp(w, ^x, ^a)");
  }
}

TEST(Updates, WaitForFunctionsAndPython) {
  for (const std::string op : {"StatefulPartitionedCall", "ReduceDataset", "EagerPyFunc"}) {
    EXPECT_EQ(Line({kV, kX, Update("a", {"v", "x"}), {"f", op, {"x"}}}, "f"),
              "f = " + op + "(x, ^a)");
  }
}

// Core optimizes no such graph.
TEST(Updates, WithoutTheirInputsAreLeftAlone) {
  EXPECT_EQ(Line({kV, Update("a", {})}, "a"), "a = TestAdd()");
  EXPECT_EQ(Line({kV, {"a", "TestStep", {"v"}, kFloat}}, "a"), "a = TestStep(v)");
}

TEST(Updates, ThatNothingFetchesStay) {
  const Nodes nodes = {kV, kX, Update("a", {"v", "x"}), Update("b", {"v", "x"})};
  EXPECT_EQ(Line(nodes, "b/read", {"b"}), "b/read = ReadVariableOp(v, ^x)");
  EXPECT_EQ(Line(nodes, "a", {"b"}), "a = TestAdd(v, x)");
}

TEST(Updates, OfFunctionsRunWithoutResults) {
  const Nodes nodes = {kV, {"x", "_Arg"}, Update("a", {"v", "x"}), Update("b", {"v", "x"})};
  EXPECT_EQ(Line(nodes, "b/read", {"b"}), "b/read = ReadVariableOp(v, ^x, ^a)");
}

TEST(Updates, OfOtherDevicesStay) {
  TestNode update = Update("a", {"v", "x"});
  update.device = "/job:localhost/replica:0/task:0/device:CPU:0";
  EXPECT_EQ(Line({kV, kX, update}, "a"), "a = TestAdd(v, x)");
  update = Update("a", {"v", "x"});
  update.attrs["_kernel"] = StringAttr("special");
  EXPECT_EQ(Line({kV, kX, update}, "a"), "a = TestAdd(v, x)");
  update = Update("a", {"v", "x"});
  update.attrs["dtype"] = TypeAttr(TF_HALF);
  EXPECT_EQ(Line({kV, kX, update}, "a"), "a = TestAdd(v, x)");
}

// Two branches: on_then and on_else run with one of them.
Nodes Branches() {
  return {kV,
          kX,
          {"p", "_Arg"},
          {"pick", "Switch", {"x", "p"}},
          {"on_else", "Identity", {"pick"}},
          {"on_then", "Identity", {"pick:1"}}};
}

TEST(Updates, InBranchesWaitForThoseOutside) {
  Nodes nodes = Branches();
  nodes.push_back(Update("in_then", {"v", "on_then"}));
  nodes.push_back(Update("in_else", {"v", "on_else"}));
  nodes.push_back(Update("out", {"v", "x"}));
  EXPECT_EQ(Line(nodes, "out/read"), "out/read = ReadVariableOp(v, ^x)");
  EXPECT_EQ(Line(nodes, "in_then/read"), "in_then/read = ReadVariableOp(v, ^on_then, ^out)");
  EXPECT_EQ(Line(nodes, "in_else/read"), "in_else/read = ReadVariableOp(v, ^on_else, ^out)");
}

TEST(Updates, DoNotReadInBranchesThatAreNotTaken) {
  Nodes nodes = Branches();
  nodes.push_back(Update("add", {"v", "pick:1"}));
  EXPECT_EQ(Line(nodes, "add/branch"), "add/branch = Identity(pick:1)");
  EXPECT_EQ(Line(nodes, "add/read"), "add/read = ReadVariableOp(v, ^add/branch)");
}

TEST(Updates, OfTwoConditionsAreLeftAlone) {
  // Whoever waited for a branch that is not taken would not run.
  Nodes nodes = Branches();
  nodes.push_back({"q", "_Arg"});
  nodes.push_back({"other", "Switch", {"x", "q"}});
  nodes.push_back({"on_other", "Identity", {"other:1"}});
  nodes.push_back(Update("a", {"v", "on_then"}));
  nodes.push_back(Update("b", {"v", "on_other"}));
  EXPECT_EQ(Line(nodes, "a"), "a = AssignVariableOp(v, a/compute)");
  EXPECT_EQ(Line(nodes, "b"), "b = TestAdd(v, on_other)");
  // A plain assignment cannot be left alone: the update is.
  nodes.back() = Assign("b", {"v", "on_other"});
  EXPECT_EQ(Line(nodes, "a"), "a = TestAdd(v, on_then)");
}

TEST(Updates, OfTwoConditionsWaitForTheEndOfTheFirst) {
  Nodes nodes = Branches();
  nodes.push_back(Update("a", {"v", "on_then"}));
  nodes.push_back({"a_done", "Identity", {"on_then", "^a"}});
  nodes.push_back({"joined", "Merge", {"on_else", "a_done"}});
  nodes.push_back({"q", "_Arg"});
  nodes.push_back({"other", "Switch", {"x", "q"}});
  nodes.push_back({"on_other", "Identity", {"other:1"}});
  nodes.push_back(Update("b", {"v", "on_other"}));
  EXPECT_EQ(Line(nodes, "a"), "a = AssignVariableOp(v, a/compute)");
  EXPECT_EQ(Line(nodes, "b/read"), "b/read = ReadVariableOp(v, ^on_other, ^joined)");
}

TEST(Updates, BehindBothBranchesWaitForNothingMore) {
  Nodes nodes = Branches();
  nodes.push_back(Update("in_then", {"v", "on_then"}));
  nodes.push_back({"then_done", "Identity", {"on_then", "^in_then"}});
  nodes.push_back({"done", "Merge", {"on_else", "then_done"}});
  nodes.push_back(Update("behind", {"v", "done"}));
  EXPECT_EQ(Line(nodes, "behind/read"), "behind/read = ReadVariableOp(v, ^done)");
  // A Merge that does not tell whether the update has run proves nothing.
  nodes[nodes.size() - 2] = {"done", "Merge", {"x", "then_done"}};
  EXPECT_EQ(Line(nodes, "behind"), "behind = TestAdd(v, done)");
}

// A loop that an update of v in its body belongs to.
Nodes Loop(const std::vector<TestNode>& body) {
  const std::map<std::string, std::string> frame = {{"frame_name", StringAttr("loop")}};
  std::map<std::string, std::string> constant = frame;
  constant["is_constant"] = BoolAttr(true);
  Nodes nodes = {kV,
                 kX,
                 {"enter", "Enter", {"x"}, frame},
                 {"handle", "Enter", {"v"}, constant},
                 {"merge", "Merge", {"enter", "next"}},
                 {"less", "Less", {"merge"}},
                 {"cond", "LoopCond", {"less"}},
                 {"pick", "Switch", {"merge", "cond"}},
                 {"i", "Identity", {"pick:1"}},
                 {"next", "NextIteration", {"i"}},
                 {"exit", "Exit", {"pick"}}};
  nodes.insert(nodes.end(), body.begin(), body.end());
  return nodes;
}

TEST(Updates, InLoopsWaitForTheIterationBefore) {
  const Nodes nodes = Loop({Update("add", {"handle", "i"}), Update("also", {"handle", "i"})});
  EXPECT_EQ(Line(nodes, "add/read"), "add/read = ReadVariableOp(handle, ^i, ^merge)");
  EXPECT_EQ(Line(nodes, "also/read"), "also/read = ReadVariableOp(handle, ^i, ^merge, ^add)");
  EXPECT_EQ(Line(nodes, "next"), "next = NextIteration(i, ^also)");
}

TEST(Updates, BehindLoopsWaitForAllIterations) {
  const Nodes nodes = Loop({Update("add", {"handle", "i"}), Update("after", {"v", "exit"})});
  EXPECT_EQ(Line(nodes, "after/read"), "after/read = ReadVariableOp(v, ^exit)");
}

TEST(Updates, BesideLoopsRunBeforeOrBehindThem) {
  const Nodes nodes = Loop({Update("add", {"handle", "i"}), Update("beside", {"v", "x"})});
  const bool is_before = Line(nodes, "enter") == "enter = Enter(x, ^beside)";
  const bool is_behind = Line(nodes, "beside/read") == "beside/read = ReadVariableOp(v, ^x, ^exit)";
  EXPECT_TRUE(is_before != is_behind) << ToText(Parted(nodes));
}

// Nothing says which comes first: the update stays one op, whatever else the loop does.
TEST(Updates, UnderAConditionThatMeetALoopAreLeftAlone) {
  for (const bool has_update : {false, true}) {
    Nodes nodes = {{"p", "_Arg"},
                   {"maybe", "Switch", {"x", "p"}},
                   Update("first", {"v", "maybe:1"}),
                   {"on_else", "Identity", {"maybe"}},
                   {"on_then", "Identity", {"maybe:1"}},
                   {"joined", "Merge", {"on_else", "on_then"}}};
    const Nodes loop = Loop({Assign("assign", {"handle", "i"})});
    nodes.insert(nodes.end(), loop.begin(), loop.end());
    if (has_update) nodes.push_back(Update("add", {"handle", "i", "^assign"}));
    for (TestNode& node : nodes) {
      if (node.name == "enter") node.inputs = {"joined"};
    }
    EXPECT_EQ(Line(nodes, "first"), "first = TestAdd(v, maybe:1)");
  }
}

TEST(Updates, UnderAConditionInALoopAreLeftAlone) {
  const Nodes nodes = Loop({{"p", "Neg", {"i"}},
                            {"maybe", "Switch", {"i", "p"}},
                            {"on", "Identity", {"maybe:1"}},
                            Update("add", {"handle", "on"})});
  EXPECT_EQ(Line(nodes, "add"), "add = TestAdd(handle, on)");
}

TEST(Updates, UnderAConditionInALoopMakeItWaitForTheEndOfTheCondition) {
  const Nodes nodes = Loop({{"p", "Neg", {"i"}},
                            {"maybe", "Switch", {"i", "p"}},
                            {"on", "Identity", {"maybe:1"}},
                            Update("add", {"handle", "on"}),
                            {"on_done", "Identity", {"on", "^add"}},
                            {"joined", "Merge", {"maybe", "on_done"}}});
  EXPECT_EQ(Line(nodes, "add/read"), "add/read = ReadVariableOp(handle, ^on, ^merge)");
  EXPECT_EQ(Line(nodes, "next"), "next = NextIteration(i, ^joined)");
}

TEST(Updates, UnderAConditionThatTheLoopWaitsForAreParted) {
  Nodes nodes = Loop({{"p", "Neg", {"i"}},
                      {"maybe", "Switch", {"i", "p"}},
                      {"on", "Identity", {"maybe:1"}},
                      Update("add", {"handle", "on"}),
                      {"on_done", "Identity", {"on", "^add"}},
                      {"joined", "Merge", {"maybe", "on_done"}}});
  for (TestNode& node : nodes) {
    if (node.name == "next") node.inputs = {"joined"};
  }
  EXPECT_EQ(Line(nodes, "add/read"), "add/read = ReadVariableOp(handle, ^on, ^merge)");
  EXPECT_EQ(Line(nodes, "next"), "next = NextIteration(joined)");
}

TEST(Updates, OfGraphsThatCannotRunAreLeftAlone) {
  EXPECT_EQ(
      Line({kV, kX, {"a", "Neg", {"b"}}, {"b", "Neg", {"a"}}, Update("add", {"v", "x"})}, "add"),
      "add = TestAdd(v, x)");
}

TEST(Updates, ArePartedOnce) {
  const std::string once = Parted({kV, kX, Update("add", {"v", "x"})});
  graph::Graph graph;
  ASSERT_TRUE(graph.Parse(once));
  EXPECT_EQ(graph::PartVariableUpdates(Surroundings({}), &graph), 0);
  EXPECT_EQ(graph.Serialize(), once);
}

}  // namespace
}  // namespace pluggable::tests::updates
