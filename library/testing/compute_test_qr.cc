// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::Qr: what the factors are, and that there are no others.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "compute/qr.h"
#include "compute_test_device.h"
#include "reference/qr.h"

namespace pluggable::tests::qr_test {
namespace {

using compute::QrPlan;

// A matrix in double.
struct Matrix {
  int64_t rows;
  int64_t columns;
  std::vector<double> values;

  double& at(int64_t row, int64_t column) {
    return values[static_cast<size_t>(row * columns + column)];
  }
};

// The reflections of the plan, one after the other: in becomes r, and q their product.
void Reflect(Matrix* in, Matrix* q) {
  *q = {in->rows, in->rows, std::vector<double>(static_cast<size_t>(in->rows * in->rows))};
  for (int64_t i = 0; i < in->rows; ++i) q->at(i, i) = 1;
  for (int64_t k = 0; k < std::min(in->rows, in->columns); ++k) {
    std::vector<double> mirror;
    double square = 0;
    for (int64_t i = k; i < in->rows; ++i) {
      mirror.push_back(in->at(i, k));
      square += mirror.back() * mirror.back();
    }
    if (square == mirror[0] * mirror[0]) continue;
    mirror[0] += std::copysign(std::sqrt(square), mirror[0]);
    double scale = 0;
    for (const double x : mirror) scale += x * x / 2;
    for (int64_t j = 0; j < in->columns; ++j) {
      double along = 0;
      for (int64_t i = k; i < in->rows; ++i)
        along += mirror[static_cast<size_t>(i - k)] * in->at(i, j);
      for (int64_t i = k; i < in->rows; ++i)
        in->at(i, j) -= mirror[static_cast<size_t>(i - k)] * along / scale;
    }
    for (int64_t j = 0; j < in->rows; ++j) {
      double along = 0;
      for (int64_t i = k; i < in->rows; ++i)
        along += mirror[static_cast<size_t>(i - k)] * q->at(j, i);
      for (int64_t i = k; i < in->rows; ++i)
        q->at(j, i) -= mirror[static_cast<size_t>(i - k)] * along / scale;
    }
  }
}

template <typename T>
class QrTest : public ComputeTest {};

using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(QrTest, Types);

TYPED_TEST(QrTest, OfPlansDrawnAtRandom) {
  using T = TypeParam;
  Draw draw(43);
  for (int i = 0; i < Plans(30); ++i) {
    QrPlan plan;
    plan.dtype = DataTypeToEnum<T>::value;
    plan.loop = RunQr<T>;
    plan.matrices = draw.Between(1, 4);
    plan.rows = draw.Between(1, 12);
    plan.columns = draw.Between(1, 12);
    plan.is_full = draw.OneIn(2);
    std::vector<T> in = Values<T>(draw, plan.matrices * plan.rows * plan.columns, -2, 2);
    // Elements that no others are near keep the columns apart: then there is one r to find.
    for (int64_t m = 0; m < plan.matrices; ++m) {
      for (int64_t k = 0; k < std::min(plan.rows, plan.columns); ++k) {
        T& element = in[static_cast<size_t>((m * plan.rows + k) * plan.columns + k)];
        element = static_cast<T>(std::copysign(40 + k, element));
      }
    }
    std::vector<Expected> expected_q;
    std::vector<Expected> expected_r;
    const double error = 100 * RoundingError<T>();
    for (int64_t m = 0; m < plan.matrices; ++m) {
      const auto first = in.begin() + m * plan.rows * plan.columns;
      Matrix r = {plan.rows, plan.columns,
                  std::vector<double>(first, first + plan.rows * plan.columns)};
      Matrix q;
      Reflect(&r, &q);
      for (int64_t row = 0; row < plan.rows; ++row) {
        for (int64_t k = 0; k < plan.inner(); ++k) expected_q.push_back({q.at(row, k), error});
      }
      for (int64_t k = 0; k < plan.inner(); ++k) {
        for (int64_t column = 0; column < plan.columns; ++column) {
          // What is not 0 by rounding is 0.
          expected_r.push_back(k > column ? Expected{0, 0} : Expected{r.at(k, column), 60 * error});
        }
      }
    }
    const OnTheDevice<T> in_memory(in);
    const OnTheDevice<T> q(std::vector<T>(expected_q.size(), T(7)));
    const OnTheDevice<T> r(std::vector<T>(expected_r.size(), T(7)));
    plan.in = in_memory.data();
    plan.q = q.data();
    plan.r = r.data();
    typename TestFixture::Op op;
    op.Reads(in_memory).Writes(q).Writes(r);
    this->ExpectDone(compute::Qr(op.stream(), plan));
    const std::string described = "plan " + std::to_string(i) + ": " +
                                  std::to_string(plan.matrices) + " matrices of " +
                                  std::to_string(plan.rows) + " x " + std::to_string(plan.columns);
    ExpectAgreement(q.Read(), expected_q, described + ", q");
    ExpectAgreement(r.Read(), expected_r, described + ", r");
  }
}

}  // namespace
}  // namespace pluggable::tests::qr_test
