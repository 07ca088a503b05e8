// What a model asks for: ops with dtypes, as its nodes have them.

#ifndef PLUGINGEN_COVERAGE_OP_USE_H_
#define PLUGINGEN_COVERAGE_OP_USE_H_

#include <compare>
#include <cstdint>
#include <map>
#include <string>

namespace plugingen::coverage {

// Nodes that no kernel can tell apart.
struct OpUse {
  std::string op;
  std::map<std::string, std::string> types;  // those attrs that are a dtype: "T" -> "float"
  bool on_cpu = false;                       // the model itself puts the nodes on the CPU

  friend auto operator<=>(const OpUse&, const OpUse&) = default;
};

struct Model {
  std::map<OpUse, uint64_t> uses;  // with the number of nodes
  uint64_t functions = 0;
  std::string tensorflow;  // the release that wrote it, "" if it does not say
};

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_OP_USE_H_
