#include "rewrite/parse_rewrite.h"

#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "op/parse_expression.h"
#include "rewrite/mistake.h"
#include "rewrite/pattern.h"
#include "rewrite/replacement.h"

namespace plugingen::rewrite {
namespace {

using base::Quoted;
using Kind = op::Expr::Kind;

struct Function {
  std::string_view name;
  size_t values;
  std::string_view doc;
};

// The conditions on values that the emitted matcher can test (library/graph/conditions.h).
constexpr Function kFunctions[] = {
    {"inverse", 2, "inverse(p, q): constant permutations, one undoes the other"},
};

bool ReadCondition(const diag::SourceText& text, const Pattern& pattern, Rewrite& rewrite,
                   diag::Sink& sink) {
  const std::optional<op::PatternLine> line = op::ParsePatternLine(text, sink);
  if (!line) return false;
  const op::Expr& call = line->expr;
  const Function* function = nullptr;
  std::vector<std::string_view> names;
  std::string docs;
  for (const Function& known : kFunctions) {
    names.push_back(known.name);
    docs += (docs.empty() ? "" : "; ") + std::string(known.doc);
    if (call.kind == Kind::kCall && call.text == known.name) function = &known;
  }
  if (function == nullptr) {
    return Fail(sink, "E0377", "this is not a condition", text.Of(call.name.from, call.name.to),
                "conditions: " + docs, base::DidYouMean(base::NearestName(call.text, names)));
  }
  Condition condition{call.text, {}};
  for (const op::Expr& value : call.operands) {
    const size_t* index = value.kind == Kind::kName ? pattern.FindValue(value.text) : nullptr;
    if (index == nullptr) {
      return Fail(sink, "E0377", "a condition is about inputs of the pattern",
                  text.Of(value.place.from, value.place.to), "",
                  base::DidYouMean(base::NearestName(value.text, pattern.Names())));
    }
    condition.values.push_back(*index);
  }
  if (condition.values.size() != function->values) {
    return Fail(sink, "E0377",
                "condition " + Quoted(function->name) + " takes " +
                    std::to_string(function->values) + " inputs of the pattern",
                text.Of(call.place.from, call.place.to), std::string(function->doc));
  }
  rewrite.conditions.push_back(std::move(condition));
  return true;
}

}  // namespace

std::optional<Rewrite> ParseRewrite(const spec::RewriteEntry& entry, const op::KnownOps& ops,
                                    diag::Sink& sink) {
  Rewrite rewrite;
  rewrite.name = entry.name.value;
  rewrite.replaced_by = entry.replace.span;
  Pattern pattern(ops, entry.match, sink);
  if (!pattern.Read()) return std::nullopt;
  bool good = true;
  for (const diag::SourceText& text : entry.when) {
    good = ReadCondition(text, pattern, rewrite, sink) && good;
  }
  if (!Replacement(pattern, ops, entry.replace, sink).Read(rewrite)) return std::nullopt;
  if (!pattern.FillDefaults() || !good) return std::nullopt;
  for (const diag::SourceText& line : entry.match) rewrite.lines.push_back(line.text);
  rewrite.lines.push_back("-> " + entry.replace.text);
  rewrite.num_values = pattern.num_values();
  rewrite.match = pattern.Take();
  return rewrite;
}

}  // namespace plugingen::rewrite
