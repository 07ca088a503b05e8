// The ops and dtypes in a model.

#ifndef PLUGINGEN_COVERAGE_OP_USE_H_
#define PLUGINGEN_COVERAGE_OP_USE_H_

#include <compare>
#include <cstdint>
#include <map>
#include <string>

namespace plugingen::coverage {

// Nodes that use the same kernel.
struct OpUse {
  std::string op;
  std::map<std::string, std::string> types;  // the attrs that are a dtype: "T" -> "float"
  bool on_cpu = false;                       // the model pins the nodes to the CPU

  friend auto operator<=>(const OpUse&, const OpUse&) = default;
};

struct Model {
  std::map<OpUse, uint64_t> uses;  // the number of nodes for each
  uint64_t functions = 0;
  std::string tensorflow;  // the release that wrote the model, or ""
};

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_OP_USE_H_
