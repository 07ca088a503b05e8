// Resolves all names in a shape rule and reports what is wrong with it.

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

// Checks the rules of one op.
class ShapeChecker {
 public:
  ShapeChecker(const OpDef& def, diag::Sink& sink) : def_(def), sink_(sink) {}
  // Returns true if the pattern has no mistakes. Inputs must be checked before outputs, because
  // their patterns define the dimensions.
  bool CheckPattern(const Arg& input, ShapeExpr& expr);
  // Returns true if the rule has no mistakes.
  bool CheckOutput(const Arg& output, ShapeExpr& expr);
  // Some pattern, argument or attr could not be parsed, so unknown names are no mistakes.
  void set_misses_patterns() { misses_patterns_ = true; }
  void set_misses_arguments() { misses_patterns_ = misses_arguments_ = true; }

 private:
  using Span = diag::Span;

  // The limit of TensorFlow.
  static constexpr int64_t kMaxDimensions = 254;

  static bool IsIntAttr(const Attr* attr);
  // Returns "an int attr" or "a list(type) attr".
  static std::string KindOf(const Attr& attr);
  void Report(const char* code, std::string message, Span span, std::vector<std::string> notes = {},
              std::string help = "");
  // Returns the expression for a message: "same_as(x)", "'n + 1'".
  static std::string Describe(const ShapeExpr& expr);

  // Patterns: check_shape_rule.cc.
  bool CheckRankPattern(const ShapeExpr& expr);
  void CheckPatternItems(ShapeExpr& list);
  void CheckPatternGroup(ShapeExpr& item);
  void CheckPatternItem(ShapeExpr& item);
  void CheckSize(const ShapeExpr& integer);
  bool IsArgument(const ShapeExpr& name);
  bool IsOther(const ShapeExpr& name, const std::map<std::string, Span>& others,
               const std::string& other_kind, const std::string& kind);

  // Outputs: check_shape_output.cc.
  void CheckShape(ShapeExpr& expr);
  void CheckShapeName(ShapeExpr& expr);
  static std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& words);
  void CheckItem(ShapeExpr& item);
  void CheckDim(ShapeExpr& expr);
  // Checks a dimension that is computed from integers only: it must fit its type and not be
  // negative.
  void CheckConstant(const ShapeExpr& expr);
  void CheckDimName(ShapeExpr& expr);
  // Returns the input that `expr.text` names if it is a single tensor.
  const Arg* SingleInput(const ShapeExpr& expr) { return SingleInput(expr.text, expr.span); }
  const Arg* SingleInput(const std::string& name, Span span);
  const Arg* AnyInput(const std::string& name, Span span);
  static std::string Names(const std::vector<std::string_view>& names);
  // The possible ranks of an input according to its pattern.
  struct Ranks {
    int64_t least = 0;
    int64_t most = kMaxDimensions;
    bool is_one() const { return least == most; }
  };
  Ranks RanksOf(const std::string& input) const;
  void SetRanks(const std::string& input, const ShapeExpr& pattern);
  // Returns "by its pattern 'x' has 2 dimensions".
  static std::string RankText(const std::string& input, const Ranks& ranks);
  // The same for a minimum of dimensions.
  static std::string RanksText(const std::string& input, const Ranks& ranks);
  void CheckIndex(const std::string& input, int64_t index, int64_t last, Span span);
  void CheckElement(const ShapeExpr& expr);
  void CheckSlice(const ShapeExpr& expr);

  // Calls: check_shape_call.cc.
  void CheckCall(ShapeExpr& call);
  // Checks an argument of a function: an input, except for attr(shape).
  bool CheckOperand(const ShapeFunction& function, ShapeExpr& operand);
  bool CheckShapeAttr(ShapeExpr& operand);
  bool ReportNoAttr(const std::string& name, AttrKind kind, Span span);
  // Checks that the input has an integer type, because its values are sizes or axes.
  bool CheckValues(const Arg& input, const ShapeExpr& operand);
  bool IsInteger(const Arg& input) const;
  // same_as() of a list is a list of as many shapes; a single output needs one shape.
  void CheckSameAs(const ShapeExpr& call);
  void CheckParameter(const ShapeFunction& function, const ShapeExpr& call, ShapeExpr& value,
                      std::set<std::string_view>& given);
  void CheckValue(const ShapeParameter& parameter, ShapeExpr& value);
  void CheckIntegers(const ShapeParameter& parameter, ShapeExpr& list);
  void CheckPermutation(const ShapeExpr& list);
  // Returns the argument for a parameter, or null.
  static const ShapeExpr* Given(const ShapeExpr& call, std::string_view parameter);
  // Checks axes, strides and the like against all possible inputs: check_shape_axes.cc.
  void CheckAxes(const ShapeExpr& call);
  void CheckAxis(const ShapeExpr& axis, const std::string& input, const Ranks& ranks);
  void CheckSteps(const ShapeParameter& parameter, const ShapeExpr& value);
  // Checks windows, and inputs that never match: check_shape_windows.cc.
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
  std::map<std::string, Span> dimensions_;  // the names in patterns, with their first position
  std::map<std::string, Span> groups_;
  bool has_unnamed_group_ = false;
  bool misses_patterns_ = false;
  bool misses_arguments_ = false;
  std::map<std::string, Ranks> ranks_;  // for inputs with a pattern
  // For inputs whose pattern has no group. A size without a value is not in the pattern.
  using Sizes = std::vector<std::optional<int64_t>>;
  std::map<std::string, Sizes> sizes_;
};

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_SHAPE_CHECKER_H_
