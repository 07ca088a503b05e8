// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/preserved_nodes.h"

#include <cstddef>
#include <vector>

#include "pluggable/status.h"

#include "plugin/find_in_tensorflow.h"

namespace pluggable::graph {
namespace {

using GetListSize = void(const TF_GrapplerItem* item, int* num_values, size_t* storage_size,
                         TF_Status* status);
using GetList = void(const TF_GrapplerItem* item, char** values, size_t* lengths, int num_values,
                     void* storage, size_t storage_size, TF_Status* status);

// The names in a list that TensorFlow keeps for the graph. Nothing without the functions, or for a
// graph that is not TensorFlow's, such as those of tests.
std::optional<NodeNames> NamesOf(const TF_GrapplerItem* item, GetListSize* get_size,
                                 GetList* get_list) {
  if (item == nullptr || get_size == nullptr || get_list == nullptr) return std::nullopt;
  TfStatus status;
  int num_values = 0;
  size_t storage_size = 0;
  get_size(item, &num_values, &storage_size, status.get());
  if (!status.ok()) return std::nullopt;
  // The names are copied into the storage, one after another, without terminators.
  std::vector<char*> values(static_cast<size_t>(num_values));
  std::vector<size_t> lengths(static_cast<size_t>(num_values));
  std::vector<char> storage(storage_size);
  get_list(item, values.data(), lengths.data(), num_values, storage.data(), storage_size,
           status.get());
  if (!status.ok()) return std::nullopt;
  NodeNames names;
  for (size_t i = 0; i < values.size(); ++i) names.emplace(values[i], lengths[i]);
  return names;
}

}  // namespace

std::optional<NodeNames> PreservedNodes(const TF_GrapplerItem* item) {
  static auto* const get_size = FindInTensorFlow<GetListSize>("TF_GetNodesToPreserveListSize");
  static auto* const get_list = FindInTensorFlow<GetList>("TF_GetNodesToPreserveList");
  return NamesOf(item, get_size, get_list);
}

NodeNames FetchedNodes(const TF_GrapplerItem* item) {
  static auto* const get_size = FindInTensorFlow<GetListSize>("TF_GetFetchNodesListSize");
  static auto* const get_list = FindInTensorFlow<GetList>("TF_GetFetchNodesList");
  NodeNames nodes;
  for (const std::string& fetched : NamesOf(item, get_size, get_list).value_or(NodeNames())) {
    nodes.insert(fetched.substr(0, fetched.find(':')));  // it may name an output
  }
  return nodes;
}

bool IsOfFunction(const Graph& graph) {
  for (int i = 0; i < graph.size(); ++i) {
    if (graph.node(i).op == "_Retval") return true;
  }
  return false;
}

std::optional<NodeNames> PreservedNodes(const Graph& graph) {
  if (!IsOfFunction(graph)) return std::nullopt;
  NodeNames names;
  for (int i = 0; i < graph.size(); ++i) {
    const NodeDef& node = graph.node(i);
    if (node.op == "_Arg" || graph.consumers(i).empty()) names.emplace(node.name);
  }
  return names;
}

}  // namespace pluggable::graph
