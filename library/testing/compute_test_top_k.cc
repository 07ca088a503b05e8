// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::TopK, row by row.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "compute/top_k.h"
#include "compute_test_device.h"
#include "reference/top_k.h"

namespace pluggable::tests::top_k_test {
namespace {

template <typename T>
class TopKTest : public ComputeTest {
 protected:
  // The columns of a row in sorted order, found by counting the elements that come before each.
  static std::vector<int64_t> Sorted(const T* row, int64_t columns) {
    const auto comes_before = [&](int64_t a, int64_t b) {
      const auto value_of_a = static_cast<double>(row[a]);
      const auto value_of_b = static_cast<double>(row[b]);
      if (std::isnan(value_of_a) != std::isnan(value_of_b)) return std::isnan(value_of_b);
      if (std::isnan(value_of_a) || value_of_a == value_of_b) return a < b;
      return value_of_a > value_of_b;
    };
    std::vector<int64_t> sorted(static_cast<size_t>(columns));
    for (int64_t column = 0; column < columns; ++column) {
      int64_t before = 0;
      for (int64_t other = 0; other < columns; ++other) before += comes_before(other, column);
      sorted[static_cast<size_t>(before)] = column;
    }
    return sorted;
  }

  template <typename Index>
  void Check(Draw& draw, int64_t rows, int64_t columns, int64_t k) {
    compute::TopKPlan plan = PlanOfTopK<T, Index>();
    plan.rows = rows;
    plan.columns = columns;
    plan.k = k;
    // Few different values, so that some are equal.
    const double reach = draw.OneOf<double>({0, 2, 100});
    auto input = Values<T>(draw, rows * columns, -reach, reach, true);
    if (!std::is_integral_v<T> && draw.OneIn(4)) {
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      const double same = draw.OneOf<double>({std::nan(""), -kInfinity, kInfinity});
      for (T& value : input) {
        if (draw.OneIn(2)) value = static_cast<T>(same);
      }
    }
    // Blocks have 256 threads for a row's columns: here one of them has all that come first.
    for (int64_t i = 3; columns > 1024 && i < rows * columns; i += 256) {
      input[static_cast<size_t>(i)] = static_cast<T>(100 + draw.Value(0, 2));
    }
    std::vector<Index> expected;
    std::vector<T> expected_values;
    for (int64_t row = 0; row < rows; ++row) {
      const T* const of_row = input.data() + row * columns;
      const std::vector<int64_t> sorted = Sorted(of_row, columns);
      for (int64_t i = 0; i < k; ++i) {
        expected.push_back(static_cast<Index>(sorted[static_cast<size_t>(i)]));
        expected_values.push_back(of_row[sorted[static_cast<size_t>(i)]]);
      }
    }
    const OnTheDevice<T> in(input);
    const OnTheDevice<T> values(std::vector<T>(expected.size(), static_cast<T>(77)));
    const OnTheDevice<Index> indices(std::vector<Index>(expected.size(), Index(77)));
    plan.in = in.data();
    plan.values = values.data();
    plan.indices = indices.data();
    typename ComputeTest::Op op;
    op.Reads(in).Writes(values).Writes(indices);
    ExpectDone(compute::TopK(op.stream(), plan));
    EXPECT_EQ(indices.Read(), expected)
        << "the first " << k << " of " << columns << " columns in " << rows << " rows";
    const std::vector<T> found = values.Read();
    for (size_t i = 0; i < found.size(); ++i) {
      const auto value = static_cast<double>(found[i]);
      const auto wanted = static_cast<double>(expected_values[i]);
      EXPECT_TRUE(value == wanted || (std::isnan(value) && std::isnan(wanted)))
          << "value " << i << " is " << value << ", not " << wanted;
    }
  }

  template <typename Index>
  void OfPlansDrawnAtRandom() {
    Draw draw(31);
    for (int i = 0; i < Plans(40); ++i) {
      const int64_t columns = draw.OneIn(3) ? draw.Between(128, 700) : draw.Size();
      Check<Index>(draw, draw.Size(), columns,
                   draw.Between(1, std::min<int64_t>(columns, draw.OneIn(2) ? 3 : 16)));
    }
  }
};

using Types = testing::Types<float, double, half, bfloat16, int32_t, int64_t>;
TYPED_TEST_SUITE(TopKTest, Types);

TYPED_TEST(TopKTest, AsInt32) { this->template OfPlansDrawnAtRandom<int32_t>(); }
TYPED_TEST(TopKTest, AsInt64) { this->template OfPlansDrawnAtRandom<int64_t>(); }

// More elements than a device finds one by one, or the whole row.
TYPED_TEST(TopKTest, OfMany) {
  Draw draw(32);
  for (const int64_t k : {17, 256, 257, 600}) {
    this->template Check<int32_t>(draw, 3, 600, k);
  }
  this->template Check<int32_t>(draw, 1, 1300, 40);
}

}  // namespace
}  // namespace pluggable::tests::top_k_test
