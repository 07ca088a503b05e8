// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/cudnn_plans.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <utility>

#include "driver/cuda/api.h"
#include "driver/cuda/device.h"
#include "driver/cuda/measuring.h"
#include "driver/cuda/vendor_library.h"
#include "driver/transient.h"
#include "runtime/log.h"

namespace pluggable::cuda::cudnn {

namespace {

// The number of plans that are measured, the number that are kept, and the runs of each.
constexpr size_t kMaxPlans = 10;
constexpr size_t kKeptPlans = 2;
constexpr int kRunsOfMeasurement = 3;
// A plan whose first run takes this many times as long as the fastest plan is not measured further.
// Some plans take a thousand times as long.
constexpr double kHopeless = 2;
constexpr float kNever = std::numeric_limits<float>::infinity();
// The size of a workspace for which there is a plan even if the device has no more memory.
constexpr uint64_t kSmallWorkspace = uint64_t{1} << 20;
// The largest workspace: this part of the device's memory, up to a limit.
constexpr uint64_t kPartOfMemory = 32;
constexpr uint64_t kMaxWorkspace = uint64_t{1} << 30;
// The limit for a device. Programs have hundreds of convolutions, unless the sizes of their batches
// vary.
constexpr size_t kMaxConvolutions = 2048;

double MillisecondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

}  // namespace

Status ConvolutionPlans::Build(const Functions& cudnn, Handle handle,
                               const Convolution& convolution, uint64_t most_workspace,
                               bool may_measure, std::shared_ptr<ConvolutionPlans>* built) {
  std::shared_ptr<ConvolutionPlans> plans(new ConvolutionPlans(cudnn, handle, convolution));
  if (!plans->graph_.status().ok()) return plans->graph_.status();
  plans->is_to_be_measured_ = may_measure;
  plans->Add(handle, plans->graph_.RankedConfigurations(), convolution.type, most_workspace);
  if (plans->is_to_be_measured_ && plans->plans_.size() < kMaxPlans) {
    plans->Add(handle, plans->graph_.EveryConfiguration(), convolution.type, most_workspace);
  }
  if (plans->plans_.empty()) return errors::Unimplemented("cuDNN has no engine for a convolution");
  *built = std::move(plans);
  return Status();
}

void ConvolutionPlans::Add(Handle handle, std::vector<Configuration> configurations,
                           ElementType type, uint64_t most_workspace) {
  const size_t wanted = is_to_be_measured_ ? kMaxPlans : 1;
  const bool may_use_tf32 = MayUseTf32();
  for (Configuration& configuration : configurations) {
    const bool are_enough = plans_.size() >= wanted;
    if (are_enough && CanRun(kSmallWorkspace)) return;
    if (!IsAcceptable(cudnn_, configuration, type, may_use_tf32)) continue;
    Plan plan;
    if (!BuildPlan(handle, std::move(configuration), &plan)) continue;
    if (plan.workspace <= (are_enough ? kSmallWorkspace : most_workspace)) {
      plans_.push_back(std::move(plan));
    }
  }
}

bool ConvolutionPlans::BuildPlan(Handle handle, Configuration configuration, Plan* plan) const {
  plan->configuration = std::move(configuration);
  plan->description = std::make_unique<Described>(cudnn_, kExecutionPlan);
  plan->description->Set(kPlanHandle, kHandleValue, handle);
  plan->description->Set(kPlanConfiguration, *plan->configuration.description);
  if (!plan->description->Finalize().ok()) return false;
  int64_t workspace = 0;
  if (plan->description->Get(kPlanWorkspaceSize, kInt64Value, &workspace, 1) != 1) return false;
  plan->workspace = static_cast<uint64_t>(std::max<int64_t>(workspace, 0));
  return true;
}

uint64_t ConvolutionPlans::wanted_workspace() const {
  uint64_t most = 0;
  for (const Plan& plan : plans_) {
    most = std::max(most, plan.workspace);
    if (!is_to_be_measured_) break;
  }
  return most;
}

bool ConvolutionPlans::CanRun(uint64_t workspace) const {
  return std::any_of(plans_.begin(), plans_.end(),
                     [workspace](const Plan& plan) { return plan.workspace <= workspace; });
}

Status ConvolutionPlans::Execute(Handle handle, const Plan& plan,
                                 const ConvolutionMemory& memory) const {
  const int64_t ids[] = {kIdOfX, kIdOfW, kIdOfY};
  void* const pointers[] = {memory.x, memory.w, memory.y};
  Described pack(cudnn_, kVariantPack);
  pack.Set(kPackIds, kInt64Value, ids, 3);
  pack.Set(kPackPointers, kPointerValue, pointers, 3);
  pack.Set(kPackWorkspace, kPointerValue, memory.workspace);
  Status status = pack.Finalize();
  if (!status.ok()) return status;
  return ToStatus(cudnn_, "cudnnBackendExecute",
                  cudnn_.BackendExecute(handle, plan.description->get(), pack.get()));
}

Status ConvolutionPlans::Run(Handle handle, StreamHandle stream, const ConvolutionMemory& memory) {
  Status status = ToStatus(cudnn_, "cudnnSetStream", cudnn_.SetStream(handle, stream));
  if (!status.ok()) return status;
  if (is_to_be_measured_) Measure(handle, stream, memory);
  status = errors::Unimplemented("cuDNN has no engine for a convolution in ",
                                 memory.workspace_bytes, " bytes");
  for (auto plan = plans_.begin(); plan != plans_.end();) {
    if (plan->workspace > memory.workspace_bytes) {
      ++plan;
      continue;
    }
    status = Execute(handle, *plan, memory);
    if (status.ok() || IsTransient(status)) break;
    plan = plans_.erase(plan);  // it would fail again
  }
  return status;
}

float ConvolutionPlans::TimeOf(const Plan& plan, float best, Handle handle, StreamHandle stream,
                               const ConvolutionMemory& memory) const {
  if (plan.workspace > memory.workspace_bytes) return kNever;
  Stopwatch stopwatch(stream);
  float milliseconds = 0;
  // The first run also loads the kernels, which takes time on the host.
  if (!stopwatch.Start()) return kNever;
  const auto begin = std::chrono::steady_clock::now();
  if (!Execute(handle, plan, memory).ok()) return kNever;
  const double of_host = MillisecondsSince(begin);
  if (!stopwatch.Stop(&milliseconds)) return kNever;
  if (milliseconds - of_host > kHopeless * best) return milliseconds;
  bool runs = stopwatch.Start();
  for (int i = 0; runs && i < kRunsOfMeasurement; ++i) runs = Execute(handle, plan, memory).ok();
  return runs && stopwatch.Stop(&milliseconds) ? milliseconds / kRunsOfMeasurement : kNever;
}

void ConvolutionPlans::Measure(Handle handle, StreamHandle stream,
                               const ConvolutionMemory& memory) {
  is_to_be_measured_ = false;
  if (plans_.size() == 1) return;
  float best = kNever;
  for (Plan& plan : plans_) {
    plan.time = TimeOf(plan, best, handle, stream, memory);
    best = std::min(best, plan.time);
  }
  std::stable_sort(plans_.begin(), plans_.end(),
                   [](const Plan& a, const Plan& b) { return a.time < b.time; });
  // Plans that are not kept would hold kernels in the device's memory.
  size_t kept = 0;
  bool keeps_small = false;
  const auto is_spare = [&](const Plan& plan) {
    const bool is_small = plan.workspace <= kSmallWorkspace;
    const bool is_kept = kept < kKeptPlans || (is_small && !keeps_small);
    if (is_kept) ++kept;
    keeps_small = keeps_small || is_small;
    return !is_kept;
  };
  plans_.erase(std::remove_if(plans_.begin(), plans_.end(), is_spare), plans_.end());
}

DeviceOfCudnn* DeviceOfCudnn::Find(int ordinal) {
  const Functions* const cudnn = cudnn::Find();
  if (cudnn == nullptr) return nullptr;
  static const auto* const devices = [cudnn] {
    auto* const all = new std::vector<std::unique_ptr<DeviceOfCudnn>>;
    for (int i = 0; i < Device::Count(); ++i) {
      all->push_back(std::unique_ptr<DeviceOfCudnn>(new DeviceOfCudnn(*cudnn, i)));
    }
    return all;
  }();
  return (*devices)[static_cast<size_t>(ordinal)].get();
}

Handle DeviceOfCudnn::TheHandle() {
  if (handle_ != nullptr || has_failed_) return handle_;
  const Status status = ToStatus(cudnn_, "cudnnCreate", cudnn_.Create(&handle_));
  if (status.ok()) return handle_;
  handle_ = nullptr;
  has_failed_ = !IsTransient(status);
  if (has_failed_) {
    runtime::Log("cuDNN does not work on ", Device::Get(ordinal_).info().name,
                 ", so the plugin's own kernels compute in its place: ", status.message());
  }
  return nullptr;
}

std::shared_ptr<ConvolutionPlans> DeviceOfCudnn::FindPlans(const Convolution& convolution) {
  const bool may_measure = MayMeasure();
  std::vector<int64_t> key = convolution.Numbers();
  key.push_back(may_measure ? 1 : 0);  // a program may request determinism after its start
  const std::lock_guard<std::mutex> lock(mutex_);
  if (const auto found = plans_.find(key); found != plans_.end()) return found->second;
  const Handle handle = TheHandle();
  if (handle == nullptr) return nullptr;
  const uint64_t most_workspace =
      std::min(Device::Get(ordinal_).memory().capacity() / kPartOfMemory, kMaxWorkspace);
  std::shared_ptr<ConvolutionPlans> built;
  const Status status =
      ConvolutionPlans::Build(cudnn_, handle, convolution, most_workspace, may_measure, &built);
  if (IsTransient(status)) return nullptr;
  if (plans_.size() >= kMaxConvolutions) DropPlans();
  return plans_.emplace(std::move(key), std::move(built)).first->second;
}

// Keeps the plans of pending calls: plans must be destroyed while the lock is held.
void DeviceOfCudnn::DropPlans() {
  for (auto plans = plans_.begin(); plans != plans_.end();) {
    plans = plans->second.use_count() > 1 ? std::next(plans) : plans_.erase(plans);
  }
}

uint64_t DeviceOfCudnn::WantedWorkspace(const ConvolutionPlans& plans) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return plans.wanted_workspace();
}

bool DeviceOfCudnn::CanRun(const ConvolutionPlans& plans, uint64_t workspace) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return plans.CanRun(workspace);
}

Status DeviceOfCudnn::Run(ConvolutionPlans& plans, StreamHandle stream,
                          const ConvolutionMemory& memory) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return plans.Run(handle_, stream, memory);
}

Status DeviceOfCudnn::WithHandle(const std::function<Status(Handle)>& use) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Handle handle = TheHandle();
  return handle == nullptr ? errors::Unimplemented("cuDNN does not work") : use(handle);
}

}  // namespace pluggable::cuda::cudnn
