// The ready sets of fusions.

#include "model/fusions.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "catalog/fusions.h"
#include "diag/text_printer.h"
#include "model/link.h"
#include "spec/parse.h"

namespace plugingen::model {
namespace {

using testing::HasSubstr;

struct Linked {
  Plugin plugin;
  std::string messages;
};

Linked LinkText(const std::string& more) {
  const std::string text = "plugingen: 1\nplugin: {name: nova_npu}\n" + more;
  const diag::SourceFile source("nova_npu.yaml", text);
  diag::Sink sink;
  const std::optional<spec::Spec> spec = spec::ParseSpec(source, sink);
  Linked linked;
  if (spec) linked.plugin = Link(*spec, sink);
  // What TensorFlow would do to variables and to graphs is said of nearly every spec.
  std::vector<diag::Diagnostic> told = sink.diagnostics();
  std::erase_if(told, [](const diag::Diagnostic& told) {
    return told.code == "W0305" || told.code == "W0307";
  });
  linked.messages = diag::RenderText(&source, told);
  return linked;
}

TEST(FusionsTest, EverySetIsWhole) {
  for (const catalog::FusionSet& known : catalog::FusionSets()) {
    const std::string set(known.name);
    const Linked linked = LinkText("graph: {rewrites: [{set: " + set + "}]}\n");
    EXPECT_EQ(linked.messages, "") << set;
    EXPECT_FALSE(linked.plugin.rewrites.empty() && linked.plugin.chains.empty() &&
                 linked.plugin.merges.empty())
        << set;
    std::set<std::string> made;
    for (const rewrite::Rewrite& rewrite : linked.plugin.rewrites) {
      for (const rewrite::NewNode& node : rewrite.replace) made.insert(node.op);
    }
    for (const rewrite::Chain& chain : linked.plugin.chains) made.insert(chain.op);
    for (const auto& op : linked.plugin.ops.all()) {
      EXPECT_TRUE(made.contains(op->def.name)) << "nothing becomes " << op->def.name;
      EXPECT_TRUE(op->def.name.starts_with("NovaNpu")) << op->def.name;
      const catalog::ReferenceKernel* kernel = ReferenceOf(op->op, op.get());
      ASSERT_NE(kernel, nullptr) << op->def.name;
      for (const auto& product : kernel->types) {
        ASSERT_EQ(product.size(), op->op.TypeAttrs().size()) << op->def.name;
      }
    }
  }
}

TEST(FusionsTest, KerasHasAllOfTheOthers) {
  const auto names = [](const std::string& sets) {
    std::set<std::string> result;
    const Linked linked = LinkText("graph: {rewrites: [" + sets + "]}\n");
    for (const rewrite::Rewrite& rewrite : linked.plugin.rewrites) result.insert(rewrite.name);
    for (const rewrite::Chain& chain : linked.plugin.chains) result.insert(chain.name);
    for (const rewrite::Merge& merge : linked.plugin.merges) result.insert(merge.name);
    return result;
  };
  const std::set<std::string> keras = names("{set: keras}");
  for (const std::string& name :
       names("{set: attention}, {set: linear}, {set: normalization}, {set: elementwise}, {set: "
             "shared}")) {
    EXPECT_TRUE(keras.contains(name)) << name;
  }
  // And what is for the ops of two of them.
  EXPECT_TRUE(keras.contains("fused_conv_normalize"));
  EXPECT_EQ(keras, names("{set: normalization}, {set: elementwise}, {set: keras}, {set: linear}, "
                         "{set: shared}"));
}

TEST(FusionsTest, KernelsAreReferenceKernelsUntilTheUserHasHisOwn) {
  const std::string set = "graph: {rewrites: [{set: linear}]}\n";
  const auto kernel = [](const Linked& linked) -> const Kernel& {
    return *std::find_if(linked.plugin.kernels.begin(), linked.plugin.kernels.end(),
                         [](const Kernel& k) { return k.op->name == "NovaNpuFusedMatMul"; });
  };
  const Linked ready = LinkText(set);
  EXPECT_EQ(kernel(ready).implementation, spec::Implementation::kReference);
  EXPECT_EQ(kernel(ready).instances.size(), 4u);
  const Linked own =
      LinkText(set + "kernels: [{op: NovaNpuFusedMatMul, types: float, implementation: stub}]\n");
  EXPECT_EQ(kernel(own).implementation, spec::Implementation::kStub);
  EXPECT_EQ(kernel(own).instances, std::vector<std::string>{"NovaNpuFusedMatMulOp<float>"});
}

TEST(FusionsTest, UnknownSetsHaveNeighbours) {
  const Linked linked = LinkText("graph: {rewrites: [{set: kears}]}\n");
  EXPECT_THAT(linked.messages, HasSubstr("there is no set of fusions 'kears' [E0378]"));
  EXPECT_THAT(linked.messages, HasSubstr("did you mean 'keras'?"));
}

TEST(FusionsTest, AnOpOfTheUsersWithSuchANameIsAMistake) {
  const Linked linked = LinkText(
      "graph: {rewrites: [{set: linear}]}\nops: [{name: NovaNpuGelu, inputs: 'x: float'}]\n");
  EXPECT_THAT(linked.messages, HasSubstr("[E0222]"));
}

}  // namespace
}  // namespace plugingen::model
