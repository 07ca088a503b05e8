// Literals in a gradient's expression, which TensorFlow converts to tensors.

#ifndef PLUGINGEN_OP_LITERAL_H_
#define PLUGINGEN_OP_LITERAL_H_

#include <optional>
#include <string>
#include <string_view>

#include "op/gradient.h"
#include "op/op_def.h"

namespace plugingen::op {

// The value of an expression in Python before TensorFlow converts it: numbers, texts, booleans,
// attrs of these kinds, formulas and lists of them.
struct Literal {
  enum class Kind { kNothing, kBool, kInteger, kFraction, kText };  // kNothing: an empty list
  Kind kind = Kind::kNothing;
  const Expr* culprit = nullptr;  // the part that determines the kind
  double least = 0;               // of the known integers in it
  double most = 0;

  // Returns, for example, "a fraction".
  std::string_view KindText() const;
  // Returns the type that TensorFlow chooses if nothing else determines it: "float".
  std::string_view DefaultType() const;
  // True if TensorFlow converts the literal to a tensor of this type.
  bool FitsKindOf(std::string_view dtype) const;
  // True if the type can represent all integers. True for types without limits.
  bool FitsRangeOf(std::string_view dtype) const;
};

// Returns nothing if `expr`, in the gradient of `op`, contains tensors.
std::optional<Literal> LiteralOf(const OpDef& op, const Expr& expr);

// True if `expr` consists of numbers and lists of numbers only, so that its value is known now.
bool IsOfNumbers(const Expr& expr);

// Returns the result of a formula of numbers in Python. It is not finite if Python has no result.
// Returns nothing if the formula contains something else.
std::optional<double> ValueOf(const Expr& expr);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_LITERAL_H_
