// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What lies under windows, as rows of a matrix.

#include <algorithm>

#include "pluggable/half.h"

#include "reference/convolution.h"

namespace pluggable {

template <typename T>
void Convolution::UnfoldRuns(const T* image, const Pixels& pixels, const Part& part, T* rows,
                             int64_t step) const {
  const int64_t channels = geometry_.depth / geometry_.groups;
  const int64_t row_size = geometry_.columns.size * geometry_.depth;
  // What lies under one row of the window follows each other, or else each of its pixels.
  const bool is_whole = channels == geometry_.depth && geometry_.columns.dilation == 1;
  const int64_t run = is_whole ? geometry_.columns.window * channels : channels;
  for (int64_t k = part.begin; k < part.end;) {
    const int64_t first = k % run;  // elements [first, last) of the run
    const int64_t last = std::min(run, first + part.end - k);
    const int64_t in_window = k / channels;  // the pixel
    const int64_t line = in_window / geometry_.columns.window;
    const int64_t column = is_whole ? 0 : in_window % geometry_.columns.window;
    T* out = rows + (k - part.begin);
    k += last - first;
    if (!IsInside(pixels, line)) {
      for (int64_t i = 0; i < pixels.count; ++i) std::fill_n(out + i * step, last - first, T(0));
      continue;
    }
    const T* const in = image + LineAt(pixels, line) * row_size;
    for (int64_t i = 0; i < pixels.count; ++i, out += step) {
      const int64_t start = geometry_.columns.At(pixels.column + i, column) * geometry_.depth;
      // Elements [from, to) lie on the image.
      const int64_t from = std::clamp(-start, first, last);
      const int64_t to = std::clamp(row_size - start, from, last);
      const T* const element = in + start + part.channel;
      std::fill(out, out + (from - first), T(0));
      std::copy(element + from, element + to, out + (from - first));
      std::fill(out + (to - first), out + (last - first), T(0));
    }
  }
}

template <typename T>
void Convolution::UnfoldElements(const T* image, const Pixels& pixels, const Part& part, T* rows,
                                 int64_t step) const {
  const int64_t channels = geometry_.depth / geometry_.groups;
  const int64_t column_step = geometry_.channels_first ? 1 : geometry_.depth;
  const int64_t channel_step = geometry_.channels_first ? input_pixels() : 1;
  const int64_t stride = geometry_.columns.stride;
  for (int64_t k = part.begin; k < part.end; ++k) {
    const int64_t in_window = k / channels;
    const int64_t line = in_window / geometry_.columns.window;
    // Pixels [from, to) have the element on the image.
    const int64_t start = geometry_.columns.At(pixels.column, in_window % geometry_.columns.window);
    const int64_t inside = start >= 0 ? 0 : (stride - 1 - start) / stride;
    const int64_t from = IsInside(pixels, line) ? std::min(pixels.count, inside) : pixels.count;
    const int64_t to =
        std::clamp((geometry_.columns.size - start + stride - 1) / stride, from, pixels.count);
    const T* const element = image +
                             (LineAt(pixels, line) * geometry_.columns.size + start) * column_step +
                             (part.channel + k % channels) * channel_step;
    T* const out = rows + (k - part.begin);
    for (int64_t i = 0; i < from; ++i) out[i * step] = T(0);
    for (int64_t i = from; i < to; ++i) out[i * step] = element[i * stride * column_step];
    for (int64_t i = to; i < pixels.count; ++i) out[i * step] = T(0);
  }
}

template <typename T>
void Convolution::Unfold(const T* input, int64_t group, int64_t first, int64_t count, int64_t begin,
                         int64_t elements, T* rows, int64_t step) const {
  // Copying fewer elements takes as long as finding them.
  constexpr int64_t kThin = 8;
  const int64_t channels = geometry_.depth / geometry_.groups;
  const bool are_runs = !geometry_.channels_first && geometry_.columns.window * channels > kThin;
  const Part part{begin, begin + elements, group * channels};
  for (int64_t i = 0; i < count;) {
    const int64_t pixel = (first + i) % pixels();
    const int64_t column = pixel % geometry_.columns.count;
    const Pixels in_row{pixel / geometry_.columns.count / geometry_.rows.count,
                        pixel / geometry_.columns.count % geometry_.rows.count, column,
                        std::min(count - i, geometry_.columns.count - column)};
    const T* const image = input + (first + i) / pixels() * input_pixels() * geometry_.depth;
    if (are_runs) {
      UnfoldRuns(image, in_row, part, rows + i * step, step);
    } else {
      UnfoldElements(image, in_row, part, rows + i * step, step);
    }
    i += in_row.count;
  }
}

template void Convolution::Unfold(const float*, int64_t, int64_t, int64_t, int64_t, int64_t, float*,
                                  int64_t) const;
template void Convolution::Unfold(const double*, int64_t, int64_t, int64_t, int64_t, int64_t,
                                  double*, int64_t) const;
template void Convolution::Unfold(const int32_t*, int64_t, int64_t, int64_t, int64_t, int64_t,
                                  int32_t*, int64_t) const;
template void Convolution::Unfold(const half*, int64_t, int64_t, int64_t, int64_t, int64_t, half*,
                                  int64_t) const;
template void Convolution::Unfold(const bfloat16*, int64_t, int64_t, int64_t, int64_t, int64_t,
                                  bfloat16*, int64_t) const;

}  // namespace pluggable
