// Any bytes as a GraphDef, and as a recipe for one, through the emitted graph optimizer: it reads
// nothing that is not there, gives back what it does not rewrite, and changes nothing that anybody
// sees of what it does.
//
// With clang: -fsanitize=fuzzer,address,undefined without driver.cc. With any compiler: with it.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "graph/rewriter.h"
#include "graph_test_graph.h"
#include "meaning.h"

namespace fuzz_npu::tests {
namespace {

constexpr size_t kMostNodes = 48;

void Require(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "graph_fuzzer: %s\n", what.c_str());
  std::abort();
}

const std::vector<graph::Rewrite>& Rewrites() {
  static const auto* const rewrites = new std::vector<graph::Rewrite>(TestRewrites());
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
  for (const int count : graph::RewriteGraph(Rewrites(), surroundings, &graph)) {
    rewrites_done += static_cast<uint64_t>(count);
  }
  std::string result = graph.Serialize();
  Require(graph.changed() || result == bytes, "an untouched graph is not what it was");
  return result;
}

void CheckBytes(std::string_view bytes) {
  const std::string result = Optimized(bytes, {});
  if (result == bytes) return;
  Require(graph::Graph().Parse(result), "what was written cannot be read");
}

// Makes a graph of bytes, one node after another; inputs are nodes before.
class Recipe {
 public:
  explicit Recipe(std::string_view bytes) : bytes_(bytes) {
    nodes_.push_back({"x", "_Arg"});
    tensors_.push_back("x");
    while (!bytes_.empty() && nodes_.size() < kMostNodes) AddNode();
  }

  const std::vector<TestNode>& nodes() const { return nodes_; }
  const graph::NodeNames& preserved() const { return preserved_; }
  const std::set<std::string>& fed() const { return fed_; }

 private:
  struct Kind {
    const char* op;
    int inputs;
  };
  // What patterns are made of stands here more often.
  static constexpr std::array<Kind, 20> kKinds = {
      {{"_Arg", 0},      {"MatMul", 2},    {"MatMul", 2},    {"BiasAdd", 2}, {"BiasAdd", 2},
       {"Relu", 1},      {"Relu", 1},      {"Mul", 2},       {"Mul", 2},     {"Sigmoid", 1},
       {"AddV2", 2},     {"Sub", 2},       {"TestPair", 1},  {"NoOp", 0},    {"Neg", 1},
       {"Transpose", 1}, {"Transpose", 1}, {"Transpose", 1}, {"Const", 0},   {"Indices", 0}}};

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

  void AddNode() {
    const Kind& kind = kKinds[Byte() % kKinds.size()];
    const std::string name = "n" + std::to_string(nodes_.size());
    TestNode node = {name, kind.op};
    const uint8_t byte = Byte();
    if (node.op == "Const") {
      node = Scalar(name, byte % 3 == 0 ? 2.0F : byte % 3 == 1 ? 1.0F : 0.5F);
    } else if (node.op == "Indices") {
      const std::vector<std::vector<int32_t>> all = {{1, 0}, {0, 1},  {1, 2, 0}, {2, 0, 1},
                                                     {1, 1}, {-1, 0}, {}};
      node = Indices(name, all[byte % all.size()]);
    } else {
      for (int i = 0; i < kind.inputs; ++i) node.inputs.push_back(Pick(tensors_));
      if (node.op == "Transpose") {
        node.inputs.push_back(permutations_.empty() ? "x" : Pick(permutations_));
      }
    }
    AddExtras(&node);
    if (node.op == "Const" && node.attrs["dtype"] == TypeAttr(TF_INT32)) {
      permutations_.push_back(name);
    } else if (node.op != "NoOp") {
      tensors_.push_back(name);
      if (node.op == "TestPair") tensors_.push_back(name + ":1");
    }
    names_.push_back(name);
    nodes_.push_back(std::move(node));
  }

  // What forbids a rewrite, or has to survive it.
  void AddExtras(TestNode* node) {
    const uint8_t byte = Byte();
    if (byte < 160) return;
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
        if (!names_.empty()) node->attrs["_class"] = StringsAttr({"loc:@" + Pick(names_)});
        break;
      default:
        if (!names_.empty()) node->inputs.push_back("^" + Pick(names_));
        break;
    }
  }

  std::string_view bytes_;
  std::vector<TestNode> nodes_;
  std::vector<std::string> names_;
  std::vector<std::string> tensors_;
  std::vector<std::string> permutations_;
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
}  // namespace fuzz_npu::tests

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fuzz_npu::tests::CheckBytes(bytes);
  fuzz_npu::tests::CheckRecipe(bytes);
  return 0;
}
