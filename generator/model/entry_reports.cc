#include "model/entry_reports.h"

#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "catalog/nearest_op.h"
#include "catalog/sets.h"
#include "model/expand.h"

namespace plugingen::model {

using base::DidYouMean;
using base::Quoted;
using catalog::Catalog;
using catalog::Op;
using spec::KernelEntry;

namespace {

// Comparing a name with all ops takes a while, and nobody reads so many suggestions.
constexpr size_t kMaxGuesses = 100;

}  // namespace

std::string Listed(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

diag::Span FirstName(const spec::Spec& spec) {
  return spec.kernels.empty() ? spec.ops.front().name.span : spec.kernels.front().name_span();
}

void ReportUnknownOp(const KernelEntry& entry, const Served& served, const NewOps& new_ops,
                     diag::Sink& sink) {
  const Catalog& catalog = served.newest();
  const catalog::ReleaseSet others = served.history().ReleasesWith(entry.op.value);
  diag::Diagnostic diagnostic{.code = "E0301",
                              .message = "TensorFlow " + std::string(catalog.release()) +
                                         " has no op " + Quoted(entry.op.value),
                              .span = entry.op.span};
  if (others != 0) {
    diagnostic.notes = {{"it exists " + catalog::SinceUntil(others, served.history().releases()) +
                             ", in releases that this plugin does not support",
                         {}}};
    diagnostic.help = "support one of them, or leave the op out";
    return sink.Report(std::move(diagnostic));
  }
  if (entry.op.value.starts_with("_")) {
    diagnostic.notes = {
        {"ops that begin with '_' are private to TensorFlow and move between releases", {}}};
  } else if (sink.error_count() < kMaxGuesses) {
    std::vector<std::string_view> names;
    for (const auto& op : new_ops.all()) names.push_back(op->def.name);
    diagnostic.help = DidYouMean(catalog::NearestOp(entry.op.value, catalog, names));
  }
  if (diagnostic.help.empty()) diagnostic.help = "`plugingen ops` lists the ops";
  sink.Report(std::move(diagnostic));
}

void ReportUnknownSet(const KernelEntry& entry, diag::Sink& sink) {
  std::vector<std::string_view> names;
  for (const auto& [name, known] : catalog::SetTable::BuiltIn().sets()) names.push_back(name);
  std::string help = DidYouMean(base::NearestName(entry.set.value, names));
  if (help.empty()) help = "the sets: " + Listed(names);
  sink.Report({.code = "E0309",
               .message = "there is no set of ops named " + Quoted(entry.set.value),
               .span = entry.set.span,
               .help = std::move(help)});
}

void ReportLeftOut(const KernelEntry& entry, const Op& op, catalog::ReleaseSet differing,
                   const Served& served, diag::Sink& sink) {
  sink.Report({.severity = diag::Severity::kWarning,
               .code = "W0306",
               .message = "op " + Quoted(op.name) + " of set " + Quoted(entry.set.value) +
                          " is left out: it has other arguments in TensorFlow " +
                          served.Text(differing),
               .span = entry.set.span,
               .help = served.NarrowerRange(differing)});
}

void ReportTooMany(const diag::Span& span, size_t rows, diag::Sink& sink) {
  sink.Report({.code = "E0313",
               .message = "the spec registers more than " + std::to_string(kMaxRows) + " kernels",
               .span = span,
               .notes = {{"each combination of types is a kernel; up to here there are " +
                              std::to_string(rows),
                          {}}},
               .help = "list only the types that the device supports"});
}

void ReportMany(const Op& op, const diag::Span& span, size_t rows, diag::Sink& sink) {
  sink.Report({.severity = diag::Severity::kWarning,
               .code = "W0309",
               .message = "op " + Quoted(op.name) + " has " + std::to_string(rows) + " kernels",
               .span = span,
               .notes = {{"each combination of types is a kernel that has to be compiled", {}}},
               .help = "list only the types that the device supports"});
}

std::string Described(const Request& request) {
  std::string text = Quoted(request.op->name);
  for (size_t i = 0; i < request.dtypes.size(); ++i) {
    text += (i == 0 ? " with " : ", ") + std::string(request.op->TypeAttrs()[i]->name) + " = " +
            std::string(request.dtypes[i]);
  }
  return text;
}

}  // namespace plugingen::model
