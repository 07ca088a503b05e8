// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/rewriter.h"

#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "graph/chain.h"
#include "graph/legality.h"
#include "graph/matcher.h"
#include "graph/merge.h"
#include "graph/replacement.h"
#include "plugin/features/graph.h"

namespace pluggable::graph {
namespace {

// One pass usually leaves nothing for the next. The limit stops rewrites that undo each other.
constexpr int kMaxPasses = 10;

// The nodes at which a rewrite can match, by op.
class Roots {
 public:
  explicit Roots(const std::vector<Rewrite>& rewrites) {
    for (const Rewrite& rewrite : rewrites) {
      if (rewrite.match.empty()) continue;
      for (const char* op : rewrite.match[0].ops) nodes_[op];
    }
  }

  void Find(const Graph& graph) {
    for (auto& op : nodes_) op.second.clear();
    for (int i = 0; i < graph.size(); ++i) {
      const auto found = nodes_.find(graph.node(i).op);
      if (found != nodes_.end() && !graph.IsRemoved(i)) found->second.push_back(i);
    }
  }

  const std::vector<int>& of(const char* op) const { return nodes_.at(op); }

 private:
  std::unordered_map<std::string_view, std::vector<int>> nodes_;
};

}  // namespace

std::vector<int> RewriteGraph(const std::vector<Rewrite>& rewrites,
                              const Surroundings& surroundings, Graph* graph) {
  std::vector<int> counts(rewrites.size());
  if constexpr (features::kGraphMerges) {
    // Merging comes first, so that patterns see the consumers of all equal nodes.
    for (size_t i = 0; i < rewrites.size(); ++i) {
      if (rewrites[i].merge.empty()) continue;
      counts[i] = MergeEqualNodes(rewrites[i], surroundings, graph);
    }
  }
  Roots roots(rewrites);
  bool has_changed = true;
  for (int pass = 0; has_changed && pass < kMaxPasses; ++pass) {
    has_changed = false;
    roots.Find(*graph);
    for (size_t i = 0; i < rewrites.size(); ++i) {
      const Rewrite& rewrite = rewrites[i];
      if (rewrite.match.empty()) continue;
      Matcher matcher(*graph, rewrite);
      const auto replace = [&](const Match& match) {
        return IsLegal(*graph, rewrite, match, surroundings) &&
               Replace(rewrite, match, surroundings, graph);
      };
      for (const char* op : rewrite.match[0].ops) {
        for (const int node : roots.of(op)) {
          if (graph->IsRemoved(node) || !matcher.Find(node, replace)) continue;
          ++counts[i];
          has_changed = true;
        }
      }
    }
  }
  if constexpr (features::kGraphChains) {
    // Chains come last, since patterns do not match their nodes any more.
    for (size_t i = 0; i < rewrites.size(); ++i) {
      if (rewrites[i].chain.empty()) continue;
      counts[i] = ReplaceChains(rewrites[i], surroundings, graph);
    }
  }
  return counts;
}

}  // namespace pluggable::graph
