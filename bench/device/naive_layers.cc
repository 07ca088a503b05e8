// Primitives of networks' layers beside naive kernels (naive.cc).

#include <cstdint>

#include "compute/batch_norm.h"
#include "compute/convolution.h"
#include "compute/cross_entropy.h"
#include "compute/in_top_k.h"
#include "compute/pooling.h"
#include "compute/resize.h"
#include "compute/softmax.h"
#include "naive.h"

namespace pluggable::tests {
namespace {

constexpr float kEpsilon = 1e-3F;
constexpr int kRowsOfClasses = 1024, kClasses = 1000;

void MeasureSoftmax() {
  const Floats x(kRowsOfClasses * kClasses), out(kRowsOfClasses * kClasses),
      naive(kRowsOfClasses * kClasses);
  const Stream stream = StreamOf({&x, &out, &naive});
  compute::SoftmaxPlan plan;
  plan.dtype = DT_FLOAT;
  plan.rows = kRowsOfClasses;
  plan.classes = kClasses;
  plan.logits = x.data();
  plan.out = out.data();
  Measure(
      "softmax", [&] { return compute::Softmax(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_softmax", kRowsOfClasses, x.floats(), naive.floats(),
                           kRowsOfClasses, kClasses);
      },
      {out.data(), naive.data(), kRowsOfClasses * kClasses});
}

void MeasureCrossEntropy() {
  const Floats x(kRowsOfClasses * kClasses), backprop(kRowsOfClasses * kClasses),
      naive(kRowsOfClasses * kClasses);
  const Floats loss(kRowsOfClasses), naive_loss(kRowsOfClasses);
  const Indices labels(kRowsOfClasses, kClasses);
  const Stream stream = StreamOf({&x, &backprop, &naive, &loss, &naive_loss, &labels});
  compute::CrossEntropyPlan plan;
  plan.dtype = DT_FLOAT;
  plan.rows = kRowsOfClasses;
  plan.classes = kClasses;
  plan.logits = {x.data(), kClasses, 1};
  plan.class_dtype = DT_INT32;
  plan.label_classes = labels.data();
  plan.loss = loss.data();
  plan.backprop = backprop.data();
  Measure(
      "cross_entropy", [&] { return compute::CrossEntropy(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_cross_entropy", kRowsOfClasses, x.floats(), labels.ints(),
                           naive_loss.floats(), naive.floats(), kRowsOfClasses, kClasses);
      },
      {backprop.data(), naive.data(), kRowsOfClasses * kClasses});
}

void MeasureInTopK() {
  constexpr int kMost = 5;
  const Floats x(kRowsOfClasses * kClasses);
  const Indices targets(kRowsOfClasses, kClasses);
  const Buffer out(kRowsOfClasses), naive(kRowsOfClasses);
  const Stream stream = StreamOf({&x, &targets, &out, &naive});
  compute::InTopKPlan plan;
  plan.rows = kRowsOfClasses;
  plan.classes = kClasses;
  plan.k = kMost;
  plan.predictions = x.data();
  plan.target_dtype = DT_INT32;
  plan.targets = targets.data();
  plan.out = out.data();
  Measure(
      "in_top_k", [&] { return compute::InTopK(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_in_top_k", kRowsOfClasses, x.floats(), targets.ints(),
                           static_cast<uint8_t*>(naive.data()), kRowsOfClasses, kClasses, kMost);
      },
      {out.data(), naive.data(), kRowsOfClasses, /*are_floats=*/false, 1});
}

void MeasureConvolutions() {
  constexpr int kImages = 4, kSide = 28, kDepth = 32, kOutputs = 64;
  constexpr int kIn = kImages * kSide * kSide * kDepth, kOut = kImages * kSide * kSide * kOutputs,
                kFilter = 9 * kDepth * kOutputs;
  compute::ConvolutionGeometry geometry;
  geometry.batch = kImages;
  geometry.depth = kDepth;
  geometry.output_depth = kOutputs;
  WindowDim dim;
  dim.size = dim.count = kSide;
  dim.window = 3;
  dim.before = 1;
  geometry.rows = geometry.columns = dim;
  geometry.filter_elements = kFilter;
  const Floats input(kIn), filter(kFilter), output(kOut), in_result(kIn), filter_result(kFilter);
  const Floats naive_out(kOut), naive_in(kIn), naive_filter(kFilter);
  const Stream stream = StreamOf(
      {&input, &filter, &output, &in_result, &filter_result, &naive_out, &naive_in, &naive_filter});
  Measure(
      "convolution",
      [&] {
        return compute::Convolution(
            stream, {DT_FLOAT, geometry, input.data(), filter.data(), output.data()});
      },
      [&] {
        return LaunchNaive(stream, "naive_convolution", kOut, input.floats(), filter.floats(),
                           naive_out.floats(), kImages, kSide, kDepth, kOutputs);
      },
      {output.data(), naive_out.data(), kOut});
  Measure(
      "convolution_input_gradient",
      [&] {
        return compute::ConvolutionInputGradient(
            stream, {DT_FLOAT, geometry, filter.data(), output.data(), in_result.data()});
      },
      [&] {
        return LaunchNaive(stream, "naive_convolution_input_gradient", kIn, filter.floats(),
                           output.floats(), naive_in.floats(), kImages, kSide, kDepth, kOutputs);
      },
      {in_result.data(), naive_in.data(), kIn});
  Measure(
      "convolution_filter_gradient",
      [&] {
        return compute::ConvolutionFilterGradient(
            stream, {DT_FLOAT, geometry, input.data(), output.data(), filter_result.data()});
      },
      [&] {
        return LaunchNaive(stream, "naive_convolution_filter_gradient", kFilter, input.floats(),
                           output.floats(), naive_filter.floats(), kImages, kSide, kDepth,
                           kOutputs);
      },
      {filter_result.data(), naive_filter.data(), kFilter});
}

void MeasurePoolings() {
  constexpr int kImages = 8, kSide = 28, kDepth = 64;  // of the output
  constexpr int kOut = kImages * kSide * kSide * kDepth, kIn = 4 * kOut;
  compute::PoolingGeometry geometry;
  geometry.batch = kImages;
  geometry.depth = kDepth;
  WindowDim dim;
  dim.size = 2 * kSide;
  dim.window = dim.stride = 2;
  dim.count = kSide;
  geometry.rows = geometry.columns = dim;
  const Floats input(kIn), output(kOut), gradient(kOut), result(kIn), naive_out(kOut),
      naive_result(kIn);
  const Stream stream = StreamOf({&input, &output, &gradient, &result, &naive_out, &naive_result});
  compute::PoolingPlan forward;
  forward.dtype = DT_FLOAT;
  forward.geometry = geometry;
  forward.input = input.data();
  forward.output = output.data();
  Measure(
      "pooling", [&] { return compute::Pooling(stream, forward); },
      [&] {
        return LaunchNaive(stream, "naive_pooling", kOut, input.floats(), naive_out.floats(),
                           kImages, kSide, kDepth);
      },
      {output.data(), naive_out.data(), kOut});
  compute::PoolingGradientPlan backward;
  backward.dtype = DT_FLOAT;
  backward.geometry = geometry;
  backward.input = input.data();
  backward.gradient = gradient.data();
  backward.input_gradient = result.data();
  Measure(
      "pooling_gradient", [&] { return compute::PoolingGradient(stream, backward); },
      [&] {
        return LaunchNaive(stream, "naive_pooling_gradient", kOut, input.floats(),
                           gradient.floats(), naive_result.floats(), kImages, kSide, kDepth);
      },
      {result.data(), naive_result.data(), kIn});
}

void MeasureBatchNorms() {
  constexpr int kPixels = 16 * 28 * 28, kChannels = 64, kSize = kPixels * kChannels;
  const Floats x(kSize), y(kSize), gradient(kSize), result(kSize), naive(kSize),
      naive_result(kSize);
  const Floats scale(kChannels), offset(kChannels), mean(kChannels), variance(kChannels),
      new_mean(kChannels), new_variance(kChannels);
  const Floats zero(1), naive_mean(kChannels), naive_variance(kChannels), of_scale(kChannels),
      of_offset(kChannels);
  const Floats naive_of_scale(kChannels), naive_of_offset(kChannels);
  const Stream stream =
      StreamOf({&x, &y, &gradient, &result, &naive, &naive_result, &scale, &offset, &mean,
                &variance, &new_mean, &new_variance, &zero, &naive_mean, &naive_variance, &of_scale,
                &of_offset, &naive_of_scale, &naive_of_offset});
  compute::BatchNormPlan forward;
  forward.dtype = DT_FLOAT;
  forward.outer = kPixels;
  forward.channels = kChannels;
  forward.epsilon = kEpsilon;
  forward.x = x.data();
  forward.scale = scale.floats();
  forward.offset = offset.floats();
  forward.y = y.data();
  forward.used_mean = mean.floats();
  forward.used_variance = variance.floats();
  forward.new_mean = new_mean.floats();
  forward.new_variance = new_variance.floats();
  forward.zero = zero.floats();
  Measure(
      "batch_norm", [&] { return compute::BatchNorm(stream, forward); },
      [&] {
        Status status =
            LaunchNaive(stream, "naive_statistics", kChannels, x.floats(), naive_mean.floats(),
                        naive_variance.floats(), kPixels, kChannels);
        status.Update(LaunchNaive(stream, "naive_batch_norm", kSize, x.floats(), scale.floats(),
                                  offset.floats(), naive_mean.floats(), naive_variance.floats(),
                                  naive.floats(), kEpsilon, kSize, kChannels));
        return status;
      },
      {y.data(), naive.data(), kSize});
  compute::BatchNormGradientPlan backward;
  backward.dtype = DT_FLOAT;
  backward.outer = kPixels;
  backward.channels = kChannels;
  backward.epsilon = kEpsilon;
  backward.y_gradient = gradient.data();
  backward.x = x.data();
  backward.scale = scale.floats();
  backward.mean = mean.floats();
  backward.variance = variance.floats();
  backward.x_gradient = result.data();
  backward.scale_gradient = of_scale.floats();
  backward.offset_gradient = of_offset.floats();
  Measure(
      "batch_norm_gradient", [&] { return compute::BatchNormGradient(stream, backward); },
      [&] {
        Status status =
            LaunchNaive(stream, "naive_batch_norm_sums", kChannels, gradient.floats(), x.floats(),
                        mean.floats(), variance.floats(), naive_of_scale.floats(),
                        naive_of_offset.floats(), kEpsilon, kPixels, kChannels);
        status.Update(LaunchNaive(stream, "naive_batch_norm_gradient", kSize, gradient.floats(),
                                  x.floats(), scale.floats(), mean.floats(), variance.floats(),
                                  naive_of_scale.floats(), naive_of_offset.floats(),
                                  naive_result.floats(), kEpsilon, kPixels, kChannels));
        return status;
      },
      {result.data(), naive_result.data(), kSize});
}

void MeasureResizes() {
  constexpr int kImages = 8, kSide = 28, kDepth = 64;
  constexpr int kSmall = kImages * kSide * kSide * kDepth, kLarge = 4 * kSmall;
  compute::ResizeGeometry geometry;
  geometry.half_pixel_centers = true;
  geometry.images = kImages;
  geometry.rows = geometry.columns = kSide;
  geometry.resized_rows = geometry.resized_columns = 2 * kSide;
  geometry.channels = kDepth;
  const Floats original(kSmall), resized(kLarge), naive(kLarge), result(kSmall),
      naive_result(kSmall);
  const Stream stream = StreamOf({&original, &resized, &naive, &result, &naive_result});
  compute::ResizePlan forward;
  forward.geometry = geometry;
  forward.dtype = DT_FLOAT;
  forward.in = original.data();
  forward.out = resized.data();
  Measure(
      "resize", [&] { return compute::Resize(stream, forward); },
      [&] {
        return LaunchNaive(stream, "naive_resize", kLarge, original.floats(), naive.floats(),
                           kImages, kSide, kDepth);
      },
      {resized.data(), naive.data(), kLarge});
  compute::ResizeGradientPlan backward;
  backward.geometry = geometry;
  backward.dtype = DT_FLOAT;
  backward.in = resized.data();
  backward.out = result.data();
  Measure(
      "resize_gradient", [&] { return compute::ResizeGradient(stream, backward); },
      [&] {
        return LaunchNaive(stream, "naive_resize_gradient", kSmall, resized.floats(),
                           naive_result.floats(), kImages, kSide, kDepth);
      },
      {result.data(), naive_result.data(), kSmall});
}

}  // namespace

void MeasureLayers() {
  MeasureSoftmax();
  MeasureCrossEntropy();
  MeasureInTopK();
  MeasureConvolutions();
  MeasurePoolings();
  MeasureBatchNorms();
  MeasureResizes();
}

}  // namespace pluggable::tests
