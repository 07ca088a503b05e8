// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The ops that TensorFlow knows in this process.

#ifndef PLUGGABLE_GRAPH_REGISTERED_OPS_H_
#define PLUGGABLE_GRAPH_REGISTERED_OPS_H_

#include <string>

struct TF_FunctionLibraryDefinition;

namespace pluggable::graph {

// A graph with an op that it does not know would be refused.
class RegisteredOps {
 public:
  RegisteredOps();
  ~RegisteredOps();
  RegisteredOps(const RegisteredOps&) = delete;
  RegisteredOps& operator=(const RegisteredOps&) = delete;

  // If TensorFlow cannot be asked: true for its own ops, false for the plugin's.
  bool Has(const std::string& op) const;

 private:
  TF_FunctionLibraryDefinition* library_ = nullptr;
};

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_REGISTERED_OPS_H_
