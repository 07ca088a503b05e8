// Finds the units of library/compute/ and library/reference/ that a plugin compiles.

#ifndef PLUGINGEN_EMIT_REFERENCE_PARTS_H_
#define PLUGINGEN_EMIT_REFERENCE_PARTS_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::emit {

// Returns the units that C++ texts need, relative to the library ("reference/matmul.cc"), sorted.
// These are the units of all headers that the texts include, directly or indirectly. The units of
// matmul.h are matmul.cc and matmul_*.cc.
std::vector<std::string> ReferenceParts(const std::vector<std::string_view>& texts);

// The same for given parts, by path in the library; for tests.
std::vector<std::string> ReferenceParts(const std::vector<std::string_view>& texts,
                                        const std::map<std::string, std::string_view>& parts);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_REFERENCE_PARTS_H_
