#include "emit/rewrite_view.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "emit/comment_text.h"
#include "model/names.h"
#include "rewrite/rewrite.h"

namespace plugingen::emit {
namespace {

using op::AttrKind;
using rewrite::AttrCondition;
using rewrite::AttrLiteral;
using rewrite::NewAttr;
using rewrite::Operand;
using rewrite::Rewrite;

// Passes that only devices of type GPU have, for the sake of CUDA's libraries.
constexpr std::string_view kOfGpus[] = {"layout_optimizer", "remapping"};

bool IsOn(const spec::PassSwitch& pass, const model::Plugin& plugin) {
  const bool of_gpus =
      std::find(std::begin(kOfGpus), std::end(kOfGpus), pass.name) != std::end(kOfGpus);
  const bool is_gpu = plugin.spec.device.type.value == "GPU";
  return pass.on.given || !of_gpus || !is_gpu ? pass.on.value : false;
}

// A C++ string literal; texts of the spec have no backslashes.
std::string Quote(std::string_view text) {
  return "\"" + base::ReplaceAll(text, "\"", "\\\"") + "\"";
}

template <typename T, typename TextOf>
std::string Braced(const std::vector<T>& items, TextOf text_of) {
  std::string text = "{";
  for (const T& item : items) text += (text.size() == 1 ? "" : ", ") + text_of(item);
  return text + "}";
}

std::string ItemText(AttrKind kind, const std::string& item) {
  if (kind == AttrKind::kType) return std::string(model::TfEnum(item));
  return kind == AttrKind::kString ? Quote(item) : item;
}

// `BoolAttr(true)`, `IntsAttr({1, 2})`.
std::string LiteralText(const AttrLiteral& literal) {
  static constexpr std::pair<AttrKind, std::string_view> kMakers[] = {
      {AttrKind::kType, "Type"},
      {AttrKind::kInt, "Int"},
      {AttrKind::kFloat, "Float"},
      {AttrKind::kBool, "Bool"},
      {AttrKind::kString, "String"}};
  std::string text;
  for (const auto& [kind, maker] : kMakers) {
    if (kind == literal.kind) text = maker;
  }
  text += literal.is_list ? "sAttr(" : "Attr(";
  const auto item_text = [&literal](const std::string& item) {
    return ItemText(literal.kind, item);
  };
  return text + (literal.is_list ? Braced(literal.items, item_text) : item_text(literal.items[0])) +
         ")";
}

std::string OperandText(const Operand& operand) {
  if (operand.kind == Operand::Kind::kNumber) {
    return "Number(" + operand.number + (operand.any_shape ? ", true)" : ")");
  }
  const std::string index = std::to_string(operand.index);
  if (operand.kind == Operand::Kind::kValue) return "Value(" + index + ")";
  return "Node(" + index + (operand.output == 0 ? "" : ", " + std::to_string(operand.output)) + ")";
}

std::string ConditionText(const AttrCondition& condition) {
  std::string text = "{" + Quote(condition.attr) + ", " + Braced(condition.allowed, LiteralText);
  if (condition.if_absent) text += ", " + LiteralText(*condition.if_absent);
  return text + "}";
}

std::string NewAttrText(const NewAttr& attr) {
  std::string text = "{" + Quote(attr.name) + ", ";
  if (attr.node) {
    text += std::to_string(*attr.node) + ", " + (attr.attr.empty() ? "kOpName" : Quote(attr.attr));
  } else {
    text += "-1, \"\"";
  }
  if (attr.literal) text += ", " + LiteralText(*attr.literal);
  return text + "}";
}

std::string MatchText(const rewrite::MatchedNode& node) {
  std::string text = "{" + Braced(node.ops, [](const std::string& op) { return Quote(op); }) +
                     ", " + Braced(node.inputs, OperandText) + ", " +
                     Braced(node.attrs, ConditionText);
  if (node.commutative) text += ", true";
  return text + "}";
}

std::string NewNodeText(const rewrite::NewNode& node) {
  return "{" + Quote(node.op) + ", " + Braced(node.inputs, OperandText) + ", " +
         Braced(node.attrs, NewAttrText) + "}";
}

Value RowView(const std::string& text) { return Members{{"text", text}}; }

List Rows(const std::vector<std::string>& texts) {
  List rows;
  for (const std::string& text : texts) rows.push_back(RowView(text));
  return rows;
}

Value SwitchView(const std::string& pass) {
  // The C API names this one by what it does not do.
  const bool pruning = pass == "model_pruning";
  return Members{{"name", pruning ? "disable_model_pruning" : pass},
                 {"state", pruning ? "On" : "Off"}};
}

Value RewriteView(const Rewrite& rewrite) {
  std::vector<std::string> match;
  for (const rewrite::MatchedNode& node : rewrite.match) match.push_back(MatchText(node));
  std::vector<std::string> replace;
  for (const rewrite::NewNode& node : rewrite.replace) replace.push_back(NewNodeText(node));
  std::vector<std::string> conditions;
  for (const rewrite::Condition& condition : rewrite.conditions) {
    conditions.push_back("{Condition::Kind::k" + base::CamelCase(condition.function) + ", " +
                         std::to_string(condition.values[0]) + ", " +
                         std::to_string(condition.values[1]) + "}");
  }
  std::vector<std::string> comment;
  for (const std::string& line : rewrite.lines) comment.push_back(CommentText(line));
  const size_t root_outputs = rewrite.match[0].num_outputs;
  const size_t outputs =
      rewrite.replace.empty() ? 1 : std::min(rewrite.replace[0].num_outputs, root_outputs);
  return Members{{"name", rewrite.name},
                 {"function", base::CamelCase(rewrite.name)},
                 {"comment", Rows(comment)},
                 {"match", Rows(match)},
                 {"num_values", std::to_string(rewrite.num_values)},
                 {"has_conditions", !conditions.empty()},
                 {"conditions", Rows(conditions)},
                 {"has_replacement", !replace.empty()},
                 {"replace", Rows(replace)},
                 {"value", OperandText(rewrite.value)},
                 {"value_type", NewAttrText(rewrite.value_type)},
                 {"outputs", std::to_string(outputs)},
                 {"root_outputs", std::to_string(root_outputs)}};
}

}  // namespace

bool HasGraph(const model::Plugin& plugin) {
  return !plugin.rewrites.empty() ||
         std::any_of(plugin.spec.graph.passes.begin(), plugin.spec.graph.passes.end(),
                     [&plugin](const spec::PassSwitch& pass) { return !IsOn(pass, plugin); });
}

Value GraphView(const model::Plugin& plugin) {
  List rewrites;
  for (const Rewrite& rewrite : plugin.rewrites) rewrites.push_back(RewriteView(rewrite));
  List switches;
  for (const spec::PassSwitch& pass : plugin.spec.graph.passes) {
    if (!IsOn(pass, plugin)) switches.push_back(SwitchView(pass.name));
  }
  return Members{{"has_rewrites", !plugin.rewrites.empty()},
                 {"has_init", HasGraph(plugin)},
                 {"switches", std::move(switches)},
                 {"rewrites", std::move(rewrites)}};
}

}  // namespace plugingen::emit
