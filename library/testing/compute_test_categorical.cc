// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::Categorical, sample by sample.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "compute/categorical.h"
#include "compute_test_device.h"
#include "reference/categorical.h"

namespace pluggable::tests::categorical_test {
namespace {

using compute::CategoricalPlan;

// What the classes of a row weigh.
std::vector<double> WeightsOf(const std::vector<double>& logits) {
  double most = -HUGE_VAL;
  for (const double logit : logits) {
    if (std::isfinite(logit)) most = std::max(most, logit);
  }
  std::vector<double> weights;
  for (const double logit : logits) {
    weights.push_back(std::isfinite(logit) ? std::exp(logit - most) : 0);
  }
  return weights;
}

// Whether a class may be drawn by a number, which may lie next to its borders.
bool MayBe(int64_t found, const std::vector<double>& weights, double uniform) {
  double total = 0;
  for (const double weight : weights) total += weight;
  const auto classes = static_cast<int64_t>(weights.size());
  if (total == 0) return found == classes;
  if (found < 0 || found >= classes || weights[static_cast<size_t>(found)] == 0) return false;
  double before = 0;
  for (int64_t c = 0; c < found; ++c) before += weights[static_cast<size_t>(c)];
  const double up_to = before + weights[static_cast<size_t>(found)];
  const double error = 1e-12 * total;
  return before <= uniform * total + error && up_to > uniform * total - error;
}

// Logits of T, and classes of Out.
template <typename T, typename Out>
struct Kinds {
  using Logit = T;
  using Class = Out;
};

template <typename K>
class CategoricalTest : public ComputeTest {};

using AllKinds =
    testing::Types<Kinds<float, int64_t>, Kinds<float, int32_t>, Kinds<double, int64_t>,
                   Kinds<half, int32_t>, Kinds<bfloat16, int64_t>>;
TYPED_TEST_SUITE(CategoricalTest, AllKinds);

TYPED_TEST(CategoricalTest, OfPlansDrawnAtRandom) {
  using T = typename TypeParam::Logit;
  using Out = typename TypeParam::Class;
  Draw draw(41);
  for (int i = 0; i < Plans(40); ++i) {
    CategoricalPlan plan;
    plan.dtype = DataTypeToEnum<T>::value;
    plan.out_dtype = DataTypeToEnum<Out>::value;
    plan.loop = RunCategorical<T, Out>;
    plan.rows = draw.Between(1, 9);
    plan.classes = draw.OneIn(4) ? draw.Between(250, 1500) : draw.Size();
    plan.samples = draw.OneIn(4) ? draw.Between(250, 600) : draw.Size();
    std::vector<T> logits = Values<T>(draw, plan.rows * plan.classes, -8, 8, draw.OneIn(2));
    if (draw.OneIn(8)) std::fill(logits.begin(), logits.end(), static_cast<T>(-HUGE_VAL));
    std::vector<double> uniform;
    for (int64_t s = plan.rows * plan.samples; s > 0; --s) {
      const double any = static_cast<double>(draw.Between(0, int64_t{1} << 52)) / 0x1.8p52;
      uniform.push_back(draw.OneOf<double>({any, any, any + 1.0 / 3, 0, 1 - 0x1p-52}));
    }
    const OnTheDevice<T> logits_memory(logits);
    const OnTheDevice<double> uniform_memory(uniform);
    const OnTheDevice<Out> out(std::vector<Out>(uniform.size(), -7));
    plan.logits = logits_memory.data();
    plan.uniform = static_cast<const double*>(uniform_memory.data());
    plan.out = out.data();
    typename TestFixture::Op op;
    op.Reads(logits_memory).Reads(uniform_memory).Writes(out);
    this->ExpectDone(compute::Categorical(op.stream(), plan));
    const std::vector<Out> found = out.Read();
    for (int64_t row = 0; row < plan.rows; ++row) {
      const T* const first = logits.data() + row * plan.classes;
      std::vector<double> of_row;
      for (int64_t c = 0; c < plan.classes; ++c) of_row.push_back(static_cast<double>(first[c]));
      const std::vector<double> weights = WeightsOf(of_row);
      for (int64_t s = row * plan.samples; s < (row + 1) * plan.samples; ++s) {
        const auto at = static_cast<size_t>(s);
        ASSERT_TRUE(MayBe(static_cast<int64_t>(found[at]), weights, uniform[at]))
            << "plan " << i << ": class " << found[at] << " of " << plan.classes << " is drawn by "
            << uniform[at] << " in row " << row;
      }
    }
  }
}

}  // namespace
}  // namespace pluggable::tests::categorical_test
