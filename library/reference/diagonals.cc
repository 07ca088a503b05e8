// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/diagonals.h"

#include <string>

#include "reference/host_values.h"

namespace pluggable {

namespace {

// The main diagonal counts as one of every matrix, even an empty one.
bool IsWithin(int64_t diagonal, int64_t rows, int64_t columns) {
  return diagonal == 0 || (-rows < diagonal && diagonal < columns);
}

}  // namespace

Status DiagonalAlignment::Read(OpKernelConstruction* ctx) {
  std::string align;
  Status status = ctx->GetAttr("align", &align);
  superdiagonals_left = align == "LEFT_LEFT" || align == "LEFT_RIGHT";
  subdiagonals_left = align == "LEFT_LEFT" || align == "RIGHT_LEFT";
  return status;
}

Status Diagonals::ReadRange(const Tensor& k) {
  if (k.dims() > 1) {
    return errors::InvalidArgument("diag_index must be a scalar or vector, received shape: ",
                                   k.shape().DebugString());
  }
  if (k.NumElements() == 0) {
    return errors::InvalidArgument("Expected diag_index to have at least 1 element");
  }
  if (k.NumElements() > 2) {
    return errors::InvalidArgument("diag_index must have only one or two elements, received ",
                                   k.NumElements(), " elements.");
  }
  const std::vector<CheckedInt> range = HostValues(k);
  lower_ = range.front().value();
  upper_ = range.back().value();
  return Status();
}

Status Diagonals::CheckOrder() const {
  if (lower_ <= upper_) return Status();
  return errors::InvalidArgument(
      "lower_diag_index must not be larger than upper_diag_index: ", lower_, " > ", upper_);
}

Status Diagonals::CheckWithin(int64_t rows, int64_t columns, const char* stop) const {
  if (!IsWithin(lower_, rows, columns)) {
    return errors::InvalidArgument("lower_diag_index is out of bound: ", lower_, stop,
                                   " It must be between ", -rows, " and ", columns);
  }
  if (!IsWithin(upper_, rows, columns)) {
    return errors::InvalidArgument("upper_diag_index is out of bound: ", upper_,
                                   " It must be between ", -rows, " and ", columns);
  }
  return Status();
}

void Diagonals::SetMatrix(int64_t rows, int64_t columns, const DiagonalAlignment& alignment) {
  rows_ = rows;
  columns_ = columns;
  alignment_ = alignment;
}

}  // namespace pluggable
