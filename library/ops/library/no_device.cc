// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the headers of kernels need of the runtime, in a library that has none: no work runs behind
// the host here.

#include "pluggable/op_memory.h"
#include "pluggable/stream.h"
#include "pluggable/tensor_release.h"

namespace pluggable::internal {

bool AnyFailure() { return false; }

Status TakeFailureOf(SP_Stream, const void*, size_t) { return Status(); }

void DeleteTensorElsewhere(TF_Tensor* tensor) { TF_DeleteTensor(tensor); }

}  // namespace pluggable::internal
