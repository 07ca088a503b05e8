// Formulas in languages for devices.

#ifndef PLUGINGEN_FORMULA_PRINT_H_
#define PLUGINGEN_FORMULA_PRINT_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/formulas.h"
#include "catalog/training_rules.h"

namespace plugingen::formula {

enum class Language { kCpp, kOpenCl, kCuda };

// The names of the data types that a formula can be computed in, in the order in which people list
// them; none if only the host has its functions.
std::vector<std::string_view> TypesOf(const catalog::Formula& formula);

// Those that rules are computed in.
std::vector<std::string_view> TypesOfRules();

// A text in the language that defines a function for each of the formulas and each of the types
// that it has: "float formula_relu_grad_float(float x, float y)". Helper functions that several of
// them need come first, once each. A rule is a function of the same signature as all rules:
// "void rule_adam_float(float* variables, float grad, const float* scalars, bool flag)".
std::string Print(std::span<const catalog::Formula* const> formulas,
                  std::span<const catalog::TrainingRule* const> rules,
                  const std::vector<std::string_view>& types, Language language);

}  // namespace plugingen::formula

#endif  // PLUGINGEN_FORMULA_PRINT_H_
