// Measures the primitives of an emitted plugin on its first device, without TensorFlow: for each
// plan a line
//
//   NAME SECONDS FLOPS BYTES
//
// with the time of a call as part of many, the multiplications and additions of it, and the bytes
// that it has to move. The argument is what sizes are divided by, for slow devices; 1 by default.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>

#include "compute/arg_reduce.h"
#include "compute/batch_norm.h"
#include "compute/convolution.h"
#include "compute/cuda/matrix_product.h"
#include "compute/elementwise.h"
#include "compute/matrix_product.h"
#include "compute/one_hot.h"
#include "compute/reduce.h"
#include "compute/resize.h"
#include "compute/scan.h"
#include "compute/softmax.h"
#include "compute/strided_copy.h"
#include "device_memory.h"
#include "plugin/features/device.h"

namespace pluggable::tests {
namespace {

constexpr double kSecondsOfMeasurement = 0.15;
constexpr int kMeasurements = 3;
constexpr int kMaxCalls = 2000;
constexpr int64_t kMillion = 1024 * 1024;

void Measure(const std::string& name, double flops, double bytes,
             const std::function<Status()>& call) {
  TimeOf(call, 1);  // compiles the kernels
  const double once = TimeOf(call, 1);
  const int count =
      static_cast<int>(std::clamp(kSecondsOfMeasurement / once, 1.0, double{kMaxCalls}));
  double best = once;
  for (int i = 0; i < kMeasurements; ++i) best = std::min(best, TimeOf(call, count));
  std::printf("%s %.9f %.0f %.0f\n", name.c_str(), best, flops, bytes);
  std::fflush(stdout);
}

int64_t SizeOf(DataType dtype) { return dtype == DT_FLOAT ? 4 : 2; }

void MeasureElementwise(const std::string& name, DataType dtype, compute::Formula formula,
                        int inputs, int64_t size) {
  const Buffer x(size * SizeOf(dtype));
  const Buffer y(size * SizeOf(dtype));
  const Buffer out(size * SizeOf(dtype));
  const Stream stream = StreamOf({&x, &y, &out});
  compute::ElementwisePlan plan;
  plan.formula = formula;
  plan.num_inputs = inputs;
  plan.inputs[0] = {dtype, x.data()};
  plan.inputs[1] = {dtype, y.data()};
  plan.out_dtype = dtype;
  plan.out = out.data();
  plan.size = size;
  Measure(name, static_cast<double>(size), static_cast<double>((inputs + 1) * size * SizeOf(dtype)),
          [&] { return compute::Elementwise(stream, plan); });
}

void MeasureBias(const std::string& name, int64_t rows, int64_t columns) {
  const Buffer x(rows * columns * 4);
  const Buffer y(columns * 4);
  const Buffer out(rows * columns * 4);
  const Stream stream = StreamOf({&x, &y, &out});
  compute::ElementwisePlan plan;
  plan.formula = compute::Formula::kAdd;
  plan.num_inputs = 2;
  plan.inputs[0] = {DT_FLOAT, x.data()};
  plan.inputs[1] = {DT_FLOAT, y.data()};
  plan.out_dtype = DT_FLOAT;
  plan.out = out.data();
  plan.size = rows * columns;
  const TensorShape matrix({rows, columns});
  const TensorShape vector({columns});
  plan.broadcast.Init({&matrix, &vector});
  Measure(name, static_cast<double>(plan.size), static_cast<double>(2 * plan.size * 4),
          [&] { return compute::Elementwise(stream, plan); });
}

void MeasureTranspose(const std::string& name, int64_t rows, int64_t columns) {
  const Buffer x(rows * columns * 4);
  const Buffer out(rows * columns * 4);
  const Stream stream = StreamOf({&x, &out});
  compute::StridedCopyPlan plan;
  plan.element_bytes = 4;
  plan.copies.push_back({{{columns, 1, rows}, {rows, columns, 1}}, x.data(), out.data()});
  Measure(name, 0, static_cast<double>(2 * rows * columns * 4),
          [&] { return compute::StridedCopies(stream, plan); });
}

void MeasureReduce(const std::string& name, int64_t rows, int64_t columns, bool of_rows) {
  const Buffer x(rows * columns * 4);
  const Buffer out((of_rows ? rows : columns) * 4);
  const Stream stream = StreamOf({&x, &out});
  compute::ReducePlan plan;
  plan.dtype = DT_FLOAT;
  plan.in = x.data();
  plan.out = out.data();
  const compute::ReducePlan::Dim row_dim = {rows, columns};
  const compute::ReducePlan::Dim column_dim = {columns, 1};
  (of_rows ? plan.kept : plan.folded) = {row_dim};
  (of_rows ? plan.folded : plan.kept) = {column_dim};
  if (rows == 1) plan.kept.clear();
  plan.kept_elements = of_rows ? rows : columns;
  plan.folded_elements = of_rows ? columns : rows;
  Measure(name, static_cast<double>(rows * columns), static_cast<double>(rows * columns * 4),
          [&] { return compute::Reduce(stream, plan); });
}

void MeasureArgMax(const std::string& name, int64_t outer, int64_t length, int64_t inner) {
  const Buffer x(outer * length * inner * 4);
  const Buffer out(outer * inner * 8);
  const Stream stream = StreamOf({&x, &out});
  compute::ArgReducePlan plan;
  plan.dtype = DT_FLOAT;
  plan.out_dtype = DT_INT64;
  plan.outer = outer;
  plan.length = length;
  plan.inner = inner;
  plan.in = x.data();
  plan.out = out.data();
  Measure(name, 0, static_cast<double>(x.bytes() + out.bytes()),
          [&] { return compute::ArgReduce(stream, plan); });
}

void MeasureScan(const std::string& name, int64_t outer, int64_t length, int64_t inner) {
  const Buffer x(outer * length * inner * 4);
  const Buffer out(outer * length * inner * 4);
  const Stream stream = StreamOf({&x, &out});
  compute::ScanPlan plan;
  plan.kind = compute::ScanPlan::Kind::kSum;
  plan.dtype = DT_FLOAT;
  plan.outer = outer;
  plan.length = length;
  plan.inner = inner;
  plan.x = x.data();
  plan.out = out.data();
  Measure(name, static_cast<double>(outer * length * inner),
          static_cast<double>(x.bytes() + out.bytes()),
          [&] { return compute::Scan(stream, plan); });
}

// Images enlarged to twice their size, and the gradient of that.
void MeasureResize(const std::string& name, compute::ResizeMethod method, int64_t images,
                   int64_t size, int64_t channels) {
  compute::ResizeGeometry geometry;
  geometry.method = method;
  geometry.half_pixel_centers = true;
  geometry.images = images;
  geometry.rows = geometry.columns = size;
  geometry.resized_rows = geometry.resized_columns = 2 * size;
  geometry.channels = channels;
  const Buffer original(images * size * size * channels * 4);
  const Buffer resized(4 * images * size * size * channels * 4);
  const Stream stream = StreamOf({&original, &resized});
  compute::ResizePlan forward;
  forward.geometry = geometry;
  forward.dtype = DT_FLOAT;
  forward.in = original.data();
  forward.out = resized.data();
  const auto bytes = static_cast<double>(original.bytes() + resized.bytes());
  Measure(name, 0, bytes, [&] { return compute::Resize(stream, forward); });
  compute::ResizeGradientPlan backward;
  backward.geometry = geometry;
  backward.dtype = DT_FLOAT;
  backward.in = resized.data();
  backward.out = original.data();
  Measure(name + "-gradient", 0, bytes, [&] { return compute::ResizeGradient(stream, backward); });
}

void MeasureOneHot(const std::string& name, int64_t rows, int64_t depth) {
  const Buffer indices(rows * 4);
  const Buffer values(8);
  const Buffer out(rows * depth * 4);
  const Stream stream = StreamOf({&indices, &values, &out});
  compute::OneHotPlan plan;
  plan.element_bytes = 4;
  plan.index_dtype = DT_INT32;
  plan.outer = rows;
  plan.depth = depth;
  plan.indices = indices.data();
  plan.on = values.data();
  plan.off = static_cast<float*>(values.data()) + 1;
  plan.out = out.data();
  Measure(name, 0, static_cast<double>(out.bytes()), [&] { return compute::OneHot(stream, plan); });
}

void MeasureSoftmax(const std::string& name, int64_t rows, int64_t classes) {
  const Buffer x(rows * classes * 4);
  const Buffer out(rows * classes * 4);
  const Stream stream = StreamOf({&x, &out});
  compute::SoftmaxPlan plan;
  plan.dtype = DT_FLOAT;
  plan.rows = rows;
  plan.classes = classes;
  plan.logits = x.data();
  plan.out = out.data();
  Measure(name, static_cast<double>(rows * classes), static_cast<double>(2 * rows * classes * 4),
          [&] { return compute::Softmax(stream, plan); });
}

void MeasureProduct(const std::string& name, DataType dtype, int64_t batches, int64_t rows,
                    int64_t columns, int64_t depth, bool transpose_a, bool transpose_b) {
  const Buffer a(batches * rows * depth * SizeOf(dtype));
  const Buffer b(batches * depth * columns * SizeOf(dtype));
  const Buffer c(batches * rows * columns * SizeOf(dtype));
  const Stream stream = StreamOf({&a, &b, &c});
  compute::MatrixProductPlan plan;
  plan.dtype = dtype;
  plan.rows = rows;
  plan.columns = columns;
  plan.depth = depth;
  plan.transpose_a = transpose_a;
  plan.transpose_b = transpose_b;
  plan.a = a.data();
  plan.b = b.data();
  plan.c = c.data();
  plan.batches = batches;
  const TensorShape shape({batches});
  if (batches > 1) plan.nest.Init({&shape, &shape});
  Measure(name, 2.0 * static_cast<double>(batches * rows * columns * depth),
          static_cast<double>(a.bytes() + b.bytes() + c.bytes()),
          [&] { return compute::MatrixProduct(stream, plan); });
}

// A dense layer with a bias and ReLU, by one call of a library of the device's if there is one.
void MeasureDense(const std::string& name, DataType dtype, int64_t rows, int64_t columns,
                  int64_t depth) {
  if constexpr (features::kCudaLibraries) {
    const Buffer a(rows * depth * SizeOf(dtype));
    const Buffer b(depth * columns * SizeOf(dtype));
    const Buffer bias(columns * SizeOf(dtype));
    const Buffer c(rows * columns * SizeOf(dtype));
    const Stream stream = StreamOf({&a, &b, &bias, &c});
    compute::MatrixProductPlan plan;
    plan.dtype = dtype;
    plan.rows = rows;
    plan.columns = columns;
    plan.depth = depth;
    plan.a = a.data();
    plan.b = b.data();
    plan.c = c.data();
    const compute::ProductEpilogue epilogue{bias.data(), nullptr, /*has_relu=*/true};
    const auto compute_it = [&] { return compute::ByCublas(stream, plan, epilogue); };
    // The first uses of a shape find out whether the library's ReLU is of use.
    for (int use = 0; use < 2; ++use) static_cast<void>(compute_it());
    if (!compute_it()) return;
    Measure(name, 2.0 * static_cast<double>(rows * columns * depth),
            static_cast<double>(a.bytes() + b.bytes() + c.bytes()),
            [&] { return compute_it().value_or(errors::Unavailable("the library fails")); });
  }
}

// Squares, and those of a transformer's attention. The names end in `suffix`.
void MeasureProducts(const std::string& suffix, DataType dtype, int64_t divisor) {
  for (const int64_t side : {512, 1024, 4096}) {
    const int64_t n = side / std::min<int64_t>(divisor, 4);
    MeasureProduct("product-" + std::to_string(n) + suffix, dtype, 1, n, n, n, false, false);
  }
  MeasureProduct("product-1024-transposed-b" + suffix, dtype, 1, 1024, 1024, 1024, false, true);
  MeasureProduct("products-384-of-128x128x64" + suffix, dtype, 384 / std::min<int64_t>(divisor, 8),
                 128, 128, 64, false, true);
  MeasureDense("dense-relu-4096x1024x1024" + suffix, dtype, 4096, 1024, 1024);
}

// A convolution with a square window, as much padded as the window is wide, and its gradients.
void MeasureConvolution(const std::string& name, DataType dtype, int64_t batch, int64_t size,
                        int64_t depth, int64_t outputs, int64_t window, int64_t stride) {
  compute::ConvolutionGeometry geometry;
  geometry.batch = batch;
  geometry.depth = depth;
  geometry.output_depth = outputs;
  WindowDim dim;
  dim.size = size;
  dim.window = window;
  dim.stride = stride;
  dim.before = (window - 1) / 2;
  dim.count = (size + stride - 1) / stride;
  geometry.rows = geometry.columns = dim;
  geometry.filter_elements = window * window * depth * outputs;
  const Buffer input(batch * size * size * depth * SizeOf(dtype));
  const Buffer filter(geometry.filter_elements * SizeOf(dtype));
  const Buffer output(batch * dim.count * dim.count * outputs * SizeOf(dtype));
  const Stream stream = StreamOf({&input, &filter, &output});
  const double flops =
      2.0 * static_cast<double>(batch * dim.count * dim.count * geometry.filter_elements);
  const auto bytes = static_cast<double>(input.bytes() + filter.bytes() + output.bytes());
  Measure(name, flops, bytes, [&] {
    return compute::Convolution(stream,
                                {dtype, geometry, input.data(), filter.data(), output.data()});
  });
  Measure(name + "-input-gradient", flops, bytes, [&] {
    return compute::ConvolutionInputGradient(
        stream, {dtype, geometry, filter.data(), output.data(), input.data()});
  });
  Measure(name + "-filter-gradient", flops, bytes, [&] {
    return compute::ConvolutionFilterGradient(
        stream, {dtype, geometry, input.data(), output.data(), filter.data()});
  });
}

// With <PLUGIN>_VERBOSE, a plugin for CUDA also prints what cuDNN and its own kernels take.
void MeasureBatchNorm(const std::string& name, DataType dtype, int64_t pixels, int64_t channels) {
  const Buffer x(pixels * channels * SizeOf(dtype));
  const Buffer y(x.bytes());
  const Buffer gradient(x.bytes());
  const Buffer statistics(8 * channels * 4);
  const Stream stream = StreamOf({&x, &y, &gradient, &statistics});
  // Each of them starts at a multiple of cuDNN's alignment.
  auto* const rows = static_cast<float*>(statistics.data());
  compute::BatchNormPlan plan;
  plan.dtype = dtype;
  plan.outer = pixels;
  plan.channels = channels;
  plan.epsilon = 1e-3F;
  plan.x = x.data();
  plan.scale = rows;
  plan.offset = rows + channels;
  plan.y = y.data();
  plan.used_mean = rows + 2 * channels;
  plan.used_variance = rows + 3 * channels;
  plan.new_mean = rows + 4 * channels;
  plan.new_variance = rows + 5 * channels;
  plan.zero = rows + 6 * channels;
  const auto bytes = static_cast<double>(x.bytes());
  Measure(name, 0, 3 * bytes, [&] { return compute::BatchNorm(stream, plan); });
  compute::BatchNormGradientPlan backward;
  backward.dtype = dtype;
  backward.outer = pixels;
  backward.channels = channels;
  backward.epsilon = plan.epsilon;
  backward.y_gradient = y.data();
  backward.x = x.data();
  backward.scale = plan.scale;
  backward.mean = plan.used_mean;
  backward.variance = plan.used_variance;
  backward.x_gradient = gradient.data();
  backward.scale_gradient = plan.new_mean;
  backward.offset_gradient = plan.new_variance;
  Measure(name + "-gradient", 0, 5 * bytes,
          [&] { return compute::BatchNormGradient(stream, backward); });
  plan.is_training = false;
  plan.mean = plan.scale;
  plan.variance = plan.offset;
  Measure(name + "-inference", 0, 2 * bytes, [&] { return compute::BatchNorm(stream, plan); });
}

void MeasureAll(int64_t divisor) {
  const int64_t elements = 64 * kMillion / divisor;
  const int64_t side = 8192 / std::min<int64_t>(divisor, 8);
  MeasureElementwise("launch", DT_FLOAT, compute::Formula::kRelu, 1, 1);
  MeasureElementwise("relu-float", DT_FLOAT, compute::Formula::kRelu, 1, elements);
  MeasureElementwise("tanh-float", DT_FLOAT, compute::Formula::kTanh, 1, elements);
  MeasureElementwise("add-float", DT_FLOAT, compute::Formula::kAdd, 2, elements);
  MeasureElementwise("add-half", DT_HALF, compute::Formula::kAdd, 2, elements);
  MeasureBias("bias-256", elements / 256, 256);
  MeasureTranspose("transpose", side, side);
  MeasureReduce("sum-of-rows", side, side, true);
  MeasureReduce("sum-of-columns", side, side, false);
  MeasureReduce("sum-of-all", 1, elements, true);
  MeasureSoftmax("softmax-1000", elements / 1024, 1000);
  MeasureArgMax("argmax-of-rows", elements / 1024, 1000, 1);
  MeasureArgMax("argmax-of-columns", 1, side, side);
  MeasureScan("cumsum-of-rows", side, side, 1);
  MeasureScan("cumsum-of-columns", 1, side, side);
  const int64_t images = std::max<int64_t>(64 / divisor, 1);
  MeasureResize("resize-nearest-56x56x64", compute::ResizeMethod::kNearest, images, 56, 64);
  MeasureResize("resize-bilinear-56x56x64", compute::ResizeMethod::kBilinear, images, 56, 64);
  MeasureOneHot("one-hot-1000", elements / 1024, 1000);
  MeasureProducts("", DT_FLOAT, divisor);
  MeasureProducts("-half", DT_HALF, divisor);
  MeasureProducts("-bfloat16", DT_BFLOAT16, divisor);
  const int64_t batch = std::max<int64_t>(64 / divisor, 1);
  for (const DataType dtype : {DT_FLOAT, DT_HALF}) {
    const std::string end = dtype == DT_HALF ? "-half" : "";
    MeasureBatchNorm("batch-norm-64" + end, dtype, elements / 64, 64);
    MeasureBatchNorm("batch-norm-56x56x64" + end, dtype, batch * 56 * 56, 64);
    MeasureBatchNorm("batch-norm-14x14x256" + end, dtype, batch * 14 * 14, 256);
    MeasureConvolution("convolution-56x56x64-3x3-64" + end, dtype, batch, 56, 64, 64, 3, 1);
    MeasureConvolution("convolution-56x56x64-1x1-256" + end, dtype, batch, 56, 64, 256, 1, 1);
    MeasureConvolution("convolution-14x14x256-3x3-256" + end, dtype, batch, 14, 256, 256, 3, 1);
    MeasureConvolution("convolution-28x28x128-3x3-128-stride-2" + end, dtype, batch, 28, 128, 128,
                       3, 2);
  }
}

}  // namespace
}  // namespace pluggable::tests

int main(int argc, char** argv) {
  if (pluggable::tests::ComputeDevice::Get() == nullptr) {
    std::fprintf(stderr, "the driver lists no device\n");
    return 1;
  }
  pluggable::tests::MeasureAll(argc > 1 ? std::atoll(argv[1]) : 1);
  return 0;
}
