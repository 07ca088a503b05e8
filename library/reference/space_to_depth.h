// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Moves blocks of pixels to channels, and back.

#ifndef PLUGGABLE_REFERENCE_SPACE_TO_DEPTH_H_
#define PLUGGABLE_REFERENCE_SPACE_TO_DEPTH_H_

#include <array>
#include <cstdint>
#include <string>

#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// The attributes, and the copy in either direction.
class SpaceToDepth {
 public:
  Status Read(OpKernelConstruction* ctx);

  // Fails with TensorFlow's message if the tensor does not consist of whole blocks.
  Status ToDepth(const TensorShape& space, TensorShape* depth, StridedCopy* copy) const;
  Status ToSpace(const TensorShape& depth, TensorShape* space, StridedCopy* copy) const;

 private:
  struct Sizes {
    int64_t batch;
    int64_t rows;  // of blocks
    int64_t columns;
    int64_t channels;  // of a pixel in space
  };

  Status SpaceShape(const Sizes& sizes, TensorShape* shape) const;
  Status DepthShape(const Sizes& sizes, TensorShape* shape) const;
  // Both shapes have elements.
  StridedCopy Copy(const Sizes& sizes, const TensorShape& space_shape,
                   const TensorShape& depth_shape, bool to_depth) const;

  int32_t block_ = 1;
  bool channels_first_ = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SPACE_TO_DEPTH_H_
