// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// An op whose work fails when the device computes it: a gather by an index that is out of range.

#ifndef CONFORMANCE_FAILING_OP_H_
#define CONFORMANCE_FAILING_OP_H_

#include "case.h"
#include "kernel_bench.h"

namespace conformance {

// A gather of one row of 4 x 8 numbers.
Scenario GatherScenario(ValueSource& source, double index);

// Whether such work fails on the device. Kernels that run there may have no way to fail: then they
// make something else of it, as TensorFlow's own for GPUs make zeros. Also true if the plugin has
// no kernel that could tell.
bool BadIndicesFail(Run& run, Device& device);

}  // namespace conformance

#endif  // CONFORMANCE_FAILING_OP_H_
