#include "catalog/variable_access.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "catalog/catalog.h"
#include "catalog/reference.h"

namespace plugingen::catalog {
namespace {

TEST(VariableAccessTest, KnowsFamiliesOfOps) {
  EXPECT_TRUE(IsOnVariables("ResourceApplyAdam"));
  EXPECT_TRUE(IsOnVariables("ResourceGather"));
  EXPECT_FALSE(IsOnVariables("ResourceGath"));
  EXPECT_FALSE(IsOnVariables("ReadVariableOp"));
}

TEST(VariableAccessTest, NamesOpsThatTakeAVariable) {
  for (const std::string_view name : Catalog::BuiltIn().names()) {
    if (!IsOnVariables(name)) continue;
    EXPECT_EQ(Catalog::BuiltIn().Find(name)->inputs.front().type, "resource") << name;
  }
  for (const std::string_view name : OpsOnVariables()) {
    EXPECT_TRUE(name.ends_with('*') || Catalog::BuiltIn().Find(name) != nullptr) << name;
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
    EXPECT_TRUE(IsOnVariables(name)) << name;
  }
}

}  // namespace
}  // namespace plugingen::catalog
