// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of SoftmaxCrossEntropyWithLogits and SparseSoftmaxCrossEntropyWithLogits.

#ifndef PLUGGABLE_COMPUTE_CROSS_ENTROPY_H_
#define PLUGGABLE_COMPUTE_CROSS_ENTROPY_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// The loss of classifiers, and its gradient. m is the largest logit of a row, and s is the sum of
// exp(logit[j] - m) over the row:
//
//   loss = the sum of label[j] * (log(s) - (logit[j] - m)) over the row
//   backprop[j] = exp(logit[j] - m) / s - label[j]
//
// half and bfloat16 are computed in float and rounded once. If a logit is NaN or m is infinite, the
// whole row is NaN. No term is skipped: 0 times infinity is NaN.
//
// Labels are either probabilities of type `dtype`, or one class for each row. With classes, the
// label of that class is 1, all other labels are 0, and the loss is the term of that class alone.
// If a class is outside of [0, classes), the host fails the op and writes nothing. A device that
// cannot report errors makes that row NaN, as TensorFlow does on GPUs.
struct CrossEntropyPlan {
  // A tensor of shape [rows, classes] and type `dtype`, with its strides in elements. A stride of 0
  // broadcasts.
  struct View {
    const void* data = nullptr;
    int64_t row_step = 0;
    int64_t step = 1;
  };

  DataType dtype = DT_INVALID;        // float, double, half or bfloat16
  int64_t rows = 0;                   // at least 1
  int64_t classes = 0;                // may be 0 with labels of type `dtype`: the losses are 0 then
  View logits;                        // dense if class_dtype is set
  View labels;                        // unused if class_dtype is set
  DataType class_dtype = DT_INVALID;  // int32 or int64; DT_INVALID with labels of type `dtype`
  const void* label_classes = nullptr;
  void* loss = nullptr;      // [rows], overlaps nothing
  void* backprop = nullptr;  // [rows, classes]; may be the memory of dense logits
};

// Enqueues the work on the stream. Fails if that is not possible.
Status CrossEntropy(const Stream& stream, const CrossEntropyPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const CrossEntropyPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CROSS_ENTROPY_H_
