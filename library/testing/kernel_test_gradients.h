// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Compares gradient ops with differences of their forward ops: a reference where the CPU is none.

#ifndef PLUGGABLE_TESTS_KERNEL_TEST_GRADIENTS_H_
#define PLUGGABLE_TESTS_KERNEL_TEST_GRADIENTS_H_

#include <string>

#include "kernel_test_draw.h"

namespace pluggable::tests {

// The forward op of `op`; empty if it is not known here.
std::string ForwardOf(const std::string& op);

// Draws a call of the forward op in float32, and moves an input slightly in a random direction: the
// results must change as the gradient says. Returns "" if they do, or the error. If the op does not
// support the call, returns "" and leaves *judged unchanged.
std::string JudgeGradient(const OpDef& gradient, const OpDef& forward, const Types& types,
                          const RunCall& run, Random* random, bool* judged);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_GRADIENTS_H_
