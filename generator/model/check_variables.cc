#include "model/check_variables.h"

#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "base/text.h"
#include "catalog/variable_access.h"

namespace plugingen::model {
namespace {

// "ops 'A', 'B' and 3 more".
std::string Named(const std::set<std::string_view>& ops) {
  constexpr size_t kMost = 2;
  if (ops.size() == 1) return "op " + base::Quoted(*ops.begin());
  std::string text = "ops " + base::Quoted(*ops.begin());
  const auto second = std::next(ops.begin());
  if (ops.size() == kMost) return text + " and " + base::Quoted(*second);
  return text + ", " + base::Quoted(*second) + " and " + std::to_string(ops.size() - kMost) +
         " more";
}

}  // namespace

void WarnOfVariables(const std::vector<Request>& requests, const Served& served, diag::Sink& sink) {
  const catalog::VariableAccess& access = catalog::AccessToVariables();
  const catalog::ReleaseSet lacking = access.lacking & served.releases();
  if (lacking == 0) return;
  std::set<std::string_view> ops;
  const Request* first = nullptr;  // in the spec
  for (const Request& request : requests) {
    const catalog::VariableOp* op = access.Find(request.op->name);
    if (op == nullptr || !op->instead.empty()) continue;
    ops.insert(request.op->name);
    if (first == nullptr || request.span.begin < first->span.begin) first = &request;
  }
  if (first == nullptr) return;
  sink.Report({.severity = diag::Severity::kWarning,
               .code = "W0308",
               .message = "kernels of " + Named(ops) + " work in graphs only in TensorFlow " +
                          served.Text(lacking),
               .span = first->span,
               .notes = {{"they update a variable in place, and the wheels of tensorflow-cpu give "
                          "plugins\nno way to lock one there",
                          {}}},
               .help = served.NarrowerRange(lacking)});
}

}  // namespace plugingen::model
