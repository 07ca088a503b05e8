#include "catalog/variable_access.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "catalog/catalog.h"
#include "catalog/history.h"
#include "catalog/reference.h"

namespace plugingen::catalog {
namespace {

TEST(VariableAccessTest, ALineOfTheOpsOwnWins) {
  const VariableAccess& access = AccessToVariables();
  EXPECT_EQ(access.Find("ResourceScatterMul")->name, "ResourceScatter*");
  EXPECT_EQ(access.Find("ResourceScatterAdd")->instead, "tf.Variable.scatter_add");
  EXPECT_EQ(access.Find("ResourceApplyAdam")->instead, "");
  EXPECT_EQ(access.Find("ReadVariableOp"), nullptr);
}

TEST(VariableAccessTest, NamesOpsThatTakeAVariable) {
  for (const VariableOp& op : AccessToVariables().ops) {
    if (op.name.ends_with('*')) continue;
    const Op* known = Catalog::BuiltIn().Find(op.name);
    ASSERT_NE(known, nullptr) << op.name;
    EXPECT_EQ(known->inputs.front().type, "resource") << op.name;
  }
}

// How the names of ops begin whose resources are no variables: iterators, tables, queues, summaries
// and the like, of which TensorFlow keeps the kernels on the CPU.
constexpr std::string_view kOfOtherResources[] = {
    "BoostedTrees",  "Cache",           "CloseSummary", "Collective",
    "CreateSummary", "DataService",     "Delete",       "Deserialize",
    "Experimental",  "FakeQueue",       "FlushSummary", "GlobalShuffle",
    "ImportEvent",   "Initialize",      "IsBoosted",    "Iterator",
    "Lookup",        "MakeIterator",    "MultiDevice",  "MutexLock",
    "Queue",         "RandomDataset",   "Reader",       "ResourceAccumulator",
    "Rpc",           "Serialize",       "SetStats",     "Shuffle",
    "Stack",         "StatsAggregator", "TensorArray",  "ThreadPool",
    "Write"};

// Ops on any resource that core has kernels of for every device, and what is left out.
constexpr std::string_view kWithoutKernel[] = {
    "AssignVariableOp",
    "DestroyResourceOp",
    "ReadVariableOp",
    "VarIsInitializedOp",
    "VariableShape",  // core's touch no device memory
    "DisableCopyOnRead",
    "IsResourceHandleRefCounting",
    "MakeWeakResourceHandle",  // of handles
    "ResourceCreateOp",
    "ResourceInitializedOp",
    "ResourceUsingOp",  // of core's own tests
    "AssignVariableXlaConcatND",
    "ReadVariableXlaSplitND",
    "TPUReshardVariables",
    "XlaLaunch",               // need XLA, which knows no plugged-in device
    "StatefulRandomBinomial",  // not written yet: a sampler of its own, by rejection
    "StatefulStandardNormal",  // the first form of StatefulStandardNormalV2
};

TEST(VariableAccessTest, EveryOpOnAVariableHasAKernel) {
  for (const std::string_view name : Catalog::BuiltIn().names()) {
    const Op* op = Catalog::BuiltIn().Find(name);
    const bool takes_resource = std::any_of(op->inputs.begin(), op->inputs.end(),
                                            [](const Arg& arg) { return arg.type == "resource"; });
    const bool is_left_out =
        std::any_of(std::begin(kOfOtherResources), std::end(kOfOtherResources),
                    [name](std::string_view prefix) { return name.starts_with(prefix); }) ||
        std::find(std::begin(kWithoutKernel), std::end(kWithoutKernel), name) !=
            std::end(kWithoutKernel);
    if (!takes_resource || is_left_out) continue;
    EXPECT_NE(ReferenceTable::BuiltIn().Find(name), nullptr) << name;
    // The graph optimizer parts it where kernels cannot lock a variable.
    EXPECT_NE(AccessToVariables().Find(name), nullptr) << name;
  }
}

TEST(VariableAccessTest, LacksWhatTheLibrariesLack) {
  EXPECT_EQ(SinceUntil(AccessToVariables().lacking, History::BuiltIn().releases()), "since 2.19");
}

}  // namespace
}  // namespace plugingen::catalog
