// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Moves blocks of pixels to batches, and back.

#ifndef PLUGGABLE_REFERENCE_SPACE_TO_BATCH_H_
#define PLUGGABLE_REFERENCE_SPACE_TO_BATCH_H_

#include <cstdint>
#include <vector>

#include "pluggable/checked_int.h"
#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// A tensor in space, and one in batches that also has margins around it: each position within a
// block has its own batch. Dimensions 1 to n are divided into blocks.
class SpaceToBatch {
 public:
  // Fails with TensorFlow's message if the arguments do not fit each other. `margins` are the
  // padding or the cropping of the tensor in space.
  Status InitFromSpace(const TensorShape& space, const Tensor& block, const Tensor& margins);
  Status InitFromBatch(const TensorShape& batch, const Tensor& block, const Tensor& margins);

  const TensorShape& space() const { return space_; }
  const TensorShape& batch() const { return batch_; }
  // Whether both are the same.
  bool is_identity() const { return is_identity_; }
  // Whether the batches have elements that do not exist in space.
  bool has_margins() const { return has_margins_; }

  // The copies that convert one into the other.
  std::vector<StridedCopy> Copies(bool to_batch) const;

 private:
  Status ReadBlock(const TensorShape& input, const Tensor& block, const Tensor& margins,
                   bool from_batch);
  // Multiplies the block's sizes.
  Status MultiplyBlock(bool from_batch);

  TensorShape space_;
  TensorShape batch_;
  std::vector<CheckedInt> block_;
  std::vector<CheckedInt> margins_;  // before and after each dimension
  int64_t block_size_ = 1;           // positions within a block
  bool is_identity_ = true;
  bool has_margins_ = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SPACE_TO_BATCH_H_
