// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Broadcasting: reads several tensors in parallel as if they had one shape.

#ifndef PLUGGABLE_REFERENCE_BROADCAST_H_
#define PLUGGABLE_REFERENCE_BROADCAST_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "pluggable/tensor_shape.h"

namespace pluggable {

// Whether `tail` broadcasts to `shape` by being repeated as a whole.
inline bool IsTailOf(const TensorShape& tail, const TensorShape& shape) {
  int d = 0;
  while (d < tail.dims() && tail.dim_size(d) == 1) ++d;
  const int missing = shape.dims() - tail.dims();
  if (missing < 0 || tail.num_elements() == 0) return false;
  for (; d < tail.dims(); ++d) {
    if (tail.dim_size(d) != shape.dim_size(missing + d)) return false;
  }
  return true;
}

// The loop nest over a result to which up to three inputs broadcast. Adjacent dimensions that
// behave alike are merged, so most nests have one or two levels. Enqueued work captures it by
// value.
class Broadcast {
 public:
  static constexpr int kMaxInputs = 3;
  using Offsets = std::array<int64_t, kMaxInputs>;  // in elements, one per input

  // A loop of the nest.
  struct Level {
    int64_t size;
    Offsets steps;  // of the inputs, for each iteration
  };

  Broadcast() = default;

  // False if the shapes cannot be broadcast to each other.
  bool Init(std::initializer_list<const TensorShape*> inputs);

  // The result's shape.
  const TensorShape& shape() const { return shape_; }
  // Outermost first. Empty before Init(), at least one afterwards.
  const std::vector<Level>& levels() const { return levels_; }

  // Calls row(out, count, offsets, steps) for runs of `count` result elements that together cover
  // [begin, end). A run starts at element `out` of the result and at `offsets` of the inputs, which
  // advance by `steps`, each 0 or 1.
  template <typename Row>
  void ForEachRow(int64_t begin, int64_t end, const Row& row) const {
    if (begin >= end) return;
    const Level& inner = levels_.back();
    // The position of `begin`: the index within every level, and the inputs' offsets.
    std::vector<int64_t> index(levels_.size());
    Offsets offsets{};
    int64_t rest = begin;
    for (size_t level = levels_.size(); level-- > 0;) {
      index[level] = rest % levels_[level].size;
      rest /= levels_[level].size;
      for (int i = 0; i < kMaxInputs; ++i) offsets[i] += index[level] * levels_[level].steps[i];
    }
    int64_t in_row = index.back();
    while (true) {
      const int64_t count = std::min(inner.size - in_row, end - begin);
      row(begin, count, offsets, inner.steps);
      begin += count;
      if (begin == end) return;
      // Advances to the start of the next row.
      for (int i = 0; i < kMaxInputs; ++i) offsets[i] -= in_row * inner.steps[i];
      in_row = 0;
      for (size_t level = levels_.size() - 1; level-- > 0;) {
        const Level& outer = levels_[level];
        for (int i = 0; i < kMaxInputs; ++i) offsets[i] += outer.steps[i];
        if (++index[level] < outer.size) break;
        for (int i = 0; i < kMaxInputs; ++i) offsets[i] -= outer.size * outer.steps[i];
        index[level] = 0;
      }
    }
  }

 private:
  TensorShape shape_;
  std::vector<Level> levels_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_BROADCAST_H_
