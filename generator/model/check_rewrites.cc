#include "model/check_rewrites.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/host_memory.h"
#include "catalog/reference.h"
#include "catalog/rewrites.h"
#include "model/entry_reports.h"

namespace plugingen::model {
namespace {

using base::Quoted;
using Dtypes = std::set<std::string_view>;

bool IsInteger(std::string_view dtype) {
  return dtype.starts_with("int") || dtype.starts_with("uint");
}

// Ops of rewrites have at most one relevant type attr, T. LogicalNot has none.
std::map<std::string_view, Dtypes> DtypesByOp(const std::vector<Request>& requests) {
  std::map<std::string_view, Dtypes> dtypes;
  for (const Request& request : requests) {
    const auto attrs = request.op->TypeAttrs();
    Dtypes& of_op = dtypes[request.op->name];
    for (size_t i = 0; i < attrs.size(); ++i) {
      if (attrs[i]->name == "T") of_op.insert(request.dtypes[i]);
    }
  }
  return dtypes;
}

// True if the op can have this type. If TensorFlow creates it with another type, the function fails
// on every device anyway.
bool Takes(const catalog::Op& op, std::string_view dtype) {
  for (const catalog::Attr* attr : op.TypeAttrs()) {
    if (attr->name != "T") continue;
    return attr->allowed_types.empty() || catalog::Contains(attr->allowed_types, dtype);
  }
  return false;
}

struct Lack {
  Dtypes dtypes;
  std::string example;  // of the first rewrite
};

std::map<std::string_view, Lack> Lacks(const std::vector<Request>& requests) {
  const std::map<std::string_view, Dtypes> dtypes = DtypesByOp(requests);
  const auto has = [&](std::string_view op, std::string_view dtype) {
    const auto found = dtypes.find(op);
    return found != dtypes.end() && (found->second.empty() || found->second.contains(dtype));
  };
  std::map<std::string_view, Lack> lacks;
  for (const catalog::Rewrite& rewrite : catalog::Rewrites()) {
    const auto first = dtypes.find(rewrite.from.front());
    const catalog::Op* made = catalog::Catalog::BuiltIn().Find(rewrite.made);
    if (first == dtypes.end() || made == nullptr) continue;
    for (const std::string_view dtype : first->second) {
      const bool applies = std::all_of(rewrite.from.begin(), rewrite.from.end(),
                                       [&](std::string_view op) { return has(op, dtype); });
      if (!applies || has(rewrite.made, dtype)) continue;
      if (rewrite.is_real && IsInteger(dtype)) continue;
      if (!Takes(*made, dtype)) continue;
      if (catalog::CoreServesOnHost(*made, {{"T", dtype}})) continue;
      Lack& lack = lacks[rewrite.made];
      if (lack.example.empty()) lack.example = rewrite.example;
      lack.dtypes.insert(dtype);
    }
  }
  return lacks;
}

std::string EntryOf(std::string_view op, const Lack& lack) {
  const bool reference = catalog::ReferenceTable::BuiltIn().Find(op) != nullptr;
  return "  - {op: " + std::string(op) + ", types: {T: [" +
         base::Join(std::vector<std::string>(lack.dtypes.begin(), lack.dtypes.end()), ", ") + "]}" +
         (reference ? "" : ", implementation: stub") + "} # " + lack.example;
}

}  // namespace

void WarnOfRewrites(const spec::Spec& spec, const std::vector<Request>& requests,
                    diag::Sink& sink) {
  const std::map<std::string_view, Lack> lacks = Lacks(requests);
  if (lacks.empty()) return;
  std::vector<std::string> names;
  std::string help = "add these:";
  for (const auto& [op, lack] : lacks) {
    names.push_back(Quoted(op));
    help += "\n" + EntryOf(op, lack);
  }
  sink.Report({.severity = diag::Severity::kWarning,
               .code = "W0307",
               .message = "TensorFlow turns ops of this device into " + base::Join(names, ", ") +
                          ", for which it has no kernels",
               .span = FirstName(spec),
               .notes = {{"in functions its graph optimizer rewrites arithmetic after every op has "
                          "got its device; without a kernel the function then fails",
                          {}}},
               .help = help});
}

void WarnOfPasses(const spec::Spec& spec, diag::Sink& sink) {
  for (const spec::PassSwitch& pass : spec.graph.passes) {
    if (pass.name != "memory_optimization" || !pass.on.value) continue;
    sink.Report(
        {.severity = diag::Severity::kWarning,
         .code = "W0371",
         .message =
             "TensorFlow's memory optimizer creates ops for which no plugin can have kernels",
         .span = pass.on.span,
         .notes = {{"functions that add three and more gradients, and seem to need more than "
                    "205 MB, fail with \"No registered 'Assign' OpKernel\"",
                    {}}},
         .help = "leave 'memory_optimization' out, which disables it"});
  }
}

}  // namespace plugingen::model
