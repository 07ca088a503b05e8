// A rewrite of graphs, linked: a pattern of ops, and what takes its place.
//
//   match: Relu(BiasAdd(MatMul(a, b), bias))
//   replace: AcmeMatMulBiasRelu(a, b, bias, transpose_a=MatMul.transpose_a)
//
// docs/graph.md describes the language.

#ifndef PLUGINGEN_REWRITE_REWRITE_H_
#define PLUGINGEN_REWRITE_REWRITE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "diag/source.h"
#include "rewrite/attr_literal.h"

namespace plugingen::rewrite {

// What an input of a node is.
struct Operand {
  enum class Kind {
    kValue,   // one of the rewrite's values: what comes into the pattern from outside
    kNode,    // an output of another node of the same list
    kNumber,  // of a pattern: a constant, every element of which is `number`
  };
  Kind kind = Kind::kValue;
  size_t index = 0;  // of the value or node
  int output = 0;
  std::string number{};    // as written, perhaps with a '-'
  bool any_shape = false;  // of a number: the constant need not be a scalar
};

// An attr is one of `allowed`. Nodes that lack it have `if_absent`.
struct AttrCondition {
  std::string attr;
  std::vector<AttrLiteral> allowed;
  std::optional<AttrLiteral> if_absent;
};

struct MatchedNode {
  std::vector<std::string> ops;  // any of them
  std::vector<Operand> inputs;
  std::vector<AttrCondition> attrs;
  bool commutative = false;  // its two inputs may stand the other way round
  size_t num_outputs = 1;
};

// Where an attr of a new node comes from.
struct NewAttr {
  std::string name;
  std::optional<size_t> node;  // of the match; none: `literal`
  std::string attr;            // that node's, "" for the name of its op
  // The value; of a matched node's attr what it is where the node does not say.
  std::optional<AttrLiteral> literal;
};

struct NewNode {
  std::string op;
  std::vector<Operand> inputs;
  std::vector<NewAttr> attrs;
  size_t num_outputs = 1;
};

// "inverse(p, q)": what has to hold of values besides.
struct Condition {
  std::string function;
  std::vector<size_t> values;
};

struct Rewrite {
  std::string name;
  std::vector<std::string> lines;  // as the user wrote it, for a comment
  std::vector<MatchedNode> match;  // the root first
  size_t num_values = 0;
  std::vector<Condition> conditions;
  std::vector<NewNode> replace;  // the first takes the root's place; none: `value` does
  Operand value;
  NewAttr value_type;      // of `value`, for an Identity
  diag::Span replaced_by;  // of the text of the replacement
};

// Nodes are read with their inputs first, so the one that the others lead to last; the lists above
// begin with it. Where node `index` of `count` has gone once the last one stands first.
inline size_t RootFirst(size_t index, size_t count) { return index + 1 == count ? 0 : index + 1; }

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_REWRITE_H_
