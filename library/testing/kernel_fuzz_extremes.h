// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Arguments that only a malicious graph has.

#ifndef PLUGGABLE_TESTS_KERNEL_FUZZ_EXTREMES_H_
#define PLUGGABLE_TESTS_KERNEL_FUZZ_EXTREMES_H_

#include "eager.h"
#include "kernel_test_op_def.h"
#include "kernel_test_values.h"

namespace pluggable::tests {

// Changes an attribute or a tensor: integers become the limits of their types, or numbers at which
// sums and products wrap around; lists get another length; an empty tensor gets sizes whose product
// exceeds an int64. Attributes with the number of inputs or outputs stay.
void MakeExtreme(const OpDef& def, OpCall* call, Random* random);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_FUZZ_EXTREMES_H_
