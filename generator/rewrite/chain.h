// Chains of elementwise ops that one op replaces, whatever their length.
//
//   chain: [AddV2, Mul, Tanh]
//   replace: AcmeElementwise
//
// docs/graph.md describes what the op receives.

#ifndef PLUGINGEN_REWRITE_CHAIN_H_
#define PLUGINGEN_REWRITE_CHAIN_H_

#include <string>
#include <vector>

#include "diag/source.h"
#include "rewrite/rewrite.h"

namespace plugingen::rewrite {

struct ChainOp {
  std::string name;
  std::string type_attr;             // of all inputs and the output
  std::vector<AttrCondition> attrs;  // the required values of the other attrs: their defaults
};

struct Chain {
  std::string name;
  std::vector<std::string> lines;  // the user's text, for a comment
  std::vector<ChainOp> ops;
  std::string op;                // the op that replaces the chain
  diag::Span replaced_by{};      // of that op's name
  bool replaces_values = false;  // the op has the attr `old`
};

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_CHAIN_H_
