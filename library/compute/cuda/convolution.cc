// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/cuda/convolution.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "pluggable/scratch.h"

#include "compute/cuda/launch_call.h"
#include "compute/device/convolution_geometry.h"
#include "compute/device/denied.h"
#include "compute/device/strided_copy_launch.h"
#include "driver/cuda/cudnn_plans.h"
#include "driver/cuda/device.h"
#include "reference/strided_copy.h"

namespace pluggable::compute {

namespace {

namespace dnn = cuda::cudnn;
using dnn::SpatialDim;
using dnn::Wanted;

// Copies of tensors may use at most this part of the device's memory, since streams keep the
// scratch memory that they have allocated.
constexpr uint64_t kPartOfMemory = 16;

std::optional<dnn::ElementType> ElementTypeOf(DataType dtype) {
  switch (dtype) {
    case DT_FLOAT:
      return dnn::kFloat;
    case DT_DOUBLE:
      return dnn::kDouble;
    case DT_HALF:
      return dnn::kHalf;
    case DT_BFLOAT16:
      return dnn::kBfloat16;
    default:
      return std::nullopt;
  }
}

// A dimension in cuDNN's terms, and the elements by which the image must be enlarged on both sides.
struct PaddedDim {
  SpatialDim dim;
  int64_t before = 0;
  int64_t after = 0;

  int64_t image() const { return dim.input - before - after; }
};

// How to handle paddings that differ before and after: pass them to cuDNN, or enlarge the image.
enum class Uneven { kPadding, kImage };

// Nothing if cuDNN would compute more windows than the plan has.
std::optional<PaddedDim> PadDim(const WindowDim& window, Uneven uneven) {
  PaddedDim padded;
  padded.dim = {window.size, window.window, window.count, window.stride, window.dilation, 0, 0};
  const int64_t covered = (window.window - 1) * window.dilation + 1;
  // Enlarges the image for the last window, by at most one stride more than it needs.
  const int64_t least = (window.count - 1) * window.stride + covered - window.size - window.before;
  const int64_t most = least + window.stride - 1;
  if (most < 0) return std::nullopt;
  if (window.before >= least && window.before <= most) {
    padded.dim.padding_before = padded.dim.padding_after = window.before;
  } else if (uneven == Uneven::kPadding) {
    padded.dim.padding_before = window.before;
    padded.dim.padding_after = std::max<int64_t>(least, 0);
  } else {
    padded.before = window.before;
    padded.after = std::max<int64_t>(least, 0);
    padded.dim.input += padded.before + padded.after;
  }
  return padded;
}

// A plan, translated to cuDNN's terms.
struct Translation {
  dnn::Convolution convolution;
  std::vector<PaddedDim> dims;
  size_t element_bytes = 0;
  int64_t input_elements = 0;

  bool enlarges_input() const {
    return std::any_of(dims.begin(), dims.end(),
                       [](const PaddedDim& dim) { return dim.before != 0 || dim.after != 0; });
  }
};

// Whether cuDNN's integers can represent the window's extent and the padding.
bool IsCountable(const WindowDim& window) {
  return FitsInt(window.size) && FitsInt(window.window) && FitsInt(window.dilation) &&
         FitsInt(window.stride) && FitsInt(window.before) && FitsInt(window.count);
}

std::optional<Translation> TranslateConvolution(DataType dtype, const ConvolutionGeometry& g,
                                                Wanted wanted, Uneven uneven) {
  const std::optional<dnn::ElementType> type = ElementTypeOf(dtype);
  // Depthwise convolutions have few multiplications. Kernels of this library compute them.
  if (!type || g.is_depthwise || device::IsEmpty(g)) return std::nullopt;
  Translation translation;
  translation.element_bytes = DataTypeSize(dtype);
  dnn::Convolution& convolution = translation.convolution;
  convolution.wanted = wanted;
  convolution.type = *type;
  convolution.channels_first = g.channels_first;
  convolution.batch = g.batch;
  convolution.depth = g.depth;
  convolution.output_depth = g.output_depth;
  convolution.groups = g.groups;
  const bool are_volumes =
      g.planes.size != 1 || g.planes.window != 1 || g.planes.count != 1 || g.planes.before != 0;
  std::optional<int64_t> input_elements = device::Elements({g.batch, g.depth});
  for (const WindowDim* const window : {&g.planes, &g.rows, &g.columns}) {
    if (window == &g.planes && !are_volumes) continue;
    if (!IsCountable(*window)) return std::nullopt;
    const std::optional<PaddedDim> padded = PadDim(*window, uneven);
    if (!padded || !input_elements) return std::nullopt;
    input_elements = device::Elements({*input_elements, padded->dim.input});
    convolution.dims.push_back(padded->dim);
    translation.dims.push_back(*padded);
  }
  const int64_t output_elements = device::OutputPixels(g) * g.output_depth;
  if (!input_elements || !FitsInt(output_elements) || !FitsInt(g.filter_elements)) {
    return std::nullopt;
  }
  translation.input_elements = *input_elements;
  return translation;
}

// Converts TensorFlow's filter, [dims..., depth / groups, output_depth], to cuDNN's layout.
StridedCopy FilterToCudnn(const dnn::Convolution& convolution) {
  const int64_t channels = convolution.depth / convolution.groups;
  const int64_t outputs = convolution.output_depth;
  int64_t places = 1;
  for (const SpatialDim& dim : convolution.dims) places *= dim.window;
  StridedCopy copy;
  copy.AddDim(outputs, 1, places * channels);
  if (convolution.channels_first) {
    copy.AddDim(channels, outputs, places);
    copy.AddDim(places, channels * outputs, 1);
  } else {
    copy.AddDim(places * channels, outputs, 1);
  }
  return copy;
}

// Converts cuDNN's filter to TensorFlow's layout.
StridedCopy FilterFromCudnn(const dnn::Convolution& convolution) {
  const int64_t channels = convolution.depth / convolution.groups;
  const int64_t outputs = convolution.output_depth;
  int64_t places = 1;
  for (const SpatialDim& dim : convolution.dims) places *= dim.window;
  StridedCopy copy;
  if (convolution.channels_first) {
    copy.AddDim(places, 1, channels * outputs);
    copy.AddDim(channels, places, outputs);
  } else {
    copy.AddDim(places * channels, 1, outputs);
  }
  copy.AddDim(outputs, places * channels, 1);
  return copy;
}

// Copies between the input and its position in the enlarged image, in one of both directions.
StridedCopy InputWithinEnlarged(const Translation& translation, bool is_target) {
  const dnn::Convolution& convolution = translation.convolution;
  const int64_t pixel = convolution.channels_first ? 1 : convolution.depth;
  const size_t count = translation.dims.size();
  std::vector<int64_t> steps(count);
  std::vector<int64_t> enlarged_steps(count);
  int64_t step = pixel;
  int64_t enlarged_step = pixel;
  int64_t offset = 0;
  for (size_t d = count; d-- > 0;) {
    const PaddedDim& dim = translation.dims[d];
    steps[d] = step;
    enlarged_steps[d] = enlarged_step;
    offset += dim.before * enlarged_step;
    step *= dim.image();
    enlarged_step *= dim.dim.input;
  }
  StridedCopy copy;
  const auto add = [&](int64_t size, int64_t of_input, int64_t of_enlarged) {
    copy.AddDim(size, is_target ? of_input : of_enlarged, is_target ? of_enlarged : of_input);
  };
  // One pass over the images, or over the images and their channels.
  add(convolution.batch * convolution.depth / pixel, step, enlarged_step);
  for (size_t d = 0; d < count; ++d) {
    add(translation.dims[d].image(), steps[d], enlarged_steps[d]);
  }
  add(pixel, 1, 1);
  copy.AddOffsets(is_target ? 0 : offset, is_target ? offset : 0);
  return copy;
}

// Whether cuDNN's filter has the same layout as TensorFlow's.
bool IsSameFilter(const dnn::Convolution& convolution) {
  int64_t elements = convolution.depth / convolution.groups;
  for (const SpatialDim& dim : convolution.dims) elements *= dim.window;
  return elements == 1 ||
         (convolution.output_depth == 1 &&
          (!convolution.channels_first || convolution.depth == convolution.groups ||
           elements == convolution.depth / convolution.groups));
}

uint64_t BytesOfTensor(int64_t elements, size_t element_bytes) {
  return dnn::BytesOfPart(static_cast<uint64_t>(elements) * element_bytes);
}

// A convolution with its three tensors in TensorFlow's layout.
class ConvolutionTask {
 public:
  ConvolutionTask(const Stream& stream, Translation translation, int64_t filter_elements,
                  const void* input, const void* filter, const void* output)
      : stream_(stream),
        translation_(std::move(translation)),
        filter_elements_(filter_elements),
        input_(const_cast<void*>(input)),
        filter_(const_cast<void*>(filter)),
        output_(const_cast<void*>(output)) {}

  Launched Launch() {
    if (!IsAligned(input_) || !IsAligned(output_)) return std::nullopt;
    dnn::DeviceOfCudnn* const cudnn = dnn::DeviceOfCudnn::Find(stream_.device_ordinal());
    if (cudnn == nullptr) return std::nullopt;
    cuda::Device& device = cuda::Device::Get(stream_.device_ordinal());
    const cuda::CurrentContext current(device);
    if (!current.ok()) return std::nullopt;
    const bool enlarges = translation_.enlarges_input();
    const bool takes_filter = TakesFilter();
    const uint64_t filter_bytes =
        takes_filter ? 0 : BytesOfTensor(filter_elements_, translation_.element_bytes);
    const uint64_t input_bytes =
        enlarges ? BytesOfTensor(translation_.input_elements, translation_.element_bytes) : 0;
    const uint64_t parts = filter_bytes + input_bytes;
    if (parts > device.memory().capacity() / kPartOfMemory) return std::nullopt;
    std::shared_ptr<dnn::ConvolutionPlans> plans = cudnn->FindPlans(translation_.convolution);
    if (plans == nullptr) return std::nullopt;
    const Scratch scratch(stream_, parts + cudnn->WantedWorkspace(*plans));
    if (scratch.bytes() < parts || !cudnn->CanRun(*plans, scratch.bytes() - parts)) {
      return std::nullopt;
    }
    auto* const begin = static_cast<char*>(scratch.data());
    dnn::ConvolutionMemory memory;
    memory.w = takes_filter ? filter_ : begin;
    memory.x = enlarges ? begin + filter_bytes : input_;
    memory.y = output_;
    memory.workspace = begin + parts;
    memory.workspace_bytes = scratch.bytes() - parts;
    if (Launched copied = CopyBefore(memory); !copied || !copied->ok()) return copied;
    Launched launched =
        LaunchCall<Cudnn>(stream_, [cudnn, plans = std::move(plans), memory](void* stream) {
          return cudnn->Run(*plans, static_cast<cuda::StreamHandle>(stream), memory);
        });
    if (!launched || !launched->ok()) return launched;
    return CopyAfter(memory);
  }

 private:
  static bool IsAligned(const void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer) % dnn::kAlignment == 0;
  }

  // Whether cuDNN can use the filter without a copy.
  bool TakesFilter() const { return IsSameFilter(translation_.convolution) && IsAligned(filter_); }

  Wanted wanted() const { return translation_.convolution.wanted; }

  Launched CopyBefore(const dnn::ConvolutionMemory& memory) const {
    const size_t bytes = translation_.element_bytes;
    StridedCopyPlan plan;
    plan.element_bytes = bytes;
    if (wanted() != Wanted::kFilter && !TakesFilter()) {
      plan.copies.push_back(FilterToCudnn(translation_.convolution).Plan(bytes, filter_, memory.w));
    }
    if (wanted() != Wanted::kInput && translation_.enlarges_input()) {
      StridedCopyPlan::Copy zeros{{}, nullptr, memory.x};
      if (translation_.input_elements > 1) {
        zeros.dims.push_back({translation_.input_elements, 0, 1});
      }
      plan.copies.push_back(std::move(zeros));
      plan.copies.push_back(
          InputWithinEnlarged(translation_, /*is_target=*/true).Plan(bytes, input_, memory.x));
    }
    return plan.copies.empty() ? Launched(Status())
                               : LaunchCopies(stream_, plan, /*are_results=*/false);
  }

  Launched CopyAfter(const dnn::ConvolutionMemory& memory) const {
    const size_t bytes = translation_.element_bytes;
    StridedCopyPlan plan;
    plan.element_bytes = bytes;
    if (wanted() == Wanted::kFilter && !TakesFilter()) {
      plan.copies.push_back(
          FilterFromCudnn(translation_.convolution).Plan(bytes, memory.w, filter_));
    }
    if (wanted() == Wanted::kInput && translation_.enlarges_input()) {
      plan.copies.push_back(
          InputWithinEnlarged(translation_, /*is_target=*/false).Plan(bytes, memory.x, input_));
    }
    return plan.copies.empty() ? Launched(Status())
                               : LaunchCopies(stream_, plan, /*are_results=*/false);
  }

  const Stream& stream_;
  const Translation translation_;
  const int64_t filter_elements_;
  void* const input_;
  void* const filter_;
  void* const output_;
};

Launched LaunchByCudnn(const Stream& stream, DataType dtype, const ConvolutionGeometry& geometry,
                       Wanted wanted, const void* input, const void* filter, const void* output) {
  if (IsDenied(stream.device_properties(), "convolution", dtype)) return std::nullopt;
  const auto launch = [&](Uneven uneven) -> Launched {
    std::optional<Translation> translation = TranslateConvolution(dtype, geometry, wanted, uneven);
    if (!translation) return std::nullopt;
    return ConvolutionTask(stream, std::move(*translation), geometry.filter_elements, input, filter,
                           output)
        .Launch();
  };
  // Engines with tensor cores support paddings that differ. Among the other engines, only the
  // slowest do.
  Launched launched;
  if (dtype == DT_HALF || dtype == DT_BFLOAT16) launched = launch(Uneven::kPadding);
  return launched ? launched : launch(Uneven::kImage);
}

}  // namespace

Launched ByCudnn(const Stream& stream, const ConvolutionPlan& plan) {
  return LaunchByCudnn(stream, plan.dtype, plan.geometry, Wanted::kOutput, plan.input, plan.filter,
                       plan.output);
}

Launched ByCudnn(const Stream& stream, const ConvolutionInputGradientPlan& plan) {
  return LaunchByCudnn(stream, plan.dtype, plan.geometry, Wanted::kInput, plan.input_gradient,
                       plan.filter, plan.gradient);
}

Launched ByCudnn(const Stream& stream, const ConvolutionFilterGradientPlan& plan) {
  return LaunchByCudnn(stream, plan.dtype, plan.geometry, Wanted::kFilter, plan.input,
                       plan.filter_gradient, plan.gradient);
}

}  // namespace pluggable::compute
