// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Computes the number of windows of a convolution or a pooling along a dimension.

#ifndef PLUGGABLE_KERNEL_SHAPE_UTIL_H_
#define PLUGGABLE_KERNEL_SHAPE_UTIL_H_

#include <algorithm>
#include <cstdint>

#include "pluggable/padding.h"
#include "pluggable/status.h"

namespace pluggable {

// Computes the number of windows along a dimension of `input_size` elements, and the padding. A
// window covers `filter_size` elements that are `dilation_rate` apart. Windows begin every `stride`
// elements. Sets *output_size to the number of windows, and *padding_before and *padding_after to
// the elements of padding; for EXPLICIT padding the caller sets those two. If SAME padding is odd,
// the larger part comes after the input. Fails with INVALID_ARGUMENT if the stride or the dilation
// is less than 1, if sizes exceed an int64, or if the number of windows would be negative.
inline Status GetWindowedOutputSizeVerbose(int64_t input_size, int64_t filter_size,
                                           int64_t dilation_rate, int64_t stride, Padding padding,
                                           int64_t* output_size, int64_t* padding_before,
                                           int64_t* padding_after) {
  if (stride <= 0) return errors::InvalidArgument("Stride must be > 0, but got ", stride);
  if (dilation_rate < 1) {
    return errors::InvalidArgument("Dilation rate must be >= 1, but got ", dilation_rate);
  }
  if (padding != EXPLICIT) *padding_before = *padding_after = 0;
  int64_t window = 0;  // the elements from a window's first to its last
  int64_t padded = 0;  // the input with the padding known so far
  int64_t reach = 0;   // the range in which windows can begin, plus one stride
  if (__builtin_mul_overflow(filter_size - 1, dilation_rate, &window) ||
      __builtin_add_overflow(window, 1, &window) ||
      __builtin_add_overflow(input_size, *padding_before, &padded) ||
      __builtin_add_overflow(padded, *padding_after, &padded) ||
      __builtin_sub_overflow(padded, padding == SAME ? 1 : window, &reach) ||
      __builtin_add_overflow(reach, stride, &reach)) {
    return errors::InvalidArgument("Sizes of a window exceed 64 bits: [input_size: ", input_size,
                                   ", filter_size: ", filter_size,
                                   ", dilation_rate: ", dilation_rate, ", stride: ", stride, "]");
  }
  *output_size = reach / stride;
  if (*output_size < 0) {
    return errors::InvalidArgument("Computed output size would be negative: ", *output_size,
                                   " [input_size: ", input_size,
                                   ", effective_filter_size: ", window, ", stride: ", stride, "]");
  }
  if (padding == SAME) {
    const int64_t last_begin = (*output_size - 1) * stride;  // less than input_size
    const int64_t missing = std::max<int64_t>(window - (input_size - last_begin), 0);
    *padding_before = missing / 2;
    *padding_after = missing - *padding_before;
  }
  return Status();
}

// GetWindowedOutputSizeVerbose() for SAME and VALID padding. *padding_size is the padding before
// the input. Fails with INTERNAL for EXPLICIT padding.
inline Status GetWindowedOutputSize(int64_t input_size, int64_t filter_size, int64_t dilation_rate,
                                    int64_t stride, Padding padding, int64_t* output_size,
                                    int64_t* padding_size) {
  if (padding == EXPLICIT) {
    return errors::Internal(
        "GetWindowedOutputSize does not handle EXPLICIT padding; call "
        "GetWindowedOutputSizeVerbose instead");
  }
  int64_t after = 0;
  return GetWindowedOutputSizeVerbose(input_size, filter_size, dilation_rate, stride, padding,
                                      output_size, padding_size, &after);
}

// The same without a dilation, as earlier releases of TensorFlow have it.
inline Status GetWindowedOutputSizeVerbose(int64_t input_size, int64_t filter_size, int64_t stride,
                                           Padding padding, int64_t* output_size,
                                           int64_t* padding_before, int64_t* padding_after) {
  return GetWindowedOutputSizeVerbose(input_size, filter_size, 1, stride, padding, output_size,
                                      padding_before, padding_after);
}
// GetWindowedOutputSizeVerbose() under the name that earlier releases have for it.
inline Status GetWindowedOutputSizeVerboseV2(int64_t input_size, int64_t filter_size,
                                             int64_t dilation_rate, int64_t stride, Padding padding,
                                             int64_t* output_size, int64_t* padding_before,
                                             int64_t* padding_after) {
  return GetWindowedOutputSizeVerbose(input_size, filter_size, dilation_rate, stride, padding,
                                      output_size, padding_before, padding_after);
}
// The same as GetWindowedOutputSize() without a dilation, as earlier releases have it.
inline Status GetWindowedOutputSize(int64_t input_size, int64_t filter_size, int64_t stride,
                                    Padding padding, int64_t* output_size, int64_t* padding_size) {
  return GetWindowedOutputSize(input_size, filter_size, 1, stride, padding, output_size,
                               padding_size);
}
// GetWindowedOutputSize() under the name that earlier releases have for it.
inline Status GetWindowedOutputSizeV2(int64_t input_size, int64_t filter_size,
                                      int64_t dilation_rate, int64_t stride, Padding padding,
                                      int64_t* output_size, int64_t* padding_size) {
  return GetWindowedOutputSize(input_size, filter_size, dilation_rate, stride, padding, output_size,
                               padding_size);
}

}  // namespace pluggable

#endif  // PLUGGABLE_KERNEL_SHAPE_UTIL_H_
