#include "model/fusions.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "catalog/fusions.h"
#include "diag/source.h"
#include "spec/parse.h"

namespace plugingen::model {
namespace {

using base::Quoted;

// The placeholder for the plugin's name in the files.
constexpr std::string_view kPrefix = "Plugin";

// The user does not see the text of these files, so diagnostics point at the set's name.
void PointAt(diag::Span span, diag::SourceText& text) {
  text.span = span;
  text.verbatim = false;
}

void PointAt(diag::Span span, std::vector<diag::SourceText>& texts) {
  for (diag::SourceText& text : texts) PointAt(span, text);
}

spec::Spec ReadFile(std::string_view file, const std::string& prefix) {
  const std::string path = catalog::FusionPath(file);
  const diag::SourceFile source(path, base::ReplaceAll(catalog::FusionText(file), kPrefix, prefix));
  diag::Sink sink;
  std::optional<spec::Spec> spec = spec::ParseSpec(source, sink);
  if (!spec || sink.has_errors()) throw std::logic_error(path + " is no spec");
  return std::move(*spec);
}

void AddOps(spec::Spec& file, const std::string& prefix, diag::Span span, spec::Spec& spec,
            diag::Sink& sink) {
  for (spec::OpEntry& op : file.ops) {
    op.reference = op.name.value.substr(prefix.size());
    op.span = op.name.span = op.shape_file.span = op.gradient_function.span = span;
    for (auto* texts : {&op.inputs, &op.outputs, &op.attrs}) PointAt(span, *texts);
    for (spec::ShapeEntry& entry : op.shape) {
      entry.span = entry.arg.span = span;
      PointAt(span, entry.texts);
    }
    const auto same = std::find_if(
        spec.ops.begin(), spec.ops.end(),
        [&op](const spec::OpEntry& known) { return known.name.value == op.name.value; });
    if (same == spec.ops.end()) {
      spec.ops.push_back(std::move(op));
      continue;
    }
    sink.Report({.code = "E0222",
                 .message = "op " + Quoted(op.name.value) + " is defined twice",
                 .span = same->name.span,
                 .notes = {{"this set of fusions defines it as well", span}},
                 .help = "rename yours"});
  }
}

void ReportUnknown(const spec::RewriteEntry& entry, diag::Sink& sink) {
  std::vector<std::string_view> names;
  for (const catalog::FusionSet& set : catalog::FusionSets()) names.push_back(set.name);
  const std::string& name = entry.set.value;
  sink.Report(
      {.code = "E0378",
       .message = "there is no set of fusions " + Quoted(name),
       .span = entry.set.span,
       .notes = {{"the sets are " +
                      base::Join(std::vector<std::string>(names.begin(), names.end()), ", "),
                  {}}},
       .help = base::DidYouMean(base::NearestName(name, names))});
}

}  // namespace

void AddFusions(spec::Spec& spec, diag::Sink& sink) {
  const std::string prefix = base::CamelCase(spec.plugin.name.value);
  std::set<std::string_view> added;
  std::vector<spec::RewriteEntry> rewrites;
  for (spec::RewriteEntry& entry : spec.graph.rewrites) {
    if (!entry.set.given) {
      rewrites.push_back(std::move(entry));
      continue;
    }
    const auto sets = catalog::FusionSets();
    const auto set = std::find_if(
        sets.begin(), sets.end(),
        [&entry](const catalog::FusionSet& known) { return known.name == entry.set.value; });
    if (set == sets.end()) {
      ReportUnknown(entry, sink);
      continue;
    }
    for (const std::string_view name : set->files) {
      if (!added.insert(name).second) continue;
      spec::Spec file = ReadFile(name, prefix);
      AddOps(file, prefix, entry.set.span, spec, sink);
      for (spec::RewriteEntry& rewrite : file.graph.rewrites) {
        rewrite.span = rewrite.name.span = entry.set.span;
        PointAt(entry.set.span, rewrite.match);
        PointAt(entry.set.span, rewrite.replace);
        PointAt(entry.set.span, rewrite.when);
        PointAt(entry.set.span, rewrite.chain);
        PointAt(entry.set.span, rewrite.merge);
        rewrites.push_back(std::move(rewrite));
      }
    }
  }
  spec.graph.rewrites = std::move(rewrites);
}

}  // namespace plugingen::model
