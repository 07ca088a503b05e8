// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Data formats: where the batch, the channels and the spatial dimensions are in a shape. They are
// the values of attributes such as data_format: "NHWC".

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

// The order of dimensions of a batch of images or volumes. H and W stand for all spatial
// dimensions.
enum TensorFormat { FORMAT_NHWC = 0, FORMAT_NCHW = 1, FORMAT_HWNC = 4, FORMAT_HWCN = 5 };

// The order of dimensions of a filter with I input channels and O output channels.
enum FilterTensorFormat { FORMAT_HWIO = 0, FORMAT_OIHW = 1, FORMAT_OHWI = 2 };

// Sets *format from a text such as "NHWC" or "NDHWC", which are the same format. Returns false and
// changes nothing if the text is not a format.
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

// Sets *format from a text such as "HWIO" or "DHWIO", which are the same format. Returns false and
// changes nothing if the text is not a format.
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

// The name for images, such as "NHWC".
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

// The name for filters of images, such as "HWIO".
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

// Called by ctx->GetAttr("data_format", &format). Fails with INVALID_ARGUMENT for other texts.
inline Status AttrFromString(const std::string& text, TensorFormat* format) {
  if (FormatFromString(text, format)) return Status();
  return errors::InvalidArgument("Invalid data format: ", text);
}

// --- dimensions of a batch ---

// The number of spatial dimensions among num_dims dimensions.
inline int GetTensorSpatialDims(int num_dims, TensorFormat) { return num_dims - 2; }
// The number of dimensions of a tensor with this many spatial dimensions.
inline int GetTensorDimsFromSpatialDims(int spatial_dims, TensorFormat) { return spatial_dims + 2; }

// The index of the batch among num_dims dimensions.
inline int GetTensorBatchDimIndex(int num_dims, TensorFormat format) {
  if (format == FORMAT_HWNC) return num_dims - 2;
  return format == FORMAT_HWCN ? num_dims - 1 : 0;
}
// The index of the channels among num_dims dimensions.
inline int GetTensorFeatureDimIndex(int num_dims, TensorFormat format) {
  if (format == FORMAT_NCHW) return 1;
  return format == FORMAT_HWCN ? num_dims - 2 : num_dims - 1;
}
// The index of spatial dimension spatial_dim, counted from 0, among num_dims dimensions.
inline int GetTensorSpatialDimIndex(int num_dims, TensorFormat format, int spatial_dim) {
  assert(spatial_dim >= 0 && spatial_dim < GetTensorSpatialDims(num_dims, format));
  static_cast<void>(num_dims);
  if (format == FORMAT_NHWC) return spatial_dim + 1;
  return format == FORMAT_NCHW ? spatial_dim + 2 : spatial_dim;
}

namespace internal {

// The spatial dimension that a letter names, of `count`: '0', '1', '2' count from the first, 'H'
// and 'W' are the last two.
inline int SpatialDimOf(char dimension, int count) {
  if (dimension == 'H') return count - 2;
  if (dimension == 'W') return count - 1;
  return dimension - '0';
}

}  // namespace internal

// The index of the dimension that a letter names, among num_total_dims: 'N' the batch, 'C' the
// channels, 'H' and 'W' the last two spatial ones, '0', '1' and '2' the spatial ones from the
// first.
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

// The entry for a dimension in a list with one entry for each dimension, such as sizes, strides or
// dilations. The letters are those of GetTensorDimIndex().
template <typename T>
T GetTensorDim(Span<const T> attributes, TensorFormat format, char dimension) {
  const int rank = static_cast<int>(attributes.size());
  return attributes[static_cast<size_t>(GetTensorDimIndex(format, dimension, rank))];
}
template <typename T>
T GetTensorDim(const std::vector<T>& attributes, TensorFormat format, char dimension) {
  return GetTensorDim(Span<const T>(attributes.data(), attributes.size()), format, dimension);
}
// The size of a dimension in a shape or of a tensor.
inline int64_t GetTensorDim(const TensorShape& shape, TensorFormat format, char dimension) {
  return GetTensorDim(shape.dim_sizes(), format, dimension);
}
inline int64_t GetTensorDim(const Tensor& tensor, TensorFormat format, char dimension) {
  return GetTensorDim(tensor.shape(), format, dimension);
}

// The elements of padding before and after a dimension, from the attribute explicit_paddings, which
// has two numbers for each dimension.
inline void GetExplicitPaddingForDim(const std::vector<int64_t>& explicit_paddings,
                                     TensorFormat format, char dimension, int64_t* before,
                                     int64_t* after) {
  const int rank = static_cast<int>(explicit_paddings.size() / 2);
  const auto at = static_cast<size_t>(2 * GetTensorDimIndex(format, dimension, rank));
  *before = explicit_paddings[at];
  *after = explicit_paddings[at + 1];
}

// --- dimensions of a filter ---

// The index of the dimension that a letter names in a filter of num_total_dims dimensions: 'I' and
// 'O' the channels, 'H' and 'W' the last two spatial ones, '0', '1' and '2' the spatial ones from
// the first.
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
// The size of a dimension in the shape of a filter, or of a filter.
inline int64_t GetFilterDim(const TensorShape& shape, FilterTensorFormat format, char dimension) {
  return shape.dim_size(GetFilterDimIndex(format, dimension, shape.dims()));
}
inline int64_t GetFilterDim(const Tensor& tensor, FilterTensorFormat format, char dimension) {
  return GetFilterDim(tensor.shape(), format, dimension);
}

// --- shapes ---

// Sets *shape to the shape of a batch of images or volumes. Fails with INVALID_ARGUMENT for sizes
// that no tensor can have.
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

// The shape of a batch of images or volumes, for sizes that are known to be valid.
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

// The same shape in another format: `shape` is in shape_format, the result in `format`.
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
