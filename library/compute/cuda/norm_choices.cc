// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/cuda/norm_choices.h"

#include <cstddef>

#include "pluggable/status.h"

#include "driver/cuda/device.h"
#include "driver/transient.h"
#include "runtime/log.h"

namespace pluggable::compute {

namespace {

namespace dnn = cuda::cudnn;

// The limit for a device. Programs have a hundred normalizations, unless the sizes of their batches
// vary.
constexpr size_t kMaxChoices = 2048;
// Waiting for the stream takes time, so the kernels compute if it does not help.
constexpr int kMaxTries = 4;

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
  if (!comparison.is_measured || !runtime::IsVerbose()) return;
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

NormChoices::Known NormChoices::Find(dnn::DeviceOfCudnn& cudnn, const dnn::Norm& norm) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<int64_t> key = norm.Numbers();
  if (const auto found = choices_.find(key); found != choices_.end()) return found->second.known;
  Known known;
  const Status status = dnn::NormPlan::Build(cudnn, norm, &known.plan);
  if (IsTransient(status)) return {};
  if (choices_.size() >= kMaxChoices) choices_.clear();
  choices_[std::move(key)].known = known;
  return known;
}

Status NormChoices::Measure(const Stream& stream, const dnn::Norm& norm, const Way& by_kernels,
                            const Way& by_cudnn, Faster* faster) {
  const std::vector<int64_t> key = norm.Numbers();
  const std::lock_guard<std::mutex> measuring(measuring_);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = choices_.find(key);
    *faster = found == choices_.end() ? Faster::kUnknown : found->second.known.faster;
  }
  if (*faster != Faster::kUnknown) return Status();
  const Comparison comparison = Compare(stream, by_kernels, by_cudnn);
  Report(norm, comparison);
  *faster = comparison.faster;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = choices_.find(key);
  if (found == choices_.end()) return comparison.error;
  const bool is_hopeless = ++found->second.tries == kMaxTries;
  found->second.known.faster =
      *faster == Faster::kUnknown && is_hopeless ? Faster::kKernels : *faster;
  return comparison.error;
}

}  // namespace pluggable::compute
