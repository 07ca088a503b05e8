// Outputs: shapes, dimensions, and parts of inputs.

#include <algorithm>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "op/shape_checker.h"

namespace plugingen::op {

using base::Quoted;

bool ShapeChecker::CheckOutput(const Arg& output, ShapeExpr& expr) {
  const size_t before = sink_.error_count();
  output_ = &output;
  CheckShape(expr);
  return sink_.error_count() == before && !misses_arguments_;
}

void ShapeChecker::CheckShape(ShapeExpr& expr) {
  switch (expr.node) {
    case ShapeNode::kList:
      for (ShapeExpr& item : expr.operands) CheckItem(item);
      return;
    case ShapeNode::kSlice:
      CheckSlice(expr);
      return;
    case ShapeNode::kCall:
      CheckCall(expr);
      return;
    case ShapeNode::kName:
      CheckShapeName(expr);
      return;
    case ShapeNode::kAny:
      Report("E0329", "'?' is one dimension, not a shape", expr.span, {},
             "'[?]' is a vector of any size, 'unknown' any shape");
      return;
    default:
      Report("E0329", Describe(expr) + " is not a shape", expr.span,
             {"a shape is a list of dimensions, as in '[batch, n]', or a function such as "
              "'same_as(x)'"});
  }
}

void ShapeChecker::CheckShapeName(ShapeExpr& expr) {
  if (const ShapeFunction* function = FindShapeFunction(expr.text)) {
    expr.node = ShapeNode::kCall;
    if (function->most == 0) return;
    Report("E0324", Quoted(expr.text) + " needs an argument", expr.span, {},
           "'" + std::string(function->usage) + "', for example");
    return;
  }
  std::string help;
  if (def_.FindInput(expr.text) != nullptr) {
    help = "'same_as(" + expr.text + ")' is the shape of an input";
  } else if (groups_.contains(expr.text)) {
    help = "'[" + expr.text + "...]' is the shape of these dimensions";
  } else if (dimensions_.contains(expr.text) || IsIntAttr(def_.FindAttr(expr.text))) {
    help = "'[" + expr.text + "]' is a vector of this size";
  } else if (def_.FindAttr(expr.text) != nullptr) {
    help = "'attr(" + expr.text + ")' is the shape in a shape attr";
  } else {
    std::vector<std::string_view> words;
    for (const ShapeFunction& candidate : ShapeFunctions()) words.push_back(candidate.name);
    help = DidYouMean(expr.text, words);
  }
  Report("E0329", Quoted(expr.text) + " is not a shape", expr.span,
         {"a shape is a list of dimensions, as in '[batch, n]', or a function such as "
          "'same_as(x)'"},
         help);
}

std::string ShapeChecker::DidYouMean(std::string_view word,
                                     const std::vector<std::string_view>& words) {
  return base::DidYouMean(base::NearestName(word, words));
}

void ShapeChecker::CheckItem(ShapeExpr& item) {
  if (item.node != ShapeNode::kSplice) {
    if (item.node == ShapeNode::kAny) return;
    CheckDim(item);
    if (item.node == ShapeNode::kInteger) CheckSize(item);
    if (item.node == ShapeNode::kBinary) CheckConstant(item);
    return;
  }
  if (item.operands.empty()) {
    item.meaning = ShapeMeaning::kGroup;
    if (!has_unnamed_group_ && !misses_patterns_) {
      Report("E0322", "no pattern of an input has '...'", item.span,
             {"in an output's rule it means the same dimensions as in the inputs' patterns"});
    }
    return;
  }
  ShapeExpr& spliced = item.operands[0];
  if (spliced.node != ShapeNode::kName || FindShapeFunction(spliced.text) != nullptr) {
    CheckShape(spliced);
    return;
  }
  if (groups_.contains(spliced.text)) {
    spliced.meaning = ShapeMeaning::kGroup;
  } else if (def_.FindInput(spliced.text) != nullptr) {
    if (SingleInput(spliced) != nullptr) spliced.meaning = ShapeMeaning::kInput;
  } else if (!misses_patterns_) {
    std::vector<std::string_view> names;
    for (const auto& [name, span] : groups_) names.push_back(name);
    const bool is_dimension = dimensions_.contains(spliced.text);
    Report("E0322",
           is_dimension ? Quoted(spliced.text) + " is one dimension, not a group"
                        : "no pattern of an input has the group " + Quoted(spliced.text),
           spliced.span, {}, is_dimension ? "" : DidYouMean(spliced.text, names));
  }
}

void ShapeChecker::CheckDim(ShapeExpr& expr) {
  switch (expr.node) {
    case ShapeNode::kInteger:
      return;
    case ShapeNode::kElement:
      CheckElement(expr);
      return;
    case ShapeNode::kBinary:
      for (ShapeExpr& operand : expr.operands) CheckDim(operand);
      if (expr.text == "//" && expr.operands[1].node == ShapeNode::kInteger &&
          expr.operands[1].integer <= 0) {
        Report("E0328", "a size divided by " + std::to_string(expr.operands[1].integer),
               expr.operands[1].span);
      }
      return;
    case ShapeNode::kName:
      CheckDimName(expr);
      return;
    case ShapeNode::kAny:
      Report("E0329", "a computation cannot contain '?'", expr.span, {},
             "write '?' for the whole result");
      return;
    case ShapeNode::kSlice:
    case ShapeNode::kCall:
      Report("E0329", Describe(expr) + " is a shape, not a dimension", expr.span, {},
             "'...' after it inserts its dimensions here");
      return;
    default:
      Report("E0329", Describe(expr) + " is not a dimension", expr.span);
  }
}

void ShapeChecker::CheckDimName(ShapeExpr& expr) {
  const Attr* attr = def_.FindAttr(expr.text);
  if (IsIntAttr(attr)) {
    expr.meaning = ShapeMeaning::kAttr;
  } else if (attr != nullptr) {
    Report("E0325", Quoted(expr.text) + " is " + KindOf(*attr) + ", not a size", expr.span, {},
           attr->kind == AttrKind::kShape
               ? "'attr(" + expr.text + ")...' inserts its dimensions here"
               : "");
  } else if (dimensions_.contains(expr.text)) {
    expr.meaning = ShapeMeaning::kDimension;
  } else if (groups_.contains(expr.text)) {
    Report("E0322", Quoted(expr.text) + " is a group of dimensions, not a single one", expr.span,
           {}, "'" + expr.text + "...' inserts all of them here");
  } else if (def_.FindInput(expr.text) != nullptr) {
    Report("E0322", Quoted(expr.text) + " is an input, not a dimension", expr.span, {},
           "'" + expr.text + "[0]' is its first dimension, '" + expr.text + "...' all of them");
  } else if (expr.text == "unknown") {
    Report("E0329", "'unknown' is a shape, not a dimension", expr.span, {},
           "'?' is a dimension of any size");
  } else if (!misses_patterns_) {
    std::vector<std::string_view> names;
    for (const auto& [name, span] : dimensions_) names.push_back(name);
    for (const Attr& candidate : def_.attrs) {
      if (IsIntAttr(&candidate)) names.push_back(candidate.name);
    }
    Report("E0322", "no pattern of an input has the dimension " + Quoted(expr.text), expr.span,
           {"an output's rule uses names of the inputs' patterns, int attrs, and dimensions such "
            "as 'x[0]'"},
           DidYouMean(expr.text, names));
  }
}

const Arg* ShapeChecker::SingleInput(const std::string& name, Span span) {
  const Arg* input = AnyInput(name, span);
  if (input == nullptr || !input->is_list()) return input;
  Report("E0330", Quoted(name) + " is a list of tensors, not one", span,
         {"the input is " + Quoted(name + ": " + input->TypeText())},
         "a pattern for " + Quoted(name) + " names dimensions that all of them have");
  return nullptr;
}

const Arg* ShapeChecker::AnyInput(const std::string& name, Span span) {
  if (const Arg* input = def_.FindInput(name)) return input;
  if (misses_arguments_) return nullptr;
  std::vector<std::string_view> names;
  for (const Arg& input : def_.inputs) names.push_back(input.name);
  const bool is_output = def_.FindOutput(name) != nullptr;
  Report("E0321",
         is_output ? Quoted(name) + " is an output, which is not known yet"
                   : "the op has no input " + Quoted(name),
         span, {names.empty() ? "it has no inputs" : "its inputs are " + Names(names)},
         is_output ? "" : DidYouMean(name, names));
  return nullptr;
}

std::string ShapeChecker::Names(const std::vector<std::string_view>& names) {
  std::vector<std::string> quoted;
  for (const std::string_view name : names) quoted.push_back(Quoted(name));
  return base::Join(quoted, ", ");
}

ShapeChecker::Ranks ShapeChecker::RanksOf(const std::string& input) const {
  const auto ranks = ranks_.find(input);
  return ranks == ranks_.end() ? Ranks() : ranks->second;
}

std::string ShapeChecker::RankText(const std::string& input, const Ranks& ranks) {
  const std::string most = std::to_string(ranks.most);
  if (ranks.most == kMaxDimensions) return "no tensor has more than " + most + " dimensions";
  return "by its pattern " + Quoted(input) + " has " + (ranks.is_one() ? "" : "at most ") + most +
         (ranks.most == 1 ? " dimension" : " dimensions");
}

void ShapeChecker::CheckIndex(const std::string& input, int64_t index, int64_t last, Span span) {
  const Ranks ranks = RanksOf(input);
  if (index >= -ranks.most && index <= (last < 0 ? ranks.most + last : ranks.most)) return;
  Report("E0328", "index " + std::to_string(index) + " is out of range", span,
         {RankText(input, ranks)});
}

namespace {

// The value of an expression of integers, as the emitted code computes it. `is_constant` is false
// if it contains something else, `fits` if it exceeds an int64.
struct Constant {
  bool is_constant = false;
  bool fits = true;
  int64_t value = 0;
};

Constant ConstantOf(const ShapeExpr& expr) {
  if (expr.node == ShapeNode::kInteger) return {true, true, expr.integer};
  if (expr.node != ShapeNode::kBinary) return {};
  const Constant left = ConstantOf(expr.operands[0]);
  const Constant right = ConstantOf(expr.operands[1]);
  Constant result{left.is_constant && right.is_constant, left.fits && right.fits, 0};
  if (!result.is_constant || !result.fits) return result;
  if (expr.text == "+") {
    result.fits = !__builtin_add_overflow(left.value, right.value, &result.value);
  } else if (expr.text == "-") {
    result.fits = !__builtin_sub_overflow(left.value, right.value, &result.value);
  } else if (expr.text == "*") {
    result.fits = !__builtin_mul_overflow(left.value, right.value, &result.value);
  } else if (right.value <= 0) {
    result.is_constant = false;  // reported at the division
  } else {
    result.value = left.value / right.value - (left.value % right.value < 0 ? 1 : 0);
  }
  return result;
}

}  // namespace

void ShapeChecker::CheckConstant(const ShapeExpr& expr) {
  const Constant constant = ConstantOf(expr);
  if (!constant.is_constant) return;
  if (!constant.fits) {
    Report("E0328", "this size exceeds an int64", expr.span);
  } else if (constant.value < 0) {
    Report("E0328", "this size is " + std::to_string(constant.value), expr.span,
           {"a dimension cannot be negative"});
  }
}

void ShapeChecker::CheckElement(const ShapeExpr& expr) {
  if (SingleInput(expr) != nullptr) CheckIndex(expr.text, expr.integer, -1, expr.span);
}

void ShapeChecker::CheckSlice(const ShapeExpr& expr) {
  if (SingleInput(expr) == nullptr) return;
  const int64_t begin = expr.begin.value_or(0);
  if (begin != 0) CheckIndex(expr.text, begin, 0, expr.span);
  if (!expr.end) return;
  CheckIndex(expr.text, *expr.end, 0, expr.span);
  const bool same_side = (begin < 0) == (*expr.end < 0);
  if (same_side ? begin > *expr.end : begin < 0) {
    Report("E0328", "the slice ends before it begins", expr.span,
           {"'x[1:3]' is the second and the third dimension, 'x[:-1]' all but the last"});
  }
}

}  // namespace plugingen::op
