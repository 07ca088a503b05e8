// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Computes how the batch dimensions of two tensors of matrices are broadcast to each other.

#ifndef PLUGGABLE_MATMUL_BCAST_H_
#define PLUGGABLE_MATMUL_BCAST_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pluggable/bcast.h"
#include "pluggable/tensor_shape.h"

namespace pluggable {

// Broadcasts all dimensions except the last two, which are the matrices' rows and columns.
class MatMulBCast {
 public:
  using Vec = BCast::Vec;

  // Broadcasts the batch dimensions of x, [..., m, k], and y, [..., k, n]. It does not check that
  // the inner dimensions k agree.
  MatMulBCast(const Vec& x, const Vec& y)
      : MatMulBCast(BCast(BatchOf(x), BatchOf(y), /*fewer_dims_optimization=*/true,
                          /*return_flattened_batch_indices=*/true)) {
    valid_ = valid_ && std::min(x.size(), y.size()) >= 2;
  }

  // Whether both shapes have at least two dimensions, and their batch dimensions can be broadcast.
  // If not, the other members have no meaning.
  bool IsValid() const { return valid_; }
  // Whether a matrix of x or y takes part in several products.
  bool IsBroadcastingRequired() const { return broadcasting_required_; }

  // The number of products.
  int64_t output_batch_size() const { return output_batch_shape_.num_elements(); }
  // The number of matrices in x.
  int64_t x_batch_size() const { return x_batch_size_; }
  // The number of matrices in y.
  int64_t y_batch_size() const { return y_batch_size_; }
  // The batch dimensions of the output.
  const TensorShape& output_batch_shape() const { return output_batch_shape_; }

  // For each product, in row-major order, the index of its matrix in x. Empty if broadcasting is
  // not required.
  const std::vector<int64_t>& x_batch_indices() const { return x_batch_indices_; }
  // The same for y.
  const std::vector<int64_t>& y_batch_indices() const { return y_batch_indices_; }

 private:
  explicit MatMulBCast(const BCast& batch) : valid_(batch.IsValid()) {
    if (!valid_) {
      broadcasting_required_ = true;
      return;
    }
    output_batch_shape_ = BCast::ToShape(batch.output_shape());
    x_batch_size_ = BCast::ToShape(batch.x_reshape()).num_elements();
    y_batch_size_ = BCast::ToShape(batch.y_reshape()).num_elements();
    // A leading 1 changes the shape, but not which matrices are multiplied.
    broadcasting_required_ = std::min(x_batch_size_, y_batch_size_) != output_batch_size();
    if (!broadcasting_required_) return;
    x_batch_indices_ = batch.x_batch_indices();
    y_batch_indices_ = batch.y_batch_indices();
  }

  static Vec BatchOf(const Vec& shape) {
    return Vec(shape.begin(), shape.end() - static_cast<int>(std::min<size_t>(shape.size(), 2)));
  }

  bool valid_;
  bool broadcasting_required_ = false;
  int64_t x_batch_size_ = 1;
  int64_t y_batch_size_ = 1;
  TensorShape output_batch_shape_;
  std::vector<int64_t> x_batch_indices_;
  std::vector<int64_t> y_batch_indices_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_MATMUL_BCAST_H_
