// Ops whose equal nodes are computed only once.
//
//   merge: [ReadVariableOp, Cast, Pow]
//
// docs/graph.md describes which nodes are equal.

#ifndef PLUGINGEN_REWRITE_MERGE_H_
#define PLUGINGEN_REWRITE_MERGE_H_

#include <string>
#include <vector>

namespace plugingen::rewrite {

struct Merge {
  std::string name;
  std::vector<std::string> lines;  // the user's text, for a comment
  std::vector<std::string> ops;
};

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_MERGE_H_
