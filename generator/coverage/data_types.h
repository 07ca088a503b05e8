// The numbers that files have for dtypes.

#ifndef PLUGINGEN_COVERAGE_DATA_TYPES_H_
#define PLUGINGEN_COVERAGE_DATA_TYPES_H_

#include <cstdint>
#include <string_view>

namespace plugingen::coverage {

// 1 -> "float", as op definitions write it; a reference to a type counts as the type. "" for other
// numbers.
std::string_view DataTypeName(uint64_t number);

// Whether there is a dtype of that name.
bool IsDataType(std::string_view name);

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_DATA_TYPES_H_
