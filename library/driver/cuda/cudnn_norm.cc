// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/cudnn_norm.h"

#include <string>

#include "driver/cuda/api.h"
#include "driver/cuda/vendor_library.h"
#include "driver/dynamic_functions.h"
#include "runtime/log.h"

namespace pluggable::cuda::cudnn {

namespace {

// libcudnn.so.9 forwards these functions to it, and aborts the process if it is missing.
constexpr char kOpsLibrary[] = "libcudnn_ops.so.9";

// Results are multiplied by one, and what is in their place by zero, so it is not read.
constexpr float kOne = 1;
constexpr float kZero = 0;

// "", or why the library cannot normalize.
std::string FindAll(const Functions& cudnn, NormFunctions* norms) {
  DynamicFunctions found(cudnn.library);
  found.Find("cudnnBatchNormalizationBackwardEx", &norms->BatchNormalizationBackwardEx);
  found.Find("cudnnBatchNormalizationForwardInference", &norms->BatchNormalizationForwardInference);
  found.Find("cudnnBatchNormalizationForwardTrainingEx",
             &norms->BatchNormalizationForwardTrainingEx);
  found.Find("cudnnCreateTensorDescriptor", &norms->CreateTensorDescriptor);
  found.Find("cudnnDestroyTensorDescriptor", &norms->DestroyTensorDescriptor);
  found.Find("cudnnGetBatchNormalizationBackwardExWorkspaceSize",
             &norms->GetBatchNormalizationBackwardExWorkspaceSize);
  found.Find("cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize",
             &norms->GetBatchNormalizationForwardTrainingExWorkspaceSize);
  found.Find("cudnnGetBatchNormalizationTrainingExReserveSpaceSize",
             &norms->GetBatchNormalizationTrainingExReserveSpaceSize);
  found.Find("cudnnSetTensor4dDescriptor", &norms->SetTensor4dDescriptor);
  if (found.missing() != nullptr) return std::string("it has no ") + found.missing();
  if (!OpenCompanion(reinterpret_cast<const void*>(cudnn.GetVersion), kOpsLibrary)) {
    return std::string("its ") + kOpsLibrary + " cannot be opened";
  }
  return "";
}

}  // namespace

const NormFunctions* FindNorms() {
  // Never destroyed: TensorFlow's threads may use it until the process ends.
  static const NormFunctions* const norms = []() -> const NormFunctions* {
    const Functions* const cudnn = Find();
    if (cudnn == nullptr) return nullptr;
    auto* const found = new NormFunctions;
    const std::string reason = FindAll(*cudnn, found);
    if (reason.empty()) return found;
    if (runtime::IsVerbose()) {
      runtime::Log("cuDNN does not normalize: ", reason);
    }
    delete found;
    return nullptr;
  }();
  return norms;
}

std::vector<int64_t> Norm::Numbers() const {
  return {static_cast<int64_t>(step), static_cast<int64_t>(type), outer, channels, inner};
}

Status NormPlan::Build(DeviceOfCudnn& device, const Norm& norm,
                       std::shared_ptr<const NormPlan>* built) {
  const NormFunctions* const norms = FindNorms();
  if (norms == nullptr) return errors::Unimplemented("cuDNN does not normalize");
  const std::shared_ptr<NormPlan> plan(new NormPlan(device, *Find(), *norms, norm));
  Status status = plan->Describe();
  if (status.ok() && norm.step != NormStep::kInference) {
    status = device.WithHandle([&plan](Handle handle) { return plan->AskForSizes(handle); });
  }
  if (status.ok()) *built = plan;
  return status;
}

NormPlan::~NormPlan() {
  if (x_ != nullptr) norms_.DestroyTensorDescriptor(x_);
  if (channels_ != nullptr) norms_.DestroyTensorDescriptor(channels_);
}

Status NormPlan::Describe() {
  for (TensorDescription* const description : {&x_, &channels_}) {
    const Code code = norms_.CreateTensorDescriptor(description);
    if (code == kSuccess) continue;
    *description = nullptr;
    return ToStatus(cudnn_, "cudnnCreateTensorDescriptor", code);
  }
  const bool are_adjacent = norm_.inner == 1;  // the channels
  if (are_adjacent && norm_.step != NormStep::kInference) mode_ = kSpatialPersistent;
  // Adjacent channels are one image. cuDNN takes no more than 65535 of them for inference.
  Code code = are_adjacent ? norms_.SetTensor4dDescriptor(x_, kNhwc, norm_.type, 1, norm_.channels,
                                                          norm_.outer, 1)
                           : norms_.SetTensor4dDescriptor(x_, kNchw, norm_.type, norm_.outer,
                                                          norm_.channels, norm_.inner, 1);
  if (code == kSuccess) {
    code = norms_.SetTensor4dDescriptor(channels_, kNchw, kFloat, 1, norm_.channels, 1, 1);
  }
  return ToStatus(cudnn_, "cudnnSetTensor4dDescriptor", code);
}

// The descriptions of tensors that are not used, z and y, are those that TensorFlow and PyTorch
// pass. Nothing says whether cuDNN needs them.
Status NormPlan::AskForSizes(Handle handle) {
  size_t reserve = 0;
  Code code = norms_.GetBatchNormalizationTrainingExReserveSpaceSize(handle, mode_, kNormAlone,
                                                                     nullptr, x_, &reserve);
  if (code != kSuccess) {
    return ToStatus(cudnn_, "cudnnGetBatchNormalizationTrainingExReserveSpaceSize", code);
  }
  size_t workspace = 0;
  if (norm_.step == NormStep::kTraining) {
    code = norms_.GetBatchNormalizationForwardTrainingExWorkspaceSize(
        handle, mode_, kNormAlone, x_, x_, x_, channels_, nullptr, &workspace);
    workspace_ = BytesOfPart(workspace);
    reserve_ = reserve;
    return ToStatus(cudnn_, "cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize", code);
  }
  // What the training step has left in the reserve is lost. Without a workspace cuDNN reads none
  // of it, and computes in the mode that needs neither.
  if (reserve != 0) {
    mode_ = kSpatial;
    return Status();
  }
  code = norms_.GetBatchNormalizationBackwardExWorkspaceSize(
      handle, mode_, kNormAlone, x_, x_, x_, nullptr, x_, channels_, nullptr, &workspace);
  workspace_ = BytesOfPart(workspace);
  return ToStatus(cudnn_, "cudnnGetBatchNormalizationBackwardExWorkspaceSize", code);
}

template <typename Call>
Status NormPlan::OnStream(StreamHandle stream, const Call& call) const {
  return device_.WithHandle([&](Handle handle) {
    Status status = ToStatus(cudnn_, "cudnnSetStream", cudnn_.SetStream(handle, stream));
    return status.ok() ? call(handle) : status;
  });
}

Status NormPlan::Put(StreamHandle stream, const TrainingTensors& tensors) const {
  // The running moments are all of the new ones and nothing of those before, but 0 times a NaN
  // would be a NaN.
  for (float* const running : {tensors.other_mean, tensors.unbiased_variance}) {
    const auto address = reinterpret_cast<Address>(running);
    Status status = cuda::ToStatus(
        "cuMemsetD32Async",
        Api::Get().MemsetD32Async(address, 0, static_cast<size_t>(norm_.channels), stream));
    if (!status.ok()) return status;
  }
  return OnStream(stream, [&](Handle handle) {
    return ToStatus(
        cudnn_, "cudnnBatchNormalizationForwardTrainingEx",
        norms_.BatchNormalizationForwardTrainingEx(
            handle, mode_, kNormAlone, &kOne, &kZero, x_, tensors.x, nullptr, nullptr, x_,
            tensors.y, channels_, tensors.scale, tensors.offset, /*new_share=*/1,
            tensors.other_mean, tensors.unbiased_variance, tensors.epsilon, tensors.mean,
            tensors.inverse_deviation, nullptr, workspace_ == 0 ? nullptr : tensors.workspace,
            workspace_, reserve_ == 0 ? nullptr : tensors.workspace + workspace_, reserve_));
  });
}

Status NormPlan::Put(StreamHandle stream, const InferenceTensors& tensors) const {
  return OnStream(stream, [&](Handle handle) {
    return ToStatus(
        cudnn_, "cudnnBatchNormalizationForwardInference",
        norms_.BatchNormalizationForwardInference(
            handle, mode_, &kOne, &kZero, x_, tensors.x, x_, tensors.y, channels_, tensors.scale,
            tensors.offset, tensors.mean, tensors.variance, tensors.epsilon));
  });
}

Status NormPlan::Put(StreamHandle stream, const GradientTensors& tensors) const {
  return OnStream(stream, [&](Handle handle) {
    return ToStatus(
        cudnn_, "cudnnBatchNormalizationBackwardEx",
        norms_.BatchNormalizationBackwardEx(
            handle, mode_, kNormAlone, &kOne, &kZero, &kOne, &kZero, x_, tensors.x, nullptr,
            nullptr, x_, tensors.y_gradient, nullptr, nullptr, x_, tensors.x_gradient, channels_,
            tensors.scale, nullptr, tensors.scale_gradient, tensors.offset_gradient,
            tensors.epsilon, tensors.mean, tensors.inverse_deviation, nullptr,
            workspace_ == 0 ? nullptr : tensors.workspace, workspace_, nullptr, 0));
  });
}

}  // namespace pluggable::cuda::cudnn
