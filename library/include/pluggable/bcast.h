// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Computes how two shapes are broadcast to each other.

#ifndef PLUGGABLE_BCAST_H_
#define PLUGGABLE_BCAST_H_

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pluggable/span.h"
#include "pluggable/tensor_shape.h"

namespace pluggable {

// Computes how two shapes are broadcast to each other. Reshape the tensors to x_reshape() and
// y_reshape(), then repeat them x_bcast() and y_bcast() times along each dimension: both then have
// the shape result_shape(), which has as many elements as output_shape(). Adjacent dimensions that
// are broadcast alike are merged into one. If fewer_dims_optimization is false, nothing is merged,
// and the lists are as long as the longer of the two shapes.
class BCast {
 public:
  using Vec = std::vector<int64_t>;

  // Broadcasts shapes x and y as TensorFlow and NumPy do. x_batch_indices() and y_batch_indices()
  // are filled only if return_flattened_batch_indices is true.
  BCast(const Vec& x, const Vec& y, bool fewer_dims_optimization = true,
        bool return_flattened_batch_indices = false);

  // Whether the shapes can be broadcast, to a shape whose number of elements fits into an int64. If
  // not, the other members have no meaning.
  bool IsValid() const { return valid_; }
  // Whether the shapes differ, so that at least one tensor is reshaped or repeated.
  bool IsBroadcastingRequired() const { return broadcasting_required_; }

  // The sizes that x is reshaped to before it is repeated. They have as many elements as x.
  const Vec& x_reshape() const { return reshape_[0]; }
  // How often x is repeated along each dimension of x_reshape(); 1 where it is not repeated.
  const Vec& x_bcast() const { return bcast_[0]; }
  // The sizes that y is reshaped to before it is repeated.
  const Vec& y_reshape() const { return reshape_[1]; }
  // How often y is repeated along each dimension of y_reshape().
  const Vec& y_bcast() const { return bcast_[1]; }
  // The sizes of both tensors once they are reshaped and repeated.
  const Vec& result_shape() const { return result_; }
  // The op's output: as many dimensions as the longer of the two shapes has.
  const Vec& output_shape() const { return output_; }
  // The dimensions of output_shape() over which the gradient of x is summed, in ascending order.
  const Vec& grad_x_reduce_idx() const { return grad_reduce_idx_[0]; }
  // The dimensions of output_shape() over which the gradient of y is summed, in ascending order.
  const Vec& grad_y_reduce_idx() const { return grad_reduce_idx_[1]; }

  // The number of elements of output_shape().
  int64_t output_batch_size() const { return output_batch_size_; }
  // For each element of the output, in row-major order, the index of the element of x that it comes
  // from. Empty if broadcasting is not required, or if the constructor's
  // return_flattened_batch_indices was false.
  const std::vector<int64_t>& x_batch_indices() const { return batch_indices_[0]; }
  // The same for y.
  const std::vector<int64_t>& y_batch_indices() const { return batch_indices_[1]; }

  // Sizes in the form that Eigen's reshape and broadcast take. `sizes` must have NDIMS elements.
  template <int NDIMS>
  static std::array<std::ptrdiff_t, NDIMS> ToIndexArray(const Vec& sizes) {
    assert(sizes.size() == NDIMS);
    std::array<std::ptrdiff_t, NDIMS> array{};
    std::copy_n(sizes.begin(), NDIMS, array.begin());
    return array;
  }
  // The sizes of a shape as a list.
  static Vec FromShape(const TensorShape& shape) {
    return Vec(shape.dim_sizes().begin(), shape.dim_sizes().end());
  }
  // The shape of such a list. The sizes must be those of a tensor (TensorShape::CheckSizes).
  static TensorShape ToShape(const Vec& sizes) { return TensorShape(sizes); }

 private:
  // Adds a dimension to the reshaped and the repeated sizes, or enlarges their last one.
  void Append(const int64_t (&sizes)[2], int64_t size, bool enlarge) {
    if (!enlarge) {
      result_.push_back(1);
      for (int i = 0; i < 2; ++i) {
        reshape_[i].push_back(1);
        bcast_[i].push_back(1);
      }
    }
    Multiply(&result_.back(), size);
    for (int i = 0; i < 2; ++i) {
      Multiply(&reshape_[i].back(), sizes[i]);
      Multiply(&bcast_[i].back(), sizes[i] == size ? 1 : size);
    }
  }

  void Multiply(int64_t* product, int64_t size) {
    *product = MultiplyWithoutOverflow(*product, size);
    if (*product < 0) valid_ = false;
  }

  // Fills in, for each element of the output, the index of the element of input i.
  void FillBatchIndices(int i) {
    std::vector<int64_t>& indices = batch_indices_[i];
    indices = {0};
    indices.reserve(static_cast<size_t>(output_batch_size_));
    // Starts with the last dimension. Each dimension multiplies the indices by its size.
    int64_t stride = 1;
    for (size_t d = result_.size(); d-- > 0;) {
      const size_t count = indices.size();
      for (int64_t step = 1; step < result_[d]; ++step) {
        const int64_t offset = reshape_[i][d] == 1 ? 0 : step * stride;
        for (size_t k = 0; k < count; ++k) indices.push_back(indices[k] + offset);
      }
      stride *= reshape_[i][d];
    }
  }

  bool valid_ = true;
  bool broadcasting_required_;
  Vec reshape_[2];
  Vec bcast_[2];
  Vec result_;
  Vec output_;
  Vec grad_reduce_idx_[2];
  int64_t output_batch_size_ = 1;
  std::vector<int64_t> batch_indices_[2];
};

inline BCast::BCast(const Vec& x, const Vec& y, bool fewer_dims_optimization,
                    bool return_flattened_batch_indices)
    : broadcasting_required_(x != y) {
  const size_t rank = std::max(x.size(), y.size());
  const auto size_of = [rank](const Vec& shape, size_t d) {
    const size_t missing = rank - shape.size();
    return d < missing ? 1 : shape[d - missing];
  };
  int last_kind = -1;  // which of the two were repeated in the last dimension that is not 1
  for (size_t d = 0; d < rank && valid_; ++d) {
    const int64_t sizes[2] = {size_of(x, d), size_of(y, d)};
    const int64_t size = sizes[0] == 1 ? sizes[1] : sizes[0];
    if (sizes[1] != size && sizes[1] != 1) {
      valid_ = false;
      return;
    }
    output_.push_back(size);
    Multiply(&output_batch_size_, size);
    for (int i = 0; i < 2; ++i) {
      const bool reduced = sizes[i] == 1 && (broadcasting_required_ || !fewer_dims_optimization);
      if (reduced) grad_reduce_idx_[i].push_back(static_cast<int64_t>(d));
    }
    if (!fewer_dims_optimization) {
      Append(sizes, size, /*enlarge=*/false);
    } else if (size != 1) {
      const int kind = (sizes[0] == 1 ? 1 : 0) + (sizes[1] == 1 ? 2 : 0);
      Append(sizes, size, /*enlarge=*/kind == last_kind);
      last_kind = kind;
    }
  }
  if (result_.empty()) Append({1, 1}, 1, /*enlarge=*/false);
  const bool wanted = return_flattened_batch_indices && broadcasting_required_;
  if (!wanted || !valid_ || output_batch_size_ == 0) return;
  for (int i = 0; i < 2; ++i) FillBatchIndices(i);
}

}  // namespace pluggable

#endif  // PLUGGABLE_BCAST_H_
