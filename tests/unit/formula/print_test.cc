#include "formula/print.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "catalog/formulas.h"
#include "catalog/training_rules.h"
#include "formula/expression.h"

namespace plugingen::formula {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

// The function's body in OpenCL C.
std::string Returned(std::string_view text, std::string_view type = "float",
                     std::string_view types = "number") {
  const catalog::Formula formula = {"F", types, text};
  const catalog::Formula* const formulas[] = {&formula};
  const std::string printed = Print(formulas, {}, {type}, Language::kOpenCl);
  const size_t at = printed.rfind("  return ");
  return printed.substr(at + 9, printed.rfind(";\n") - at - 9);
}

TEST(FormulaTest, KeepsWhatBelongsTogether) {
  EXPECT_EQ(Returned("x - (y - x)"), "x - (y - x)");
  EXPECT_EQ(Returned("(x - y) - x"), "x - y - x");
  EXPECT_EQ(Returned("(x + y) * -(x * y)"), "(x + y) * -(x * y)");
  EXPECT_EQ(Returned("-(-x)"), "-(-x)");
  EXPECT_EQ(Returned("x < y == (y < x) || x == y && !(x > y)"),
            "(x < y) == (y < x) || (x == y && !(x > y))");
  EXPECT_EQ(Returned("x > 0 ? x : y > 0 ? y : x"), "x > 0.0f ? x : y > 0.0f ? y : x");
  EXPECT_EQ(Returned("(x > 0 ? x : y) * 2"), "(x > 0.0f ? x : y) * 2.0f");
  EXPECT_EQ(Returned("x & (y | x)", "int32"), "x & (y | x)");
}

TEST(FormulaTest, HasConstantsOfTheType) {
  EXPECT_EQ(Returned("x * T(-0.5)"), "x * -0.5f");
  EXPECT_EQ(Returned("x * T(-0.5)", "double"), "x * -0.5");
  EXPECT_EQ(Returned("x + 1", "uint8"), "x + 1");
  EXPECT_EQ(Returned("x * T(y > 0)"), "x * (y > 0.0f ? 1.0f : 0.0f)");
}

TEST(FormulaTest, PutsShortFunctionsInTheirPlaces) {
  EXPECT_EQ(Returned("product(sum(x, y), x)"), "(x + y) * x");
  EXPECT_EQ(Returned("product(sum(x, y), x)", "int32"), "product_int32(sum_int32(x, y), x)");
  EXPECT_EQ(Returned("abs(x)", "uint8"), "x");
  EXPECT_EQ(Returned("rsqrt(x + y)"), "1.0f / sqrt(x + y)");
}

TEST(FormulaTest, TruthsAndParametersAreArguments) {
  const catalog::Formula formulas[] = {{"Select", "real", "x ? y : z"},
                                       {"LeakyRelu", "real", "x > 0 ? x : parameter * x"}};
  const catalog::Formula* const all[] = {&formulas[0], &formulas[1]};
  const std::string printed = Print(all, {}, {"double"}, Language::kCuda);
  EXPECT_THAT(printed,
              HasSubstr("__device__ double formula_select_double(bool x, double y, double z) {"));
  EXPECT_THAT(printed, HasSubstr("double formula_leaky_relu_double(double x, double parameter) {"));
}

TEST(FormulaTest, SaysWhatIsWrongAndWhere) {
  struct Case {
    std::string_view text;
    size_t at;
    std::string_view message;
  };
  for (const Case& wrong :
       {Case{"x +", 3, "a number, an argument or a function is expected"},
        Case{"x y", 2, "an operator is expected"}, Case{"(x", 2, "')' is expected"},
        Case{"x > 0 ? x", 9, "':' is expected"},
        Case{"x + relu(y)", 4, "there is no function 'relu'"},
        Case{"max(x)", 5, "'max' takes 2 arguments"},
        Case{"x && y", 6, "a truth is expected in front of here"},
        Case{"x + (x > y)", 11, "a number is expected in front of here"},
        Case{"x > 0 ? x : y > 0", 17, "a number is expected in front of here"}}) {
    Mistake mistake{};
    EXPECT_FALSE(Parse(wrong.text, /*has_truths=*/false, &mistake)) << wrong.text;
    EXPECT_EQ(mistake.at, wrong.at) << wrong.text;
    EXPECT_EQ(mistake.message, wrong.message) << wrong.text;
  }
  Mistake mistake{};
  EXPECT_FALSE(Parse(std::string(100, '(') + "x" + std::string(100, ')'), false, &mistake));
  EXPECT_FALSE(Parse(std::string(100000, '-') + "x", false, &mistake));
}

TEST(FormulaTest, EachIsPrintedForItsTypes) {
  EXPECT_THAT(TypesOf({"F", "real", "x"}, Language::kOpenCl), ElementsAre("float", "double"));
  EXPECT_THAT(TypesOf({"F", "truth", "x"}, Language::kOpenCl), ElementsAre("bool"));
  EXPECT_THAT(TypesOf({"F", "host", "?"}, Language::kOpenCl), ElementsAre());
  for (const catalog::Formula& formula : catalog::Formulas()) {
    const catalog::Formula* const formulas[] = {&formula};
    for (const Language language :
         {Language::kCpp, Language::kOpenCl, Language::kCuda, Language::kGlsl}) {
      EXPECT_NO_THROW(Print(formulas, {}, TypesOf(formula, language), language)) << formula.name;
    }
    EXPECT_EQ(formula.types == "host", TypesOf(formula, Language::kOpenCl).empty()) << formula.name;
  }
}

TEST(TrainingRuleTest, AssignsOneResultAfterTheOther) {
  const auto rules = catalog::ReadTrainingRules(
      "# a comment\nTwo | var m | lr beta | nesterov\n  m = m * beta + grad\n"
      "  mean = nesterov ? m : grad * T(lr > 1)\n  var = var - mean\n");
  ASSERT_EQ(rules.size(), 1u);
  const catalog::TrainingRule* const chosen[] = {rules.data()};
  EXPECT_THAT(Print({}, chosen, {"float", "int32"}, Language::kOpenCl), EndsWith(R"(

static inline void rule_two_float(float* variables, float grad, const float* scalars, bool flag) {
  float var = variables[0];
  float m = variables[1];
  const float lr = scalars[0];
  const float beta = scalars[1];
  const bool nesterov = flag;
  m = m * beta + grad;
  const float mean = nesterov ? m : grad * (lr > 1.0f ? 1.0f : 0.0f);
  var = var - mean;
  variables[0] = var;
  variables[1] = m;
}
)"));
}

TEST(TrainingRuleTest, NamesAreKnownWithTheirTypes) {
  const Names names = {{"lr", false}, {"nesterov", true}};
  Mistake mistake{};
  EXPECT_TRUE(Parse("nesterov ? lr : 1", names, &mistake));
  EXPECT_FALSE(Parse("lr ? 1 : 2", names, &mistake));
  EXPECT_EQ(mistake.message, "a truth is expected in front of here");
  EXPECT_FALSE(Parse("nesterov + 1", names, &mistake));
  EXPECT_FALSE(Parse("lr * x", names, &mistake));
  EXPECT_EQ(mistake.message, "there is no function 'x'");
}

void Collect(const Expression& part, std::set<std::string, std::less<>>& names) {
  if (part.kind == Expression::Kind::kArgument) names.insert(part.text);
  for (const Expression& operand : part.operands) Collect(operand, names);
}

// Compilers of devices warn of what is never used, and of what has two declarations.
TEST(TrainingRuleTest, EveryNameOfARuleIsUsed) {
  EXPECT_GT(catalog::TrainingRules().size(), 15u);
  for (const catalog::TrainingRule& rule : catalog::TrainingRules()) {
    Names names = {{"grad", false}};
    for (const std::string_view name : rule.variables) names.emplace(name, false);
    for (const std::string_view name : rule.scalars) {
      EXPECT_TRUE(names.emplace(name, false).second) << rule.name << " " << name;
    }
    if (!rule.flag.empty()) names.emplace(rule.flag, true);
    std::set<std::string, std::less<>> used;
    for (const auto& [result, formula] : rule.assignments) {
      Mistake mistake{};
      const auto parsed = Parse(formula, names, &mistake);
      ASSERT_TRUE(parsed) << rule.name << ": " << formula << ": " << mistake.message;
      EXPECT_FALSE(parsed->is_truth) << rule.name << ": " << formula;
      Collect(*parsed, used);
      const bool is_variable =
          std::find(rule.variables.begin(), rule.variables.end(), result) != rule.variables.end();
      EXPECT_NE(names.emplace(result, false).second, is_variable) << rule.name << " " << result;
      if (is_variable) used.emplace(result);
    }
    for (const auto& [name, is_truth] : names) {
      EXPECT_TRUE(used.contains(name)) << rule.name << " has no use of " << name;
    }
  }
}

}  // namespace
}  // namespace plugingen::formula
