// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Images resized by the nearest pixel, on the host, and the gradient.

#ifndef PLUGGABLE_REFERENCE_RESIZE_NEAREST_H_
#define PLUGGABLE_REFERENCE_RESIZE_NEAREST_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "pluggable/op_kernel.h"

#include "compute/resize.h"
#include "reference/compute_type.h"
#include "reference/formula.h"
#include "reference/resize.h"

namespace pluggable {

// Fills in the parts of a plan that depend on the type.
template <typename T>
compute::ResizePlan PlanOfNearest() {
  compute::ResizePlan plan;
  plan.geometry.method = compute::ResizeMethod::kNearest;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.loop = [](const compute::ResizePlan& running, ThreadPool* threads) {
    const compute::ResizeGeometry& g = running.geometry;
    const T* const images = OnDevice(static_cast<const T*>(running.in));
    T* const output = OnDevice(static_cast<T*>(running.out));
    const int64_t channels = g.channels;
    const int64_t in_row = g.columns * channels;
    const int64_t out_row = g.resized_columns * channels;
    const std::vector<int64_t> ys = NearestRows(g);
    const std::vector<int64_t> xs = NearestColumns(g);
    const int64_t rows = g.resized_rows;
    threads->ParallelFor(g.images * rows, out_row, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* const row = images + (i / rows * g.rows + ys[i % rows]) * in_row;
        T* out = output + i * out_row;
        for (const int64_t x : xs) {
          std::memcpy(static_cast<void*>(out), row + x * channels,
                      static_cast<size_t>(channels) * sizeof(T));
          out += channels;
        }
      }
    });
  };
  return plan;
}

// Each row of the original sums the gradient's rows that were copied from it, in order and with
// rounding at every step, as TensorFlow's CPU kernel does.
template <typename T>
compute::ResizeGradientPlan PlanOfNearestGradient() {
  compute::ResizeGradientPlan plan;
  plan.geometry.method = compute::ResizeMethod::kNearest;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.loop = [](const compute::ResizeGradientPlan& running, ThreadPool* threads) {
    using C = ComputeType<T>;
    const compute::ResizeGeometry& g = running.geometry;
    const T* const grads = OnDevice(static_cast<const T*>(running.in));
    T* const output = OnDevice(static_cast<T*>(running.out));
    const int64_t channels = g.channels;
    const int64_t rows = g.rows;
    const int64_t row_size = g.columns * channels;
    const int64_t grad_row = g.resized_columns * channels;
    const std::vector<int64_t> ys = NearestRows(g);
    const std::vector<int64_t> xs = NearestColumns(g);
    const int64_t cost = row_size + grad_row * (g.resized_rows / rows + 1);
    threads->ParallelFor(g.images * rows, cost, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        T* const out = output + i * row_size;
        std::fill(out, out + row_size, T(0));
        const auto range = std::equal_range(ys.begin(), ys.end(), i % rows);
        for (auto y = range.first; y != range.second; ++y) {
          const T* grad = grads + (i / rows * g.resized_rows + (y - ys.begin())) * grad_row;
          for (const int64_t x : xs) {
            T* const pixel = out + x * channels;
            for (int64_t c = 0; c < channels; ++c, ++grad) {
              pixel[c] =
                  static_cast<T>(formula::sum(static_cast<C>(pixel[c]), static_cast<C>(*grad)));
            }
          }
        }
      }
    });
  };
  return plan;
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_RESIZE_NEAREST_H_
