// Functions of shape rules: their arguments.

#include <algorithm>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "op/shape_checker.h"

namespace plugingen::op {

using base::Quoted;

namespace {

// In `transpose(x, [1, 0])` the arguments after the inputs are parameters by position.
void PlaceParameters(const ShapeFunction& function, ShapeExpr& call) {
  if (function.most == ShapeFunction::kAnyNumber) return;
  size_t next = 0;
  int inputs = 0;
  for (ShapeExpr& operand : call.operands) {
    if (!operand.parameter.empty() || ++inputs <= function.most) continue;
    if (next == function.parameters.size()) return;
    operand.parameter = std::string(function.parameters[next++].name);
    operand.parameter_span = operand.span;
  }
}

std::string CountText(const ShapeFunction& function) {
  if (function.most == 0) return "nothing";
  if (function.name == "attr") return "one attr";
  if (function.most == 1) return "one input";
  if (function.most == ShapeFunction::kAnyNumber) return "at least one input";
  return "two inputs";
}

std::string AttrText(const Attr& attr) {
  return "the attr is " + Quoted(attr.name + ": " + attr.Text());
}

std::string Wanted(ShapeParameterKind kind) {
  switch (kind) {
    case ShapeParameterKind::kInteger:
      return "an integer or an int attr";
    case ShapeParameterKind::kIntegers:
      return "a list of integers, a list(int) attr or an input of integers";
    case ShapeParameterKind::kTruth:
      return "true, false or a bool attr";
    case ShapeParameterKind::kText:
      return "a text in quotes or a string attr";
  }
  return "";
}

AttrKind KindOfParameter(ShapeParameterKind kind) {
  if (kind == ShapeParameterKind::kTruth) return AttrKind::kBool;
  return kind == ShapeParameterKind::kText ? AttrKind::kString : AttrKind::kInt;
}

}  // namespace

void ShapeChecker::CheckCall(ShapeExpr& call) {
  const ShapeFunction* function = FindShapeFunction(call.text);
  if (function == nullptr) {
    std::vector<std::string_view> names;
    for (const ShapeFunction& candidate : ShapeFunctions()) names.push_back(candidate.name);
    Report("E0323", "there is no function " + Quoted(call.text), call.span,
           {IsRankPattern(call.text) ? "it is a pattern, for inputs only"
                                     : "there are " + Names(names)},
           IsRankPattern(call.text) ? "'[?, ?]' has two dimensions of any size"
                                    : DidYouMean(call.text, names));
    return;
  }
  PlaceParameters(*function, call);
  std::set<std::string_view> given;
  int inputs = 0;
  bool takes = true;
  for (ShapeExpr& operand : call.operands) {
    if (!operand.parameter.empty()) {
      CheckParameter(*function, call, operand, given);
      continue;
    }
    ++inputs;
    takes = CheckOperand(*function, operand) && takes;
  }
  if (inputs < function->least || inputs > function->most) {
    Report("E0324",
           Quoted(call.text) + " takes " + CountText(*function) + ", not " + std::to_string(inputs),
           call.span, {}, "'" + std::string(function->usage) + "', for example");
  }
  for (const ShapeParameter& parameter : function->parameters) {
    if (!parameter.required || given.contains(parameter.name)) continue;
    Report("E0324", Quoted(call.text) + " lacks " + Quoted(parameter.name), call.span, {},
           "'" + std::string(function->usage) + "', for example");
  }
  if (takes && call.text == "same_as") CheckSameAs(call);
  if (!takes) return;
  CheckAxes(call);
  CheckInputs(call);
  if (call.text == "conv" || call.text == "pool") CheckWindow(call);
}

bool ShapeChecker::CheckOperand(const ShapeFunction& function, ShapeExpr& operand) {
  if (operand.node != ShapeNode::kName) {
    Report("E0324",
           Quoted(function.name) + " takes " + (function.name == "attr" ? "an attr" : "inputs") +
               " by name, and not " + Describe(operand),
           operand.span, {}, "'" + std::string(function.usage) + "', for example");
    return false;
  }
  if (function.name == "attr") return CheckShapeAttr(operand);
  operand.meaning = ShapeMeaning::kInput;
  if (!function.takes_lists) {
    const Arg* input = SingleInput(operand);
    return input != nullptr && (function.name != "values" || CheckValues(*input, operand));
  }
  return AnyInput(operand.text, operand.span) != nullptr;
}

bool ShapeChecker::CheckShapeAttr(ShapeExpr& operand) {
  operand.meaning = ShapeMeaning::kAttr;
  const Attr* attr = def_.FindAttr(operand.text);
  if (attr == nullptr) return ReportNoAttr(operand.text, AttrKind::kShape, operand.span);
  if (attr->kind == AttrKind::kShape && !attr->is_list) return true;
  Report("E0325", Quoted(operand.text) + " is " + KindOf(*attr) + ", not a shape attr",
         operand.span, {AttrText(*attr)});
  return false;
}

bool ShapeChecker::ReportNoAttr(const std::string& name, AttrKind kind, Span span) {
  if (misses_arguments_) return false;
  std::vector<std::string_view> names;
  for (const Attr& attr : def_.attrs) {
    if (attr.kind == kind) names.push_back(attr.name);
  }
  Report("E0322", "the op has no attr " + Quoted(name), span, {}, DidYouMean(name, names));
  return false;
}

bool ShapeChecker::CheckValues(const Arg& input, const ShapeExpr& operand) {
  if (IsInteger(input)) {
    const Ranks ranks = RanksOf(input.name);
    if (ranks.least <= 1) return true;
    Report("E0331", "the values of " + Quoted(input.name) + " are not a list", operand.span,
           {"by its pattern it has " + std::string(ranks.is_one() ? "" : "at least ") +
            std::to_string(ranks.least) + " dimensions"});
    return false;
  }
  Report("E0331", "the values of " + Quoted(input.name) + " are not integers", operand.span,
         {"the input is " + Quoted(input.name + ": " + input.TypeText())},
         "sizes and axes are int32 or int64");
  return false;
}

bool ShapeChecker::IsInteger(const Arg& input) const {
  const auto is_integer = [](const std::string& type) {
    return type == "int32" || type == "int64";
  };
  if (!input.type_is_attr) return is_integer(input.type);
  const Attr* attr = def_.FindAttr(input.type);
  if (attr == nullptr) return true;  // the definition of the op reports this
  return !attr->allowed_types.empty() &&
         std::all_of(attr->allowed_types.begin(), attr->allowed_types.end(), is_integer);
}

void ShapeChecker::CheckSameAs(const ShapeExpr& call) {
  if (call.operands.size() != 1) return;
  const ShapeExpr& operand = call.operands[0];
  const Arg* input = def_.FindInput(operand.text);
  if (input == nullptr || !input->is_list()) return;
  const bool as_many = output_->is_list() && output_->is_type_list == input->is_type_list &&
                       (input->is_type_list ? output_->type == input->type
                                            : output_->number_attr == input->number_attr);
  if (as_many) return;
  Report("E0330",
         Quoted(input->name) + " is a list of tensors, and " + Quoted(output_->name) +
             (output_->is_list() ? " one of another length" : " is one"),
         operand.span, {"the input is " + Quoted(input->name + ": " + input->TypeText())},
         output_->is_list() ? "" : "if all have one shape, write the pattern '[dims...]' for both");
}

void ShapeChecker::CheckParameter(const ShapeFunction& function, const ShapeExpr& call,
                                  ShapeExpr& value, std::set<std::string_view>& given) {
  const ShapeParameter* parameter = function.Find(value.parameter);
  if (parameter == nullptr) {
    std::vector<std::string_view> names;
    for (const ShapeParameter& candidate : function.parameters) names.push_back(candidate.name);
    Report("E0324", Quoted(call.text) + " has no parameter " + Quoted(value.parameter),
           value.parameter_span,
           {names.empty() ? "it has none" : "its parameters are " + Names(names)},
           DidYouMean(value.parameter, names));
    return;
  }
  if (!given.insert(parameter->name).second) {
    Report("E0324", Quoted(value.parameter) + " is given twice", value.parameter_span);
    return;
  }
  CheckValue(*parameter, value);
}

void ShapeChecker::CheckValue(const ShapeParameter& parameter, ShapeExpr& value) {
  if (value.node == ShapeNode::kName) {
    CheckNamedValue(parameter, value);
    return;
  }
  CheckSteps(parameter, value);
  switch (parameter.kind) {
    case ShapeParameterKind::kInteger:
      if (value.node == ShapeNode::kInteger) return;
      break;
    case ShapeParameterKind::kIntegers:
      if (value.node == ShapeNode::kInteger) return;
      if (value.node == ShapeNode::kList) {
        CheckIntegers(parameter, value);
        return;
      }
      break;
    case ShapeParameterKind::kTruth:
      if (value.node == ShapeNode::kTruth) return;
      break;
    case ShapeParameterKind::kText:
      if (value.node == ShapeNode::kText) {
        CheckText(parameter, value);
        return;
      }
      break;
  }
  Report("E0325",
         Quoted(parameter.name) + " is " + Wanted(parameter.kind) + ", and " + Describe(value) +
             " is not",
         value.span);
}

void ShapeChecker::CheckIntegers(const ShapeParameter& parameter, ShapeExpr& list) {
  for (ShapeExpr& item : list.operands) {
    if (item.node == ShapeNode::kInteger) continue;
    if (item.node == ShapeNode::kName && IsIntAttr(def_.FindAttr(item.text))) {
      item.meaning = ShapeMeaning::kAttr;
      continue;
    }
    Report("E0325",
           Quoted(parameter.name) + " lists integers and int attrs, and " + Describe(item) +
               " is neither",
           item.span);
  }
  if (parameter.name == "perm") CheckPermutation(list);
}

void ShapeChecker::CheckPermutation(const ShapeExpr& list) {
  std::vector<bool> seen(list.operands.size());
  for (const ShapeExpr& item : list.operands) {
    if (item.node != ShapeNode::kInteger) return;
    const bool fits = item.integer >= 0 && item.integer < static_cast<int64_t>(seen.size()) &&
                      !seen[static_cast<size_t>(item.integer)];
    if (fits) {
      seen[static_cast<size_t>(item.integer)] = true;
      continue;
    }
    Report("E0328", std::to_string(item.integer) + " does not belong in this permutation",
           item.span,
           {"a permutation of " + std::to_string(seen.size()) + " dimensions has each of 0 to " +
            std::to_string(seen.size() - 1) + " once"});
    return;
  }
}

void ShapeChecker::CheckText(const ShapeParameter& parameter, const ShapeExpr& value) {
  const auto& values = parameter.values;
  if (std::find(values.begin(), values.end(), value.text) != values.end()) return;
  Report("E0328", Quoted(parameter.name) + " cannot be " + Quoted(value.text), value.span,
         {"it can be " + Names(values)}, DidYouMean(value.text, values));
}

void ShapeChecker::CheckNamedValue(const ShapeParameter& parameter, ShapeExpr& value) {
  const Attr* attr = def_.FindAttr(value.text);
  if (attr == nullptr) {
    CheckInputValue(parameter, value);
    return;
  }
  value.meaning = ShapeMeaning::kAttr;
  bool fits = false;
  switch (parameter.kind) {
    case ShapeParameterKind::kInteger:
      fits = IsIntAttr(attr);
      break;
    case ShapeParameterKind::kIntegers:
      fits = attr->kind == AttrKind::kInt;
      break;
    case ShapeParameterKind::kTruth:
      fits = attr->kind == AttrKind::kBool && !attr->is_list;
      break;
    case ShapeParameterKind::kText:
      fits = attr->kind == AttrKind::kString && !attr->is_list;
      break;
  }
  if (!fits) {
    Report("E0325",
           Quoted(parameter.name) + " is " + Wanted(parameter.kind) + ", and " +
               Quoted(value.text) + " is " + KindOf(*attr),
           value.span, {AttrText(*attr)});
    return;
  }
  for (const std::string& allowed : attr->allowed_strings) {
    const auto& values = parameter.values;
    if (std::find(values.begin(), values.end(), allowed) != values.end()) continue;
    Report("E0325",
           "the attr " + Quoted(value.text) + " may be " + Quoted(allowed) + ", and " +
               Quoted(parameter.name) + " cannot",
           value.span, {AttrText(*attr), "it can be " + Names(values)});
  }
}

void ShapeChecker::CheckInputValue(const ShapeParameter& parameter, ShapeExpr& value) {
  const Arg* input = def_.FindInput(value.text);
  if (input != nullptr && parameter.kind == ShapeParameterKind::kIntegers) {
    value.meaning = ShapeMeaning::kInput;
    if (SingleInput(value) != nullptr) CheckValues(*input, value);
    return;
  }
  if (input != nullptr || dimensions_.contains(value.text)) {
    Report("E0325",
           Quoted(parameter.name) + " is " + Wanted(parameter.kind) + ", and " +
               Quoted(value.text) + (input != nullptr ? " is an input" : " is a dimension"),
           value.span);
    return;
  }
  const auto& values = parameter.values;
  if (std::find(values.begin(), values.end(), value.text) != values.end()) {
    Report("E0322", "the op has no attr " + Quoted(value.text), value.span, {},
           "a text is written in quotes: '" + value.text + "'");
    return;
  }
  ReportNoAttr(value.text, KindOfParameter(parameter.kind), value.span);
}

}  // namespace plugingen::op
