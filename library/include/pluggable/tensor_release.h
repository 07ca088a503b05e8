// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Returns tensors to TensorFlow without a deadlock.

#ifndef PLUGGABLE_TENSOR_RELEASE_H_
#define PLUGGABLE_TENSOR_RELEASE_H_

#include <tensorflow/c/tf_tensor.h>

#include "pluggable/running_work.h"

namespace pluggable::internal {

// Deletes the tensor on a thread that no stream waits for; see runtime/tensor_release.cc.
void DeleteTensorElsewhere(TF_Tensor* tensor);

// Deletes a tensor, on another thread if this one runs work of a stream. TensorFlow's allocator
// (BFC) calls the plugin's allocator while it holds its lock. When memory is short, the plugin's
// allocator waits for the work on the streams. Work that freed a tensor would wait for that lock: a
// deadlock.
inline void DeleteTensor(TF_Tensor* tensor) {
  if (RunningWork::OfAny()) {
    DeleteTensorElsewhere(tensor);
  } else {
    TF_DeleteTensor(tensor);
  }
}

}  // namespace pluggable::internal

#endif  // PLUGGABLE_TENSOR_RELEASE_H_
