#include "op/callee.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "op/python_names.h"

namespace plugingen::op {
namespace {

AttrKind KindNamed(std::string_view word) {
  for (const AttrKind kind : {AttrKind::kType, AttrKind::kInt, AttrKind::kFloat, AttrKind::kBool,
                              AttrKind::kString, AttrKind::kShape, AttrKind::kTensor}) {
    if (NameOf(kind) == word) return kind;
  }
  return AttrKind::kFunc;
}

// Parses the catalogue's text of an attr: "list({float, half}) >= 1 = [float]", "{\"SAME\",
// \"VALID\"}".
Attr ReadAttr(const catalog::Attr& known) {
  Attr attr;
  attr.name = known.name;
  std::string_view text = known.text;
  attr.is_list = text.starts_with("list(");
  if (attr.is_list) text.remove_prefix(5);
  const bool choices = text.starts_with("{");
  const size_t end = choices ? text.find('}') + 1 : text.find_first_of(" )");
  std::string_view kind = text.substr(0, end);
  text.remove_prefix(kind.size());
  if (!choices) {
    attr.kind = KindNamed(kind);
  } else {
    const bool strings = kind.starts_with("{\"");
    attr.kind = strings ? AttrKind::kString : AttrKind::kType;
    for (std::string_view choice : base::Split(kind.substr(1, kind.size() - 2), ',')) {
      choice = base::Trim(choice);
      if (strings) choice = choice.substr(1, choice.size() - 2);
      (strings ? attr.allowed_strings : attr.allowed_types).emplace_back(choice);
    }
  }
  if (const size_t at = text.find(">= "); at != text.npos) {
    int64_t minimum = 0;
    std::from_chars(text.data() + at + 3, text.data() + text.size(), minimum);
    attr.minimum = minimum;
  }
  if (const size_t at = text.find(" = "); at != text.npos) attr.default_text = text.substr(at + 3);
  return attr;
}

// "N * T" contains two attrs, and so does "Ref(N * T)".
void MarkInferred(std::string_view type, std::vector<Attr>& attrs, bool& is_list) {
  if (type.starts_with("Ref(")) type = type.substr(4, type.size() - 5);
  const std::string_view number = NumberAttr(type);
  const std::string_view element = ElementType(type);
  is_list = !number.empty();
  for (Attr& attr : attrs) {
    if (attr.name == element && attr.is_list) is_list = true;
    if (attr.name == element || attr.name == number) attr.inferred = true;
  }
}

}  // namespace

const Attr* Callee::FindAttr(std::string_view attr) const {
  const auto found = std::find_if(attrs.begin(), attrs.end(),
                                  [attr](const Attr& known) { return known.name == attr; });
  return found == attrs.end() ? nullptr : &*found;
}

std::string Callee::DefinedName(const std::string& parameter) const {
  const auto is_input = [&](const CalleeArg& input) { return input.name == parameter; };
  if (std::any_of(inputs.begin(), inputs.end(), is_input) || FindAttr(parameter) != nullptr) {
    return parameter;
  }
  for (const CalleePythonName& renamed : python_names) {
    if (renamed.in_python == parameter) return renamed.name;
  }
  return parameter;
}

std::string Callee::PythonNameOf(const std::string& parameter) const {
  if (is_new_op) return PythonName(parameter);
  for (const CalleePythonName& renamed : python_names) {
    if (renamed.name == parameter) return renamed.in_python;
  }
  return parameter;
}

std::vector<std::string_view> Callee::ParameterNames() const {
  std::vector<std::string_view> names;
  for (const CalleeArg& input : inputs) names.push_back(input.name);
  for (const Attr& attr : attrs) {
    if (!attr.inferred) names.push_back(attr.name);
  }
  for (const CalleePythonName& renamed : python_names) names.push_back(renamed.in_python);
  return names;
}

std::string_view ElementType(std::string_view type) {
  const size_t star = type.find(" * ");
  return star == type.npos ? type : type.substr(star + 3);
}

std::string_view NumberAttr(std::string_view type) {
  const size_t star = type.find(" * ");
  return star == type.npos ? std::string_view() : type.substr(0, star);
}

std::string InputsText(const Callee& callee) {
  const size_t count = callee.inputs.size();
  if (count == 0) return "no inputs";
  return std::to_string(count) + (count == 1 ? " input" : " inputs");
}

Callee CalleeOf(const catalog::Op& op) {
  Callee callee{
      .name = std::string(op.name), .is_stateful = op.is_stateful, .signature = op.Signature()};
  for (const catalog::PythonName& renamed : op.python_names) {
    callee.python_names.push_back({std::string(renamed.name), std::string(renamed.in_python)});
  }
  for (const catalog::Attr& attr : op.attrs) callee.attrs.push_back(ReadAttr(attr));
  for (const catalog::Arg& arg : op.inputs) {
    CalleeArg& input = callee.inputs.emplace_back();
    input.name = arg.name;
    input.type = arg.type;
    MarkInferred(arg.type, callee.attrs, input.is_list);
  }
  std::vector<Attr> unmarked = callee.attrs;  // outputs do not determine what the caller passes
  for (const catalog::Arg& arg : op.outputs) {
    CalleeArg& output = callee.outputs.emplace_back();
    output.name = arg.name;
    output.type = arg.type;
    MarkInferred(arg.type, unmarked, output.is_list);
  }
  return callee;
}

Callee CalleeOf(const OpDef& op) {
  Callee callee{.name = op.name,
                .is_new_op = true,
                .is_stateful = op.is_stateful,
                .is_commutative = op.is_commutative,
                .attrs = op.attrs};
  const auto text = [](const std::vector<Arg>& args) {
    std::vector<std::string> words;
    for (const Arg& arg : args) words.push_back(arg.name + ": " + arg.TypeText());
    return base::Join(words, ", ");
  };
  for (const Arg& arg : op.inputs)
    callee.inputs.push_back({arg.name, arg.is_list(), arg.TypeText()});
  for (const Arg& arg : op.outputs)
    callee.outputs.push_back({arg.name, arg.is_list(), arg.TypeText()});
  for (Attr& attr : callee.attrs) {
    attr.inferred = std::any_of(op.inputs.begin(), op.inputs.end(), [&attr](const Arg& input) {
      return input.number_attr == attr.name || (input.type_is_attr && input.type == attr.name);
    });
  }
  callee.signature = op.name + "(" + text(op.inputs) + ") -> " + text(op.outputs);
  return callee;
}

}  // namespace plugingen::op
