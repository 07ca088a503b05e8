// The op that somebody meant who wrote another name.

#ifndef PLUGINGEN_CATALOG_NEAREST_OP_H_
#define PLUGINGEN_CATALOG_NEAREST_OP_H_

#include <string_view>
#include <vector>

#include "catalog/catalog.h"

namespace plugingen::catalog {

// Among `others` and the ops of `catalog`; "" where none is near. `tf.nn.relu` means Relu. An op
// that Python does not have is never meant: it belongs to TensorFlow's own tests, or is a part of
// another.
std::string_view NearestOp(std::string_view word, const Catalog& catalog,
                           const std::vector<std::string_view>& others = {});

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_NEAREST_OP_H_
