// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Determines when the nodes of a graph run: in which loops, in which branches, and after which
// nodes.

#ifndef PLUGGABLE_VARIABLES_CONTROL_FLOW_H_
#define PLUGGABLE_VARIABLES_CONTROL_FLOW_H_

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"

namespace pluggable::graph {

// A loop. Frame 0 is the graph outside of all loops.
struct Frame {
  int parent = -1;
  int depth = 0;
  // A tensor that goes round the loop and that the loop's condition waits for. -1 if there is none,
  // or if TensorFlow did not build the loop.
  int enter = -1;
  int merge = -1;
  int next = -1;
  std::vector<int> enters;
  std::vector<int> exits;

  bool is_understood() const { return merge >= 0 && !exits.empty(); }
};

bool IsMerge(const NodeDef& node);

// Whether the edge closes a loop: the only kind of edge that leads back in a graph.
bool IsBackEdge(const Graph& graph, int from, int to);

class ControlFlow {
 public:
  // Analyses the nodes that run. Nothing if they wait for each other, if one belongs to two loops
  // at once, or if there are too many conditions.
  static std::optional<ControlFlow> Of(const Graph& graph, const std::vector<bool>& runs);

  const std::vector<Frame>& frames() const { return frames_; }
  // The frame of a node. For an Enter, the loop that it enters; for an Exit, the loop that it
  // leaves.
  int frame(int node) const { return frame_[Index(node)]; }

  // Whether the node runs only if the other one does, in the same iteration. Both must be in one
  // frame; an Enter counts as a node of the outer frame.
  bool RunsOnlyWith(int node, int other) const;
  // Whether the nodes are in different branches of one condition.
  bool ExcludeEachOther(int a, int b) const;

  // Whether one of the data inputs of a Merge that joins branches never exists if the node runs.
  bool InputExcludes(int merge, int input, int node) const;

  // The nodes that run, each after the nodes that it waits for except round loops, and the second
  // node of each pair after the first. If several nodes could be next, nodes in loops come first,
  // so that a loop is not interrupted. Then come nodes without conditions, and then those of one
  // condition, with the conditions inside it, before those of another. Nothing if there is no such
  // order.
  std::optional<std::vector<int>> Order(const std::vector<std::pair<int, int>>& pairs) const;

 private:
  // The truths that must hold for a node to run, sorted: 2 * tensor + (0 or 1) for a branch, where
  // `tensor` is the number of the deciding tensor.
  using Conditions = std::vector<int>;
  // Most nodes run exactly when others do, so they share conditions.
  using SharedConditions = std::shared_ptr<const Conditions>;

  ControlFlow(const Graph& graph, const std::vector<bool>& runs);

  static size_t Index(int index) { return static_cast<size_t>(index); }
  template <typename Visit>
  bool Sort(const std::vector<std::pair<int, int>>& pairs, Visit visit) const;
  int DepthAt(int node) const;
  bool FindFrame(int node);
  int FrameFor(int parent, const NodeDef& enter);
  void FindConditions(int node);
  SharedConditions ConditionsAt(const Edge& edge, int consumer);
  SharedConditions BehindSwitch(const Edge& edge, int truth);
  SharedConditions OfMerge(int node);
  SharedConditions All(const std::set<SharedConditions>& sets);
  SharedConditions Share(Conditions conditions);
  int Truth(const Edge& decider, int branch);
  Edge WithoutIdentities(Edge edge) const;
  void FindWaysRound();
  static bool ExcludeEachOther(const Conditions& a, const Conditions& b);

  const Graph* graph_;
  const std::vector<bool>* runs_;
  std::vector<Frame> frames_ = {Frame()};
  std::vector<int> frame_;
  const SharedConditions none_ = std::make_shared<Conditions>();
  std::vector<SharedConditions> conditions_;
  std::map<int, std::vector<SharedConditions>> merged_;       // for each input of a Merge
  std::map<std::pair<int, int>, SharedConditions> switched_;  // for each output of a Switch
  size_t num_truths_ = 0;                                     // shared conditions count once
  std::map<std::pair<int, std::string_view>, int> frame_by_name_;
  std::map<std::pair<int, int>, int> tensors_;
};

}  // namespace pluggable::graph

#endif  // PLUGGABLE_VARIABLES_CONTROL_FLOW_H_
