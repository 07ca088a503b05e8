#include <algorithm>
#include <utility>

#include "failing_op.h"
#include "stress.h"

namespace conformance {
namespace {

constexpr uint64_t kMemoryBytes = 1 << 18;
// Of the device's memory, where it is to be full.
constexpr int64_t kRoom = 1 << 20;

}  // namespace

StressDevice::StressDevice(Run& run, Device& device, bool full_memory)
    : run_(run),
      device_(device),
      gathers_fail_(BadIndicesFail(run, device)),
      ballast_(full_memory ? run.TakeMemory(device, kRoom) : std::vector<Memory>()),
      memory_(device, kMemoryBytes),
      compute_(run.NewStream(device)),
      to_device_(run.NewStream(device)),
      to_host_(run.NewStream(device)),
      between_(run.NewStream(device)),
      tensors_before_(run.plugin().host().tensors) {
  MakeKernels();
  MakeIndices();
}

// Work may still own tensors.
StressDevice::~StressDevice() {
  (void)device_.AwaitAll();
  const std::atomic<int64_t>& tensors = run_.plugin().host().tensors;
  const bool released = Eventually([&] { return tensors <= tensors_before_; });
  run_.Check(released, tensors - tensors_before_, " tensors are kept when all work is done");
}

const Kernel* StressDevice::kernel(const std::string& op) const {
  const auto kernel = kernels_.find(op);
  return kernel == kernels_.end() ? nullptr : kernel->second.get();
}

void StressDevice::MakeKernels() {
  const std::map<std::string, std::map<std::string, AttrValue>> ops = {
      {"AddV2", {{"T", AttrValue::Of(TF_FLOAT)}}},
      {"Fill", {{"T", AttrValue::Of(TF_FLOAT)}, {"index_type", AttrValue::Of(TF_INT32)}}},
      {"Pad", {{"T", AttrValue::Of(TF_FLOAT)}, {"Tpaddings", AttrValue::Of(TF_INT32)}}},
      {"GatherV2",
       {{"batch_dims", AttrValue::Of(int64_t{0})},
        {"Tparams", AttrValue::Of(TF_FLOAT)},
        {"Tindices", AttrValue::Of(TF_INT32)},
        {"Taxis", AttrValue::Of(TF_INT32)}}}};
  for (const auto& [op, attrs] : ops) {
    const KernelDef* const def = FindKernel(run_.plugin(), op, attrs);
    if (def == nullptr) continue;
    auto kernel = std::make_unique<Kernel>(*def, attrs);
    // One that is yet to be written.
    if (kernel->status().ok()) kernels_.emplace(op, std::move(kernel));
  }
}

void StressDevice::MakeIndices() {
  for (int32_t row = 0; row <= kBadRow; ++row) {
    TensorValue index{TF_INT32, {1}, memory_.Allocate(sizeof(row), /*on_host=*/false)};
    run_.Require(index.buffer != nullptr, "there is no memory for four bytes");
    run_.Ok(device_.Write(index.buffer->data, &row, sizeof(row)));
    indices_.push_back(std::move(index));
  }
}

void StressPool::Put(StressValue value, uint64_t drawn) {
  constexpr size_t kMost = 16;
  std::lock_guard<std::mutex> lock(mutex_);
  if (values_.size() < kMost) {
    values_.push_back(std::move(value));
  } else {
    std::swap(values_[drawn % kMost], value);
  }
}

bool StressPool::Get(StressValue* value, uint64_t drawn) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (values_.empty()) return false;
  *value = values_[drawn % values_.size()];
  return true;
}

}  // namespace conformance
