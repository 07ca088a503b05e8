// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Orthogonal and triangular factors of matrices, on the host.

#ifndef PLUGGABLE_REFERENCE_QR_H_
#define PLUGGABLE_REFERENCE_QR_H_

#include <algorithm>
#include <cstdint>

#include <Eigen/QR>

#include "pluggable/on_device.h"
#include "pluggable/thread_pool.h"

#include "compute/qr.h"

namespace pluggable {

// Of a matrix, in nanoseconds on one core.
inline int64_t QrCost(const compute::QrPlan& plan) {
  return (plan.rows + 1) * (plan.columns + plan.inner()) * std::min(plan.rows, plan.columns) + 1;
}

// Computes a plan of elements of T. In work on the stream only. Of the many decompositions of a
// matrix, Eigen's is TensorFlow's on the CPU: signs agree.
template <typename T>
void RunQr(const compute::QrPlan& plan, ThreadPool* threads) {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const int64_t rows = plan.rows;
  const int64_t columns = plan.columns;
  const int64_t inner = plan.inner();
  const T* const in = OnDevice(static_cast<const T*>(plan.in));
  T* const q = OnDevice(static_cast<T*>(plan.q));
  T* const r = OnDevice(static_cast<T*>(plan.r));
  threads->ParallelFor(plan.matrices, QrCost(plan), [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const Eigen::Map<const Matrix> matrix(in + i * rows * columns, rows, columns);
      const Eigen::HouseholderQR<Matrix> qr(matrix);
      Eigen::Map<Matrix>(q + i * rows * inner, rows, inner) =
          qr.householderQ() * Matrix::Identity(rows, inner);
      Eigen::Map<Matrix>(r + i * inner * columns, inner, columns) =
          qr.matrixQR().topRows(inner).template triangularView<Eigen::Upper>();
    }
  });
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_QR_H_
