// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// How much arithmetic an op is.

#ifndef PLUGGABLE_PROFILER_FLOPS_H_
#define PLUGGABLE_PROFILER_FLOPS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/op_note.h"

namespace pluggable::profiler {

// The floating-point operations of an op with these inputs and outputs: a multiplication and an
// addition are two, any function of one element is one. -1 where it depends on more than shapes, or
// nobody has said.
int64_t FlopsOf(std::string_view op, const std::vector<TensorNote>& inputs,
                const std::vector<TensorNote>& outputs);

// What the op has to move at least: each input read once, each output written once.
int64_t BytesAccessedBy(const std::vector<TensorNote>& inputs,
                        const std::vector<TensorNote>& outputs);

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_FLOPS_H_
