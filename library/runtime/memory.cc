// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/memory.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "driver/driver.h"
#include "plugin/features/memory.h"
#include "plugin/features/profiler.h"
#include "profiler/recorder.h"
#include "runtime/device.h"

namespace pluggable::runtime {

Memory::Memory(Device* device, std::optional<uint64_t> limit)
    : device_(*device),
      limit_(limit),
      deferred_(device),
      source_(device->ordinal(), device->properties(), limit) {}

void* Memory::Allocate(uint64_t size) {
  if (size == 0) return nullptr;
  std::unique_lock<std::mutex> lock(mutex_);
  if (!deferred_.empty()) {
    for (void* freed : deferred_.Collect()) source_.ReturnToDriver(freed);
  }
  void* memory = source_.Allocate(size);
  if (memory == nullptr) memory = AwaitAndAllocate(size, &lock);
  if (memory == nullptr) return nullptr;
  sizes_[memory] = size;
  const auto bytes = static_cast<int64_t>(size);
  ++stats_.num_allocs;
  stats_.bytes_in_use += bytes;
  stats_.peak_bytes_in_use = std::max(stats_.peak_bytes_in_use, stats_.bytes_in_use);
  stats_.largest_alloc_size = std::max(stats_.largest_alloc_size, bytes);
  NoteChange(memory, bytes);
  return memory;
}

void Memory::Deallocate(void* memory) {
  if (memory == nullptr) return;
  std::lock_guard<std::mutex> lock(mutex_);
  const auto entry = sizes_.find(memory);
  if (entry == sizes_.end()) return;
  const uint64_t size = entry->second;
  sizes_.erase(entry);
  stats_.bytes_in_use -= static_cast<int64_t>(size);
  NoteChange(memory, -static_cast<int64_t>(size));
  if (source_.Recycle(memory)) return;
  if (device_.Idle()) {
    source_.ReturnToDriver(memory);
  } else {
    deferred_.Add(memory, size);
  }
}

void Memory::NoteChange(const void* memory, int64_t change) const {
  if constexpr (features::kProfiler) {
    if (!profiler::Enabled()) return;
    profiler::Recorder& recorder = profiler::Recorder::Get();
    if (recorder.Admit() == 0) return;
    profiler::MemoryRecord record;
    record.ordinal = device_.ordinal();
    record.bytes_in_use = stats_.bytes_in_use;
    record.peak_bytes_in_use = stats_.peak_bytes_in_use;
    record.bytes_limit = static_cast<int64_t>(Limit());
    record.change = change;
    record.address = memory;
    recorder.AddMemory(record);
  }
}

bool Memory::Usage(int64_t* free, int64_t* total) {
  if (!driver::MemoryUsage(device_.ordinal(), free, total)) return false;
  if (!limit_.has_value()) return true;
  std::lock_guard<std::mutex> lock(mutex_);
  *total = static_cast<int64_t>(*limit_);
  *free = std::min(*free, static_cast<int64_t>(*limit_ - source_.bytes_taken()));
  return true;
}

uint64_t Memory::Limit() const { return limit_.value_or(device_.properties().memory_capacity); }

void* Memory::AwaitAndAllocate(uint64_t size, std::unique_lock<std::mutex>* lock) {
  lock->unlock();
  // One thread at a time. While one thread waits for all deferred frees, another would find nothing
  // to wait for and fail, although memory is about to be freed.
  const std::lock_guard<std::mutex> turn(awaiting_);
  lock->lock();
  void* memory = source_.Allocate(size);
  if (memory != nullptr) return memory;
  for (const auto& chunk : source_.TakeFreeChunks()) deferred_.Add(chunk.memory, chunk.size);
  if (deferred_.empty()) return nullptr;
  std::vector<DeferredFrees::Batch> batches = deferred_.TakeAll();
  lock->unlock();
  const auto past = std::find_if_not(batches.begin(), batches.end(),
                                     [&](const auto& batch) { return batch.Await(device_); });
  lock->lock();
  for (auto batch = batches.begin(); batch != past; ++batch) {
    for (void* freed : batch->blocks) source_.ReturnToDriver(freed);
  }
  // If the wait was given up, memory may still be short. TensorFlow tries again, without its lock.
  batches.erase(batches.begin(), past);
  deferred_.PutBack(std::move(batches));
  return source_.Allocate(size);
}

MemoryStats Memory::Stats() {
  MemoryStats stats;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stats = stats_;
    source_.AddStats(&stats);
  }
  stats.bytes_limit = static_cast<int64_t>(Limit());
  if constexpr (!features::kPluginAllocator) {
    int64_t free = 0;
    int64_t total = 0;
    if (Usage(&free, &total)) stats.largest_free_block_bytes = free;
  }
  return stats;
}

void Memory::ReleaseAll() {
  std::lock_guard<std::mutex> lock(mutex_);
  deferred_.TakeAll();
  sizes_.clear();
  source_.ReleaseAll();
}

}  // namespace pluggable::runtime
