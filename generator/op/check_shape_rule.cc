// Checks a spec's shape rules: first the patterns, then the rules that use their names.

#include <algorithm>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "op/parse_op_def.h"
#include "op/shape_checker.h"
#include "op/shape_parser.h"

namespace plugingen::op {

using base::Quoted;

namespace {

ShapeExpr UnknownShape() {
  ShapeExpr unknown;
  unknown.node = ShapeNode::kCall;
  unknown.text = "unknown";
  return unknown;
}

std::string SourceOf(const spec::ShapeEntry& entry) {
  std::vector<std::string> texts;
  for (const diag::SourceText& text : entry.texts) {
    texts.push_back(base::ReplaceAll(base::Trim(text.text), "\n", " "));
  }
  const std::string all = base::Join(texts, ", ");
  return entry.is_list ? "[" + all + "]" : all;
}

void ReportNoArgument(const spec::ShapeEntry& entry, const OpDef& def, diag::Sink& sink) {
  std::vector<std::string_view> names = {"file"};
  for (const Arg& arg : def.inputs) names.push_back(arg.name);
  for (const Arg& arg : def.outputs) names.push_back(arg.name);
  const std::string_view nearest = base::NearestName(entry.arg.value, names);
  sink.Report({.code = "E0321",
               .message = "op " + Quoted(def.name) + " has no argument " + Quoted(entry.arg.value),
               .span = entry.arg.span,
               .notes = {},
               .help = base::DidYouMean(nearest)});
}

// Returns the rule of `output`, which can be in the short form.
const spec::ShapeEntry* RuleOf(const spec::OpEntry& entry, const std::string& arg) {
  const auto found = std::find_if(
      entry.shape.begin(), entry.shape.end(),
      [&](const spec::ShapeEntry& e) { return e.arg.value == arg || e.arg.value.empty(); });
  return found == entry.shape.end() ? nullptr : &*found;
}

void WarnOfNoRule(const Arg& output, diag::Sink& sink) {
  sink.Report(
      {.severity = diag::Severity::kWarning,
       .code = "W0320",
       .message = "output " + Quoted(output.name) + " has no shape rule",
       .span = output.name_span,
       .notes = {{"shape inference will not know its shape, and the kernel has to compute it"}},
       .help = "add '" + output.name + ": same_as(...)' or another rule under 'shape'; '" +
               output.name + ": unknown' states that there is none"});
}

std::string WithoutArticle(const std::string& text) {
  for (const std::string_view article : {"a ", "the "}) {
    if (text.starts_with(article)) return text.substr(article.size());
  }
  return text;
}

}  // namespace

bool ShapeChecker::IsIntAttr(const Attr* attr) {
  return attr != nullptr && attr->kind == AttrKind::kInt && !attr->is_list;
}

std::string ShapeChecker::KindOf(const Attr& attr) {
  const std::string kind(NameOf(attr.kind));
  if (attr.is_list) return "a list(" + kind + ") attr";
  return (kind == "int" ? "an " : "a ") + kind + " attr";
}

void ShapeChecker::Report(const char* code, std::string message, Span span,
                          std::vector<std::string> notes, std::string help) {
  diag::Diagnostic diagnostic{
      .code = code, .message = std::move(message), .span = span, .help = std::move(help)};
  for (std::string& note : notes) diagnostic.notes.push_back({std::move(note)});
  sink_.Report(std::move(diagnostic));
}

std::string ShapeChecker::Describe(const ShapeExpr& expr) {
  switch (expr.node) {
    case ShapeNode::kInteger:
      return "the integer " + std::to_string(expr.integer);
    case ShapeNode::kText:
      return "the text " + Quoted(expr.text);
    case ShapeNode::kTruth:
      return Quoted(expr.text);
    case ShapeNode::kAny:
      return "'?'";
    case ShapeNode::kName:
      return Quoted(expr.text);
    case ShapeNode::kElement:
      return "a dimension of " + Quoted(expr.text);
    case ShapeNode::kSlice:
      return "a part of " + Quoted(expr.text);
    case ShapeNode::kSplice:
      return "'...'";
    case ShapeNode::kBinary:
      return "a sum or product";
    case ShapeNode::kList:
      return "a list";
    case ShapeNode::kCall:
      return Quoted(expr.text + "(...)");
  }
  return "";
}

bool ShapeChecker::CheckPattern(const Arg& input, ShapeExpr& expr) {
  const size_t before = sink_.error_count();
  if (expr.node == ShapeNode::kList) {
    CheckPatternItems(expr);
    SetRanks(input.name, expr);
  } else if (expr.node == ShapeNode::kName && expr.text == "scalar") {
    expr.node = ShapeNode::kList;
    SetRanks(input.name, expr);
  } else if (expr.node == ShapeNode::kCall && IsRankPattern(expr.text)) {
    if (CheckRankPattern(expr)) SetRanks(input.name, expr);
  } else {
    Report("E0326", "an input's rule is a pattern, which " + Describe(expr) + " is not", expr.span,
           {"a pattern is a list of dimensions, as in '[batch..., n, 4]', or rank(3), "
            "rank_at_least(2), rank_at_most(4)"},
           expr.node == ShapeNode::kCall && expr.text == "same_as"
               ? "give both inputs the pattern '[dims...]'"
               : "");
  }
  return sink_.error_count() == before;
}

void ShapeChecker::SetRanks(const std::string& input, const ShapeExpr& pattern) {
  Ranks& ranks = ranks_[input];
  if (pattern.node == ShapeNode::kList) {
    const auto is_group = [](const ShapeExpr& item) { return item.node == ShapeNode::kSplice; };
    const auto count = static_cast<int64_t>(pattern.operands.size());
    const auto groups = std::count_if(pattern.operands.begin(), pattern.operands.end(), is_group);
    ranks.least = count - groups;
    if (groups == 0) {
      ranks.most = count;
      Sizes& sizes = sizes_[input];
      for (const ShapeExpr& item : pattern.operands) {
        const bool is_said = item.node == ShapeNode::kInteger;
        sizes.push_back(is_said ? std::optional(item.integer) : std::nullopt);
      }
    }
    if (ranks.least > kMaxDimensions) {
      Report("E0328", "no tensor has the rank " + std::to_string(ranks.least), pattern.span,
             {"a rank is 0 to " + std::to_string(kMaxDimensions)});
    }
    return;
  }
  const int64_t rank = pattern.operands[0].integer;
  if (pattern.text != "rank_at_most") ranks.least = rank;
  if (pattern.text != "rank_at_least") ranks.most = rank;
}

bool ShapeChecker::CheckRankPattern(const ShapeExpr& expr) {
  const bool fits = expr.operands.size() == 1 && expr.operands[0].parameter.empty() &&
                    expr.operands[0].node == ShapeNode::kInteger;
  if (!fits) {
    Report("E0324", Quoted(expr.text) + " takes one integer", expr.span, {},
           "'" + expr.text + "(2)', for example");
    return false;
  }
  const ShapeExpr& rank = expr.operands[0];
  if (rank.integer >= 0 && rank.integer <= kMaxDimensions) return true;
  Report("E0328", "no tensor has the rank " + std::to_string(rank.integer), rank.span,
         {"a rank is 0 to " + std::to_string(kMaxDimensions)});
  return false;
}

void ShapeChecker::CheckPatternItems(ShapeExpr& list) {
  const ShapeExpr* group = nullptr;
  for (ShapeExpr& item : list.operands) {
    if (item.node == ShapeNode::kSplice) {
      if (group != nullptr) {
        sink_.Report({.code = "E0327",
                      .message = "a pattern with two groups of dimensions",
                      .span = item.span,
                      .notes = {{"it would not be clear where one ends and the other begins"},
                                {"the first is here", group->span}}});
      }
      group = &item;
      CheckPatternGroup(item);
    } else {
      CheckPatternItem(item);
    }
  }
}

void ShapeChecker::CheckPatternGroup(ShapeExpr& item) {
  if (item.operands.empty()) {
    item.meaning = ShapeMeaning::kGroup;
    has_unnamed_group_ = true;
    return;
  }
  ShapeExpr& name = item.operands[0];
  if (name.node != ShapeNode::kName) {
    Report("E0326",
           "a group of a pattern is a name before '...', which " + Describe(name) + " is not",
           name.span);
    return;
  }
  if (IsArgument(name) || IsOther(name, dimensions_, "a dimension", "a group of dimensions")) {
    return;
  }
  name.meaning = ShapeMeaning::kGroup;
  groups_.emplace(name.text, name.span);
}

void ShapeChecker::CheckPatternItem(ShapeExpr& item) {
  if (item.node == ShapeNode::kAny) return;
  if (item.node == ShapeNode::kInteger) {
    CheckSize(item);
    return;
  }
  if (item.node != ShapeNode::kName) {
    Report(
        "E0326",
        "a pattern contains names, sizes, '?' and '...', but no " + WithoutArticle(Describe(item)),
        item.span, {"computations belong in the rule of an output"},
        item.node == ShapeNode::kBinary ? "give the dimension a name, as in '[n]'" : "");
    return;
  }
  if (IsArgument(item) || IsOther(item, groups_, "a group of dimensions", "a dimension")) return;
  const Attr* attr = def_.FindAttr(item.text);
  if (IsIntAttr(attr)) {
    item.meaning = ShapeMeaning::kAttr;
  } else if (attr != nullptr) {
    Report("E0325", Quoted(item.text) + " is " + KindOf(*attr) + ", not a size", item.span,
           {"an int attr in a pattern is the required size of the dimension"});
    return;
  } else {
    item.meaning = ShapeMeaning::kDimension;
  }
  dimensions_.emplace(item.text, item.span);
}

void ShapeChecker::CheckSize(const ShapeExpr& integer) {
  if (integer.integer >= 0) return;
  Report("E0328", "the size " + std::to_string(integer.integer) + " is negative", integer.span, {},
         "'?' stands for a dimension of any size");
}

bool ShapeChecker::IsArgument(const ShapeExpr& name) {
  if (def_.FindInput(name.text) == nullptr && def_.FindOutput(name.text) == nullptr) return false;
  Report("E0326", Quoted(name.text) + " is an argument of the op, not a dimension", name.span,
         {"a pattern gives dimensions names of their own; others use them"});
  return true;
}

bool ShapeChecker::IsOther(const ShapeExpr& name, const std::map<std::string, Span>& others,
                           const std::string& other_kind, const std::string& kind) {
  const auto other = others.find(name.text);
  if (other == others.end()) return false;
  sink_.Report({.code = "E0326",
                .message = Quoted(name.text) + " is both " + other_kind + " and " + kind,
                .span = name.span,
                .notes = {{other_kind + " here", other->second}}});
  return true;
}

const ShapeRule* ShapeRules::FindInput(std::string_view input) const {
  const auto found = std::find_if(inputs.begin(), inputs.end(),
                                  [&](const ShapeRule& rule) { return rule.arg == input; });
  return found == inputs.end() ? nullptr : &*found;
}

ShapeRules ParseShapeRules(const spec::OpEntry& entry, const OpDef& def, diag::Sink& sink) {
  ShapeRules rules;
  if (entry.shape_file.given) {
    rules.file = entry.shape_file.value;
    return rules;
  }
  const bool is_whole = IsWhole(def, entry);
  bool is_clear = is_whole;  // each rule is about a known argument
  for (const spec::ShapeEntry& line : entry.shape) {
    const bool is_known = line.arg.value.empty() || def.FindInput(line.arg.value) != nullptr ||
                          def.FindOutput(line.arg.value) != nullptr;
    if (!is_known && is_whole) ReportNoArgument(line, def, sink);
    is_clear = is_clear && is_known;
  }
  ShapeChecker checker(def, sink);
  if (!is_whole) checker.set_misses_arguments();
  for (const Arg& input : def.inputs) {
    const spec::ShapeEntry* line = RuleOf(entry, input.name);
    if (line == nullptr || line->arg.value.empty()) continue;
    std::optional<ShapeExpr> expr = ParseShapeExpr(*line, sink);
    if (!expr) {
      checker.set_misses_patterns();
      continue;
    }
    rules.inputs.push_back({input.name, std::move(*expr), SourceOf(*line)});
    if (!checker.CheckPattern(input, rules.inputs.back().expr)) checker.set_misses_patterns();
  }
  for (const Arg& output : def.outputs) {
    rules.outputs.push_back({output.name, UnknownShape(), "unknown"});
    const spec::ShapeEntry* line = RuleOf(entry, output.name);
    if (line == nullptr) {
      if (is_clear) WarnOfNoRule(output, sink);
      continue;
    }
    std::optional<ShapeExpr> expr = ParseShapeExpr(*line, sink);
    if (!expr || !checker.CheckOutput(output, *expr)) continue;
    rules.outputs.back() = {output.name, std::move(*expr), SourceOf(*line)};
  }
  return rules;
}

}  // namespace plugingen::op
