// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/deferred_frees.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include "runtime/device.h"
#include "runtime/log.h"

namespace pluggable::runtime {

namespace {

// The number of blocks in a batch.
constexpr size_t kBatchBlocks = 32;
constexpr uint64_t kBatchBytes = 4 << 20;

constexpr std::chrono::milliseconds kLongestWaitForHostCalls{500};
constexpr std::chrono::microseconds kPollInterval{50};

}  // namespace

void DeferredFrees::Add(void* memory, uint64_t bytes) {
  open_.blocks.push_back(memory);
  open_.bytes += bytes;
  if (open_.blocks.size() >= kBatchBlocks || open_.bytes >= kBatchBytes) CloseBatch();
}

std::vector<void*> DeferredFrees::Collect() {
  std::vector<void*> free;
  if (!open_.blocks.empty() && device_.Idle()) {
    free = std::move(open_.blocks);
    open_ = Batch();
  }
  while (!batches_.empty()) {
    Batch& batch = batches_.front();
    if (!batch.IsPast(device_)) break;
    free.insert(free.end(), batch.blocks.begin(), batch.blocks.end());
    batches_.pop_front();
  }
  return free;
}

std::vector<DeferredFrees::Batch> DeferredFrees::TakeAll() {
  CloseBatch();
  std::vector<Batch> all(std::make_move_iterator(batches_.begin()),
                         std::make_move_iterator(batches_.end()));
  batches_.clear();
  return all;
}

void DeferredFrees::PutBack(std::vector<Batch> batches) {
  batches_.insert(batches_.begin(), std::make_move_iterator(batches.begin()),
                  std::make_move_iterator(batches.end()));
}

bool DeferredFrees::Batch::IsPast(const Device& device) const {
  if (needs_idle_device && !device.Idle()) return false;
  return std::all_of(events.begin(), events.end(),
                     [](const auto& event) { return event->IsComplete(); });
}

bool DeferredFrees::Batch::Await(const Device& device) const {
  const auto give_up = std::chrono::steady_clock::now() + kLongestWaitForHostCalls;
  while (device.HasHostCalls()) {
    if (IsPast(device)) return true;
    if (std::chrono::steady_clock::now() > give_up) return false;
    std::this_thread::sleep_for(kPollInterval);
  }
  for (const auto& event : events) {
    const Status status = event->Synchronize();
    if (!status.ok()) Log("waiting to free device memory: ", status.ToString());
  }
  if (needs_idle_device) {
    for (const auto& stream : device.Streams()) stream->Await();
  }
  return true;
}

void DeferredFrees::CloseBatch() {
  if (open_.blocks.empty()) return;
  for (const auto& stream : device_.Streams()) {
    if (driver::Idle(stream->queue())) continue;
    std::unique_ptr<Event> event;
    Status status = Event::Create(device_.ordinal(), &event);
    if (status.ok()) status = event->Record(stream);
    if (status.ok()) {
      open_.events.push_back(std::move(event));
    } else {
      // Without an event to wait for, only an idle stream is known to have passed the work.
      // TensorFlow may hold a lock while it frees, so this function must not wait.
      open_.needs_idle_device = true;
    }
  }
  batches_.push_back(std::move(open_));
  open_ = Batch();
}

}  // namespace pluggable::runtime
