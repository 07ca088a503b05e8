// The names of data types that a spec may use.

#ifndef PLUGINGEN_SPEC_DTYPES_H_
#define PLUGINGEN_SPEC_DTYPES_H_

#include <string_view>
#include <vector>

namespace plugingen::spec {

// The dtypes that kernels can be written for, as op definitions spell them.
std::vector<std::string_view> CanonicalDtypeNames();

// All names that are understood: those of op definitions, then NumPy's.
const std::vector<std::string_view>& DtypeNames();

// The dtype as op definitions spell it ("float32" -> "float"), or "" when there is none of that
// name.
std::string_view CanonicalDtype(std::string_view name);

// The dtype that was probably meant, or "".
std::string_view NearestDtype(std::string_view name);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_DTYPES_H_
