// Which files under src/reference a project needs.

#ifndef PLUGINGEN_EMIT_REFERENCE_PARTS_H_
#define PLUGINGEN_EMIT_REFERENCE_PARTS_H_

#include <vector>

#include "base/output_file.h"

namespace plugingen::emit {

// Removes the files under src/reference that no other file includes, directly or through each
// other. A unit belongs to the header whose name its own name begins with: matmul_avx2.cc to
// matmul.h.
void DropUnusedReferenceParts(std::vector<base::OutputFile>& files);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_REFERENCE_PARTS_H_
