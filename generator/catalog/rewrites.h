// The ops that TensorFlow's graph optimizer creates from other ops (catalog/rewrites.txt).

#ifndef PLUGINGEN_CATALOG_REWRITES_H_
#define PLUGINGEN_CATALOG_REWRITES_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct Rewrite {
  std::string_view made;               // the op that appears in the graph
  std::vector<std::string_view> from;  // the ops that it replaces, all of one dtype
  std::string_view example;            // "x * x"
  bool is_real = false;                // does not apply to integers
};

// All rewrites, sorted by the op that they create.
const std::vector<Rewrite>& Rewrites();

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_REWRITES_H_
