// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Bands of diagonals of matrices: where they lie in the matrices, and in the tensors that hold them
// packed.

#ifndef PLUGGABLE_REFERENCE_DIAGONALS_H_
#define PLUGGABLE_REFERENCE_DIAGONALS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// Whether the element of a tensor in host memory has no bit that is set: copies write zeros.
bool IsZero(const Tensor& scalar);

// At which end diagonals that are shorter than the longest one are padded.
struct DiagonalAlignment {
  // Of the attribute "align".
  Status Read(OpKernelConstruction* ctx);

  bool superdiagonals_left = true;
  bool subdiagonals_left = true;
};

// Diagonals lower to upper of matrices. They are packed into rows as long as the longest, the upper
// one first. Enqueued work captures it by value.
class Diagonals {
 public:
  // Reads the indices of the lowest and the highest diagonal, which are the same if `k` is a scalar
  // or has one element.
  Status ReadRange(const Tensor& k);
  // Fails, in TensorFlow's words, if the matrices lack one of the diagonals. `stop` is what ends
  // the first sentence, in which its ops differ.
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
  // Where the diagonal starts in its row of the packed tensor.
  int64_t Start(int64_t diagonal) const {
    const bool left = (diagonal >= 0 && alignment_.superdiagonals_left) ||
                      (diagonal <= 0 && alignment_.subdiagonals_left);
    return left ? 0 : MaxLength() - Length(diagonal);
  }

  // Writes the diagonals in the packed tensor of one matrix over those in the matrix. In work on
  // the stream only.
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

  // Whether few copies move all diagonals: each is one.
  bool AreFew() const { return count() <= kFew; }
  // The copies that write all diagonals in the packed tensor of matrices over those in the
  // matrices, and those that read them, with zeros behind or in front of those that are short.
  std::vector<CopyTask> Unpacking(int64_t matrices, const Tensor& packed, Tensor* output) const;
  std::vector<CopyTask> Packing(int64_t matrices, const Tensor& input, Tensor* packed) const;

 private:
  static constexpr int64_t kFew = 16;

  // Of one diagonal in all matrices, from the packed tensor or to it.
  StridedCopy CopyOf(int64_t diagonal, int64_t matrices, bool from_packed) const;

  int64_t lower_ = 0;
  int64_t upper_ = 0;
  int64_t rows_ = 0;
  int64_t columns_ = 0;
  DiagonalAlignment alignment_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_DIAGONALS_H_
