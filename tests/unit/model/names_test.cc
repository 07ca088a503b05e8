#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "base/text.h"
#include "catalog/catalog.h"

namespace plugingen::model {
namespace {

TEST(NamesTest, NoTwoOpsShareAFile) {
  std::map<std::string, std::string_view> ops;
  for (const std::string_view op : catalog::Catalog::BuiltIn().names()) {
    const std::string stem = base::SnakeCase(op);
    EXPECT_TRUE(std::all_of(stem.begin(), stem.end(), [](char c) {
      return base::IsLower(c) || base::IsDigit(c) || c == '_';
    })) << stem;
    const auto [known, is_new] = ops.emplace(stem, op);
    EXPECT_TRUE(is_new) << op << " and " << known->second << " are both " << stem;
    // A stub beside a real kernel gets a file of its own, which must not be another op's.
    EXPECT_FALSE(stem.ends_with("_stub")) << op;
  }
}

}  // namespace
}  // namespace plugingen::model
