// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Where in a shape the batch, the channels and the spatial dimensions are: attributes such as
// data_format: "NHWC".

#ifndef PLUGGABLE_TENSOR_FORMAT_H_
#define PLUGGABLE_TENSOR_FORMAT_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pluggable/span.h"
#include "pluggable/status.h"
#include "pluggable/tensor.h"
#include "pluggable/tensor_shape.h"

namespace pluggable {

// Of a batch of images or volumes; H and W stand for all of its spatial dimensions.
enum TensorFormat { FORMAT_NHWC = 0, FORMAT_NCHW = 1, FORMAT_HWNC = 4, FORMAT_HWCN = 5 };

// Of a filter, from I channels to O.
enum FilterTensorFormat { FORMAT_HWIO = 0, FORMAT_OIHW = 1, FORMAT_OHWI = 2 };

// "NHWC" and "NDHWC" are one format. False for a text that is none.
inline bool FormatFromString(std::string_view text, TensorFormat* format) {
  struct Spelling {
    std::string_view text;
    TensorFormat format;
  };
  for (const Spelling& known : {Spelling{"NHWC", FORMAT_NHWC}, Spelling{"NDHWC", FORMAT_NHWC},
                                Spelling{"NCHW", FORMAT_NCHW}, Spelling{"NCDHW", FORMAT_NCHW},
                                Spelling{"HWNC", FORMAT_HWNC}, Spelling{"HWCN", FORMAT_HWCN}}) {
    if (text != known.text) continue;
    *format = known.format;
    return true;
  }
  return false;
}

inline bool FilterFormatFromString(std::string_view text, FilterTensorFormat* format) {
  struct Spelling {
    std::string_view text;
    FilterTensorFormat format;
  };
  for (const Spelling& known : {Spelling{"HWIO", FORMAT_HWIO}, Spelling{"DHWIO", FORMAT_HWIO},
                                Spelling{"OIHW", FORMAT_OIHW}, Spelling{"OIDHW", FORMAT_OIHW},
                                Spelling{"OHWI", FORMAT_OHWI}, Spelling{"ODHWI", FORMAT_OHWI}}) {
    if (text != known.text) continue;
    *format = known.format;
    return true;
  }
  return false;
}

inline std::string ToString(TensorFormat format) {
  switch (format) {
    case FORMAT_NHWC:
      return "NHWC";
    case FORMAT_NCHW:
      return "NCHW";
    case FORMAT_HWNC:
      return "HWNC";
    case FORMAT_HWCN:
      return "HWCN";
  }
  return "";
}

inline std::string ToString(FilterTensorFormat format) {
  switch (format) {
    case FORMAT_HWIO:
      return "HWIO";
    case FORMAT_OIHW:
      return "OIHW";
    case FORMAT_OHWI:
      return "OHWI";
  }
  return "";
}

// For ctx->GetAttr("data_format", &format).
inline Status AttrFromString(const std::string& text, TensorFormat* format) {
  if (FormatFromString(text, format)) return Status();
  return errors::InvalidArgument("Invalid data format: ", text);
}

// --- dimensions of a batch ---

inline int GetTensorSpatialDims(int num_dims, TensorFormat) { return num_dims - 2; }
inline int GetTensorDimsFromSpatialDims(int spatial_dims, TensorFormat) { return spatial_dims + 2; }

inline int GetTensorBatchDimIndex(int num_dims, TensorFormat format) {
  if (format == FORMAT_HWNC) return num_dims - 2;
  return format == FORMAT_HWCN ? num_dims - 1 : 0;
}
inline int GetTensorFeatureDimIndex(int num_dims, TensorFormat format) {
  if (format == FORMAT_NCHW) return 1;
  return format == FORMAT_HWCN ? num_dims - 2 : num_dims - 1;
}
inline int GetTensorSpatialDimIndex(int num_dims, TensorFormat format, int spatial_dim) {
  assert(spatial_dim >= 0 && spatial_dim < GetTensorSpatialDims(num_dims, format));
  static_cast<void>(num_dims);
  if (format == FORMAT_NHWC) return spatial_dim + 1;
  return format == FORMAT_NCHW ? spatial_dim + 2 : spatial_dim;
}

namespace internal {

// Which spatial dimension of `count` a letter names: '0', '1', '2' from the first, 'H' and 'W' the
// last two.
inline int SpatialDimOf(char dimension, int count) {
  if (dimension == 'H') return count - 2;
  if (dimension == 'W') return count - 1;
  return dimension - '0';
}

}  // namespace internal

// The index of dimension 'N', 'C', 'H', 'W', '0', '1' or '2'.
inline int GetTensorDimIndex(TensorFormat format, char dimension, int num_total_dims = 4) {
  if (dimension == 'N') return GetTensorBatchDimIndex(num_total_dims, format);
  if (dimension == 'C') return GetTensorFeatureDimIndex(num_total_dims, format);
  const int count = GetTensorSpatialDims(num_total_dims, format);
  return GetTensorSpatialDimIndex(num_total_dims, format, internal::SpatialDimOf(dimension, count));
}
template <int NUM_SPATIAL_DIMS>
int GetTensorDimIndex(TensorFormat format, char dimension) {
  return GetTensorDimIndex(format, dimension, NUM_SPATIAL_DIMS + 2);
}

// What a list with one entry a dimension (sizes, strides, dilations) has for that dimension.
template <typename T>
T GetTensorDim(Span<const T> attributes, TensorFormat format, char dimension) {
  const int rank = static_cast<int>(attributes.size());
  return attributes[static_cast<size_t>(GetTensorDimIndex(format, dimension, rank))];
}
template <typename T>
T GetTensorDim(const std::vector<T>& attributes, TensorFormat format, char dimension) {
  return GetTensorDim(Span<const T>(attributes.data(), attributes.size()), format, dimension);
}
inline int64_t GetTensorDim(const TensorShape& shape, TensorFormat format, char dimension) {
  return GetTensorDim(shape.dim_sizes(), format, dimension);
}
inline int64_t GetTensorDim(const Tensor& tensor, TensorFormat format, char dimension) {
  return GetTensorDim(tensor.shape(), format, dimension);
}

// The attribute explicit_paddings has two numbers for each dimension.
inline void GetExplicitPaddingForDim(const std::vector<int64_t>& explicit_paddings,
                                     TensorFormat format, char dimension, int64_t* before,
                                     int64_t* after) {
  const int rank = static_cast<int>(explicit_paddings.size() / 2);
  const auto at = static_cast<size_t>(2 * GetTensorDimIndex(format, dimension, rank));
  *before = explicit_paddings[at];
  *after = explicit_paddings[at + 1];
}

// --- dimensions of a filter ---

// The index of dimension 'I', 'O', 'H', 'W', '0', '1' or '2'.
inline int GetFilterDimIndex(FilterTensorFormat format, char dimension, int num_total_dims = 4) {
  const bool output_first = format != FORMAT_HWIO;
  if (dimension == 'O') return output_first ? 0 : num_total_dims - 1;
  if (dimension == 'I') {
    if (format == FORMAT_OIHW) return 1;
    return format == FORMAT_OHWI ? num_total_dims - 1 : num_total_dims - 2;
  }
  const int first = format == FORMAT_OIHW ? 2 : (output_first ? 1 : 0);
  return first + internal::SpatialDimOf(dimension, num_total_dims - 2);
}
template <int NUM_SPATIAL_DIMS>
int GetFilterDimIndex(FilterTensorFormat format, char dimension) {
  return GetFilterDimIndex(format, dimension, NUM_SPATIAL_DIMS + 2);
}
inline int64_t GetFilterDim(const TensorShape& shape, FilterTensorFormat format, char dimension) {
  return shape.dim_size(GetFilterDimIndex(format, dimension, shape.dims()));
}
inline int64_t GetFilterDim(const Tensor& tensor, FilterTensorFormat format, char dimension) {
  return GetFilterDim(tensor.shape(), format, dimension);
}

// --- shapes ---

// The shape of a batch whose sizes come from outside.
inline Status ShapeFromFormatWithStatus(TensorFormat format, int64_t batch,
                                        Span<const int64_t> spatial, int64_t channels,
                                        TensorShape* shape) {
  const int rank = GetTensorDimsFromSpatialDims(static_cast<int>(spatial.size()), format);
  std::vector<int64_t> sizes(static_cast<size_t>(rank));
  sizes[static_cast<size_t>(GetTensorBatchDimIndex(rank, format))] = batch;
  sizes[static_cast<size_t>(GetTensorFeatureDimIndex(rank, format))] = channels;
  for (int d = 0; d < rank - 2; ++d) {
    const int at = GetTensorSpatialDimIndex(rank, format, d);
    sizes[static_cast<size_t>(at)] = spatial[static_cast<size_t>(d)];
  }
  return TensorShape::BuildTensorShape(sizes, shape);
}
inline Status ShapeFromFormatWithStatus(TensorFormat format, int64_t batch, int64_t height,
                                        int64_t width, int64_t channels, TensorShape* shape) {
  return ShapeFromFormatWithStatus(format, batch, {height, width}, channels, shape);
}

// The same for sizes that are known to fit.
inline TensorShape ShapeFromFormat(TensorFormat format, int64_t batch, Span<const int64_t> spatial,
                                   int64_t channels) {
  TensorShape shape;
  const Status status = ShapeFromFormatWithStatus(format, batch, spatial, channels, &shape);
  assert(status.ok());
  static_cast<void>(status);
  return shape;
}
inline TensorShape ShapeFromFormat(TensorFormat format, int64_t batch, int64_t height,
                                   int64_t width, int64_t channels) {
  return ShapeFromFormat(format, batch, {height, width}, channels);
}

// A shape of one format in another.
inline TensorShape ShapeFromFormat(TensorFormat format, const TensorShape& shape,
                                   TensorFormat shape_format) {
  std::vector<int64_t> spatial;
  for (int d = 0; d < GetTensorSpatialDims(shape.dims(), shape_format); ++d) {
    spatial.push_back(shape.dim_size(GetTensorSpatialDimIndex(shape.dims(), shape_format, d)));
  }
  return ShapeFromFormat(format, GetTensorDim(shape, shape_format, 'N'), spatial,
                         GetTensorDim(shape, shape_format, 'C'));
}

}  // namespace pluggable

#endif  // PLUGGABLE_TENSOR_FORMAT_H_
