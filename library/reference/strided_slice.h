// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What a StridedSlice takes from where.

#ifndef PLUGGABLE_REFERENCE_STRIDED_SLICE_H_
#define PLUGGABLE_REFERENCE_STRIDED_SLICE_H_

#include <cstdint>
#include <vector>

#include "pluggable/checked_int.h"
#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// The attributes of StridedSlice: bit i is about entry i of begin, end and strides.
struct StridedSliceMasks {
  int32_t begin = 0;
  int32_t end = 0;
  int32_t ellipsis = 0;
  int32_t new_axis = 0;
  int32_t shrink_axis = 0;

  void Read(OpKernelConstruction* ctx);
};

class StridedSliceSpec {
 public:
  // Fails, in TensorFlow's words, if the slice does not fit the shape.
  Status Init(const TensorShape& input, const Tensor& begin, const Tensor& end,
              const Tensor& strides, const StridedSliceMasks& masks);

  // The result's shape.
  const TensorShape& shape() const { return shape_; }
  // Whether the slice is the whole input in its order.
  bool is_identity() const { return is_identity_; }
  // From the input to the result.
  StridedCopy Copy() const;
  // Whether a value of that shape can be broadcast to the result's.
  bool Takes(const TensorShape& value) const;
  // From such a value to where the result's elements are in the input.
  StridedCopy CopyBack(const TensorShape& value) const;

 private:
  struct Range {
    CheckedInt begin = 0;
    CheckedInt end = 0;
    CheckedInt stride = 1;
    bool from_start = true;  // begin is masked
    bool to_end = true;      // end is masked
    bool is_index = false;   // one element, whose dimension goes away
    int64_t size = 0;        // how many elements it takes

    // From one element to the next, if there is one: a stride may lead far beyond the tensor.
    int64_t StepOf(int64_t dim_step) const { return size > 1 ? stride.value() * dim_step : 0; }
  };

  Status ReadRanges(const std::vector<CheckedInt>& begin, const std::vector<CheckedInt>& end,
                    const std::vector<CheckedInt>& strides, const StridedSliceMasks& masks);
  Status Resolve(int dim, Range* range) const;

  static constexpr int kNewAxis = -1;

  TensorShape input_;
  TensorShape shape_;
  bool is_identity_ = true;
  std::vector<Range> ranges_;  // one per dimension of the input
  std::vector<int>
      result_dims_;  // of every dimension of the result: the input's dimension, or kNewAxis
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_STRIDED_SLICE_H_
