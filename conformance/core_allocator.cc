#include "core_allocator.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace conformance {
namespace {

constexpr uint64_t kAlignment = 256;

uint64_t RoundUp(uint64_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

}  // namespace

CoreAllocator::CoreAllocator(Device& device, uint64_t region_bytes)
    : device_(device),
      region_bytes_(region_bytes),
      is_bfc_(device.plugin().platform()->use_bfc_allocator != 0) {}

CoreAllocator::~CoreAllocator() = default;

std::shared_ptr<TensorBuffer> CoreAllocator::Allocate(size_t bytes, bool on_host) {
  if (on_host) {
    auto memory = std::make_shared<std::vector<uint8_t>>(bytes);
    return std::make_shared<TensorBuffer>(memory->data(), bytes, [memory] {});
  }
  if (is_bfc_) {
    uint8_t* const part = TakePart(RoundUp(bytes));
    if (part == nullptr) return nullptr;
    return std::make_shared<TensorBuffer>(part, bytes, [this, part] { FreePart(part); });
  }
  auto memory = std::make_shared<Memory>(device_.Allocate(bytes));
  if (!*memory) return nullptr;
  return std::make_shared<TensorBuffer>(memory->data(), bytes, [memory] { memory->Free(); });
}

uint8_t* CoreAllocator::TakePart(uint64_t size) {
  std::lock_guard<std::mutex> lock(mutex_);
  uint8_t* part = TakeFreePart(size);
  if (part != nullptr) return part;
  const uint64_t region = std::max(region_bytes_, size);
  if (!AddRegion(region) && !(FreeRegions() && AddRegion(region))) return nullptr;
  return TakeFreePart(size);
}

uint8_t* CoreAllocator::TakeFreePart(uint64_t size) {
  auto best = free_.end();
  for (auto part = free_.begin(); part != free_.end(); ++part) {
    if (part->second < size) continue;
    if (best == free_.end() || part->second < best->second) best = part;
  }
  if (best == free_.end()) return nullptr;
  const auto [begin, available] = *best;
  free_.erase(best);
  if (available > size) free_.emplace(begin + size, available - size);
  used_.emplace(begin, size);
  return begin;
}

void CoreAllocator::FreePart(uint8_t* part) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto used = used_.find(part);
  auto freed = free_.emplace(part, used->second).first;
  used_.erase(used);
  // Regions may be neighbours, and are not merged.
  const auto next = std::next(freed);
  if (next != free_.end() && part + freed->second == next->first &&
      regions_.count(next->first) == 0) {
    freed->second += next->second;
    free_.erase(next);
  }
  if (freed == free_.begin() || regions_.count(part) != 0) return;
  const auto before = std::prev(freed);
  if (before->first + before->second != part) return;
  before->second += freed->second;
  free_.erase(freed);
}

bool CoreAllocator::AddRegion(uint64_t size) {
  Memory region = device_.Allocate(size);
  if (!region) return false;
  uint8_t* const begin = region.data();
  regions_.emplace(begin, std::move(region));
  free_.emplace(begin, size);
  return true;
}

bool CoreAllocator::FreeRegions() {
  bool any = false;
  for (auto region = regions_.begin(); region != regions_.end();) {
    const auto part = free_.find(region->first);
    if (part == free_.end() || part->second < region->second.size()) {
      ++region;
      continue;
    }
    free_.erase(part);
    region = regions_.erase(region);
    any = true;
  }
  return any;
}

}  // namespace conformance
