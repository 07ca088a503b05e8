// What TensorFlow's graph optimizer turns ops into (catalog/rewrites.txt).

#ifndef PLUGINGEN_CATALOG_REWRITES_H_
#define PLUGINGEN_CATALOG_REWRITES_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct Rewrite {
  std::string_view made;               // the op that appears in the graph
  std::vector<std::string_view> from;  // the ops it is made of, all of one dtype
  std::string_view example;            // "x * x"
  bool is_real = false;                // not of integers
};

// All of them, sorted by the op that is made.
const std::vector<Rewrite>& Rewrites();

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_REWRITES_H_
