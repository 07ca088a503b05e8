// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/kernel_check.h"

#include <algorithm>
#include <cstdint>

#include "pluggable/wire.h"

#include "graph/attr_value.h"

namespace pluggable::graph {
namespace {

// The TF_DataType in an attribute; 0 if there is none.
int64_t TypeOf(std::string_view attr_value) {
  int64_t type = 0;
  wire::Reader reader(attr_value);
  while (reader.Next()) {
    if (reader.field() == attr_value::kType && !reader.is_bytes()) type = reader.number();
  }
  return type;
}

bool Serves(const KernelRow& row, const NodeDef& node) {
  // A node that needs a kernel with a label has an attribute for it, which no rewrite creates.
  if (row.op != node.op || row.label != nullptr) return false;
  bool serves = true;
  row.types.ForEach([&](const TypeConstraint& constraint) {
    const int64_t type = TypeOf(node.FindAttr(constraint.attr));
    // If this TensorFlow lacks the attribute, the op works with the implied type.
    serves = serves && constraint.type == (type != 0 ? type : constraint.implied);
  });
  return serves;
}

}  // namespace

bool HasKernel(const KernelTable& kernels, const NodeDef& node) {
  return std::any_of(kernels.begin(), kernels.end(),
                     [&](const KernelRow& row) { return Serves(row, node); });
}

}  // namespace pluggable::graph
