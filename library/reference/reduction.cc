// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/reduction.h"

namespace pluggable {

namespace {

// The sizes of an empty tensor may overflow. Such a product is not used.
void MultiplyBy(int64_t size, int64_t* product) {
  (void)__builtin_mul_overflow(*product, size, product);
}

}  // namespace

Status Reduction::Init(const TensorShape& shape, const std::vector<CheckedInt>& axes,
                       bool keep_dims) {
  const int rank = shape.dims();
  std::vector<bool> is_folded(static_cast<size_t>(rank));
  for (const CheckedInt axis : axes) {
    if (axis < -rank || axis >= rank) {
      return errors::InvalidArgument("Invalid reduction dimension (", axis, " for input with ",
                                     rank, " dimension(s)");
    }
    const int64_t dim = FromTheFront(axis, rank).value();
    if (is_folded[dim]) {
      return errors::InvalidArgument(
          "Invalid reduction arguments: Axes contains duplicate dimension: ", dim);
    }
    is_folded[dim] = true;
  }
  for (int d = 0; d < rank; ++d) {
    if (!is_folded[d]) {
      shape_.AddDim(shape.dim_size(d));
    } else if (keep_dims) {
      shape_.AddDim(1);
    }
  }
  // Starts with the innermost dimension. Dimensions of size 1 are ignored.
  int64_t step = 1;
  std::vector<Dim>* last = nullptr;
  for (int d = rank - 1; d >= 0; --d) {
    const int64_t size = shape.dim_size(d);
    std::vector<Dim>* dims = is_folded[d] ? &folded_dims_ : &kept_dims_;
    MultiplyBy(size, is_folded[d] ? &folded_ : &kept_);
    if (size == 1) continue;
    if (dims == last) {
      MultiplyBy(size, &dims->back().size);
    } else {
      dims->push_back({size, step});
    }
    last = dims;
    MultiplyBy(size, &step);
  }
  std::reverse(kept_dims_.begin(), kept_dims_.end());
  std::reverse(folded_dims_.begin(), folded_dims_.end());
  return Status();
}

}  // namespace pluggable
