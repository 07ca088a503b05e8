// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/diagonals.h"

#include <algorithm>
#include <string>

#include "reference/host_values.h"

namespace pluggable {

namespace {

// Every matrix has a main diagonal, even an empty one.
bool IsWithin(int64_t diagonal, int64_t rows, int64_t columns) {
  return diagonal == 0 || (-rows < diagonal && diagonal < columns);
}

}  // namespace

bool IsZero(const Tensor& scalar) {
  const auto* const bytes = static_cast<const char*>(scalar.data());
  return std::all_of(bytes, bytes + DataTypeSize(scalar.dtype()),
                     [](char byte) { return byte == 0; });
}

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

StridedCopy Diagonals::CopyOf(int64_t diagonal, int64_t matrices, bool from_packed) const {
  const int64_t max_length = MaxLength();
  const int64_t of_packed = (upper_ - diagonal) * max_length + Start(diagonal);
  const int64_t of_matrix = diagonal >= 0 ? diagonal : -diagonal * columns_;
  const int64_t packed_step = count() * max_length;
  const int64_t matrix_step = rows_ * columns_;
  StridedCopy copy;
  if (from_packed) {
    copy.AddDim(matrices, packed_step, matrix_step);
    copy.AddDim(Length(diagonal), 1, columns_ + 1);
    copy.AddOffsets(of_packed, of_matrix);
  } else {
    copy.AddDim(matrices, matrix_step, packed_step);
    copy.AddDim(Length(diagonal), columns_ + 1, 1);
    copy.AddOffsets(of_matrix, of_packed);
  }
  return copy;
}

std::vector<CopyTask> Diagonals::Unpacking(int64_t matrices, const Tensor& packed,
                                           Tensor* output) const {
  std::vector<CopyTask> tasks;
  for (int64_t d = upper_; d >= lower_; --d) {
    if (Length(d) <= 0) continue;  // outside of the matrix
    tasks.push_back({CopyOf(d, matrices, true), packed.data(), output->data()});
  }
  return tasks;
}

std::vector<CopyTask> Diagonals::Packing(int64_t matrices, const Tensor& input,
                                         Tensor* packed) const {
  std::vector<CopyTask> tasks;
  for (int64_t d = upper_; d >= lower_; --d) {
    if (Length(d) > 0) tasks.push_back({CopyOf(d, matrices, false), input.data(), packed->data()});
    const int64_t padding = MaxLength() - std::max<int64_t>(Length(d), 0);
    if (padding == 0) continue;
    StridedCopy zeros;
    zeros.AddDim(matrices, 0, count() * MaxLength());
    zeros.AddDim(padding, 0, 1);
    zeros.AddOffsets(0, (upper_ - d) * MaxLength() + (Start(d) > 0 ? 0 : MaxLength() - padding));
    tasks.push_back({zeros, nullptr, packed->data()});
  }
  return tasks;
}

void Diagonals::SetMatrix(int64_t rows, int64_t columns, const DiagonalAlignment& alignment) {
  rows_ = rows;
  columns_ = columns;
  alignment_ = alignment;
}

}  // namespace pluggable
