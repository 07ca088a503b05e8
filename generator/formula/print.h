// Prints formulas in the languages of devices.

#ifndef PLUGINGEN_FORMULA_PRINT_H_
#define PLUGINGEN_FORMULA_PRINT_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/formulas.h"
#include "catalog/training_rules.h"

namespace plugingen::formula {

enum class Language { kCpp, kOpenCl, kCuda, kGlsl };

// Returns the data types that a language has, in the usual order. GLSL has those that need no
// extension and all of whose functions it can compute: float, int32, uint32 and bool.
std::vector<std::string_view> TypesOf(Language language);

// Returns the data types in which a formula can be computed. Empty if only the host has its
// functions.
std::vector<std::string_view> TypesOf(const catalog::Formula& formula, Language language);

// Returns the data types in which rules are computed.
std::vector<std::string_view> TypesOfRules(Language language);

// Returns program text that defines a function for each formula and each of its types: "float
// formula_relu_grad_float(float x, float y)". Helper functions come first, each once. All rules
// have the same signature: "void rule_adam_float(float* variables, float grad, const float*
// scalars, bool flag)"; in GLSL the arrays have sizes.
std::string Print(std::span<const catalog::Formula* const> formulas,
                  std::span<const catalog::TrainingRule* const> rules,
                  const std::vector<std::string_view>& types, Language language);

}  // namespace plugingen::formula

#endif  // PLUGINGEN_FORMULA_PRINT_H_
