// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Implements the functions that kernels' headers need, in a library without a runtime: here, no
// work runs asynchronously.

#include "pluggable/op_memory.h"
#include "pluggable/stream.h"
#include "pluggable/tensor_release.h"

namespace pluggable::internal {

bool AnyFailure() { return false; }

Status TakeFailureOf(SP_Stream, const void*, size_t) { return Status(); }

void DeleteTensorElsewhere(TF_Tensor* tensor) { TF_DeleteTensor(tensor); }

}  // namespace pluggable::internal
