// YAML text as a tree that knows where each of its bytes came from. yaml_tree.cc is the only place
// that uses yaml-cpp; whatever that library accepts, refuses or throws ends here, as a diagnostic.

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
  diag::Span value_span;  // where it is used: of an alias that is the alias
};

struct Node {
  NodeKind kind = NodeKind::kNull;
  bool plain = false;  // a scalar without quotes: only these can be numbers or true/false
  // The exact bytes, quotes and brackets included. A null that is only implied has its key's span.
  diag::Span span;
  std::string text;                    // kScalar
  std::vector<const Node*> items;      // kSequence
  std::vector<diag::Span> item_spans;  // where each is used: of an alias that is the alias
  std::vector<Member> members;         // kMap, in order, without the duplicates
  size_t expanded = 1;                 // values in it, those behind aliases included
};

// A tree owns its nodes. Aliases make it a graph without cycles, whose expansion is bounded.
class YamlTree {
 public:
  const Node& root() const { return *root_; }

 private:
  friend class TreeBuilder;
  std::deque<Node> nodes_;
  const Node* root_ = nullptr;
};

// Larger and deeper specs are refused: nobody writes them, and they only exist to make a program
// stall.
inline constexpr size_t kLargestSpec = size_t{16} << 20;
inline constexpr size_t kDeepestNesting = 32;

// Reads the only document of a text. After a syntax error there is no tree; mistakes that leave the
// structure clear (duplicate keys, say) are reported and the tree is usable.
std::optional<YamlTree> ParseYaml(const diag::SourceFile& source, diag::Sink& sink);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_YAML_TREE_H_
