#include "rewrite/replacement.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "base/suggest.h"
#include "base/text.h"
#include "op/check_attr_value.h"
#include "op/parse_expression.h"
#include "rewrite/mistake.h"

namespace plugingen::rewrite {

using base::Quoted;
using op::Callee;
using op::CalleeArg;
using op::Expr;
using Kind = Expr::Kind;

namespace {

// The function that returns the name of a matched node's op, for patterns with alternatives.
constexpr std::string_view kOpName = "op";

// True if the op's output usually has another shape than its inputs. This is a table, because the
// catalogue has no shape functions. Other ops are not reported.
bool ChangesShape(std::string_view op) {
  constexpr std::string_view kOps[] = {"All",
                                       "Any",
                                       "ArgMax",
                                       "ArgMin",
                                       "AvgPool",
                                       "AvgPool3D",
                                       "BatchMatMul",
                                       "BatchMatMulV2",
                                       "BatchMatMulV3",
                                       "BiasAddGrad",
                                       "BroadcastTo",
                                       "Concat",
                                       "ConcatV2",
                                       "Conv2D",
                                       "Conv3D",
                                       "DepthToSpace",
                                       "Einsum",
                                       "ExpandDims",
                                       "Fill",
                                       "Gather",
                                       "GatherNd",
                                       "GatherV2",
                                       "MatMul",
                                       "Max",
                                       "MaxPool",
                                       "MaxPool3D",
                                       "Mean",
                                       "Min",
                                       "MirrorPad",
                                       "OneHot",
                                       "Pack",
                                       "Pad",
                                       "PadV2",
                                       "Prod",
                                       "Range",
                                       "Rank",
                                       "Reshape",
                                       "Shape",
                                       "Size",
                                       "Slice",
                                       "SpaceToDepth",
                                       "Squeeze",
                                       "StridedSlice",
                                       "Sum",
                                       "Tile",
                                       "TopK",
                                       "TopKV2",
                                       "Transpose",
                                       "UnsortedSegmentSum"};
  return std::find(std::begin(kOps), std::end(kOps), op) != std::end(kOps);
}

}  // namespace

void Replacement::WarnOfShape(const Callee& root, const op::Place& place) {
  const bool is_broadcast = !ChangesShape(root.name);
  if (is_broadcast && !pattern_.TakesAnyShape(pattern_.root())) return;
  diag::Diagnostic warning{.severity = diag::Severity::kWarning,
                           .code = "W0373",
                           .span = text_.Of(place.from, place.to)};
  if (is_broadcast) {
    warning.message =
        "the result of op " + Quoted(root.name) +
        " has another shape than the value that replaces it if the constant is larger";
    warning.notes = {{"a number in brackets is a constant of any shape", {}}};
    warning.help = "remove the brackets: a scalar keeps the shape";
  } else {
    warning.message = "the result of op " + Quoted(root.name) +
                      " usually has another shape than the value that replaces it";
    warning.notes = {{"the ops that use it rely on its shape", {}}};
    warning.help = "replace it by an op of your own, or require attrs that keep the shape";
  }
  sink_.Report(std::move(warning));
}

bool Replacement::Fail(std::string code, std::string message, const op::Place& place,
                       std::string note, std::string help) {
  return rewrite::Fail(sink_, std::move(code), std::move(message), text_.Of(place.from, place.to),
                       std::move(note), std::move(help));
}

bool Replacement::Read(Rewrite& rewrite) {
  std::optional<op::PatternLine> line = op::ParsePatternLine(text_, sink_);
  if (!line) return false;
  if (!line->name.empty()) {
    return Fail("E0371", "a replacement has no name", line->name_place, "",
                "remove '" + line->name + " ='");
  }
  size_t type = 0;
  if (!ReadOperand(line->expr, rewrite.value, &type)) return false;
  const Callee& root = pattern_.CalleeOf(pattern_.root());
  if (rewrite.value.kind == Operand::Kind::kValue) {
    if (!pattern_.types().AreEqual(type, pattern_.TypeOfOutput(pattern_.root(), 0))) {
      return Fail("E0376",
                  "this value need not be of the type that op " + Quoted(root.name) + " gives",
                  line->expr.place, root.signature);
    }
    if (rewrite.conditions.empty()) WarnOfShape(root, line->expr.place);
    NewAttr& attr = rewrite.value_type;
    attr.name = "T";
    if (!FillType(type, attr)) return false;
    if (attr.node) attr.node = pattern_.Place(*attr.node);
    return true;
  }
  if (rewrite.value.output != 0) {
    return Fail("E0376", "the first output of the replacement is the one that takes the place",
                line->expr.place);
  }
  if (!CheckOutputs(*callees_.back(), line->expr)) return false;
  for (NewNode& node : nodes_) {
    for (Operand& input : node.inputs) {
      if (input.kind == Operand::Kind::kNode) input.index = RootFirst(input.index, nodes_.size());
    }
    for (NewAttr& attr : node.attrs) {
      if (attr.node) attr.node = pattern_.Place(*attr.node);
    }
  }
  std::rotate(nodes_.begin(), nodes_.end() - 1, nodes_.end());
  rewrite.value.index = 0;
  rewrite.replace = std::move(nodes_);
  return true;
}

// Checks that consumers of the old node can use the outputs of the new one.
bool Replacement::CheckOutputs(const Callee& callee, const Expr& call) {
  const Callee& old = pattern_.CalleeOf(pattern_.root());
  const size_t count = std::min(callee.outputs.size(), old.outputs.size());
  if (count == 0) {
    return Fail("E0376", "op " + Quoted(callee.name) + " has no outputs", call.name,
                callee.signature);
  }
  for (size_t i = 0; i < count; ++i) {
    size_t term = 0;
    const bool lists = callee.outputs[i].is_list || old.outputs[i].is_list;
    if (!lists && TypeOf(nodes_.size() - 1, callee, callee.outputs[i].type, &term) &&
        pattern_.types().AreEqual(term, pattern_.TypeOfOutput(pattern_.root(), i))) {
      continue;
    }
    return Fail("E0376",
                "output " + Quoted(callee.outputs[i].name) + " of op " + Quoted(callee.name) +
                    " need not be of the type of " + Quoted(old.outputs[i].name) + " of op " +
                    Quoted(old.name),
                call.name, old.signature + "; " + callee.signature);
  }
  return true;
}

bool Replacement::TypeOf(size_t node, const Callee& callee, const std::string& type, size_t* term) {
  for (const NewAttr& attr : nodes_[node].attrs) {
    if (attr.name != type) continue;
    if (!attr.node) {
      *term = pattern_.types().OfDtype(attr.literal->items.front());
    } else {
      *term = pattern_.types().OfAttr(*attr.node, attr.attr);
    }
    return true;
  }
  const bool is_attr = callee.FindAttr(type) != nullptr;
  if (!is_attr) *term = pattern_.types().OfDtype(type);
  return !is_attr;
}

bool Replacement::ReadOperand(Expr& value, Operand& operand, size_t* type) {
  Expr* call = &value;
  int output = 0;
  if (value.kind == Kind::kIndex) {
    call = &value.operands[0];
    output = static_cast<int>(value.number);
  }
  if (call->kind == Kind::kCall) {
    operand.kind = Operand::Kind::kNode;
    if (!ReadNode(*call, &operand.index)) return false;
    const Callee& callee = *callees_[operand.index];
    if (output < 0 || static_cast<size_t>(output) >= callee.outputs.size()) {
      return Fail("E0372", "op " + Quoted(callee.name) + " has no output " + std::to_string(output),
                  value.name, callee.signature);
    }
    operand.output = output;
    const CalleeArg& out = callee.outputs[static_cast<size_t>(output)];
    if (out.is_list) {
      return Fail("E0372", "output " + Quoted(out.name) + " is a list of tensors", value.place,
                  callee.signature);
    }
    if (!TypeOf(operand.index, callee, out.type, type)) *type = pattern_.types().Unknown();
    return true;
  }
  const size_t* known = value.kind == Kind::kName ? pattern_.FindValue(value.text) : nullptr;
  if (known != nullptr) {
    operand = {.kind = Operand::Kind::kValue, .index = *known};
    *type = pattern_.TypeOfValue(*known);
    return true;
  }
  if (value.kind != Kind::kName) {
    return Fail("E0372", "a replacement consists of ops and of the pattern's inputs", value.place,
                "",
                value.kind == Kind::kNumber
                    ? "a replacement cannot create constants; pass the number as an attr"
                    : "");
  }
  if (pattern_.FindNode(value.text) != nullptr) {
    return Fail("E0371", Quoted(value.text) + " is part of what is replaced", value.place,
                "it no longer exists after the replacement");
  }
  return Fail("E0371", "the pattern has no input " + Quoted(value.text), value.place, "",
              base::DidYouMean(base::NearestName(value.text, pattern_.Names())));
}

bool Replacement::ReadNode(Expr& call, size_t* index) {
  if (!call.others.empty()) {
    return Fail("E0372", "a replacement names one op", call.name, "",
                "an attr can distinguish them: activation=op(y)");
  }
  const Callee* callee = finder_.Find(call);
  if (callee == nullptr) return false;
  for (std::string& name : call.parameters) name = callee->DefinedName(name);
  NewNode node{callee->name, {}, {}, callee->outputs.size()};
  std::vector<std::pair<std::string, size_t>> types;  // of type attrs, determined by the inputs
  bool good = true;
  // Inputs are in the order of the definition, regardless of the text.
  for (size_t i = 0; i < callee->inputs.size(); ++i) {
    const CalleeArg& input = callee->inputs[i];
    size_t at = 0;
    while (at < call.operands.size() &&
           !(call.parameters[at].empty() ? at == i : call.parameters[at] == input.name)) {
      ++at;
    }
    if (at == call.operands.size()) {
      return Fail("E0372",
                  "input " + Quoted(input.name) + " of op " + Quoted(callee->name) + " is missing",
                  call.name, callee->signature);
    }
    Expr& value = call.operands[at];
    const bool list = value.kind == Kind::kList;
    if (list != input.is_list || (list && op::NumberAttr(input.type).empty())) {
      return Fail("E0372",
                  "input " + Quoted(input.name) + " of op " + Quoted(callee->name) +
                      (input.is_list ? " is a list of tensors" : " is one tensor"),
                  value.place, callee->signature, input.is_list && !list ? "write [a, b]" : "");
    }
    const std::vector<Expr> single = list ? std::vector<Expr>() : std::vector<Expr>{value};
    for (const Expr& item : list ? value.operands : single) {
      Expr operand_text = item;
      Operand operand;
      size_t type = 0;
      if (!ReadOperand(operand_text, operand, &type)) return false;
      node.inputs.push_back(std::move(operand));
      types.emplace_back(op::ElementType(input.type), type);
    }
    if (list) {
      node.attrs.push_back(
          {std::string(op::NumberAttr(input.type)), {}, "", IntLiteral(value.operands.size())});
    }
  }
  *index = nodes_.size();
  nodes_.push_back(std::move(node));
  callees_.push_back(callee);
  for (const auto& [name, type] : types) good = AddTypeAttr(name, type, call, *index) && good;
  return good && FillAttrs(*callee, call, *index);
}

// `type` is the type of an input. `attr` is its type in the definition: an attr or a data type.
bool Replacement::AddTypeAttr(const std::string& attr, size_t type, const Expr& call, size_t node) {
  TypeTerms& terms = pattern_.types();
  const Callee& callee = *callees_[node];
  size_t known = 0;
  if (TypeOf(node, callee, attr, &known)) {
    if (terms.AreEqual(known, type)) return true;
    return Fail("E0375",
                "inputs of op " + Quoted(callee.name) + " need not be of the types it takes",
                call.place, callee.signature, "require it in the pattern, for example T=float");
  }
  NewAttr made{attr, {}, "", {}};
  if (!FillType(type, made)) {
    return Fail("E0375", "the type of an input of op " + Quoted(callee.name) + " is not known",
                call.place, callee.signature);
  }
  nodes_[node].attrs.push_back(std::move(made));
  return true;
}

// Finds the source of a type attr of a new node. Returns false if nothing determines it.
bool Replacement::FillType(size_t type, NewAttr& made) {
  if (const std::optional<std::string> dtype = pattern_.types().DtypeOf(type)) {
    made.literal = TypeLiteral(*dtype);
    return true;
  }
  const std::optional<TypeTerms::Attr> source = pattern_.types().AttrOf(type);
  if (!source) return false;
  made.node = source->first;
  made.attr = source->second;
  return true;
}

bool Replacement::FillAttrs(const Callee& callee, const Expr& call, size_t node) {
  for (size_t i = 0; i < call.parameters.size(); ++i) {
    const std::string& name = call.parameters[i];
    if (name.empty() && i >= callee.inputs.size()) {
      return Fail("E0372", "op " + Quoted(callee.name) + " has " + InputsText(callee),
                  call.operands[i].place, callee.signature, "attrs are given by name");
    }
    const bool is_input =
        name.empty() || std::any_of(callee.inputs.begin(), callee.inputs.end(),
                                    [&name](const CalleeArg& input) { return input.name == name; });
    if (is_input || callee.FindAttr(name) != nullptr) continue;
    const op::Place& place = call.parameter_places[i];
    return FailNoArgument(sink_, callee, name, text_.Of(place.from, place.to));
  }
  for (const op::Attr& attr : callee.attrs) {
    const auto& attrs = nodes_[node].attrs;
    const bool made = std::any_of(attrs.begin(), attrs.end(),
                                  [&attr](const NewAttr& a) { return a.name == attr.name; });
    const auto given = std::find(call.parameters.begin(), call.parameters.end(), attr.name);
    NewAttr added{attr.name, {}, "", {}};
    if (given != call.parameters.end()) {
      const size_t at = static_cast<size_t>(given - call.parameters.begin());
      if (made) {
        return Fail("E0373", "attr " + Quoted(attr.name) + " follows from the inputs",
                    call.parameter_places[at], callee.signature, "leave it out");
      }
      Expr value = call.operands[at];
      if (!ReadAttr(callee, attr, value, added)) return false;
    } else if (made) {
      continue;
    } else if (const std::optional<AttrLiteral> value = DefaultOf(attr)) {
      added.literal = *value;
    } else {
      return Fail("E0374", "op " + Quoted(callee.name) + " needs attr " + Quoted(attr.name),
                  call.name, callee.signature,
                  "write " + attr.name + "=..., perhaps carried over from an op of the pattern");
    }
    nodes_[node].attrs.push_back(std::move(added));
  }
  std::sort(nodes_[node].attrs.begin(), nodes_[node].attrs.end(),
            [](const NewAttr& a, const NewAttr& b) { return a.name < b.name; });
  return true;
}

bool Replacement::ReadAttr(const Callee& callee, const op::Attr& attr, Expr& value, NewAttr& made) {
  const bool op_name = value.kind == Kind::kCall && value.text == kOpName;
  if (value.kind != Kind::kMember && !op_name) {
    const op::OpDef nobody;  // has no attrs that a value could name
    if (!op::CheckAttrValue(nobody, callee.name, attr, text_, value, sink_)) return false;
    if (!HasLiterals(attr)) {
      return Fail("E0373", "attr " + Quoted(attr.name) + " has no values that can be written",
                  value.place, "", "carry it over from an op of the pattern");
    }
    made.literal = LiteralOf(attr, value);
    return true;
  }
  if (op_name && (value.operands.size() != 1 || value.operands[0].kind != Kind::kName)) {
    return Fail("E0372", "op(...) takes the name of a matched op", value.place);
  }
  const std::string& name = op_name ? value.operands[0].text : value.text;
  const size_t* node = pattern_.FindNode(name);
  if (node == nullptr) {
    return Fail("E0371", "the pattern has no op " + Quoted(name), value.name,
                "ops that are there once are called by their names, others by the name that a line "
                "gives them",
                base::DidYouMean(base::NearestName(name, pattern_.Names())));
  }
  made.node = *node;
  if (op_name) {
    if (attr.kind == op::AttrKind::kString && !attr.is_list) return true;
    return Fail("E0373",
                "attr " + Quoted(attr.name) + " takes " + op::AttrValueText(attr) +
                    ", not the name of an op",
                value.place, callee.signature);
  }
  value.member = pattern_.CalleeOf(*node).DefinedName(value.member);
  made.attr = value.member;
  if (!pattern_.Carry(*node, value.member, text_.Of(value.place.from, value.place.to)))
    return false;
  const op::Attr& source = *pattern_.CalleeOf(*node).FindAttr(value.member);
  made.literal = DefaultOf(source);
  if (source.kind == attr.kind && source.is_list == attr.is_list) return true;
  return Fail("E0373",
              "attr " + Quoted(attr.name) + " takes " + op::AttrValueText(attr) + ", " + name +
                  "." + value.member + " is " + op::AttrValueText(source),
              value.place, callee.signature);
}

}  // namespace plugingen::rewrite
