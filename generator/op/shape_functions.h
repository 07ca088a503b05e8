// The functions of the shape language: what each is given, and what depends on it.

#ifndef PLUGINGEN_OP_SHAPE_FUNCTIONS_H_
#define PLUGINGEN_OP_SHAPE_FUNCTIONS_H_

#include <span>
#include <string_view>
#include <vector>

namespace plugingen::op {

enum class ShapeParameterKind {
  kInteger,   // 1, an int attr
  kIntegers,  // [1, 2], 1, an int or a list(int) attr, the values of an input
  kTruth,     // true, a bool attr
  kText,      // 'SAME', a string attr
};

struct ShapeParameter {
  std::string_view name;
  ShapeParameterKind kind = ShapeParameterKind::kInteger;
  bool required = false;
  std::string_view decides;              // what of the result is unknown without it
  std::vector<std::string_view> values;  // of kText
};

struct ShapeFunction {
  std::string_view name;
  std::string_view usage;  // "concat(values, axis=1)"
  int least = 0;           // inputs that it is given
  int most = 0;            // kAnyNumber: any
  bool takes_lists = false;
  std::vector<ShapeParameter> parameters;

  static constexpr int kAnyNumber = 1000;

  const ShapeParameter* Find(std::string_view parameter) const;
};

// Those that give a shape. rank(3) and its kin are patterns, and no functions.
std::span<const ShapeFunction> ShapeFunctions();
const ShapeFunction* FindShapeFunction(std::string_view name);

// "rank", "rank_at_least", "rank_at_most"
bool IsRankPattern(std::string_view name);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_SHAPE_FUNCTIONS_H_
