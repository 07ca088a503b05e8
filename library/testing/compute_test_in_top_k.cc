// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::InTopK, row by row.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "compute/in_top_k.h"
#include "compute_test_device.h"

namespace pluggable::tests::in_top_k_test {
namespace {

template <typename Target>
class InTopKTest : public ComputeTest {};

using TargetTypes = testing::Types<int32_t, int64_t>;
TYPED_TEST_SUITE(InTopKTest, TargetTypes);

TYPED_TEST(InTopKTest, OfPlansDrawnAtRandom) {
  Draw draw(22);
  for (int i = 0; i < Plans(40); ++i) {
    compute::InTopKPlan plan;
    plan.target_dtype = DataTypeToEnum<TypeParam>::value;
    plan.rows = draw.Size();
    plan.classes = draw.OneIn(4) ? draw.Between(200, 900) : draw.Size();
    plan.k = draw.OneIn(10)
                 ? draw.OneOf<int64_t>({-1, 0, 1000, std::numeric_limits<int32_t>::max()})
                 : draw.Between(1, plan.classes);
    // Few different values, so that several equal the target's.
    auto predictions = Values<float>(draw, plan.rows * plan.classes, -1, 1);
    std::vector<TypeParam> targets;
    std::vector<bool> expected;
    for (int64_t row = 0; row < plan.rows; ++row) {
      float* const of_row = predictions.data() + row * plan.classes;
      if (draw.OneIn(6)) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        of_row[draw.Between(0, plan.classes - 1)] =
            static_cast<float>(draw.OneOf<double>({std::nan(""), kInfinity, -kInfinity}));
      }
      const int64_t target = draw.OneIn(8) ? draw.OneOf<int64_t>({-1, plan.classes})
                                           : draw.Between(0, plan.classes - 1);
      targets.push_back(static_cast<TypeParam>(target));
      const bool is_class = target >= 0 && target < plan.classes;
      const bool all_finite =
          std::all_of(of_row, of_row + plan.classes, [](float x) { return std::isfinite(x); });
      const int64_t likelier = is_class ? std::count_if(of_row, of_row + plan.classes,
                                                        [&](float x) { return x > of_row[target]; })
                                        : 0;
      expected.push_back(is_class && all_finite && likelier < plan.k);
    }
    const OnTheDevice<float> predictions_memory(predictions);
    const OnTheDevice<TypeParam> targets_memory(targets);
    const OnTheDevice<bool> out(std::vector<bool>(expected.size(), i % 2 == 0));
    plan.predictions = predictions_memory.data();
    plan.targets = targets_memory.data();
    plan.out = out.data();
    typename TestFixture::Op op;
    op.Reads(predictions_memory).Reads(targets_memory).Writes(out);
    this->ExpectDone(compute::InTopK(op.stream(), plan));
    EXPECT_EQ(out.Read(), expected) << "plan " << i << ": " << plan.rows << " rows of "
                                    << plan.classes << " classes, the first " << plan.k;
  }
}

}  // namespace
}  // namespace pluggable::tests::in_top_k_test
