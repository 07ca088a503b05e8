// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/conditions.h"

#include <cstdint>
#include <vector>

#include "graph/const_tensor.h"

namespace pluggable::graph {
namespace {

bool ReadIndices(const Graph& graph, const Edge& tensor, std::vector<int64_t>* indices) {
  ConstTensor value;
  return tensor.output == 0 && value.Read(graph.node(tensor.node)) && value.IsIndices(indices);
}

// Whether second[first[i]] is i for every i, so that both are permutations. Axes may count from the
// end.
bool AreInverse(const std::vector<int64_t>& first, const std::vector<int64_t>& second) {
  const auto rank = static_cast<int64_t>(first.size());
  if (second.size() != first.size()) return false;
  const auto at = [rank](const std::vector<int64_t>& axes, int64_t i, int64_t* axis) {
    *axis = axes[static_cast<size_t>(i)];
    if (*axis < 0) *axis += rank;
    return *axis >= 0 && *axis < rank;
  };
  for (int64_t i = 0; i < rank; ++i) {
    int64_t there;
    int64_t back;
    if (!at(first, i, &there) || !at(second, there, &back) || back != i) return false;
  }
  return true;
}

}  // namespace

bool IsFulfilled(const Condition& condition, const Graph& graph, const Match& match) {
  std::vector<int64_t> first;
  std::vector<int64_t> second;
  switch (condition.kind) {
    case Condition::Kind::kInverse:
      return ReadIndices(graph, match.values[static_cast<size_t>(condition.first)], &first) &&
             ReadIndices(graph, match.values[static_cast<size_t>(condition.second)], &second) &&
             AreInverse(first, second);
  }
  return false;
}

}  // namespace pluggable::graph
