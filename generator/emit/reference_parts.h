// Finds the units of library/compute/ and library/reference/ that a plugin compiles.

#ifndef PLUGINGEN_EMIT_REFERENCE_PARTS_H_
#define PLUGINGEN_EMIT_REFERENCE_PARTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "emit/reach.h"

namespace plugingen::emit {

// Returns the units of `library` that C++ texts need, relative to it ("reference/matmul.cc"),
// sorted. These are the units of all headers that the texts include, directly or indirectly. The
// units of matmul.h are matmul.cc and matmul_*.cc.
std::vector<std::string> ReferenceParts(const std::vector<std::string_view>& texts,
                                        const Texts& library);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_REFERENCE_PARTS_H_
