// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Blocks of pixels that become batches, and the way back.

#ifndef PLUGGABLE_REFERENCE_SPACE_TO_BATCH_H_
#define PLUGGABLE_REFERENCE_SPACE_TO_BATCH_H_

#include <cstdint>
#include <vector>

#include "pluggable/checked_int.h"
#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// A tensor in space, with margins that nothing is known of in batches, and one in batches: for each
// position within a block a batch of its own. Dimensions 1 to n are divided into blocks.
class SpaceToBatch {
 public:
  // Fails, in TensorFlow's words, if the arguments don't fit each other. `margins` are what is
  // padded in space, or cropped.
  Status InitFromSpace(const TensorShape& space, const Tensor& block, const Tensor& margins);
  Status InitFromBatch(const TensorShape& batch, const Tensor& block, const Tensor& margins);

  const TensorShape& space() const { return space_; }
  const TensorShape& batch() const { return batch_; }
  // Whether both are the same.
  bool is_identity() const { return is_identity_; }
  // Whether batches have elements that are not in space.
  bool has_margins() const { return has_margins_; }

  // The copies that take all elements from one to the other.
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
