// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the process knows of each normalization: whether cuDNN supports it, and whether it is faster
// than the kernels of compute/device.

#ifndef PLUGGABLE_COMPUTE_CUDA_NORM_CHOICES_H_
#define PLUGGABLE_COMPUTE_CUDA_NORM_CHOICES_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/stream.h"

#include "compute/cuda/faster_way.h"
#include "driver/cuda/cudnn_norm.h"

namespace pluggable::compute {

// Of a device, whose context must be current in all functions.
class NormChoices {
 public:
  static NormChoices& Of(int ordinal);

  struct Known {
    std::shared_ptr<const cuda::cudnn::NormPlan> plan;  // null: cuDNN does not support it
    Faster faster = Faster::kUnknown;
  };
  Known Find(cuda::cudnn::DeviceOfCudnn& cudnn, const cuda::cudnn::Norm& norm);
  // Measures a normalization that has been found, unless another thread has, and sets the faster
  // way. kUnknown if that is not possible now. Returns an error of the op's earlier work.
  Status Measure(const Stream& stream, const cuda::cudnn::Norm& norm, const Way& by_kernels,
                 const Way& by_cudnn, Faster* faster);

 private:
  struct Choice {
    Known known;
    int tries = 0;  // to measure
  };

  std::mutex mutex_;
  std::map<std::vector<int64_t>, Choice> choices_;  // by the normalization's numbers
  // Held while one thread measures. The others wait, since their work would be measured, too.
  std::mutex measuring_;
};

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CUDA_NORM_CHOICES_H_
