// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/memory.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "driver/cuda/api.h"
#include "runtime/log.h"

namespace pluggable::cuda {

void* Memory::Allocate(uint64_t size) {
  const uint64_t bytes = std::max<uint64_t>(size, 1);  // CUDA rejects 0
  {
    const std::lock_guard<std::shared_mutex> lock(mutex_);
    if (bytes > capacity_ - used_) return nullptr;
    used_ += bytes;
  }
  Address address = 0;
  const Status status = pool_ != nullptr
                            ? pool_->Allocate(bytes, &address)
                            : ToStatus("cuMemAlloc", Api::Get().MemAlloc(&address, bytes));
  const std::lock_guard<std::shared_mutex> lock(mutex_);
  if (!status.ok()) {
    used_ -= bytes;
    // TensorFlow assumes that memory is short and tries again and again, so report it once.
    if (status.code() != TF_RESOURCE_EXHAUSTED && !std::exchange(has_failed_, true)) {
      runtime::Log("no device memory: ", status.message());
    }
    return nullptr;
  }
  sizes_[address] = bytes;
  return reinterpret_cast<void*>(address);
}

void Memory::Free(void* memory) {
  const auto address = reinterpret_cast<uintptr_t>(memory);
  uint64_t bytes = 0;
  {
    const std::lock_guard<std::shared_mutex> lock(mutex_);
    const auto found = sizes_.find(address);
    if (found == sizes_.end()) return;
    bytes = found->second;
    sizes_.erase(found);
  }
  if (pool_ != nullptr) {
    pool_->Free(address);
  } else {
    Api::Get().MemFree(address);
  }
  const std::lock_guard<std::shared_mutex> lock(mutex_);
  used_ -= bytes;
}

bool Memory::Contains(const void* pointer) const {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  auto after = sizes_.upper_bound(address);
  if (after == sizes_.begin()) return false;
  --after;
  return address - after->first < after->second;
}

bool Memory::Usage(uint64_t* free, uint64_t* total) const {
  size_t device_free = 0;
  size_t device_total = 0;
  if (Api::Get().MemGetInfo(&device_free, &device_total) != kSuccess) return false;
  // For CUDA, what a pool keeps is in use.
  const uint64_t kept = pool_ != nullptr ? pool_->Unused() : 0;
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  *free = std::min<uint64_t>(device_free + kept, capacity_ - used_);
  *total = std::min<uint64_t>(device_total, capacity_);
  return true;
}

}  // namespace pluggable::cuda
