#include "catalog/rewrites.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"
#include "catalog/reference.h"

namespace plugingen::catalog {
namespace {

TEST(RewritesTest, NameOpsOfTensorFlowThatHaveReferenceKernels) {
  ASSERT_FALSE(Rewrites().empty());
  const auto check = [](std::string_view name) {
    const Op* op = Catalog::BuiltIn().Find(name);
    ASSERT_NE(op, nullptr) << name;
    EXPECT_TRUE(op->TypeAttrs().empty() || op->TypeAttrs().front()->name == "T") << name;
    EXPECT_NE(ReferenceTable::BuiltIn().Find(name), nullptr) << name;
  };
  for (const Rewrite& rewrite : Rewrites()) {
    check(rewrite.made);
    EXPECT_FALSE(rewrite.from.empty()) << rewrite.made;
    EXPECT_FALSE(rewrite.example.empty()) << rewrite.made;
    for (const std::string_view op : rewrite.from) check(op);
  }
}

}  // namespace
}  // namespace plugingen::catalog
