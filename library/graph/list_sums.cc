// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/list_sums.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "graph/attr_value.h"
#include "graph/device_name.h"
#include "graph/kernel_check.h"

namespace pluggable::graph {
namespace {

constexpr char kElementType[] = "element_dtype";

class ListSums {
 public:
  ListSums(std::string_view device_type, const KernelTable& kernels, const NodeNames& preserved,
           Graph* graph)
      : device_type_(device_type), kernels_(kernels), preserved_(preserved), graph_(*graph) {}

  bool Change(int sum) {
    if (graph_.node(sum).op != "AddN" || graph_.node(sum).FindAttr("T") != TypeAttr(TF_VARIANT)) {
      return false;
    }
    std::vector<Edge> inputs = graph_.inputs(sum);
    const auto terms_end = inputs.begin() + graph_.num_data_inputs(sum);
    // The list to which elements are added comes first.
    std::stable_partition(inputs.begin(), terms_end,
                          [&](const Edge& term) { return !IsElement(term, sum); });
    std::vector<Edge> elements(inputs.begin() + 1, terms_end);
    const NodeDef list = graph_.node(inputs[0].node);
    const bool can_be_added =
        !elements.empty() && std::all_of(elements.begin(), elements.end(), [&](const Edge& term) {
          return IsElement(term, sum) && graph_.node(term.node).device == list.device;
        });
    if (!can_be_added) return false;
    Edge so_far = inputs[0];
    for (const Edge& element : elements) {
      AddTo(so_far, element.node);
      so_far = element;
    }
    NodeDef* const changed = graph_.Change(sum);
    changed->op = "Identity";
    changed->device = list.device;
    changed->EraseTypes();
    const auto is_count = [](const Attr& attr) { return attr.name == "N"; };
    changed->attrs.erase(std::remove_if(changed->attrs.begin(), changed->attrs.end(), is_count),
                         changed->attrs.end());
    inputs.erase(inputs.begin(), terms_end);
    inputs.insert(inputs.begin(), so_far);
    graph_.SetInputs(sum, inputs);
    return true;
  }

 private:
  // Whether the term is a list of one element that only the sum uses.
  bool IsElement(const Edge& term, int sum) const {
    const NodeDef& set = graph_.node(term.node);
    if (set.op != "TensorListSetItem" || DeviceType(set.device) != device_type_ ||
        graph_.num_data_inputs(term.node) != 3 || preserved_.count(std::string(set.name)) != 0) {
      return false;
    }
    const std::vector<int> consumers = graph_.ConsumersInOrder(term.node);
    const NodeDef& list = graph_.node(graph_.inputs(term.node)[0].node);
    return consumers == std::vector<int>{sum} && list.op == "TensorListReserve" &&
           HasKernel(kernels_, Addition(set));
  }

  // AddN rejects different shapes, as a sum of lists does.
  NodeDef Addition(const NodeDef& set) const {
    NodeDef node;
    node.op = "AddN";
    node.attrs = {{"T", set.FindAttr(kElementType)}, {"N", graph_.Keep(IntAttr(2))}};
    if (!HasKernel(kernels_, node)) {
      node.op = "AddV2";
      node.attrs.pop_back();
    }
    return node;
  }

  // Makes the node, which sets an element of a new list, add it to that element of another list.
  void AddTo(const Edge& list, int set) {
    std::vector<Edge> inputs = graph_.inputs(set);
    const int unused = inputs[0].node;
    const Edge index = inputs[1];
    const Edge term = inputs[2];
    const std::string_view dtype = graph_.node(set).FindAttr(kElementType);
    NodeDef shape;
    shape.op = "Shape";
    shape.attrs = {{"T", dtype}, {"out_type", graph_.Keep(TypeAttr(TF_INT32))}};
    NodeDef get;
    get.op = "TensorListGetItem";
    get.attrs = {{kElementType, dtype}};
    const Edge element_shape = Add(std::move(shape), "shape", set, {term});
    const Edge element = Add(std::move(get), "element", set, {list, index, element_shape});
    inputs[0] = list;
    inputs[2] = Add(Addition(graph_.node(set)), "sum", set, {element, term});
    const std::vector<Edge>& waits = graph_.inputs(unused);
    inputs.insert(inputs.end(), waits.begin() + graph_.num_data_inputs(unused), waits.end());
    graph_.SetInputs(set, inputs);
    if (!IsNeeded(unused)) graph_.Remove(unused);
  }

  bool IsNeeded(int node) const {
    const ConsumerLists::Range consumers = graph_.consumers(node);
    const std::string_view name = graph_.node(node).name;
    return consumers.begin() != consumers.end() || !graph_.ColocatedWith(name).empty() ||
           preserved_.count(std::string(name)) != 0;
  }

  // Adds a node before node `of`, whose name it gets with an ending; returns its output.
  Edge Add(NodeDef node, const std::string& ending, int of, const std::vector<Edge>& inputs) {
    std::string name = std::string(graph_.node(of).name) + "/" + ending;
    while (graph_.HasNode(name)) name += "_";
    node.name = graph_.Keep(std::move(name));
    node.device = graph_.node(of).device;
    const int added = graph_.Add(std::move(node), of);
    graph_.SetInputs(added, inputs);
    return {added, 0};
  }

  std::string_view device_type_;
  const KernelTable& kernels_;
  const NodeNames& preserved_;
  Graph& graph_;
};

}  // namespace

int AddToElementsOfLists(std::string_view device_type, const KernelTable& kernels,
                         const NodeNames& preserved, Graph* graph) {
  ListSums sums(device_type, kernels, preserved, graph);
  int changed = 0;
  const int size = graph->size();
  for (int i = 0; i < size; ++i) {
    if (!graph->IsRemoved(i) && sums.Change(i)) ++changed;
  }
  return changed;
}

}  // namespace pluggable::graph
