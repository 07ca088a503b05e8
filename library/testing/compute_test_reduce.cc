// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::Reduce, value by value.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "compute/reduce.h"
#include "compute_test_device.h"
#include "reference/half_squares.h"
#include "reference/reduction.h"

namespace pluggable::tests::reduce_test {
namespace {

using compute::ReducePlan;
using compute::Reducer;

// The expected result, in double.
template <typename T>
Expected Judge(Reducer reducer, const std::vector<double>& values) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto count = static_cast<double>(values.size());
  if (reducer == Reducer::kSum || reducer == Reducer::kMean) {
    ExpectedSum sum;
    for (const double value : values) sum.Add(value);
    Expected expected = sum.Get<T>();
    if (reducer == Reducer::kSum) return expected;
    if (!std::is_integral_v<T>) return {expected.value / count, expected.error / count};
    return {values.empty() ? 0 : std::trunc(expected.value / count), 0};
  }
  double result = reducer == Reducer::kProd  ? 1
                  : reducer == Reducer::kMax ? -kInfinity
                  : reducer == Reducer::kMin ? kInfinity
                                             : (reducer == Reducer::kAll ? 1 : 0);
  if (std::is_integral_v<T> && std::isinf(result)) {
    result = static_cast<double>(result < 0 ? std::numeric_limits<T>::lowest()
                                            : std::numeric_limits<T>::max());
  }
  for (const double value : values) {
    if (reducer == Reducer::kProd) {
      result *= value;
    } else if (std::isnan(value) || std::isnan(result)) {
      result = std::nan("");
    } else if (reducer == Reducer::kMax || reducer == Reducer::kAny) {
      result = std::max(result, value);
    } else {
      result = std::min(result, value);
    }
  }
  const double error = reducer == Reducer::kProd ? ComputeError<T>() * (count + 1) : 0;
  return {result, std::fabs(result) * (RoundingError<T>() + error)};
}

template <typename T>
class ReduceTest : public ComputeTest {
 protected:
  // A tensor of up to five dimensions, any of which are folded.
  template <typename Fold>
  void OfPlansDrawnAtRandom() {
    Draw draw(3);
    constexpr Reducer kReducer = Fold::kReducer;
    for (int i = 0; i < Plans(40); ++i) {
      std::vector<int64_t> sizes;
      std::vector<int64_t> axes;
      const bool is_product = kReducer == Reducer::kProd;
      for (int64_t d = draw.Between(1, 5), count = 1; d > 0; --d) {
        int64_t size = is_product ? draw.Between(1, 4) : draw.Size();
        if (draw.OneIn(25)) size = 9000 / count + 1;
        if (is_product) size = std::min<int64_t>(size, 4);
        if (count * size > 40000) continue;
        const bool is_folded = draw.OneIn(2);
        if (is_folded && draw.OneIn(12)) size = 0;
        count *= std::max<int64_t>(size, 1);
        if (is_folded) axes.push_back(static_cast<int64_t>(sizes.size()));
        sizes.push_back(size);
      }
      if (i == 0 && !is_product) {  // many rows, added in parallel
        sizes = {600, 65};
        axes = {0};
      }
      const TensorShape shape{Span<const int64_t>(sizes)};
      Reduction reduction;
      ASSERT_TRUE(reduction.Init(shape, axes, /*keep_dims=*/false).ok());
      if (reduction.is_identity()) continue;
      const auto in = Values<T>(draw, shape.num_elements(), is_product ? -2 : -20,
                                is_product ? 2 : 20, draw.OneIn(3));
      const OnTheDevice<T> in_memory(in);
      const OnTheDevice<T> out_memory(
          std::vector<T>(static_cast<size_t>(reduction.shape().num_elements()), T(77)));
      ReducePlan plan = reduction.Plan<Fold, T>();
      plan.in = in_memory.data();
      plan.out = out_memory.data();
      typename ComputeTest::Op op;
      op.Reads(in_memory).Writes(out_memory);
      ExpectDone(compute::Reduce(op.stream(), plan));
      ExpectAgreement(out_memory.Read(), Folded(kReducer, sizes, axes, in),
                      "plan " + std::to_string(i) + " of reducer " +
                          std::to_string(static_cast<int>(kReducer)) + ", " + shape.DebugString() +
                          " along " + std::to_string(axes.size()) + " axes");
    }
  }

 private:
  // Computed by the tensor's indices, without the plan.
  static std::vector<Expected> Folded(Reducer reducer, const std::vector<int64_t>& sizes,
                                      const std::vector<int64_t>& axes, const std::vector<T>& in) {
    std::vector<bool> is_folded(sizes.size());
    for (const int64_t axis : axes) is_folded[static_cast<size_t>(axis)] = true;
    int64_t kept = 1;
    for (size_t d = 0; d < sizes.size(); ++d) kept *= is_folded[d] ? 1 : sizes[d];
    std::vector<std::vector<double>> values(static_cast<size_t>(kept));
    for (size_t i = 0; i < in.size(); ++i) {
      auto rest = static_cast<int64_t>(i);
      int64_t at = 0;
      int64_t step = 1;
      for (size_t d = sizes.size(); d-- > 0;) {
        if (!is_folded[d]) {
          at += rest % sizes[d] * step;
          step *= sizes[d];
        }
        rest /= sizes[d];
      }
      values[static_cast<size_t>(at)].push_back(static_cast<double>(in[i]));
    }
    std::vector<Expected> expected;
    for (const std::vector<double>& each : values) expected.push_back(Judge<T>(reducer, each));
    return expected;
  }
};

using Types = testing::Types<float, double, half, bfloat16, int64_t, int32_t>;
TYPED_TEST_SUITE(ReduceTest, Types);

TYPED_TEST(ReduceTest, Sum) { this->template OfPlansDrawnAtRandom<SumReducer>(); }
TYPED_TEST(ReduceTest, Mean) { this->template OfPlansDrawnAtRandom<MeanReducer>(); }
TYPED_TEST(ReduceTest, Prod) { this->template OfPlansDrawnAtRandom<ProdReducer>(); }
TYPED_TEST(ReduceTest, Max) { this->template OfPlansDrawnAtRandom<MaxReducer>(); }
TYPED_TEST(ReduceTest, Min) { this->template OfPlansDrawnAtRandom<MinReducer>(); }

template <typename T>
class ReduceSquaresTest : public ComputeTest {};
using RealTypes = testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(ReduceSquaresTest, RealTypes);

TYPED_TEST(ReduceSquaresTest, HalfOfTheSum) {
  using T = TypeParam;
  Draw draw(20);
  for (const int64_t count : {0, 1, 7, 127, 128, 5000, 40000}) {
    const auto in = Values<T>(draw, count, -2, 1);
    const OnTheDevice<T> in_memory(in);
    const OnTheDevice<T> out_memory(std::vector<T>(1, T(77)));
    compute::ReducePlan plan = PlanOfHalfSquares<T>(count);
    plan.in = in_memory.data();
    plan.out = out_memory.data();
    typename ComputeTest::Op op;
    op.Reads(in_memory).Writes(out_memory);
    this->ExpectDone(compute::Reduce(op.stream(), plan));
    ExpectedSum sum;
    for (const T& value : in) {
      sum.Add(static_cast<double>(value) * static_cast<double>(value) / 2);
    }
    ExpectAgreement(out_memory.Read(), {sum.Get<T>()}, std::to_string(count) + " squares");
  }
}

using ReduceBoolTest = ReduceTest<bool>;

TEST_F(ReduceBoolTest, All) { OfPlansDrawnAtRandom<AllReducer>(); }
TEST_F(ReduceBoolTest, Any) { OfPlansDrawnAtRandom<AnyReducer>(); }

}  // namespace
}  // namespace pluggable::tests::reduce_test
