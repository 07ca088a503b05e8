#include "model/check_set_types.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "model/entry_reports.h"

namespace plugingen::model {
namespace {

using base::Quoted;

// Returns the index of the type attr that a binding is about. A binding without a name is about the
// first one.
std::optional<size_t> AttrOf(const catalog::Op& op, const spec::TypeBinding& binding) {
  const auto attrs = op.TypeAttrs();
  for (size_t i = 0; i < attrs.size(); ++i) {
    if (binding.attr.value.empty() || attrs[i]->name == binding.attr.value) return i;
  }
  return std::nullopt;
}

// What a binding means for the ops of a set.
struct Found {
  std::set<std::string_view> ops;
  std::set<std::string_view> dtypes;

  Found(const spec::TypeBinding& binding, std::span<const Request> requests) {
    for (const Request& request : requests) {
      const std::optional<size_t> attr = AttrOf(*request.op, binding);
      if (!attr) continue;
      ops.insert(request.op->name);
      dtypes.insert(request.dtypes[*attr]);
    }
  }
};

std::set<std::string_view> OpsWith(const spec::TypeBinding& binding, std::string_view dtype,
                                   std::span<const Request> requests) {
  std::set<std::string_view> ops;
  for (const Request& request : requests) {
    const std::optional<size_t> attr = AttrOf(*request.op, binding);
    if (attr && request.dtypes[*attr] == dtype) ops.insert(request.op->name);
  }
  return ops;
}

void ReportAttr(const spec::KernelEntry& entry, const spec::TypeBinding& binding,
                std::span<const Request> requests, diag::Sink& sink) {
  std::set<std::string_view> names;
  for (const Request& request : requests) {
    for (const catalog::Attr* attr : request.op->TypeAttrs()) names.insert(attr->name);
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  sink.Report({.code = "E0316",
               .message = "no op of set " + Quoted(entry.set.value) + " has a type attr " +
                          Quoted(binding.attr.value),
               .span = binding.attr.span,
               .notes = {{"they have " + Listed(known), {}}},
               .help = base::DidYouMean(base::NearestName(binding.attr.value, known))});
}

// Returns "'AddN', 'All', 'Any' and 12 more".
std::string Some(const std::vector<std::string>& names) {
  constexpr size_t kMost = 5;
  std::vector<std::string> first(
      names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, names.size())));
  std::string text = base::Join(first, ", ");
  if (names.size() > kMost) text += " and " + std::to_string(names.size() - kMost) + " more";
  return text;
}

void ReportDtype(const spec::KernelEntry& entry, const spec::Located<std::string>& dtype,
                 const Found& found, diag::Sink& sink) {
  sink.Report(
      {.code = "E0316",
       .message = "no op of set " + Quoted(entry.set.value) + " has a kernel of type " +
                  Quoted(dtype.value),
       .span = dtype.span,
       .notes = {{"their kernels have " + Listed({found.dtypes.begin(), found.dtypes.end()}), {}}},
       .help = "leave it out; an entry for one op, with 'implementation: stub', can have "
               "any type that TensorFlow's definition allows"});
}

// `fitting` are the ops that support one of the binding's types.
void WarnOfOthers(const spec::KernelEntry& entry, const spec::TypeBinding& binding,
                  const std::set<std::string_view>& fitting, const Found& found, diag::Sink& sink) {
  // Every set contains some ops on booleans or indices, which do not depend on the type.
  if (4 * fitting.size() >= 3 * found.ops.size()) return;
  std::vector<std::string> dtypes;
  for (const auto& dtype : binding.dtypes) dtypes.push_back(Quoted(dtype.value));
  std::vector<std::string> others;
  for (const std::string_view op : found.ops) {
    if (!fitting.contains(op)) others.push_back(Quoted(op));
  }
  const bool is_one = dtypes.size() == 1;
  sink.Report({.severity = diag::Severity::kWarning,
               .code = "W0308",
               .message = (is_one ? "type " : "types ") + base::Join(dtypes, ", ") +
                          (is_one ? " fits " : " fit ") + std::to_string(fitting.size()) +
                          " of the " + std::to_string(found.ops.size()) + " ops of set " +
                          Quoted(entry.set.value),
               .span = binding.dtypes.front().span,
               .notes = {{"the others keep the types of the set: " + Some(others), {}}},
               .help = "list the ops to which these 'types' apply in entries of their own"});
}

}  // namespace

void CheckSetTypes(const spec::KernelEntry& entry, std::span<const Request> requests,
                   diag::Sink& sink) {
  for (const spec::TypeBinding& binding : entry.types) {
    const Found found(binding, requests);
    if (found.ops.empty()) {
      ReportAttr(entry, binding, requests, sink);
      continue;
    }
    std::set<std::string_view> fitting;
    for (const spec::Located<std::string>& dtype : binding.dtypes) {
      const std::set<std::string_view> ops = OpsWith(binding, dtype.value, requests);
      if (ops.empty()) ReportDtype(entry, dtype, found, sink);
      fitting.insert(ops.begin(), ops.end());
    }
    if (!fitting.empty()) WarnOfOthers(entry, binding, fitting, found, sink);
  }
}

}  // namespace plugingen::model
