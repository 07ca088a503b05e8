// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Images resized by interpolation, on the host, and the gradient.

#ifndef PLUGGABLE_REFERENCE_RESIZE_BILINEAR_H_
#define PLUGGABLE_REFERENCE_RESIZE_BILINEAR_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"

#include "compute/resize.h"
#include "reference/compute_type.h"
#include "reference/resize.h"
#include "reference/vectorized.h"

namespace pluggable {

template <typename T>
class BilinearResize {
 public:
  // Images that keep their size are only converted.
  static void Run(const compute::ResizePlan& plan, ThreadPool* threads) {
    const compute::ResizeGeometry& g = plan.geometry;
    const T* const in = OnDevice(static_cast<const T*>(plan.in));
    float* const out = OnDevice(static_cast<float*>(plan.out));
    if (g.rows != g.resized_rows || g.columns != g.resized_columns) {
      return Interpolate(g, in, out, threads);
    }
    threads->ParallelFor(g.images * g.rows * g.columns * g.channels, 1,
                         Vectorized([in, out](int64_t begin, int64_t end) {
                           for (int64_t i = begin; i < end; ++i) out[i] = static_cast<float>(in[i]);
                         }));
  }

 private:
  static void Interpolate(const compute::ResizeGeometry& g, const T* images, float* output,
                          ThreadPool* threads) {
    const int64_t channels = g.channels;
    const int64_t in_row = g.columns * channels;
    const int64_t out_row = g.resized_columns * channels;
    const std::vector<Interpolation> ys = RowInterpolations(g);
    const std::vector<Interpolation> xs = ColumnInterpolations(g);
    const int64_t rows = g.resized_rows;
    threads->ParallelFor(
        g.images * rows, 3 * out_row, Vectorized([&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const Interpolation& y = ys[i % rows];
            const T* const image = images + i / rows * g.rows * in_row;
            const T* const top = image + y.lower * in_row;
            const T* const bottom = image + y.upper * in_row;
            float* out = output + i * out_row;
            for (const Interpolation& x : xs) {
              const int64_t left = x.lower * channels;
              const int64_t right = x.upper * channels;
              for (int64_t c = 0; c < channels; ++c) {
                *out++ = Between(
                    Between(Value(top[left + c]), Value(top[right + c]), x.weight),
                    Between(Value(bottom[left + c]), Value(bottom[right + c]), x.weight), y.weight);
              }
            }
          }
        }));
  }

  static float Value(T value) { return static_cast<float>(value); }
  static float Between(float a, float b, float weight) { return a + (b - a) * weight; }
};

template <typename T>
class BilinearResizeGradient {
 public:
  // Each row of the original gathers its parts of the gradient's rows, in order.
  static void Run(const compute::ResizeGradientPlan& plan, ThreadPool* threads) {
    const compute::ResizeGeometry& g = plan.geometry;
    const float* const grads = OnDevice(static_cast<const float*>(plan.in));
    T* const output = OnDevice(static_cast<T*>(plan.out));
    const int64_t channels = g.channels;
    const int64_t rows = g.rows;
    const int64_t row_size = g.columns * channels;
    const int64_t grad_row = g.resized_columns * channels;
    const std::vector<Interpolation> ys = RowInterpolations(g);
    const std::vector<Interpolation> xs = ColumnInterpolations(g);
    const int64_t cost = row_size + 4 * grad_row * (g.resized_rows / rows + 1);
    threads->ParallelFor(
        g.images * rows, cost, Vectorized([&](int64_t begin, int64_t end) {
          std::vector<C> sums(static_cast<size_t>(row_size));
          for (int64_t i = begin; i < end; ++i) {
            const int64_t row = i % rows;
            std::fill(sums.begin(), sums.end(), C(0));
            const auto first = std::partition_point(
                ys.begin(), ys.end(), [row](const Interpolation& y) { return y.upper < row; });
            for (auto y = first; y != ys.end() && y->lower <= row; ++y) {
              const float* const grad =
                  grads + (i / rows * g.resized_rows + (y - ys.begin())) * grad_row;
              AddRow(xs, y->lower == row, y->upper == row, y->weight, channels, grad, sums.data());
            }
            T* const out = output + i * row_size;
            for (int64_t j = 0; j < row_size; ++j) out[j] = static_cast<T>(sums[j]);
          }
        }));
  }

 private:
  using C = ComputeType<T>;

  // The parts of a gradient's row for the row above it, for the one below, or for both if they are
  // the same.
  static void AddRow(const std::vector<Interpolation>& xs, bool above, bool below, float weight,
                     int64_t channels, const float* grad, C* sums) {
    for (const Interpolation& x : xs) {
      C* const left = sums + x.lower * channels;
      C* const right = sums + x.upper * channels;
      for (int64_t c = 0; c < channels; ++c, ++grad) {
        if (above) {
          left[c] += static_cast<C>(*grad * (1.0f - weight) * (1.0f - x.weight));
          right[c] += static_cast<C>(*grad * (1.0f - weight) * x.weight);
        }
        if (below) {
          left[c] += static_cast<C>(*grad * weight * (1.0f - x.weight));
          right[c] += static_cast<C>(*grad * weight * x.weight);
        }
      }
    }
  }
};

// Fills in the parts of a plan that depend on the type.
template <typename T>
compute::ResizePlan PlanOfBilinear() {
  compute::ResizePlan plan;
  plan.geometry.method = compute::ResizeMethod::kBilinear;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.loop = &BilinearResize<T>::Run;
  return plan;
}

template <typename T>
compute::ResizeGradientPlan PlanOfBilinearGradient() {
  compute::ResizeGradientPlan plan;
  plan.geometry.method = compute::ResizeMethod::kBilinear;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.loop = &BilinearResizeGradient<T>::Run;
  return plan;
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_RESIZE_BILINEAR_H_
