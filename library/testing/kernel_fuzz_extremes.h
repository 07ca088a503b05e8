// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Arguments that nobody needs and a hostile graph has.

#ifndef PLUGGABLE_TESTS_KERNEL_FUZZ_EXTREMES_H_
#define PLUGGABLE_TESTS_KERNEL_FUZZ_EXTREMES_H_

#include "eager.h"
#include "kernel_test_op_def.h"
#include "kernel_test_values.h"

namespace pluggable::tests {

// Puts integers at the ends of what their types hold, and at the places where sums and products
// wrap around, into an attribute or into a tensor, gives lists another length, or an empty tensor
// sizes whose product no int64 holds. The attributes that say how many inputs or outputs there are
// stay.
void MakeExtreme(const OpDef& def, OpCall* call, Random* random);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_FUZZ_EXTREMES_H_
