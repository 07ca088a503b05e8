// The optimizer as TensorFlow calls it, and the environment variables that it obeys.

#include <gtest/gtest.h>
#include <tensorflow/c/experimental/grappler/grappler.h>
#include <tensorflow/c/tf_buffer.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "pluggable/status.h"

#include "graph/optimizer.h"
#include "graph/settings.h"
#include "graph_test_graph.h"
#include "graph_test_rewrites.h"
#include "plugin/names.h"

namespace pluggable::tests::optimizer {
namespace {

namespace fs = std::filesystem;

// The result of a function; its rewrite needs neither ops nor kernels of the plugin.
std::vector<TestNode> Function() {
  return {{"x", "_Arg"},
          Indices("p", {1, 0}),
          {"t", "Transpose", {"x", "p"}},
          {"u", "Transpose", {"t", "p"}},
          {"out", "_Retval", {"u"}}};
}

std::string Optimized(const std::vector<TestNode>& nodes) {
  return graph::OptimizeGraph(TestRewrites(), Serialize(nodes), nullptr);
}

// In a process without libtensorflow_cc, which tells what to preserve, the graph itself has to.
TEST(Optimizer, KeepsWhatNobodyConsumes) {
  EXPECT_EQ(ToText(Optimized(Function())), "out = _Retval(x)\n");
  std::vector<TestNode> nodes = Function();
  nodes.push_back({"t2", "Transpose", {"u", "p"}});
  nodes.push_back({"u2", "Transpose", {"t2", "p"}});
  EXPECT_EQ(ToText(Optimized(nodes)), "out = _Retval(x)\nu2 = Identity(x)\n");
}

TEST(Optimizer, LeavesGraphsAloneWhoseFetchesAreNotKnown) {
  std::vector<TestNode> nodes = Function();
  nodes.back().op = "Relu";
  EXPECT_EQ(Optimized(nodes), Serialize(nodes));
}

// Hands a graph to the function that TensorFlow calls.
std::string ThroughTheCApi(std::string graph_def) {
  TP_OptimizerConfigs configs = {};
  configs.struct_size = TP_OPTIMIZER_CONFIGS_STRUCT_SIZE;
  TP_Optimizer optimizer = {};
  optimizer.struct_size = TP_OPTIMIZER_STRUCT_SIZE;
  TP_OptimizerRegistrationParams params = {};
  params.struct_size = TP_OPTIMIZER_REGISTRATION_PARAMS_STRUCT_SIZE;
  params.optimizer_configs = &configs;
  params.optimizer = &optimizer;
  TfStatus status;
  TF_InitGraph(&params, status.get());
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_STREQ(params.device_type, names::kDeviceType);
  void* const created = optimizer.create_func();
  const TF_Buffer graph = {graph_def.data(), graph_def.size(), nullptr};
  TF_Buffer* const result = TF_NewBuffer();
  optimizer.optimize_func(created, &graph, nullptr, result, status.get());
  EXPECT_TRUE(status.ok()) << status.message();
  optimizer.destroy_func(created);
  const std::string bytes(static_cast<const char*>(result->data), result->length);
  TF_DeleteBuffer(result);
  return bytes;
}

TEST(Optimizer, GivesBackWhatItDoesNotRewrite) {
  const std::string graph_def = Serialize({{"x", "_Arg"}, {"out", "_Retval", {"x"}}});
  EXPECT_EQ(ThroughTheCApi(graph_def), graph_def);
  EXPECT_EQ(ThroughTheCApi(""), "");
}

TEST(Optimizer, GivesBackWhatIsMalformed) {
  testing::internal::CaptureStderr();
  const std::string malformed = "\x0a\x7fnode";
  EXPECT_EQ(ThroughTheCApi(malformed), malformed);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(" is malformed"), std::string::npos);
}

std::string Read(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

TEST(Environment, DumpsGraphs) {
  const fs::path folder =
      fs::path(testing::TempDir()) / (std::string("graph_dump_of_") + names::kPlugin);
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::string result;
  {
    const Setting dump(names::kGraphDump, folder.string());
    result = Optimized(Function());
  }
  std::vector<std::string> before;
  std::vector<std::string> after;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    (name.substr(3) == "_before.pb" ? before : after).push_back(Read(entry.path()));
  }
  EXPECT_EQ(before, std::vector<std::string>{Serialize(Function())});
  EXPECT_EQ(after, std::vector<std::string>{result});
  fs::remove_all(folder);
}

TEST(Environment, SaysOnceThatItCannotDump) {
  const Setting dump(names::kGraphDump, "/nowhere/to/be/found");
  testing::internal::CaptureStderr();
  EXPECT_EQ(ToText(Optimized(Function())), "out = _Retval(x)\n");
  EXPECT_EQ(ToText(Optimized(Function())), "out = _Retval(x)\n");
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(log.find("cannot write /nowhere"), log.rfind("cannot write /nowhere"));
  EXPECT_NE(log.find("No such file"), std::string::npos) << log;
}

TEST(Environment, SumsUp) {
  const Setting summary(names::kGraphSummary, "1");
  testing::internal::CaptureStderr();
  Optimized(Function());
  std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find(", 5 nodes from 'x' to 'out': rewrote 1 x transposes\n"), std::string::npos)
      << log;
  testing::internal::CaptureStderr();
  Optimized({{"x", "Relu"}});
  log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find(", 1 nodes: rewrote nothing, since what is fetched is not known\n"),
            std::string::npos)
      << log;
}

TEST(Environment, SwitchesRewritesOff) {
  const auto names_with = [](const std::string& off) {
    const Setting setting(names::kGraphOff, off);
    std::string names;
    for (const graph::Rewrite& rewrite : graph::WithoutThoseSwitchedOff(TestRewrites())) {
      names += std::string(rewrite.name) + " ";
    }
    return names;
  };
  const std::string all =
      "dense_relu dense swish half_plus less_itself subtract transposes reshapes first ";
  EXPECT_EQ(names_with(""), all);
  EXPECT_EQ(names_with("all"), "");
  EXPECT_EQ(names_with("dense"),
            "dense_relu swish half_plus less_itself subtract transposes reshapes first ");
  EXPECT_EQ(names_with("dense,first,,dense_relu"),
            "swish half_plus less_itself subtract transposes reshapes ");
}

}  // namespace
}  // namespace pluggable::tests::optimizer
