// Functions of shape rules: axes, strides and the like that no input can have.

#include <algorithm>
#include <set>

#include "base/text.h"
#include "op/shape_checker.h"

namespace plugingen::op {

using base::Quoted;

namespace {

// Returns the literal integers of a list, or the single one. Leaves out attrs.
std::vector<const ShapeExpr*> IntegersOf(const ShapeExpr& value) {
  std::vector<const ShapeExpr*> integers;
  if (value.node == ShapeNode::kInteger) integers.push_back(&value);
  if (value.node != ShapeNode::kList) return integers;
  for (const ShapeExpr& item : value.operands) {
    if (item.node == ShapeNode::kInteger) integers.push_back(&item);
  }
  return integers;
}

}  // namespace

const ShapeExpr* ShapeChecker::Given(const ShapeExpr& call, std::string_view parameter) {
  const auto found =
      std::find_if(call.operands.begin(), call.operands.end(),
                   [&](const ShapeExpr& operand) { return operand.parameter == parameter; });
  return found == call.operands.end() ? nullptr : &*found;
}

void ShapeChecker::CheckAxis(const ShapeExpr& axis, const std::string& input, const Ranks& ranks) {
  if (axis.integer >= -ranks.most && axis.integer < ranks.most) return;
  Report("E0328", "axis " + std::to_string(axis.integer) + " is out of range", axis.span,
         {RankText(input, ranks)});
}

void ShapeChecker::CheckAxes(const ShapeExpr& call) {
  const auto first =
      std::find_if(call.operands.begin(), call.operands.end(),
                   [](const ShapeExpr& operand) { return operand.parameter.empty(); });
  if (first == call.operands.end()) return;
  const std::string& input = first->text;
  Ranks ranks = RanksOf(input);
  if (call.text == "concat" || call.text == "stack") {
    const ShapeExpr* axis = Given(call, "axis");
    if (axis == nullptr || axis->node != ShapeNode::kInteger) return;
    if (call.text == "stack" && ranks.most < kMaxDimensions)
      ++ranks.most;  // the result has one dimension more
    CheckAxis(*axis, input, ranks);
  }
  if (call.text == "reduce") {
    const ShapeExpr* axes = Given(call, "axes");
    if (axes == nullptr) return;
    std::set<int64_t> seen;
    for (const ShapeExpr* axis : IntegersOf(*axes)) {
      CheckAxis(*axis, input, ranks);
      const bool from_end = axis->integer < 0 && ranks.is_one();
      if (seen.insert(axis->integer + (from_end ? ranks.most : 0)).second) continue;
      Report("E0328", "axis " + std::to_string(axis->integer) + " is given twice", axis->span);
    }
  }
  if (call.text == "transpose") {
    const ShapeExpr* perm = Given(call, "perm");
    if (perm == nullptr || perm->node != ShapeNode::kList) return;
    const auto count = static_cast<int64_t>(perm->operands.size());
    if (count >= ranks.least && count <= ranks.most) return;
    Report("E0328", "a permutation of " + std::to_string(count) + " dimensions", perm->span,
           {ranks.least > count
                ? "by its pattern " + Quoted(input) + " has at least " + std::to_string(ranks.least)
                : RankText(input, ranks)});
  }
}

// Reports windows without a step or a size.
void ShapeChecker::CheckSteps(const ShapeParameter& parameter, const ShapeExpr& value) {
  const bool is_padding = parameter.name == "explicit_paddings";
  if (!is_padding && parameter.name != "strides" && parameter.name != "ksize" &&
      parameter.name != "dilations") {
    return;
  }
  for (const ShapeExpr* integer : IntegersOf(value)) {
    if (integer->integer >= (is_padding ? 0 : 1)) continue;
    Report("E0328", Quoted(parameter.name) + " cannot be " + std::to_string(integer->integer),
           integer->span);
  }
}

}  // namespace plugingen::op
