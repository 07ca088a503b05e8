#include "catalog/sets.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "catalog/reference.h"

namespace plugingen::catalog {
namespace {

using testing::ElementsAre;

TEST(SetsTest, FollowsIncludes) {
  const SetTable table(
      "set small: a few\nRelu T=float\n"
      "set large: more\ninclude small\nCast SrcT=float,half DstT=half\nAbs\n");
  EXPECT_EQ(table.Find("small")->purpose, "a few");
  const OpSet* large = table.Find("large");
  ASSERT_NE(large, nullptr);
  std::vector<std::string_view> ops;
  for (const SetMember& member : large->members) ops.push_back(member.op);
  EXPECT_THAT(ops, ElementsAre("Abs", "Cast", "Relu"));
  EXPECT_THAT(large->members[1].types[0].types, ElementsAre("float", "half"));
  EXPECT_EQ(table.Find("medium"), nullptr);
  EXPECT_THAT(large->includes, ElementsAre("small"));
  EXPECT_THAT(table.names(), ElementsAre("small", "large"));
}

TEST(SetsTest, RefusesLoopsAndUnknownSets) {
  EXPECT_THROW(SetTable("set a: x\ninclude b\nset b: y\ninclude a\n"), std::logic_error);
  EXPECT_THROW(SetTable("set a: x\ninclude c\n"), std::logic_error);
}

// Every op of a set can be emitted, with the types that the set names.
TEST(BuiltInSetsTest, HaveReferenceKernels) {
  const auto& sets = SetTable::BuiltIn().sets();
  for (const char* name : {"mlp", "cnn", "all"}) EXPECT_TRUE(sets.contains(name)) << name;
  for (const auto& [name, set] : sets) {
    EXPECT_FALSE(set.members.empty()) << name;
    EXPECT_FALSE(set.purpose.empty()) << name;
    for (const SetMember& member : set.members) {
      const ReferenceKernel* kernel = ReferenceTable::BuiltIn().Find(member.op);
      ASSERT_NE(kernel, nullptr) << name << ": " << member.op;
      for (const Constraint& attr : member.types) {
        EXPECT_NE(Catalog::BuiltIn().Find(member.op)->FindAttr(attr.attr), nullptr) << member.op;
        for (const std::string_view dtype : attr.types) {
          EXPECT_TRUE(Contains(kernel->TypesOf(attr.attr), dtype))
              << name << ": " << member.op << " " << attr.attr << "=" << dtype;
        }
      }
    }
  }
}

TEST(BuiltInSetsTest, AllIsEveryReferenceKernel) {
  EXPECT_EQ(SetTable::BuiltIn().Find("all")->members.size(),
            ReferenceTable::BuiltIn().kernels().size());
}

}  // namespace
}  // namespace plugingen::catalog
