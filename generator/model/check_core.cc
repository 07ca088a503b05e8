#include "model/check_core.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "catalog/core_on_device.h"
#include "catalog/host_memory.h"
#include "model/entry_reports.h"

namespace plugingen::model {
namespace {

using base::Quoted;

std::vector<catalog::ChosenType> TypesOf(const Request& request) {
  std::vector<catalog::ChosenType> types;
  const auto attrs = request.op->TypeAttrs();
  for (size_t i = 0; i < attrs.size(); ++i) types.push_back({attrs[i]->name, request.dtypes[i]});
  return types;
}

// Returns the supported releases in which TensorFlow registers the op for every device.
catalog::ReleaseSet OnEveryDevice(std::string_view name, const Served& served) {
  catalog::ReleaseSet releases = 0;
  for (size_t i = 0; i < served.history().releases().size(); ++i) {
    if (!catalog::Holds(served.releases(), i)) continue;
    const catalog::Op* op = served.history().At(i).Find(name);
    if (op != nullptr && catalog::IsOnEveryDevice(*op)) releases |= catalog::ReleaseSet{1} << i;
  }
  return releases;
}

}  // namespace

void WarnOfShadowing(const std::vector<Request>& requests, diag::Sink& sink) {
  const std::vector<std::string_view> computed = catalog::OpsOfCoreOnDevice();
  std::set<std::pair<size_t, std::string_view>> warned;
  for (const Request& request : requests) {
    if (request.from_set || !request.label.empty()) continue;
    if (catalog::Contains(computed, request.op->name)) continue;  // the plugin has to replace these
    const auto types = TypesOf(request);
    if (catalog::FindCoreKernel(*request.op, "DEFAULT", types) == nullptr) continue;
    if (!warned.emplace(request.span.begin, request.op->name).second) continue;
    const bool on_host = catalog::CoreServesOnHost(*request.op, types);
    sink.Report(
        {.severity = diag::Severity::kWarning,
         .code = "W0302",
         .message = "this replaces TensorFlow's own kernel of op " + Described(request),
         .span = request.span,
         .notes = {{on_host
                        ? "TensorFlow computes it in host memory for every device: such values "
                          "are mostly shapes, which the host needs at once"
                        : "TensorFlow has one for every device, which also works on this device",
                    {}}},
         .help = "leave these types out unless the device is meant to compute them"});
  }
}

void WarnOfCoresKernels(const spec::Spec& spec, const std::vector<Request>& requests,
                        const Served& served, diag::Sink& sink) {
  if (requests.empty()) return;
  std::vector<std::string> ops;
  catalog::ReleaseSet releases = 0;
  for (const std::string_view op : catalog::OpsOfCoreOnDevice()) {
    const bool brought =
        std::any_of(requests.begin(), requests.end(),
                    [op](const Request& request) { return request.op->name == op; });
    const catalog::ReleaseSet of_core = brought ? 0 : OnEveryDevice(op, served);
    if (of_core != 0) ops.push_back(Quoted(op));
    releases |= of_core;
  }
  if (ops.empty()) return;
  sink.Report({.severity = diag::Severity::kWarning,
               .code = "W0305",
               .message = "TensorFlow itself would compute " + base::Join(ops, " and ") +
                          " for this device, on the CPU",
               .span = FirstName(spec),
               .notes = {{"TensorFlow " + served.Text(releases) +
                              " have kernels for every device that update variables in its memory "
                              "without waiting for it: wrong values, or a crash",
                          {}}},
               .help = "add '- set: variables'"});
}

}  // namespace plugingen::model
