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

// A part of a formula. Its value is a number of the type that is computed in, or a truth.
struct Expression {
  enum class Kind {
    kArgument,   // x, y, z or parameter; in a rule, a name of the rule's
    kNumber,     // 6 or 0.5
    kUnary,      // - ! ~
    kBinary,     // + - * / % == != < <= > >= && || & | ^
    kChoice,     // operands[0] ? operands[1] : operands[2]
    kCall,       // a word (words.h)
    kConversion  // T(operands[0])
  };

  Kind kind = Kind::kNumber;
  std::string text{};  // the name, the number or the operator
  std::vector<Expression> operands{};
  bool is_truth = false;
};

// A mistake in a formula.
struct Mistake {
  size_t at;  // in the text
  std::string message;
};

// The tree of a text, with types checked. Arguments are numbers, but those that stand before a '?'
// are truths; all are if `has_truths`. Nothing after a mistake.
std::optional<Expression> Parse(std::string_view text, bool has_truths, Mistake* mistake);

// The same with arguments of other names. Each is a truth or not.
using Names = std::map<std::string, bool, std::less<>>;
std::optional<Expression> Parse(std::string_view text, const Names& names, Mistake* mistake);

// Which of x, y and z the formula has, as truths or numbers, and whether it has a parameter.
struct Arguments {
  std::vector<bool> are_truths;  // of x, y and z, as many as there are
  bool has_parameter = false;
};
Arguments ArgumentsOf(const Expression& formula);

}  // namespace plugingen::formula

#endif  // PLUGINGEN_FORMULA_EXPRESSION_H_
