// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::Scatter, update by update.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "compute/scatter.h"
#include "compute_test_device.h"
#include "reference/formula.h"
#include "reference/scatter.h"
#include "reference/segment_sum.h"

namespace pluggable::tests::scatter_test {
namespace {

using compute::ScatterIndices;
using compute::ScatterOperation;
using compute::ScatterPlan;

// The computation of a plan's loop.
template <ScatterOperation kOf>
struct Operation {
  static constexpr auto kOperation = kOf;

  template <typename T>
  T operator()(T x, T y) const {
    if constexpr (kOf == ScatterOperation::kAdd) return formula::sum(x, y);
    if constexpr (kOf == ScatterOperation::kSub) return formula::difference(x, y);
    if constexpr (kOf == ScatterOperation::kMul) return formula::product(x, y);
    if constexpr (kOf == ScatterOperation::kDiv) return y == -1 ? formula::negative(x) : x / y;
    if constexpr (kOf == ScatterOperation::kMin) return y < x ? y : x;
    if constexpr (kOf == ScatterOperation::kMax) return y > x ? y : x;
    return y;
  }
};

// The updated value of x, in a type wide enough to be rounded to T.
template <typename T>
T Judge(ScatterOperation operation, T x_of, T y_of) {
  using Wide = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
  const auto x = static_cast<Wide>(x_of);
  const auto y = static_cast<Wide>(y_of);
  switch (operation) {
    case ScatterOperation::kAdd:
      return static_cast<T>(x + y);
    case ScatterOperation::kSub:
      return static_cast<T>(x - y);
    case ScatterOperation::kMul:
      return static_cast<T>(x * y);
    case ScatterOperation::kDiv:
      if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<int64_t>(x_of) / static_cast<int64_t>(y_of));
      } else {
        return static_cast<T>(x / y);
      }
    case ScatterOperation::kMin:
      return y_of < x_of ? y_of : x_of;
    case ScatterOperation::kMax:
      return y_of > x_of ? y_of : x_of;
    default:
      return y_of;
  }
}

// Fills in the host's functions for the operation.
template <ScatterOperation kOf, typename T>
void SetOperation(ScatterPlan* plan) {
  const ScatterFormula formula = ScatterFormulaOf<Operation<kOf>, T>();
  plan->operation = formula.operation;
  plan->dtype = formula.dtype;
  plan->loop = formula.loop;
  plan->check = formula.check;
}

template <typename T>
void SetOperation(ScatterOperation operation, ScatterPlan* plan) {
  switch (operation) {
    case ScatterOperation::kAdd:
      return SetOperation<ScatterOperation::kAdd, T>(plan);
    case ScatterOperation::kSub:
      return SetOperation<ScatterOperation::kSub, T>(plan);
    case ScatterOperation::kMul:
      return SetOperation<ScatterOperation::kMul, T>(plan);
    case ScatterOperation::kDiv:
      return SetOperation<ScatterOperation::kDiv, T>(plan);
    case ScatterOperation::kMin:
      return SetOperation<ScatterOperation::kMin, T>(plan);
    case ScatterOperation::kMax:
      return SetOperation<ScatterOperation::kMax, T>(plan);
    default:
      return SetOperation<ScatterOperation::kUpdate, T>(plan);
  }
}

template <typename T>
void SetSumFromZeros(ScatterPlan* plan) {
  plan->operation = ScatterOperation::kAdd;
  plan->from_zeros = true;
  plan->indices_are = ScatterIndices::kSegments;
  plan->dtype = DataTypeToEnum<T>::value;
  plan->loop = &SumSegments<T>;
}

// A plan and its tensors.
template <typename T>
struct Case {
  ScatterPlan plan;
  std::vector<T> out;
  std::vector<T> updates;
  std::vector<int64_t> indices;  // `depth` for each update
  std::vector<int64_t> sizes;    // of the dimensions that they are of

  void DrawSizes(Draw& draw) {
    plan.slice = draw.OneIn(10) ? draw.Between(1000, 1200) : draw.Size();
    plan.count = draw.OneIn(8) ? draw.Between(100, 300) : draw.Size();
    if (plan.from_zeros && draw.OneIn(8)) plan.count = 0;
    plan.depth = plan.indices_are == ScatterIndices::kVectors
                     ? static_cast<int>(draw.Between(1, ScatterPlan::kMaxDepth))
                     : 1;
    plan.rows = 1;
    for (int d = 0; d < plan.depth; ++d) {
      sizes.push_back(plan.depth == 1 ? draw.Size() : draw.Between(1, 3));
      plan.rows *= sizes.back();
      plan.shape.AddDim(sizes.back());
    }
    plan.shape.AddDim(plan.slice);
    plan.indices_shape.AddDim(plan.count);
    if (plan.indices_are == ScatterIndices::kVectors) plan.indices_shape.AddDim(plan.depth);
  }

  // Valid indices, some of which skip their update.
  void DrawIndices(Draw& draw) {
    for (int64_t i = 0; i < plan.count * plan.depth; ++i) {
      const int64_t size = sizes[static_cast<size_t>(i % plan.depth)];
      int64_t index = draw.Between(0, size - 1);
      if (plan.indices_are == ScatterIndices::kSegments && draw.OneIn(5)) index = -index - 1;
      if (plan.indices_are == ScatterIndices::kCyclic) index += size * draw.Between(-2, 2);
      if (plan.skips_bad && draw.OneIn(8)) index = draw.OneIn(2) ? size : -1;
      indices.push_back(index);
    }
  }

  void DrawValues(Draw& draw) {
    const bool divides = plan.operation == ScatterOperation::kDiv;
    out = Values<T>(draw, plan.rows * plan.slice, -9, 9);
    updates = Values<T>(draw, plan.one_update ? 1 : plan.count * plan.slice, -3, 3, !divides);
    for (T& update : updates) {
      // Makes the order of sums matter.
      if constexpr (!std::is_integral_v<T>) update *= static_cast<T>(1.1);
      if (divides && update == T(0)) update = static_cast<T>(draw.OneIn(2) ? -1 : 2);
    }
  }

  // The row of update i; -1 if it is skipped.
  int64_t RowOf(int64_t i) const {
    if (plan.indices_are == ScatterIndices::kCyclic) {
      const int64_t row = indices[static_cast<size_t>(i)] % plan.rows;
      return row < 0 ? row + plan.rows : row;
    }
    int64_t row = 0;
    for (int d = 0; d < plan.depth; ++d) {
      const int64_t index = indices[static_cast<size_t>(i * plan.depth + d)];
      const int64_t size = sizes[static_cast<size_t>(d)];
      if (index < 0 || index >= size) return -1;
      row = row * size + index;
    }
    return row;
  }

  T UpdateOf(int64_t i, int64_t s) const {
    return updates[plan.one_update ? 0 : static_cast<size_t>(i * plan.slice + s)];
  }

  std::vector<Expected> Judged() const { return plan.from_zeros ? JudgedSums() : JudgedUpdates(); }

  std::vector<Expected> JudgedUpdates() const {
    std::vector<T> now = out;
    std::vector<double> errors(out.size(), 0);
    for (int64_t i = 0; i < plan.count; ++i) {
      const int64_t row = RowOf(i);
      if (row < 0) continue;
      for (int64_t s = 0; s < plan.slice; ++s) {
        const auto at = static_cast<size_t>(row * plan.slice + s);
        now[at] = Judge<T>(plan.operation, now[at], UpdateOf(i, s));
        // Only divisions on devices may be inexact.
        if (plan.operation != ScatterOperation::kDiv) continue;
        errors[at] += RoundingError<T>() + 4 * ComputeError<T>();
      }
    }
    std::vector<Expected> expected;
    for (size_t i = 0; i < now.size(); ++i) {
      const auto value = static_cast<double>(now[i]);
      expected.push_back({value, errors[i] * std::fabs(value)});
    }
    return expected;
  }

  std::vector<Expected> JudgedSums() const {
    using C = ComputeType<T>;
    std::vector<C> sums(out.size(), C(0));
    for (int64_t i = 0; i < plan.count; ++i) {
      const int64_t row = RowOf(i);
      if (row < 0) continue;
      for (int64_t s = 0; s < plan.slice; ++s) {
        const auto at = static_cast<size_t>(row * plan.slice + s);
        sums[at] = Judge<C>(ScatterOperation::kAdd, sums[at], static_cast<C>(UpdateOf(i, s)));
      }
    }
    std::vector<Expected> expected;
    for (const C sum : sums) expected.push_back({static_cast<double>(static_cast<T>(sum)), 0});
    return expected;
  }

  std::string text() const {
    std::string text = std::to_string(plan.count) + " updates by operation " +
                       std::to_string(static_cast<int>(plan.operation)) + " of " +
                       std::to_string(plan.rows) + " rows of " + std::to_string(plan.slice) + ", " +
                       std::to_string(plan.depth) + " indices each, of kind " +
                       std::to_string(static_cast<int>(plan.indices_are));
    if (plan.one_update) text += ", one for all";
    if (plan.from_zeros) text += ", from zeros";
    return text;
  }
};

class ScatterTest : public ComputeTest {
 protected:
  // Runs the plan on the device. Returns the new contents of `out`, and the status.
  template <typename Index, typename T>
  static std::vector<T> Run(Case<T>& drawn, Status* done) {
    const OnTheDevice<T> out(drawn.out);
    const OnTheDevice<T> updates(drawn.updates);
    const OnTheDevice<Index> indices(
        std::vector<Index>(drawn.indices.begin(), drawn.indices.end()));
    drawn.plan.out = out.data();
    drawn.plan.updates = updates.data();
    drawn.plan.indices = indices.data();
    drawn.plan.index_dtype = DataTypeToEnum<Index>::value;
    Op op;
    op.Reads(updates).Reads(indices).Updates(out);
    const Status enqueued = compute::Scatter(op.stream(), drawn.plan);
    EXPECT_TRUE(enqueued.ok()) << enqueued.ToString();
    *done = ComputeDevice::Get()->Synchronize();
    return out.Read();
  }

  template <typename T>
  static void ExpectJudged(Draw& draw, Case<T>& drawn) {
    Status done;
    const std::vector<T> found =
        draw.OneIn(2) ? Run<int32_t>(drawn, &done) : Run<int64_t>(drawn, &done);
    ASSERT_TRUE(done.ok()) << done.ToString() << ": " << drawn.text();
    ExpectAgreement(found, drawn.Judged(), drawn.text());
  }
};

template <typename T>
class ScatterOfTypeTest : public ScatterTest {
 protected:
  static void OfAPlan(Draw& draw, ScatterOperation operation) {
    Case<T> drawn;
    SetOperation<T>(operation, &drawn.plan);
    drawn.plan.indices_are =
        draw.OneOf<ScatterIndices>({ScatterIndices::kRows, ScatterIndices::kVectors,
                                    ScatterIndices::kSegments, ScatterIndices::kCyclic});
    drawn.plan.skips_bad = drawn.plan.indices_are == ScatterIndices::kVectors && draw.OneIn(2);
    drawn.plan.one_update = draw.OneIn(4);
    drawn.DrawSizes(draw);
    drawn.DrawIndices(draw);
    drawn.DrawValues(draw);
    ExpectJudged(draw, drawn);
  }
};
using Types = testing::Types<float, double, half, bfloat16, int32_t, int64_t>;
TYPED_TEST_SUITE(ScatterOfTypeTest, Types);

TYPED_TEST(ScatterOfTypeTest, UpdatesOfPlansDrawnAtRandom) {
  Draw draw(21);
  for (const ScatterOperation operation :
       {ScatterOperation::kUpdate, ScatterOperation::kAdd, ScatterOperation::kSub,
        ScatterOperation::kMul, ScatterOperation::kMin, ScatterOperation::kMax}) {
    for (int i = 0; i < Plans(24); ++i) this->OfAPlan(draw, operation);
  }
}

TYPED_TEST(ScatterOfTypeTest, Divisions) {
  Draw draw(26);
  for (int i = 0; i < Plans(24); ++i) this->OfAPlan(draw, ScatterOperation::kDiv);
}

TYPED_TEST(ScatterOfTypeTest, ADivisionByZeroWritesNothing) {
  Draw draw(27);
  Case<TypeParam> drawn;
  SetOperation<TypeParam>(ScatterOperation::kDiv, &drawn.plan);
  drawn.DrawSizes(draw);
  drawn.DrawIndices(draw);
  drawn.DrawValues(draw);
  drawn.updates.back() = TypeParam(0);
  Status done;
  const std::vector<TypeParam> found = this->template Run<int32_t>(drawn, &done);
  if (done.ok()) {
    ExpectAgreement(found, drawn.Judged(), drawn.text());  // including a device's infinities
  } else {
    EXPECT_EQ(done.code(), TF_INVALID_ARGUMENT) << done.ToString();
    EXPECT_EQ(found, drawn.out) << drawn.text();
  }
}

TYPED_TEST(ScatterOfTypeTest, SumsFromZerosOfPlansDrawnAtRandom) {
  Draw draw(22);
  for (int i = 0; i < Plans(40); ++i) {
    Case<TypeParam> drawn;
    SetSumFromZeros<TypeParam>(&drawn.plan);
    drawn.DrawSizes(draw);
    drawn.DrawIndices(draw);
    drawn.DrawValues(draw);
    this->ExpectJudged(draw, drawn);
  }
}

TEST_F(ScatterTest, OfBools) {
  Draw draw(23);
  for (int i = 0; i < Plans(20); ++i) {
    Case<bool> drawn;
    SetOperation<ScatterOperation::kUpdate, bool>(&drawn.plan);
    if (i % 2 == 0) SetOperation<ScatterOperation::kAdd, bool>(&drawn.plan);
    drawn.DrawSizes(draw);
    drawn.DrawIndices(draw);
    drawn.out = Values<bool>(draw, drawn.plan.rows * drawn.plan.slice, 0, 1);
    drawn.updates = Values<bool>(draw, drawn.plan.count * drawn.plan.slice, 0, 1);
    ExpectJudged(draw, drawn);
  }
}

// The host fails before it writes anything. A device that cannot report errors skips the update.
TEST_F(ScatterTest, ABadIndexWritesNothing) {
  Draw draw(24);
  for (const ScatterIndices kind :
       {ScatterIndices::kRows, ScatterIndices::kVectors, ScatterIndices::kSegments}) {
    for (const int64_t beyond : {int64_t{0}, int64_t{1000}, int64_t{1} << 40, int64_t{-1}}) {
      if (kind == ScatterIndices::kSegments && beyond < 0) continue;
      Case<float> drawn;
      SetOperation<ScatterOperation::kAdd, float>(&drawn.plan);
      drawn.plan.indices_are = kind;
      drawn.DrawSizes(draw);
      drawn.DrawIndices(draw);
      drawn.DrawValues(draw);
      drawn.indices.back() = beyond < 0 ? beyond : drawn.sizes.back() + beyond;
      Status done;
      const std::vector<float> found = Run<int64_t>(drawn, &done);
      if (done.ok()) {
        ExpectAgreement(found, drawn.Judged(), drawn.text());
      } else {
        EXPECT_EQ(done.code(), TF_INVALID_ARGUMENT) << done.ToString();
        EXPECT_EQ(found, drawn.out) << drawn.text();
      }
    }
  }
}

// More rows than a device may have room for at a time.
TEST_F(ScatterTest, OfMillionsOfRows) {
  constexpr int64_t kRows = 9'000'001;
  Draw draw(25);
  for (const bool from_zeros : {false, true}) {
    Case<int32_t> drawn;
    SetOperation<ScatterOperation::kAdd, int32_t>(&drawn.plan);
    if (from_zeros) SetSumFromZeros<int32_t>(&drawn.plan);
    drawn.plan.rows = kRows;
    drawn.plan.slice = 1;
    drawn.plan.count = 2000;
    drawn.plan.shape = TensorShape({kRows, 1});
    drawn.plan.indices_shape = TensorShape({drawn.plan.count});
    drawn.sizes = {kRows};
    for (int64_t i = 0; i < drawn.plan.count; ++i) {
      drawn.indices.push_back(i % 3 == 0 ? kRows - 1 : draw.Between(0, kRows - 1));
      drawn.updates.push_back(static_cast<int32_t>(i + 1));
    }
    drawn.out.assign(kRows, 7);
    std::vector<int32_t> expected(kRows, from_zeros ? 0 : 7);
    for (size_t i = 0; i < drawn.indices.size(); ++i) {
      expected[static_cast<size_t>(drawn.indices[i])] += drawn.updates[i];
    }
    Status done;
    EXPECT_TRUE((Run<int32_t>(drawn, &done) == expected)) << drawn.text();
    EXPECT_TRUE(done.ok()) << done.ToString();
  }
}

}  // namespace
}  // namespace pluggable::tests::scatter_test
