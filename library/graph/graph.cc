// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/graph.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <utility>

#include "graph/attr_value.h"

namespace pluggable::graph {
namespace {

constexpr std::string_view kClass = "_class";
constexpr std::string_view kColocation = "loc:@";  // precedes the other node's name

// The name in "loc:@name"; empty for other entries of _class.
std::string_view ColocationName(std::string_view text) {
  if (text.substr(0, kColocation.size()) != kColocation) return {};
  return text.substr(kColocation.size());
}

// Whether the text can be the name of a node that inputs refer to.
bool IsName(std::string_view name) {
  return !name.empty() && name.front() != '^' && name.find(':') == std::string_view::npos;
}

// Replaces the elements from `begin` to `end` by `items`.
template <typename T>
void ReplaceRange(std::ptrdiff_t begin, std::ptrdiff_t end, const std::vector<T>& items,
                  std::vector<T>* all) {
  const auto kept = std::min(end - begin, static_cast<std::ptrdiff_t>(items.size()));
  std::copy(items.begin(), items.begin() + kept, all->begin() + begin);
  all->erase(all->begin() + begin + kept, all->begin() + end);
  all->insert(all->begin() + begin + kept, items.begin() + kept, items.end());
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
  named_at_.resize(Index(size()));
  consumers_.Resize(size());
  names_.reserve(Index(size()));
  for (int i = 0; i < size(); ++i) {
    if (!IsName(node(i).name) || !names_.emplace(node(i).name, i).second) return false;
  }
  for (int i = 0; i < size(); ++i) {
    Edges& edges = edges_[Index(i)];
    for (const std::string_view text : node(i).inputs) {
      Edge edge;
      if (!ParseInput(text, &edge)) return false;
      // TensorFlow also requires control inputs to come last.
      if (!edge.is_control() && edges.num_data < static_cast<int>(edges.inputs.size()))
        return false;
      if (!edge.is_control()) ++edges.num_data;
      if (edge.is_control()) edges_[Index(edge.node)].as_control = text;
      edges.inputs.push_back(edge);
      edges.numbers.push_back(consumers_.Add(edge.node, i));
    }
    edges.set_at = ++now_;
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
  named_at_.emplace_back();
  consumers_.Resize(size());
  names_.emplace(def_.node(index).name, index);
  RememberColocation(index);
  return index;
}

std::vector<int> Graph::ConsumersInOrder(int index) const {
  const ConsumerLists::Range all = consumers(index);
  std::vector<int> ordered(all.begin(), all.end());
  const auto is_earlier = [this](int a, int b) {
    return edges_[Index(a)].set_at < edges_[Index(b)].set_at;
  };
  if (!std::is_sorted(ordered.begin(), ordered.end(), is_earlier)) {
    std::sort(ordered.begin(), ordered.end(), is_earlier);
  }
  return ordered;
}

// A Merge, or TensorFlow 1's RefMerge, runs as soon as one of its data inputs exists, so its inputs
// imply nothing.
std::vector<Edge> Graph::WithoutImplied(int index, const std::vector<Edge>& inputs) {
  if (node(index).op == "Merge" || node(index).op == "RefMerge") return inputs;
  std::vector<Edge> needed;
  needed.reserve(inputs.size());
  for (const Edge& input : inputs) {
    const bool is_new = std::exchange(named_at_[Index(input.node)], now_) != now_;
    if (is_new || !input.is_control()) needed.push_back(input);
  }
  return needed;
}

std::string_view Graph::TextOf(const Edge& edge) {
  const std::string_view name = node(edge.node).name;
  if (edge.output == 0) return name;
  std::string_view& text = edge.is_control() ? edges_[Index(edge.node)].as_control
                                             : output_texts_[{edge.node, edge.output}];
  if (text.empty()) {
    text = Keep(edge.is_control() ? "^" + std::string(name)
                                  : std::string(name) + ":" + std::to_string(edge.output));
  }
  return text;
}

void Graph::SetInputs(int index, const std::vector<Edge>& all_inputs) {
  ++now_;
  std::vector<Edge> inputs = WithoutImplied(index, all_inputs);
  NodeDef* const def = Change(index);
  Edges& edges = edges_[Index(index)];
  edges.set_at = now_;
  // Of many inputs, most are unchanged: skip those before and after the change.
  const std::vector<Edge>& old = edges.inputs;
  const auto first = std::mismatch(old.begin(), old.end(), inputs.begin(), inputs.end());
  const auto last = std::mismatch(old.rbegin(), std::make_reverse_iterator(first.first),
                                  inputs.rbegin(), std::make_reverse_iterator(first.second));
  const auto begin = first.first - old.begin();
  const auto end = last.first.base() - old.begin();
  for (auto i = begin; i < end; ++i) {
    const auto place = static_cast<size_t>(i);
    consumers_.Remove(old[place].node, edges.numbers[place]);
  }
  std::vector<int> numbers;
  std::vector<std::string_view> texts;
  for (auto edge = first.second; edge != last.second.base(); ++edge) {
    numbers.push_back(consumers_.Add(edge->node, index));
    texts.push_back(TextOf(*edge));
  }
  ReplaceRange(begin, end, numbers, &edges.numbers);
  ReplaceRange(begin, end, texts, &def->inputs);
  edges.num_data = static_cast<int>(
      std::count_if(inputs.begin(), inputs.end(), [](const Edge& e) { return !e.is_control(); }));
  edges.inputs = std::move(inputs);
}

std::vector<int> Graph::MoveConsumers(int index, int other) {
  std::vector<int> changed = ConsumersInOrder(index);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  for (const int consumer : changed) {
    std::vector<Edge> replaced = inputs(consumer);
    for (Edge& edge : replaced) {
      if (edge.node == index) edge.node = other;
    }
    SetInputs(consumer, replaced);
  }
  return changed;
}

void Graph::Remove(int index) {
  SetInputs(index, {});
  names_.erase(node(index).name);
  def_.Remove(index);
}

}  // namespace pluggable::graph
