// Which sums of lists become sums of elements.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "graph/list_sums.h"
#include "graph/optimizer.h"
#include "graph_test_graph.h"
#include "plugin/kernel_table.h"
#include "plugin/names.h"

namespace pluggable::tests::list_sums {
namespace {

using Nodes = std::vector<TestNode>;

const std::string kCpu = "/job:localhost/replica:0/task:0/device:CPU:0";
const std::map<std::string, std::string> kElements = {{"element_dtype", TypeAttr(TF_FLOAT)}};
const TestNode kIndex = {"i", "Placeholder"};
const TestNode kGradient = {"dx", "MatMul"};
const TestNode kLists = {"lists", "Switch"};
const TestNode kEmpty = {"empty", "TensorListReserve", {"i", "i", "^lists"}};
const TestNode kSet = {"set", "TensorListSetItem", {"empty", "i", "dx", "^i"}, kElements};
const TestNode kNext = {"next", "NextIteration", {"sum"}};

TestNode Sum(const std::vector<std::string>& terms, const std::string& device = kCpu) {
  return {"sum", "AddN", terms, {{"T", TypeAttr(TF_VARIANT)}, {"N", graph::IntAttr(2)}}, device};
}

// The graph after that, if so many sums are changed, and the plugin has these kernels.
std::string Changed(const Nodes& nodes, int changed, const graph::NodeNames& preserved = {},
                    TF_DataType dtype = TF_FLOAT, const std::vector<const char*>& ops = {"AddV2"}) {
  const std::string graph_def = Serialize(nodes);
  graph::Graph graph;
  EXPECT_TRUE(graph.Parse(graph_def));
  std::vector<KernelRow> rows;
  for (const char* const op : ops) rows.push_back({op, Types{{"T", dtype}}, {}, nullptr});
  const KernelTable kernels = {rows.data(), rows.size()};
  EXPECT_EQ(graph::AddToElementsOfLists(names::kDeviceType, kernels, preserved, &graph), changed);
  EXPECT_EQ(graph.changed(), changed > 0);
  const std::string result = graph.Serialize();
  EXPECT_EQ(graph::AddToElementsOfLists(names::kDeviceType, kernels, preserved, &graph), 0);
  if (changed > 0) {
    EXPECT_EQ(AttrsOf(result, "sum"), "T=21");
    graph::Graph again;
    EXPECT_TRUE(again.Parse(result));
    for (int i = 0; i < again.size(); ++i) EXPECT_EQ(again.node(i).device, kDevice);
  }
  return ToText(result);
}

void ExpectUnchanged(const Nodes& nodes, const graph::NodeNames& preserved = {},
                     TF_DataType dtype = TF_FLOAT) {
  EXPECT_EQ(Changed(nodes, 0, preserved, dtype), ToText(Serialize(nodes)));
}

TEST(ListSums, BecomeSumsOfElements) {
  for (const std::vector<std::string>& terms : std::vector<std::vector<std::string>>{
           {"lists:1", "set", "^dx"}, {"set", "lists:1", "^dx"}}) {
    EXPECT_EQ(Changed({kIndex, kGradient, kLists, kEmpty, kSet, Sum(terms), kNext}, 1),
              "i = Placeholder()\n"
              "dx = MatMul()\n"
              "lists = Switch()\n"
              "set/shape = Shape(dx)\n"
              "set/element = TensorListGetItem(lists:1, i, set/shape)\n"
              "set/sum = AddV2(set/element, dx)\n"
              "set = TensorListSetItem(lists:1, i, set/sum)\n"
              "sum = Identity(set, ^dx)\n"
              "next = NextIteration(sum)\n");
  }
}

// Which refuses shapes that differ.
TEST(ListSums, AreByAddNIfThePluginHasIt) {
  const std::string result =
      Changed({kIndex, kGradient, kLists, kEmpty, kSet, Sum({"lists", "set"})}, 1, {}, TF_FLOAT,
              {"AddV2", "AddN"});
  EXPECT_NE(result.find("\nset/sum = AddN(set/element, dx)\n"), std::string::npos) << result;
}

TEST(ListSums, AreCountedInSummaries) {
  // Of elements that this plugin adds.
  TF_DataType dtype = TF_FLOAT;
  for (const KernelRow& row : Kernels()) {
    if (row.op != std::string_view("AddV2")) continue;
    row.types.ForEach([&](const TypeConstraint& constraint) { dtype = constraint.type; });
  }
  TestNode set = kSet;
  set.attrs["element_dtype"] = TypeAttr(dtype);
  Nodes nodes = {
      kIndex, kGradient, kLists, kEmpty, set, Sum({"lists", "set"}), {"out", "_Retval", {"sum"}}};
  const Setting summary(names::kGraphSummary, "1");
  testing::internal::CaptureStderr();
  graph::OptimizeGraph({}, Serialize(nodes), nullptr);
  std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find(": rewrote nothing, 1 sums of lists"), std::string::npos) << log;
  nodes[5] = Sum({"lists", "lists"});
  testing::internal::CaptureStderr();
  graph::OptimizeGraph({}, Serialize(nodes), nullptr);
  log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(log.find("sums of lists"), std::string::npos) << log;
}

TEST(ListSums, OfSeveralElementsAddOneAfterTheOther) {
  TestNode second = kSet;
  second.name = "second";
  second.inputs[2] = "lists:1";
  const Nodes some = {kIndex, kGradient, kLists, kEmpty, kSet, second};
  Nodes nodes = some;
  nodes.push_back(Sum({"set", "lists", "second"}));
  const std::string two = Changed(nodes, 1);
  EXPECT_NE(two.find("\nset = TensorListSetItem(lists, i, set/sum)\n"), std::string::npos) << two;
  EXPECT_NE(two.find("\nsecond/element = TensorListGetItem(set, i, second/shape)\n"),
            std::string::npos)
      << two;
  EXPECT_NE(two.find("\nsum = Identity(second)\n"), std::string::npos) << two;
  // Without another list, one of them is what the others are added to.
  nodes.back() = Sum({"set", "second"});
  const std::string none = Changed(nodes, 1);
  EXPECT_NE(none.find("\nset = TensorListSetItem(empty, i, dx"), std::string::npos) << none;
  EXPECT_NE(none.find("\nsecond = TensorListSetItem(set, i, second/sum"), std::string::npos)
      << none;
}

TEST(ListSums, KeepWhatOthersUse) {
  const TestNode other = {"other", "TensorListLength", {"empty"}};
  const Nodes nodes = {kIndex, kGradient, kLists, kEmpty, kSet, Sum({"lists", "set"}), other};
  EXPECT_NE(Changed(nodes, 1).find("empty = TensorListReserve"), std::string::npos);
  const Nodes alone = {kIndex, kGradient, kLists, kEmpty, kSet, Sum({"lists", "set"})};
  EXPECT_NE(Changed(alone, 1, {"empty"}).find("empty = TensorListReserve"), std::string::npos);
  EXPECT_EQ(Changed(alone, 1).find("empty = TensorListReserve"), std::string::npos);
  ExpectUnchanged(alone, {"set"});
  ExpectUnchanged({kIndex,
                   kGradient,
                   kLists,
                   kEmpty,
                   kSet,
                   Sum({"lists", "set"}),
                   {"other", "TensorListLength", {"set"}}});
  ExpectUnchanged({kIndex,
                   kGradient,
                   kLists,
                   kEmpty,
                   kSet,
                   Sum({"lists", "set"}),
                   {"other", "NoOp", {"^set"}}});
}

// As TensorFlow makes of the gradients of an element that is read twice.
TEST(ListSums, OfOneListTwiceStay) {
  ExpectUnchanged({kIndex, kGradient, kLists, kEmpty, kSet, Sum({"set", "set"}), kNext});
}

TEST(ListSums, StayWhereTheyHaveToBeComputedAsAWhole) {
  // Of two lists, of numbers, of what the plugin does not add, and of lists elsewhere.
  const TestNode more = {"more", "Switch"};
  ExpectUnchanged({kIndex, kGradient, kLists, more, kEmpty, kSet, Sum({"lists", "more", "set"})});
  ExpectUnchanged({kIndex, kGradient, kLists, Sum({"lists", "lists"})});
  TestNode numbers = Sum({"lists", "set"});
  numbers.attrs["T"] = TypeAttr(TF_FLOAT);
  ExpectUnchanged({kIndex, kGradient, kLists, kEmpty, kSet, numbers});
  const Nodes nodes = {kIndex, kGradient, kLists, kEmpty, kSet, Sum({"lists", "set"})};
  ExpectUnchanged(nodes, {}, TF_DOUBLE);
  for (const size_t place : {2, 4}) {
    for (const std::string& device : {kCpu, kDevice.substr(0, kDevice.size() - 1) + "1"}) {
      Nodes elsewhere = nodes;
      elsewhere[place].device = device;
      ExpectUnchanged(elsewhere);
    }
  }
  Nodes not_empty = nodes;
  not_empty[3].op = "TensorListFromTensor";
  ExpectUnchanged(not_empty);
}

}  // namespace
}  // namespace pluggable::tests::list_sums
