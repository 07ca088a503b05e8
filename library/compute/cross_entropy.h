// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of SoftmaxCrossEntropyWithLogits and SparseSoftmaxCrossEntropyWithLogits.

#ifndef PLUGGABLE_COMPUTE_CROSS_ENTROPY_H_
#define PLUGGABLE_COMPUTE_CROSS_ENTROPY_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// The loss of classifiers, and its gradient. With m the largest logit of a row, and s the sum of
// exp(logit[j] - m) over the row:
//
//   loss = the sum of label[j] * (log(s) - (logit[j] - m)) over the row
//   backprop[j] = exp(logit[j] - m) / s - label[j]
//
// half and bfloat16 compute in float and are rounded once. A NaN among the logits makes all of its
// row NaN, as does an infinite m. No term is left out: 0 times infinity is NaN.
//
// The labels are either numbers of type `dtype`, or one class for each row. Then the label of that
// class is 1, those of the others are 0, and the loss is its term alone. A class outside of
// [0, classes) fails the op, with nothing written, where the host computes it. A device that cannot
// fail makes that row NaN, as TensorFlow does on GPUs.
struct CrossEntropyPlan {
  // Elements [rows, classes] of a tensor of type `dtype`, and how many elements its rows and its
  // classes are apart: 0 where one serves all.
  struct View {
    const void* data = nullptr;
    int64_t row_step = 0;
    int64_t step = 1;
  };

  DataType dtype = DT_INVALID;        // float, double, half or bfloat16
  int64_t rows = 0;                   // at least 1
  int64_t classes = 0;                // may be 0 if the labels are numbers: the losses are 0 then
  View logits;                        // dense if there is one class for each row
  View labels;                        // if there is none
  DataType class_dtype = DT_INVALID;  // int32 or int64; DT_INVALID if the labels are numbers
  const void* label_classes = nullptr;
  void* loss = nullptr;      // [rows], overlaps nothing
  void* backprop = nullptr;  // [rows, classes]; the memory of dense logits, or as the loss
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status CrossEntropy(const Stream& stream, const CrossEntropyPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const CrossEntropyPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CROSS_ENTROPY_H_
