// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Computes which elements a StridedSlice selects.

#ifndef PLUGGABLE_REFERENCE_STRIDED_SLICE_H_
#define PLUGGABLE_REFERENCE_STRIDED_SLICE_H_

#include <cstdint>
#include <vector>

#include "pluggable/checked_int.h"
#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// The attributes of StridedSlice. Bit i refers to entry i of begin, end and strides.
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
  // Fails with TensorFlow's message if the slice does not fit the shape.
  Status Init(const TensorShape& input, const Tensor& begin, const Tensor& end,
              const Tensor& strides, const StridedSliceMasks& masks);

  // The result's shape.
  const TensorShape& shape() const { return shape_; }
  // Whether the slice is the whole input in its order.
  bool is_identity() const { return is_identity_; }
  // The copy from the input to the output.
  StridedCopy Copy() const;
  // Whether a value of that shape can be broadcast to the output's shape.
  bool Takes(const TensorShape& value) const;
  // The copy from such a value to the slice's elements of the input.
  StridedCopy CopyBack(const TensorShape& value) const;

 private:
  struct Range {
    CheckedInt begin = 0;
    CheckedInt end = 0;
    CheckedInt stride = 1;
    bool from_start = true;  // begin is masked
    bool to_end = true;      // end is masked
    bool is_index = false;   // a single element; the dimension is removed
    int64_t size = 0;        // the number of selected elements

    // The step from one element to the next; 0 for a single one, whose stride may be huge.
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
      result_dims_;  // for each dimension of the output, the input's dimension or kNewAxis
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_STRIDED_SLICE_H_
