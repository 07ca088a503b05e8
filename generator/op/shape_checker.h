// What a shape rule means: gives every name its meaning, and says what is wrong with the others.

#ifndef PLUGINGEN_OP_SHAPE_CHECKER_H_
#define PLUGINGEN_OP_SHAPE_CHECKER_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "op/op_def.h"
#include "op/shape_functions.h"
#include "op/shape_rule.h"

namespace plugingen::op {

// Of one op.
class ShapeChecker {
 public:
  ShapeChecker(const OpDef& def, diag::Sink& sink) : def_(def), sink_(sink) {}
  // Inputs come before outputs: they say which dimensions there are.
  // Whether the pattern is sound.
  bool CheckPattern(const Arg& input, ShapeExpr& expr);
  // Whether the rule is sound.
  bool CheckOutput(const Arg& output, ShapeExpr& expr);
  // Some pattern could not be read, so that nobody knows which dimensions there are; or some
  // argument or attr, so that nobody knows of those either.
  void set_misses_patterns() { misses_patterns_ = true; }
  void set_misses_arguments() { misses_patterns_ = misses_arguments_ = true; }

 private:
  using Span = diag::Span;

  // TensorFlow allows no more dimensions.
  static constexpr int64_t kMostDimensions = 254;

  static bool IsIntAttr(const Attr* attr);
  // "an int attr", "a list(type) attr"
  static std::string KindOf(const Attr& attr);
  void Report(const char* code, std::string message, Span span, std::vector<std::string> notes = {},
              std::string help = "");
  // "same_as(x)", "'n + 1'": what stands there, for a message.
  static std::string Describe(const ShapeExpr& expr);

  // Patterns: check_shape_rule.cc
  bool CheckRankPattern(const ShapeExpr& expr);
  void CheckPatternItems(ShapeExpr& list);
  void CheckPatternGroup(ShapeExpr& item);
  void CheckPatternItem(ShapeExpr& item);
  void CheckSize(const ShapeExpr& integer);
  bool IsArgument(const ShapeExpr& name);
  bool IsOther(const ShapeExpr& name, const std::map<std::string, Span>& others,
               const std::string& other_kind, const std::string& kind);

  // Outputs: check_shape_output.cc
  void CheckShape(ShapeExpr& expr);
  void CheckShapeName(ShapeExpr& expr);
  static std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& words);
  void CheckItem(ShapeExpr& item);
  void CheckDim(ShapeExpr& expr);
  // A dimension that is computed of integers alone: it fits, and is no less than zero.
  void CheckConstant(const ShapeExpr& expr);
  void CheckDimName(ShapeExpr& expr);
  // The input that `expr.text` names, if it is one tensor.
  const Arg* SingleInput(const ShapeExpr& expr) { return SingleInput(expr.text, expr.span); }
  const Arg* SingleInput(const std::string& name, Span span);
  const Arg* AnyInput(const std::string& name, Span span);
  static std::string Names(const std::vector<std::string_view>& names);
  // The numbers of dimensions that an input's pattern allows.
  struct Ranks {
    int64_t least = 0;
    int64_t most = kMostDimensions;
    bool is_one() const { return least == most; }
  };
  Ranks RanksOf(const std::string& input) const;
  void SetRanks(const std::string& input, const ShapeExpr& pattern);
  // "by its pattern 'x' has 2 dimensions".
  static std::string RankText(const std::string& input, const Ranks& ranks);
  // The same, also where there are at least so many.
  static std::string RanksText(const std::string& input, const Ranks& ranks);
  void CheckIndex(const std::string& input, int64_t index, int64_t last, Span span);
  void CheckElement(const ShapeExpr& expr);
  void CheckSlice(const ShapeExpr& expr);

  // Calls: check_shape_call.cc
  void CheckCall(ShapeExpr& call);
  // What a function is given: an input, but of attr(shape).
  bool CheckOperand(const ShapeFunction& function, ShapeExpr& operand);
  bool CheckShapeAttr(ShapeExpr& operand);
  bool ReportNoAttr(const std::string& name, AttrKind kind, Span span);
  // Its values are sizes or axes, so they are integers.
  bool CheckValues(const Arg& input, const ShapeExpr& operand);
  bool IsInteger(const Arg& input) const;
  // A list's shapes are those of a list of as many tensors; one output has one.
  void CheckSameAs(const ShapeExpr& call);
  void CheckParameter(const ShapeFunction& function, const ShapeExpr& call, ShapeExpr& value,
                      std::set<std::string_view>& given);
  void CheckValue(const ShapeParameter& parameter, ShapeExpr& value);
  void CheckIntegers(const ShapeParameter& parameter, ShapeExpr& list);
  void CheckPermutation(const ShapeExpr& list);
  // What a call is given for a parameter; null if nothing.
  static const ShapeExpr* Given(const ShapeExpr& call, std::string_view parameter);
  // Axes, strides and the like that no input can have: check_shape_axes.cc
  void CheckAxes(const ShapeExpr& call);
  void CheckAxis(const ShapeExpr& axis, const std::string& input, const Ranks& ranks);
  void CheckSteps(const ShapeParameter& parameter, const ShapeExpr& value);
  // Windows, and inputs that never fit together: check_shape_windows.cc
  void CheckInputs(const ShapeExpr& call);
  void CheckSizes(const ShapeExpr& call, const ShapeExpr& a, const ShapeExpr& b);
  void CheckWindow(const ShapeExpr& call);
  void CheckLength(const ShapeExpr& list, const Ranks& ranks, size_t channels, int64_t each);
  void CheckPadding(const ShapeExpr& call);
  void CheckText(const ShapeParameter& parameter, const ShapeExpr& value);
  void CheckNamedValue(const ShapeParameter& parameter, ShapeExpr& value);
  void CheckInputValue(const ShapeParameter& parameter, ShapeExpr& value);

  const OpDef& def_;
  diag::Sink& sink_;
  const Arg* output_ = nullptr;
  std::map<std::string, Span> dimensions_;  // names in patterns, and where first
  std::map<std::string, Span> groups_;
  bool has_unnamed_group_ = false;
  bool misses_patterns_ = false;
  bool misses_arguments_ = false;
  std::map<std::string, Ranks> ranks_;  // of inputs with a pattern
  // Of inputs whose pattern has no group; nothing for those that no pattern says.
  using Sizes = std::vector<std::optional<int64_t>>;
  std::map<std::string, Sizes> sizes_;
};

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_SHAPE_CHECKER_H_
