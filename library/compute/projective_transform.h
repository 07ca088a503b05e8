// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of ImageProjectiveTransformV3.

#ifndef PLUGGABLE_COMPUTE_PROJECTIVE_TRANSFORM_H_
#define PLUGGABLE_COMPUTE_PROJECTIVE_TRANSFORM_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// What is outside of an image: a value, the image reflected (dcba|abcd|dcba), the image again
// (abcd|abcd|abcd), or its nearest pixel.
enum class OutsideOfImage : uint8_t { kConstant, kReflect, kWrap, kNearest };

// Images seen through a projection. The pixel at row y and column x of a result is that of its
// image at the coordinates
//
//   (t[0] x + t[1] y + t[2]) / k of the columns, (t[3] x + t[4] y + t[5]) / k of the rows,
//
// where k = t[6] x + t[7] y + 1, in float. It is fill_value if k is 0. A coordinate c along s
// pixels becomes, if it is not in [0, s - 1] and s is more than 1:
//
//   kReflect:  d = -1 - c if c < 0, else c; d modulo 2 s; then 2 s - 1 - d if d >= s, else d.
//   kWrap:     c + s n if c < 0, where n is the whole part of -c / (s - 1), plus 1; else c - s n,
//              where n is the whole part of c / (s - 1).
//
// Then all but kConstant bring it into [0, s - 1]; of one pixel, kReflect and kWrap bring it to 0.
// The pixel is that of the coordinates rounded, halves away from zero. If is_bilinear, it is what
// the four around them come to, first those of a row, then those of the two rows, each as
// (b_at - at) * a + (at - a_at) * b in float, rounded to the data type at the end. A pixel that is
// outside of the image is fill_value. So is the one of a coordinate that is NaN, unless
// is_bilinear: that makes NaN of it.
struct ProjectiveTransformPlan {
  // Computes all of the result on the host.
  using Loop = void (*)(const ProjectiveTransformPlan& plan, ThreadPool* threads);

  DataType dtype = DT_INVALID;  // of both: float, double, half, bfloat16, uint8, int32 or int64
  bool is_bilinear = false;
  OutsideOfImage outside = OutsideOfImage::kConstant;
  float fill_value = 0;  // converted to the data type
  // Both are dense, [images, rows, columns, channels].
  int64_t images = 1;  // as all sizes of the result, at least 1
  int64_t rows = 0;    // of the original, which may have no pixels
  int64_t columns = 0;
  int64_t out_rows = 1;
  int64_t out_columns = 1;
  int64_t channels = 1;
  const void* in = nullptr;
  const float* transforms = nullptr;  // t, of eight numbers for each image
  bool is_same_transform = false;     // of all images: there are eight numbers
  void* out = nullptr;                // overlaps nothing
  Loop loop = nullptr;
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status ProjectiveTransform(const Stream& stream, const ProjectiveTransformPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const ProjectiveTransformPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_PROJECTIVE_TRANSFORM_H_
