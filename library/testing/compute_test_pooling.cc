// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitives of pooling and its gradients, window by window.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "compute/pooling.h"
#include "compute_test_device.h"

namespace pluggable::tests::pooling_test {
namespace {

using compute::PoolingGeometry;
using compute::PoolingGradientPlan;
using compute::PoolingPlan;

WindowDim DrawDim(Draw& draw) {
  WindowDim dim;
  dim.size = draw.Between(1, 9);
  dim.window = draw.Between(1, 4);
  dim.stride = draw.Between(1, 3);
  dim.before = dim.window > 1 && draw.OneIn(2) ? draw.Between(1, dim.window - 1) : 0;
  const int64_t after = dim.window > 1 && draw.OneIn(2) ? draw.Between(1, dim.window - 1) : 0;
  const int64_t starts = dim.size + dim.before + after - dim.window;
  if (starts < 0) return DrawDim(draw);
  dim.count = starts / dim.stride + 1;
  // No window may cover only padding.
  while (dim.count > 1 && dim.At(dim.count - 1, 0) >= dim.size) --dim.count;
  return dim;
}

PoolingGeometry DrawGeometry(Draw& draw, bool may_pool_channels) {
  PoolingGeometry g;
  g.channels_first = draw.OneIn(3);
  g.batch = draw.Between(1, 3);
  g.depth = draw.OneIn(4) ? draw.Between(60, 70) : draw.Size();
  if (may_pool_channels && !g.channels_first && draw.OneIn(6)) {
    g.depth_window = draw.Between(2, 3);
    g.depth = g.depth_window * draw.Between(1, 9);
    for (WindowDim* dim : {&g.rows, &g.columns}) dim->size = dim->count = draw.Between(1, 6);
    return g;
  }
  if (draw.OneIn(4)) g.planes = DrawDim(draw);
  g.rows = DrawDim(draw);
  g.columns = DrawDim(draw);
  return g;
}

int64_t InputPixels(const PoolingGeometry& g) {
  return g.planes.size * g.rows.size * g.columns.size;
}
int64_t OutputPixels(const PoolingGeometry& g) {
  return g.planes.count * g.rows.count * g.columns.count;
}
int64_t InputSize(const PoolingGeometry& g) { return g.batch * InputPixels(g) * g.depth; }
int64_t OutputSize(const PoolingGeometry& g) {
  return g.batch * OutputPixels(g) * g.depth / g.depth_window;
}

std::string Described(const PoolingGeometry& g) {
  std::string text = g.channels_first ? "channels first" : "channels last";
  text += ", batch " + std::to_string(g.batch) + ", " + std::to_string(g.depth) + " channels by " +
          std::to_string(g.depth_window);
  for (const WindowDim* dim : {&g.planes, &g.rows, &g.columns}) {
    text += ", " + std::to_string(dim->size) + " by windows of " + std::to_string(dim->window) +
            " (stride " + std::to_string(dim->stride) + ", " + std::to_string(dim->before) +
            " before) to " + std::to_string(dim->count);
  }
  return text;
}

// Calls visit(element of the output, elements of the input under its window in memory order).
template <typename Visit>
void ForEachWindow(const PoolingGeometry& g, Visit visit) {
  const int64_t out_depth = g.depth / g.depth_window;
  const auto element = [&](int64_t n, int64_t pixel, int64_t channel, int64_t pixels,
                           int64_t channels) {
    return g.channels_first ? (n * channels + channel) * pixels + pixel
                            : (n * pixels + pixel) * channels + channel;
  };
  for (int64_t n = 0; n < g.batch; ++n) {
    for (int64_t out = 0; out < OutputPixels(g); ++out) {
      for (int64_t c = 0; c < out_depth; ++c) {
        std::vector<int64_t> under;
        for (int64_t p = 0; p < g.planes.window; ++p) {
          for (int64_t i = 0; i < g.rows.window; ++i) {
            for (int64_t j = 0; j < g.columns.window; ++j) {
              const int64_t plane =
                  out / g.columns.count / g.rows.count * g.planes.stride - g.planes.before + p;
              const int64_t row =
                  out / g.columns.count % g.rows.count * g.rows.stride - g.rows.before + i;
              const int64_t column =
                  out % g.columns.count * g.columns.stride - g.columns.before + j;
              if (plane < 0 || plane >= g.planes.size || row < 0 || row >= g.rows.size ||
                  column < 0 || column >= g.columns.size) {
                continue;
              }
              const int64_t pixel = (plane * g.rows.size + row) * g.columns.size + column;
              for (int64_t k = 0; k < g.depth_window; ++k) {
                under.push_back(element(n, pixel, c * g.depth_window + k, InputPixels(g), g.depth));
              }
            }
          }
        }
        visit(element(n, out, c, OutputPixels(g), out_depth), under);
      }
    }
  }
}

template <typename T>
class PoolingTest : public ComputeTest {
 protected:
  static void Pools(PoolingPlan::Kind kind) {
    Draw draw(10);
    for (int i = 0; i < Plans(40); ++i) {
      PoolingPlan plan;
      plan.kind = kind;
      plan.dtype = DataTypeToEnum<T>::value;
      const PoolingGeometry g = DrawGeometry(draw, kind == PoolingPlan::Kind::kMax);
      plan.geometry = g;
      const auto input = Values<T>(draw, InputSize(g), -9, 9);
      const OnTheDevice<T> in(input);
      const OnTheDevice<T> out(std::vector<T>(static_cast<size_t>(OutputSize(g)), T(77)));
      plan.input = in.data();
      plan.output = out.data();
      Op op;
      op.Reads(in).Writes(out);
      ExpectDone(compute::Pooling(op.stream(), plan));
      std::vector<Expected> expected(static_cast<size_t>(OutputSize(g)));
      ForEachWindow(g, [&](int64_t at, const std::vector<int64_t>& under) {
        double largest = -100;
        ExpectedSum sum;
        for (const int64_t k : under) {
          largest = std::fmax(largest, static_cast<double>(input[k]));
          sum.Add(static_cast<double>(input[k]));
        }
        const auto count = static_cast<double>(under.size());
        const Expected total = sum.Get<T>();
        expected[at] = kind == PoolingPlan::Kind::kMax
                           ? Expected{largest, 0}
                           : Expected{total.value / count, 2 * total.error / count};
      });
      ExpectAgreement(out.Read(), expected, Described(g));
    }
  }

  // Most windows have nothing but NaN and infinities.
  static void FindsExtremes() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Draw draw(12);
    for (int i = 0; i < Plans(40); ++i) {
      PoolingPlan plan;
      plan.dtype = DataTypeToEnum<T>::value;
      const PoolingGeometry g = DrawGeometry(draw, /*may_pool_channels=*/true);
      plan.geometry = g;
      std::vector<T> input(static_cast<size_t>(InputSize(g)));
      for (T& value : input) {
        value = static_cast<T>(draw.OneIn(20) ? draw.OneOf<double>({kInfinity, -1})
                                              : draw.OneOf<double>({-kInfinity, std::nan("")}));
      }
      const OnTheDevice<T> in(input);
      const OnTheDevice<T> out(std::vector<T>(static_cast<size_t>(OutputSize(g)), T(77)));
      plan.input = in.data();
      plan.output = out.data();
      Op op;
      op.Reads(in).Writes(out);
      ExpectDone(compute::Pooling(op.stream(), plan));
      std::vector<Expected> expected(static_cast<size_t>(OutputSize(g)));
      ForEachWindow(g, [&](int64_t at, const std::vector<int64_t>& under) {
        T largest = g.depth_window > 1 ? input[under.front()] : std::numeric_limits<T>::lowest();
        for (const int64_t k : under) {
          if (input[k] > largest) largest = input[k];
        }
        expected[at] = {static_cast<double>(largest), 0};
      });
      ExpectAgreement(out.Read(), expected, Described(g));
    }
  }

  static void HandsOn(PoolingGradientPlan::Kind kind) {
    Draw draw(11);
    for (int i = 0; i < Plans(40); ++i) {
      PoolingGradientPlan plan;
      plan.kind = kind;
      plan.dtype = DataTypeToEnum<T>::value;
      const PoolingGeometry g = DrawGeometry(draw, /*may_pool_channels=*/false);
      plan.geometry = g;
      // Few different values, so that windows have several largest ones.
      const auto input = Values<T>(draw, InputSize(g), -1, 1);
      const auto gradient = Values<T>(draw, OutputSize(g), -4, 4);
      std::vector<T> output(static_cast<size_t>(OutputSize(g)));
      std::vector<ExpectedSum> sums(static_cast<size_t>(InputSize(g)));
      ForEachWindow(g, [&](int64_t at, const std::vector<int64_t>& under) {
        int64_t first = under.front();
        for (const int64_t k : under) {
          if (static_cast<double>(input[k]) > static_cast<double>(input[first])) first = k;
        }
        output[at] = input[first];
        const auto given = static_cast<double>(gradient[at]);
        for (const int64_t k : under) {
          if (kind == PoolingGradientPlan::Kind::kAverage) {
            sums[k].Add(given / static_cast<double>(under.size()));
          } else if (kind == PoolingGradientPlan::Kind::kMax ? k == first
                                                             : input[k] == input[first]) {
            sums[k].Add(given);
          }
        }
      });
      const OnTheDevice<T> in(input);
      const OnTheDevice<T> out(output);
      const OnTheDevice<T> slope(gradient);
      const OnTheDevice<T> result(std::vector<T>(input.size(), T(77)));
      const bool in_place = draw.OneIn(3);
      if (kind != PoolingGradientPlan::Kind::kAverage) plan.input = in.data();
      if (kind == PoolingGradientPlan::Kind::kAllMax) plan.output = out.data();
      plan.gradient = slope.data();
      plan.input_gradient =
          in_place && kind == PoolingGradientPlan::Kind::kMax ? in.data() : result.data();
      Op op;
      op.Updates(in).Reads(out).Reads(slope).Updates(result);
      ExpectDone(compute::PoolingGradient(op.stream(), plan));
      std::vector<Expected> expected;
      for (const ExpectedSum& sum : sums) expected.push_back(sum.Get<T>());
      ExpectAgreement(plan.input_gradient == in.data() ? in.Read() : result.Read(), expected,
                      Described(g));
    }
  }
};

using Types = testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(PoolingTest, Types);

TYPED_TEST(PoolingTest, Max) { this->Pools(PoolingPlan::Kind::kMax); }
TYPED_TEST(PoolingTest, MaxOfExtremes) { this->FindsExtremes(); }
TYPED_TEST(PoolingTest, Average) { this->Pools(PoolingPlan::Kind::kAverage); }
TYPED_TEST(PoolingTest, MaxGradient) { this->HandsOn(PoolingGradientPlan::Kind::kMax); }
TYPED_TEST(PoolingTest, AverageGradient) { this->HandsOn(PoolingGradientPlan::Kind::kAverage); }
TYPED_TEST(PoolingTest, AllMaxGradient) {
  if (std::is_same_v<TypeParam, double>) GTEST_SKIP() << "no op has it";
  this->HandsOn(PoolingGradientPlan::Kind::kAllMax);
}

}  // namespace
}  // namespace pluggable::tests::pooling_test
