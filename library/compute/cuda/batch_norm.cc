// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/cuda/batch_norm.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>

#include "pluggable/scratch.h"

#include "compute/cuda/faster_way.h"
#include "compute/cuda/launch_call.h"
#include "compute/cuda/norm_choices.h"
#include "compute/device/channels.h"
#include "compute/device/denied.h"
#include "driver/cuda/cudnn_norm.h"
#include "driver/cuda/device.h"
#include "driver/cuda/measuring.h"

namespace pluggable::compute {

namespace {

namespace dnn = cuda::cudnn;
using dnn::NormStep;
using NormPlan = std::shared_ptr<const dnn::NormPlan>;

constexpr uintptr_t kAlignmentOfNorms = 16;
// The scratch memory is at most this part of the device's memory, since streams keep what they have
// allocated.
constexpr uint64_t kScratchOfMemory = 32;

std::optional<dnn::ElementType> TypeOfNorm(DataType dtype) {
  switch (dtype) {
    case DT_FLOAT:
      return dnn::kFloat;
    case DT_HALF:
      return dnn::kHalf;
    case DT_BFLOAT16:
      return dnn::kBfloat16;
    default:
      return std::nullopt;
  }
}

bool AreAligned(std::initializer_list<const void*> pointers) {
  return std::all_of(pointers.begin(), pointers.end(), [](const void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer) % kAlignmentOfNorms == 0;
  });
}

// The step of a plan; nothing if cuDNN has none. Its documentation allows no result in the place of
// an input. For inference TensorFlow does so, but a kernel that reads and writes each element once
// has little to gain.
std::optional<NormStep> StepOf(const BatchNormPlan& plan) {
  if (plan.y == plan.x || !AreAligned({plan.x, plan.y, plan.scale, plan.offset, plan.used_mean})) {
    return std::nullopt;
  }
  if (plan.is_training) return NormStep::kTraining;
  if (!AreAligned({plan.mean, plan.variance})) return std::nullopt;
  return NormStep::kInference;
}

// cuDNN's gradient is that of training.
std::optional<NormStep> StepOf(const BatchNormGradientPlan& plan) {
  if (!plan.is_training || plan.x_gradient == plan.y_gradient ||
      !AreAligned({plan.x, plan.y_gradient, plan.x_gradient, plan.scale, plan.mean,
                   plan.scale_gradient, plan.offset_gradient})) {
    return std::nullopt;
  }
  return NormStep::kGradient;
}

// The plan in cuDNN's terms; nothing if cuDNN must not or cannot compute it.
template <typename Plan>
std::optional<dnn::Norm> NormOf(const Stream& stream, const Plan& plan) {
  const std::optional<dnn::ElementType> type = TypeOfNorm(plan.dtype);
  // The unbiased variance of one element would be 0 / 0.
  if (!type || plan.outer * plan.inner < 2 || plan.channels == 0 ||
      !FitsInt(plan.outer * plan.channels * plan.inner) || !(plan.epsilon >= 0)) {
    return std::nullopt;
  }
  const std::optional<NormStep> step = StepOf(plan);
  if (!step || IsDenied(stream.device_properties(), "batch_norm", plan.dtype)) return std::nullopt;
  return dnn::Norm{*step, *type, static_cast<int32_t>(plan.outer),
                   static_cast<int32_t>(plan.channels), static_cast<int32_t>(plan.inner)};
}

// Scratch memory for a workspace, and before it `count` floats for each channel.
class NormScratch {
 public:
  NormScratch(const Stream& stream, int64_t channels, int count, uint64_t workspace)
      : part_(dnn::BytesOfPart(static_cast<uint64_t>(channels) * sizeof(float))),
        begin_of_workspace_(part_ * static_cast<uint64_t>(count)),
        scratch_(stream, begin_of_workspace_ + workspace),
        is_enough_(scratch_.bytes() >= begin_of_workspace_ + workspace) {}

  bool is_enough() const { return is_enough_; }
  float* Floats(int part) const {
    return reinterpret_cast<float*>(static_cast<char*>(scratch_.data()) +
                                    part_ * static_cast<uint64_t>(part));
  }
  char* workspace() const { return static_cast<char*>(scratch_.data()) + begin_of_workspace_; }

 private:
  const uint64_t part_;
  const uint64_t begin_of_workspace_;
  const Scratch scratch_;
  const bool is_enough_;
};

template <typename Tensors>
Launched PutTensors(const Stream& stream, const NormPlan& norm, const Tensors& tensors) {
  return LaunchCall<Cudnn>(stream, [norm, tensors](void* of_cuda) {
    return norm->Put(static_cast<cuda::StreamHandle>(of_cuda), tensors);
  });
}

Launched Put(const Stream& stream, const NormPlan& norm, const BatchNormPlan& plan) {
  const auto channels = static_cast<int32_t>(plan.channels);
  if (!plan.is_training) {
    Launched launched = device::LaunchPassingOn(stream, plan);
    if (!launched || !launched->ok()) return launched;
    dnn::InferenceTensors tensors;
    tensors.x = plan.x;
    tensors.scale = plan.scale;
    tensors.offset = plan.offset;
    tensors.mean = plan.mean;
    tensors.variance = plan.variance;
    tensors.y = plan.y;
    tensors.epsilon = static_cast<double>(plan.epsilon);
    return PutTensors(stream, norm, tensors);
  }
  const NormScratch scratch(stream, channels, 3, norm->workspace());
  if (!scratch.is_enough()) return std::nullopt;
  dnn::TrainingTensors tensors;
  tensors.x = plan.x;
  tensors.scale = plan.scale;
  tensors.offset = plan.offset;
  tensors.y = plan.y;
  tensors.mean = plan.used_mean;
  tensors.inverse_deviation = scratch.Floats(0);
  tensors.unbiased_variance = scratch.Floats(1);
  tensors.other_mean = scratch.Floats(2);
  tensors.epsilon = static_cast<double>(plan.epsilon);
  tensors.workspace = scratch.workspace();
  Launched launched = PutTensors(stream, norm, tensors);
  if (!launched || !launched->ok()) return launched;
  const auto count = static_cast<int32_t>(plan.outer * plan.inner);
  return device::LaunchMoments(stream, plan, {tensors.unbiased_variance, count - 1, 1});
}

Launched Put(const Stream& stream, const NormPlan& norm, const BatchNormGradientPlan& plan) {
  const auto channels = static_cast<int32_t>(plan.channels);
  const NormScratch scratch(stream, channels, 1, norm->workspace());
  if (!scratch.is_enough()) return std::nullopt;
  Launched launched = LaunchKernel(stream, device::FindBatchNorms(stream, plan.dtype),
                                   "batch_inverse_deviations", FlatGrid(channels), kFlatBlock,
                                   plan.variance, scratch.Floats(0), channels, plan.epsilon);
  if (!launched || !launched->ok()) return launched;
  dnn::GradientTensors tensors;
  tensors.x = plan.x;
  tensors.y_gradient = plan.y_gradient;
  tensors.scale = plan.scale;
  tensors.mean = plan.mean;
  tensors.inverse_deviation = scratch.Floats(0);
  tensors.x_gradient = plan.x_gradient;
  tensors.scale_gradient = plan.scale_gradient;
  tensors.offset_gradient = plan.offset_gradient;
  tensors.epsilon = static_cast<double>(plan.epsilon);
  tensors.workspace = scratch.workspace();
  return PutTensors(stream, norm, tensors);
}

// Computes in the faster way, which is measured if it is not known and may be.
template <typename Plan>
Launched Compute(const Stream& stream, const Plan& plan, const Way& by_kernels) {
  const std::optional<dnn::Norm> norm = NormOf(stream, plan);
  dnn::DeviceOfCudnn* const cudnn =
      norm ? dnn::DeviceOfCudnn::Find(stream.device_ordinal()) : nullptr;
  if (cudnn == nullptr) return by_kernels();
  cuda::Device& device = cuda::Device::Get(stream.device_ordinal());
  const cuda::CurrentContext current(device);
  if (!current.ok()) return by_kernels();
  NormChoices& choices = NormChoices::Of(stream.device_ordinal());
  const auto [described, known] = choices.Find(*cudnn, *norm);
  if (described == nullptr ||
      described->workspace() > device.memory().capacity() / kScratchOfMemory) {
    return by_kernels();
  }
  const Way by_cudnn = [&, &norm_plan = described] { return Put(stream, norm_plan, plan); };
  Faster faster = cuda::PrefersLibraries() ? Faster::kLibrary : Faster::kKernels;
  if (cuda::MayMeasure()) faster = known;
  if (faster == Faster::kUnknown) {
    Status error = choices.Measure(stream, *norm, by_kernels, by_cudnn, &faster);
    if (!error.ok()) return error;
  }
  Launched launched = faster == Faster::kLibrary ? by_cudnn() : by_kernels();
  if (!launched) launched = faster == Faster::kLibrary ? by_kernels() : by_cudnn();
  return launched;
}

}  // namespace

Launched ByCudnnOrKernels(const Stream& stream, const BatchNormPlan& plan,
                          const std::function<Launched()>& by_kernels) {
  return Compute(stream, plan, by_kernels);
}

Launched ByCudnnOrKernels(const Stream& stream, const BatchNormGradientPlan& plan,
                          const std::function<Launched()>& by_kernels) {
  return Compute(stream, plan, by_kernels);
}

}  // namespace pluggable::compute
