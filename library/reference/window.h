// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Windows over images and volumes, for convolutions and pooling.

#ifndef PLUGGABLE_REFERENCE_WINDOW_H_
#define PLUGGABLE_REFERENCE_WINDOW_H_

#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/op_kernel.h"

#include "compute/window.h"

namespace pluggable {

// The attributes that ops with windows share. Lists have an entry for each dimension of the
// tensors: batch, rows, columns and depth, or batch, planes, rows, columns and depth, in the order
// of the data format.
struct WindowAttrs {
  std::vector<int32_t> strides;
  std::string padding;
  std::vector<int64_t> explicit_paddings;  // two entries per dimension if padding is EXPLICIT
  bool channels_first = false;             // NCHW or NCDHW

  // `rank` is that of the tensors, 4 or 5. Ops without the attribute explicit_paddings pass false.
  // All names except data_format begin with `prefix`, for ops with several kinds of windows.
  Status Read(OpKernelConstruction* ctx, int rank, bool has_explicit_paddings,
              const std::string& prefix = "");

  int rank() const { return static_cast<int>(strides.size()); }
  bool has_planes() const { return rank() == 5; }
  int plane_dim() const { return channels_first ? 2 : 1; }  // if there are any
  int row_dim() const { return column_dim() - 1; }
  int column_dim() const { return channels_first ? rank() - 1 : rank() - 2; }
  int channel_dim() const { return channels_first ? 1 : rank() - 1; }

  // Completes `dim`, which has size, window and dilation already, for dimension d of the tensors.
  Status Complete(int d, WindowDim* dim) const;
};

// The sizes of an image's rows, columns and depth in a tensor, and their steps in elements.
struct ImageLayout {
  int64_t batch;
  int64_t depth;
  int64_t batch_step;
  int64_t row_step;
  int64_t column_step;
  int64_t depth_step;

  ImageLayout(const TensorShape& shape, bool channels_first);
};

// A tensor's shape from its parts.
TensorShape ImageShape(int64_t batch, int64_t rows, int64_t columns, int64_t depth,
                       bool channels_first);

// The same for volumes.
TensorShape VolumeShape(int64_t batch, int64_t planes, int64_t rows, int64_t columns, int64_t depth,
                        bool channels_first);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_WINDOW_H_
