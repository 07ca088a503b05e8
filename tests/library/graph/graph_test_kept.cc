// Which assignments pass through the op that keeps a variable's value.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph_test_graph.h"
#include "plugin/names.h"
#include "variables/kept_values.h"

namespace pluggable::tests::kept_values {
namespace {

using Nodes = std::vector<TestNode>;

const std::map<std::string, std::string> kFloat = {{"dtype", TypeAttr(TF_FLOAT)}};
const TestNode kV = {"v", "VarHandleOp"};
const TestNode kX = {"x", "Placeholder"};
const TestNode kRead = {"read", "ReadVariableOp", {"v"}, kFloat};

TestNode Assign(const std::string& value) {
  return {"assign", "AssignVariableOp", {"v", value, "^x"}, kFloat};
}

// The line of the assignment after that, and how many were changed.
std::string Kept(const Nodes& nodes, int changed) {
  static constexpr TensorOp kOps[] = {{"TestAdd", "Add", "dtype", 1, true, 0, nullptr, {}, {}, {}}};
  const std::string graph_def = Serialize(nodes);
  graph::Graph graph;
  EXPECT_TRUE(graph.Parse(graph_def));
  EXPECT_EQ(graph::KeepValues(names::kDeviceType, {kOps, 1}, &graph), changed);
  EXPECT_EQ(graph::KeepValues(names::kDeviceType, {kOps, 1}, &graph), 0) << "kept twice";
  const std::string text = "\n" + ToText(graph.Serialize());
  const size_t begin = text.find("\nassign = ");
  return text.substr(begin + 1, text.find('\n', begin + 1) - begin - 1);
}

TEST(KeptValues, AreThoseComputedFromTheOldOne) {
  const Nodes nodes = {
      kV, kX, kRead, {"half", "Neg", {"read"}}, {"sum", "AddV2", {"x", "half"}}, Assign("sum")};
  EXPECT_EQ(Kept(nodes, 1), "assign = AssignVariableOp(v, assign/kept, ^x)");
  const std::string graph_def = Serialize(nodes);
  graph::Graph graph;
  ASSERT_TRUE(graph.Parse(graph_def));
  graph::KeepValues(names::kDeviceType, {nullptr, 0}, &graph);
  EXPECT_NE(ToText(graph.Serialize())
                .find("assign/kept = " + std::string(names::kKeptValueOp) + "(read, sum)\n"),
            std::string::npos);
}

// A variable's first value has none before it.
TEST(KeptValues, AreNoneOfOtherValues) {
  EXPECT_EQ(Kept({kV, kX, Assign("x")}, 0), "assign = AssignVariableOp(v, x, ^x)");
  EXPECT_EQ(Kept({kV,
                  kX,
                  {"w", "VarHandleOp"},
                  {"read", "ReadVariableOp", {"w"}, kFloat},
                  {"sum", "AddV2", {"x", "read"}},
                  Assign("sum")},
                 0),
            "assign = AssignVariableOp(v, sum, ^x)");
}

// The assignment waits for the read, as in TensorFlow's functions.
TEST(KeptValues, AreReadBeforeTheAssignment) {
  const TestNode waits = {"assign", "AssignVariableOp", {"v", "neg", "^after"}, kFloat};
  const TestNode after = {"after", "NoOp", {"^read"}};
  const TestNode neg = {"neg", "Neg", {"x"}};
  EXPECT_EQ(Kept({kV, kX, kRead, after, neg, waits}, 1),
            "assign = AssignVariableOp(v, assign/kept, ^after)");
  const TestNode other = {"other", "AssignVariableOp", {"v", "x"}, kFloat};
  EXPECT_EQ(Kept({kV, kX, kRead, after, neg, other, waits}, 0),
            "assign = AssignVariableOp(v, neg, ^after)")
      << "another node writes the variable after the read";
  const TestNode of_old = {"neg", "Neg", {"read"}};
  EXPECT_EQ(Kept({kV, kX, kRead, after, of_old, other, waits}, 1),
            "assign = AssignVariableOp(v, assign/kept, ^after)")
      << "the value is computed from the old one";
  EXPECT_EQ(Kept({kV, kX, kRead, {"after", "Merge", {"read", "x"}}, neg, waits}, 0),
            "assign = AssignVariableOp(v, neg, ^after)")
      << "the read may not run";
}

// The other variable keeps its old value if the update is lost, which is not this one's value.
TEST(KeptValues, AreNoneOfAnotherVariableThatIsUpdated) {
  const TestNode w = {"w", "VarHandleOp"};
  const TestNode update = {"update", "AssignVariableOp", {"w", "x"}, kFloat};
  const TestNode read = {"other", "ReadVariableOp", {"w", "^update"}, kFloat};
  const TestNode same = {"same", "Identity", {"other"}};
  EXPECT_EQ(Kept({kV, kX, w, update, read, same, Assign("same")}, 1),
            "assign = AssignVariableOp(v, assign/kept, ^x)");
  EXPECT_EQ(Kept({kV, kX, w, read, {"update", "NoOp"}, same, Assign("same")}, 0),
            "assign = AssignVariableOp(v, same, ^x)")
      << "nothing updates it";
  EXPECT_EQ(Kept({kV, kX, kRead, {"same", "Identity", {"read"}}, Assign("same")}, 0),
            "assign = AssignVariableOp(v, same, ^x)")
      << "it is the variable's own value";
}

TEST(KeptValues, ReachThroughNoControlFlow) {
  EXPECT_EQ(Kept({kV,
                  kX,
                  kRead,
                  {"merge", "Merge", {"read", "x"}},
                  {"neg", "Neg", {"merge"}},
                  Assign("neg")},
                 0),
            "assign = AssignVariableOp(v, neg, ^x)");
}

TEST(KeptValues, AreOfThisDeviceAndOfTypesThatAreTrained) {
  TestNode other = Assign("neg");
  other.device = "/job:localhost/replica:0/task:0/device:CPU:0";
  EXPECT_EQ(Kept({kV, kX, kRead, {"neg", "Neg", {"read"}}, other}, 0),
            "assign = AssignVariableOp(v, neg, ^x)");
  TestNode boolean = Assign("neg");
  boolean.attrs = {{"dtype", TypeAttr(TF_BOOL)}};
  EXPECT_EQ(Kept({kV, kX, kRead, {"neg", "Neg", {"read"}}, boolean}, 0),
            "assign = AssignVariableOp(v, neg, ^x)");
}

// Core optimizes no such graph.
TEST(KeptValues, AreNotReadByWhatHasNoVariable) {
  EXPECT_EQ(
      Kept(
          {kV, kX, {"read", "ReadVariableOp", {}, kFloat}, {"neg", "Neg", {"read"}}, Assign("neg")},
          0),
      "assign = AssignVariableOp(v, neg, ^x)");
}

// The plugin's own ops on tensors do so themselves.
TEST(KeptValues, OfOpsOnTensorsNeedNothing) {
  EXPECT_EQ(Kept({kV, kX, kRead, {"add", "Add", {"read", "x"}, kFloat}, Assign("add")}, 0),
            "assign = AssignVariableOp(v, add, ^x)");
}

}  // namespace
}  // namespace pluggable::tests::kept_values
