// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Bands of diagonals of matrices, and their packed tensors.

#ifndef PLUGGABLE_REFERENCE_DIAGONALS_H_
#define PLUGGABLE_REFERENCE_DIAGONALS_H_

#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

#include "compute/diagonals.h"
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
// longest one, the upper one first.
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

  int64_t lower() const { return band_.lower; }
  int64_t upper() const { return band_.upper; }
  int64_t count() const { return band_.count(); }
  int64_t MaxLength() const { return band_.MaxLength(); }

  // Whether few copies can move all diagonals; each is one copy.
  bool AreFew() const { return count() <= kFew; }
  // The copies that write all diagonals from the packed tensor to the matrices, and those that do
  // the reverse, with zeros before or after short diagonals.
  std::vector<CopyTask> Unpacking(int64_t matrices, const Tensor& packed, Tensor* output) const;
  std::vector<CopyTask> Packing(int64_t matrices, const Tensor& input, Tensor* packed) const;
  // The same as a plan, with the padding of a host tensor, or none. `around` may be null.
  compute::DiagonalsPlan Plan(compute::DiagonalsPlan::Kind kind, int64_t matrices, const Tensor& in,
                              const Tensor* around, const Tensor* padding, Tensor* out) const;

 private:
  static constexpr int64_t kFew = 16;

  // The copy of one diagonal of all matrices, from the packed tensor or to it.
  StridedCopy CopyOf(int64_t diagonal, int64_t matrices, bool from_packed) const;

  compute::DiagonalBand band_;
};

// The cost of a plan in nanoseconds on one core.
int64_t DiagonalsCost(const compute::DiagonalsPlan& plan);

// Computes a plan. Only work on the stream may call it.
void RunDiagonals(const compute::DiagonalsPlan& plan, ThreadPool* threads);

// Enqueues a plan, or computes it at once if output 0 is in host memory.
void EnqueueDiagonals(OpKernelContext* ctx, const compute::DiagonalsPlan& plan);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_DIAGONALS_H_
