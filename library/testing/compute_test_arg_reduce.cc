// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::ArgReduce, element by element.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "compute/arg_reduce.h"
#include "compute_test_device.h"
#include "reference/arg_reduction.h"

namespace pluggable::tests::arg_reduce_test {
namespace {

using compute::ArgReducePlan;

template <typename T>
class ArgReduceTest : public ComputeTest {
 protected:
  static int64_t Judge(const ArgReducePlan& plan, const std::vector<T>& in, int64_t first) {
    const auto at = [&](int64_t k) {
      const auto value = static_cast<double>(in[static_cast<size_t>(first + k * plan.inner)]);
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      return !std::isnan(value) ? value : plan.is_largest ? -kInfinity : kInfinity;
    };
    int64_t best = 0;
    for (int64_t k = 1; k < plan.length; ++k) {
      if (plan.is_largest ? at(k) > at(best) : at(k) < at(best)) best = k;
    }
    return best;
  }

  template <typename Out>
  static ArgReducePlan DrawPlan(Draw& draw) {
    ArgReducePlan plan =
        draw.OneIn(2) ? ArgReductionPlan<T, Out, true>() : ArgReductionPlan<T, Out, false>();
    plan.outer = draw.Size();
    plan.length = draw.OneIn(8) ? draw.Between(300, 2000) : draw.Size();
    plan.inner = draw.OneIn(2) ? 1 : draw.Size();
    return plan;
  }

  template <typename Out>
  void OfPlansDrawnAtRandom() {
    Draw draw(12);
    for (int i = 0; i < Plans(40); ++i) {
      ArgReducePlan plan = DrawPlan<Out>(draw);
      if (i < 4) {  // few results of many elements, so that several blocks search
        plan.outer = 1;
        plan.length = 9000;
        plan.inner = i < 2 ? 1 : 9;
      }
      // Few different values, so that the extreme value occurs several times.
      const double reach = draw.OneOf<double>({0, 2, 100});
      auto values = Values<T>(draw, plan.outer * plan.length * plan.inner, -reach, reach, true);
      if (!std::is_integral_v<T> && (i == 1 || draw.OneIn(8))) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        const double drawn = draw.OneOf<double>({std::nan(""), -kInfinity, kInfinity});
        const double same = i == 1 ? std::nan("") : drawn;
        values.assign(values.size(), static_cast<T>(same));
      }
      if (i == 2) {  // far from the first ones, which a wrong search finds
        for (int64_t column = 0; column < plan.inner; ++column) {
          const int64_t k = draw.Between(0, plan.length - 1);
          values[static_cast<size_t>(k * plan.inner + column)] =
              static_cast<T>(plan.is_largest ? 120 : -120);
        }
      }
      const OnTheDevice<T> in(values);
      std::vector<Out> expected;
      for (int64_t o = 0; o < plan.outer; ++o) {
        for (int64_t k = 0; k < plan.inner; ++k) {
          expected.push_back(
              static_cast<Out>(Judge(plan, values, o * plan.length * plan.inner + k)));
        }
      }
      const OnTheDevice<Out> out(std::vector<Out>(expected.size(), Out(77)));
      plan.in = in.data();
      plan.out = out.data();
      typename ComputeTest::Op op;
      op.Reads(in).Writes(out);
      ExpectDone(compute::ArgReduce(op.stream(), plan));
      EXPECT_EQ(out.Read(), expected)
          << "plan " << i << ": the " << (plan.is_largest ? "largest" : "smallest") << " of "
          << plan.length << ", in [" << plan.outer << ", " << plan.length << ", " << plan.inner
          << "]";
    }
  }
};

using Types = testing::Types<float, double, half, bfloat16, int32_t, int64_t>;
TYPED_TEST_SUITE(ArgReduceTest, Types);

TYPED_TEST(ArgReduceTest, AsInt32) { this->template OfPlansDrawnAtRandom<int32_t>(); }
TYPED_TEST(ArgReduceTest, AsInt64) { this->template OfPlansDrawnAtRandom<int64_t>(); }

}  // namespace
}  // namespace pluggable::tests::arg_reduce_test
