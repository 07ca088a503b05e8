#include "rewrite/parse_merge.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "rewrite/mistake.h"

namespace plugingen::rewrite {
namespace {

using base::Quoted;

// Stateful ops that only read. Two of them with the same inputs, including control inputs, give the
// same result.
constexpr std::string_view kReads[] = {"ReadVariableOp", "ResourceGather", "ResourceGatherNd",
                                       "VarIsInitializedOp", "VariableShape"};

bool CheckOp(const op::Callee& callee, const diag::SourceText& text, diag::Sink& sink) {
  const auto fail = [&](const std::string& why) {
    return Fail(sink, "E0380", "nodes of op " + Quoted(callee.name) + " cannot be merged: " + why,
                text.span, callee.signature, "leave it out");
  };
  const bool reads =
      std::find(std::begin(kReads), std::end(kReads), callee.name) != std::end(kReads);
  if (callee.is_stateful && !reads)
    return fail("it is stateful, so running it once is not the same");
  // Only the consumers of such an op show which loop or branch it is in.
  if (callee.inputs.empty()) return fail("it has no inputs");
  return true;
}

}  // namespace

std::optional<Merge> ParseMerge(const spec::RewriteEntry& entry, const op::KnownOps& ops,
                                diag::Sink& sink) {
  Merge merge{.name = entry.name.value, .lines = {"equal nodes of any of"}, .ops = {}};
  bool good = true;
  for (const diag::SourceText& text : entry.merge) {
    op::CalleeFinder finder(ops, text, sink);
    const op::Callee* callee = finder.FindNamed();
    if (callee == nullptr || !CheckOp(*callee, text, sink)) {
      good = false;
    } else if (std::find(merge.ops.begin(), merge.ops.end(), text.text) != merge.ops.end()) {
      good = Fail(sink, "E0380", "op " + Quoted(text.text) + " is listed twice", text.span, "",
                  "remove one");
    } else {
      merge.lines[0] += " " + text.text;
      merge.ops.push_back(text.text);
    }
  }
  return good ? std::optional(std::move(merge)) : std::nullopt;
}

}  // namespace plugingen::rewrite
