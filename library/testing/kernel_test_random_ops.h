// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What is asked of random ops besides the results of single calls.

#ifndef PLUGGABLE_TESTS_KERNEL_TEST_RANDOM_OPS_H_
#define PLUGGABLE_TESTS_KERNEL_TEST_RANDOM_OPS_H_

#include <cstdint>
#include <string>

#include "kernel_test_draw.h"

namespace pluggable::tests {

// A stateful op whose kernels begin at the attributes seed and seed2.
bool HasSeeds(const OpDef& def);

// Whether a call may be given another shape or number than its generator drew. Not where the CPU's
// result depends on how many of its threads share the work, which only the generator knows.
bool MayBeSpoilt(const OpDef& def);

// How many representable numbers an element may be from the CPU's: 0 where results are made of
// random bits alone, 2 where logarithms and sines are taken. A cast has one result, too. -1 for all
// other ops.
int64_t MostUlps(const std::string& op);

// Calls of an op with seeds, by several threads at once: together they have to come to what as many
// calls one by one come to on the CPU. Empty if they do, or what is wrong.
std::string JudgeConcurrentCalls(const OpDef& def, const Types& types, const RunCall& on_device,
                                 const RunCall& on_cpu);

// Calls without seeds, which begin anywhere: no two are alike, not even of two kernels, and the
// moments are those of the distribution. Empty, or what is wrong.
std::string JudgeUnseededCalls(const OpDef& def, const Types& types, const RunCall& on_device);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_RANDOM_OPS_H_
