// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Batch normalizations by cuDNN: its functions for them, and their arguments.
//
// These functions are older than the graph API, and deprecated, but every release of cuDNN 9 has
// them. They take all types and both layouts, and TensorFlow and PyTorch call them, too. With the
// graph API, an engine must be found for each size, and NVIDIA's samples of it normalize only
// halves with adjacent channels, on Ampere and later.

#ifndef PLUGGABLE_DRIVER_CUDA_CUDNN_NORM_H_
#define PLUGGABLE_DRIVER_CUDA_CUDNN_NORM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "pluggable/status.h"

#include "driver/cuda/cudnn.h"
#include "driver/cuda/cudnn_plans.h"

namespace pluggable::cuda::cudnn {

using TensorDescription = struct TensorOfCudnn*;          // cudnnTensorDescriptor_t
using ActivationDescription = struct ActivationOfCudnn*;  // cudnnActivationDescriptor_t

enum TensorFormat : int { kNchw = 0, kNhwc = 1 };

// How sums over a channel are computed. For tensors in NCHW, the persistent mode may add scaled
// integers, which overflow for large values that are finite. It has no such limits for NHWC, where
// only this mode has fast kernels.
enum NormMode : int { kSpatial = 1, kSpatialPersistent = 2 };

// What is computed with the normalization: no activation.
enum NormOps : int { kNormAlone = 0 };

struct NormFunctions {
  Code (*BatchNormalizationBackwardEx)(
      Handle handle, NormMode mode, NormOps ops, const void* alpha_of_data,
      const void* beta_of_data, const void* alpha_of_parameters, const void* beta_of_parameters,
      TensorDescription x_description, const void* x, TensorDescription y_description,
      const void* y, TensorDescription dy_description, const void* dy,
      TensorDescription dz_description, void* dz, TensorDescription dx_description, void* dx,
      TensorDescription channel_description, const void* scale, const void* offset, void* d_scale,
      void* d_offset, double epsilon, const void* mean, const void* inverse_deviation,
      ActivationDescription activation, void* workspace, size_t workspace_bytes, void* reserve,
      size_t reserve_bytes) = nullptr;
  Code (*BatchNormalizationForwardInference)(Handle handle, NormMode mode, const void* alpha,
                                             const void* beta, TensorDescription x_description,
                                             const void* x, TensorDescription y_description,
                                             void* y, TensorDescription channel_description,
                                             const void* scale, const void* offset,
                                             const void* mean, const void* variance,
                                             double epsilon) = nullptr;
  Code (*BatchNormalizationForwardTrainingEx)(
      Handle handle, NormMode mode, NormOps ops, const void* alpha, const void* beta,
      TensorDescription x_description, const void* x, TensorDescription z_description,
      const void* z, TensorDescription y_description, void* y,
      TensorDescription channel_description, const void* scale, const void* offset,
      double new_share, void* running_mean, void* running_variance, double epsilon, void* mean,
      void* inverse_deviation, ActivationDescription activation, void* workspace,
      size_t workspace_bytes, void* reserve, size_t reserve_bytes) = nullptr;
  Code (*CreateTensorDescriptor)(TensorDescription* description) = nullptr;
  Code (*DestroyTensorDescriptor)(TensorDescription description) = nullptr;
  Code (*GetBatchNormalizationBackwardExWorkspaceSize)(
      Handle handle, NormMode mode, NormOps ops, TensorDescription x, TensorDescription y,
      TensorDescription dy, TensorDescription dz, TensorDescription dx, TensorDescription channels,
      ActivationDescription activation, size_t* bytes) = nullptr;
  Code (*GetBatchNormalizationForwardTrainingExWorkspaceSize)(
      Handle handle, NormMode mode, NormOps ops, TensorDescription x, TensorDescription z,
      TensorDescription y, TensorDescription channels, ActivationDescription activation,
      size_t* bytes) = nullptr;
  Code (*GetBatchNormalizationTrainingExReserveSpaceSize)(Handle handle, NormMode mode, NormOps ops,
                                                          ActivationDescription activation,
                                                          TensorDescription x,
                                                          size_t* bytes) = nullptr;
  Code (*SetTensor4dDescriptor)(TensorDescription description, TensorFormat format,
                                ElementType type, int n, int c, int h, int w) = nullptr;
};

// Looks the functions up on the first call. Null if there is no usable cuDNN 9, or if it cannot
// normalize.
const NormFunctions* FindNorms();

enum class NormStep { kTraining, kInference, kGradient };

// A normalization of x, [outer, channels, inner]. At least two elements of a channel.
struct Norm {
  NormStep step = NormStep::kTraining;
  ElementType type = kFloat;
  int32_t outer = 0;
  int32_t channels = 0;
  int32_t inner = 0;

  // Identifies the normalization: equal numbers mean equal normalizations.
  std::vector<int64_t> Numbers() const;
};

// The tensors of a training step, dense as x is. No two of them overlap.
struct TrainingTensors {
  const void* x = nullptr;
  const float* scale = nullptr;
  const float* offset = nullptr;
  void* y = nullptr;
  float* mean = nullptr;
  // The variance times n / (n - 1) for channels of n elements. The variance itself could be had
  // from the inverse deviation only with a large error where it is smaller than epsilon.
  float* unbiased_variance = nullptr;
  float* inverse_deviation = nullptr;
  float* other_mean = nullptr;  // the mean again, which cuDNN writes, too
  double epsilon = 0;
  char* workspace = nullptr;  // of workspace() bytes
};

struct InferenceTensors {
  const void* x = nullptr;
  const float* scale = nullptr;
  const float* offset = nullptr;
  const float* mean = nullptr;
  const float* variance = nullptr;
  void* y = nullptr;
  double epsilon = 0;
};

struct GradientTensors {
  const void* x = nullptr;
  const void* y_gradient = nullptr;
  const float* scale = nullptr;
  const float* mean = nullptr;
  const float* inverse_deviation = nullptr;  // 1 / sqrt(variance + epsilon)
  void* x_gradient = nullptr;
  float* scale_gradient = nullptr;
  float* offset_gradient = nullptr;
  double epsilon = 0;
  char* workspace = nullptr;  // of workspace() bytes
};

// The descriptors of a normalization. They are immutable, so several threads may use them. The
// device's context must be current in all functions.
class NormPlan {
 public:
  // Fails if cuDNN does not support the normalization.
  static Status Build(DeviceOfCudnn& device, const Norm& norm,
                      std::shared_ptr<const NormPlan>* built);
  ~NormPlan();
  NormPlan(const NormPlan&) = delete;
  NormPlan& operator=(const NormPlan&) = delete;

  uint64_t workspace() const { return workspace_ + reserve_; }

  // Enqueue the work. All of them are for the step of the normalization.
  Status Put(StreamHandle stream, const TrainingTensors& tensors) const;
  Status Put(StreamHandle stream, const InferenceTensors& tensors) const;
  Status Put(StreamHandle stream, const GradientTensors& tensors) const;

 private:
  NormPlan(DeviceOfCudnn& device, const Functions& cudnn, const NormFunctions& norms,
           const Norm& norm)
      : device_(device), cudnn_(cudnn), norms_(norms), norm_(norm) {}

  Status Describe();
  Status AskForSizes(Handle handle);
  // Makes the call, which enqueues work on the stream.
  template <typename Call>
  Status OnStream(StreamHandle stream, const Call& call) const;

  DeviceOfCudnn& device_;
  const Functions& cudnn_;
  const NormFunctions& norms_;
  const Norm norm_;
  NormMode mode_ = kSpatial;
  TensorDescription x_ = nullptr;
  TensorDescription channels_ = nullptr;
  uint64_t workspace_ = 0;
  uint64_t reserve_ = 0;
};

}  // namespace pluggable::cuda::cudnn

#endif  // PLUGGABLE_DRIVER_CUDA_CUDNN_NORM_H_
