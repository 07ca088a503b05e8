// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Generators of calls of TensorFlow's matrix and neural network ops.

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "kernel_test_draw.h"

namespace pluggable::tests {
namespace {

// The positions of an image tensor's dimensions.
struct Layout {
  bool channels_first = false;
  size_t spatial = 2;

  explicit Layout(const std::string& format)
      : channels_first(format.size() > 1 && format[1] == 'C'),
        spatial(format.size() == 5 ? 3 : 2) {}

  size_t Channel() const { return channels_first ? 1 : spatial + 1; }
  size_t Spatial(size_t i) const { return i + (channels_first ? 2 : 1); }
  Dims Make(int64_t batch, const Dims& sizes, int64_t channels) const {
    Dims dims(spatial + 2, batch);
    dims[Channel()] = channels;
    for (size_t i = 0; i < spatial; ++i) dims[Spatial(i)] = sizes[i];
    return dims;
  }
};

// The CPU rounds every step to half or bfloat16, but kernels may round once. With small integers,
// the results are nearly the same.
void SmallIntegersIfNarrow(Draw& draw, const std::string& arg, const Dims& dims, int64_t least) {
  if (!IsNarrow(draw.TypeOf(arg))) return draw.Input(arg, dims);
  draw.SmallIntegers(arg, dims, least, 1);
}

// Up to 2.15, the CPU rounds every step of a matrix product of half. These sums are exact.
void Factor(Draw& draw, const std::string& arg, const Dims& dims) {
  if (draw.TypeOf(arg) != TF_HALF) return draw.Input(arg, dims);
  draw.SmallIntegers(arg, dims, -3, 3);
}

void MatMul(Draw& draw) {
  draw.AvoidExtremes();
  const int64_t rows = draw.random().OneIn(20) ? 130 : draw.Small(20);
  const int64_t inner = draw.random().OneIn(20) ? 200 : draw.Small(20);
  const int64_t columns = draw.random().OneIn(20) ? 70 : draw.Small(20);
  Factor(draw, "a", draw.Int("transpose_a") != 0 ? Dims{inner, rows} : Dims{rows, inner});
  Factor(draw, "b", draw.Int("transpose_b") != 0 ? Dims{columns, inner} : Dims{inner, columns});
}

void BatchMatMul(Draw& draw) {
  draw.AvoidExtremes();
  const bool broadcasts = draw.def().name != "BatchMatMul";
  const int64_t rows = draw.Small(9);
  const int64_t inner = draw.Small(9);
  const int64_t columns = draw.Small(9);
  Dims x = draw.Shape(0, 3);
  while (NumElements(x) > 60) *std::max_element(x.begin(), x.end()) = 2;
  Dims y = broadcasts ? draw.BroadcastableTo(x) : x;
  const bool adj_x = draw.Int("adj_x") != 0;
  const bool adj_y = draw.Int("adj_y") != 0;
  x.insert(x.end(), {adj_x ? inner : rows, adj_x ? rows : inner});
  y.insert(y.end(), {adj_y ? columns : inner, adj_y ? inner : columns});
  Factor(draw, "x", x);
  Factor(draw, "y", y);
}

void BiasAdd(Draw& draw) {
  Dims value = draw.Shape(2, 5);
  const bool channels_first = draw.String("data_format") == "NCHW";
  const int64_t channels = channels_first ? value[1] : value.back();
  draw.Input("value", value);
  draw.Input("bias", {channels});
}

void BiasAddGrad(Draw& draw) {
  draw.AvoidExtremes();
  Dims shape = draw.random().OneIn(15) ? draw.Shape(1, 1) : draw.Shape(2, 5);  // no vector
  if (draw.TypeOf("out_backprop") == TF_BFLOAT16) {
    while (NumElements(shape) > 200) *std::max_element(shape.begin(), shape.end()) = 2;
  }
  SmallIntegersIfNarrow(draw, "out_backprop", shape, -1);
}

// Strides, padding and dilations of a convolution or pooling. `window` is its size in each spatial
// dimension.
struct Windows {
  Dims window;
  Dims input;
  Dims output;
};

Windows DrawWindows(Draw& draw, const Layout& layout, bool pooling) {
  Random& random = draw.random();
  Windows result;
  std::vector<int64_t> strides(layout.spatial + 2, 1);
  std::vector<int64_t> dilations(layout.spatial + 2, 1);
  std::vector<int64_t> paddings(2 * (layout.spatial + 2), 0);
  const std::string padding = draw.String("padding");
  const int64_t stride = random.Int(1, 3);
  for (size_t i = 0; i < layout.spatial; ++i) {
    const int64_t window = random.Int(1, 4);
    const bool square = !draw.HasAttr("explicit_paddings") || !random.OneIn(5);
    const int64_t dilation = pooling || !random.OneIn(3) ? 1 : random.Int(1, 3);
    strides[layout.Spatial(i)] = square ? stride : random.Int(1, 3);
    dilations[layout.Spatial(i)] = dilation;
    for (size_t side = 0; side < 2; ++side) {
      paddings[2 * layout.Spatial(i) + side] = random.Int(0, pooling ? window - 1 : 2);
    }
    result.window.push_back(window);
    const int64_t reach = (window - 1) * dilation + 1;
    result.input.push_back(random.OneIn(12) ? random.Int(0, 2) : reach + random.Int(0, 7));
    const int64_t step = strides[layout.Spatial(i)];
    int64_t free = padding == "SAME" ? result.input.back() - 1 : result.input.back() - reach;
    if (padding == "EXPLICIT") {
      free += paddings[2 * layout.Spatial(i)] + paddings[2 * layout.Spatial(i) + 1];
    }
    result.output.push_back(free < 0 ? 0 : free / step + 1);
  }
  draw.SetInts("strides", strides);
  draw.SetInts("dilations", dilations);
  draw.SetInts("explicit_paddings", padding == "EXPLICIT" ? paddings : std::vector<int64_t>{});
  return result;
}

Layout LayoutOf(const Draw& draw) {
  const std::string format = draw.String("data_format");
  return Layout(format.empty() ? "NHWC" : format);
}

// NCHW_VECT_C packs channels in fours and is for quantized types.
void PlainFormat(Draw& draw) {
  if (draw.String("data_format") == "NCHW_VECT_C") draw.SetString("data_format", "NHWC");
}

// The CPU rounds sums of half and bfloat16 several times. Numbers whose sums are exact allow strict
// comparison.
void ExactInput(Draw& draw, const std::string& arg, const Dims& dims) {
  const TF_DataType type = draw.TypeOf(arg);
  if (type != TF_HALF && type != TF_BFLOAT16) {
    draw.Input(arg, dims);
    return;
  }
  std::vector<int64_t> values(static_cast<size_t>(NumElements(dims)));
  for (int64_t& value : values) value = draw.random().Int(-1, 1);
  draw.Input(arg, dims, values);
}

// input, filter. Depthwise has a filter of [.., channels, multiplier].
template <bool kDepthwise>
void Convolution(Draw& draw) {
  // Padding may be multiplied (0 * inf is NaN) or skipped; TensorFlow's own kernels differ.
  draw.SetValues(Values::kOrdinary);
  PlainFormat(draw);
  const Layout layout = LayoutOf(draw);
  const Windows windows = DrawWindows(draw, layout, false);
  const int64_t channels = draw.Small(5);
  const int64_t groups = !kDepthwise && draw.random().OneIn(6) ? 2 : 1;
  Dims filter = windows.window;
  filter.push_back(channels);
  filter.push_back(groups * draw.Small(5));
  const Dims input = layout.Make(draw.Small(3), windows.input, groups * channels);
  if (layout.spatial == 3) {  // large windows
    ExactInput(draw, "input", input);
    ExactInput(draw, "filter", filter);
  } else {
    draw.Input("input", input);
    draw.Input("filter", filter);
  }
}

void Pooling(Draw& draw) {
  PlainFormat(draw);
  const Layout layout = LayoutOf(draw);
  const Windows windows = DrawWindows(draw, layout, true);
  std::vector<int64_t> ksize(layout.spatial + 2, 1);
  for (size_t i = 0; i < layout.spatial; ++i) ksize[layout.Spatial(i)] = windows.window[i];
  draw.SetInts("ksize", ksize);
  const std::string& input = draw.def().inputs[0].name;
  const Dims shape = layout.Make(draw.Small(3), windows.input, draw.Small(5));
  const bool is_volume = layout.spatial == 3;
  // The result for NaN depends on the order in which the CPU compares a volume's values.
  if (is_volume) draw.SetValues(Values::kOrdinary);
  if (draw.def().name == "AvgPool" || draw.def().name == "AvgPool3D") {
    draw.AvoidExtremes();
    ExactInput(draw, input, shape);
  } else {
    draw.Input(input, shape);
  }
}

// Most of the CPU's gradients support one format, no dilation and no groups. Unsupported values are
// drawn less often.
void MostlyPlain(Draw& draw) {
  const bool is_volume = draw.String("data_format").size() == 5;
  if (!draw.random().OneIn(5)) draw.SetString("data_format", is_volume ? "NDHWC" : "NHWC");
}

// input or input_sizes, filter or filter_sizes, out_backprop.
template <bool kDepthwise>
void ConvolutionGradient(Draw& draw) {
  draw.SetValues(Values::kOrdinary);
  MostlyPlain(draw);
  const Layout layout = LayoutOf(draw);
  const Windows windows = DrawWindows(draw, layout, false);
  if (!draw.random().OneIn(5)) {
    draw.SetInts("dilations", std::vector<int64_t>(layout.spatial + 2, 1));
  }
  const int64_t channels = draw.Small(5);
  const int64_t groups = !kDepthwise && draw.random().OneIn(12) ? 2 : 1;
  const int64_t multiplier = groups * draw.Small(5);
  const int64_t batch = draw.Small(3);
  Dims filter = windows.window;
  filter.push_back(channels);
  filter.push_back(multiplier);
  const Dims input = layout.Make(batch, windows.input, groups * channels);
  ExactInput(draw, "input", input);
  ExactInput(draw, "filter", filter);
  const bool all_sizes =
      kDepthwise || layout.spatial == 3 || !draw.HasInput("input_sizes") || !draw.random().OneIn(4);
  const int64_t rank = static_cast<int64_t>(input.size());
  if (all_sizes) {
    draw.Input("input_sizes", {rank}, input);
  } else {
    draw.Input("input_sizes", {static_cast<int64_t>(layout.spatial)}, windows.input);
  }
  draw.Input("filter_sizes", {rank}, filter);
  ExactInput(draw, "out_backprop",
             layout.Make(batch, windows.output, kDepthwise ? channels * multiplier : multiplier));
}

// orig_input or orig_input_shape, orig_output, grad.
void PoolingGradient(Draw& draw) {
  MostlyPlain(draw);
  const Layout layout = LayoutOf(draw);
  const Windows windows = DrawWindows(draw, layout, true);
  std::vector<int64_t> ksize(layout.spatial + 2, 1);
  for (size_t i = 0; i < layout.spatial; ++i) ksize[layout.Spatial(i)] = windows.window[i];
  draw.SetInts("ksize", ksize);
  const int64_t batch = draw.Small(3);
  const int64_t channels = draw.Small(5);
  const Dims input = layout.Make(batch, windows.input, channels);
  const Dims output = layout.Make(batch, windows.output, channels);
  draw.Input("orig_input_shape", {static_cast<int64_t>(input.size())}, input);
  if (layout.spatial == 3) {
    // The CPU's gradient for volumes treats values within 1e-5 of the largest as the largest.
    draw.SmallIntegers("orig_input", input, -9, 9);
    draw.SmallIntegers("orig_output", output, -9, 9);
    draw.SetValues(Values::kOrdinary);
  } else {
    if (draw.random().OneIn(2)) {  // several largest values in a window
      draw.SmallIntegers("orig_input", input, 0, 2);
    } else {
      draw.Input("orig_input", input);
    }
    draw.Input("orig_output", output);
    draw.AvoidExtremes();
  }
  SmallIntegersIfNarrow(draw, "grad", output, 0);  // means of them do not cancel
}

void Softmax(Draw& draw) {
  draw.Input("logits", draw.random().OneIn(15) ? Dims{} : draw.Shape(1, 4));  // no scalar
}

int64_t BatchSize(Draw& draw) { return draw.random().OneIn(12) ? 0 : draw.Small(9); }

void SparseCrossEntropy(Draw& draw) {
  draw.AvoidExtremes();
  const int64_t batch = BatchSize(draw);
  const int64_t classes = draw.random().Int(1, 9);
  std::vector<int64_t> labels(static_cast<size_t>(batch));
  for (int64_t& label : labels) label = draw.random().Int(0, classes - 1);
  SmallIntegersIfNarrow(draw, "features", {batch, classes}, 0);
  draw.Input("labels", {batch}, labels);
}

void CrossEntropy(Draw& draw) {
  draw.AvoidExtremes();
  const Dims shape = {BatchSize(draw), draw.random().Int(1, 9)};
  const auto either = [&] {
    return draw.random().Of<Dims>({shape, shape, {1, shape[1]}, {shape[0], 1}, {shape[1]}});
  };
  const bool logits_broadcast = draw.random().OneIn(4);
  SmallIntegersIfNarrow(draw, "features", logits_broadcast ? either() : shape, 0);
  SmallIntegersIfNarrow(draw, "labels", logits_broadcast ? shape : either(), 0);
}

// A negative epsilon could cancel variances, and leave only rounding errors.
void PositiveEpsilon(Draw& draw) {
  draw.SetFloat("epsilon", draw.random().Of({0.001f, 0.1f, 1.0f}));
}

void FusedBatchNorm(Draw& draw) {
  PlainFormat(draw);
  PositiveEpsilon(draw);
  const Layout layout = LayoutOf(draw);
  const int64_t channels = draw.Small(6);
  const Dims sizes(layout.spatial, draw.Small(5));
  draw.SetValues(Values::kPositive);
  draw.Input("x", layout.Make(draw.Small(4), sizes, channels));
  draw.Input("scale", {channels});
  draw.Input("offset", {channels});
  const Dims statistics = draw.Int("is_training") != 0 ? Dims{0} : Dims{channels};
  draw.Input("mean", statistics);
  draw.Input("variance", statistics);
}

void FusedBatchNormGrad(Draw& draw) {
  PlainFormat(draw);
  PositiveEpsilon(draw);
  const Layout layout = LayoutOf(draw);
  const int64_t channels = draw.Small(6);
  const Dims shape = layout.Make(draw.Small(4), Dims(layout.spatial, draw.Small(5)), channels);
  draw.SetValues(Values::kPositive);
  draw.Input("y_backprop", shape);
  draw.Input("x", shape);
  draw.Input("scale", {channels});
  draw.Input("reserve_space_1", {channels});
  draw.Input("reserve_space_2", {channels});
  draw.Input("reserve_space_3", Dims{});
}

void InTopK(Draw& draw) {
  const int64_t batch = draw.random().Int(0, 9);
  const int64_t classes = draw.random().Int(1, 9);
  std::vector<int64_t> targets(static_cast<size_t>(batch));
  for (int64_t& target : targets) target = draw.random().Int(0, classes - 1);
  draw.Input("predictions", {batch, classes});
  draw.Input("targets", {batch}, targets);
  draw.Input("k", {}, {draw.random().Int(1, classes)});
}

// Windows of volumes. The CPU's kernels do not check the gradient's shape, divide by its sizes, and
// start outside of the volume if windows with SAME padding skip a part of it. Its convolutions do
// not support groups.
bool VolumeIsNoReference(const OpCall& call) {
  const bool is_pooling = call.op == "AvgPool3D" || call.op == "MaxPool3D";
  const bool has_sizes = call.op == "AvgPool3DGrad" || call.op == "Conv3DBackpropInputV2";
  const HostTensor& first = call.inputs[0].tensors[0];
  if (has_sizes && first.dims != Dims{5}) return false;
  const Dims input = has_sizes ? Integers(first) : first.dims;
  const Dims result = is_pooling ? Dims(5, 1) : call.inputs.back().tensors[0].dims;
  if (input.size() != 5 || result.size() != 5) return false;
  Dims ksize(5, 1);
  Dims strides(5, 1);
  bool same = false;
  size_t channel = 4;
  for (const NamedAttr& attr : call.attrs) {
    if (attr.name == "ksize") ksize = attr.value.ints;
    if (attr.name == "strides") strides = attr.value.ints;
    if (attr.name == "padding") same = attr.value.strings[0] == "SAME";
    if (attr.name == "data_format" && attr.value.strings[0] == "NCDHW") channel = 1;
  }
  if (call.op.compare(0, 6, "Conv3D") == 0) {
    const HostTensor& second = call.inputs[1].tensors[0];
    const bool is_sizes = call.op == "Conv3DBackpropFilterV2";
    if (is_sizes && second.dims != Dims{5}) return false;
    const Dims filter = is_sizes ? Integers(second) : second.dims;
    if (filter.size() != 5) return false;
    std::copy(filter.begin(), filter.begin() + 3, ksize.begin() + 1);
    const bool has_groups = filter[3] > 0 && input[channel] % filter[3] == 0;
    if (has_groups && input[channel] != filter[3]) return true;
  }
  const bool is_gradient = !is_pooling && call.op != "Conv3D";
  if (is_gradient && (NumElements(input) == 0 || NumElements(result) == 0)) return true;
  for (size_t d = 1; d < 4; ++d) {
    const int64_t count = (input[d] - (same ? 1 : ksize[d]) + strides[d]) / strides[d];
    if (call.op == "AvgPool3DGrad" && result[d] != count) return true;
    if (same && (count - 1) * strides[d] + ksize[d] < input[d]) return true;
  }
  return call.op == "AvgPool3DGrad" && (result[0] != input[0] || result[4] != input[4]);
}

bool CpuNetworkOpIsNoReference(const OpCall& call) {
  if (call.op.find("3D") != std::string::npos) return VolumeIsNoReference(call);
  if (call.op == "AvgPoolGrad") {
    const HostTensor& sizes = call.inputs[0].tensors[0];
    const Dims& grad = call.inputs[1].tensors[0].dims;
    if (sizes.dims != Dims{4} || grad.size() != 4) return false;
    const Dims input = Integers(sizes);
    Dims ksize(4, 1);
    Dims strides(4, 1);
    bool same = false;
    for (const NamedAttr& attr : call.attrs) {
      if (attr.name == "ksize") ksize = attr.value.ints;
      if (attr.name == "strides") strides = attr.value.ints;
      if (attr.name == "padding") same = attr.value.strings[0] == "SAME";
    }
    for (size_t d = 0; d < 4; ++d) {
      if (grad[d] != (input[d] - (same ? 1 : ksize[d]) + strides[d]) / strides[d]) return true;
    }
  } else if (call.op == "Conv2DBackpropFilter" || call.op == "MaxPoolGrad") {
    const Dims& gradient = call.inputs[2].tensors[0].dims;
    return gradient.size() == 4 && gradient[1] * gradient[2] == 0;
  } else if (call.op == "FusedBatchNormGradV3") {
    const Dims& x = call.inputs[1].tensors[0].dims;
    return x.size() == 5 && NumElements(x) == 0;  // folds two dimensions of the result
  } else if (call.op == "DepthwiseConv2dNativeBackpropFilter" ||
             call.op == "DepthwiseConv2dNativeBackpropInput") {
    const auto is_dilated = [](const NamedAttr& attr) {
      return attr.name == "dilations" && attr.value.ints != Dims(4, 1);
    };
    return NumElements(call.inputs[2].tensors[0].dims) == 0 ||
           std::any_of(call.attrs.begin(), call.attrs.end(), is_dilated);
  }
  return false;
}

Generator FindNetworkGenerator(const std::string& op) {
  static const std::map<std::string, Generator, std::less<>> kGenerators = {
      {"AvgPool", Pooling},
      {"AvgPool3D", Pooling},
      {"AvgPool3DGrad", PoolingGradient},
      {"AvgPoolGrad", PoolingGradient},
      {"BatchMatMul", BatchMatMul},
      {"BatchMatMulV2", BatchMatMul},
      {"BatchMatMulV3", BatchMatMul},
      {"BiasAdd", BiasAdd},
      {"BiasAddGrad", BiasAddGrad},
      {"Conv2D", Convolution<false>},
      {"Conv2DBackpropFilter", ConvolutionGradient<false>},
      {"Conv2DBackpropInput", ConvolutionGradient<false>},
      {"Conv3D", Convolution<false>},
      {"Conv3DBackpropFilterV2", ConvolutionGradient<false>},
      {"Conv3DBackpropInputV2", ConvolutionGradient<false>},
      {"DepthwiseConv2dNative", Convolution<true>},
      {"DepthwiseConv2dNativeBackpropFilter", ConvolutionGradient<true>},
      {"DepthwiseConv2dNativeBackpropInput", ConvolutionGradient<true>},
      {"FusedBatchNormGradV3", FusedBatchNormGrad},
      {"FusedBatchNormV3", FusedBatchNorm},
      {"InTopKV2", InTopK},
      {"LogSoftmax", Softmax},
      {"MatMul", MatMul},
      {"MaxPool", Pooling},
      {"MaxPool3D", Pooling},
      {"MaxPool3DGrad", PoolingGradient},
      {"MaxPoolGrad", PoolingGradient},
      {"Softmax", Softmax},
      {"SoftmaxCrossEntropyWithLogits", CrossEntropy},
      {"SparseSoftmaxCrossEntropyWithLogits", SparseCrossEntropy},
  };
  const auto found = kGenerators.find(op);
  return found == kGenerators.end() ? nullptr : found->second;
}

}  // namespace

const OpGroup kNetworkOps = {FindNetworkGenerator, CpuNetworkOpIsNoReference};

}  // namespace pluggable::tests
