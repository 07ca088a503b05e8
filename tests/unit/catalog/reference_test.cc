#include "catalog/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/embedded.h"
#include "catalog/host_memory.h"

namespace plugingen::catalog {
namespace {

using testing::ElementsAre;

constexpr std::string_view kRows =
    "# op | template | types | formula\n"
    "And | logical_formula | | x && y\n"
    "Or | binary_formula | T: int32 | x | y\n"
    "Norm | norm | T: float; U: float |\n"
    "Norm | norm | T: half bfloat16; U: float half |\n";

TEST(ReferenceTest, ReadsTemplatesTypesAndFormulas) {
  const ReferenceTable table(kRows);
  const ReferenceKernel* kernel = table.Find("Or");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->kernel_template, "binary_formula");
  EXPECT_EQ(kernel->formula, "x | y") << "the separator may be part of a formula";
  EXPECT_TRUE(kernel->Serves({"int32"}));
  EXPECT_FALSE(kernel->Serves({"float"}));
  EXPECT_TRUE(table.Find("And")->Serves({}));
  EXPECT_EQ(table.Find("Nor"), nullptr);
}

TEST(ReferenceTest, LinesOfAnOpAddUp) {
  const ReferenceTable table(kRows);
  const ReferenceKernel* kernel = table.Find("Norm");
  ASSERT_NE(kernel, nullptr);
  EXPECT_TRUE(kernel->Serves({"float", "float"}));
  EXPECT_FALSE(kernel->Serves({"float", "half"}));
  EXPECT_TRUE(kernel->Serves({"bfloat16", "half"}));
  EXPECT_FALSE(kernel->Serves({"float"}));
  EXPECT_THAT(kernel->TypesOf("U"), ElementsAre("float", "half"));
}

// The data that is shipped.

std::set<std::string> KernelTemplates() {
  constexpr std::string_view kFolder = "templates/src/kernels/";
  std::set<std::string> names;
  for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
    if (!file.path.starts_with(kFolder)) continue;
    const std::string_view name = file.path.substr(kFolder.size());
    names.emplace(name.substr(0, name.rfind('.')));
  }
  return names;
}

TEST(BuiltInReferenceTest, FitsTheOpDefinitions) {
  const auto& kernels = ReferenceTable::BuiltIn().kernels();
  EXPECT_GT(kernels.size(), 80u);
  for (const auto& [name, kernel] : kernels) {
    const Op* op = Catalog::BuiltIn().Find(name);
    ASSERT_NE(op, nullptr) << name;
    const std::vector<const Attr*> attrs = op->TypeAttrs();
    for (const auto& product : kernel.types) {
      ASSERT_EQ(product.size(), attrs.size()) << name;
      for (size_t i = 0; i < attrs.size(); ++i) {
        EXPECT_EQ(product[i].attr, attrs[i]->name) << name << ": attrs in the definition's order";
        EXPECT_FALSE(product[i].types.empty()) << name;
        for (const std::string_view dtype : product[i].types) {
          EXPECT_TRUE(attrs[i]->allowed_types.empty() || Contains(attrs[i]->allowed_types, dtype))
              << name << " " << attrs[i]->name << "=" << dtype;
        }
      }
    }
  }
}

TEST(BuiltInReferenceTest, EveryTemplateExistsAndIsUsed) {
  std::set<std::string> unused = KernelTemplates();
  const std::set<std::string> templates = unused;
  unused.erase("stub");
  unused.erase("new_op");  // for ops of the plugin's own
  auto kernels = ReferenceTable::BuiltIn().kernels();
  kernels.insert(ReferenceTable::OfFusions().kernels().begin(),
                 ReferenceTable::OfFusions().kernels().end());
  for (const auto& [name, kernel] : kernels) {
    const std::string wanted(kernel.kernel_template);
    EXPECT_TRUE(templates.contains(wanted)) << name << " wants " << wanted;
    unused.erase(wanted);
    EXPECT_EQ(wanted.ends_with("_formula"), !kernel.formula.empty()) << name;
  }
  EXPECT_THAT(unused, testing::IsEmpty()) << "no op has these templates";
}

// TensorFlow reads a result in host memory as soon as Compute returns, so only kernels that look
// where their result lives (EnqueueWork) may have one; the elementwise families always go by the
// stream.
TEST(BuiltInReferenceTest, ElementwiseKernelsHaveNoResultOnTheHost) {
  for (const auto& [name, kernel] : ReferenceTable::BuiltIn().kernels()) {
    const std::string file = "templates/src/kernels/" + std::string(kernel.kernel_template) + ".cc";
    const std::string_view text = base::EmbeddedText(file);
    const bool elementwise = text.find("reference/elementwise.h") != std::string_view::npos ||
                             text.find("stream().ForEach") != std::string_view::npos;
    if (!elementwise) continue;
    const Op& op = *Catalog::BuiltIn().Find(name);
    for (const auto& product : kernel.types) {
      for (const Constraint& attr : product) {
        for (const std::string_view dtype : attr.types) {
          for (const std::string_view arg : HostMemoryArgs(op, {{attr.attr, dtype}})) {
            EXPECT_FALSE(std::any_of(op.outputs.begin(), op.outputs.end(),
                                     [arg](const Arg& output) { return output.name == arg; }))
                << name << " " << attr.attr << "=" << dtype << ": " << arg;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace plugingen::catalog
