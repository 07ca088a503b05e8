// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The ops that TensorFlow has registered in this process.

#ifndef PLUGGABLE_GRAPH_REGISTERED_OPS_H_
#define PLUGGABLE_GRAPH_REGISTERED_OPS_H_

#include <string>

struct TF_FunctionLibraryDefinition;

namespace pluggable::graph {

// TensorFlow rejects a graph with an unregistered op.
class RegisteredOps {
 public:
  RegisteredOps();
  ~RegisteredOps();
  RegisteredOps(const RegisteredOps&) = delete;
  RegisteredOps& operator=(const RegisteredOps&) = delete;

  // If TensorFlow's list is not available: true for TensorFlow's ops, false for the plugin's.
  bool Has(const std::string& op) const;

 private:
  TF_FunctionLibraryDefinition* library_ = nullptr;
};

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_REGISTERED_OPS_H_
