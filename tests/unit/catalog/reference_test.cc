#include "catalog/reference.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "base/embedded.h"
#include "base/text.h"
#include "catalog/formulas.h"
#include "catalog/host_memory.h"
#include "catalog/primitives.h"
#include "catalog/training_rules.h"

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

constexpr std::string_view kKernels = "library/kernels/";
constexpr std::string_view kFusions = "fusions/";

// The files of the library's kernels, relative to their folder: "relu.cc", "fusions/gelu.cc".
std::set<std::string> KernelFiles() {
  std::set<std::string> names;
  for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
    if (file.path.starts_with(kKernels)) names.emplace(file.path.substr(kKernels.size()));
  }
  return names;
}

std::string KernelText(const std::string& file) {
  return std::string(base::EmbeddedText(std::string(kKernels) + file));
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

// The kernel of each op is where the build looks for it, has the class that the table of kernels
// names, and the formula of the catalogue.
TEST(BuiltInReferenceTest, EveryKernelExistsAndIsUsed) {
  const std::set<std::string> files = KernelFiles();
  std::set<std::string> unused = files;
  const auto check = [&](const ReferenceKernel& kernel, const std::string& file,
                         std::string_view class_of) {
    SCOPED_TRACE(file);
    ASSERT_TRUE(files.contains(file)) << kernel.op << " wants it";
    unused.erase(file);
    const std::string text = KernelText(file);
    EXPECT_THAT(text, testing::ContainsRegex("class " + std::string(class_of) + "Op[ \n]"));
    if (kernel.formula.empty()) return;
    const bool is_rule = kernel.kernel_template.find("training") != std::string_view::npos;
    EXPECT_THAT(text, testing::HasSubstr(is_rule ? std::string(kernel.formula)
                                                 : "return " + std::string(kernel.formula) + ";"));
  };
  for (const auto& [name, kernel] : ReferenceTable::BuiltIn().kernels()) {
    check(kernel, base::SnakeCase(name) + ".cc", name);
    const bool is_formula = kernel.kernel_template.ends_with("_formula");
    EXPECT_EQ(is_formula, !kernel.formula.empty()) << name;
    EXPECT_TRUE(is_formula || kernel.kernel_template == base::SnakeCase(name)) << name;
  }
  const ReferenceTable& fusions = ReferenceTable::OfFusions();
  for (const auto& [name, kernel] : fusions.kernels()) {
    check(kernel, std::string(kFusions) + std::string(kernel.kernel_template) + ".cc",
          fusions.FirstOpOf(kernel));
  }
  EXPECT_THAT(unused, testing::IsEmpty()) << "no op has these kernels";
}

// What formula.h says of a formula, in one line: "kRelu,  // max(x, 0)".
std::map<std::string, std::string> FormulaComments() {
  const std::string text(base::EmbeddedText("library/compute/formula.h"));
  std::map<std::string, std::string> comments;
  const std::regex line(R"(\n  (k\w+),\s+// ([^\n]+(?:\n\s+// [^\n]+)*))");
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it) {
    comments[(*it)[1]] = std::regex_replace((*it)[2].str(), std::regex(R"(\n\s+// )"), " ");
  }
  return comments;
}

// A device implements formulas by their names, so each name has to mean what the kernels compute.
TEST(BuiltInReferenceTest, TheFormulasOfPlansAreTheKernels) {
  const std::map<std::string, std::string> comments = FormulaComments();
  EXPECT_GT(comments.size(), 100u);
  const std::regex use(R"(compute::Formula::(k\w+))");
  std::set<std::string> used;
  std::vector<std::string> texts;
  for (const std::string& file : KernelFiles()) texts.push_back(KernelText(file));
  // What fused kernels do one by one.
  texts.emplace_back(base::EmbeddedText("library/reference/composition.cc"));
  for (const std::string& text : texts) {
    for (std::sregex_iterator it(text.begin(), text.end(), use), end; it != end; ++it) {
      used.insert((*it)[1]);
    }
  }
  for (const auto& [name, kernel] : ReferenceTable::BuiltIn().kernels()) {
    const std::string_view kind = kernel.kernel_template;
    if (!kind.ends_with("_formula") || kind.find("training") != kind.npos ||
        kind.find("scatter") != kind.npos || kind.starts_with("inplace")) {
      continue;
    }
    const std::string text = KernelText(base::SnakeCase(name) + ".cc");
    std::smatch formula;
    ASSERT_TRUE(std::regex_search(text, formula, use)) << name << " wants kFormula";
    ASSERT_TRUE(comments.contains(formula[1])) << name;
    EXPECT_EQ(comments.at(formula[1]), kernel.formula) << name;
  }
  std::map<std::string, std::string> listed = {{"kOther", comments.at("kOther")}};
  for (const Formula& formula : Formulas()) {
    const std::string name = "k" + std::string(formula.name);
    listed[name] = formula.text;
    EXPECT_TRUE(name == "kSelect" || used.contains(name)) << "no kernel computes " << name;
  }
  EXPECT_EQ(comments, listed);
}

// The same of updates of slices.
TEST(BuiltInReferenceTest, TheOperationsOfScattersAreTheKernels) {
  const std::string header(base::EmbeddedText("library/compute/scatter.h"));
  std::map<std::string, std::string> comments;
  const std::regex line(R"(\n  (k\w+), +// ([^\n]+))");
  const size_t begin = header.find("enum class ScatterOperation");
  const std::string operations = header.substr(begin, header.find("};", begin) - begin);
  for (std::sregex_iterator it(operations.begin(), operations.end(), line), end; it != end; ++it) {
    comments[(*it)[1]] = (*it)[2];
  }
  const std::regex use(R"(compute::ScatterOperation::(k\w+))");
  std::set<std::string> used = {"kOther"};
  for (const auto& [name, kernel] : ReferenceTable::BuiltIn().kernels()) {
    const std::string_view kind = kernel.kernel_template;
    if (!kind.ends_with("scatter_formula") && !kind.ends_with("scatter_nd_formula") &&
        !kind.starts_with("inplace")) {
      continue;
    }
    const std::string text = KernelText(base::SnakeCase(name) + ".cc");
    std::smatch operation;
    ASSERT_TRUE(std::regex_search(text, operation, use)) << name << " wants kOperation";
    EXPECT_EQ(comments[operation[1]], kernel.formula) << name;
    used.insert(operation[1]);
  }
  for (const auto& [name, comment] : comments) {
    EXPECT_TRUE(used.contains(name)) << "no kernel computes " << name;
  }
}

// A rule as training_rule.h has it: the names of its parts, the assignments, and its own name.
std::string CommentOf(const TrainingRule& rule) {
  const auto list = [](const std::vector<std::string_view>& names) {
    std::string text;
    for (const std::string_view name : names)
      text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
  };
  std::string text = "  // " + list(rule.variables) + "; " + list(rule.scalars);
  if (!rule.flag.empty()) text += "; " + std::string(rule.flag);
  for (const auto& [result, formula] : rule.assignments) {
    text += "\n  //   " + std::string(result) + " = " + std::string(formula);
  }
  return text + "\n  k" + std::string(rule.name) + ",\n";
}

// tests/cli/formulas_test.py runs the rules of the library and those of the catalogue.
TEST(BuiltInReferenceTest, TheRulesOfPlansAreThoseOfTheCatalogue) {
  std::string expected;
  std::set<std::string> names;
  for (const TrainingRule& rule : TrainingRules()) {
    expected += CommentOf(rule);
    names.insert(std::string(rule.name) + "Rule");
  }
  const std::string header(base::EmbeddedText("library/compute/training_rule.h"));
  const size_t begin = header.find("  // var");
  EXPECT_EQ(header.substr(begin, header.find("};") - begin), expected);
  std::set<std::string> unused = names;
  for (const auto& [name, kernel] : ReferenceTable::BuiltIn().kernels()) {
    const bool is_sparse = kernel.kernel_template == "sparse_training_formula";
    if (!is_sparse && kernel.kernel_template != "variable_training_formula") continue;
    const std::string_view family = is_sparse ? "ResourceSparseApply" : "ResourceApply";
    std::string rule = std::string(name.substr(family.size())) + "Rule";
    if (is_sparse && names.contains("Sparse" + rule)) rule = "Sparse" + rule;
    EXPECT_TRUE(names.contains(rule)) << name << " has no rule in catalog/training_rules.txt";
    EXPECT_EQ(kernel.formula, rule) << name;
    unused.erase(rule);
  }
  EXPECT_THAT(unused, testing::IsEmpty()) << "no kernel has these rules";
}

TEST(BuiltInPrimitivesTest, AreThoseOfTheLibrary) {
  std::set<std::string> files;
  for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
    constexpr std::string_view kFolder = "library/compute/";
    if (!file.path.starts_with(kFolder) || !file.path.ends_with(".cc")) continue;
    const std::string_view stem =
        file.path.substr(kFolder.size(), file.path.size() - kFolder.size() - 3);
    // Kernels of devices and NVIDIA's libraries take the place of primitives that there are.
    if (stem.starts_with("device/") || stem.starts_with("cuda/")) continue;
    if (!stem.ends_with("_on_host")) files.emplace(stem);
  }
  for (const Primitive& primitive : Primitives()) {
    EXPECT_EQ(files.erase(std::string(primitive.name)), 1u) << primitive.name;
    EXPECT_FALSE(primitive.purpose.empty()) << primitive.name;
    EXPECT_EQ(primitive.shares.size(), Primitives().front().shares.size()) << primitive.name;
    EXPECT_TRUE(std::is_sorted(primitive.ops.begin(), primitive.ops.end())) << primitive.name;
    for (const std::string_view op : primitive.ops) {
      EXPECT_NE(ReferenceTable::BuiltIn().Find(op), nullptr) << op;
    }
  }
  EXPECT_THAT(files, testing::IsEmpty()) << "catalog/primitives.txt lacks them";
}

// A primitive that its owner implements has to be tested without TensorFlow.
TEST(BuiltInReferenceTest, EveryPrimitiveHasATest) {
  constexpr std::string_view kPrimitives = "library/compute/";
  for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
    if (!file.path.starts_with(kPrimitives) || !file.path.ends_with(".h")) continue;
    const std::string stem(
        file.path.substr(kPrimitives.size(), file.path.size() - kPrimitives.size() - 2));
    if (file.text.find("Status OnHost(const Stream& stream, ") == std::string_view::npos) continue;
    EXPECT_NO_THROW(base::EmbeddedText("library/compute/" + stem + ".cc"));
    EXPECT_NO_THROW(base::EmbeddedText("library/testing/compute_test_" + stem + ".cc"));
  }
}

// TensorFlow reads a result in host memory as soon as Compute returns, so only kernels that look
// where their result lives (EnqueueWork) may have one; the elementwise families always go by the
// stream.
TEST(BuiltInReferenceTest, ElementwiseKernelsHaveNoResultOnTheHost) {
  for (const auto& [name, kernel] : ReferenceTable::BuiltIn().kernels()) {
    const std::string text = KernelText(base::SnakeCase(name) + ".cc");
    const bool elementwise = text.find("reference/elementwise.h") != std::string::npos ||
                             text.find("compute/") != std::string::npos ||
                             text.find("stream().ForEach") != std::string::npos;
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
