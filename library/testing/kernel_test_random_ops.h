// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Tests of random ops besides the results of single calls.

#ifndef PLUGGABLE_TESTS_KERNEL_TEST_RANDOM_OPS_H_
#define PLUGGABLE_TESTS_KERNEL_TEST_RANDOM_OPS_H_

#include <cstdint>
#include <string>

#include "kernel_test_draw.h"

namespace pluggable::tests {

// A stateful op whose kernels begin at the attributes seed and seed2.
bool HasSeeds(const OpDef& def);

// Whether a call may get another shape or number than its generator drew. It may not if the CPU's
// result depends on the number of its threads, which only the generator controls.
bool MayBeCorrupted(const OpDef& def);

// The distance in representable numbers that an element may have from the CPU's: 0 for results that
// consist of random bits, 2 if logarithms and sines are used. Also 0 for casts. -1 for all other
// ops.
int64_t MostUlps(const std::string& op);

// Runs calls of an op with seeds in several threads: their results must be those of as many single
// calls on the CPU. Returns "" or the error.
std::string JudgeConcurrentCalls(const OpDef& def, const Types& types, const RunCall& on_device,
                                 const RunCall& on_cpu);

// Runs calls without seeds, which start anywhere: no two results may be equal, not even of two
// kernels, and the moments must be those of the distribution. Returns "" or the error.
std::string JudgeUnseededCalls(const OpDef& def, const Types& types, const RunCall& on_device);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_RANDOM_OPS_H_
