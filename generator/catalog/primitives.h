// The primitives of the library and the ops that use them (catalog/primitives.txt).

#ifndef PLUGINGEN_CATALOG_PRIMITIVES_H_
#define PLUGINGEN_CATALOG_PRIMITIVES_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct Primitive {
  // The share in the time of a training step, for a family of models.
  struct Share {
    std::string_view family;
    std::string_view percent;
  };

  std::string_view name;  // "matrix_product": library/compute/matrix_product.cc
  std::string_view purpose;
  std::vector<Share> shares;          // each primitive has the same families
  std::vector<std::string_view> ops;  // sorted
};

// All primitives, sorted by name.
const std::vector<Primitive>& Primitives();

// Parses a text as Primitives() does; for tests.
std::vector<Primitive> ReadPrimitives(std::string_view text);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_PRIMITIVES_H_
