// The primitives of the library, and the ops that they carry (catalog/primitives.txt).

#ifndef PLUGINGEN_CATALOG_PRIMITIVES_H_
#define PLUGINGEN_CATALOG_PRIMITIVES_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct Primitive {
  // Of the time of a step of a family of models.
  struct Share {
    std::string_view family;
    std::string_view percent;
  };

  std::string_view name;  // "matrix_product": library/compute/matrix_product.cc
  std::string_view purpose;
  std::vector<Share> shares;          // of the same families for all primitives
  std::vector<std::string_view> ops;  // sorted
};

// In the order of their names.
const std::vector<Primitive>& Primitives();

// The same for a text, which tests use.
std::vector<Primitive> ReadPrimitives(std::string_view text);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_PRIMITIVES_H_
