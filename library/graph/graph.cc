// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/graph.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "pluggable/wire.h"

#include "graph/attr_value.h"

namespace pluggable::graph {
namespace {

constexpr std::string_view kClass = "_class";
constexpr std::string_view kColocation = "loc:@";  // in front of the other node's name

// Calls f(text) for each text of a list.
template <typename F>
void ForEachString(std::string_view list_attr, F f) {
  wire::Reader value(list_attr);
  while (value.Next()) {
    if (value.field() != attr_value::kList) continue;
    wire::Reader list(value.bytes());
    while (list.Next()) {
      if (list.field() == attr_value::kString && list.is_bytes()) f(list.bytes());
    }
  }
}

// The name in "loc:@name"; empty for other classes.
std::string_view ColocationName(std::string_view text) {
  if (text.substr(0, kColocation.size()) != kColocation) return {};
  return text.substr(kColocation.size());
}

// Whether inputs can name the node.
bool IsName(std::string_view name) {
  return !name.empty() && name.front() != '^' && name.find(':') == std::string_view::npos;
}

// A Merge, or RefMerge of TensorFlow 1's variables, goes on as soon as one of its data inputs is
// there, so these do not imply anything.
std::vector<Edge> WithoutImplied(std::string_view op, const std::vector<Edge>& inputs) {
  if (op == "Merge" || op == "RefMerge") return inputs;
  std::vector<Edge> needed;
  for (const Edge& input : inputs) {
    const bool is_implied =
        input.is_control() && std::any_of(needed.begin(), needed.end(), [&](const Edge& other) {
          return other.node == input.node;
        });
    if (!is_implied) needed.push_back(input);
  }
  return needed;
}

}  // namespace

std::vector<std::string_view> ColocationNames(const NodeDef& node) {
  std::vector<std::string_view> names;
  ForEachString(node.FindAttr(kClass), [&](std::string_view text) {
    const std::string_view name = ColocationName(text);
    if (!name.empty()) names.push_back(name);
  });
  return names;
}

std::string ClassWithout(std::string_view class_attr,
                         const std::vector<std::string_view>& vanishing) {
  std::vector<std::string> classes;
  ForEachString(class_attr, [&](std::string_view text) {
    const std::string_view name = ColocationName(text);
    if (std::find(vanishing.begin(), vanishing.end(), name) != vanishing.end()) return;
    classes.emplace_back(text);
  });
  return classes.empty() ? std::string() : StringsAttr(classes);
}

bool Graph::Parse(std::string_view bytes) {
  if (!def_.Parse(bytes)) return false;
  edges_.resize(Index(size()));
  names_.reserve(Index(size()));
  for (int i = 0; i < size(); ++i) {
    if (!IsName(node(i).name) || !names_.emplace(node(i).name, i).second) return false;
  }
  for (int i = 0; i < size(); ++i) {
    Edges& edges = edges_[Index(i)];
    for (const std::string_view text : node(i).inputs) {
      Edge edge;
      if (!ParseInput(text, &edge)) return false;
      // Core too requires control inputs to be the last.
      if (!edge.is_control() && edges.num_data < static_cast<int>(edges.inputs.size()))
        return false;
      if (!edge.is_control()) ++edges.num_data;
      edges.inputs.push_back(edge);
      edges_[Index(edge.node)].consumers.push_back(i);
    }
    RememberColocation(i);
  }
  return true;
}

// "name", "name:1" or "^name".
bool Graph::ParseInput(std::string_view text, Edge* edge) const {
  edge->output = 0;
  if (!text.empty() && text.front() == '^') {
    edge->output = kControl;
    text.remove_prefix(1);
  } else if (const size_t colon = text.find(':'); colon != std::string_view::npos) {
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + colon + 1, end, edge->output);
    if (parsed.ec != std::errc() || parsed.ptr != end || edge->output < 0) return false;
    text = text.substr(0, colon);
  }
  const auto found = names_.find(text);
  if (found == names_.end()) return false;
  edge->node = found->second;
  return true;
}

void Graph::RememberColocation(int index) {
  for (const std::string_view name : ColocationNames(node(index))) {
    colocated_[name].push_back(index);
  }
}

const std::vector<int>& Graph::ColocatedWith(std::string_view name) const {
  static const auto* const none = new std::vector<int>;
  const auto found = colocated_.find(name);
  return found == colocated_.end() ? *none : found->second;
}

int Graph::Add(NodeDef node, int in_front_of) {
  const int index = def_.Add(std::move(node), in_front_of);
  edges_.emplace_back();
  names_.emplace(def_.node(index).name, index);
  RememberColocation(index);
  return index;
}

void Graph::SetInputs(int index, const std::vector<Edge>& all_inputs) {
  std::vector<Edge> inputs = WithoutImplied(node(index).op, all_inputs);
  Edges& edges = edges_[Index(index)];
  for (const Edge& edge : edges.inputs) {
    std::vector<int>& consumers = edges_[Index(edge.node)].consumers;
    consumers.erase(std::find(consumers.begin(), consumers.end(), index));
  }
  NodeDef* const def = Change(index);
  def->inputs.clear();
  for (const Edge& edge : inputs) {
    edges_[Index(edge.node)].consumers.push_back(index);
    const std::string name(def_.node(edge.node).name);
    def->inputs.push_back(Keep(edge.is_control()  ? "^" + name
                               : edge.output == 0 ? name
                                                  : name + ":" + std::to_string(edge.output)));
  }
  edges.num_data = static_cast<int>(
      std::count_if(inputs.begin(), inputs.end(), [](const Edge& e) { return !e.is_control(); }));
  edges.inputs = std::move(inputs);
}

std::vector<int> Graph::MoveConsumers(int index, int other) {
  std::vector<int> changed;
  while (!consumers(index).empty()) {
    const int consumer = consumers(index).front();
    std::vector<Edge> replaced = inputs(consumer);
    for (Edge& edge : replaced) {
      if (edge.node == index) edge.node = other;
    }
    SetInputs(consumer, replaced);
    changed.push_back(consumer);
  }
  return changed;
}

void Graph::Remove(int index) {
  SetInputs(index, {});
  names_.erase(node(index).name);
  def_.Remove(index);
}

}  // namespace pluggable::graph
