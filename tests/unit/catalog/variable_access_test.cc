#include "catalog/variable_access.h"

#include <gtest/gtest.h>

#include <string_view>

#include "catalog/catalog.h"
#include "catalog/history.h"
#include "catalog/lines.h"
#include "emit/embedded.h"

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

TEST(VariableAccessTest, LacksWhatTheLibrariesLack) {
  EXPECT_EQ(SinceUntil(AccessToVariables().lacking, History::BuiltIn().releases()), "since 2.19");
  constexpr std::string_view kNeeded = "TF_MaybeLockVariableInputMutexesInOrder";
  std::string_view text = emit::EmbeddedText("catalog/c_api.txt");
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    if (!line.ends_with(kNeeded)) continue;
    EXPECT_TRUE(line.starts_with("-2.18 ")) << line;
  }
}

}  // namespace
}  // namespace plugingen::catalog
