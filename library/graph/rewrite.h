// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A graph rewrite as data: a pattern of ops and its replacement. The table of the spec's rewrites
// is generated (src/generated/plugin/graph_rewrites.cc).

#ifndef PLUGGABLE_GRAPH_REWRITE_H_
#define PLUGGABLE_GRAPH_REWRITE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace pluggable::graph {

// An input of a node in a pattern or in a replacement.
struct Operand {
  enum class Kind : uint8_t { kValue, kNode, kNumber };
  Kind kind = Kind::kValue;
  int index = 0;           // kValue: the rewrite's value; kNode: the node of the same list
  int output = 0;          // kNode: the node's output
  double number = 0;       // kNumber: the value of every element, rounded to the type
  bool any_shape = false;  // kNumber: not only a scalar. If the op broadcasts the argument,
                           // even a shape of ones would change the result's.
};

// A tensor that the pattern does not examine. The same index refers to the same tensor everywhere.
inline Operand Value(int index) { return {Operand::Kind::kValue, index, 0, 0, false}; }
inline Operand Node(int index, int output = 0) {
  return {Operand::Kind::kNode, index, output, 0, false};
}
inline Operand Number(double number, bool any_shape = false) {
  return {Operand::Kind::kNumber, 0, 0, number, any_shape};
}

// A condition on a matched node's attribute: it must have one of these values.
struct AttrCondition {
  const char* name = "";
  std::vector<std::string> allowed;  // serialized AttrValues, see attr_value.h
  // The serialized default of the attribute in the op's definition, for nodes that do not have it.
  // If empty, such a node does not match.
  std::string if_absent{};
};

// A node of the pattern. All but the first are removed, so their ops must not be stateful.
struct MatchedNode {
  std::vector<const char*> ops;  // any of these
  std::vector<Operand> inputs;   // all data inputs, in order
  std::vector<AttrCondition> attrs;
  bool commutative = false;  // the two inputs may be swapped
};

// A condition on two values.
struct Condition {
  enum class Kind : uint8_t {
    kInverse,  // both are constant permutations, inverse to each other
  };
  Kind kind = Kind::kInverse;
  int first = 0;
  int second = 0;
};

// For NewAttr::attr: the matched node's op, as a string.
inline constexpr char kOpName[] = "<op>";

// An attribute of a new node.
struct NewAttr {
  const char* name = "";
  int node = -1;          // the matched node to copy it from; -1: use `literal`
  const char* attr = "";  // the attr's name there, or kOpName
  // A serialized AttrValue. With a node: the value if the node lacks the attribute, which is the
  // default of its op. If it is empty, the new node lacks the attribute as well.
  std::string literal{};
};

struct NewNode {
  const char* op = "";
  std::vector<Operand> inputs;  // kValue, or kNode for nodes of the replacement
  std::vector<NewAttr> attrs;
};

// The attribute of a chain's op with the index of the input that is the old value of a variable:
// the output becomes that value if the computation fails. -1 if there is none.
inline constexpr char kOldAttr[] = "old";

// An op that computes element by element.
struct ChainOp {
  const char* name = "";
  const char* type_attr = "";  // the type of all inputs and of the output
  std::vector<AttrCondition> attrs{};
};

struct Rewrite {
  const char* name = "";           // letters, digits and underscores: it becomes part of names
  std::vector<MatchedNode> match;  // match[0] is the root; the others are its inputs
  // Instead of a match: any number of these ops become replace[0], which only names the op.
  std::vector<ChainOp> chain;
  bool replaces_values = false;  // the chain's op has the attribute kOldAttr
  // Instead of a match: ops whose equal nodes are merged.
  std::vector<const char*> merge;
  int num_values = 0;
  std::vector<Condition> conditions;

  // replace[0] takes the root's name and position. If empty, the root's consumers use `value`
  // (kValue).
  std::vector<NewNode> replace;
  Operand value;
  NewAttr value_type;  // for `value`: attribute T of an Identity, if the root must stay

  // The number of the root's first outputs that still exist afterwards. Nothing may use the others.
  int outputs = 1;
  // The number of outputs of the root's op; 0 if it differs from node to node. TensorFlow does not
  // say which output of a preserved node is used, so such a root is rewritten only if all outputs
  // remain.
  int root_outputs = 0;
};

// The rewrites of the spec. If two match, the first one applies.
std::vector<Rewrite> Rewrites();

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_REWRITE_H_
