// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Scales and masks the scores of attention before the softmax.

#ifndef PLUGGABLE_REFERENCE_MASKED_SCORES_H_
#define PLUGGABLE_REFERENCE_MASKED_SCORES_H_

#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"

#include "reference/broadcast.h"
#include "reference/composition.h"

namespace pluggable {

// The shapes of mask ? scores * scale : other, all of which broadcast, or of scores * scale alone.
// Enqueued work captures it by value.
class MaskedScores {
 public:
  // Fails with TensorFlow's message if the shapes do not fit each other. Without a mask, `mask` and
  // `other` are null.
  Status Init(const TensorShape& scores, const TensorShape& scale, const TensorShape* mask,
              const TensorShape* other);

  // The result's shape.
  const TensorShape& shape() const { return has_mask_ ? masked_.shape() : scaled_.shape(); }
  // Whether there is one scale, and the result has the scores' shape.
  bool is_plain() const { return is_plain_; }

  template <typename T>
  struct Inputs {
    const T* scale;
    const bool* mask;  // null for none
    const T* other;
  };
  // Processes elements [begin, end) in place at `values`, if is_plain() is true. Only work on the
  // stream may call it. Defined for float, double, half and bfloat16; the last two round after
  // every step, as single ops do.
  template <typename T>
  void RunPlain(const Inputs<T>& inputs, int64_t begin, int64_t end, T* values) const;
  // Processes all elements, whether is_plain() is true or not.
  template <typename T>
  std::vector<T> Run(const Inputs<T>& inputs, const T* scores) const;
  // The same as plans. Without a mask, `mask` and `other` are null. `out` may be the memory of the
  // scores if it has their shape.
  void Compose(Composition* steps, const Composition::Value& scores,
               const Composition::Value& scale, const Composition::Value* mask,
               const Composition::Value* other, const Composition::Value& out) const;

 private:
  bool has_mask_ = false;
  bool is_plain_ = false;
  Broadcast scaled_;  // scores, scale
  Broadcast masked_;  // mask, scaled scores, other
};

// Converts scores to probabilities, row by row, in place.
void ComposeSoftmax(OpKernelContext* ctx, Composition* steps, const Composition::Value& scores);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_MASKED_SCORES_H_
