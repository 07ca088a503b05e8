// Which units of library/compute/ and library/reference/ a plugin is compiled from.

#ifndef PLUGINGEN_EMIT_REFERENCE_PARTS_H_
#define PLUGINGEN_EMIT_REFERENCE_PARTS_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::emit {

// The units that C++ texts need, relative to the library ("reference/matmul.cc"), sorted: those of
// the headers that the texts include, and of what these headers and units include in their turn. A
// header matmul.h has the units matmul.cc and matmul_*.cc.
std::vector<std::string> ReferenceParts(const std::vector<std::string_view>& texts);

// The same for parts by their paths in the library, which tests use.
std::vector<std::string> ReferenceParts(const std::vector<std::string_view>& texts,
                                        const std::map<std::string, std::string_view>& parts);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_REFERENCE_PARTS_H_
