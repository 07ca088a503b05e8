// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitives compute::Resize and compute::ResizeGradient, pixel by pixel.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "compute/resize.h"
#include "compute_test_device.h"
#include "reference/resize_bilinear.h"
#include "reference/resize_nearest.h"

namespace pluggable::tests::resize_test {
namespace {

using compute::ResizeGeometry;
using compute::ResizeGradientPlan;
using compute::ResizeMethod;
using compute::ResizePlan;

// A pixel of the original that a position depends on, in one dimension.
struct Tap {
  int64_t pixel;
  double weight;
};

// In float, as in resize.h, since rounding selects the pixel. The product is exact in double and
// rounded once, also on processors with fused multiply-add.
std::vector<Tap> TapsOf(const ResizeGeometry& g, int64_t original, int64_t resized, int64_t i) {
  const bool corners = g.align_corners && original > 1 && resized > 1;
  const float scale = corners ? static_cast<float>(original - 1) / static_cast<float>(resized - 1)
                              : static_cast<float>(original) / static_cast<float>(resized);
  const auto last = static_cast<float>(original - 1);
  const float half_pixel = g.half_pixel_centers ? 0.5f : 0.0f;
  const double product = static_cast<double>(static_cast<float>(i) + half_pixel) * scale;
  const auto scaled = static_cast<float>(product);
  if (g.method == ResizeMethod::kNearest) {
    const float place = g.align_corners ? std::round(scaled) : std::floor(scaled);
    return {{static_cast<int64_t>(std::min(place, last)), 1}};
  }
  const float place = scaled - half_pixel;
  const double weight = place - std::floor(place);
  return {{static_cast<int64_t>(std::clamp(std::floor(place), 0.0f, last)), 1 - weight},
          {static_cast<int64_t>(std::min(std::ceil(place), last)), weight}};
}

// Calls visit(element of the resized images, of the original ones, weight).
template <typename Visit>
void ForEachTap(const ResizeGeometry& g, Visit visit) {
  for (int64_t n = 0; n < g.images; ++n) {
    for (int64_t y = 0; y < g.resized_rows; ++y) {
      for (const Tap& row : TapsOf(g, g.rows, g.resized_rows, y)) {
        for (int64_t x = 0; x < g.resized_columns; ++x) {
          for (const Tap& column : TapsOf(g, g.columns, g.resized_columns, x)) {
            for (int64_t c = 0; c < g.channels; ++c) {
              const int64_t resized = (n * g.resized_rows + y) * g.resized_columns + x;
              const int64_t original = (n * g.rows + row.pixel) * g.columns + column.pixel;
              visit(resized * g.channels + c, original * g.channels + c,
                    row.weight * column.weight);
            }
          }
        }
      }
    }
  }
}

ResizeGeometry DrawResize(Draw& draw, ResizeMethod method) {
  ResizeGeometry g;
  g.method = method;
  g.align_corners = draw.OneIn(3);
  g.half_pixel_centers = !g.align_corners && draw.OneIn(2);
  g.images = draw.Between(1, 3);
  g.rows = draw.Between(1, 9);
  g.columns = draw.OneIn(4) ? draw.Between(17, 40) : draw.Between(1, 9);
  g.resized_rows = draw.OneIn(4) ? g.rows * draw.Between(1, 3) : draw.Between(1, 20);
  g.resized_columns = draw.OneIn(4) ? g.columns * draw.Between(1, 3) : draw.Between(1, 20);
  g.channels = draw.OneIn(4) ? draw.Between(60, 70) : draw.Between(1, 5);
  if (draw.OneIn(8)) {
    g.resized_rows = g.rows;
    g.resized_columns = g.columns;
  }
  return g;
}

int64_t Original(const ResizeGeometry& g) { return g.images * g.rows * g.columns * g.channels; }
int64_t Resized(const ResizeGeometry& g) {
  return g.images * g.resized_rows * g.resized_columns * g.channels;
}

std::string Described(const ResizeGeometry& g) {
  const auto size = [](int64_t rows, int64_t columns) {
    return std::to_string(rows) + " x " + std::to_string(columns);
  };
  return std::to_string(g.images) + " images, " + std::to_string(g.channels) + " channels, of " +
         size(g.rows, g.columns) + ", resized to " + size(g.resized_rows, g.resized_columns) +
         (g.align_corners ? ", corners aligned" : "") +
         (g.half_pixel_centers ? ", with half pixels" : "");
}

// Sums of products with weights.
class ExpectedPixels {
 public:
  explicit ExpectedPixels(int64_t size)
      : values_(static_cast<size_t>(size)), magnitudes_(values_.size()), counts_(values_.size()) {}

  void Add(int64_t at, double value, double weight) {
    const auto i = static_cast<size_t>(at);
    values_[i] += value * weight;
    magnitudes_[i] += std::fabs(value);
    counts_[i] += 1;
  }
  // Each addition and each product is rounded.
  std::vector<Expected> Get(double rounding_error) const {
    std::vector<Expected> expected;
    for (size_t i = 0; i < values_.size(); ++i) {
      expected.push_back({values_[i], rounding_error * magnitudes_[i] * (counts_[i] + 4)});
    }
    return expected;
  }

 private:
  std::vector<double> values_;
  std::vector<double> magnitudes_;
  std::vector<double> counts_;
};

template <typename T>
class ResizeTest : public ComputeTest {
 protected:
  // `Out` is the result's type.
  template <typename Out>
  void Forward(ResizePlan plan) {
    Draw draw(15);
    for (int i = 0; i < Plans(40); ++i) {
      plan.geometry = DrawResize(draw, plan.geometry.method);
      const ResizeGeometry& g = plan.geometry;
      const auto images = Values<T>(draw, Original(g), std::is_unsigned_v<T> ? 0 : -20, 20);
      const OnTheDevice<T> in(images);
      const OnTheDevice<Out> out(std::vector<Out>(static_cast<size_t>(Resized(g)), Out(77)));
      plan.in = in.data();
      plan.out = out.data();
      typename ComputeTest::Op op;
      op.Reads(in).Writes(out);
      ExpectDone(compute::Resize(op.stream(), plan));
      ExpectedPixels expected(Resized(g));
      ForEachTap(g, [&](int64_t resized, int64_t original, double weight) {
        expected.Add(resized, static_cast<double>(images[static_cast<size_t>(original)]), weight);
      });
      const bool is_exact = g.method == ResizeMethod::kNearest;
      ExpectAgreement(out.Read(), expected.Get(is_exact ? 0 : RoundingError<float>()),
                      "plan " + std::to_string(i) + ": " + Described(g));
    }
  }

  // `In` is the gradient's type.
  template <typename In>
  void Gradient(ResizeGradientPlan plan) {
    Draw draw(16);
    for (int i = 0; i < Plans(40); ++i) {
      plan.geometry = DrawResize(draw, plan.geometry.method);
      if (draw.OneIn(20)) plan.geometry.resized_rows = plan.geometry.resized_columns = 0;
      const ResizeGeometry& g = plan.geometry;
      const auto gradient = Values<In>(draw, Resized(g), -20, 20);
      const OnTheDevice<In> in(gradient);
      const OnTheDevice<T> out(std::vector<T>(static_cast<size_t>(Original(g)), T(77)));
      plan.in = in.data();
      plan.out = out.data();
      typename ComputeTest::Op op;
      op.Reads(in).Writes(out);
      ExpectDone(compute::ResizeGradient(op.stream(), plan));
      ExpectedPixels expected(Original(g));
      ForEachTap(g, [&](int64_t resized, int64_t original, double weight) {
        expected.Add(original, static_cast<double>(gradient[static_cast<size_t>(resized)]), weight);
      });
      const double error = std::is_same_v<In, float>
                               ? std::max(RoundingError<T>(), RoundingError<float>())
                               : RoundingError<T>();
      ExpectAgreement(out.Read(), expected.Get(error),
                      "plan " + std::to_string(i) + ": " + Described(g));
    }
  }
};

using Types = testing::Types<float, double, half, bfloat16, int8_t, uint8_t, int32_t>;
TYPED_TEST_SUITE(ResizeTest, Types);

TYPED_TEST(ResizeTest, Nearest) { this->template Forward<TypeParam>(PlanOfNearest<TypeParam>()); }
TYPED_TEST(ResizeTest, Bilinear) { this->template Forward<float>(PlanOfBilinear<TypeParam>()); }

// With weights of 0, infinity must not become NaN.
TYPED_TEST(ResizeTest, OfTheSameSizeIsACopy) {
  using T = TypeParam;
  Draw draw(17);
  ResizePlan plan = PlanOfBilinear<T>();
  ResizeGeometry& g = plan.geometry;
  g.images = 2;
  g.rows = g.resized_rows = 5;
  g.columns = g.resized_columns = 7;
  g.channels = 3;
  const auto images = Values<T>(draw, Original(g), 0, 20, true);
  const OnTheDevice<T> in(images);
  const OnTheDevice<float> out(std::vector<float>(images.size(), 77));
  plan.in = in.data();
  plan.out = out.data();
  typename ComputeTest::Op op;
  op.Reads(in).Writes(out);
  this->ExpectDone(compute::Resize(op.stream(), plan));
  std::vector<Expected> expected;
  for (const T& value : images) expected.push_back({static_cast<double>(value), 0});
  ExpectAgreement(out.Read(), expected, "images of the same size");
}

template <typename T>
class ResizeNearestGradientTest : public ResizeTest<T> {};
using SummedTypes = testing::Types<float, double, half, bfloat16, int32_t>;
TYPED_TEST_SUITE(ResizeNearestGradientTest, SummedTypes);

TYPED_TEST(ResizeNearestGradientTest, OfPlansDrawnAtRandom) {
  this->template Gradient<TypeParam>(PlanOfNearestGradient<TypeParam>());
}

template <typename T>
class ResizeBilinearGradientTest : public ResizeTest<T> {};
using RealTypes = testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(ResizeBilinearGradientTest, RealTypes);

TYPED_TEST(ResizeBilinearGradientTest, OfPlansDrawnAtRandom) {
  this->template Gradient<float>(PlanOfBilinearGradient<TypeParam>());
}

}  // namespace
}  // namespace pluggable::tests::resize_test
