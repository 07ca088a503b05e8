// Ops of which equal nodes are computed once.
//
//   merge: [ReadVariableOp, Cast, Pow]
//
// docs/graph.md says when nodes are equal.

#ifndef PLUGINGEN_REWRITE_MERGE_H_
#define PLUGINGEN_REWRITE_MERGE_H_

#include <string>
#include <vector>

namespace plugingen::rewrite {

struct Merge {
  std::string name;
  std::vector<std::string> lines;  // as the user wrote it, for a comment
  std::vector<std::string> ops;
};

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_MERGE_H_
