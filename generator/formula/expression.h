// Formulas of primitives as trees.

#ifndef PLUGINGEN_FORMULA_EXPRESSION_H_
#define PLUGINGEN_FORMULA_EXPRESSION_H_

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::formula {

// A node of a formula. Its value is a number of the type that the formula is computed in, or a
// boolean.
struct Expression {
  enum class Kind {
    kArgument,   // x, y, z or parameter; in a rule, one of its names
    kNumber,     // 6 or 0.5
    kUnary,      // - ! ~
    kBinary,     // + - * / % == != < <= > >= && || & | ^
    kChoice,     // operands[0] ? operands[1] : operands[2]
    kCall,       // a function of words.h
    kConversion  // T(operands[0])
  };

  Kind kind = Kind::kNumber;
  std::string text{};  // the name, number or operator
  std::vector<Expression> operands{};
  bool is_truth = false;
};

// A mistake in a formula.
struct Mistake {
  size_t at;  // offset in the text
  std::string message;
};

// Parses a text and checks its types. Arguments are numbers, except that an argument before a '?'
// is a boolean. With `has_truths` all arguments are booleans. Sets `mistake` and returns nothing if
// the text is wrong.
std::optional<Expression> Parse(std::string_view text, bool has_truths, Mistake* mistake);

// The same with other names for the arguments. The value is true if the argument is a boolean.
using Names = std::map<std::string, bool, std::less<>>;
std::optional<Expression> Parse(std::string_view text, const Names& names, Mistake* mistake);

// Which of x, y and z the formula uses, with their types, and whether it uses a parameter.
struct Arguments {
  std::vector<bool> are_truths;  // for x, y and z, as far as the formula uses them
  bool has_parameter = false;
};
Arguments ArgumentsOf(const Expression& formula);

}  // namespace plugingen::formula

#endif  // PLUGINGEN_FORMULA_EXPRESSION_H_
