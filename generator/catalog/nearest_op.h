// Suggests the op that the user meant by an unknown name.

#ifndef PLUGINGEN_CATALOG_NEAREST_OP_H_
#define PLUGINGEN_CATALOG_NEAREST_OP_H_

#include <string_view>
#include <vector>

#include "catalog/catalog.h"

namespace plugingen::catalog {

// Returns a similar name among `others` and the ops of `catalog`, or "". `tf.nn.relu` means Relu.
// Never suggests an op that is not in Python: it belongs to TensorFlow's tests or is a part of
// another op.
std::string_view NearestOp(std::string_view word, const Catalog& catalog,
                           const std::vector<std::string_view>& others = {});

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_NEAREST_OP_H_
