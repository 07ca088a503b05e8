// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitives of FusedBatchNormV3 and its gradient.

#ifndef PLUGGABLE_COMPUTE_BATCH_NORM_H_
#define PLUGGABLE_COMPUTE_BATCH_NORM_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// For each channel c, over all outer and inner indices:
//
//   y = (x - m) / sqrt(v + epsilon) * scale[c] + offset[c]
//
// In training, m is the mean of x and v is the mean of (x - m)^2. Otherwise m is mean[c] and v is
// variance[c]. All statistics are floats. half and bfloat16 are computed in float and rounded once.
struct BatchNormPlan {
  DataType dtype = DT_INVALID;  // of x and y: float, half or bfloat16
  int64_t outer = 0;            // x is dense, [outer, channels, inner]; outer may be 0
  int64_t channels = 0;
  int64_t inner = 1;
  bool is_training = true;
  float epsilon = 0;
  float new_share = 1;  // exponential_avg_factor
  const void* x = nullptr;
  const float* scale = nullptr;
  const float* offset = nullptr;
  const float* mean = nullptr;      // not read in training if new_share is 1
  const float* variance = nullptr;  // likewise
  void* y = nullptr;                // may be the memory of x; else overlaps nothing
  float* used_mean = nullptr;       // m
  float* used_variance = nullptr;   // v
  // In training, with n elements in a channel:
  //   new_mean = (1 - new_share) * mean + new_share * m
  //   new_variance = (1 - new_share) * variance + new_share * v * n / max(n - 1, 1)
  // mean and variance are not read if new_share is 1. If is_training is false, the results are m
  // and v.
  float* new_mean = nullptr;
  float* new_variance = nullptr;
  float* zero = nullptr;  // is set to 0
};

// Computes the gradients of x, scale and offset from the gradient of y. Sums run over a channel, n
// is the number of its elements, and s = 1 / sqrt(variance[c] + epsilon):
//
//   offset_gradient = sum of y_gradient
//   scale_gradient = sum of y_gradient * (x - mean[c]) * s
//   x_gradient = scale[c] * s * y_gradient, and in training
//   x_gradient = scale[c] * s * (y_gradient - offset_gradient / n
//                                - (x - mean[c]) * s * scale_gradient / n)
struct BatchNormGradientPlan {
  DataType dtype = DT_INVALID;  // of x and of both its gradients: float, half or bfloat16
  int64_t outer = 0;            // as in BatchNormPlan
  int64_t channels = 0;
  int64_t inner = 1;
  bool is_training = true;
  float epsilon = 0;
  const void* y_gradient = nullptr;
  const void* x = nullptr;
  const float* scale = nullptr;
  const float* mean = nullptr;      // the mean that the forward step used
  const float* variance = nullptr;  // likewise
  void* x_gradient = nullptr;       // may be the memory of y_gradient; else overlaps nothing
  float* scale_gradient = nullptr;
  float* offset_gradient = nullptr;
};

// Enqueues the work on the stream. Fails if that is not possible.
Status BatchNorm(const Stream& stream, const BatchNormPlan& plan);
// The same for the gradient.
Status BatchNormGradient(const Stream& stream, const BatchNormGradientPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const BatchNormPlan& plan);
Status OnHost(const Stream& stream, const BatchNormGradientPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_BATCH_NORM_H_
