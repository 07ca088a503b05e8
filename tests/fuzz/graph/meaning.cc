#include "meaning.h"

#include <algorithm>
#include <functional>
#include <sstream>
#include <string_view>

#include "graph/attr_value.h"
#include "graph/const_tensor.h"
#include "pluggable/wire.h"
#include "plugin/names.h"

namespace pluggable::tests {
namespace {

using Meanings = std::vector<uint64_t>;

// Of an op and its inputs.
uint64_t Mixed(std::string_view op, const Meanings& inputs) {
  uint64_t mixed = std::hash<std::string_view>()(op);
  for (const uint64_t input : inputs) {
    mixed = (mixed ^ input) * 0x9e3779b97f4a7c15U;
    mixed ^= mixed >> 29;
  }
  return mixed;
}

uint64_t Commuted(std::string_view op, uint64_t a, uint64_t b) {
  return Mixed(op, {std::min(a, b), std::max(a, b)});
}

uint64_t NumberMeaning(double number) { return Mixed("Number " + std::to_string(number), {}); }

uint64_t ConstMeaning(const graph::NodeDef& node) {
  graph::ConstTensor tensor;
  if (tensor.Read(node) && tensor.rank() == 0) {
    for (const double number : {1.0, 0.5}) {
      if (tensor.IsAll(number)) return NumberMeaning(number);
    }
  }
  return Mixed("Const", {std::hash<std::string_view>()(node.FindAttr("value"))});
}

// Of the ops of TestChain().
uint64_t Elementwise(std::string_view op, const Meanings& in) {
  if (op == "Mul" || op == "AddV2") return Commuted(op, in[0], in[1]);
  if (op == "Sub") return Commuted("AddV2", in[0], Mixed("Neg", {in[1]}));
  return Mixed(op, in);
}

// "Mul 0 2" each: an op and its operands, inputs and then results of steps.
uint64_t ChainMeaning(const graph::NodeDef& node, Meanings values) {
  graph::ForEachString(node.FindAttr("steps"), [&](std::string_view step) {
    std::istringstream words{std::string(step)};
    std::string op;
    words >> op;
    Meanings in;
    for (size_t operand = 0; words >> operand;) in.push_back(values.at(operand));
    values.push_back(Elementwise(op, in));
  });
  return values.back();
}

// Makes axes that count from the end count from the beginning. Says whether they are a permutation.
bool MakePermutation(std::vector<int64_t>& axes) {
  for (int64_t& axis : axes) axis += axis < 0 ? static_cast<int64_t>(axes.size()) : 0;
  std::vector<int64_t> sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

bool IsIdentity(const std::vector<int64_t>& axes) {
  return std::is_sorted(axes.begin(), axes.end());
}

std::string Activation(const graph::NodeDef& node) {
  wire::Reader value(node.FindAttr("activation"));
  return value.Next() ? std::string(value.bytes()) : "";
}

}  // namespace

std::optional<uint64_t> Meaning::Of(const graph::Edge& tensor) {
  const auto [known, is_new] = known_.emplace(std::pair(tensor.node, tensor.output), std::nullopt);
  if (!is_new) return known->second;
  known->second = Compute(tensor);
  return known->second;
}

std::optional<uint64_t> Meaning::Compute(const graph::Edge& tensor) {
  const graph::NodeDef& node = graph_.node(tensor.node);
  const auto output = static_cast<uint64_t>(tensor.output);
  if (fed_.count(std::string(node.name)) != 0) {
    return Mixed("fed " + std::string(node.name), {output});
  }
  if (node.op == "_Arg") return Mixed("argument " + std::string(node.name), {output});
  if (node.op == "Const") return ConstMeaning(node);
  Meanings in;
  for (int i = 0; i < graph_.num_data_inputs(tensor.node); ++i) {
    const std::optional<uint64_t> input = Of(graph_.inputs(tensor.node)[static_cast<size_t>(i)]);
    if (!input) return std::nullopt;
    in.push_back(*input);
  }
  if (node.op == "Identity") return in[0];
  if (node.op == names::kKeptValueOp) return in[1];
  if (node.op == "TestChain") return ChainMeaning(node, in);
  if (node.op == "TestSwish") return Commuted("Mul", in[0], Mixed("Sigmoid", in));
  if (node.op == "TestPair") return Mixed("TestPair", {in[0], output});
  if (node.op == "TestFirst" && output == 0) return Mixed("TestPair", {in[0], output});
  if (node.op == "TestLessItself") {
    const uint64_t tanh = Mixed("Tanh", in);
    return Commuted("AddV2", tanh, Mixed("Neg", {tanh}));
  }
  if (node.op == "TestHalfPlus") {
    return Commuted("Mul", Commuted("AddV2", in[0], NumberMeaning(1)), NumberMeaning(0.5));
  }
  if (node.op == "TestDense") {
    const uint64_t sum = Mixed("BiasAdd", {Mixed("MatMul", {in[0], in[1]}), in[2]});
    const std::string activation = Activation(node);
    return activation.empty() ? sum : Mixed(activation, {sum});
  }
  if (node.op == "Reshape") {
    const auto inner = reshaped_.find(in[0]);
    const uint64_t base = inner == reshaped_.end() ? in[0] : inner->second;
    const uint64_t result = Mixed("Reshape", {base, in[1]});
    reshaped_[result] = base;
    return result;
  }
  if (node.op == "Transpose") return Transposed(in[0], graph_.inputs(tensor.node)[1], in[1]);
  return Elementwise(node.op, in);
}

// Transpositions of one another are combined into one.
uint64_t Meaning::Transposed(uint64_t x, const graph::Edge& permutation,
                             uint64_t permutation_meaning) {
  const graph::NodeDef& node = graph_.node(permutation.node);
  graph::ConstTensor tensor;
  Permutation axes;
  const bool is_fed = fed_.count(std::string(node.name)) != 0;
  if (is_fed || !tensor.Read(node) || !tensor.IsIndices(&axes) || !MakePermutation(axes)) {
    return Mixed("Transpose", {x, permutation_meaning});
  }
  uint64_t base = x;
  const auto inner = transposed_.find(x);
  if (inner != transposed_.end() && inner->second.second.size() == axes.size()) {
    base = inner->second.first;
    for (int64_t& axis : axes) axis = inner->second.second[static_cast<size_t>(axis)];
  }
  if (IsIdentity(axes)) return base;
  Meanings parts = {base};
  for (const int64_t axis : axes) parts.push_back(static_cast<uint64_t>(axis));
  const uint64_t result = Mixed("Transposed", parts);
  transposed_[result] = {base, axes};
  return result;
}

std::set<std::string> Meaning::WaitsFor(int node) {
  std::set<std::string> found;
  std::set<int> seen;
  std::vector<int> left = {node};
  while (!left.empty()) {
    const int next = left.back();
    left.pop_back();
    if (!seen.insert(next).second) continue;
    if (graph_.node(next).op == "NoOp") found.emplace(graph_.node(next).name);
    for (const graph::Edge& edge : graph_.inputs(next)) left.push_back(edge.node);
  }
  return found;
}

}  // namespace pluggable::tests
