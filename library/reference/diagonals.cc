// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/diagonals.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "pluggable/on_device.h"

#include "compute/dtype_switch.h"
#include "reference/host_values.h"

namespace pluggable {

namespace {

using compute::DiagonalBand;
using compute::DiagonalsPlan;

// Every matrix has a main diagonal, even an empty one.
bool IsWithin(int64_t diagonal, int64_t rows, int64_t columns) {
  return diagonal == 0 || (-rows < diagonal && diagonal < columns);
}

// The first element of a diagonal in a matrix.
int64_t FirstOf(const DiagonalBand& band, int64_t diagonal) {
  return diagonal >= 0 ? diagonal : -diagonal * band.columns;
}

template <typename Element>
Element PaddingOf(const DiagonalsPlan& plan) {
  Element padding;
  std::memcpy(&padding, plan.padding, sizeof(padding));
  return padding;
}

template <typename Element>
void Pack(const DiagonalsPlan& plan, ThreadPool* threads) {
  const Element* const in = OnDevice(static_cast<const Element*>(plan.in));
  Element* const out = OnDevice(static_cast<Element*>(plan.out));
  const auto padding = PaddingOf<Element>(plan);
  const DiagonalBand& band = plan.band;
  const int64_t max_length = band.MaxLength();
  const int64_t count = band.count();
  const int64_t step = band.columns + 1;
  threads->ParallelFor(
      plan.matrices * count, 2 * max_length, [=, &band](int64_t begin, int64_t end) {
        for (int64_t line = begin; line < end; ++line) {
          const int64_t d = band.upper - line % count;
          const Element* from = in + line / count * band.rows * band.columns + FirstOf(band, d);
          Element* const to = out + line * max_length;
          const int64_t start = band.Start(d);
          const int64_t stop = start + band.Length(d);
          std::fill(to, to + start, padding);
          for (int64_t i = start; i < stop; ++i, from += step) to[i] = *from;
          std::fill(to + stop, to + max_length, padding);
        }
      });
}

// Writes the diagonals of one matrix.
template <typename Element>
void UnpackMatrix(const DiagonalBand& band, const Element* packed, Element* matrix) {
  const int64_t max_length = band.MaxLength();
  const int64_t step = band.columns + 1;
  for (int64_t d = band.upper; d >= band.lower; --d, packed += max_length) {
    const int64_t length = band.Length(d);
    if (length <= 0) continue;  // outside of the matrix
    const Element* const from = packed + band.Start(d);
    Element* const to = matrix + FirstOf(band, d);
    for (int64_t i = 0; i < length; ++i) to[i * step] = from[i];
  }
}

template <typename Element>
void Unpack(const DiagonalsPlan& plan, ThreadPool* threads) {
  const auto* in = static_cast<const Element*>(plan.in);
  // If all diagonals are empty, `in` is not device memory.
  if (plan.band.MaxLength() > 0) in = OnDevice(in);
  const auto* around = static_cast<const Element*>(plan.around);
  if (around != nullptr) around = OnDevice(around);
  Element* const out = OnDevice(static_cast<Element*>(plan.out));
  const auto padding = PaddingOf<Element>(plan);
  const DiagonalBand& band = plan.band;
  const int64_t matrix = band.rows * band.columns;
  const int64_t step = band.count() * band.MaxLength();
  threads->ParallelFor(plan.matrices, matrix, [=, &band](int64_t begin, int64_t end) {
    if (around == nullptr) {
      std::fill(out + begin * matrix, out + end * matrix, padding);
    } else if (around != out) {
      std::copy(around + begin * matrix, around + end * matrix, out + begin * matrix);
    }
    for (int64_t i = begin; i < end; ++i) UnpackMatrix(band, in + i * step, out + i * matrix);
  });
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
  band_.lower = range.front().value();
  band_.upper = range.back().value();
  return Status();
}

Status Diagonals::CheckOrder() const {
  if (band_.lower <= band_.upper) return Status();
  return errors::InvalidArgument("lower_diag_index must not be larger than upper_diag_index: ",
                                 band_.lower, " > ", band_.upper);
}

Status Diagonals::CheckWithin(int64_t rows, int64_t columns, const char* stop) const {
  if (!IsWithin(band_.lower, rows, columns)) {
    return errors::InvalidArgument("lower_diag_index is out of bound: ", band_.lower, stop,
                                   " It must be between ", -rows, " and ", columns);
  }
  if (!IsWithin(band_.upper, rows, columns)) {
    return errors::InvalidArgument("upper_diag_index is out of bound: ", band_.upper,
                                   " It must be between ", -rows, " and ", columns);
  }
  return Status();
}

StridedCopy Diagonals::CopyOf(int64_t diagonal, int64_t matrices, bool from_packed) const {
  const int64_t max_length = MaxLength();
  const int64_t of_packed = (band_.upper - diagonal) * max_length + band_.Start(diagonal);
  const int64_t of_matrix = FirstOf(band_, diagonal);
  const int64_t packed_step = count() * max_length;
  const int64_t matrix_step = band_.rows * band_.columns;
  StridedCopy copy;
  if (from_packed) {
    copy.AddDim(matrices, packed_step, matrix_step);
    copy.AddDim(band_.Length(diagonal), 1, band_.columns + 1);
    copy.AddOffsets(of_packed, of_matrix);
  } else {
    copy.AddDim(matrices, matrix_step, packed_step);
    copy.AddDim(band_.Length(diagonal), band_.columns + 1, 1);
    copy.AddOffsets(of_matrix, of_packed);
  }
  return copy;
}

std::vector<CopyTask> Diagonals::Unpacking(int64_t matrices, const Tensor& packed,
                                           Tensor* output) const {
  std::vector<CopyTask> tasks;
  for (int64_t d = band_.upper; d >= band_.lower; --d) {
    if (band_.Length(d) <= 0) continue;  // outside of the matrix
    tasks.push_back({CopyOf(d, matrices, true), packed.data(), output->data()});
  }
  return tasks;
}

std::vector<CopyTask> Diagonals::Packing(int64_t matrices, const Tensor& input,
                                         Tensor* packed) const {
  std::vector<CopyTask> tasks;
  for (int64_t d = band_.upper; d >= band_.lower; --d) {
    if (band_.Length(d) > 0)
      tasks.push_back({CopyOf(d, matrices, false), input.data(), packed->data()});
    const int64_t padding = MaxLength() - std::max<int64_t>(band_.Length(d), 0);
    if (padding == 0) continue;
    StridedCopy zeros;
    zeros.AddDim(matrices, 0, count() * MaxLength());
    zeros.AddDim(padding, 0, 1);
    zeros.AddOffsets(
        0, (band_.upper - d) * MaxLength() + (band_.Start(d) > 0 ? 0 : MaxLength() - padding));
    tasks.push_back({zeros, nullptr, packed->data()});
  }
  return tasks;
}

compute::DiagonalsPlan Diagonals::Plan(DiagonalsPlan::Kind kind, int64_t matrices, const Tensor& in,
                                       const Tensor* around, const Tensor* padding,
                                       Tensor* out) const {
  DiagonalsPlan plan;
  plan.kind = kind;
  plan.element_bytes = DataTypeSize(in.dtype());
  plan.band = band_;
  plan.matrices = matrices;
  plan.in = in.data();
  if (around != nullptr) plan.around = around->data();
  if (padding != nullptr) std::memcpy(plan.padding, padding->data(), plan.element_bytes);
  plan.out = out->data();
  return plan;
}

void Diagonals::SetMatrix(int64_t rows, int64_t columns, const DiagonalAlignment& alignment) {
  band_.rows = rows;
  band_.columns = columns;
  band_.superdiagonals_left = alignment.superdiagonals_left;
  band_.subdiagonals_left = alignment.subdiagonals_left;
}

int64_t DiagonalsCost(const DiagonalsPlan& plan) {
  const DiagonalBand& band = plan.band;
  return plan.kind == DiagonalsPlan::Kind::kPack
             ? 2 * plan.matrices * band.count() * band.MaxLength()
             : plan.matrices * band.rows * band.columns;
}

void RunDiagonals(const DiagonalsPlan& plan, ThreadPool* threads) {
  compute::SwitchElementBytes(plan.element_bytes, [&](auto type) {
    using Element = typename decltype(type)::type;
    if (plan.kind == DiagonalsPlan::Kind::kPack) {
      Pack<Element>(plan, threads);
    } else {
      Unpack<Element>(plan, threads);
    }
  });
}

void EnqueueDiagonals(OpKernelContext* ctx, const DiagonalsPlan& plan) {
  // TensorFlow reads it as soon as Compute returns.
  if (ctx->output_is_host(0)) return RunDiagonals(plan, &ctx->stream().thread_pool());
  OP_REQUIRES_OK(ctx, compute::Diagonals(ctx->stream(), plan));
}

}  // namespace pluggable
