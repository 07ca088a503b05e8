// A linked rewrite of graphs: a pattern of ops and its replacement.
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

// An input of a node.
struct Operand {
  enum class Kind {
    kValue,   // a value of the rewrite, which enters the pattern from outside
    kNode,    // an output of another node of the same list
    kNumber,  // only in patterns: a constant whose elements all equal `number`
  };
  Kind kind = Kind::kValue;
  size_t index = 0;  // of the value or node
  int output = 0;
  std::string number{};    // as written, possibly with a '-'
  bool any_shape = false;  // of a number: the constant may have any shape
};

// The attr must have one of the values in `allowed`. A node without the attr counts as having
// `if_absent`.
struct AttrCondition {
  std::string attr;
  std::vector<AttrLiteral> allowed;
  std::optional<AttrLiteral> if_absent;
};

struct MatchedNode {
  std::vector<std::string> ops;  // any of them matches
  std::vector<Operand> inputs;
  std::vector<AttrCondition> attrs;
  bool commutative = false;  // its two inputs may be swapped
  size_t num_outputs = 1;
};

// The source of an attr of a new node.
struct NewAttr {
  std::string name;
  std::optional<size_t> node;  // of the match; nothing: `literal`
  std::string attr;            // of that node; "" for the name of its op
  // The value. For the attr of a matched node, the value if the node does not have the attr.
  std::optional<AttrLiteral> literal;
};

struct NewNode {
  std::string op;
  std::vector<Operand> inputs;
  std::vector<NewAttr> attrs;
  size_t num_outputs = 1;
};

// A condition on values, such as "inverse(p, q)".
struct Condition {
  std::string function;
  std::vector<size_t> values;
};

struct Rewrite {
  std::string name;
  std::vector<std::string> lines;  // the user's text, for a comment
  std::vector<MatchedNode> match;  // the root first
  size_t num_values = 0;
  std::vector<Condition> conditions;
  std::vector<NewNode> replace;  // the first one replaces the root; if empty, `value` does
  Operand value;
  NewAttr value_type;      // the type attr of an Identity of `value`
  diag::Span replaced_by;  // the position of the replacement's text
};

// Nodes are parsed with their inputs first, so the root is last. The lists above start with the
// root. Returns the new index of node `index` of `count`.
inline size_t RootFirst(size_t index, size_t count) { return index + 1 == count ? 0 : index + 1; }

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_REWRITE_H_
