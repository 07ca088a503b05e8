// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::ProjectiveTransform, pixel by pixel in double.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "compute/projective_transform.h"
#include "compute_test_device.h"
#include "reference/projective_transform.h"

namespace pluggable::tests::projective_transform_test {
namespace {

using compute::OutsideOfImage;
using compute::ProjectiveTransformPlan;

// What the pixels of a plan are to be.
template <typename T>
class Judge {
 public:
  Judge(const ProjectiveTransformPlan& plan, const std::vector<T>& in,
        const std::vector<float>& transforms)
      : plan_(plan), in_(in), transforms_(transforms) {}

  // Where a division may have rounded a coordinate, it may be any of those nearby.
  Expected Pixel(int64_t image, int64_t row, int64_t column, int64_t channel) const {
    const float* const t = transforms_.data() + (plan_.is_same_transform ? 0 : 8 * image);
    const double k = t[6] * static_cast<double>(column) + t[7] * static_cast<double>(row) + 1;
    if (k == 0) return {Fill(), 0};
    const auto x = static_cast<double>(column);
    const auto y = static_cast<double>(row);
    const double across = (t[0] * x + t[1] * y + t[2]) / k;
    const double down = (t[3] * x + t[4] * y + t[5]) / k;
    Expected expected{At(image, across, down, channel), 0};
    if (k != 1) {
      for (const double dx : {-1e-5, 0.0, 1e-5}) {
        for (const double dy : {-1e-5, 0.0, 1e-5}) {
          const double other = At(image, across * (1 + dx) + dx, down * (1 + dy) + dy, channel);
          expected.error = std::max(expected.error, std::fabs(other - expected.value));
        }
      }
    }
    expected.error += RoundingError<T>() * std::fabs(expected.value);
    return expected;
  }

 private:
  double Fill() const { return static_cast<double>(static_cast<T>(plan_.fill_value)); }

  double Inside(double at, double size) const {
    if (plan_.outside == OutsideOfImage::kConstant) return at;
    if (at < 0 || at > size - 1) {
      if (plan_.outside == OutsideOfImage::kReflect) {
        at = std::fmod(at < 0 ? -1 - at : at, 2 * size);
        if (at >= size) at = 2 * size - 1 - at;
      } else if (plan_.outside == OutsideOfImage::kWrap) {
        if (size == 1) return 0;
        at = at < 0 ? at + size * (std::floor(-at / (size - 1)) + 1)
                    : at - size * std::floor(at / (size - 1));
      }
    }
    // An image may have no pixels.
    return std::isnan(at) ? at : std::min(std::max(at, 0.0), size - 1);
  }

  double Original(int64_t image, double across, double down, int64_t channel) const {
    const bool is_inside = across >= 0 && across < static_cast<double>(plan_.columns) &&
                           down >= 0 && down < static_cast<double>(plan_.rows);
    if (!is_inside) return Fill();
    const int64_t row = image * plan_.rows + static_cast<int64_t>(down);
    const int64_t pixel = row * plan_.columns + static_cast<int64_t>(across);
    return static_cast<double>(in_[static_cast<size_t>(pixel * plan_.channels + channel)]);
  }

  double At(int64_t image, double across, double down, int64_t channel) const {
    across = Inside(across, static_cast<double>(plan_.columns));
    down = Inside(down, static_cast<double>(plan_.rows));
    if (!plan_.is_bilinear) return Original(image, std::round(across), std::round(down), channel);
    const double left = std::floor(across);
    const double top = std::floor(down);
    double sum = 0;
    for (const double x : {left, left + 1}) {
      for (const double y : {top, top + 1}) {
        sum += (1 - std::fabs(across - x)) * (1 - std::fabs(down - y)) *
               Original(image, x, y, channel);
      }
    }
    return std::is_integral_v<T> ? std::trunc(sum) : sum;
  }

  const ProjectiveTransformPlan& plan_;
  const std::vector<T>& in_;
  const std::vector<float>& transforms_;
};

// Numbers that no sum or product rounds.
std::vector<float> DrawTransform(Draw& draw) {
  std::vector<float> t;
  for (int j = 0; j < 6; ++j) {
    const bool is_move = j % 3 == 2;
    t.push_back(static_cast<float>(draw.Between(-20, 20)) / (is_move ? 1 : 8));
  }
  const bool is_affine = draw.OneIn(2);
  for (int j = 6; j < 8; ++j) {
    t.push_back(is_affine ? 0 : static_cast<float>(draw.Between(-2, 2)) / 4);
  }
  return t;
}

template <typename T>
class ProjectiveTransformTest : public ComputeTest {};

using Types = testing::Types<float, double, half, bfloat16, uint8_t, int32_t, int64_t>;
TYPED_TEST_SUITE(ProjectiveTransformTest, Types);

TYPED_TEST(ProjectiveTransformTest, OfPlansDrawnAtRandom) {
  using T = TypeParam;
  Draw draw(33);
  for (int i = 0; i < Plans(48); ++i) {
    ProjectiveTransformPlan plan;
    plan.dtype = DataTypeToEnum<T>::value;
    plan.loop = RunProjectiveTransform<T>;
    plan.is_bilinear = draw.OneIn(2);
    plan.outside = draw.OneOf<OutsideOfImage>({OutsideOfImage::kConstant, OutsideOfImage::kReflect,
                                               OutsideOfImage::kWrap, OutsideOfImage::kNearest});
    plan.fill_value = static_cast<float>(draw.Between(0, 9));
    plan.images = draw.Between(1, 3);
    plan.rows = draw.Between(1, 9);
    plan.columns = draw.Between(1, 9);
    plan.channels = draw.OneIn(4) ? draw.Between(60, 70) : draw.Between(1, 5);
    if (draw.OneIn(12)) plan.rows = plan.columns = 0;
    plan.out_rows = draw.Between(1, 12);
    plan.out_columns = draw.OneIn(4) ? draw.Between(60, 70) : draw.Between(1, 12);
    plan.is_same_transform = draw.OneIn(2);
    std::vector<float> transforms;
    for (int64_t n = plan.is_same_transform ? 1 : plan.images; n > 0; --n) {
      const std::vector<float> transform = DrawTransform(draw);
      transforms.insert(transforms.end(), transform.begin(), transform.end());
    }
    if (!plan.is_bilinear && draw.OneIn(10)) transforms[2] = std::nanf("");
    const std::vector<T> in =
        Values<T>(draw, plan.images * plan.rows * plan.columns * plan.channels,
                  std::is_unsigned_v<T> ? 0 : -4, std::is_integral_v<T> ? 64 : 4);
    std::vector<Expected> expected;
    const Judge<T> judge(plan, in, transforms);
    for (int64_t image = 0; image < plan.images; ++image) {
      for (int64_t row = 0; row < plan.out_rows; ++row) {
        for (int64_t column = 0; column < plan.out_columns; ++column) {
          for (int64_t channel = 0; channel < plan.channels; ++channel) {
            expected.push_back(judge.Pixel(image, row, column, channel));
          }
        }
      }
    }
    const OnTheDevice<T> in_memory(in);
    const OnTheDevice<float> transforms_memory(transforms);
    const OnTheDevice<T> out(std::vector<T>(expected.size(), T(1)));
    plan.in = in_memory.data();
    plan.transforms = static_cast<const float*>(transforms_memory.data());
    plan.out = out.data();
    typename TestFixture::Op op;
    op.Reads(in_memory).Reads(transforms_memory).Writes(out);
    this->ExpectDone(compute::ProjectiveTransform(op.stream(), plan));
    ExpectAgreement(out.Read(), expected,
                    "plan " + std::to_string(i) + ": " + std::to_string(plan.images) +
                        " images of " + std::to_string(plan.rows) + " x " +
                        std::to_string(plan.columns) +
                        (plan.is_bilinear ? ", bilinear, outside " : ", outside ") +
                        std::to_string(static_cast<int>(plan.outside)));
  }
}

}  // namespace
}  // namespace pluggable::tests::projective_transform_test
