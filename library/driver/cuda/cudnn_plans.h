// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The ways in which cuDNN computes convolutions on a device.

#ifndef PLUGGABLE_DRIVER_CUDA_CUDNN_PLANS_H_
#define PLUGGABLE_DRIVER_CUDA_CUDNN_PLANS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "pluggable/status.h"

#include "driver/cuda/cudnn.h"
#include "driver/cuda/cudnn_graph.h"

namespace pluggable::cuda::cudnn {

// What a convolution works on. All begin at multiples of kAlignment.
struct ConvolutionMemory {
  void* x = nullptr;
  void* w = nullptr;
  void* y = nullptr;
  void* workspace = nullptr;  // null if it has no bytes
  uint64_t workspace_bytes = 0;
};

// The execution plans of one convolution. The device's lock is held in all functions, and when they
// end.
class ConvolutionPlans {
 public:
  // Plans that need at most so much workspace. Fails if cuDNN has none.
  static Status Build(const Functions& cudnn, Handle handle, const Convolution& convolution,
                      uint64_t most_workspace, bool may_measure,
                      std::shared_ptr<ConvolutionPlans>* built);

  // How much workspace it is worth having.
  uint64_t wanted_workspace() const;
  // Whether some plan needs no more than that.
  bool CanRun(uint64_t workspace) const;
  // Enqueues the convolution. The first call may measure, which waits for the stream.
  Status Run(Handle handle, StreamHandle stream, const ConvolutionMemory& memory);

 private:
  struct Plan {
    Configuration configuration;  // the description may refer to it
    std::unique_ptr<Described> description;
    uint64_t workspace = 0;
    float time = 0;  // in milliseconds, if it has been measured
  };

  ConvolutionPlans(const Functions& cudnn, Handle handle, const Convolution& convolution)
      : cudnn_(cudnn), graph_(cudnn, handle, convolution) {}

  // Builds plans of the configurations, up to as many as are of use.
  void Add(Handle handle, std::vector<Configuration> configurations, ElementType type,
           uint64_t most_workspace);
  // False if the engine cannot do it.
  bool BuildPlan(Handle handle, Configuration configuration, Plan* plan) const;
  Status Execute(Handle handle, const Plan& plan, const ConvolutionMemory& memory) const;
  // The milliseconds that the plan takes with such memory; more than that if it is no match for
  // `best`, and infinity if it does not run.
  float TimeOf(const Plan& plan, float best, Handle handle, StreamHandle stream,
               const ConvolutionMemory& memory) const;
  // Keeps those of the plans that take the least time with such memory, and the best one that needs
  // little.
  void Measure(Handle handle, StreamHandle stream, const ConvolutionMemory& memory);

  const Functions& cudnn_;
  const ConvolutionGraph graph_;
  std::vector<Plan> plans_;  // the preferred first
  bool is_to_be_measured_ = false;
};

// cuDNN on a device.
class DeviceOfCudnn {
 public:
  // Null if there is no cuDNN, or if it does not work on the device, which is open.
  static DeviceOfCudnn* Find(int ordinal);

  // The plans of the convolution; null if cuDNN has none. The device's context is current.
  std::shared_ptr<ConvolutionPlans> FindPlans(const Convolution& convolution);
  // How much workspace it is worth having for them.
  uint64_t WantedWorkspace(const ConvolutionPlans& plans);
  bool CanRun(const ConvolutionPlans& plans, uint64_t workspace);
  // Enqueues the convolution. The device's context is current.
  Status Run(ConvolutionPlans& plans, StreamHandle stream, const ConvolutionMemory& memory);

 private:
  DeviceOfCudnn(const Functions& cudnn, int ordinal) : cudnn_(cudnn), ordinal_(ordinal) {}

  // With the lock held. Null if there cannot be one.
  Handle TheHandle();
  // With the lock held.
  void DropPlans();

  const Functions& cudnn_;
  const int ordinal_;
  // Handles and plans are for one thread at a time.
  std::mutex mutex_;
  Handle handle_ = nullptr;
  bool has_failed_ = false;
  // By the convolution's numbers; null: there are none.
  std::map<std::vector<int64_t>, std::shared_ptr<ConvolutionPlans>> plans_;
};

}  // namespace pluggable::cuda::cudnn

#endif  // PLUGGABLE_DRIVER_CUDA_CUDNN_PLANS_H_
