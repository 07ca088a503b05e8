// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Windows of convolutions and poolings, a dimension at a time.

#ifndef PLUGGABLE_COMPUTE_WINDOW_H_
#define PLUGGABLE_COMPUTE_WINDOW_H_

#include <cstdint>

namespace pluggable {

// A window along one dimension of an image.
struct WindowDim {
  int64_t size = 1;      // of the image
  int64_t window = 1;    // how many elements the window takes
  int64_t dilation = 1;  // how far apart they are
  int64_t stride = 1;    // from one window to the next
  int64_t before = 0;    // padding before the image
  int64_t count = 0;     // how many windows there are

  // The image's element under element k of window i, or one outside of [0, size).
  int64_t At(int64_t i, int64_t k) const { return i * stride - before + k * dilation; }
  // The window whose element k lies on the image's element `at`, or -1 if there is none.
  int64_t WindowOn(int64_t at, int64_t k) const {
    const int64_t start = at + before - k * dilation;
    if (stride == 1) return start >= 0 && start < count ? start : -1;
    return start >= 0 && start % stride == 0 && start / stride < count ? start / stride : -1;
  }
  // How many elements of the image a window takes at the most.
  int64_t most_covered() const { return window < size ? window : size; }
  // The first element of window i that lies on the image. The elements that do are [First(i),
  // Last(i)).
  int64_t First(int64_t i) const {
    const int64_t start = At(i, 0);
    return start >= 0 ? 0 : (-start + dilation - 1) / dilation;
  }
  // One behind the last element of window i that lies on the image.
  int64_t Last(int64_t i) const {
    const int64_t start = At(i, 0);
    if (start >= size) return 0;
    if (start + (window - 1) * dilation < size) return window;  // as most do: no division
    const int64_t fitting = (size - start + dilation - 1) / dilation;
    return fitting < window ? fitting : window;
  }
};

// An image is a volume of one plane.
inline constexpr WindowDim kOnePlane = {1, 1, 1, 1, 0, 1};

}  // namespace pluggable

#endif  // PLUGGABLE_COMPUTE_WINDOW_H_
