// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::Softmax, row by row in double.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "compute/softmax.h"
#include "compute_test_device.h"

namespace pluggable::tests::softmax_test {
namespace {

template <typename T>
class SoftmaxTest : public ComputeTest {
 protected:
  static std::vector<Expected> Judge(const compute::SoftmaxPlan& plan,
                                     const std::vector<T>& logits) {
    std::vector<Expected> expected;
    for (int64_t row = 0; row < plan.rows; ++row) {
      const T* const x = logits.data() + row * plan.classes;
      double largest = -std::numeric_limits<double>::infinity();
      for (int64_t i = 0; i < plan.classes; ++i) {
        const auto value = static_cast<double>(x[i]);
        if (std::isnan(value) || std::isnan(largest)) {
          largest = std::nan("");
        } else {
          largest = std::fmax(largest, value);
        }
      }
      double sum = 0;
      for (int64_t i = 0; i < plan.classes; ++i) {
        sum += std::exp(static_cast<double>(x[i]) - largest);
      }
      for (int64_t i = 0; i < plan.classes; ++i) {
        const double shifted = static_cast<double>(x[i]) - largest;
        const double value = plan.is_logarithm ? shifted - std::log(sum) : std::exp(shifted) / sum;
        const double scale = plan.is_logarithm ? std::fabs(shifted) + 4 : std::fabs(value);
        expected.push_back(
            {value, RoundingError<T>() * std::fabs(value) + 32 * ComputeError<T>() * scale});
      }
    }
    return expected;
  }
};

using Types = testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(SoftmaxTest, Types);

TYPED_TEST(SoftmaxTest, OfPlansDrawnAtRandom) {
  using T = TypeParam;
  Draw draw(8);
  for (int i = 0; i < Plans(40); ++i) {
    compute::SoftmaxPlan plan;
    plan.dtype = DataTypeToEnum<T>::value;
    plan.is_logarithm = draw.OneIn(2);
    plan.rows = draw.Size();
    plan.classes = draw.OneIn(8) ? draw.Between(500, 1500) : draw.Size();
    const double reach = draw.OneIn(4) ? 400 : 4;
    const auto logits = Values<T>(draw, plan.rows * plan.classes, -reach, reach, draw.OneIn(3));
    const bool in_place = draw.OneIn(3);
    const OnTheDevice<T> in(logits);
    const OnTheDevice<T> out(std::vector<T>(logits.size(), T(77)));
    plan.logits = in.data();
    plan.out = in_place ? in.data() : out.data();
    typename TestFixture::Op op;
    op.Updates(in).Updates(out);
    this->ExpectDone(compute::Softmax(op.stream(), plan));
    ExpectAgreement(in_place ? in.Read() : out.Read(), this->Judge(plan, logits),
                    "plan " + std::to_string(i) + ", " + std::to_string(plan.rows) + " rows of " +
                        std::to_string(plan.classes) + (plan.is_logarithm ? ", logarithms" : "") +
                        (in_place ? ", in place" : ""));
  }
}

}  // namespace
}  // namespace pluggable::tests::softmax_test
