// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Windows of convolutions and poolings along one dimension.

#ifndef PLUGGABLE_COMPUTE_WINDOW_H_
#define PLUGGABLE_COMPUTE_WINDOW_H_

#include <cstdint>

namespace pluggable {

// A window along one dimension of an image.
struct WindowDim {
  int64_t size = 1;      // of the image
  int64_t window = 1;    // elements of the window
  int64_t dilation = 1;  // distance between them
  int64_t stride = 1;    // distance between neighbouring windows
  int64_t before = 0;    // padding before the image
  int64_t count = 0;     // the number of windows

  // The position in the image of element k of window i. It may be outside of [0, size).
  int64_t At(int64_t i, int64_t k) const { return i * stride - before + k * dilation; }
  // The window whose element k is at position `at` of the image, or -1 if there is none.
  int64_t WindowOn(int64_t at, int64_t k) const {
    const int64_t start = at + before - k * dilation;
    if (stride == 1) return start >= 0 && start < count ? start : -1;
    return start >= 0 && start % stride == 0 && start / stride < count ? start / stride : -1;
  }
  // The largest number of the image's elements that a window can cover.
  int64_t most_covered() const { return window < size ? window : size; }
  // The first element of window i inside the image. The elements inside are [First(i), Last(i)).
  int64_t First(int64_t i) const {
    const int64_t start = At(i, 0);
    return start >= 0 ? 0 : (-start + dilation - 1) / dilation;
  }
  // One past the last element of window i inside the image.
  int64_t Last(int64_t i) const {
    const int64_t start = At(i, 0);
    if (start >= size) return 0;
    if (start + (window - 1) * dilation < size) return window;  // the usual case needs no division
    const int64_t fitting = (size - start + dilation - 1) / dilation;
    return fitting < window ? fitting : window;
  }
};

// An image is a volume of one plane.
inline constexpr WindowDim kOnePlane = {1, 1, 1, 1, 0, 1};

}  // namespace pluggable

#endif  // PLUGGABLE_COMPUTE_WINDOW_H_
