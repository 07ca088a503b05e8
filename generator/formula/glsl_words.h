// What functions in formulas are in GLSL, where that differs from C.

#ifndef PLUGINGEN_FORMULA_GLSL_WORDS_H_
#define PLUGINGEN_FORMULA_GLSL_WORDS_H_

#include <string_view>
#include <vector>

namespace plugingen::formula::glsl {

// GLSL lacks some of C's functions. Of others Vulkan allows errors that grow near zero, such as
// sinh as a difference of exponentials, or leaves results undefined, such as powers of negative
// numbers. A definition has one of the forms of words.h. It is empty if C's serves.
struct Word {
  std::string_view name;
  std::string_view of_reals;  // floats
  std::string_view of_integers;
};

// Returns the function with this name, or null.
const Word* FindWord(std::string_view name);

// The functions of this table that the body of this function of floats calls.
std::vector<std::string_view> UsedBy(std::string_view name);

}  // namespace plugingen::formula::glsl

#endif  // PLUGINGEN_FORMULA_GLSL_WORDS_H_
