// The linked plugin: the spec with all ops found, all dtypes chosen, and all host-memory arguments
// determined. It is immutable, and emission needs nothing else.

#ifndef PLUGINGEN_MODEL_PLUGIN_H_
#define PLUGINGEN_MODEL_PLUGIN_H_

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/reference.h"
#include "model/new_op.h"
#include "rewrite/chain.h"
#include "rewrite/merge.h"
#include "rewrite/rewrite.h"
#include "spec/spec.h"

namespace plugingen::model {

// A file with a kernel class. kReference files are in library/kernels, the others in src/kernels.
struct Kernel {
  const catalog::Op* op = nullptr;  // the first op that uses the class
  const NewOp* new_op = nullptr;    // if the op is the plugin's own
  spec::Implementation implementation = spec::Implementation::kReference;
  const catalog::ReferenceKernel* reference = nullptr;  // only for kReference
  std::string class_name;                               // "ReluOp", "fusions::GeluOp"
  std::string file;                                     // "relu.cc", "fusions/gelu.cc"
  std::vector<std::string> instances;  // "ReluOp<float>"; just the class if it has no type attrs
};

// The dtype of a type attr in a registration.
struct RowType {
  std::string attr;
  std::string dtype;
  // The dtype that the op has in releases of the range that lack the attr; otherwise "".
  std::string implied;
};

// A registration: an op with one dtype per type attr.
struct Row {
  const catalog::Op* op = nullptr;
  const NewOp* new_op = nullptr;  // if the op is the plugin's own
  std::vector<RowType> types;     // in the order of the op's definition
  std::vector<std::string> host_memory;
  std::string label;
  int64_t priority = 0;
  std::string instance;  // "ReluOp<float>"
};

struct Plugin {
  spec::Spec spec;
  NewOps ops;
  std::vector<Kernel> kernels;         // sorted by file
  std::vector<Row> rows;               // sorted by op, dtypes, label, priority
  std::vector<rewrite::Merge> merges;  // applied before the rewrites
  std::vector<rewrite::Rewrite> rewrites;
  std::vector<rewrite::Chain> chains;  // applied after the rewrites
};

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_PLUGIN_H_
