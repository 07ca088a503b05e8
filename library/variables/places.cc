// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "variables/places.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "graph/attr_value.h"
#include "graph/device_name.h"
#include "graph/legality.h"
#include "graph/preserved_nodes.h"
#include "plugin/names.h"
#include "variables/kept_place_op.h"
#include "variables/kept_values_in_chains.h"
#include "variables/variable_writers.h"

namespace pluggable::graph {
namespace {

// A chain that computes a variable's value from its old one, and the node that assigns it.
struct Update {
  int chain = -1;
  int assign = -1;
  Edge handle;
  Edge old;  // the value that was read for the chain
};

// A weight, and the variables that are updated first because the weight is computed from them.
struct Group {
  std::vector<Update> updates;  // the weight is the last
};

bool WaitsFor(const Graph& graph, int node, int other) {
  const std::vector<Edge>& inputs = graph.inputs(node);
  return std::find(inputs.begin(), inputs.end(), Edge{other, kControl}) != inputs.end();
}

// Whether the variable of a handle is known to be small. Functions know the shapes of their
// arguments when TensorFlow instantiates them.
bool IsSmall(const NodeDef& handle, std::string_view type_attr) {
  const std::string_view attr =
      handle.FindAttr(handle.op == "VarHandleOp" ? "shape" : "_handle_shapes");
  const std::string_view shapes =
      handle.op == "VarHandleOp" ? attr : Field(attr, attr_value::kList);
  if (shapes.empty()) return false;
  int rank = 0;
  uint64_t num_elements = 1;
  if (!ReadShape(Field(shapes, attr_value::kShape), &rank, &num_elements)) return false;
  const int64_t type = NumberField(type_attr, attr_value::kType);
  return num_elements * TF_DataTypeSize(static_cast<TF_DataType>(type)) < kSmallestPlace;
}

class PlaceKeeper {
 public:
  PlaceKeeper(const std::vector<Rewrite>& rewrites, const Surroundings& surroundings, Graph* graph)
      : rewrites_(rewrites), surroundings_(surroundings), graph_(graph) {}

  int Run() {
    FindUpdates();
    std::vector<Group> groups = FindGroups();
    if (groups.empty()) return 0;
    OrderNodes(groups);
    int count = 0;
    for (const Group& group : groups) {
      if (!MayWaitInTurn(group)) continue;
      Pass(group);
      ++count;
    }
    return count;
  }

 private:
  static size_t Index(int index) { return static_cast<size_t>(index); }

  bool IsChain(const NodeDef& node) const {
    return std::any_of(rewrites_.begin(), rewrites_.end(), [&](const Rewrite& rewrite) {
      return rewrite.replaces_values && node.op == rewrite.replace[0].op;
    });
  }

  // Other callers than TensorFlow may pass any bytes, such as a read of nothing.
  bool IsRead(const Edge& edge) const {
    return !edge.is_control() && graph_->node(edge.node).op == "ReadVariableOp" &&
           graph_->num_data_inputs(edge.node) == 1;
  }

  void FindUpdates() {
    for (int i = 0; i < graph_->size(); ++i) {
      const NodeDef& assign = graph_->node(i);
      if (graph_->IsRemoved(i) || assign.op != "AssignVariableOp" ||
          graph_->num_data_inputs(i) != 2 ||
          DeviceType(assign.device) != surroundings_.device_type) {
        continue;
      }
      const Edge handle = graph_->inputs(i)[0];
      const Edge value = graph_->inputs(i)[1];
      const NodeDef& chain = graph_->node(value.node);
      if (!IsChain(chain) || !ReplacesValue(chain) || chain.device != assign.device) continue;
      const int64_t old = IntOf(chain.FindAttr(kOldAttr));
      if (old < 0 || old >= graph_->num_data_inputs(value.node)) continue;
      const Edge read = graph_->inputs(value.node)[static_cast<size_t>(old)];
      if (!IsReadOf(*graph_, read.node, handle) || !IsOnlyWriter(*graph_, i)) continue;
      by_assign_[i] = {value.node, i, handle, read};
      writers_[handle.node] = i;
    }
  }

  // The updates whose results the update's chain reads, in the order of its inputs.
  std::vector<Update> UpdatesBefore(const Update& weight) const {
    std::vector<Update> found;
    for (const Edge& input : graph_->inputs(weight.chain)) {
      if (!IsRead(input)) continue;
      const auto writer = writers_.find(graph_->inputs(input.node)[0].node);
      if (writer == writers_.end() || writer->second == weight.assign) continue;
      if (WaitsFor(*graph_, input.node, writer->second)) {
        found.push_back(by_assign_.at(writer->second));
      }
    }
    return found;
  }

  std::vector<Group> FindGroups() const {
    std::vector<Group> groups;
    std::map<int, int> uses;  // of each assignment
    for (const auto& entry : by_assign_) {
      const Update& weight = entry.second;
      Group group{UpdatesBefore(weight)};
      if (group.updates.empty()) continue;
      group.updates.push_back(weight);
      const NodeDef& chain = graph_->node(weight.chain);
      const std::string_view type = chain.FindAttr("T");
      const auto is_unfit = [&](const Update& update) {
        const NodeDef& other = graph_->node(update.chain);
        return other.device != chain.device || other.FindAttr("T") != type ||
               IsSmall(graph_->node(update.handle.node), type);
      };
      if (std::any_of(group.updates.begin(), group.updates.end(), is_unfit)) continue;
      for (const Update& update : group.updates) ++uses[update.assign];
      groups.push_back(std::move(group));
    }
    const auto shares = [&](const Group& group) {
      return std::any_of(group.updates.begin(), group.updates.end(),
                         [&](const Update& update) { return uses[update.assign] > 1; });
    };
    groups.erase(std::remove_if(groups.begin(), groups.end(), shares), groups.end());
    return groups;
  }

  // Numbers the nodes so that each comes after its inputs, and the updates of each group come one
  // after the other if that is possible. New edges follow these numbers, so they close no cycle.
  void OrderNodes(const std::vector<Group>& groups) {
    place_.assign(Index(graph_->size()), -1);
    std::vector<bool> is_entered(Index(graph_->size()));
    std::vector<std::pair<int, size_t>> path;
    const auto visit = [&](int root) {
      if (is_entered[Index(root)]) return;
      is_entered[Index(root)] = true;
      path.emplace_back(root, 0);
      while (!path.empty()) {
        auto& [node, next] = path.back();
        const std::vector<Edge>& inputs = graph_->inputs(node);
        if (next == inputs.size()) {
          place_[Index(node)] = next_place_++;
          path.pop_back();
          continue;
        }
        const int input = inputs[next++].node;
        if (is_entered[Index(input)]) continue;
        is_entered[Index(input)] = true;
        path.emplace_back(input, 0);
      }
    };
    for (const Group& group : groups) {
      for (const Update& update : group.updates) visit(update.assign);
    }
    for (int i = 0; i < graph_->size(); ++i) visit(i);
  }

  bool MayWaitInTurn(const Group& group) const {
    for (size_t i = 1; i < group.updates.size(); ++i) {
      const Update& previous = group.updates[i - 1];
      const Update& update = group.updates[i];
      if (place_[Index(previous.assign)] >= place_[Index(update.chain)]) return false;
      const std::vector<Edge>& inputs = graph_->inputs(update.chain);
      // It reads the buffer that it would write.
      if (std::find(inputs.begin(), inputs.end(), previous.old) != inputs.end()) return false;
    }
    return true;
  }

  void Pass(const Group& group) {
    for (size_t i = 1; i < group.updates.size(); ++i) {
      GivePlace(group.updates[i].chain, group.updates[i - 1]);
    }
    MoveFirst(group.updates.front(), group.updates.back());
  }

  // Makes the first input of the chain the buffer that the other update has left. Nothing reads it.
  void GivePlace(int chain, const Update& other) {
    std::vector<Edge> inputs = graph_->inputs(chain);
    const int64_t count = graph_->num_data_inputs(chain);
    inputs.insert(inputs.begin(), other.old);
    inputs.push_back({other.assign, kControl});
    graph_->SetInputs(chain, inputs);
    for (auto& [name, value] : graph_->Change(chain)->attrs) {
      if (name == "N") value = graph_->Keep(IntAttr(count + 1));
      if (name == kOldAttr) value = graph_->Keep(IntAttr(IntOf(value) + 1));
      if (name == "steps") value = graph_->Keep(StepsBehindAnotherInput(value));
    }
  }

  static std::string StepsBehindAnotherInput(std::string_view steps_attr) {
    std::vector<std::string> steps;
    ForEachString(steps_attr, [&](std::string_view text) {
      std::istringstream words{std::string(text)};
      std::string step;
      words >> step;
      for (int64_t operand = 0; words >> operand;) step += " " + std::to_string(operand + 1);
      steps.push_back(std::move(step));
    });
    return StringsAttr(steps);
  }

  // The first variable is assigned once more, after the last: its value in the last one's buffer.
  // The value is read again for that, since a step of another thread may have assigned it, too. The
  // second assignment has the name, so whoever waits for the update waits for both.
  void MoveFirst(const Update& first, const Update& last) {
    const int earlier =
        AddLike(first.assign, "/first", "AssignVariableOp", graph_->node(first.assign).attrs);
    graph_->SetInputs(earlier, graph_->inputs(first.assign));
    const std::string_view type = graph_->node(first.chain).FindAttr("T");
    const int now = AddLike(first.assign, "/now", "ReadVariableOp", {{"dtype", type}});
    graph_->SetInputs(now, {first.handle, {last.assign, kControl}});
    const int moved = AddLike(first.assign, "/moved", names::kKeptPlaceOp, {{"T", type}});
    graph_->SetInputs(moved, {last.old, {now, 0}});
    // What the last update needs must not wait for the second assignment.
    for (const int consumer : graph_->ConsumersInOrder(first.assign)) {
      if (place_[Index(consumer)] >= place_[Index(last.assign)]) continue;
      std::vector<Edge> inputs = graph_->inputs(consumer);
      for (Edge& edge : inputs) {
        if (edge.node == first.assign) edge.node = earlier;
      }
      graph_->SetInputs(consumer, inputs);
    }
    graph_->SetInputs(first.assign, {first.handle, {moved, 0}});
  }

  int AddLike(int in_front_of, const char* suffix, std::string_view op, std::vector<Attr> attrs) {
    const NodeDef other = graph_->node(in_front_of);
    std::string name = std::string(other.name) + suffix;
    for (int n = 1; graph_->HasNode(name); ++n) {
      name = std::string(other.name) + suffix + "_" + std::to_string(n);
    }
    NodeDef node;
    node.name = graph_->Keep(std::move(name));
    node.op = op;
    node.device = other.device;
    node.attrs = std::move(attrs);
    return graph_->Add(std::move(node), in_front_of);
  }

  const std::vector<Rewrite>& rewrites_;
  const Surroundings& surroundings_;
  Graph* const graph_;
  std::map<int, Update> by_assign_;
  std::map<int, int> writers_;  // the assignment of each handle's node
  std::vector<int> place_;      // of each node in an order
  int next_place_ = 0;
};

}  // namespace

int KeepPlaces(const std::vector<Rewrite>& rewrites, const Surroundings& surroundings,
               Graph* graph) {
  // In other graphs only the fetched nodes run, and they may be some of a group.
  if (!IsOfFunction(*graph)) return 0;
  return PlaceKeeper(rewrites, surroundings, graph).Run();
}

}  // namespace pluggable::graph
