#include "emit/rewrite_view.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtypes.h"
#include "base/text.h"
#include "catalog/formulas.h"
#include "catalog/reference.h"
#include "emit/comment_text.h"
#include "emit/cpp_text.h"
#include "emit/tensor_ops_view.h"
#include "emit/unique_names.h"
#include "rewrite/rewrite.h"
#include "spec/reserved_names.h"

namespace plugingen::emit {
namespace {

using op::AttrKind;
using rewrite::AttrCondition;
using rewrite::AttrLiteral;
using rewrite::NewAttr;
using rewrite::Operand;
using rewrite::Rewrite;

// On devices of type GPU, two passes assume CUDA's libraries: one chooses layouts of convolutions,
// the other replaces loops by cuDNN's recurrent networks.
bool IsOn(const spec::PassSwitch& pass, const model::Plugin& plugin) {
  const bool is_cudas =
      (pass.name == "layout_optimizer" || pass.name == "implementation_selector") &&
      plugin.spec.device.type.value == "GPU";
  return pass.on.value && (pass.on.given || !is_cudas);
}

// Returns a C++ string literal.
std::string Quote(std::string_view text) { return "\"" + CppText(text) + "\""; }

template <typename T, typename TextOf>
std::string Braced(const std::vector<T>& items, TextOf text_of) {
  std::string text = "{";
  for (const T& item : items) text += (text.size() == 1 ? "" : ", ") + text_of(item);
  return text + "}";
}

// Returns a C++ double literal. Integer literals have a limited range, and braces do not convert
// them to float; 0 as an integer loses its sign.
std::string DoubleText(const std::string& number) {
  constexpr size_t kShort = 7;  // of a whole number that a float represents exactly
  const bool is_short = number.size() <= kShort && number != "-0";
  return number + (is_short || number.find_first_of(".eE") != number.npos ? "" : ".0");
}

std::string ItemText(AttrKind kind, const std::string& item) {
  if (kind == AttrKind::kFloat) return DoubleText(item);
  if (kind == AttrKind::kType) return base::TfEnum(item);
  // C++ parses this as the negation of a number that does not fit int64_t.
  if (kind == AttrKind::kInt && item == "-9223372036854775808") return "INT64_MIN";
  return kind == AttrKind::kString ? Quote(item) : item;
}

// Returns `BoolAttr(true)` or `IntsAttr({1, 2})`.
std::string LiteralText(const AttrLiteral& literal) {
  const std::string maker =
      base::CamelCase(NameOf(literal.kind)) + (literal.is_list ? "sAttr(" : "Attr(");
  const auto item_text = [&literal](const std::string& item) {
    return ItemText(literal.kind, item);
  };
  return maker +
         (literal.is_list ? Braced(literal.items, item_text) : item_text(literal.items[0])) + ")";
}

std::string OperandText(const Operand& operand) {
  if (operand.kind == Operand::Kind::kNumber) {
    return "Number(" + DoubleText(operand.number) + (operand.any_shape ? ", true)" : ")");
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

List CommentRows(const std::vector<std::string>& lines) {
  List rows;
  for (const std::string& line : lines) rows.push_back(RowView(CommentText(line)));
  return rows;
}

Value SwitchView(const std::string& pass) {
  // The C API's field for this pass is inverted: it disables the pass.
  const bool pruning = pass == "model_pruning";
  return Members{{"name", pruning ? "disable_model_pruning" : pass},
                 {"state", pruning ? "On" : "Off"}};
}

// The names that functions of rewrites cannot have, because their code uses them.
UniqueNames RewriteNames() {
  return UniqueNames(spec::IsCppWord,
                     {"BoolAttr", "BoolsAttr", "Condition", "FloatAttr", "FloatsAttr", "IntAttr",
                      "IntsAttr", "Node", "Number", "Operand", "Rewrite", "Rewrites", "StringAttr",
                      "StringsAttr", "TypeAttr", "TypesAttr", "Value"});
}

Value RewriteView(const Rewrite& rewrite, UniqueNames& names) {
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
  const size_t root_outputs = rewrite.match[0].num_outputs;
  const size_t outputs =
      rewrite.replace.empty() ? 1 : std::min(rewrite.replace[0].num_outputs, root_outputs);
  return Members{{"name", rewrite.name},
                 {"function", names.Take(base::CamelCase(rewrite.name), "Rewrite")},
                 {"comment", CommentRows(rewrite.lines)},
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

Value ChainView(const rewrite::Chain& chain, UniqueNames& names) {
  std::vector<std::string> ops;
  for (const rewrite::ChainOp& op : chain.ops) {
    std::string text = "{" + Quote(op.name) + ", " + Quote(op.type_attr);
    if (!op.attrs.empty()) text += ", " + Braced(op.attrs, ConditionText);
    ops.push_back(text + "}");
  }
  return Members{{"name", chain.name},
                 {"function", names.Take(base::CamelCase(chain.name), "Rewrite")},
                 {"comment", CommentRows(chain.lines)},
                 {"ops", Rows(ops)},
                 {"op", chain.op},
                 {"replaces_values", chain.replaces_values}};
}

Value MergeView(const rewrite::Merge& merge, UniqueNames& names) {
  return Members{{"name", merge.name},
                 {"function", names.Take(base::CamelCase(merge.name), "Rewrite")},
                 {"comment", CommentRows(merge.lines)},
                 {"ops", Rows(merge.ops)}};
}

// True if the plugin has a kernel of one of the ops.
bool HasKernelOf(std::initializer_list<std::string_view> ops, const model::Plugin& plugin) {
  return std::any_of(plugin.rows.begin(), plugin.rows.end(), [&ops](const model::Row& row) {
    return std::find(ops.begin(), ops.end(), row.op->name) != ops.end();
  });
}

}  // namespace

bool HasRewrites(const model::Plugin& plugin) {
  return !plugin.rewrites.empty() || !plugin.chains.empty() || !plugin.merges.empty();
}

bool ReadsGraphs(const model::Plugin& plugin) {
  return HasRewrites(plugin) || HasTensorOps(plugin);
}

bool HasHostLogic(const model::Plugin& plugin) {
  return ReadsGraphs(plugin) && HasKernelOf({"LogicalAnd", "LogicalNot", "LogicalOr"}, plugin);
}

bool HasListSums(const model::Plugin& plugin) {
  return ReadsGraphs(plugin) && HasKernelOf({"AddV2"}, plugin);
}

bool HasGraph(const model::Plugin& plugin) {
  return ReadsGraphs(plugin) ||
         std::any_of(plugin.spec.graph.passes.begin(), plugin.spec.graph.passes.end(),
                     [&plugin](const spec::PassSwitch& pass) { return !IsOn(pass, plugin); });
}

Value ChainStepsView(const model::Plugin& plugin, std::string_view op) {
  std::set<std::string_view> names;
  bool replaces_values = false;
  for (const rewrite::Chain& chain : plugin.chains) {
    if (chain.op != op) continue;
    replaces_values = chain.replaces_values;
    for (const rewrite::ChainOp& step : chain.ops) names.insert(step.name);
  }
  List steps;
  for (const std::string_view name : names) {
    const catalog::ReferenceKernel& kernel = *catalog::ReferenceTable::BuiltIn().Find(name);
    const std::string_view kind = catalog::StepKind(kernel);
    steps.push_back(Members{{"op", std::string(name)},
                            {"is_unary", kind == "Unary"},
                            {"kind", "k" + std::string(kind)},
                            {"formula", std::string(kernel.formula)},
                            {"formula_name", std::string(catalog::FormulaNameOf(kernel.formula))}});
  }
  return Members{{"steps", std::move(steps)}, {"replaces_values", replaces_values}};
}

std::vector<std::string_view> FormulasOfChains(const model::Plugin& plugin) {
  // Fused products also use these formulas for their last step (library/reference/composition.cc).
  std::vector<std::string_view> formulas = {"Add",  "Relu",    "Relu6", "Elu",     "Selu",
                                            "Gelu", "Sigmoid", "Tanh",  "Softplus"};
  for (const rewrite::Chain& chain : plugin.chains) {
    for (const rewrite::ChainOp& step : chain.ops) {
      const std::string_view text = catalog::ReferenceTable::BuiltIn().Find(step.name)->formula;
      formulas.push_back(catalog::FormulaNameOf(text));
    }
  }
  return formulas;
}

Value GraphView(const model::Plugin& plugin) {
  UniqueNames names = RewriteNames();
  List rewrites;
  for (const Rewrite& rewrite : plugin.rewrites) rewrites.push_back(RewriteView(rewrite, names));
  List chains;
  for (const rewrite::Chain& chain : plugin.chains) chains.push_back(ChainView(chain, names));
  List merges;
  for (const rewrite::Merge& merge : plugin.merges) merges.push_back(MergeView(merge, names));
  List switches;
  std::set<std::string_view> off;
  for (const spec::PassSwitch& pass : plugin.spec.graph.passes) {
    if (IsOn(pass, plugin)) continue;
    switches.push_back(SwitchView(pass.name));
    off.insert(pass.name);
  }
  const bool has_chains = !plugin.chains.empty();
  const bool has_merges = !plugin.merges.empty();
  return Members{{"has_rewrites", HasRewrites(plugin)},
                 {"has_chains", has_chains},
                 {"has_merges", has_merges},
                 {"has_init", HasGraph(plugin)},
                 {"has_optimizer", ReadsGraphs(plugin)},
                 {"has_host_logic", HasHostLogic(plugin)},
                 {"has_list_sums", HasListSums(plugin)},
                 {"has_updates", HasTensorOps(plugin)},
                 {"switches", std::move(switches)},
                 {"no_memory_optimization", off.contains("memory_optimization")},
                 {"no_remapping", off.contains("remapping")},
                 {"rewrites", std::move(rewrites)},
                 {"chains", std::move(chains)},
                 {"merges", std::move(merges)}};
}

}  // namespace plugingen::emit
