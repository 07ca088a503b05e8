// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Gradient ops against differences of the ops whose gradients they are: a judge where the CPU is
// none.

#ifndef PLUGGABLE_TESTS_KERNEL_TEST_GRADIENTS_H_
#define PLUGGABLE_TESTS_KERNEL_TEST_GRADIENTS_H_

#include <string>

#include "kernel_test_draw.h"

namespace pluggable::tests {

// The op whose gradient `op` is; empty if it is none that is known here.
std::string ForwardOf(const std::string& op);

// Draws a call of the forward op, in float32, and moves one of its inputs a little in a random
// direction: the results have to differ as the gradient says. Empty if they do or if the op takes
// no such call, which then leaves *judged as it is. Otherwise what is wrong.
std::string JudgeGradient(const OpDef& gradient, const OpDef& forward, const Types& types,
                          const RunCall& run, Random* random, bool* judged);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_GRADIENTS_H_
