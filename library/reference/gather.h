// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Slices of a tensor picked by index.

#ifndef PLUGGABLE_REFERENCE_GATHER_H_
#define PLUGGABLE_REFERENCE_GATHER_H_

#include <cstddef>
#include <cstdint>

#include "pluggable/checked_int.h"
#include "pluggable/span.h"
#include "pluggable/status.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

// Enqueued work captures it by value.
class Gather {
 public:
  // Fails, in TensorFlow's words, if the arguments don't fit each other.
  Status Init(const TensorShape& params, const TensorShape& indices, CheckedInt axis,
              int32_t batch_dims);

  // The result's shape.
  const TensorShape& shape() const { return shape_; }

  // Copies the slices, whose elements have `element_size` bytes. Fails before it has written
  // anything if an index is outside of params. In work on the stream only. Defined for indices of
  // int16_t, int32_t and int64_t.
  template <typename Index>
  Status Run(size_t element_size, const void* params, Span<const Index> indices, void* output,
             ThreadPool* threads) const;

 private:
  TensorShape shape_;
  TensorShape indices_shape_;
  // Sizes of an empty result may multiply to more than an int64 holds.
  CheckedInt batches_ = 1;  // leading dimensions that params and indices have in common
  CheckedInt outer_ = 1;    // dimensions of params from there to the axis
  int64_t limit_ = 0;       // the axis
  CheckedInt slice_ = 1;    // dimensions behind it
  CheckedInt picked_ = 1;   // indices of one batch
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_GATHER_H_
