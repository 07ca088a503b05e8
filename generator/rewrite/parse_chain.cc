#include "rewrite/parse_chain.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "rewrite/attr_literal.h"
#include "rewrite/mistake.h"

namespace plugingen::rewrite {
namespace {

using base::Quoted;
using op::AttrKind;
using op::Callee;
using op::CalleeArg;

// The attr with the steps that the kernel computes.
constexpr std::string_view kSteps = "steps";
// The optional attr with the index of the input whose variable the output updates.
constexpr std::string_view kOld = "old";

// Returns the type attr that all tensors of the op share, or "".
std::string_view CommonType(const Callee& callee) {
  if (callee.inputs.empty() || callee.outputs.size() != 1) return "";
  const CalleeArg& output = callee.outputs.front();
  const op::Attr* attr = callee.FindAttr(output.type);
  if (output.is_list || attr == nullptr || attr->is_list) return "";
  const bool same = std::all_of(
      callee.inputs.begin(), callee.inputs.end(),
      [&output](const CalleeArg& input) { return !input.is_list && input.type == output.type; });
  return same ? std::string_view(output.type) : "";
}

std::optional<ChainOp> ReadOp(const Callee& callee, const diag::SourceText& text,
                              diag::Sink& sink) {
  const auto fail = [&](const std::string& why, const std::string& help) {
    Fail(sink, "E0379", "op " + Quoted(callee.name) + " cannot be part of a chain: " + why,
         text.span, callee.signature, help);
    return std::nullopt;
  };
  const std::string_view type = CommonType(callee);
  if (type.empty()) {
    return fail("it does not compute one tensor from tensors of the same type",
                "leave it out, or write a rewrite with 'match' for it");
  }
  if (callee.is_stateful) return fail("it is stateful", "leave it out");
  ChainOp made{callee.name, std::string(type), {}};
  for (const op::Attr& attr : callee.attrs) {
    if (attr.name == type) continue;
    const std::optional<AttrLiteral> value = DefaultOf(attr);
    if (!value) return fail("its attr " + Quoted(attr.name) + " has no default", "leave it out");
    made.attrs.push_back({attr.name, {*value}, value});
  }
  return made;
}

bool ReplacesValues(const Callee& callee) {
  const op::Attr* old = callee.FindAttr(kOld);
  return old != nullptr && old->kind == AttrKind::kInt && !old->is_list &&
         old->default_text == "-1";
}

// True if an op has the form that chains require: inputs `xs: N * T`, attr `steps`, one output of
// T.
bool TakesSteps(const Callee& callee) {
  if (callee.inputs.size() != 1 || callee.outputs.size() != 1) return false;
  const std::string_view type = op::ElementType(callee.inputs[0].type);
  const op::Attr* type_attr = callee.FindAttr(type);
  const op::Attr* steps = callee.FindAttr(kSteps);
  return op::NumberAttr(callee.inputs[0].type) == "N" && type == "T" && type_attr != nullptr &&
         callee.outputs[0].type == type && !callee.outputs[0].is_list && steps != nullptr &&
         steps->kind == AttrKind::kString && steps->is_list &&
         callee.attrs.size() == (ReplacesValues(callee) ? 4 : 3);
}

}  // namespace

std::optional<Chain> ParseChain(const spec::RewriteEntry& entry, const op::KnownOps& ops,
                                diag::Sink& sink) {
  Chain chain{.name = entry.name.value, .lines = {}, .ops = {}, .op = entry.replace.text};
  chain.replaced_by = entry.replace.span;
  bool good = true;
  std::set<std::string_view> known;
  std::string line = "any of";
  for (const diag::SourceText& text : entry.chain) {
    op::CalleeFinder finder(ops, text, sink);
    const Callee* callee = finder.FindNamed();
    std::optional<ChainOp> made;
    if (callee != nullptr) made = ReadOp(*callee, text, sink);
    good = good && made;
    if (!made) continue;
    if (!known.insert(text.text).second) {
      good = Fail(sink, "E0379", "op " + Quoted(text.text) + " is listed twice in the chain",
                  text.span, "", "remove one");
      continue;
    }
    line += " " + text.text;
    chain.ops.push_back(*std::move(made));
  }
  chain.lines = {line, "-> " + entry.replace.text};
  op::CalleeFinder finder(ops, entry.replace, sink);
  const Callee* callee = finder.FindNamed();
  if (callee == nullptr) return std::nullopt;
  if (!TakesSteps(*callee)) {
    good = Fail(sink, "E0379", "a chain cannot become op " + Quoted(callee->name),
                entry.replace.span, callee->signature,
                "define it with inputs: \"xs: N * T\", outputs: \"y: T\", attrs: [\"N: int >= 1\", "
                "\"T: {float}\", \"steps: list(string)\"], and \"old: int = -1\" if it keeps the "
                "values of variables");
  }
  chain.replaces_values = ReplacesValues(*callee);
  return good ? std::optional(std::move(chain)) : std::nullopt;
}

}  // namespace plugingen::rewrite
