#include "driver/reference_memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <iterator>

#include "driver/device_settings.h"

namespace pluggable::driver {

namespace {

constexpr uint64_t kHugePage = 2 << 20;
constexpr uint64_t kPage = 4096;
// Freed blocks of at least this size return their pages to the system; smaller blocks are soon used
// again.
constexpr uint64_t kReturnPagesFrom = 1 << 20;

constexpr uint64_t RoundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// Leaves a gap between devices, so that running over the end of one device's memory does not reach
// another's.
constexpr uint64_t kRangeStride = RoundUp(kCapacity, kHugePage) + kHugePage;
constexpr uint64_t kAllRanges = kRangeStride * kDeviceCount;
constexpr uint64_t kReserved = kHostVisible ? kAllRanges : 2 * kAllRanges;
constexpr uint64_t kAliasDistance = kHostVisible ? 0 : kAllRanges;

// Set once, by Reserve.
uint8_t* g_base = nullptr;

Status SystemError(const char* what) {
  return errors::ResourceExhausted(
      "cannot ", what, " ", kReserved,
      " bytes of address space for device memory: ", std::strerror(errno));
}

Status ReserveOnce() {
  void* reserved = mmap(nullptr, kReserved + kHugePage, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return SystemError("reserve");
  auto* const base =
      reinterpret_cast<uint8_t*>(RoundUp(reinterpret_cast<uintptr_t>(reserved), kHugePage));
  uint8_t* const storage = base + kAliasDistance;
  if (mprotect(storage, kAllRanges, PROT_READ | PROT_WRITE) != 0) return SystemError("open");
  // Reduces page faults in large copies. It is only a hint.
  madvise(storage, kAllRanges, MADV_HUGEPAGE);
  g_base = base;
  return Status();
}

}  // namespace

Status AddressSpace::Reserve() {
  static const Status status = ReserveOnce();
  return status;
}

uint8_t* AddressSpace::RangeOf(int ordinal) {
  return g_base + static_cast<uint64_t>(ordinal) * kRangeStride;
}

int AddressSpace::DeviceOf(const void* pointer) {
  const uint64_t distance =
      reinterpret_cast<uintptr_t>(pointer) - reinterpret_cast<uintptr_t>(g_base);
  return g_base != nullptr && distance < kAllRanges ? static_cast<int>(distance / kRangeStride)
                                                    : -1;
}

void* AddressSpace::DevicePointer(const void* pointer) {
  auto* const address = static_cast<uint8_t*>(const_cast<void*>(pointer));
  return DeviceOf(pointer) < 0 ? address : address + kAliasDistance;
}

Status DeviceMemory::Open() {
  Status status = AddressSpace::Reserve();
  if (!status.ok()) return status;
  std::lock_guard<std::mutex> lock(mutex_);
  free_.clear();
  allocated_.clear();
  free_[0] = kCapacity;
  bytes_free_ = kCapacity;
  return status;
}

void* DeviceMemory::Allocate(uint64_t size) {
  if (size == 0 || size > kCapacity) return nullptr;
  const uint64_t rounded = RoundUp(size, kAlignment);
  std::lock_guard<std::mutex> lock(mutex_);
  auto best = free_.end();
  for (auto block = free_.begin(); block != free_.end(); ++block) {
    if (block->second >= rounded && (best == free_.end() || block->second < best->second)) {
      best = block;
    }
  }
  if (best == free_.end()) return nullptr;
  const auto [offset, available] = *best;
  free_.erase(best);
  if (available > rounded) free_[offset + rounded] = available - rounded;
  allocated_[offset] = rounded;
  bytes_free_ -= rounded;
  return AddressSpace::RangeOf(ordinal_) + offset;
}

void DeviceMemory::Free(void* memory) {
  if (memory == nullptr) return;
  const auto offset =
      static_cast<uint64_t>(static_cast<uint8_t*>(memory) - AddressSpace::RangeOf(ordinal_));
  std::lock_guard<std::mutex> lock(mutex_);
  const auto block = allocated_.find(offset);
  if (block == allocated_.end()) return;
  const uint64_t size = block->second;
  allocated_.erase(block);
  bytes_free_ += size;
  if (size >= kReturnPagesFrom) {
    const uint64_t begin = RoundUp(offset, kPage);
    const uint64_t end = (offset + size) / kPage * kPage;
    madvise(AddressSpace::RangeOf(ordinal_) + kAliasDistance + begin, end - begin, MADV_DONTNEED);
  }
  InsertFree(offset, size);
}

int64_t DeviceMemory::BytesFree() {
  std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<int64_t>(bytes_free_);
}

void DeviceMemory::InsertFree(uint64_t offset, uint64_t size) {
  auto next = free_.lower_bound(offset);
  if (next != free_.end() && offset + size == next->first) {
    size += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    const auto previous = std::prev(next);
    if (previous->first + previous->second == offset) {
      previous->second += size;
      return;
    }
  }
  free_[offset] = size;
}

}  // namespace pluggable::driver
