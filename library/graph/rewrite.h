// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A rewrite of graphs, as data: a pattern of ops and what takes its place. The table of those
// that the spec declares is generated (src/generated/plugin/graph_rewrites.cc).

#ifndef PLUGGABLE_GRAPH_REWRITE_H_
#define PLUGGABLE_GRAPH_REWRITE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace pluggable::graph {

// An input of a node in a pattern or in what replaces it.
struct Operand {
  enum class Kind : uint8_t { kValue, kNode, kNumber };
  Kind kind = Kind::kValue;
  int index = 0;           // kValue: which of the rewrite's values; kNode: of the same list's nodes
  int output = 0;          // kNode: which of its outputs
  double number = 0;       // kNumber: what every element of a Const is, rounded to its type
  bool any_shape = false;  // kNumber: not only a scalar. Of an argument that the op broadcasts a
                           // shape of ones alone would change the result's.
};

// A tensor that the pattern does not look into. The same index is the same tensor everywhere.
inline Operand Value(int index) { return {Operand::Kind::kValue, index, 0, 0, false}; }
inline Operand Node(int index, int output = 0) {
  return {Operand::Kind::kNode, index, output, 0, false};
}
inline Operand Number(double number, bool any_shape = false) {
  return {Operand::Kind::kNumber, 0, 0, number, any_shape};
}

// A matched node's attr has to be one of these.
struct AttrCondition {
  const char* name = "";
  std::vector<std::string> allowed;  // serialized AttrValues, see attr_value.h
  // What the attr is where the node does not say, the default of the op's definition, serialized.
  // Empty: a node that does not say does not match.
  std::string if_absent{};
};

// A node of the pattern. All but the first vanish, so their ops must not be stateful.
struct MatchedNode {
  std::vector<const char*> ops;  // any of these
  std::vector<Operand> inputs;   // all data inputs, in order
  std::vector<AttrCondition> attrs;
  bool commutative = false;  // its two inputs may stand the other way round
};

// What two values have to fulfil besides.
struct Condition {
  enum class Kind : uint8_t {
    kInverse,  // both are permutations, known while the graph is built, and each undoes the other
  };
  Kind kind = Kind::kInverse;
  int first = 0;
  int second = 0;
};

// As NewAttr::attr: the matched node's op, as a string.
inline constexpr char kOpName[] = "<op>";

// An attr of a new node.
struct NewAttr {
  const char* name = "";
  int node = -1;          // the matched node whose attr it is; -1: none, it is `literal`
  const char* attr = "";  // the attr's name there, or kOpName
  // A serialized AttrValue. With a node: what stands for an attr that the node does not have, the
  // default of its op; if empty, the new node does not have it either.
  std::string literal{};
};

struct NewNode {
  const char* op = "";
  std::vector<Operand> inputs;  // kValue, or kNode of the nodes that replace
  std::vector<NewAttr> attrs;
};

// Which input of a chain's op is the value of a variable that its output replaces, and becomes if
// the computation fails; -1: none is.
inline constexpr char kOldAttr[] = "old";

// An op that computes element by element.
struct ChainOp {
  const char* name = "";
  const char* type_attr = "";  // of all its inputs and of its output
  std::vector<AttrCondition> attrs{};
};

struct Rewrite {
  const char* name = "";           // letters, digits and underscores: it becomes part of names
  std::vector<MatchedNode> match;  // match[0] is the root, which everything else is an input of
  // Instead of a match: any number of these become replace[0], of which only the op is given.
  std::vector<ChainOp> chain;
  bool replaces_values = false;  // that op has the attr kOldAttr
  // Instead of a match: ops of which equal nodes are computed once.
  std::vector<const char*> merge;
  int num_values = 0;
  std::vector<Condition> conditions;

  // replace[0] takes the root's name and place. Empty: the root's consumers get `value` (kValue).
  std::vector<NewNode> replace;
  Operand value;
  NewAttr value_type;  // with `value`: the attr T of an Identity that stands where a root has to

  // How many outputs of the root there are afterwards, from the first on. Nothing may use others.
  int outputs = 1;
  // How many the root's op has, 0 if that differs from node to node. Which output of a node to
  // preserve is meant nobody tells: such a root is rewritten only if it keeps them all.
  int root_outputs = 0;
};

// Those of the spec, if it has any. Where two match, the first one does its work.
std::vector<Rewrite> Rewrites();

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_REWRITE_H_
