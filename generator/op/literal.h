// Literals in a gradient's expression: what TensorFlow makes tensors of.

#ifndef PLUGINGEN_OP_LITERAL_H_
#define PLUGINGEN_OP_LITERAL_H_

#include <optional>
#include <string>
#include <string_view>

#include "op/gradient.h"
#include "op/op_def.h"

namespace plugingen::op {

// Numbers, texts, truth values and attrs that are such, formulas of them, lists of them: what an
// expression is in Python before TensorFlow makes a tensor of it.
struct Literal {
  enum class Kind { kNothing, kBool, kInteger, kFraction, kText };  // kNothing: an empty list
  Kind kind = Kind::kNothing;
  const Expr* culprit = nullptr;  // the part that makes it of this kind
  double least = 0;               // of the integers in it that are known
  double most = 0;

  // "a fraction"
  std::string_view KindText() const;
  // What TensorFlow makes of it where nothing else says the type: "float".
  std::string_view DefaultType() const;
  // Whether TensorFlow makes tensors of that type of it.
  bool FitsKindOf(std::string_view dtype) const;
  // Whether the integers are among those of the type; true for types without limits.
  bool FitsRangeOf(std::string_view dtype) const;
};

// Nothing if there are tensors in `expr`, which is of op `op`'s gradient.
std::optional<Literal> LiteralOf(const OpDef& op, const Expr& expr);

// Whether `expr` is of numbers only, lists of them included, and of nothing that has a value at run
// time only.
bool IsOfNumbers(const Expr& expr);

// What Python computes of a formula of numbers: not finite if it has no such value. Nothing if
// there is more than numbers in it.
std::optional<double> ValueOf(const Expr& expr);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_LITERAL_H_
