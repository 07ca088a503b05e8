// The linked plugin: the spec with every op found, every dtype chosen, every host-memory argument
// known. Immutable; emission reads nothing else.

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

// One file with the class that serves some rows: of library/kernels for kReference, else of
// src/kernels.
struct Kernel {
  const catalog::Op* op = nullptr;  // the first one that it serves
  const NewOp* new_op = nullptr;    // of an op of the plugin's own
  spec::Implementation implementation = spec::Implementation::kReference;
  const catalog::ReferenceKernel* reference = nullptr;  // of kReference
  std::string class_name;                               // "ReluOp", "fusions::GeluOp"
  std::string file;                                     // "relu.cc", "fusions/gelu.cc"
  std::vector<std::string> instances;  // "ReluOp<float>"; the class itself without type attrs
};

// The dtype that a registration chooses for a type attr.
struct RowType {
  std::string attr;
  std::string dtype;
  // Where some releases of the range do not have the attr yet: the dtype that the op has there. "".
  std::string implied;
};

// One registration: an op for one choice of dtypes.
struct Row {
  const catalog::Op* op = nullptr;
  const NewOp* new_op = nullptr;  // of an op of the plugin's own
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
  std::vector<rewrite::Merge> merges;  // in front of the rewrites
  std::vector<rewrite::Rewrite> rewrites;
  std::vector<rewrite::Chain> chains;  // after the rewrites
};

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_PLUGIN_H_
