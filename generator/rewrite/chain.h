// Ops that compute element by element, any number of which become one.
//
//   chain: [AddV2, Mul, Tanh]
//   replace: AcmeElementwise
//
// docs/graph.md says what the op gets.

#ifndef PLUGINGEN_REWRITE_CHAIN_H_
#define PLUGINGEN_REWRITE_CHAIN_H_

#include <string>
#include <vector>

#include "diag/source.h"
#include "rewrite/rewrite.h"

namespace plugingen::rewrite {

struct ChainOp {
  std::string name;
  std::string type_attr;             // of all its inputs and of its output
  std::vector<AttrCondition> attrs;  // what its other attrs have to be: their defaults
};

struct Chain {
  std::string name;
  std::vector<std::string> lines;  // as the user wrote it, for a comment
  std::vector<ChainOp> ops;
  std::string op;                // what they become
  diag::Span replaced_by{};      // of that op's name
  bool replaces_values = false;  // that op has the attr `old`
};

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_CHAIN_H_
