#include "catalog/core_on_device.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include "catalog/history.h"
#include "catalog/reference.h"

namespace plugingen::catalog {
namespace {

TEST(CoreOnDeviceTest, EveryOpIsOneThatCoreRegistersAndThatPluginsCanBring) {
  const std::vector<std::string_view> ops = OpsOfCoreOnDevice();
  EXPECT_THAT(ops, testing::Contains("AssignAddVariableOp"));
  for (const std::string_view name : ops) {
    const Op* op = Catalog::BuiltIn().Find(name);
    ASSERT_NE(op, nullptr) << name;
    EXPECT_TRUE(IsOnEveryDevice(*op)) << name;
    EXPECT_NE(ReferenceTable::BuiltIn().Find(name), nullptr) << name;
  }
}

TEST(CoreOnDeviceTest, KnowsWhichReleasesRegisterThem) {
  const auto in = [](std::string_view release) {
    return IsOnEveryDevice(*History::BuiltIn().Find(release)->Find("AssignAddVariableOp"));
  };
  EXPECT_FALSE(in("2.14"));
  EXPECT_TRUE(in("2.15"));
}

}  // namespace
}  // namespace plugingen::catalog
