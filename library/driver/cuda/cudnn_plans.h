// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Execution plans: the ways in which cuDNN can compute a convolution on a device.

#ifndef PLUGGABLE_DRIVER_CUDA_CUDNN_PLANS_H_
#define PLUGGABLE_DRIVER_CUDA_CUDNN_PLANS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "pluggable/status.h"

#include "driver/cuda/cudnn.h"
#include "driver/cuda/cudnn_graph.h"

namespace pluggable::cuda::cudnn {

// The tensors of a convolution. Each is aligned to kAlignment.
struct ConvolutionMemory {
  void* x = nullptr;
  void* w = nullptr;
  void* y = nullptr;
  void* workspace = nullptr;  // null if it has size 0
  uint64_t workspace_bytes = 0;
};

// The execution plans of one convolution. The device's lock must be held in all functions, and
// while the object is destroyed.
class ConvolutionPlans {
 public:
  // Builds plans that need at most `most_workspace` bytes. Fails if cuDNN has none.
  static Status Build(const Functions& cudnn, Handle handle, const Convolution& convolution,
                      uint64_t most_workspace, bool may_measure,
                      std::shared_ptr<ConvolutionPlans>* built);

  // The size of the workspace that the preferred plans need.
  uint64_t wanted_workspace() const;
  // Whether some plan needs no more than this workspace.
  bool CanRun(uint64_t workspace) const;
  // Enqueues the convolution. The first call may measure, which waits for the stream.
  Status Run(Handle handle, StreamHandle stream, const ConvolutionMemory& memory);

 private:
  struct Plan {
    Configuration configuration;  // the description may refer to it
    std::unique_ptr<Described> description;
    uint64_t workspace = 0;
    float time = 0;  // milliseconds, once it is measured
  };

  ConvolutionPlans(const Functions& cudnn, Handle handle, const Convolution& convolution)
      : cudnn_(cudnn), graph_(cudnn, handle, convolution) {}

  // Builds plans from the configurations, up to the largest useful number.
  void Add(Handle handle, std::vector<Configuration> configurations, ElementType type,
           uint64_t most_workspace);
  // False if the engine does not support the convolution.
  bool BuildPlan(Handle handle, Configuration configuration, Plan* plan) const;
  Status Execute(Handle handle, const Plan& plan, const ConvolutionMemory& memory) const;
  // The time of the plan in milliseconds. If the plan is much slower than `best`, a rough time that
  // is larger than that; infinity if it does not run.
  float TimeOf(const Plan& plan, float best, Handle handle, StreamHandle stream,
               const ConvolutionMemory& memory) const;
  // Measures the plans, and keeps the fastest ones and the best one with a small workspace.
  void Measure(Handle handle, StreamHandle stream, const ConvolutionMemory& memory);

  const Functions& cudnn_;
  const ConvolutionGraph graph_;
  std::vector<Plan> plans_;  // the preferred plan first
  bool is_to_be_measured_ = false;
};

// cuDNN on a device.
class DeviceOfCudnn {
 public:
  // Null if there is no cuDNN, or if it does not work on the device, which must be open.
  static DeviceOfCudnn* Find(int ordinal);

  // The plans of the convolution; null if cuDNN has none. The device's context must be current.
  std::shared_ptr<ConvolutionPlans> FindPlans(const Convolution& convolution);
  // The size of the workspace that the preferred plans need.
  uint64_t WantedWorkspace(const ConvolutionPlans& plans);
  bool CanRun(const ConvolutionPlans& plans, uint64_t workspace);
  // Enqueues the convolution. The device's context must be current.
  Status Run(ConvolutionPlans& plans, StreamHandle stream, const ConvolutionMemory& memory);
  // Calls use(handle) while no other thread uses the handle. The device's context must be current.
  Status WithHandle(const std::function<Status(Handle)>& use);

 private:
  DeviceOfCudnn(const Functions& cudnn, int ordinal) : cudnn_(cudnn), ordinal_(ordinal) {}

  // The lock must be held. Null if no handle can be created.
  Handle TheHandle();
  // The lock must be held.
  void DropPlans();

  const Functions& cudnn_;
  const int ordinal_;
  // A handle or a plan must not be used by two threads at once.
  std::mutex mutex_;
  Handle handle_ = nullptr;
  bool has_failed_ = false;
  // The key is the convolution's numbers. Null: cuDNN has no plan.
  std::map<std::vector<int64_t>, std::shared_ptr<ConvolutionPlans>> plans_;
};

}  // namespace pluggable::cuda::cudnn

#endif  // PLUGGABLE_DRIVER_CUDA_CUDNN_PLANS_H_
