// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of MatrixDiag*, MatrixDiagPart* and MatrixSetDiag* of many diagonals, and of those
// whose padding is not zero. Copies (strided_copy.h) compute the others.

#ifndef PLUGGABLE_COMPUTE_DIAGONALS_H_
#define PLUGGABLE_COMPUTE_DIAGONALS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"

namespace pluggable::compute {

// Diagonals `lower` to `upper` of matrices of rows x columns. Diagonal d has the elements [r, c]
// with c - r = d, so 0 is the main diagonal, and superdiagonals are positive.
//
// They are packed into rows with the length of the longest one, the upper diagonal first. A shorter
// one is at the left or at the right end of its row.
struct DiagonalBand {
  int64_t rows = 1;
  int64_t columns = 1;
  int64_t lower = 0;
  int64_t upper = 0;                // at least `lower`
  bool superdiagonals_left = true;  // the main diagonal is at the left if one of both is
  bool subdiagonals_left = true;

  // The number of diagonals.
  int64_t count() const { return upper - lower + 1; }
  // The number of elements of a diagonal; not positive if it is outside of the matrix.
  int64_t Length(int64_t diagonal) const {
    return std::min(rows + std::min<int64_t>(diagonal, 0),
                    columns - std::max<int64_t>(diagonal, 0));
  }
  // That of the longest one; 0 in a plan whose diagonals are all outside.
  int64_t MaxLength() const {
    return std::min(rows + std::min<int64_t>(upper, 0), columns - std::max<int64_t>(lower, 0));
  }
  // The position of the first element of a diagonal in its packed row.
  int64_t Start(int64_t diagonal) const {
    const bool is_left =
        (diagonal >= 0 && superdiagonals_left) || (diagonal <= 0 && subdiagonals_left);
    return is_left ? 0 : MaxLength() - Length(diagonal);
  }
};

// kPack:   out[m, upper - d, Start(d) + i] = in[m, r, c], where [r, c] is element i of diagonal d.
//          The rest of `out` is padding. All diagonals are within the matrix.
// kUnpack: out[m, r, c] = in[m, upper - d, Start(d) + i] for the elements of the band, which are
//          those with lower <= c - r <= upper. The others are those of `around`, or padding if that
//          is null. Diagonals may be outside of the matrix; their rows of `in` are not read.
//
// Matrices are [matrices, rows, columns], packed diagonals [matrices, count(), MaxLength()], both
// dense. Elements are only copied, so their size is known and their type is not.
struct DiagonalsPlan {
  enum class Kind : uint8_t { kPack, kUnpack };

  Kind kind = Kind::kPack;
  size_t element_bytes = 0;  // 1, 2, 4, 8 or 16
  DiagonalBand band;
  int64_t matrices = 1;          // `out` has at least one element
  uint64_t padding[2] = {0, 0};  // its first element_bytes bytes are the element
  const void* in = nullptr;      // overlaps nothing; may be null if all diagonals are empty
  const void* around = nullptr;  // the memory of `out`, or overlaps nothing
  void* out = nullptr;
};

// Enqueues the work on the stream. Fails if that is not possible.
Status Diagonals(const Stream& stream, const DiagonalsPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const DiagonalsPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DIAGONALS_H_
