// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitives of batch normalization and its gradient, channel by channel in double.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "compute/batch_norm.h"
#include "compute_test_device.h"

namespace pluggable::tests::batch_norm_test {
namespace {

// A tensor as [outer, channels, inner].
struct Layout {
  int64_t outer;
  int64_t channels;
  int64_t inner;

  int64_t per_channel() const { return outer * inner; }
  int64_t size() const { return per_channel() * channels; }
  // Element k of channel c.
  int64_t At(int64_t c, int64_t k) const { return (k / inner * channels + c) * inner + k % inner; }
  std::string Described() const {
    return std::to_string(outer) + " x " + std::to_string(channels) + " x " + std::to_string(inner);
  }
};

Layout DrawLayout(Draw& draw) {
  const int64_t outer = draw.OneIn(8) ? draw.Between(600, 900) : draw.Size();
  // Several threads on processors, with several runs each.
  if (draw.OneIn(8)) return {draw.Between(2200, 2500), draw.Between(65, 140), 1};
  return {outer, draw.Size(), draw.OneIn(2) ? 1 : draw.Size()};
}

std::vector<float> Floats(Draw& draw, int64_t count, double least, double most) {
  return Values<float>(draw, count, least, most);
}

struct Moments {
  double mean = 0;
  double variance = 0;
};

template <typename T>
Moments MomentsOf(const Layout& layout, const std::vector<T>& x, int64_t c) {
  Moments moments;
  const auto count = static_cast<double>(layout.per_channel());
  for (int64_t k = 0; k < layout.per_channel(); ++k) {
    moments.mean += static_cast<double>(x[layout.At(c, k)]) / count;
  }
  for (int64_t k = 0; k < layout.per_channel(); ++k) {
    const double distance = static_cast<double>(x[layout.At(c, k)]) - moments.mean;
    moments.variance += distance * distance / count;
  }
  return moments;
}

constexpr float kEpsilon = 0.01f;
// For floats that depend on a few hundred others.
constexpr double kError = 2e-5;

template <typename T>
Expected Near(double value, double scale) {
  return {value, RoundingError<T>() * std::fabs(value) + kError * scale};
}

// A plan for elements of T, without tensors.
template <typename Plan, typename T>
Plan PlanOf(const Layout& layout) {
  Plan plan;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.outer = layout.outer;
  plan.channels = layout.channels;
  plan.inner = layout.inner;
  plan.epsilon = kEpsilon;
  return plan;
}

void SetStatistics(const OnTheDevice<float> (&statistics)[4], compute::BatchNormPlan* plan) {
  plan->new_mean = static_cast<float*>(statistics[0].data());
  plan->new_variance = static_cast<float*>(statistics[1].data());
  plan->used_mean = static_cast<float*>(statistics[2].data());
  plan->used_variance = static_cast<float*>(statistics[3].data());
}

template <typename T>
class BatchNormTest : public ComputeTest {};

using Types = testing::Types<float, half, bfloat16>;
TYPED_TEST_SUITE(BatchNormTest, Types);

TYPED_TEST(BatchNormTest, OfPlansDrawnAtRandom) {
  using T = TypeParam;
  Draw draw(12);
  for (int i = 0; i < Plans(40); ++i) {
    const Layout layout = DrawLayout(draw);
    const int64_t channels = layout.channels;
    const auto x = Values<T>(draw, layout.size(), -4, 4);
    const auto scale = Floats(draw, channels, -2, 2);
    const auto offset = Floats(draw, channels, -2, 2);
    const auto mean = Floats(draw, channels, -2, 2);
    const auto variance = Floats(draw, channels, 0, 4);
    const std::vector<float> none(static_cast<size_t>(channels), 77);
    const OnTheDevice<T> x_memory(x);
    const OnTheDevice<T> y_memory(std::vector<T>(x.size(), T(77)));
    const OnTheDevice<float> scale_memory(scale);
    const OnTheDevice<float> offset_memory(offset);
    const OnTheDevice<float> mean_memory(mean);
    const OnTheDevice<float> variance_memory(variance);
    const OnTheDevice<float> statistics[4] = {OnTheDevice<float>(none), OnTheDevice<float>(none),
                                              OnTheDevice<float>(none), OnTheDevice<float>(none)};
    const OnTheDevice<float> zero(std::vector<float>{77});
    const bool in_place = draw.OneIn(3);
    auto plan = PlanOf<compute::BatchNormPlan, T>(layout);
    plan.is_training = draw.OneIn(2);
    plan.new_share = draw.OneIn(2) ? 1 : 0.25f;
    plan.x = x_memory.data();
    plan.scale = static_cast<const float*>(scale_memory.data());
    plan.offset = static_cast<const float*>(offset_memory.data());
    plan.mean = static_cast<const float*>(mean_memory.data());
    plan.variance = static_cast<const float*>(variance_memory.data());
    plan.y = in_place ? x_memory.data() : y_memory.data();
    SetStatistics(statistics, &plan);
    plan.zero = static_cast<float*>(zero.data());
    typename TestFixture::Op op;
    op.Updates(x_memory).Updates(y_memory).Writes(zero);
    for (const auto* read : {&scale_memory, &offset_memory, &mean_memory, &variance_memory}) {
      op.Reads(*read);
    }
    for (const auto& written : statistics) op.Writes(written);
    this->ExpectDone(compute::BatchNorm(op.stream(), plan));

    std::vector<Expected> y(x.size());
    std::vector<Expected> expected[4];
    for (int64_t c = 0; c < channels; ++c) {
      Moments used = {mean[c], variance[c]};
      if (plan.is_training) used = MomentsOf(layout, x, c);
      for (int64_t k = 0; k < layout.per_channel(); ++k) {
        const int64_t at = layout.At(c, k);
        const double deviation = std::sqrt(used.variance + kEpsilon);
        y[at] = Near<T>((static_cast<double>(x[at]) - used.mean) / deviation * scale[c] + offset[c],
                        4 + 16 / deviation);
      }
      Moments fresh = used;
      if (plan.is_training) {
        const auto count = static_cast<double>(layout.per_channel());
        fresh.variance *= count / std::fmax(count - 1, 1);
        const double share = plan.new_share;
        fresh.mean = (1 - share) * mean[c] + share * fresh.mean;
        fresh.variance = (1 - share) * variance[c] + share * fresh.variance;
      }
      const double values[] = {fresh.mean, fresh.variance, used.mean, used.variance};
      for (int s = 0; s < 4; ++s) expected[s].push_back(Near<float>(values[s], 16));
    }
    const std::string described = layout.Described() + (plan.is_training ? ", training" : "") +
                                  (in_place ? ", in place" : "");
    ExpectAgreement(in_place ? x_memory.Read() : y_memory.Read(), y, described + ": y");
    const char* const names[] = {"new mean", "new variance", "used mean", "used variance"};
    for (int s = 0; s < 4; ++s) {
      ExpectAgreement(statistics[s].Read(), expected[s], described + ": " + names[s]);
    }
    EXPECT_EQ(zero.Read(), std::vector<float>{0});
  }
}

TYPED_TEST(BatchNormTest, GradientsOfPlansDrawnAtRandom) {
  using T = TypeParam;
  Draw draw(13);
  for (int i = 0; i < Plans(40); ++i) {
    const Layout layout = DrawLayout(draw);
    const int64_t channels = layout.channels;
    const auto x = Values<T>(draw, layout.size(), -4, 4);
    const auto slope = Values<T>(draw, layout.size(), -4, 4);
    const auto scale = Floats(draw, channels, -2, 2);
    const auto mean = Floats(draw, channels, -2, 2);
    const auto variance = Floats(draw, channels, 1, 4);
    const std::vector<float> none(static_cast<size_t>(channels), 77);
    const OnTheDevice<T> x_memory(x);
    const OnTheDevice<T> slope_memory(slope);
    const OnTheDevice<T> result(std::vector<T>(x.size(), T(77)));
    const OnTheDevice<float> scale_memory(scale);
    const OnTheDevice<float> mean_memory(mean);
    const OnTheDevice<float> variance_memory(variance);
    const OnTheDevice<float> scale_gradient(none);
    const OnTheDevice<float> offset_gradient(none);
    const bool in_place = draw.OneIn(3);
    auto plan = PlanOf<compute::BatchNormGradientPlan, T>(layout);
    plan.is_training = draw.OneIn(2);
    plan.y_gradient = slope_memory.data();
    plan.x = x_memory.data();
    plan.scale = static_cast<const float*>(scale_memory.data());
    plan.mean = static_cast<const float*>(mean_memory.data());
    plan.variance = static_cast<const float*>(variance_memory.data());
    plan.x_gradient = in_place ? slope_memory.data() : result.data();
    plan.scale_gradient = static_cast<float*>(scale_gradient.data());
    plan.offset_gradient = static_cast<float*>(offset_gradient.data());
    typename TestFixture::Op op;
    op.Reads(x_memory).Updates(slope_memory).Updates(result);
    for (const auto* read : {&scale_memory, &mean_memory, &variance_memory}) op.Reads(*read);
    op.Writes(scale_gradient).Writes(offset_gradient);
    this->ExpectDone(compute::BatchNormGradient(op.stream(), plan));

    std::vector<Expected> x_expected(x.size());
    std::vector<Expected> scale_expected;
    std::vector<Expected> offset_expected;
    for (int64_t c = 0; c < channels; ++c) {
      const double s = 1 / std::sqrt(static_cast<double>(variance[c]) + kEpsilon);
      const auto distance = [&](int64_t k) {
        return (static_cast<double>(x[layout.At(c, k)]) - mean[c]) * s;
      };
      const auto gradient = [&](int64_t k) { return static_cast<double>(slope[layout.At(c, k)]); };
      const auto count = static_cast<double>(layout.per_channel());
      double of_scale = 0;
      double of_offset = 0;
      for (int64_t k = 0; k < layout.per_channel(); ++k) {
        of_offset += gradient(k);
        of_scale += gradient(k) * distance(k);
      }
      scale_expected.push_back(Near<float>(of_scale, 32 * count));
      offset_expected.push_back(Near<float>(of_offset, 8 * count));
      for (int64_t k = 0; k < layout.per_channel(); ++k) {
        double value = gradient(k);
        if (plan.is_training) value -= (of_offset + distance(k) * of_scale) / count;
        x_expected[layout.At(c, k)] = Near<T>(scale[c] * s * value, 256);
      }
    }
    const std::string described = layout.Described() + (plan.is_training ? ", training" : "") +
                                  (in_place ? ", in place" : "");
    ExpectAgreement(in_place ? slope_memory.Read() : result.Read(), x_expected, described + ": x");
    ExpectAgreement(scale_gradient.Read(), scale_expected, described + ": scale");
    ExpectAgreement(offset_gradient.Read(), offset_expected, described + ": offset");
  }
}

// Channels whose variance is far below epsilon, that have a NaN, that have an infinite value, and
// whose elements are equal. What is special about one of them must not reach the others.
enum Special { kTiny, kWithNan, kWithInfinity, kConstant, kSpecials };

template <typename T>
std::vector<T> SpecialValues(const Layout& layout) {
  constexpr double kSmall = 1.0 / 8192;
  std::vector<T> x(static_cast<size_t>(layout.size()));
  for (int64_t k = 0; k < layout.per_channel(); ++k) {
    const double step = static_cast<double>(k % 3) - 1;
    x[layout.At(kTiny, k)] = static_cast<T>(kSmall * step);
    x[layout.At(kWithNan, k)] = static_cast<T>(k == 1 ? std::nan("") : step);
    x[layout.At(kWithInfinity, k)] =
        static_cast<T>(k == 1 ? std::numeric_limits<double>::infinity() : step);
    x[layout.At(kConstant, k)] = static_cast<T>(3);
  }
  return x;
}

TYPED_TEST(BatchNormTest, OfSpecialChannels) {
  using T = TypeParam;
  // The second one has channels of one element, without the special ones.
  for (const Layout& layout : {Layout{6, kSpecials, 1}, Layout{1, 5, 1}, Layout{2, kSpecials, 3}}) {
    const auto x = layout.per_channel() > 1
                       ? SpecialValues<T>(layout)
                       : std::vector<T>(static_cast<size_t>(layout.size()), static_cast<T>(3));
    const std::vector<float> ones(static_cast<size_t>(layout.channels), 1);
    // New moments that have all of the share have nothing of those before.
    const std::vector<float> unknown(ones.size(), std::nanf(""));
    const OnTheDevice<T> x_memory(x);
    const OnTheDevice<T> y_memory(x);
    const OnTheDevice<float> parameters(ones);
    const OnTheDevice<float> before(unknown);
    const OnTheDevice<float> statistics[4] = {
        OnTheDevice<float>(unknown), OnTheDevice<float>(unknown), OnTheDevice<float>(unknown),
        OnTheDevice<float>(unknown)};
    const OnTheDevice<float> zero(std::vector<float>{77});
    auto plan = PlanOf<compute::BatchNormPlan, T>(layout);
    plan.x = x_memory.data();
    plan.scale = static_cast<const float*>(parameters.data());
    plan.offset = plan.scale;
    plan.mean = static_cast<const float*>(before.data());
    plan.variance = plan.mean;
    plan.y = y_memory.data();
    SetStatistics(statistics, &plan);
    plan.zero = static_cast<float*>(zero.data());
    typename TestFixture::Op op;
    op.Reads(x_memory).Reads(parameters).Reads(before).Writes(y_memory).Writes(zero);
    for (const auto& written : statistics) op.Writes(written);
    this->ExpectDone(compute::BatchNorm(op.stream(), plan));

    const std::vector<T> y = y_memory.Read();
    const std::vector<float> used = statistics[3].Read();
    const std::vector<float> fresh = statistics[1].Read();
    const auto count = static_cast<double>(layout.per_channel());
    for (int64_t c = 0; c < layout.channels; ++c) {
      const double variance = MomentsOf(layout, x, c).variance;
      const double unbiased = variance * count / std::fmax(count - 1, 1);
      const std::string described =
          layout.Described() + ": channel " + std::to_string(c) + ": variance";
      ExpectAgreement<float>({used[c], fresh[c]},
                             {{variance, 1e-5 * variance}, {unbiased, 1e-5 * unbiased}}, described);
      EXPECT_EQ(std::isfinite(static_cast<double>(y[layout.At(c, 0)])), std::isfinite(variance))
          << described;
      if (variance == 0) {
        EXPECT_EQ(static_cast<double>(y[layout.At(c, 0)]), 1) << described;
      }
    }
  }
}

TYPED_TEST(BatchNormTest, GradientsOfSpecialChannels) {
  using T = TypeParam;
  const Layout layout{3, kSpecials, 2};
  const auto slope = SpecialValues<T>(layout);
  const std::vector<T> x(slope.size(), static_cast<T>(2));
  const std::vector<float> ones(static_cast<size_t>(layout.channels), 1);
  const OnTheDevice<T> x_memory(x);
  const OnTheDevice<T> slope_memory(slope);
  const OnTheDevice<T> result(x);
  const OnTheDevice<float> parameters(ones);
  const OnTheDevice<float> scale_gradient(ones);
  const OnTheDevice<float> offset_gradient(ones);
  auto plan = PlanOf<compute::BatchNormGradientPlan, T>(layout);
  plan.epsilon = 0;
  plan.y_gradient = slope_memory.data();
  plan.x = x_memory.data();
  plan.scale = static_cast<const float*>(parameters.data());
  plan.mean = plan.scale;
  plan.variance = plan.scale;
  plan.x_gradient = result.data();
  plan.scale_gradient = static_cast<float*>(scale_gradient.data());
  plan.offset_gradient = static_cast<float*>(offset_gradient.data());
  typename TestFixture::Op op;
  op.Reads(x_memory).Reads(slope_memory).Reads(parameters).Writes(result);
  op.Writes(scale_gradient).Writes(offset_gradient);
  this->ExpectDone(compute::BatchNormGradient(op.stream(), plan));
  const std::vector<float> of_scale = scale_gradient.Read();
  for (int64_t c = 0; c < layout.channels; ++c) {
    const bool is_finite = c == kTiny || c == kConstant;
    EXPECT_EQ(std::isfinite(static_cast<double>(result.Read()[layout.At(c, 0)])), is_finite) << c;
    EXPECT_EQ(std::isfinite(of_scale[c]), is_finite) << c;
  }
  // All deviations are 1, and the mean is 1 below x, so these are equal.
  EXPECT_EQ(offset_gradient.Read()[kConstant], 18);
  EXPECT_EQ(of_scale[kConstant], 18);
}

// Libraries may want them at multiples of several elements.
TYPED_TEST(BatchNormTest, OfTensorsAnywhere) {
  using T = TypeParam;
  const Layout layout{5, 3, 1};
  const auto size = static_cast<size_t>(layout.size());
  std::vector<T> x(size + 1, static_cast<T>(2));
  x[1] = static_cast<T>(7);
  const std::vector<float> ones(static_cast<size_t>(layout.channels), 1);
  const OnTheDevice<T> x_memory(x);
  const OnTheDevice<T> y_memory(std::vector<T>(size + 1, static_cast<T>(77)));
  const OnTheDevice<T> other_memory(std::vector<T>(size + 1, static_cast<T>(77)));
  const OnTheDevice<float> parameters(ones);
  const OnTheDevice<float> statistics[4] = {OnTheDevice<float>(ones), OnTheDevice<float>(ones),
                                            OnTheDevice<float>(ones), OnTheDevice<float>(ones)};
  const OnTheDevice<float> zero(std::vector<float>{77});
  for (const bool is_training : {true, false}) {
    auto plan = PlanOf<compute::BatchNormPlan, T>(layout);
    plan.is_training = is_training;
    plan.x = static_cast<const T*>(x_memory.data()) + 1;
    plan.scale = static_cast<const float*>(parameters.data());
    plan.offset = plan.scale;
    plan.mean = plan.scale;
    plan.variance = plan.scale;
    plan.y = static_cast<T*>(y_memory.data()) + 1;
    SetStatistics(statistics, &plan);
    plan.zero = static_cast<float*>(zero.data());
    typename TestFixture::Op op;
    op.Reads(x_memory).Reads(parameters).Updates(y_memory).Writes(zero);
    for (const auto& written : statistics) op.Writes(written);
    this->ExpectDone(compute::BatchNorm(op.stream(), plan));
    EXPECT_EQ(statistics[2].Read(), (is_training ? std::vector<float>{3, 2, 2} : ones));
    EXPECT_EQ(static_cast<double>(y_memory.Read()[0]), 77);
  }
  auto plan = PlanOf<compute::BatchNormGradientPlan, T>(layout);
  plan.y_gradient = static_cast<const T*>(x_memory.data()) + 1;
  plan.x = static_cast<const T*>(x_memory.data()) + 1;
  plan.scale = static_cast<const float*>(parameters.data());
  plan.mean = plan.scale;
  plan.variance = plan.scale;
  plan.x_gradient = static_cast<T*>(other_memory.data()) + 1;
  plan.scale_gradient = static_cast<float*>(statistics[0].data());
  plan.offset_gradient = static_cast<float*>(statistics[1].data());
  typename TestFixture::Op op;
  op.Reads(x_memory).Reads(parameters).Updates(other_memory);
  op.Writes(statistics[0]).Writes(statistics[1]);
  this->ExpectDone(compute::BatchNormGradient(op.stream(), plan));
  EXPECT_EQ(statistics[1].Read(), (std::vector<float>{15, 10, 10}));
  EXPECT_EQ(static_cast<double>(other_memory.Read()[0]), 77);
}

}  // namespace
}  // namespace pluggable::tests::batch_norm_test
