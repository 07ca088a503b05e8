// The names of data types in a spec.

#ifndef PLUGINGEN_SPEC_DTYPES_H_
#define PLUGINGEN_SPEC_DTYPES_H_

#include <string_view>
#include <vector>

namespace plugingen::spec {

// Returns the dtypes that kernels support, in the spelling of op definitions.
std::vector<std::string_view> CanonicalDtypeNames();

// Returns all accepted names: first those of op definitions, then NumPy's.
const std::vector<std::string_view>& DtypeNames();

// Returns the dtype in the spelling of op definitions ("float32" -> "float"), or "" for an unknown
// name.
std::string_view CanonicalDtype(std::string_view name);

// Returns the dtype that was probably meant, or "".
std::string_view NearestDtype(std::string_view name);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_DTYPES_H_
