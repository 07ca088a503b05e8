// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/cuda/norm_choices.h"

#include <cstddef>
#include <cstdlib>

#include "pluggable/status.h"

#include "driver/cuda/device.h"
#include "driver/for_now.h"
#include "plugin/names.h"
#include "runtime/log.h"

namespace pluggable::compute {

namespace {

namespace dnn = cuda::cudnn;

// The limit for a device. Programs have a hundred normalizations, unless the sizes of their batches
// vary.
constexpr size_t kMostChoices = 2048;
// Waiting for the stream takes time, so the kernels compute if it does not help.
constexpr int kMostTries = 4;

const char* NameOf(dnn::NormStep step) {
  switch (step) {
    case dnn::NormStep::kTraining:
      return "training";
    case dnn::NormStep::kInference:
      return "inference";
    default:
      return "gradient";
  }
}

const char* NameOf(dnn::ElementType type) {
  switch (type) {
    case dnn::kHalf:
      return "half";
    case dnn::kBfloat16:
      return "bfloat16";
    default:
      return "float";
  }
}

void Report(const dnn::Norm& norm, const Comparison& comparison) {
  if (!comparison.is_measured || std::getenv(names::kVerbose) == nullptr) return;
  runtime::Log("batch normalization, ", NameOf(norm.step), ", ", norm.outer, " x ", norm.channels,
               " x ", norm.inner, " ", NameOf(norm.type), ": cuDNN takes ", comparison.of_library,
               " ms, the plugin's own kernels ", comparison.of_kernels, " ms");
}

}  // namespace

NormChoices& NormChoices::Of(int ordinal) {
  // Never destroyed: TensorFlow's threads may use it until the process ends.
  static const auto* const all = [] {
    auto* const made = new std::vector<std::unique_ptr<NormChoices>>;
    for (int i = 0; i < cuda::Device::Count(); ++i) {
      made->push_back(std::make_unique<NormChoices>());
    }
    return made;
  }();
  return *(*all)[static_cast<size_t>(ordinal)];
}

std::shared_ptr<const dnn::NormPlan> NormChoices::FindPlan(dnn::DeviceOfCudnn& cudnn,
                                                           const dnn::Norm& norm) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<int64_t> key = norm.Numbers();
  if (const auto found = choices_.find(key); found != choices_.end()) return found->second.plan;
  std::shared_ptr<const dnn::NormPlan> built;
  const Status status = dnn::NormPlan::Build(cudnn, norm, &built);
  if (IsForNow(status)) return nullptr;
  if (choices_.size() >= kMostChoices) choices_.clear();
  choices_[std::move(key)].plan = built;
  return built;
}

Status NormChoices::FindFaster(const Stream& stream, const dnn::Norm& norm, const Way& by_kernels,
                               const Way& by_cudnn, Faster* faster) {
  const std::vector<int64_t> key = norm.Numbers();
  const auto is_known = [&] {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = choices_.find(key);
    *faster = found == choices_.end() ? Faster::kUnknown : found->second.faster;
    return *faster != Faster::kUnknown;
  };
  if (is_known()) return Status();
  const std::lock_guard<std::mutex> measuring(measuring_);
  if (is_known()) return Status();  // by another thread
  const Comparison comparison = Compare(stream, by_kernels, by_cudnn);
  Report(norm, comparison);
  *faster = comparison.faster;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = choices_.find(key);
  if (found == choices_.end()) return comparison.error;
  const bool is_hopeless = ++found->second.tries == kMostTries;
  found->second.faster = *faster == Faster::kUnknown && is_hopeless ? Faster::kKernels : *faster;
  return comparison.error;
}

}  // namespace pluggable::compute
