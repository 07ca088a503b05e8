#include "catalog/variable_access.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "catalog/catalog.h"
#include "catalog/reference.h"

namespace plugingen::catalog {
namespace {

TEST(VariableAccessTest, KnowsFamiliesOfOps) {
  EXPECT_TRUE(LocksVariables("ResourceApplyAdam"));
  EXPECT_TRUE(LocksVariables("ResourceGather"));
  EXPECT_FALSE(LocksVariables("ResourceGath"));
  EXPECT_FALSE(LocksVariables("ReadVariableOp"));
}

bool TakesResource(const Op& op) {
  return std::any_of(op.inputs.begin(), op.inputs.end(),
                     [](const Arg& arg) { return arg.type.ends_with("resource"); });
}

// The line of a new release's op is missing until somebody has decided what becomes of it.
TEST(VariableAccessTest, HasOneLineForEachOpThatTakesAResource) {
  for (const std::string_view name : Catalog::BuiltIn().names()) {
    const bool takes_resource = TakesResource(*Catalog::BuiltIn().Find(name));
    const auto& accesses = VariableAccesses();
    const auto lines =
        std::count_if(accesses.begin(), accesses.end(), [&](const VariableAccess& access) {
          return access.IsOf(name) && (takes_resource || access.way != "other");
        });
    EXPECT_EQ(lines, takes_resource ? 1 : 0) << name;
  }
}

TEST(VariableAccessTest, HasNoLineWithoutAnOp) {
  const auto& names = Catalog::BuiltIn().names();
  for (const VariableAccess& access : VariableAccesses()) {
    EXPECT_TRUE(std::any_of(names.begin(), names.end(), [&access](std::string_view name) {
      return access.IsOf(name);
    })) << access.op;
  }
}

bool HasKernelFor(const Op& op, std::string_view device) {
  return std::any_of(op.kernels.begin(), op.kernels.end(),
                     [device](const CoreKernel& kernel) { return kernel.device == device; });
}

TEST(VariableAccessTest, SaysWhoHasAKernel) {
  for (const std::string_view name : Catalog::BuiltIn().names()) {
    const Op& op = *Catalog::BuiltIn().Find(name);
    for (const VariableAccess& access : VariableAccesses()) {
      if (!access.IsOf(name) || access.way == "other" || access.way == "removed") continue;
      const bool is_in_library = ReferenceTable::BuiltIn().Find(name) != nullptr;
      if (access.way == "lock") {
        EXPECT_TRUE(is_in_library) << name;
        EXPECT_EQ(op.inputs.front().type, "resource") << name;
      } else if (access.way == "copy") {
        EXPECT_TRUE(!is_in_library && HasKernelFor(op, "CPU") && !HasKernelFor(op, "DEFAULT"))
            << name;
        EXPECT_EQ(op.inputs.front().type, "resource") << name;
      } else if (access.way == "core") {
        EXPECT_TRUE(HasKernelFor(op, "DEFAULT")) << name;
      } else {
        EXPECT_EQ(access.way, "xla") << name;
        EXPECT_FALSE(HasKernelFor(op, "DEFAULT")) << name;
      }
    }
  }
}

}  // namespace
}  // namespace plugingen::catalog
