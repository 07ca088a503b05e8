// An op whose work fails when the device computes it: a gather by an index that is out of range.

#ifndef CONFORMANCE_FAILING_OP_H_
#define CONFORMANCE_FAILING_OP_H_

#include "case.h"
#include "kernel_bench.h"

namespace conformance {

// A gather of one row of 4 x 8 numbers.
Scenario GatherScenario(ValueSource& source, double index);

// Whether such work fails on the device. Kernels on devices may have no way to report errors; they
// write something else, such as zeros in TensorFlow's own kernels for GPUs. Also true if the plugin
// has no kernel to test that with.
bool BadIndicesFail(Run& run, Device& device);

}  // namespace conformance

#endif  // CONFORMANCE_FAILING_OP_H_
