// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::Scan, column by column.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "compute/scan.h"
#include "compute_test_device.h"
#include "reference/formula.h"
#include "reference/scan.h"

namespace pluggable::tests::scan_test {
namespace {

using compute::ScanPlan;

struct SumOfScan {
  static constexpr auto kScan = ScanPlan::Kind::kSum;
  static constexpr int kFirst = 0;

  template <typename T>
  T operator()(T x, T y) const {
    return formula::sum(x, y);
  }
};

struct ProductOfScan {
  static constexpr auto kScan = ScanPlan::Kind::kProduct;
  static constexpr int kFirst = 1;

  template <typename T>
  T operator()(T x, T y) const {
    return formula::product(x, y);
  }
};

// Whether element k' is part of the result k.
bool Takes(const ScanPlan& plan, int64_t k, int64_t other) {
  if (other == k) return !plan.is_exclusive;
  return plan.is_reverse ? other > k : other < k;
}

template <typename T>
class ScanTest : public ComputeTest {
 protected:
  // The expected result k of the column that begins at x.
  static Expected OfNumbers(const ScanPlan& plan, const T* x, int64_t k) {
    ExpectedSum sum;
    double product = 1;
    double factors = 0;
    for (int64_t other = 0; other < plan.length; ++other) {
      if (!Takes(plan, k, other)) continue;
      const auto value = static_cast<double>(x[other * plan.inner]);
      sum.Add(value);
      product *= value;
      ++factors;
    }
    if (plan.kind == ScanPlan::Kind::kSum) return sum.Get<T>();
    return {product, (RoundingError<T>() + ComputeError<T>() * factors) * std::fabs(product)};
  }
  // Integers wrap around.
  static T OfIntegers(const ScanPlan& plan, const T* x, int64_t k) {
    const bool is_sum = plan.kind == ScanPlan::Kind::kSum;
    uint64_t result = is_sum ? 0 : 1;
    for (int64_t other = 0; other < plan.length; ++other) {
      if (!Takes(plan, k, other)) continue;
      const auto value = static_cast<uint64_t>(x[other * plan.inner]);
      result = is_sum ? result + value : result * value;
    }
    return static_cast<T>(result);
  }

  static void Compare(const ScanPlan& plan, const std::vector<T>& x, const std::vector<T>& found,
                      const std::string& what) {
    std::vector<T> integers;
    std::vector<Expected> numbers;
    for (int64_t i = 0; i < static_cast<int64_t>(x.size()); ++i) {
      const int64_t k = i / plan.inner % plan.length;
      const T* const column = x.data() + i - k * plan.inner;
      if constexpr (std::is_integral_v<T>) {
        integers.push_back(OfIntegers(plan, column, k));
      } else {
        numbers.push_back(OfNumbers(plan, column, k));
      }
    }
    if constexpr (std::is_integral_v<T>) {
      EXPECT_EQ(found, integers) << what;
    } else {
      ExpectAgreement(found, numbers, what);
    }
  }
};

using Types = testing::Types<float, double, half, bfloat16, int32_t, int64_t>;
TYPED_TEST_SUITE(ScanTest, Types);

TYPED_TEST(ScanTest, OfPlansDrawnAtRandom) {
  using T = TypeParam;
  Draw draw(14);
  for (int i = 0; i < Plans(60); ++i) {
    const bool is_sum = draw.OneIn(2);
    ScanPlan plan = is_sum ? PlanOfScan<T, SumOfScan>() : PlanOfScan<T, ProductOfScan>();
    plan.is_exclusive = draw.OneIn(2);
    plan.is_reverse = draw.OneIn(2);
    plan.outer = draw.Size();
    plan.length = draw.Size();
    plan.inner = draw.OneIn(4) ? draw.Between(60, 140) : draw.OneIn(2) ? 1 : draw.Size();
    if (i < 4) {  // few rows, so long that one or several blocks scan each
      plan.outer = i == 0 ? 3 : 1;
      plan.length = i < 2 ? 700 : 5000;
      plan.inner = i == 1 ? 3 : 1;
    }
    // Products that neither vanish nor overflow; those of integers wrap around.
    const double reach = std::is_integral_v<T> ? 40 : 4;
    const auto x =
        is_sum || std::is_integral_v<T>
            ? Values<T>(draw, plan.outer * plan.length * plan.inner, -reach, reach, draw.OneIn(4))
            : Values<T>(draw, plan.outer * plan.length * plan.inner, 0.875, 1.125);
    const OnTheDevice<T> in(x);
    const OnTheDevice<T> out(std::vector<T>(x.size(), T(77)));
    plan.x = in.data();
    plan.out = out.data();
    typename TestFixture::Op op;
    op.Reads(in).Writes(out);
    this->ExpectDone(compute::Scan(op.stream(), plan));
    TestFixture::Compare(plan, x, out.Read(),
                         "plan " + std::to_string(i) + ", the " + (is_sum ? "sum" : "product") +
                             (plan.is_exclusive ? ", exclusive" : "") +
                             (plan.is_reverse ? ", in reverse" : "") + ", of [" +
                             std::to_string(plan.outer) + ", " + std::to_string(plan.length) +
                             ", " + std::to_string(plan.inner) + "]");
  }
}

}  // namespace
}  // namespace pluggable::tests::scan_test
