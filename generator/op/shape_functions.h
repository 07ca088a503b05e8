// The functions of the shape language, their parameters, and what depends on them.

#ifndef PLUGINGEN_OP_SHAPE_FUNCTIONS_H_
#define PLUGINGEN_OP_SHAPE_FUNCTIONS_H_

#include <span>
#include <string_view>
#include <vector>

namespace plugingen::op {

enum class ShapeParameterKind {
  kInteger,   // 1, or an int attr
  kIntegers,  // [1, 2], 1, an int or list(int) attr, or the values of an input
  kTruth,     // true, or a bool attr
  kText,      // 'SAME', or a string attr
};

struct ShapeParameter {
  std::string_view name;
  ShapeParameterKind kind = ShapeParameterKind::kInteger;
  bool required = false;
  std::string_view decides;              // the part of the result that is unknown without it
  std::vector<std::string_view> values;  // only for kText
};

struct ShapeFunction {
  std::string_view name;
  std::string_view usage;  // "concat(values, axis=1)"
  int least = 0;           // number of inputs
  int most = 0;            // kAnyNumber: no limit
  bool takes_lists = false;
  std::vector<ShapeParameter> parameters;

  static constexpr int kAnyNumber = 1000;

  const ShapeParameter* Find(std::string_view parameter) const;
};

// The functions that return a shape. rank(3) and its variants are patterns instead.
std::span<const ShapeFunction> ShapeFunctions();
const ShapeFunction* FindShapeFunction(std::string_view name);

// True for "rank", "rank_at_least" and "rank_at_most".
bool IsRankPattern(std::string_view name);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_SHAPE_FUNCTIONS_H_
