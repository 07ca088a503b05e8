// The code that computes the primitives on the devices of each backend (catalog/sources.txt).

#ifndef PLUGINGEN_CATALOG_SOURCES_H_
#define PLUGINGEN_CATALOG_SOURCES_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct Source {
  std::vector<std::string_view> backends;  // "opencl", "opencl_c", "cuda"
  std::string_view primitive;              // "matrix_product"
  std::string_view name;                   // "matrix_product.inc", "cuBLASLt"
  std::vector<std::string_view> types;     // "float", or the size of an element, "4 bytes"
  std::string_view leaves;  // what is left to the next source of the primitive; "" if nothing

  // Returns the name of the program text, "matrix_product", or "" for a vendor's library.
  std::string_view program() const;
};

// All sources. Those of a primitive are in the order in which the plugin tries them.
const std::vector<Source>& Sources();

// Parses a text as Sources() does; for tests.
std::vector<Source> ReadSources(std::string_view text);

// Returns those of `sources` that compute a primitive on a backend.
std::vector<Source> SourcesOf(const std::vector<Source>& sources, std::string_view backend,
                              std::string_view primitive);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_SOURCES_H_
