#include "op/gradient.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "op/check_expression.h"
#include "op/parse_expression.h"
#include "op/parse_op_def.h"
#include "spec/reserved_names.h"

namespace plugingen::op {
namespace {

using base::Quoted;

void ReportUnknownInput(const spec::GradientEntry& entry, const OpDef& def, diag::Sink& sink) {
  std::vector<std::string_view> names;
  for (const Arg& input : def.inputs) names.push_back(input.name);
  const std::string& name = entry.input.value;
  const std::string_view nearest = base::NearestName(name, names);
  diag::Diagnostic diagnostic{.code = "E0348",
                              .message = "op " + Quoted(def.name) + " has no input " + Quoted(name),
                              .span = entry.input.span,
                              .help = base::DidYouMean(nearest)};
  if (def.FindOutput(name) != nullptr) {
    diagnostic.notes = {
        {Quoted(name) + " is an output; 'd" + name + "' is its incoming gradient", {}}};
  }
  sink.Report(std::move(diagnostic));
}

void WarnOfInput(const spec::GradientEntry& entry, const Arg& input, diag::Sink& sink) {
  sink.Report({.severity = diag::Severity::kWarning,
               .code = "W0340",
               .message = "TensorFlow never requests the gradient of " + Quoted(input.name),
               .span = entry.input.span,
               .notes = {{"it never has a type with gradients: half, bfloat16, float, double or "
                          "complex",
                          {}}},
               .help = "leave it out"});
}

}  // namespace

Gradient ParseGradient(const spec::OpEntry& entry, const OpDef& def,
                       const std::vector<OpDef>& plugin_ops, const catalog::History& history,
                       catalog::ReleaseSet releases, diag::Sink& sink) {
  Gradient gradient;
  gradient.python_function = entry.gradient_function.value;
  if (spec::IsPythonKeyword(gradient.python_function)) {
    sink.Report({.code = "E0228",
                 .message = Quoted(gradient.python_function) + " is a keyword of Python",
                 .span = entry.gradient_function.span,
                 .help = "give the function another name"});
  }
  const bool complete = IsWhole(def, entry);
  const GradientScope scope{def, {plugin_ops, history, releases}};
  for (const spec::GradientEntry& item : entry.gradient) {
    std::optional<Expr> expr = ParseExpression(item.expression, sink);
    const Arg* input = def.FindInput(item.input.value);
    if (input == nullptr) {
      if (complete) ReportUnknownInput(item, def, sink);
      continue;
    }
    if (!HasGradient(*input, def)) WarnOfInput(item, *input, sink);
    if (!expr || !complete || !CheckExpression(scope, *input, item.expression, *expr, sink)) {
      continue;
    }
    gradient.inputs.push_back({static_cast<size_t>(input - def.inputs.data()), std::move(*expr)});
  }
  std::sort(gradient.inputs.begin(), gradient.inputs.end(),
            [](const InputGradient& a, const InputGradient& b) { return a.input < b.input; });
  return gradient;
}

}  // namespace plugingen::op
