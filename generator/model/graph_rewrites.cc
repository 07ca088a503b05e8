#include "model/graph_rewrites.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "rewrite/check_loops.h"
#include "rewrite/parse_chain.h"
#include "rewrite/parse_merge.h"
#include "rewrite/parse_rewrite.h"

namespace plugingen::model {

using base::Quoted;

namespace {

// Checks that all steps are formulas, because the kernel of a chain computes nothing else.
bool CheckSteps(const spec::RewriteEntry& entry, const rewrite::Chain& chain, const Plugin& plugin,
                diag::Sink& sink) {
  const bool has_reference =
      std::any_of(plugin.kernels.begin(), plugin.kernels.end(), [&chain](const Kernel& kernel) {
        return kernel.op->name == chain.op &&
               kernel.implementation == spec::Implementation::kReference;
      });
  bool good = true;
  for (const diag::SourceText& text : entry.chain) {
    const auto* kernel = catalog::ReferenceTable::BuiltIn().Find(text.text);
    if (!has_reference || (kernel != nullptr && !catalog::StepKind(*kernel).empty())) continue;
    good = false;
    sink.Report(
        {.code = "E0379",
         .message = "the reference kernel of " + Quoted(chain.op) + " has no formula of " +
                    Quoted(text.text),
         .span = text.span,
         .help = "leave the op out, or write a kernel of your own for " + Quoted(chain.op)});
  }
  return good;
}

}  // namespace

void LinkRewrites(const Served& served, Plugin& plugin, diag::Sink& sink) {
  std::vector<op::OpDef> defs;
  for (const auto& op : plugin.ops.all()) defs.push_back(op->def);
  const op::KnownOps known{defs, served.history(), served.releases()};
  for (const spec::RewriteEntry& entry : plugin.spec.graph.rewrites) {
    if (!entry.merge.empty()) {
      std::optional<rewrite::Merge> merge = rewrite::ParseMerge(entry, known, sink);
      if (merge) plugin.merges.push_back(*std::move(merge));
    } else if (!entry.chain.empty()) {
      std::optional<rewrite::Chain> chain = rewrite::ParseChain(entry, known, sink);
      if (chain && CheckSteps(entry, *chain, plugin, sink))
        plugin.chains.push_back(*std::move(chain));
    } else {
      std::optional<rewrite::Rewrite> rewrite = rewrite::ParseRewrite(entry, known, sink);
      if (rewrite) plugin.rewrites.push_back(*std::move(rewrite));
    }
  }
  rewrite::CheckLoops(plugin.rewrites, sink);
}

void WarnOfMissingKernels(const Plugin& plugin, diag::Sink& sink) {
  const auto check = [&](const std::string& rewrite, const std::string& op, diag::Span span) {
    const bool has_kernel = std::any_of(plugin.rows.begin(), plugin.rows.end(),
                                        [&op](const Row& row) { return row.op->name == op; });
    if (has_kernel) return;
    sink.Report({.severity = diag::Severity::kWarning,
                 .code = "W0370",
                 .message = "rewrite " + Quoted(rewrite) + " is never applied: op " + Quoted(op) +
                            " has no kernel of this plugin",
                 .span = span,
                 .help = "add it under 'kernels'"});
  };
  for (const rewrite::Rewrite& rewrite : plugin.rewrites) {
    for (const rewrite::NewNode& node : rewrite.replace) {
      check(rewrite.name, node.op, rewrite.replaced_by);
    }
  }
  for (const rewrite::Chain& chain : plugin.chains) check(chain.name, chain.op, chain.replaced_by);
}

}  // namespace plugingen::model
