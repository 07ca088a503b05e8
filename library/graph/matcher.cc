// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/matcher.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "graph/const_tensor.h"

namespace pluggable::graph {
namespace {

// A pattern with n commutative nodes can be matched in 2^n ways, so the steps are limited.
constexpr int kMaxMatchingSteps = 10'000;

constexpr Edge kUnbound = {-1, 0};

}  // namespace

bool HasAttr(const NodeDef& node, const AttrCondition& condition) {
  std::string_view value = node.FindAttr(condition.name);
  if (value.empty()) value = condition.if_absent;
  return !value.empty() && std::find(condition.allowed.begin(), condition.allowed.end(), value) !=
                               condition.allowed.end();
}

bool Matcher::Find(int root, const std::function<bool(const Match&)>& accept) {
  accept_ = &accept;
  match_.nodes.assign(rewrite_.match.size(), -1);
  match_.values.assign(static_cast<size_t>(rewrite_.num_values), kUnbound);
  match_.numbers.clear();
  tasks_.clear();
  steps_ = 0;
  return BindNode(0, root, 0);
}

// Each of these functions binds something, continues with the tasks from `next` on, and undoes the
// binding if there is no match.

bool Matcher::Solve(size_t next) {
  if (++steps_ > kMaxMatchingSteps) return false;
  if (next == tasks_.size()) return (*accept_)(match_);
  const Task task = tasks_[next];
  switch (task.operand->kind) {
    case Operand::Kind::kValue:
      return BindValue(task.operand->index, task.tensor, next + 1);
    case Operand::Kind::kNumber:
      return BindNumber(*task.operand, task.tensor, next + 1);
    case Operand::Kind::kNode:
      return task.tensor.output == task.operand->output &&
             BindNode(task.operand->index, task.tensor.node, next + 1);
  }
  return false;
}

bool Matcher::BindNode(int index, int node, size_t next) {
  const MatchedNode& pattern = rewrite_.match[static_cast<size_t>(index)];
  int& bound = match_.nodes[static_cast<size_t>(index)];
  if (bound >= 0) return bound == node && Solve(next);
  if (!HasOpAndAttrs(pattern, node)) return false;
  const size_t num_tasks = tasks_.size();
  const std::vector<Edge>& inputs = graph_.inputs(node);
  for (size_t i = 0; i < pattern.inputs.size(); ++i) {
    tasks_.push_back({&pattern.inputs[i], inputs[i]});
  }
  bound = node;
  if (Solve(next)) return true;
  // The first attempt has undone its own tasks.
  if (pattern.commutative && !(inputs[0] == inputs[1])) {
    std::swap(tasks_[num_tasks].tensor, tasks_[num_tasks + 1].tensor);
    if (Solve(next)) return true;
  }
  tasks_.resize(num_tasks);
  match_.nodes[static_cast<size_t>(index)] = -1;
  return false;
}

bool Matcher::BindValue(int index, const Edge& tensor, size_t next) {
  Edge& bound = match_.values[static_cast<size_t>(index)];
  if (!(bound == kUnbound)) return bound == tensor && Solve(next);
  bound = tensor;
  if (Solve(next)) return true;
  bound = kUnbound;
  return false;
}

bool Matcher::BindNumber(const Operand& operand, const Edge& tensor, size_t next) {
  ConstTensor value;
  if (tensor.output != 0 || !value.Read(graph_.node(tensor.node))) return false;
  if (!operand.any_shape && value.rank() != 0) return false;
  if (!value.IsAll(operand.number)) return false;
  match_.numbers.push_back(tensor.node);
  if (Solve(next)) return true;
  match_.numbers.pop_back();
  return false;
}

bool Matcher::HasOpAndAttrs(const MatchedNode& pattern, int node) const {
  const NodeDef& def = graph_.node(node);
  return graph_.num_data_inputs(node) == static_cast<int>(pattern.inputs.size()) &&
         std::find(pattern.ops.begin(), pattern.ops.end(), def.op) != pattern.ops.end() &&
         std::all_of(pattern.attrs.begin(), pattern.attrs.end(),
                     [&](const AttrCondition& attr) { return HasAttr(def, attr); });
}

}  // namespace pluggable::graph
