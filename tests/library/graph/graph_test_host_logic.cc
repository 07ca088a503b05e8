// Which conditions are kept on the host.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/host_logic.h"
#include "graph_test_graph.h"
#include "plugin/host_logic.h"
#include "plugin/names.h"

namespace pluggable::tests::host_logic {
namespace {

const std::map<std::string, std::string> kInt32 = {{"T", TypeAttr(TF_INT32)}};
const TestNode kCounter = {"i", "Merge", {}, kInt32};
const TestNode kIsLess = {"less", "Less", {"i", "i"}, kInt32};
const TestNode kIsEqual = {"equal", "Equal", {"i", "i"}, kInt32};
const TestNode kAnd = {"and", "LogicalAnd", {"less", "equal", "^i"}};

// The ops of the device that are kept on the host, in the order of the graph.
std::string Kept(const std::vector<TestNode>& nodes, const std::vector<KernelRow>& kernels = {}) {
  const std::string graph_def = Serialize(nodes);
  graph::Graph graph;
  EXPECT_TRUE(graph.Parse(graph_def));
  const KernelTable table = {kernels.data(), kernels.size()};
  const int kept = graph::KeepLogicOnHost(names::kDeviceType, table, &graph);
  EXPECT_EQ(graph::KeepLogicOnHost(names::kDeviceType, table, &graph), 0) << "kept twice";
  EXPECT_EQ(graph.changed(), kept > 0);
  std::string names;
  for (int i = 0; i < graph.size(); ++i) {
    if (graph.node(i).FindAttr("_kernel") != StringAttr(kHostLogicLabel)) continue;
    names += std::string(graph.node(i).name) + ' ';
  }
  return names;
}

TEST(HostLogic, IsWhatComparesIntegers) {
  EXPECT_EQ(Kept({kCounter, kIsLess, kIsEqual, kAnd}), "and ");
}

TEST(HostLogic, IsWhatIsMadeOfIt) {
  // Whatever the order of the nodes.
  EXPECT_EQ(Kept({{"or", "LogicalOr", {"not", "less"}},
                  {"not", "LogicalNot", {"and"}},
                  kCounter,
                  kIsLess,
                  kIsEqual,
                  kAnd}),
            "or not and ");
}

TEST(HostLogic, IsNotWhatTheDeviceComputes) {
  EXPECT_EQ(Kept({kCounter, {"less", "Less", {"i", "i"}}, kIsEqual, kAnd}), "");
  EXPECT_EQ(Kept({kCounter, {"less", "Merge"}, kIsEqual, kAnd}), "");
}

TEST(HostLogic, IsNotWhatComparesByAKernelOfThePlugin) {
  const KernelRow less = {"Less", Types{{"T", TF_INT32}}, {}, nullptr};
  EXPECT_EQ(Kept({kCounter, kIsLess, kIsEqual, kAnd}, {less}), "");
  const KernelRow of_float = {"Less", Types{{"T", TF_FLOAT}}, {}, nullptr};
  EXPECT_EQ(Kept({kCounter, kIsLess, kIsEqual, kAnd}, {of_float}), "and ");
}

TEST(HostLogic, IsOnTheSameDeviceOfThePlugin) {
  TestNode elsewhere = kAnd;
  elsewhere.device = "/job:localhost/replica:0/task:0/device:CPU:0";
  EXPECT_EQ(Kept({kCounter, kIsLess, kIsEqual, elsewhere}), "");
  elsewhere.device = kDevice.substr(0, kDevice.size() - 1) + "1";
  EXPECT_EQ(Kept({kCounter, kIsLess, kIsEqual, elsewhere}), "");
}

TEST(HostLogic, KeepsAKernelThatWasAskedFor) {
  TestNode labelled = kAnd;
  labelled.attrs = {{"_kernel", StringAttr("another")}};
  EXPECT_EQ(Kept({kCounter, kIsLess, kIsEqual, labelled}), "");
}

}  // namespace
}  // namespace pluggable::tests::host_logic
