#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "catalog/formulas.h"
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
  static const auto* const languages = new std::map<std::string, Language>{
      {"c++", Language::kCpp}, {"cuda", Language::kCuda}, {"opencl", Language::kOpenCl}};
  return *languages;
}

// The formula of that name, or null after a complaint.
const catalog::Formula* Find(const std::string& name, Console& console) {
  std::vector<std::string_view> names;
  for (const catalog::Formula& formula : catalog::Formulas()) {
    if (formula.name == name) return &formula;
    names.push_back(formula.name);
  }
  const std::string_view nearest = base::NearestName(name, names);
  console.Error("there is no formula " + base::Quoted(name) +
                (nearest.empty() ? "" : "; " + base::DidYouMean(nearest)));
  return nullptr;
}

// Why nothing can be printed of a formula; "" when something can.
std::string Objection(const catalog::Formula& formula, const std::vector<std::string>& types) {
  const std::vector<std::string_view> own = formula::TypesOf(formula);
  if (own.empty()) return " has no text: only the host computes it";
  std::string list;
  for (const std::string_view type : own) {
    if (std::find(types.begin(), types.end(), type) != types.end()) return "";
    list += (list.empty() ? "" : ",") + std::string(type);
  }
  return " is computed in other types: add '--types " + list + "'";
}

int PrintFormulas(const FormulasOptions& options, Console& console) {
  std::vector<const catalog::Formula*> formulas;
  bool good = true;
  for (const std::string& name : options.names) {
    const catalog::Formula* const formula = Find(name, console);
    good = good && formula != nullptr;
    if (formula == nullptr) continue;
    const std::string objection = Objection(*formula, options.types);
    if (!objection.empty()) console.Error(base::Quoted(name) + objection);
    good = good && objection.empty();
    formulas.push_back(formula);
  }
  if (!good) return kUsage;
  if (options.names.empty()) {
    for (const catalog::Formula& formula : catalog::Formulas()) formulas.push_back(&formula);
  }
  const std::vector<std::string_view> types(options.types.begin(), options.types.end());
  console.Print(formula::Print(formulas, types, options.language));
  return kDone;
}

}  // namespace

Run AddFormulas(CLI::App& app) {
  const auto options = std::make_shared<FormulasOptions>();
  options->types = {"float"};
  CLI::App* command = app.add_subcommand(
      "formulas", "Print the formulas of elementwise plans as functions of a device's language");
  command->add_option("LANGUAGE", options->language, "c++, cuda or opencl")
      ->required()
      ->transform(CLI::CheckedTransformer(Languages(), CLI::ignore_case))
      ->type_name("");
  command->add_option("FORMULA", options->names,
                      "Names as in library/compute/formula.h, such as ReluGrad (default: all)");
  command
      ->add_option("--types", options->types,
                   "Data types to compute in, with commas between them (default: float)")
      ->delimiter(',')
      ->check(CLI::IsMember(std::vector<std::string>{"float", "double", "int8", "int16", "int32",
                                                     "int64", "uint8", "uint16", "uint32", "uint64",
                                                     "bool"}))
      ->type_name("TYPE,...");
  return [options](Console& console) { return PrintFormulas(*options, console); };
}

}  // namespace plugingen::cli
