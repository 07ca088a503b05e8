// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "variables/control_flow.h"

#include <algorithm>
#include <iterator>
#include <queue>
#include <string_view>

#include "graph/attr_value.h"

namespace pluggable::graph {
namespace {

// For Truth(): the node itself decides, in a way that is not analysed.
constexpr int kItself = -2;

// The limit for the truths in all conditions of a graph: 256 MB. If thousands of branches follow
// each other and are not understood, everything after them depends on all of them.
constexpr size_t kMaxTruths = size_t{1} << 26;

// "Switch" also matches RefSwitch, the op for TensorFlow 1's variables.
bool Is(const NodeDef& node, std::string_view op) {
  std::string_view name = node.op;
  if (name.substr(0, 3) == "Ref") name.remove_prefix(3);
  return name == op;
}

bool IsLoopMerge(const Graph& graph, int node) {
  const std::vector<Edge>& inputs = graph.inputs(node);
  return IsMerge(graph.node(node)) &&
         std::any_of(inputs.begin(), inputs.end(),
                     [&](const Edge& edge) { return IsBackEdge(graph, edge.node, node); });
}

}  // namespace

bool IsMerge(const NodeDef& node) { return Is(node, "Merge"); }

bool IsBackEdge(const Graph& graph, int from, int to) {
  return Is(graph.node(from), "NextIteration") && IsMerge(graph.node(to));
}

std::optional<ControlFlow> ControlFlow::Of(const Graph& graph, const std::vector<bool>& runs) {
  ControlFlow flow(graph, runs);
  const bool is_sound = flow.Sort({}, [&flow](int node) {
    if (!flow.FindFrame(node)) return false;
    flow.FindConditions(node);
    return flow.num_truths_ <= kMaxTruths;
  });
  if (!is_sound) return std::nullopt;
  flow.FindWaysRound();
  return flow;
}

ControlFlow::ControlFlow(const Graph& graph, const std::vector<bool>& runs)
    : graph_(&graph),
      runs_(&runs),
      frame_(Index(graph.size())),
      conditions_(Index(graph.size()), none_) {}

// Calls visit(node) for the nodes in order, until it returns false. Returns false then, or if there
// is no order.
template <typename Visit>
bool ControlFlow::Sort(const std::vector<std::pair<int, int>>& pairs, Visit visit) const {
  std::vector<int> missing(Index(graph_->size()));
  std::vector<std::vector<int>> more(pairs.empty() ? 0 : missing.size());
  for (const auto& [first, second] : pairs) {
    more[Index(first)].push_back(second);
    ++missing[Index(second)];
  }
  size_t left = 0;
  for (int i = 0; i < graph_->size(); ++i) {
    if (!(*runs_)[Index(i)]) continue;
    ++left;
    for (const Edge& edge : graph_->inputs(i)) {
      if ((*runs_)[Index(edge.node)] && !IsBackEdge(*graph_, edge.node, i)) ++missing[Index(i)];
    }
  }
  struct Entry {
    int depth = 0;
    const Conditions* conditions = nullptr;
    size_t found = 0;  // when it became ready
    int node = 0;

    // Whether the other one comes first.
    bool operator<(const Entry& other) const {
      if (depth != other.depth) return depth < other.depth;
      if (conditions == other.conditions || *conditions == *other.conditions)
        return found > other.found;
      return *conditions > *other.conditions;
    }
  };
  std::priority_queue<Entry> ready;
  size_t found = 0;
  const auto find = [&](int node) {
    ready.push({DepthAt(node), conditions_[Index(node)].get(), found++, node});
  };
  for (int i = 0; i < graph_->size(); ++i) {
    if ((*runs_)[Index(i)] && missing[Index(i)] == 0) find(i);
  }
  for (; !ready.empty(); --left) {
    const int node = ready.top().node;
    ready.pop();
    if (!visit(node)) return false;
    const auto arrive = [&](int consumer) {
      if (--missing[Index(consumer)] == 0) find(consumer);
    };
    for (const int consumer : graph_->ConsumersInOrder(node)) {
      if ((*runs_)[Index(consumer)] && !IsBackEdge(*graph_, node, consumer)) arrive(consumer);
    }
    if (pairs.empty()) continue;
    for (const int consumer : more[Index(node)]) arrive(consumer);
  }
  return left == 0;
}

// The number of loops around the node.
int ControlFlow::DepthAt(int node) const {
  const Frame& frame = frames_[Index(frame_[Index(node)])];
  return frame.parent >= 0 && Is(graph_->node(node), "Enter") ? frame.depth - 1 : frame.depth;
}

bool ControlFlow::FindFrame(int node) {
  const NodeDef& def = graph_->node(node);
  int frame = -1;
  for (const Edge& edge : graph_->inputs(node)) {
    if (!(*runs_)[Index(edge.node)] || IsBackEdge(*graph_, edge.node, node)) continue;
    int of_input = frame_[Index(edge.node)];
    if (Is(graph_->node(edge.node), "Exit")) of_input = frames_[Index(of_input)].parent;
    if (frame >= 0 && of_input != frame) return false;
    frame = of_input;
  }
  frame = std::max(frame, 0);
  if (Is(def, "Enter")) {
    frame = FrameFor(frame, def);
    frames_[Index(frame)].enters.push_back(node);
  }
  if (Is(def, "Exit")) {
    if (frame == 0) return false;
    frames_[Index(frame)].exits.push_back(node);
  }
  frame_[Index(node)] = frame;
  return true;
}

int ControlFlow::FrameFor(int parent, const NodeDef& enter) {
  const auto [found, is_new] =
      frame_by_name_.emplace(std::make_pair(parent, StringOf(enter.FindAttr("frame_name"))),
                             static_cast<int>(frames_.size()));
  if (is_new) {
    frames_.emplace_back();
    frames_.back().parent = parent;
    frames_.back().depth = frames_[Index(parent)].depth + 1;
  }
  return found->second;
}

void ControlFlow::FindConditions(int node) {
  if (IsLoopMerge(*graph_, node)) return;  // it runs in every iteration
  if (IsMerge(graph_->node(node))) {
    conditions_[Index(node)] = OfMerge(node);
    return;
  }
  std::set<SharedConditions> sets;
  for (const Edge& edge : graph_->inputs(node)) {
    if ((*runs_)[Index(edge.node)]) sets.insert(ConditionsAt(edge, node));
  }
  conditions_[Index(node)] = All(sets);
}

ControlFlow::SharedConditions ControlFlow::Share(Conditions conditions) {
  if (conditions.empty()) return none_;
  num_truths_ += conditions.size();
  conditions.shrink_to_fit();
  return std::make_shared<const Conditions>(std::move(conditions));
}

// The union of all sets of conditions.
ControlFlow::SharedConditions ControlFlow::All(const std::set<SharedConditions>& sets) {
  SharedConditions largest = none_;
  Conditions all;
  for (const SharedConditions& set : sets) {
    if (set->size() > largest->size()) largest = set;
  }
  for (const SharedConditions& set : sets) {
    const bool is_known = std::includes(largest->begin(), largest->end(), set->begin(), set->end());
    if (!is_known) all.insert(all.end(), set->begin(), set->end());
  }
  if (all.empty()) return largest;
  all.insert(all.end(), largest->begin(), largest->end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return Share(std::move(all));
}

ControlFlow::SharedConditions ControlFlow::ConditionsAt(const Edge& edge, int consumer) {
  const NodeDef& def = graph_->node(edge.node);
  if (Is(def, "Enter")) {
    // A tensor that enters once exists only in the first iteration, unless it goes round the loop.
    if (def.FindAttr("is_constant") == BoolAttr(true) || IsMerge(graph_->node(consumer))) {
      return none_;
    }
    return Share({Truth({edge.node, kItself}, 1)});
  }
  if (Is(def, "Exit")) {
    return conditions_[Index(frames_[Index(frame_[Index(edge.node)])].enters[0])];
  }
  if (!edge.is_control()) {
    if (Is(def, "Switch") && graph_->num_data_inputs(edge.node) == 2) {
      return BehindSwitch(edge,
                          Truth(WithoutIdentities(graph_->inputs(edge.node)[1]), edge.output));
    }
    if (def.op == "_SwitchN") return BehindSwitch(edge, Truth(edge, 1));
  }
  return conditions_[Index(edge.node)];
}

ControlFlow::SharedConditions ControlFlow::BehindSwitch(const Edge& edge, int truth) {
  SharedConditions& found = switched_[{edge.node, edge.output}];
  if (found != nullptr) return found;
  found = conditions_[Index(edge.node)];
  if (!std::binary_search(found->begin(), found->end(), truth)) {
    Conditions more = *found;
    more.insert(std::lower_bound(more.begin(), more.end(), truth), truth);
    found = Share(std::move(more));
  }
  return found;
}

// A Merge runs if one of its inputs exists. With two branches of one condition, that is whenever
// the branches are reached.
ControlFlow::SharedConditions ControlFlow::OfMerge(int node) {
  Conditions common;
  Conditions different;
  for (int i = 0; i < graph_->num_data_inputs(node); ++i) {
    const SharedConditions shared = ConditionsAt(graph_->inputs(node)[Index(i)], node);
    merged_[node].push_back(shared);
    const Conditions& next = *shared;
    if (i == 0) {
      common = next;
      continue;
    }
    Conditions both;
    std::set_intersection(common.begin(), common.end(), next.begin(), next.end(),
                          std::back_inserter(both));
    std::set_symmetric_difference(common.begin(), common.end(), next.begin(), next.end(),
                                  std::back_inserter(different));
    common = std::move(both);
  }
  const bool are_branches = graph_->num_data_inputs(node) == 2 && different.size() == 2 &&
                            different[0] % 2 == 0 && different[1] == different[0] + 1;
  if (!are_branches) {
    const int truth = Truth({node, kItself}, 1);
    common.insert(std::lower_bound(common.begin(), common.end(), truth), truth);
  }
  return Share(std::move(common));
}

int ControlFlow::Truth(const Edge& decider, int branch) {
  const int next = static_cast<int>(tensors_.size());
  const auto found = tensors_.emplace(std::make_pair(decider.node, decider.output), next).first;
  return 2 * found->second + (branch == 0 ? 0 : 1);
}

Edge ControlFlow::WithoutIdentities(Edge edge) const {
  // The nodes may form a circle that never runs.
  for (int steps = 0; steps < graph_->size(); ++steps) {
    if (graph_->node(edge.node).op != "Identity" || graph_->num_data_inputs(edge.node) != 1) break;
    edge = graph_->inputs(edge.node)[0];
  }
  return edge;
}

// For each loop with one condition, finds the first Merge that the condition waits for.
void ControlFlow::FindWaysRound() {
  std::vector<int> loop_conditions(frames_.size(), -1);
  std::vector<bool> has_several(frames_.size());
  for (int i = 0; i < graph_->size(); ++i) {
    if (!(*runs_)[Index(i)] || graph_->node(i).op != "LoopCond") continue;
    int& loop_condition = loop_conditions[Index(frame(i))];
    if (loop_condition >= 0) has_several[Index(frame(i))] = true;
    loop_condition = i;
  }
  for (size_t f = 1; f < frames_.size(); ++f) {
    if (loop_conditions[f] < 0 || has_several[f]) continue;
    Frame& frame = frames_[f];
    std::vector<int> found = {loop_conditions[f]};
    std::vector<bool> is_found(Index(graph_->size()));
    for (size_t i = 0; i < found.size() && frame.merge < 0; ++i) {
      const std::vector<Edge>& inputs = graph_->inputs(found[i]);
      if (IsLoopMerge(*graph_, found[i])) {
        const bool is_usual = graph_->num_data_inputs(found[i]) == 2 &&
                              Is(graph_->node(inputs[0].node), "Enter") &&
                              IsBackEdge(*graph_, inputs[1].node, found[i]);
        if (!is_usual) continue;
        frame.enter = inputs[0].node;
        frame.merge = found[i];
        frame.next = inputs[1].node;
        continue;
      }
      for (const Edge& edge : inputs) {
        // An Exit belongs to another loop inside this one, and has that loop's frame.
        if (is_found[Index(edge.node)] || frame_[Index(edge.node)] != static_cast<int>(f)) continue;
        is_found[Index(edge.node)] = true;
        found.push_back(edge.node);
      }
    }
  }
}

bool ControlFlow::RunsOnlyWith(int node, int other) const {
  const Conditions& all = *conditions_[Index(node)];
  const Conditions& some = *conditions_[Index(other)];
  return &all == &some || std::includes(all.begin(), all.end(), some.begin(), some.end());
}

bool ControlFlow::ExcludeEachOther(const Conditions& a, const Conditions& b) {
  return std::any_of(a.begin(), a.end(), [&b](int truth) {
    const int opposite = truth % 2 == 0 ? truth + 1 : truth - 1;
    return std::binary_search(b.begin(), b.end(), opposite);
  });
}

bool ControlFlow::ExcludeEachOther(int a, int b) const {
  return ExcludeEachOther(*conditions_[Index(a)], *conditions_[Index(b)]);
}

bool ControlFlow::InputExcludes(int merge, int input, int node) const {
  const auto found = merged_.find(merge);
  return found != merged_.end() &&
         ExcludeEachOther(*found->second[Index(input)], *conditions_[Index(node)]);
}

std::optional<std::vector<int>> ControlFlow::Order(
    const std::vector<std::pair<int, int>>& pairs) const {
  std::vector<int> order;
  const bool is_sound = Sort(pairs, [&order](int node) {
    order.push_back(node);
    return true;
  });
  if (!is_sound) return std::nullopt;
  return order;
}

}  // namespace pluggable::graph
