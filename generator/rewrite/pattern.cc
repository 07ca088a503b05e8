#include "rewrite/pattern.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "op/check_attr_value.h"
#include "rewrite/mistake.h"
#include "spec/quantity.h"

namespace plugingen::rewrite {

namespace {

using base::Quoted;
using op::Callee;
using op::CalleeArg;
using op::Expr;
using Kind = Expr::Kind;

// Matches any value or attr.
constexpr std::string_view kAnything = "_";
// No real pattern has more ops. A hostile spec could keep the checks busy for hours.
constexpr size_t kMaxOps = 100;

// TensorFlow's ops whose two inputs can be swapped. The catalogue does not contain this. For new
// ops, their definitions do.
constexpr std::string_view kCommutative[] = {
    "Add",        "AddN",  "AddV2",      "BitwiseAnd",       "BitwiseOr",
    "BitwiseXor", "Equal", "LogicalAnd", "LogicalOr",        "Maximum",
    "Minimum",    "Mul",   "NotEqual",   "SquaredDifference"};

bool IsCommutative(const std::vector<const Callee*>& ops) {
  return std::all_of(ops.begin(), ops.end(), [](const Callee* op) {
    return op->is_commutative || std::find(std::begin(kCommutative), std::end(kCommutative),
                                           op->name) != std::end(kCommutative);
  });
}

// The ops of conditions and loops in a graph.
bool IsControlFlow(std::string_view op) {
  constexpr std::string_view kOps[] = {"Enter",         "Exit",   "LoopCond", "Merge",
                                       "NextIteration", "Switch", "_SwitchN"};
  return std::find(std::begin(kOps), std::end(kOps), op) != std::end(kOps);
}

// True for words that are values in other places. As names they would match any tensor.
bool IsValueWord(std::string_view word) {
  constexpr std::string_view kWords[] = {"true", "false", "inf", "infinity", "nan"};
  return std::find(std::begin(kWords), std::end(kWords), base::ToLower(word)) != std::end(kWords);
}

// Returns the digits of a whole number.
std::string WholeNumber(double number) {
  char digits[400];
  const auto end = std::to_chars(digits, std::end(digits), number, std::chars_format::fixed, 0).ptr;
  return {digits, end};
}

bool IsNumber(const Expr& value) {
  return value.kind == Kind::kNumber ||
         (value.kind == Kind::kNegate && value.operands[0].kind == Kind::kNumber);
}

// Suggests the op for an operator: "write Mul(x, y)".
std::string OperatorHelp(const Expr& value) {
  if (value.kind == Kind::kNegate) return "write Neg(x)";
  if (value.kind != Kind::kBinary) return "";
  static constexpr std::pair<std::string_view, std::string_view> kOps[] = {
      {"+", "AddV2"}, {"-", "Sub"}, {"*", "Mul"}, {"/", "RealDiv"}, {"**", "Pow"}};
  for (const auto& [text, name] : kOps) {
    if (value.text == text) return "write " + std::string(name) + "(x, y)";
  }
  return "";
}

std::vector<std::string_view> NamesOf(const std::vector<CalleeArg>& args) {
  std::vector<std::string_view> names;
  for (const CalleeArg& arg : args) names.push_back(arg.name);
  return names;
}

bool HaveSameTypes(const std::vector<CalleeArg>& a, const std::vector<CalleeArg>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const CalleeArg& x, const CalleeArg& y) { return x.type == y.type; });
}

}  // namespace

Pattern::Pattern(const op::KnownOps& ops, const std::vector<diag::SourceText>& lines,
                 diag::Sink& sink)
    : ops_(ops), lines_(lines), sink_(sink) {}

bool Pattern::Fail(std::string code, std::string message, diag::Span span, std::string note,
                   std::string help) {
  return rewrite::Fail(sink_, std::move(code), std::move(message), span, std::move(note),
                       std::move(help));
}

bool Pattern::Read() {
  bool good = true;
  for (const diag::SourceText& line : lines_)
    good = ReadLine(line, &line == &lines_.back()) && good;
  if (!good) return false;
  for (const auto& [name, span] : unused_) {
    good = Fail("E0371", Quoted(name) + " is not part of the pattern", span,
                "no later line uses it, and the last line is what is replaced",
                "use it, or remove the line");
  }
  return good;
}

bool Pattern::ReadLine(const diag::SourceText& line, bool is_last) {
  line_ = &line;
  finders_.emplace_back(ops_, line, sink_);
  std::optional<op::PatternLine> read = op::ParsePatternLine(line, sink_);
  if (!read) return false;
  const std::string& name = read->name;
  if (name.empty() && !is_last) {
    return Fail("E0371", "this line has no name, so no other can use it", line.span, "",
                "write for example 'm = MatMul(a, b)'");
  }
  if (!name.empty() && (FindNode(name) != nullptr || FindValue(name) != nullptr)) {
    return Fail("E0371", Quoted(name) + " is named twice", SpanOf(read->name_place));
  }
  if (read->expr.kind != Kind::kCall) {
    return Fail("E0372", "a line of a pattern is an op with its inputs", SpanOf(read->expr.place),
                "", OperatorHelp(read->expr));
  }
  size_t node = 0;
  if (!ReadNode(read->expr, &node)) return false;
  if (name.empty()) return true;
  if (FindValue(name) != nullptr) {
    return Fail("E0371", Quoted(name) + " is the name of this line, and of an input of the pattern",
                SpanOf(read->name_place), "no value has this name before the line",
                "rename one of them");
  }
  node_names_.emplace(name, node);
  if (!is_last) unused_.emplace(name, SpanOf(read->name_place));
  return true;
}

bool Pattern::FindCallees(const Expr& call, std::vector<const Callee*>& callees) {
  Expr single{.kind = Kind::kCall};
  single.place = call.place;
  single.name = call.name;
  std::vector<std::string> names = {call.text};
  names.insert(names.end(), call.others.begin(), call.others.end());
  for (const std::string& name : names) {
    single.text = name;
    const Callee* callee = finders_.back().Find(single);
    if (callee == nullptr) return false;
    callees.push_back(callee);
    if (callee->is_stateful) {
      return Fail("E0372", "op " + Quoted(name) + " cannot be part of a pattern", SpanOf(call.name),
                  "it is stateful: its side effects would be lost");
    }
    if (IsControlFlow(name)) {
      return Fail("E0372", "op " + Quoted(name) + " cannot be part of a pattern", SpanOf(call.name),
                  "it controls which ops run, and how often");
    }
    const Callee& first = *callees.front();
    if (HaveSameTypes(first.inputs, callee->inputs) &&
        HaveSameTypes(first.outputs, callee->outputs)) {
      continue;
    }
    return Fail("E0372",
                "ops " + Quoted(first.name) + " and " + Quoted(callee->name) +
                    " differ in their inputs or outputs",
                SpanOf(call.name), first.signature + "; " + callee->signature,
                "write a rewrite for each");
  }
  return true;
}

bool Pattern::ReadNode(Expr& call, size_t* index) {
  if (nodes_.size() == kMaxOps) {
    return Fail("E0372", "this pattern has too many ops", SpanOf(call.name),
                "at most " + std::to_string(kMaxOps) + " are allowed");
  }
  std::vector<const Callee*> callees;
  if (!FindCallees(call, callees)) return false;
  for (std::string& name : call.parameters) name = callees.front()->DefinedName(name);
  Node node;
  node.callees = callees;
  node.span = SpanOf(call.name);
  for (const Callee* callee : callees) node.matched.ops.push_back(callee->name);
  node.matched.num_outputs = callees.front()->outputs.size();
  InputTypes types;
  if (!ReadInputs(call, callees, node.matched.inputs, types)) return false;
  node.matched.commutative = node.matched.inputs.size() == 2 && IsCommutative(node.callees);
  bool good = true;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    const std::string& name = call.parameters[i];
    const auto inputs = NamesOf(callees.front()->inputs);
    const bool is_input =
        name.empty() || std::find(inputs.begin(), inputs.end(), name) != inputs.end();
    if (is_input) continue;
    good = ReadAttr(node, name, call.parameter_places[i], call.operands[i]) && good;
  }
  if (!good) return false;
  *index = nodes_.size();
  for (const std::string& name : node.matched.ops) {
    if (shared_op_names_.contains(name)) continue;
    if (op_names_.emplace(name, *index).second) continue;
    op_names_.erase(name);
    shared_op_names_.insert(name);
  }
  nodes_.push_back(std::move(node));
  // If the pattern requires a type, it is known.
  for (const AttrCondition& condition : nodes_.back().matched.attrs) {
    if (condition.allowed.size() != 1 || condition.allowed[0].kind != op::AttrKind::kType) continue;
    types_.Unify(types_.OfAttr(*index, condition.attr),
                 types_.OfDtype(condition.allowed[0].items[0]));
  }
  for (const auto& [input, type] : types) {
    const size_t wanted = TypeOf(*index, op::ElementType(input->type));
    if (types_.Unify(type, wanted)) continue;
    return Fail("E0375",
                "this can never match: input " + Quoted(input->name) + " of op " +
                    Quoted(callees.front()->name) + " is of type " + *types_.DtypeOf(wanted) +
                    ", but the value is of type " + *types_.DtypeOf(type),
                SpanOf(call.place), callees.front()->signature);
  }
  return true;
}

bool Pattern::ReadInputs(Expr& call, const std::vector<const Callee*>& callees,
                         std::vector<Operand>& inputs, InputTypes& types) {
  const Callee& callee = *callees.front();
  std::vector<Expr*> given(callee.inputs.size(), nullptr);
  for (size_t i = 0; i < call.operands.size(); ++i) {
    const std::string& name = call.parameters[i];
    size_t input = i;
    if (!name.empty()) {
      input = 0;
      while (input < given.size() && callee.inputs[input].name != name) ++input;
      if (input == given.size()) continue;  // an attr
    }
    if (input >= given.size() || given[input] != nullptr) {
      return Fail("E0372",
                  input >= given.size() ? "op " + Quoted(callee.name) + " has " + InputsText(callee)
                                        : Quoted(callee.inputs[input].name) + " is given twice",
                  SpanOf(call.operands[i].place), callee.signature,
                  input >= given.size() ? "attrs are given by name" : "");
    }
    given[input] = &call.operands[i];
  }
  bool good = true;
  for (size_t i = 0; i < given.size(); ++i) {
    if (given[i] == nullptr) {
      return Fail("E0372", "input " + Quoted(callee.inputs[i].name) + " is missing",
                  SpanOf(call.name), callee.signature, "write _ for any value");
    }
    const CalleeArg& input = callee.inputs[i];
    if (input.is_list && (op::NumberAttr(input.type).empty() || given[i]->kind != Kind::kList)) {
      return Fail(
          "E0372",
          "input " + Quoted(input.name) + " of op " + Quoted(callee.name) + " is a list of tensors",
          SpanOf(given[i]->place), callee.signature,
          op::NumberAttr(input.type).empty() ? ""
                                             : "write [a, b], which matches lists of that length");
    }
    std::vector<Expr> single;
    if (!input.is_list) single.push_back(std::move(*given[i]));
    for (Expr& value : input.is_list ? given[i]->operands : single) {
      inputs.emplace_back();
      types.emplace_back(&input, 0);
      good = ReadInput(value, inputs.back(), &types.back().second) && good;
    }
  }
  return good;
}

bool Pattern::ReadInput(Expr& value, Operand& operand, size_t* type) {
  if (IsNumber(value)) {
    if (!CheckNumber(value)) return false;
    const bool negative = value.kind == Kind::kNegate;
    operand.kind = Operand::Kind::kNumber;
    operand.number = negative ? "-" + value.operands[0].text : value.text;
    *type = types_.Unknown();
    return true;
  }
  if (value.kind == Kind::kList && value.operands.size() == 1 && IsNumber(value.operands[0])) {
    operand.any_shape = true;
    return ReadInput(value.operands[0], operand, type);
  }
  if (value.kind == Kind::kIndex) {
    return ReadNodeOutput(value.operands[0], static_cast<int>(value.number), value.name, operand,
                          type);
  }
  const bool is_name = value.kind == Kind::kName;
  if (value.kind == Kind::kCall || (is_name && node_names_.find(value.text) != node_names_.end())) {
    return ReadNodeOutput(value, -1, value.name, operand, type);
  }
  if (!is_name) {
    return Fail("E0372", "an input is a name, a number or another op", SpanOf(value.place), "",
                OperatorHelp(value));
  }
  if (IsValueWord(value.text)) {
    const std::string lower = base::ToLower(value.text);
    const std::string number = lower == "true" ? "1" : lower == "false" ? "0" : "";
    return Fail("E0372", "an input of a pattern cannot be called " + Quoted(value.text),
                SpanOf(value.place), "a word that no line defines is any tensor, not a value",
                number.empty() ? "rename the tensor; a pattern cannot match this value"
                               : "write " + number + " for a constant that is " + lower);
  }
  operand.kind = Operand::Kind::kValue;
  operand.index = AddValue(value.text);
  *type = value_types_[operand.index];
  return true;
}

// Rejects numbers that would match other constants of int64.
bool Pattern::CheckNumber(const Expr& value) {
  const std::string& text = value.kind == Kind::kNegate ? value.operands[0].text : value.text;
  const double number = spec::ParseNumber(text).value_or(0);
  // Larger integers can only be of floating-point types, which round.
  if (!spec::IsWholeNumber(text) || number >= std::ldexp(1.0, 64) || WholeNumber(number) == text) {
    return true;
  }
  const std::string sign = value.kind == Kind::kNegate ? "-" : "";
  return Fail("E0372",
              "a pattern cannot distinguish this number from " + sign + WholeNumber(number),
              SpanOf(value.place), "constants are compared as doubles",
              "write " + sign + WholeNumber(number) + " if both may match");
}

// `output` is -1 if the pattern names none.
bool Pattern::ReadNodeOutput(Expr& value, int output, const op::Place& place, Operand& operand,
                             size_t* type) {
  operand.kind = Operand::Kind::kNode;
  if (value.kind == Kind::kCall) {
    if (!ReadNode(value, &operand.index)) return false;
  } else {
    const auto known = node_names_.find(value.text);
    if (value.kind != Kind::kName || known == node_names_.end()) {
      return Fail("E0372", "only ops have outputs to choose from", SpanOf(value.place));
    }
    operand.index = known->second;
    unused_.erase(value.text);
  }
  const Callee& callee = CalleeOf(operand.index);
  const size_t count = callee.outputs.size();
  const size_t chosen = output < 0 ? 0 : static_cast<size_t>(output);
  if ((output < 0 && count != 1) || chosen >= count) {
    const std::string message =
        output < 0 ? "op " + Quoted(callee.name) + " has " + std::to_string(count) + " outputs"
                   : "op " + Quoted(callee.name) + " has no output " + std::to_string(output);
    return Fail("E0372", message, SpanOf(place), callee.signature,
                count > 1 ? "say which one: " + callee.name + "(...)[0]" : "");
  }
  if (callee.outputs[chosen].is_list) {
    return Fail("E0372", "op " + Quoted(callee.name) + " cannot be part of a pattern",
                SpanOf(place), "its output is a list of tensors");
  }
  operand.output = static_cast<int>(chosen);
  *type = TypeOfOutput(operand.index, chosen);
  return true;
}

bool Pattern::ReadAttr(Node& node, const std::string& name, const op::Place& place, Expr& value) {
  AttrCondition condition{name, {}, {}};
  const bool anything = value.kind == Kind::kName && value.text == kAnything;
  for (const Callee* callee : node.callees) {
    const op::Attr* attr = callee->FindAttr(name);
    if (attr == nullptr) {
      return FailNoArgument(sink_, *callee, name, SpanOf(place));
    }
    if (anything) continue;
    const bool is_first = callee == node.callees.front();
    if (!HasLiterals(*attr)) {
      return Fail("E0373", "attr " + Quoted(name) + " has no values that can be written",
                  SpanOf(value.place), "", "write " + name + "=_ for any value");
    }
    condition.allowed.clear();
    const std::optional<AttrLiteral> if_absent = DefaultOf(*attr);
    // If the ops differ here, a node without the attr does not match.
    if (is_first) condition.if_absent = if_absent;
    if (!AreEqual(condition.if_absent, if_absent)) condition.if_absent.reset();
    // Resolves names and types in a copy, because another op's attr can have another kind.
    Expr copy = value;
    const bool choice = copy.kind == Kind::kList && !attr->is_list;
    const op::OpDef nobody;  // has no attrs that a value could name
    if (!choice) copy = Expr{.kind = Kind::kList, .operands = {copy}};
    for (Expr& item : copy.operands) {
      if (!op::CheckAttrValue(nobody, callee->name, *attr, *line_, item, sink_)) return false;
      condition.allowed.push_back(LiteralOf(*attr, item));
    }
  }
  node.mentioned.insert(name);
  if (!anything) node.matched.attrs.push_back(std::move(condition));
  return true;
}

bool Pattern::TakesAnyShape(size_t node) const {
  const std::vector<Operand>& inputs = nodes_[node].matched.inputs;
  return std::any_of(inputs.begin(), inputs.end(),
                     [](const Operand& input) { return input.any_shape; });
}

size_t Pattern::AddValue(const std::string& name) {
  if (name != kAnything) {
    const auto [known, is_new] = value_names_.emplace(name, value_types_.size());
    if (!is_new) return known->second;
  }
  value_types_.push_back(types_.Unknown());
  return value_types_.size() - 1;
}

size_t Pattern::TypeOf(size_t node, std::string_view type) {
  const op::Attr* attr = CalleeOf(node).FindAttr(type);
  return attr != nullptr ? types_.OfAttr(node, attr->name) : types_.OfDtype(std::string(type));
}

size_t Pattern::TypeOfOutput(size_t node, size_t output) {
  return TypeOf(node, CalleeOf(node).outputs[output].type);
}

const size_t* Pattern::FindNode(std::string_view name) const {
  for (const auto* names : {&node_names_, &op_names_}) {
    if (const auto known = names->find(name); known != names->end()) return &known->second;
  }
  return nullptr;
}

const size_t* Pattern::FindValue(std::string_view name) const {
  const auto known = value_names_.find(name);
  return known == value_names_.end() ? nullptr : &known->second;
}

std::vector<std::string_view> Pattern::Names() const {
  std::vector<std::string_view> names;
  for (const auto& [name, index] : value_names_) names.push_back(name);
  for (const auto& [name, index] : node_names_) names.push_back(name);
  for (const auto& [name, index] : op_names_) names.push_back(name);
  return names;
}

bool Pattern::HaveOneDefault(const Node& node, const std::string& attr, diag::Span where) {
  const Callee* first = nullptr;
  for (const Callee* callee : node.callees) {
    const op::Attr* known = callee->FindAttr(attr);
    if (known == nullptr) continue;
    if (first == nullptr) first = callee;
    const op::Attr& expected = *first->FindAttr(attr);
    if (AreEqual(DefaultOf(expected), DefaultOf(*known))) continue;
    const auto text_of = [&](const Callee& op, const op::Attr& of_op) {
      return of_op.default_text.value_or("none") + " of op " + Quoted(op.name);
    };
    return Fail("E0374", "the ops differ in the default of attr " + Quoted(attr), where,
                text_of(*first, expected) + ", " + text_of(*callee, *known),
                "write a rewrite for each");
  }
  return true;
}

bool Pattern::Carry(size_t node, const std::string& attr, diag::Span where) {
  for (const Callee* callee : nodes_[node].callees) {
    if (callee->FindAttr(attr) != nullptr) continue;
    std::vector<std::string_view> known;
    for (const op::Attr& other : callee->attrs) known.push_back(other.name);
    return Fail("E0373", "op " + Quoted(callee->name) + " has no attr " + Quoted(attr), where,
                callee->signature, base::DidYouMean(base::NearestName(attr, known)));
  }
  nodes_[node].mentioned.insert(attr);
  // A node without the attr has its default.
  return HaveOneDefault(nodes_[node], attr, where);
}

bool Pattern::DemandDefault(const Callee& callee, const op::Attr& attr, Node& node) {
  if (const std::optional<AttrLiteral> value = DefaultOf(attr)) {
    node.matched.attrs.push_back({attr.name, {*value}, value});
    return true;
  }
  return Fail(
      "E0374",
      "the pattern does not mention attr " + Quoted(attr.name) + " of op " + Quoted(callee.name) +
          ", which has no default",
      node.span, callee.signature,
      "write the required value, " + attr.name + "=_ for any value, or copy it to the replacement");
}

bool Pattern::FillDefaults() {
  bool good = true;
  for (Node& node : nodes_) {
    for (const Callee* callee : node.callees) {
      for (const op::Attr& attr : callee->attrs) {
        if (attr.inferred || !node.mentioned.insert(attr.name).second) continue;
        good = DemandDefault(*callee, attr, node) && HaveOneDefault(node, attr.name, node.span) &&
               good;
      }
    }
    std::sort(node.matched.attrs.begin(), node.matched.attrs.end(),
              [](const AttrCondition& a, const AttrCondition& b) { return a.attr < b.attr; });
  }
  return good;
}

std::vector<MatchedNode> Pattern::Take() {
  std::vector<MatchedNode> taken;
  for (Node& node : nodes_) {
    for (Operand& input : node.matched.inputs) {
      if (input.kind == Operand::Kind::kNode) input.index = Place(input.index);
    }
  }
  for (Node& node : nodes_) taken.push_back(std::move(node.matched));
  std::rotate(taken.begin(), taken.end() - 1, taken.end());
  return taken;
}

}  // namespace plugingen::rewrite
