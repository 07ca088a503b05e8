// What computes the primitives on the devices of each backend (catalog/sources.txt).

#ifndef PLUGINGEN_CATALOG_SOURCES_H_
#define PLUGINGEN_CATALOG_SOURCES_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct Source {
  std::vector<std::string_view> backends;  // "opencl", "opencl_c", "cuda"
  std::string_view primitive;              // "matrix_product"
  std::string_view name;                   // "matrix_product.inc", "cuBLASLt"
  std::vector<std::string_view> types;     // "float"; or sizes of elements, "4 bytes"
  std::string_view leaves;                 // to the next source of the primitive; "" if nothing

  // The text's, "matrix_product"; "" for a library.
  std::string_view program() const;
};

// Those of a primitive are in the order in which they are asked.
const std::vector<Source>& Sources();

// The same for a text, which tests use.
std::vector<Source> ReadSources(std::string_view text);

// Of `sources`, those of a backend that compute a primitive.
std::vector<Source> SourcesOf(const std::vector<Source>& sources, std::string_view backend,
                              std::string_view primitive);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_SOURCES_H_
