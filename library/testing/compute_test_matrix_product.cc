// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::MatrixProduct, compared with a triple loop.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "pluggable/tensor_shape.h"

#include "compute/matrix_product.h"
#include "compute_test_device.h"

namespace pluggable::tests::matrix_product_test {
namespace {

template <typename T>
class MatrixProductTest : public ComputeTest {
 protected:
  // Plans of one product, of many products, and of many with broadcast batches.
  static compute::MatrixProductPlan DrawPlan(Draw& draw, int64_t* a_batches, int64_t* b_batches) {
    compute::MatrixProductPlan plan;
    plan.dtype = DataTypeToEnum<T>::value;
    plan.rows = draw.Size();
    plan.columns = draw.Size();
    plan.depth = draw.OneIn(10) ? 0 : draw.Size();
    if (draw.OneIn(10)) plan.depth = draw.Between(600, 2000);  // devices may divide it
    plan.transpose_a = draw.OneIn(2);
    plan.transpose_b = draw.OneIn(2);
    *a_batches = *b_batches = 1;
    if (draw.OneIn(2)) return plan;
    std::vector<int64_t> a_shape;
    std::vector<int64_t> b_shape;
    for (int64_t d = draw.Between(1, 3); d > 0; --d) {
      const int64_t size = draw.Between(1, 4);
      a_shape.push_back(draw.OneIn(3) ? 1 : size);
      b_shape.push_back(draw.OneIn(3) ? 1 : size);
    }
    const TensorShape a{Span<const int64_t>(a_shape)};
    const TensorShape b{Span<const int64_t>(b_shape)};
    EXPECT_TRUE(plan.nest.Init({&a, &b}));
    plan.batches = plan.nest.shape().num_elements();
    *a_batches = a.num_elements();
    *b_batches = b.num_elements();
    return plan;
  }

  // The number of elements before the matrices in their memory.
  struct Leads {
    size_t a = 0;
    size_t b = 0;
    size_t c = 0;
  };

  // The sides of one product.
  struct Sides {
    int64_t rows;
    int64_t columns;
    int64_t depth;
  };

  void CheckOne(Draw& draw, const Sides& sides, bool transposes_a, bool transposes_b,
                const std::string& name) {
    compute::MatrixProductPlan plan;
    plan.dtype = DataTypeToEnum<T>::value;
    plan.rows = sides.rows;
    plan.columns = sides.columns;
    plan.depth = sides.depth;
    plan.transpose_a = transposes_a;
    plan.transpose_b = transposes_b;
    const auto a = Values<T>(draw, plan.rows * plan.depth, -4, 4);
    Check(plan, a, Values<T>(draw, plan.depth * plan.columns, -4, 4), name);
  }

  // All of c, with the elements before it, which are 77.
  static std::vector<T> Compute(compute::MatrixProductPlan plan, const std::vector<T>& a,
                                const std::vector<T>& b, const Leads& leads = {}) {
    const auto results = static_cast<size_t>(plan.batches * plan.rows * plan.columns);
    const OnTheDevice<T> a_memory(Behind(leads.a, a));
    const OnTheDevice<T> b_memory(Behind(leads.b, b));
    const OnTheDevice<T> c_memory(std::vector<T>(leads.c + results, T(77)));
    plan.a = static_cast<const T*>(a_memory.data()) + leads.a;
    plan.b = static_cast<const T*>(b_memory.data()) + leads.b;
    plan.c = static_cast<T*>(c_memory.data()) + leads.c;
    Op op;
    op.Reads(a_memory).Reads(b_memory).Updates(c_memory);  // without the elements before them
    ExpectDone(compute::MatrixProduct(op.stream(), plan));
    return c_memory.Read();
  }

  void Check(const compute::MatrixProductPlan& plan, const std::vector<T>& a,
             const std::vector<T>& b, const std::string& name, const Leads& leads = {}) {
    std::vector<Expected> expected = Judge(plan, a, b);
    expected.insert(expected.begin(), leads.c, {77, 0});
    ExpectAgreement(
        Compute(plan, a, b, leads), expected,
        name + ", " + std::to_string(plan.batches) + " of " + std::to_string(plan.rows) + " x " +
            std::to_string(plan.columns) + " of depth " + std::to_string(plan.depth) +
            (plan.transpose_a ? ", a transposed" : "") +
            (plan.transpose_b ? ", b transposed" : "") + ", behind " + std::to_string(leads.a) +
            ", " + std::to_string(leads.b) + " and " + std::to_string(leads.c) + " elements");
  }

 private:
  static std::vector<T> Behind(size_t lead, const std::vector<T>& values) {
    std::vector<T> all(lead, T(55));
    all.insert(all.end(), values.begin(), values.end());
    return all;
  }

  static std::vector<Expected> Judge(const compute::MatrixProductPlan& plan,
                                     const std::vector<T>& a, const std::vector<T>& b) {
    std::vector<Expected> c;
    const auto multiply = [&](int64_t a_matrix, int64_t b_matrix) {
      const T* const x = a.data() + a_matrix * plan.rows * plan.depth;
      const T* const y = b.data() + b_matrix * plan.depth * plan.columns;
      for (int64_t i = 0; i < plan.rows; ++i) {
        for (int64_t j = 0; j < plan.columns; ++j) {
          ExpectedSum sum;
          for (int64_t k = 0; k < plan.depth; ++k) {
            sum.Add(static_cast<double>(plan.transpose_a ? x[k * plan.rows + i]
                                                         : x[i * plan.depth + k]) *
                    static_cast<double>(plan.transpose_b ? y[j * plan.depth + k]
                                                         : y[k * plan.columns + j]));
          }
          c.push_back(sum.Get<T>());
        }
      }
    };
    if (plan.batches == 1) {
      multiply(0, 0);
      return c;
    }
    plan.nest.ForEachRow(0, plan.batches,
                         [&](int64_t, int64_t count, const Broadcast::Offsets& offsets,
                             const Broadcast::Offsets& steps) {
                           for (int64_t i = 0; i < count; ++i) {
                             multiply(offsets[0] + i * steps[0], offsets[1] + i * steps[1]);
                           }
                         });
    return c;
  }
};

using Types = testing::Types<float, double, half, bfloat16, int32_t, int64_t>;
TYPED_TEST_SUITE(MatrixProductTest, Types);

TYPED_TEST(MatrixProductTest, OfPlansDrawnAtRandom) {
  Draw draw(1);
  for (int i = 0; i < Plans(60); ++i) {
    int64_t a_batches = 1;
    int64_t b_batches = 1;
    compute::MatrixProductPlan plan = this->DrawPlan(draw, &a_batches, &b_batches);
    const bool has_specials = draw.OneIn(4);
    const auto a = Values<TypeParam>(draw, a_batches * plan.rows * plan.depth, -4, 4, has_specials);
    const auto b =
        Values<TypeParam>(draw, b_batches * plan.depth * plan.columns, -4, 4, has_specials);
    this->Check(plan, a, b, "plan " + std::to_string(i));
  }
}

// Elements are at multiples of their size, and matrices have no larger alignment.
TYPED_TEST(MatrixProductTest, OfMatricesAnywhere) {
  Draw draw(3);
  for (int i = 0; i < Plans(20); ++i) {
    int64_t a_batches = 1;
    int64_t b_batches = 1;
    compute::MatrixProductPlan plan = this->DrawPlan(draw, &a_batches, &b_batches);
    const auto lead = [&draw] { return static_cast<size_t>(draw.Between(0, 9)); };
    this->Check(plan, Values<TypeParam>(draw, a_batches * plan.rows * plan.depth, -4, 4),
                Values<TypeParam>(draw, b_batches * plan.depth * plan.columns, -4, 4),
                "plan " + std::to_string(i), {lead(), lead(), lead()});
  }
}

// Processors transpose squares of 16 x 16.
TYPED_TEST(MatrixProductTest, OfTransposedSquares) {
  Draw draw(5);
  for (const bool transposes_a : {false, true}) {
    for (const bool transposes_b : {false, true}) {
      this->CheckOne(draw, {50, 40, 35}, transposes_a, transposes_b, "squares");
    }
  }
}

TYPED_TEST(MatrixProductTest, OfManyTiles) {
  const int64_t side = 64 * SideOfManyTiles();
  Draw draw(2);
  for (const bool transposed : {false, true}) {
    this->CheckOne(draw, {side + 52, side + 12, 3}, transposed, transposed, "many tiles");
  }
}

// Rows that are a multiple of 4096 bytes apart may be copied, since they would replace one another
// in a processor's cache.
TYPED_TEST(MatrixProductTest, OfRowsInOneCacheSet) {
  Draw draw(6);
  this->CheckOne(draw, {17, 256, 1024}, false, false, "rows of 1024 elements");
}

template <typename T>
class NarrowProductTest : public MatrixProductTest<T> {};

using NarrowTypes = testing::Types<half, bfloat16>;
TYPED_TEST_SUITE(NarrowProductTest, NarrowTypes);

// They may be converted part by part: sides of more than one part.
TYPED_TEST(NarrowProductTest, OfLongSides) {
  Draw draw(4);
  for (const bool transposed : {false, true}) {
    this->CheckOne(draw, {260, 2, 16500}, transposed, transposed, "long sides");
    this->CheckOne(draw, {20, 16400, 2}, transposed, transposed, "long sides");
  }
}

// Other tests allow more than any way to round would take.
TYPED_TEST(NarrowProductTest, IsRoundedToTheNearestTiesToEven) {
  using T = TypeParam;
  const auto step = static_cast<float>(std::numeric_limits<T>::epsilon());
  compute::MatrixProductPlan plan;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.rows = 18;
  plan.columns = 37;  // processors store vectors of 16, and a rest
  plan.depth = 2;
  // Eighths between two numbers, whose sum a float has exactly.
  std::vector<T> a;
  for (int64_t i = 0; i < plan.rows; ++i) {
    a.push_back(T(i < 9 ? 1.0f : -1.0f));
    a.push_back(T(static_cast<float>(i % 9) / 8));
  }
  std::vector<T> b;
  for (int64_t j = 0; j < plan.columns; ++j) b.push_back(T(1 + static_cast<float>(j) * step));
  b.resize(static_cast<size_t>(2 * plan.columns), T(step));
  const std::vector<T> c = TestFixture::Compute(plan, a, b);
  for (size_t i = 0; i < c.size(); ++i) {
    const size_t row = i / static_cast<size_t>(plan.columns);
    const size_t column = i % static_cast<size_t>(plan.columns);
    const float sum = static_cast<float>(a[2 * row]) * static_cast<float>(b[column]) +
                      static_cast<float>(a[2 * row + 1]) * step;
    ASSERT_EQ(static_cast<float>(c[i]), static_cast<float>(T(sum))) << sum;
  }
}

}  // namespace
}  // namespace pluggable::tests::matrix_product_test
