// The functions of formulas, and what they are in languages for devices.

#ifndef PLUGINGEN_FORMULA_WORDS_H_
#define PLUGINGEN_FORMULA_WORDS_H_

#include <string_view>

namespace plugingen::formula {

// A function of the formulas, as library/reference/formula.h defines it. A definition is one of
//
//   "= exp"           the function of that name that all languages have for real numbers
//   "{ return x; }"   a body in C, where T is the type, U the unsigned one of its size, W the
//                     unsigned one in which C computes with it, and BITS their number
//   anything else     a formula over x and y
//
// and empty where the word has no meaning for such numbers.
struct Word {
  std::string_view name;
  int arguments;
  bool is_truth;
  std::string_view of_reals;
  std::string_view of_signed;
  std::string_view of_unsigned;
};

// The word of that name, or null.
const Word* FindWord(std::string_view name);

}  // namespace plugingen::formula

#endif  // PLUGINGEN_FORMULA_WORDS_H_
