// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Images seen through a projection, on the host.

#ifndef PLUGGABLE_REFERENCE_PROJECTIVE_TRANSFORM_H_
#define PLUGGABLE_REFERENCE_PROJECTIVE_TRANSFORM_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "pluggable/on_device.h"
#include "pluggable/thread_pool.h"

#include "compute/projective_transform.h"

namespace pluggable {

namespace internal {

template <typename T>
struct ProjectedImages {
  using OutsideOfImage = compute::OutsideOfImage;

  int64_t height = 0;
  int64_t width = 0;
  int64_t channels = 0;
  bool bilinear = false;
  OutsideOfImage outside = OutsideOfImage::kConstant;
  T fill_value = T(0);

  // Where in 0 .. size - 1 a coordinate is found, unless constants are out there.
  float Map(float coordinate, int64_t size) const {
    const float last = static_cast<float>(size - 1);
    const bool inside = coordinate >= 0 && coordinate <= last;
    if (outside == OutsideOfImage::kConstant) return coordinate;
    if (!inside && outside != OutsideOfImage::kNearest) {
      if (size <= 1) return 0;
      coordinate =
          outside == OutsideOfImage::kWrap ? Wrap(coordinate, size) : Reflect(coordinate, size);
    }
    return std::min(std::max(coordinate, 0.0f), last);
  }

  // Whole periods; of numbers that no integer holds, some.
  static int64_t Whole(float periods) { return static_cast<int64_t>(std::fmin(periods, 1e9f)); }

  // abcd|abcd|abcd
  static float Wrap(float coordinate, int64_t size) {
    const float period = static_cast<float>(size - 1);
    if (coordinate < 0) {
      return coordinate + static_cast<float>(size * (Whole(-coordinate / period) + 1));
    }
    return coordinate - static_cast<float>(size * Whole(coordinate / period));
  }

  // dcba|abcd|dcba
  static float Reflect(float coordinate, int64_t size) {
    const int64_t period = 2 * size;
    const float length = static_cast<float>(period);
    if (coordinate < 0) {
      coordinate += static_cast<float>(period * Whole(-coordinate / length));
      return coordinate < static_cast<float>(-size) ? coordinate + length : -coordinate - 1;
    }
    coordinate -= static_cast<float>(period * Whole(coordinate / length));
    return coordinate >= static_cast<float>(size) ? length - coordinate - 1 : coordinate;
  }

  // The pixel at x, y of an image, or null outside of it.
  const T* Pixel(const T* image, float x, float y) const {
    const bool is_inside =
        x >= 0 && x < static_cast<float>(width) && y >= 0 && y < static_cast<float>(height);
    if (!is_inside) return nullptr;
    return image + (static_cast<int64_t>(y) * width + static_cast<int64_t>(x)) * channels;
  }

  void Read(const T* image, float x, float y, T* out) const {
    x = Map(x, width);
    y = Map(y, height);
    if (bilinear) {
      Interpolate(image, x, y, out);
    } else {
      const T* const pixel = Pixel(image, std::round(x), std::round(y));
      for (int64_t c = 0; c < channels; ++c) out[c] = pixel == nullptr ? fill_value : pixel[c];
    }
  }

  void Interpolate(const T* image, float x, float y, T* out) const {
    const float left = std::floor(x);
    const float top = std::floor(y);
    const float right = left + 1;
    const float bottom = top + 1;
    const T* const pixels[4] = {Pixel(image, left, top), Pixel(image, right, top),
                                Pixel(image, left, bottom), Pixel(image, right, bottom)};
    for (int64_t c = 0; c < channels; ++c) {
      float values[4];
      for (int i = 0; i < 4; ++i) {
        values[i] = static_cast<float>(pixels[i] == nullptr ? fill_value : pixels[i][c]);
      }
      const float above = (right - x) * values[0] + (x - left) * values[1];
      const float below = (right - x) * values[2] + (x - left) * values[3];
      out[c] = static_cast<T>((bottom - y) * above + (y - top) * below);
    }
  }
};

}  // namespace internal

// Computes a plan of elements of T. In work on the stream only.
template <typename T>
void RunProjectiveTransform(const compute::ProjectiveTransformPlan& plan, ThreadPool* threads) {
  internal::ProjectedImages<T> task;
  task.height = plan.rows;
  task.width = plan.columns;
  task.channels = plan.channels;
  task.bilinear = plan.is_bilinear;
  task.outside = plan.outside;
  task.fill_value = static_cast<T>(plan.fill_value);
  const T* const images = OnDevice(static_cast<const T*>(plan.in));
  const float* const transforms = OnDevice(plan.transforms);
  T* const output = OnDevice(static_cast<T*>(plan.out));
  const int64_t rows = plan.out_rows;
  const int64_t columns = plan.out_columns;
  const int64_t channels = plan.channels;
  const int64_t step = plan.is_same_transform ? 0 : 8;
  threads->ParallelFor(
      plan.images * rows, columns * (8 * channels + 10), [=, &task](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t batch = i / rows;
          const T* const image = images + batch * task.height * task.width * channels;
          const float* const t = transforms + batch * step;
          const float y = static_cast<float>(i % rows);
          for (int64_t column = 0; column < columns; ++column) {
            const float x = static_cast<float>(column);
            T* const out = output + (i * columns + column) * channels;
            const float scale = t[6] * x + t[7] * y + 1.0f;
            if (scale == 0) {  // infinitely far away
              std::fill(out, out + channels, task.fill_value);
            } else {
              task.Read(image, (t[0] * x + t[1] * y + t[2]) / scale,
                        (t[3] * x + t[4] * y + t[5]) / scale, out);
            }
          }
        }
      });
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_PROJECTIVE_TRANSFORM_H_
