// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Counts the floating-point operations of an op.

#ifndef PLUGGABLE_PROFILER_FLOPS_H_
#define PLUGGABLE_PROFILER_FLOPS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/op_note.h"

namespace pluggable::profiler {

// The number of floating-point operations of an op with these inputs and outputs. A multiplication
// and an addition count as two, any function of one element as one. -1 if the number depends on
// more than shapes, or if the op is not in the table.
int64_t FlopsOf(std::string_view op, const std::vector<TensorNote>& inputs,
                const std::vector<TensorNote>& outputs);

// The smallest number of bytes that the op must move: each input read once, each output written
// once.
int64_t BytesAccessedBy(const std::vector<TensorNote>& inputs,
                        const std::vector<TensorNote>& outputs);

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_FLOPS_H_
