#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "catalog/formulas.h"
#include "catalog/training_rules.h"
#include "cli/command.h"
#include "formula/print.h"

namespace plugingen::cli {
namespace {

using formula::Language;

struct FormulasOptions {
  Language language = Language::kCpp;
  std::vector<std::string> names;
  std::vector<std::string> types;
};

const std::map<std::string, Language>& Languages() {
  static const auto* const languages =
      new std::map<std::string, Language>{{"c++", Language::kCpp},
                                          {"cuda", Language::kCuda},
                                          {"glsl", Language::kGlsl},
                                          {"opencl", Language::kOpenCl}};
  return *languages;
}

// What to print.
struct Chosen {
  std::vector<const catalog::Formula*> formulas;
  std::vector<const catalog::TrainingRule*> rules;
};

Chosen All() {
  Chosen all;
  for (const catalog::Formula& formula : catalog::Formulas()) all.formulas.push_back(&formula);
  for (const catalog::TrainingRule& rule : catalog::TrainingRules()) all.rules.push_back(&rule);
  return all;
}

// Returns why the formula cannot be printed in any of these types, or "". `own` are the types that
// it supports.
std::string Refusal(const std::vector<std::string_view>& own,
                    const std::vector<std::string>& types) {
  if (own.empty()) return " has no function for devices: only the host computes it";
  std::string list;
  for (const std::string_view type : own) {
    if (std::find(types.begin(), types.end(), type) != types.end()) return "";
    list += (list.empty() ? "" : ",") + std::string(type);
  }
  return " supports only other types: add '--types " + list + "'";
}

// Adds the named formula to `chosen`. Returns what is wrong with the name, or "".
std::string Choose(const std::string& name, const FormulasOptions& options, Chosen& chosen) {
  const Chosen all = All();
  std::vector<std::string_view> names;
  for (const catalog::Formula* const formula : all.formulas) {
    names.push_back(formula->name);
    if (formula->name != name) continue;
    chosen.formulas.push_back(formula);
    const std::string refusal =
        Refusal(formula::TypesOf(*formula, options.language), options.types);
    return refusal.empty() ? "" : base::Quoted(name) + refusal;
  }
  for (const catalog::TrainingRule* const rule : all.rules) {
    names.push_back(rule->name);
    if (rule->name != name) continue;
    chosen.rules.push_back(rule);
    const std::string refusal = Refusal(formula::TypesOfRules(options.language), options.types);
    return refusal.empty() ? "" : base::Quoted(name) + refusal;
  }
  const std::string_view nearest = base::NearestName(name, names);
  return "there is no formula " + base::Quoted(name) +
         (nearest.empty() ? "" : "; " + base::DidYouMean(nearest));
}

int PrintFormulas(const FormulasOptions& options, Console& console) {
  Chosen chosen = options.names.empty() ? All() : Chosen();
  const std::vector<std::string_view> views = formula::TypesOf(options.language);
  const std::vector<std::string> known(views.begin(), views.end());
  bool good = true;
  for (const std::string& type : options.types) {
    if (std::find(known.begin(), known.end(), type) != known.end()) continue;
    console.Error("the functions of this language have no type " + base::Quoted(type) + ", only " +
                  base::Join(known, ", "));
    good = false;
  }
  for (const std::string& name : options.names) {
    const std::string mistake = Choose(name, options, chosen);
    if (!mistake.empty()) console.Error(mistake);
    good = good && mistake.empty();
  }
  if (!good) return kUsage;
  const std::vector<std::string_view> types(options.types.begin(), options.types.end());
  console.Print(formula::Print(chosen.formulas, chosen.rules, types, options.language));
  return kDone;
}

}  // namespace

Run AddFormulas(CLI::App& app) {
  const auto options = std::make_shared<FormulasOptions>();
  options->types = {"float"};
  CLI::App* command = app.add_subcommand(
      "formulas", "Print the formulas of primitives as functions of a device's language");
  command
      ->add_option_function<std::string>(
          "LANGUAGE",
          [options](const std::string& word) { options->language = Languages().at(word); },
          "c++, cuda, glsl or opencl")
      ->required()
      ->transform(OneOf({"c++", "cuda", "glsl", "opencl"}));
  command->add_option(
      "FORMULA", options->names,
      "Names as in library/compute/formula.h, such as ReluGrad, or training_rule.h, "
      "such as Adam (default: all)");
  command
      ->add_option("--types", options->types,
                   "Data types to compute in, with commas between them (default: float)")
      ->delimiter(',')
      ->transform(OneOf({"float", "double", "int8", "int16", "int32", "int64", "uint8", "uint16",
                         "uint32", "uint64", "bool"}))
      ->type_name("TYPE,...");
  return [options](Console& console) { return PrintFormulas(*options, console); };
}

}  // namespace plugingen::cli
