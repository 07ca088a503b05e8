// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Bands of diagonals of matrices, and their packed tensors.

#ifndef PLUGGABLE_REFERENCE_DIAGONALS_H_
#define PLUGGABLE_REFERENCE_DIAGONALS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// Whether all bits of the element of a host tensor are zero: copies can write zeros.
bool IsZero(const Tensor& scalar);

// The end at which diagonals that are shorter than the longest one are padded.
struct DiagonalAlignment {
  // Reads the attribute "align".
  Status Read(OpKernelConstruction* ctx);

  bool superdiagonals_left = true;
  bool subdiagonals_left = true;
};

// The diagonals lower to upper of matrices. They are packed into rows with the length of the
// longest one, the upper one first. Enqueued work captures it by value.
class Diagonals {
 public:
  // Reads the numbers of the lowest and the highest diagonal. They are the same if `k` is a scalar
  // or has one element.
  Status ReadRange(const Tensor& k);
  // Fails with TensorFlow's message if the matrices lack one of the diagonals. `stop` ends the
  // first sentence, in which TensorFlow's ops differ.
  Status CheckWithin(int64_t rows, int64_t columns, const char* stop) const;
  Status CheckOrder() const;
  void SetMatrix(int64_t rows, int64_t columns, const DiagonalAlignment& alignment);

  int64_t lower() const { return lower_; }
  int64_t upper() const { return upper_; }
  int64_t count() const { return upper_ - lower_ + 1; }
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }

  // The length of a diagonal, and of the longest one.
  int64_t Length(int64_t diagonal) const {
    return std::min(rows_ + std::min<int64_t>(diagonal, 0),
                    columns_ - std::max<int64_t>(diagonal, 0));
  }
  int64_t MaxLength() const {
    return std::min(rows_ + std::min<int64_t>(upper_, 0), columns_ - std::max<int64_t>(lower_, 0));
  }
  // The position at which the diagonal starts in its row of the packed tensor.
  int64_t Start(int64_t diagonal) const {
    const bool left = (diagonal >= 0 && alignment_.superdiagonals_left) ||
                      (diagonal <= 0 && alignment_.subdiagonals_left);
    return left ? 0 : MaxLength() - Length(diagonal);
  }

  // Writes the diagonals of one matrix from the packed tensor to the matrix. Only work on the
  // stream may call it.
  template <typename T>
  void Unpack(const T* packed, T* matrix) const {
    const int64_t max_length = MaxLength();
    for (int64_t d = upper_; d >= lower_; --d, packed += max_length) {
      const int64_t length = Length(d);
      if (length <= 0) continue;  // outside of the matrix
      const T* const from = packed + Start(d);
      T* const to = matrix + (d >= 0 ? d : -d * columns_);
      for (int64_t i = 0; i < length; ++i) to[i * (columns_ + 1)] = from[i];
    }
  }

  // Whether few copies can move all diagonals; each is one copy.
  bool AreFew() const { return count() <= kFew; }
  // The copies that write all diagonals from the packed tensor to the matrices, and those that do
  // the reverse, with zeros before or after short diagonals.
  std::vector<CopyTask> Unpacking(int64_t matrices, const Tensor& packed, Tensor* output) const;
  std::vector<CopyTask> Packing(int64_t matrices, const Tensor& input, Tensor* packed) const;

 private:
  static constexpr int64_t kFew = 16;

  // The copy of one diagonal of all matrices, from the packed tensor or to it.
  StridedCopy CopyOf(int64_t diagonal, int64_t matrices, bool from_packed) const;

  int64_t lower_ = 0;
  int64_t upper_ = 0;
  int64_t rows_ = 0;
  int64_t columns_ = 0;
  DiagonalAlignment alignment_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_DIAGONALS_H_
