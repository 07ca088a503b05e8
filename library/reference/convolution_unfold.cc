// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Converts the elements under windows to rows of a matrix: by reference to memory, or by copies.

#include <algorithm>
#include <cstring>

#include "pluggable/half.h"

#include "reference/convolution.h"

namespace pluggable {

namespace {

// Copies of so few elements that a call of memmove would take longer.
constexpr int64_t kShort = 64;
template <typename T>
void CopyShort(const T* from, int64_t count, T* to) {
  constexpr int64_t kSome = 16 / sizeof(T);
  int64_t i = 0;
  for (; i + kSome <= count; i += kSome) std::memcpy(to + i, from + i, 16);
  for (; i < count; ++i) to[i] = from[i];
}

}  // namespace

template <typename T, typename Visit>
void Convolution::VisitRows(const T* input, int64_t first, int64_t count,
                            const Visit& visit) const {
  for (int64_t i = 0; i < count;) {
    const int64_t pixel = (first + i) % pixels();
    const int64_t column = pixel % geometry_.columns.count;
    const Pixels in_row{pixel / geometry_.columns.count / geometry_.rows.count,
                        pixel / geometry_.columns.count % geometry_.rows.count, column,
                        std::min(count - i, geometry_.columns.count - column)};
    visit(input + (first + i) / pixels() * input_pixels() * geometry_.depth, in_row, i);
    i += in_row.count;
  }
}

int64_t Convolution::RunLength() const {
  // Finding shorter runs takes as long as copying them.
  constexpr int64_t kLeast = 8;
  const int64_t channels = geometry_.depth / geometry_.groups;
  const int64_t row = rows_are_runs() ? geometry_.columns.window * channels : channels;
  if (row <= kLongestRun) return row >= kLeast ? row : 0;
  for (int64_t parts = (channels - 1) / kLongestRun + 1; channels / parts >= kLeast; ++parts) {
    if (channels % parts == 0) return channels / parts;
  }
  return 0;
}

template <typename T>
void Convolution::FindRuns(const T* image, const Pixels& pixels, const Runs& runs, const T** starts,
                           int64_t step, const T* zeros, T** spare) const {
  const int64_t channels = geometry_.depth / geometry_.groups;
  const int64_t row_size = geometry_.columns.size * geometry_.depth;
  const int64_t pixel_step = geometry_.columns.stride * geometry_.depth;
  for (int64_t run = runs.first; run < runs.first + runs.count; ++run, starts += step) {
    const int64_t in_window = run * runs.length / channels;  // the pixel
    const int64_t line = in_window / geometry_.columns.window;
    if (!IsInside(pixels, line)) {
      std::fill_n(starts, pixels.count, zeros);
      continue;
    }
    const T* const in = image + LineAt(pixels, line) * row_size;
    int64_t start = geometry_.columns.At(pixels.column, in_window % geometry_.columns.window) *
                        geometry_.depth +
                    runs.channel + run * runs.length % channels;
    for (int64_t i = 0; i < pixels.count; ++i, start += pixel_step) {
      // Elements [from, to) are on the image.
      const int64_t from = std::clamp<int64_t>(-start, 0, runs.length);
      const int64_t to = std::clamp(row_size - start, from, runs.length);
      if (to - from == runs.length) {
        starts[i] = in + start;
      } else if (to == from) {
        starts[i] = zeros;
      } else {
        T* const out = *spare;
        std::fill(out, out + from, T(0));
        std::copy(in + start + from, in + start + to, out + from);
        std::fill(out + to, out + runs.length, T(0));
        starts[i] = out;
        *spare += runs.length;
      }
    }
  }
}

template <typename T>
RowRuns<T> Convolution::WindowRuns(const T* input, int64_t first, int64_t group) const {
  const int64_t length = geometry_.channels_first ? 0 : RunLength();
  const int64_t channel = group * (geometry_.depth / geometry_.groups);
  return {length, [=](int64_t row, int64_t rows, int64_t first_run, int64_t runs, const T** starts,
                      int64_t step, T* spare) {
            std::fill_n(spare, length, T(0));
            const T* const zeros = spare;
            spare += length;
            VisitRows(input, first + row, rows,
                      [&](const T* image, const Pixels& pixels, int64_t i) {
                        FindRuns(image, pixels, {first_run, runs, length, channel}, starts + i,
                                 step, zeros, &spare);
                      });
          }};
}

template <typename T>
void Convolution::UnfoldRuns(const T* image, const Pixels& pixels, const Part& part, T* rows,
                             int64_t step) const {
  const int64_t channels = geometry_.depth / geometry_.groups;
  const int64_t row_size = geometry_.columns.size * geometry_.depth;
  const bool is_whole = rows_are_runs();  // else each pixel of the window is a run
  const int64_t run = is_whole ? geometry_.columns.window * channels : channels;
  for (int64_t k = part.begin; k < part.end;) {
    const int64_t first = k % run;  // the run's elements [first, last)
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
      if (last - first < kShort && start + first >= 0 && start + last <= row_size) {
        CopyShort(in + start + part.channel + first, last - first, out);
        continue;
      }
      // Elements [from, to) are on the image.
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
    // For pixels [from, to), the element is on the image.
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
  VisitRows(input, first, count, [&](const T* image, const Pixels& in_row, int64_t i) {
    if (are_runs) {
      UnfoldRuns(image, in_row, part, rows + i * step, step);
    } else {
      UnfoldElements(image, in_row, part, rows + i * step, step);
    }
  });
}

template RowRuns<float> Convolution::WindowRuns(const float*, int64_t, int64_t) const;
template RowRuns<double> Convolution::WindowRuns(const double*, int64_t, int64_t) const;
template RowRuns<int32_t> Convolution::WindowRuns(const int32_t*, int64_t, int64_t) const;

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
