// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/broadcast.h"

#include <algorithm>

namespace pluggable {

bool Broadcast::Init(std::initializer_list<const TensorShape*> inputs) {
  int rank = 0;
  for (const TensorShape* input : inputs) rank = std::max(rank, input->dims());
  shape_ = TensorShape();
  levels_.clear();
  Offsets strides;  // of the current dimension, without broadcasting
  strides.fill(1);
  std::vector<int64_t> sizes(static_cast<size_t>(rank));
  for (int d = rank - 1; d >= 0; --d) {
    Level level{1, {}};
    int input_index = 0;
    for (const TensorShape* input : inputs) {
      const int input_dim = d - (rank - input->dims());
      const int64_t size = input_dim < 0 ? 1 : input->dim_size(input_dim);
      if (size != 1) {
        if (level.size != 1 && level.size != size) return false;
        level.size = size;
        level.steps[input_index] = strides[input_index];
        // The sizes of an empty tensor may overflow.
        (void)__builtin_mul_overflow(strides[input_index], size, &strides[input_index]);
      }
      ++input_index;
    }
    sizes[d] = level.size;
    if (level.size == 1) continue;
    // Merges with the inner dimension if every input continues where its last row ended.
    const auto continues = [&](const Level& inner) {
      for (int i = 0; i < kMaxInputs; ++i) {
        int64_t end = 0;
        (void)__builtin_mul_overflow(inner.steps[i], inner.size, &end);
        if (level.steps[i] != end) return false;
      }
      return true;
    };
    if (!levels_.empty() && continues(levels_.back())) {
      (void)__builtin_mul_overflow(levels_.back().size, level.size, &levels_.back().size);
    } else {
      levels_.push_back(level);
    }
  }
  if (levels_.empty()) levels_.push_back({1, {}});
  std::reverse(levels_.begin(), levels_.end());
  shape_ = TensorShape(Span<const int64_t>(sizes));
  return true;
}

}  // namespace pluggable
