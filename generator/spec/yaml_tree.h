// YAML as a tree whose nodes know their positions. Only yaml_tree.cc uses yaml-cpp. It turns
// everything that this library reports or throws into diagnostics.

#ifndef PLUGINGEN_SPEC_YAML_TREE_H_
#define PLUGINGEN_SPEC_YAML_TREE_H_

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::spec {

enum class NodeKind { kNull, kScalar, kSequence, kMap };

struct Node;

struct Member {
  std::string key;
  diag::Span key_span;
  const Node* value = nullptr;
  diag::Span value_span;  // where it is used; for an alias, the alias
};

struct Node {
  NodeKind kind = NodeKind::kNull;
  bool plain = false;  // a scalar without quotes; only these can be numbers or booleans
  // The exact bytes, including quotes and brackets. An implied null has the span of its key.
  diag::Span span;
  std::string text;                    // kScalar
  std::vector<const Node*> items;      // kSequence
  std::vector<diag::Span> item_spans;  // where each is used; for an alias, the alias
  std::vector<Member> members;         // only kMap; in order, without duplicates
  size_t expanded = 1;                 // number of values in it, including those behind aliases
};

// A tree owns its nodes. With aliases it is a graph without cycles, and the size of its expansion
// is limited.
class YamlTree {
 public:
  const Node& root() const { return *root_; }

 private:
  friend class TreeBuilder;
  std::deque<Node> nodes_;
  const Node* root_ = nullptr;
};

// Larger and deeper specs are rejected, because they can only be an attempt to make the program
// hang.
inline constexpr size_t kLargestSpec = size_t{16} << 20;
inline constexpr size_t kDeepestNesting = 32;

// Parses a text with a single document. Returns nothing after a syntax error. Mistakes that leave
// the structure clear, such as duplicate keys, are reported, and the tree is usable.
std::optional<YamlTree> ParseYaml(const diag::SourceFile& source, diag::Sink& sink);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_YAML_TREE_H_
