// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/host_values.h"

namespace pluggable {

// ImageProjectiveTransformV3(images: dtype, transforms: float, output_shape: int32, fill_value:
//     float) -> transformed_images: dtype
template <typename dtype>
class ImageProjectiveTransformV3Op : public OpKernel {
 public:
  explicit ImageProjectiveTransformV3Op(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string interpolation;
    std::string fill_mode;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("interpolation", &interpolation));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("fill_mode", &fill_mode));
    OP_REQUIRES(ctx, interpolation == "NEAREST" || interpolation == "BILINEAR",
                errors::InvalidArgument("Invalid interpolation ", interpolation,
                                        ". Supported types: NEAREST, BILINEAR"));
    bilinear_ = interpolation == "BILINEAR";
    if (fill_mode == "REFLECT") {
      fill_mode_ = FillMode::kReflect;
    } else if (fill_mode == "WRAP") {
      fill_mode_ = FillMode::kWrap;
    } else if (fill_mode == "NEAREST") {
      fill_mode_ = FillMode::kNearest;
    } else {
      OP_REQUIRES(ctx, fill_mode == "CONSTANT",
                  errors::InvalidArgument("Invalid mode ", fill_mode,
                                          ". Supported types: REFLECT, WRAP, CONSTANT, NEAREST"));
    }
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor images = ctx->input(0);
    const Tensor transforms = ctx->input(1);
    const Tensor size = ctx->input(2);
    const Tensor fill_value = ctx->input(3);
    const TensorShape& from = images.shape();
    const TensorShape& matrices = transforms.shape();
    OP_REQUIRES(ctx, from.dims() == 4, errors::InvalidArgument("Input images must have rank 4"));
    OP_REQUIRES(ctx,
                matrices.dims() == 2 && matrices.dim_size(1) == 8 &&
                    (matrices.dim_size(0) == from.dim_size(0) || matrices.dim_size(0) == 1),
                errors::InvalidArgument("Input transform should be num_images x 8 or 1 x 8"));
    OP_REQUIRES(
        ctx, size.dims() == 1,
        errors::InvalidArgument("output shape must be 1-dimensional", size.shape().DebugString()));
    OP_REQUIRES(
        ctx, size.NumElements() == 2,
        errors::InvalidArgument("output shape must have two elements", size.shape().DebugString()));
    const std::vector<CheckedInt> sizes = HostValues(size);
    OP_REQUIRES(ctx, sizes[0] > 0 && sizes[1] > 0,
                errors::InvalidArgument("output dimensions must be positive"));
    OP_REQUIRES(
        ctx, fill_value.dims() == 0,
        errors::InvalidArgument("fill_value must be a scalar", fill_value.shape().DebugString()));
    const TensorShape to({from.dim_size(0), sizes[0].value(), sizes[1].value(), from.dim_size(3)});
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, to, &output));
    if (output->NumElements() == 0) return;
    Images task;
    if (images.NumElements() > 0) {  // or else the sides may be of any length
      task.height = from.dim_size(1);
      task.width = from.dim_size(2);
    }
    task.channels = from.dim_size(3);
    task.bilinear = bilinear_;
    task.fill_mode = fill_mode_;
    task.fill_value = static_cast<dtype>(fill_value.scalar<float>()());
    const int64_t step = matrices.dim_size(0) == 1 ? 0 : 8;
    EnqueueWork(
        ctx, 8 * output->NumElements(),
        [task, to, step, images = images.span<dtype>(), transforms = transforms.span<float>(),
         output = output->span<dtype>()](ThreadPool* threads) {
          Run(task, to, OnDevice(images.data()), OnDevice(transforms.data()), step,
              OnDevice(output.data()), threads);
        });
  }

 private:
  // What is outside of an image.
  enum class FillMode { kConstant, kReflect, kWrap, kNearest };

  struct Images {
    int64_t height = 0;
    int64_t width = 0;
    int64_t channels = 0;
    bool bilinear = false;
    FillMode fill_mode = FillMode::kConstant;
    dtype fill_value = dtype(0);

    // Where in 0 .. size - 1 a coordinate is found, unless constants are out there.
    float Map(float coordinate, int64_t size) const {
      const float last = static_cast<float>(size - 1);
      const bool inside = coordinate >= 0 && coordinate <= last;
      if (fill_mode == FillMode::kConstant) return coordinate;
      if (!inside && fill_mode != FillMode::kNearest) {
        if (size <= 1) return 0;
        coordinate =
            fill_mode == FillMode::kWrap ? Wrap(coordinate, size) : Reflect(coordinate, size);
      }
      return std::min(std::max(coordinate, 0.0f), last);
    }

    // Whole periods; of numbers that no integer holds, some.
    static int64_t Whole(float periods) { return static_cast<int64_t>(std::fmin(periods, 1e9f)); }

    // abcd|abcd|abcd
    static float Wrap(float coordinate, int64_t size) {
      const float period = static_cast<float>(size - 1);
      if (coordinate < 0) {
        return coordinate + static_cast<float>(size * (Whole(-coordinate / period) + 1));
      }
      return coordinate - static_cast<float>(size * Whole(coordinate / period));
    }

    // dcba|abcd|dcba
    static float Reflect(float coordinate, int64_t size) {
      const int64_t period = 2 * size;
      const float length = static_cast<float>(period);
      if (coordinate < 0) {
        coordinate += static_cast<float>(period * Whole(-coordinate / length));
        return coordinate < static_cast<float>(-size) ? coordinate + length : -coordinate - 1;
      }
      coordinate -= static_cast<float>(period * Whole(coordinate / length));
      return coordinate >= static_cast<float>(size) ? length - coordinate - 1 : coordinate;
    }

    // The pixel at x, y of an image, or null outside of it.
    const dtype* Pixel(const dtype* image, float x, float y) const {
      const bool is_inside =
          x >= 0 && x < static_cast<float>(width) && y >= 0 && y < static_cast<float>(height);
      if (!is_inside) return nullptr;
      return image + (static_cast<int64_t>(y) * width + static_cast<int64_t>(x)) * channels;
    }

    void Read(const dtype* image, float x, float y, dtype* out) const {
      x = Map(x, width);
      y = Map(y, height);
      if (bilinear) {
        Interpolate(image, x, y, out);
      } else {
        const dtype* const pixel = Pixel(image, std::round(x), std::round(y));
        for (int64_t c = 0; c < channels; ++c) out[c] = pixel == nullptr ? fill_value : pixel[c];
      }
    }

    void Interpolate(const dtype* image, float x, float y, dtype* out) const {
      const float left = std::floor(x);
      const float top = std::floor(y);
      const float right = left + 1;
      const float bottom = top + 1;
      const dtype* const pixels[4] = {Pixel(image, left, top), Pixel(image, right, top),
                                      Pixel(image, left, bottom), Pixel(image, right, bottom)};
      for (int64_t c = 0; c < channels; ++c) {
        float values[4];
        for (int i = 0; i < 4; ++i) {
          values[i] = static_cast<float>(pixels[i] == nullptr ? fill_value : pixels[i][c]);
        }
        const float above = (right - x) * values[0] + (x - left) * values[1];
        const float below = (right - x) * values[2] + (x - left) * values[3];
        out[c] = static_cast<dtype>((bottom - y) * above + (y - top) * below);
      }
    }
  };

  static void Run(const Images& task, const TensorShape& shape, const dtype* images,
                  const float* transforms, int64_t step, dtype* output, ThreadPool* threads) {
    const int64_t rows = shape.dim_size(1);
    const int64_t columns = shape.dim_size(2);
    const int64_t channels = task.channels;
    threads->ParallelFor(
        shape.dim_size(0) * rows, columns * (8 * channels + 10), [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const int64_t batch = i / rows;
            const dtype* const image = images + batch * task.height * task.width * channels;
            const float* const t = transforms + batch * step;
            const float y = static_cast<float>(i % rows);
            for (int64_t column = 0; column < columns; ++column) {
              const float x = static_cast<float>(column);
              dtype* const out = output + (i * columns + column) * channels;
              const float scale = t[6] * x + t[7] * y + 1.0f;
              if (scale == 0) {  // infinitely far away
                std::fill(out, out + channels, task.fill_value);
              } else {
                task.Read(image, (t[0] * x + t[1] * y + t[2]) / scale,
                          (t[3] * x + t[4] * y + t[5]) / scale, out);
              }
            }
          }
        });
  }

  bool bilinear_ = false;
  FillMode fill_mode_ = FillMode::kConstant;
};

}  // namespace pluggable
