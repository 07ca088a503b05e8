// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Where tensors may be given back to TensorFlow.

#ifndef PLUGGABLE_TENSOR_RELEASE_H_
#define PLUGGABLE_TENSOR_RELEASE_H_

#include <tensorflow/c/tf_tensor.h>

#include "pluggable/running_work.h"

namespace pluggable::internal {

// Deletes the tensor on a thread that no stream waits for; see runtime/tensor_release.cc.
void DeleteTensorElsewhere(TF_Tensor* tensor);

// TensorFlow's allocator (BFC) calls the plugin's with its lock held, and that waits for the work
// on the streams when memory is short. Work that freed a tensor would wait for the lock: for ever.
inline void DeleteTensor(TF_Tensor* tensor) {
  if (RunningWork::OfAny()) {
    DeleteTensorElsewhere(tensor);
  } else {
    TF_DeleteTensor(tensor);
  }
}

}  // namespace pluggable::internal

#endif  // PLUGGABLE_TENSOR_RELEASE_H_
