// What the nodes of a graph of the emitted tests compute, so that two graphs can be compared.

#ifndef PLUGINGEN_TESTS_FUZZ_GRAPH_MEANING_H_
#define PLUGINGEN_TESTS_FUZZ_GRAPH_MEANING_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"

namespace pluggable::tests {

// Gives every tensor a number that is the same for tensors that are equal whatever the arguments
// are, as far as the rewrites of the library's tests (graph_test_rewrites.h) go.
class Meaning {
 public:
  // Nodes of the names in `fed` are anything.
  Meaning(const graph::Graph& graph, const std::set<std::string>& fed) : graph_(graph), fed_(fed) {}

  // Nothing if the tensor depends on itself.
  std::optional<uint64_t> Of(const graph::Edge& tensor);

  // The nodes of op NoOp that a node comes after.
  std::set<std::string> WaitsFor(int node);

 private:
  using Permutation = std::vector<int64_t>;

  std::optional<uint64_t> Compute(const graph::Edge& tensor);
  uint64_t Transposed(uint64_t x, const graph::Edge& permutation, uint64_t permutation_meaning);

  const graph::Graph& graph_;
  const std::set<std::string>& fed_;
  std::map<std::pair<int, int>, std::optional<uint64_t>> known_;  // nothing: being computed
  std::map<uint64_t, std::pair<uint64_t, Permutation>> transposed_;
  std::map<uint64_t, uint64_t> reshaped_;
};

}  // namespace pluggable::tests

#endif  // PLUGINGEN_TESTS_FUZZ_GRAPH_MEANING_H_
