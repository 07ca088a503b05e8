#include "emit/formulas_view.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "base/dtypes.h"
#include "base/text.h"
#include "catalog/formulas.h"
#include "catalog/training_rules.h"
#include "formula/expression.h"

namespace plugingen::emit {
namespace {

bool HasType(const catalog::Formula& formula, std::string_view type) {
  const std::vector<std::string_view> types = formula::TypesOf(formula, formula::Language::kOpenCl);
  return std::find(types.begin(), types.end(), type) != types.end();
}

// Returns the macro of elementwise.inc that defines the kernels of a formula with these arguments.
std::string MacroOf(const catalog::Formula& formula, std::string_view type) {
  constexpr std::array<std::string_view, 3> kByInputs = {"UNARY", "BINARY", "TERNARY"};
  const bool of_truths = type == "bool";
  formula::Mistake mistake{};
  const auto tree = formula::Parse(formula.text, of_truths, &mistake);
  if (!tree) throw std::logic_error("formula " + std::string(formula.name) + " does not parse");
  const formula::Arguments arguments = formula::ArgumentsOf(*tree);
  const std::vector<bool>& truths = arguments.are_truths;
  if (!of_truths && std::find(truths.begin(), truths.end(), true) != truths.end()) return "CHOICE";
  std::string macro(kByInputs.at(truths.size() - 1));
  if (arguments.has_parameter) macro += "_WITH_PARAMETER";
  if (tree->is_truth && !of_truths) macro += "_TRUTH";
  return macro;
}

std::string TextOf(std::string_view type, formula::Language language) {
  std::vector<const catalog::Formula*> formulas;
  for (const catalog::Formula& formula : catalog::Formulas()) {
    if (HasType(formula, type)) formulas.push_back(&formula);
  }
  std::string text = formula::Print(formulas, {}, {type}, language) + "\n";
  for (const catalog::Formula* const formula : formulas) {
    // (A plain name such as "abs" may be a macro of the vendor's compiler.)
    const std::string name = "formula_" + base::SnakeCase(formula->name);
    text += MacroOf(*formula, type) + "(" + name + ", " + name + "_" + std::string(type) + ")\n";
  }
  return text;
}

// Returns the condition under which a program computes in the type. half and bfloat16 use float.
std::string ConditionOf(std::string_view type) {
  std::string condition = "defined(TYPE_" + std::string(type) + ")";
  if (type == "float") condition += " || defined(TYPE_half) || defined(TYPE_bfloat16)";
  return condition;
}

// The step number is the only number that does not have the type of the others.
constexpr std::string_view kGlobalStep = "global_step";

// Devices do not run the rules for slices (library/compute/device/training_update.cc).
std::vector<const catalog::TrainingRule*> RulesOfDevices() {
  std::vector<const catalog::TrainingRule*> rules;
  for (const catalog::TrainingRule& rule : catalog::TrainingRules()) {
    if (!rule.name.starts_with("Sparse")) rules.push_back(&rule);
  }
  return rules;
}

std::string RulesText(std::string_view type, formula::Language language) {
  const std::vector<const catalog::TrainingRule*> rules = RulesOfDevices();
  std::string text = formula::Print({}, rules, {type}, language) + "\n";
  for (const catalog::TrainingRule* const rule : rules) {
    const std::string name = "rule_" + base::SnakeCase(rule->name);
    const bool counts = !rule->scalars.empty() && rule->scalars.back() == kGlobalStep;
    text += "RULE(" + name + ", " + name + "_" + std::string(type) + ", " +
            std::to_string(rule->variables.size()) + ", " +
            std::to_string(rule->scalars.size() - (counts ? 1 : 0)) + ", " + (counts ? "1" : "0") +
            ")\n";
  }
  return text;
}

Members RulesView(formula::Language language) {
  List types;
  for (const std::string_view type : formula::TypesOfRules(language)) {
    types.push_back(Members{{"condition", ConditionOf(type)}, {"text", RulesText(type, language)}});
  }
  List names;
  for (const catalog::TrainingRule* const rule : RulesOfDevices()) {
    names.push_back(
        Members{{"name", std::string(rule->name)}, {"snake", base::SnakeCase(rule->name)}});
  }
  return Members{{"types", std::move(types)}, {"names", std::move(names)}};
}

using Formulas = std::vector<const catalog::Formula*>;

std::string ChainText(const Formulas& formulas, std::string_view type, formula::Language language) {
  std::string text = formula::Print(formulas, {}, {type}, language);
  text += "\n#define CHAIN_STEPS(UNARY, BINARY)";
  for (size_t i = 0; i < formulas.size(); ++i) {
    text += " \\\n  " + MacroOf(*formulas[i], type) + "(" + std::to_string(i) + ", formula_" +
            base::SnakeCase(formulas[i]->name) + "_" + std::string(type) + ")";
  }
  return text + "\n";
}

Members ChainView(const std::vector<std::string_view>& chosen, formula::Language language) {
  Formulas formulas;
  for (const catalog::Formula& formula : catalog::Formulas()) {
    if (std::find(chosen.begin(), chosen.end(), formula.name) == chosen.end()) continue;
    if (HasType(formula, "float")) formulas.push_back(&formula);
  }
  List types;
  for (const std::string_view type : {"float", "double"}) {
    types.push_back(
        Members{{"condition", ConditionOf(type)}, {"text", ChainText(formulas, type, language)}});
  }
  List names;
  for (size_t i = 0; i < formulas.size(); ++i) {
    names.push_back(
        Members{{"name", std::string(formulas[i]->name)}, {"number", std::to_string(i)}});
  }
  return Members{{"types", std::move(types)}, {"names", std::move(names)}};
}

}  // namespace

Members FormulasView(formula::Language language,
                     const std::vector<std::string_view>& formulas_of_chains) {
  List types;
  for (const base::Dtype& dtype : base::Dtypes()) {
    const std::string_view name = dtype.name;
    const std::vector<catalog::Formula>& formulas = catalog::Formulas();
    if (std::none_of(formulas.begin(), formulas.end(),
                     [name](const catalog::Formula& formula) { return HasType(formula, name); })) {
      continue;
    }
    types.push_back(Members{{"condition", ConditionOf(name)}, {"text", TextOf(name, language)}});
  }
  List names;
  for (const catalog::Formula& formula : catalog::Formulas()) {
    if (formula::TypesOf(formula, language).empty()) continue;
    names.push_back(
        Members{{"name", std::string(formula.name)}, {"snake", base::SnakeCase(formula.name)}});
  }
  return Members{{"types", std::move(types)},
                 {"names", std::move(names)},
                 {"rules", RulesView(language)},
                 {"chain", ChainView(formulas_of_chains, language)}};
}

}  // namespace plugingen::emit
