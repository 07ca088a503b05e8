#include "model/graph_rewrites.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "rewrite/parse_rewrite.h"

namespace plugingen::model {

using base::Quoted;

std::vector<rewrite::Rewrite> LinkRewrites(const spec::GraphSection& graph, const NewOps& ops,
                                           const Served& served, diag::Sink& sink) {
  std::vector<op::OpDef> defs;
  for (const auto& op : ops.all()) defs.push_back(op->def);
  const op::KnownOps known{defs, served.history(), served.releases()};
  std::vector<rewrite::Rewrite> rewrites;
  for (const spec::RewriteEntry& entry : graph.rewrites) {
    std::optional<rewrite::Rewrite> rewrite = rewrite::ParseRewrite(entry, known, sink);
    if (rewrite) rewrites.push_back(std::move(*rewrite));
  }
  return rewrites;
}

void WarnOfMissingKernels(const Plugin& plugin, diag::Sink& sink) {
  for (const rewrite::Rewrite& rewrite : plugin.rewrites) {
    for (const rewrite::NewNode& node : rewrite.replace) {
      const bool has_kernel =
          std::any_of(plugin.rows.begin(), plugin.rows.end(),
                      [&node](const Row& row) { return row.op->name == node.op; });
      if (has_kernel) continue;
      sink.Report({.severity = diag::Severity::kWarning,
                   .code = "W0370",
                   .message = "rewrite " + Quoted(rewrite.name) + " never happens: op " +
                              Quoted(node.op) + " has no kernel of this plugin",
                   .span = rewrite.replaced_by,
                   .help = "add it under 'kernels'"});
    }
  }
}

}  // namespace plugingen::model
