#include "model/check_releases.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

namespace plugingen::model {
namespace {

using base::Quoted;
using catalog::Op;
using catalog::ReleaseSet;
using diag::Severity;

// Checks one op of an entry in all supported releases.
class OpCheck {
 public:
  OpCheck(const spec::KernelEntry& entry, const Op& op, const Served& served, diag::Sink& sink)
      : entry_(entry), op_(op), served_(served), sink_(sink), attrs_(op.TypeAttrs()) {
    having_ = served.history().ReleasesWith(op.name) & served.releases();
  }

  void Add(const Request& request) {
    for (size_t i = 0; i < attrs_.size(); ++i) dtypes_.emplace(i, request.dtypes[i]);
    for (const std::string& arg : request.host_memory) host_memory_.insert(arg);
    from_set_ = request.from_set;
    name_ = request.span;
  }

  void Report() {
    if (ReleaseSet lacking = served_.releases() & ~having_; lacking != 0 && !from_set_) {
      ReportOp(lacking);
    }
    for (const std::string& arg : host_memory_) {
      const ReleaseSet lacking = Lacking([&](const Op& op) { return op.HasArg(arg); });
      if (lacking != 0) ReportHostMemory(arg, lacking);
    }
    if (from_set_) return;
    for (const auto& [index, dtype] : dtypes_) ReportDtype(attrs_[index]->name, dtype);
  }

 private:
  // Returns the supported releases that have the op but whose definition does not satisfy `has`.
  template <class Has>
  ReleaseSet Lacking(Has has) const {
    ReleaseSet lacking = 0;
    for (size_t i = 0; i < served_.history().releases().size(); ++i) {
      if (catalog::Holds(having_, i) && !has(*served_.history().At(i).Find(op_.name))) {
        lacking |= ReleaseSet{1} << i;
      }
    }
    return lacking;
  }

  void ReportOp(ReleaseSet lacking) {
    const std::string range = served_.NarrowerRange(lacking);
    sink_.Report(
        {.severity = Severity::kWarning,
         .code = "W0303",
         .message = "TensorFlow " + served_.Text(lacking) + " " + Has(lacking) + " no op " +
                    Quoted(op_.name),
         .span = name_,
         .notes = {{"the plugin also supports these releases; the kernel is never run there", {}}},
         .help = range});
  }

  void ReportHostMemory(const std::string& arg, ReleaseSet lacking) {
    diag::Diagnostic diagnostic{
        .code = "E0317",
        .message = "op " + Quoted(op_.name) + " has no argument " + Quoted(arg) +
                   " in TensorFlow " + served_.Text(lacking),
        .span = name_,
        .notes = {{"a host-memory argument that does not exist breaks every node of the op", {}}},
        .help = served_.NarrowerRange(lacking)};
    for (const auto& written : entry_.host_memory) {
      if (op_.DefinedName(written.value) == arg) diagnostic.span = written.span;
    }
    AddSignature(lacking, diagnostic);
    sink_.Report(std::move(diagnostic));
  }

  void ReportDtype(std::string_view attr, std::string_view dtype) {
    const spec::Located<std::string>* written = Written(attr, dtype);
    if (written == nullptr) return;  // not the user's choice: it follows from the newest release
    const ReleaseSet lacking = having_ & ~served_.Allowing(op_.name, attr, dtype);
    if (lacking == 0) return;
    sink_.Report(
        {.severity = Severity::kWarning,
         .code = "W0304",
         .message = "attr " + Quoted(attr) + " of op " + Quoted(op_.name) + " cannot be " +
                    Quoted(dtype) + " in TensorFlow " + served_.Text(lacking),
         .span = written->span,
         .notes = {{"the plugin also supports these releases; the kernel is never run there", {}}},
         .help = served_.NarrowerRange(lacking)});
  }

  const spec::Located<std::string>* Written(std::string_view attr, std::string_view dtype) const {
    for (const spec::TypeBinding& binding : entry_.types) {
      if (!binding.attr.value.empty() && binding.attr.value != attr) continue;
      for (const spec::Located<std::string>& written : binding.dtypes) {
        if (written.value == dtype) return &written;
      }
    }
    return nullptr;
  }

  // Adds the signature of the op in the newest of the lacking releases.
  void AddSignature(ReleaseSet lacking, diag::Diagnostic& diagnostic) const {
    const auto& releases = served_.history().releases();
    for (size_t i = releases.size(); i-- > 0;) {
      if (!catalog::Holds(lacking, i)) continue;
      const Op& old = *served_.history().At(i).Find(op_.name);
      diagnostic.notes.push_back(
          {old.Signature() + " (TensorFlow " + std::string(releases[i]) + ")", {}});
      return;
    }
  }

  static std::string Has(ReleaseSet releases) {
    return (releases & (releases - 1)) == 0 ? "has" : "have";
  }

  const spec::KernelEntry& entry_;
  const Op& op_;
  const Served& served_;
  diag::Sink& sink_;
  const std::vector<const catalog::Attr*> attrs_;
  ReleaseSet having_ = 0;
  std::set<std::pair<size_t, std::string_view>> dtypes_;
  std::set<std::string> host_memory_;
  bool from_set_ = false;
  diag::Span name_;
};

}  // namespace

void CheckReleases(const spec::KernelEntry& entry, std::span<const Request> requests,
                   const Served& served, diag::Sink& sink) {
  for (size_t begin = 0; begin < requests.size();) {
    const Op& op = *requests[begin].op;  // the requests of an op are adjacent
    size_t end = begin;
    while (end < requests.size() && requests[end].op == &op) ++end;
    if (!served.history().IsConstant(op.name)) {
      OpCheck check(entry, op, served, sink);
      for (const Request& request : requests.subspan(begin, end - begin)) check.Add(request);
      check.Report();
    }
    begin = end;
  }
}

}  // namespace plugingen::model
