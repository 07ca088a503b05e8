// Any bytes as a GraphDef, and as a recipe for one, through the emitted graph optimizer: it reads
// nothing that is not there, gives back what it does not rewrite, and changes nothing that anybody
// sees of what it does.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "graph/rewriter.h"
#include "graph_test_graph.h"
#include "graph_test_rewrites.h"
#include "meaning.h"
#include "plugin/names.h"
#include "variables/kept_values.h"
#include "variables/kept_values_in_chains.h"

namespace pluggable::tests {
namespace {

constexpr size_t kMaxNodes = 48;

void Require(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "graph_fuzzer: %s\n", what.c_str());
  std::abort();
}

const std::vector<graph::Rewrite>& Rewrites() {
  static const auto* const rewrites = [] {
    auto* const all = new std::vector<graph::Rewrite>(TestRewrites());
    all->push_back(TestMerge());
    all->push_back(TestChain());
    all->back().replaces_values = true;
    return all;
  }();
  return *rewrites;
}

uint64_t rewrites_done = 0;

// The graph after the rewrites; the same bytes if they are no graph.
std::string Optimized(std::string_view bytes, const graph::NodeNames& preserved) {
  // In memory of its own, so that a sanitizer sees what is read behind it.
  const auto copy = std::make_unique<char[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), copy.get());
  graph::Graph graph;
  if (!graph.Parse({copy.get(), bytes.size()})) return std::string(bytes);
  graph::Surroundings surroundings = TestSurroundings();
  surroundings.preserved = preserved;
  // As the optimizer does it, but for updates of variables.
  rewrites_done +=
      static_cast<uint64_t>(graph::KeepValues(names::kDeviceType, {nullptr, 0}, &graph));
  for (const int count : graph::RewriteGraph(Rewrites(), surroundings, &graph)) {
    rewrites_done += static_cast<uint64_t>(count);
  }
  graph::KeepValuesInChains(Rewrites(), surroundings, &graph);
  std::string result = graph.Serialize();
  Require(graph.changed() || result == bytes, "an untouched graph is not what it was");
  return result;
}

void CheckBytes(std::string_view bytes) {
  const std::string result = Optimized(bytes, {});
  if (result == bytes) return;
  Require(graph::Graph().Parse(result), "what was written cannot be read");
}

// As many bytes as a graph takes, which the input decides upon, but nobody foresees.
std::string Scattered(std::string_view input) {
  std::mt19937_64 random(std::hash<std::string_view>()(input));
  std::string bytes(6 * kMaxNodes, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

// Makes a graph of bytes: single nodes, and what looks like the pattern of a rewrite. Inputs are
// nodes before.
class Recipe {
 public:
  explicit Recipe(std::string_view bytes) : bytes_(bytes) {
    Add("_Arg", {});
    while (!bytes_.empty() && nodes_.size() < kMaxNodes) {
      if (Byte() < 96) {
        AddPattern();
      } else {
        AddNode();
      }
    }
  }

  const std::vector<TestNode>& nodes() const { return nodes_; }
  const graph::NodeNames& preserved() const { return preserved_; }
  const std::set<std::string>& fed() const { return fed_; }

 private:
  struct Kind {
    const char* op;
    int inputs;
  };
  static constexpr std::array<Kind, 13> kKinds = {{{"_Arg", 0},
                                                   {"MatMul", 2},
                                                   {"BiasAdd", 2},
                                                   {"Relu", 1},
                                                   {"Mul", 2},
                                                   {"Sigmoid", 1},
                                                   {"AddV2", 2},
                                                   {"Sub", 2},
                                                   {"TestPair", 1},
                                                   {"NoOp", 0},
                                                   {"NoOp", 0},
                                                   {"Neg", 1},
                                                   {"Transpose", 2}}};

  uint8_t Byte() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }

  // Mostly one of the latest.
  const std::string& Pick(const std::vector<std::string>& names) {
    const size_t byte = Byte();
    const size_t back = byte < 192 ? byte % 3 : byte;
    return names[names.size() - 1 - back % names.size()];
  }
  std::string Tensor() { return Pick(tensors_); }

  void AddNode() {
    const Kind& kind = kKinds[Byte() % kKinds.size()];
    std::vector<std::string> inputs;
    for (int i = 0; i < kind.inputs; ++i) inputs.push_back(Tensor());
    Add(kind.op, std::move(inputs));
  }

  void AddPattern() {
    switch (Byte() % 7) {
      case 0: {
        const std::string product = Add("MatMul", {Tensor(), Tensor()});
        const std::string sum = Add("BiasAdd", {product, Tensor()});
        if (Byte() < 128) Add("Relu", {sum});
        break;
      }
      case 1: {
        const std::string x = Tensor();
        AddEitherWay("Mul", x, Add("Sigmoid", {x}));
        break;
      }
      case 2: {
        const std::string one = Add(Scalar("", Byte() < 240 ? 1.0F : 2.0F));
        const std::string sum = AddEitherWay("AddV2", Tensor(), one);
        AddEitherWay("Mul", sum, Add(Scalar("", 0.5F)));
        break;
      }
      case 3: {
        const std::string tanh = Add("Tanh", {Tensor()});
        AddEitherWay("AddV2", tanh, Add("Neg", {Byte() < 192 ? tanh : Tensor()}));
        break;
      }
      case 4: {
        // A variable's new value, at times with the op that keeps the old one, as after a first
        // round.
        const std::map<std::string, std::string> dtype = {{"dtype", TypeAttr(TF_FLOAT)}};
        const std::string variable = Add({"", "VarHandleOp", {}});
        const std::string read = Add({"", "ReadVariableOp", {variable}, dtype});
        const std::string inner = Add(Byte() < 128 ? "Relu" : "Neg", {read});
        std::string value = Add("AddV2", {Add("Mul", {inner, Tensor()}), Tensor()});
        if (Byte() < 96) {
          value = Add({"", names::kKeptValueOp, {read, value}, {{"T", TypeAttr(TF_FLOAT)}}});
        }
        Add({"", "AssignVariableOp", {variable, value}, dtype});
        break;
      }
      case 5: {
        const std::string inner = Add("Reshape", {Tensor(), Tensor()});
        Add("Reshape", {inner, Tensor()});
        break;
      }
      default: {
        static const auto* const pairs =
            new std::vector<std::pair<std::vector<int32_t>, std::vector<int32_t>>>{
                {{1, 0}, {1, 0}}, {{1, 2, 0}, {2, 0, 1}}, {{-1, 0}, {1, 0}},
                {{}, {}},         {{1, 1}, {1, 1}},       {{1, 0}, {0, 1}}};
        const auto& pair = (*pairs)[Byte() % pairs->size()];
        const std::string first = Add(Indices("", pair.first));
        const std::string inner = Add("Transpose", {Tensor(), first});
        Add("Transpose", {inner, Byte() < 64 ? first : Add(Indices("", pair.second))});
        break;
      }
    }
  }

  std::string AddEitherWay(const char* op, const std::string& a, const std::string& b) {
    return Byte() < 128 ? Add(op, {a, b}) : Add(op, {b, a});
  }

  std::string Add(const char* op, std::vector<std::string> inputs) {
    return Add({"", op, std::move(inputs)});
  }

  // Adds the node under a name of its own, which is returned.
  std::string Add(TestNode node) {
    node.name = "n" + std::to_string(nodes_.size());
    AddExtras(&node);
    if (node.op != "NoOp" && node.op != "Const") tensors_.push_back(node.name);
    if (node.op == "TestPair") tensors_.push_back(node.name + ":1");
    names_.push_back(node.name);
    nodes_.push_back(std::move(node));
    return names_.back();
  }

  // What forbids a rewrite, or has to survive it.
  void AddExtras(TestNode* node) {
    const uint8_t byte = Byte();
    if (byte < 176 || names_.empty()) return;
    switch (byte % 8) {
      case 0:
        preserved_.insert(node->name);
        break;
      case 1:
        preserved_.insert(node->name);
        fed_.insert(node->name);
        break;
      case 2:
        node->device = "/job:localhost/replica:0/task:0/device:CPU:0";
        break;
      case 3:
        node->attrs["_class"] = StringsAttr({"loc:@" + Pick(names_)});
        break;
      default:
        node->inputs.push_back("^" + Pick(names_));
        break;
    }
  }

  std::string_view bytes_;
  std::vector<TestNode> nodes_;
  std::vector<std::string> names_;
  std::vector<std::string> tensors_;
  graph::NodeNames preserved_;
  std::set<std::string> fed_;
};

std::map<std::string, int> NamesOf(const graph::Graph& graph) {
  std::map<std::string, int> names;
  for (int i = 0; i < graph.size(); ++i) names.emplace(graph.node(i).name, i);
  return names;
}

// Every node of the first graph that the second one has computes the same in both, after the same
// nodes; what is to be preserved is there.
void RequireSameMeaning(const std::string& before_bytes, const std::string& after_bytes,
                        const Recipe& recipe) {
  graph::Graph before;
  graph::Graph after;
  Require(before.Parse(before_bytes) && after.Parse(after_bytes), "a graph cannot be read");
  const auto require = [&](bool condition, const std::string& what) {
    if (!condition) {
      std::fprintf(stderr, "%s---\n%s", ToText(before_bytes).c_str(), ToText(after_bytes).c_str());
    }
    Require(condition, what);
  };
  Meaning meaning_before(before, recipe.fed());
  Meaning meaning_after(after, recipe.fed());
  const std::map<std::string, int> names = NamesOf(after);
  for (int i = 0; i < before.size(); ++i) {
    const std::string name(before.node(i).name);
    const bool is_preserved = recipe.preserved().count(name) != 0;
    const auto found = names.find(name);
    require(found != names.end() || !is_preserved, name + " was to be preserved");
    if (found == names.end()) continue;
    const int j = found->second;
    for (const std::string_view other : graph::ColocationNames(after.node(j))) {
      require(names.count(std::string(other)) != 0, name + " is colocated with nothing");
    }
    for (int output = 0; output < (before.node(i).op == "TestPair" && is_preserved ? 2 : 1);
         ++output) {
      const std::optional<uint64_t> meaning = meaning_after.Of({j, output});
      require(meaning.has_value(), name + " depends on itself");
      require(meaning == meaning_before.Of({i, output}), name + " is something else");
    }
    require(after.node(j).op != "TestFirst" || !is_preserved, name + " has lost an output");
    require(meaning_after.WaitsFor(j) == meaning_before.WaitsFor(i),
            name + " waits for something else");
    require(after.node(j).device == before.node(i).device, name + " has moved");
  }
}

void CheckRecipe(std::string_view bytes) {
  const Recipe recipe(bytes);
  const std::string before = Serialize(recipe.nodes());
  const std::string after = Optimized(before, recipe.preserved());
  RequireSameMeaning(before, after, recipe);
  // The graph with some of its bytes changed, as the recipe says.
  std::string damaged = before;
  for (size_t i = 0; i + 3 < bytes.size() && i < 16; i += 4) {
    const auto at = static_cast<size_t>(static_cast<uint8_t>(bytes[i])) << 8 |
                    static_cast<uint8_t>(bytes[i + 1]);
    damaged[at % damaged.size()] = bytes[i + 2];
    CheckBytes(damaged);
  }
}

// Says at the end whether there was anything to see.
struct Report {
  ~Report() {
    std::printf("graph_fuzzer: %llu rewrites\n", static_cast<unsigned long long>(rewrites_done));
  }
} report;

}  // namespace
}  // namespace pluggable::tests

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  pluggable::tests::CheckBytes(bytes);
  pluggable::tests::CheckRecipe(bytes);
  pluggable::tests::CheckRecipe(pluggable::tests::Scattered(bytes));
  return 0;
}
