// The functions in formulas and their definitions in the languages of devices.

#ifndef PLUGINGEN_FORMULA_WORDS_H_
#define PLUGINGEN_FORMULA_WORDS_H_

#include <string_view>

namespace plugingen::formula {

// A function that formulas can use, as library/reference/formula.h defines it. A definition has one
// of these forms:
//
//   "= exp"           the function of this name, which all languages have for real numbers
//   "{ return x; }"   a body in C, where T is the type, U the unsigned type of the same size, W the
//                     unsigned type in which C computes with it, and BITS the number of its bits
//   anything else     a formula over x and y
//
// It is empty if the function has no meaning for these numbers.
struct Word {
  std::string_view name;
  int arguments;
  bool is_truth;
  std::string_view of_reals;
  std::string_view of_signed;
  std::string_view of_unsigned;
};

// Returns the function with this name, or null.
const Word* FindWord(std::string_view name);

}  // namespace plugingen::formula

#endif  // PLUGINGEN_FORMULA_WORDS_H_
