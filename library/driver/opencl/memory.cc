// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <mutex>

namespace pluggable::opencl {

namespace {

// Buffers start at multiples of this, with gaps of at least this size, so that an access past the
// end of a buffer is detected.
constexpr uint64_t kUnit = uint64_t{64} << 10;
// The address range is this many times as large as the memory, so that there is room despite gaps.
constexpr uint64_t kRoom = 4;
constexpr uint64_t kLargestRange = uint64_t{1} << 44;

constexpr uint64_t RoundUp(uint64_t value) { return (value + kUnit - 1) / kUnit * kUnit; }

}  // namespace

Status Memory::Open() {
  const std::lock_guard<std::shared_mutex> lock(mutex_);
  if (base_ != nullptr) return Status();
  const uint64_t range =
      capacity_ < kLargestRange / kRoom ? RoundUp(capacity_) * kRoom : kLargestRange;
  void* const reserved =
      mmap(nullptr, range, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) {
    return errors::ResourceExhausted(
        "cannot reserve ", range,
        " bytes of address space for device memory: ", std::strerror(errno));
  }
  base_ = static_cast<char*>(reserved);
  range_ = range;
  return Status();
}

bool Memory::FindRoom(uint64_t size, uint64_t* offset) const {
  uint64_t begin = 0;
  for (const auto& [at, buffer] : buffers_) {
    if (at - begin >= size + kUnit) break;
    begin = RoundUp(at + buffer.size) + kUnit;
  }
  *offset = begin;
  return begin <= range_ && range_ - begin >= size;
}

void* Memory::Allocate(cl_context context, cl_command_queue queue, uint64_t size) {
  const Api& api = Api::Get();
  const std::lock_guard<std::shared_mutex> lock(mutex_);
  uint64_t offset = 0;
  if (size == 0 || size > max_allocation_ || size > capacity_ - used_ || !FindRoom(size, &offset)) {
    return nullptr;
  }
  cl_int code = CL_SUCCESS;
  const cl_mem buffer = api.CreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &code);
  if (code != CL_SUCCESS) return nullptr;
  // Drivers may defer the allocation to the first command, which cannot recover from its failure.
  if (api.EnqueueMigrateMemObjects(queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0,
                                   nullptr, nullptr) != CL_SUCCESS) {
    api.ReleaseMemObject(buffer);
    return nullptr;
  }
  api.Flush(queue);  // a pending command keeps its buffer, and nobody waits here
  buffers_[offset] = {size, buffer};
  used_ += size;
  return base_ + offset;
}

void Memory::Free(void* memory) {
  const std::lock_guard<std::shared_mutex> lock(mutex_);
  const auto found = buffers_.find(static_cast<uint64_t>(static_cast<char*>(memory) - base_));
  if (memory == nullptr || found == buffers_.end()) return;
  used_ -= found->second.size;
  Api::Get().ReleaseMemObject(found->second.handle);  // released after its commands
  buffers_.erase(found);
}

Status Memory::Find(const void* pointer, uint64_t size, Place* place) const {
  const uint64_t at = static_cast<uint64_t>(static_cast<const char*>(pointer) - base_);
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  auto next = buffers_.upper_bound(at);
  if (Contains(pointer) && next != buffers_.begin()) {
    const auto& [begin, buffer] = *std::prev(next);
    if (at - begin <= buffer.size && size <= buffer.size - (at - begin)) {
      *place = {buffer.handle, at - begin};
      return Status();
    }
  }
  return errors::InvalidArgument(
      "a pointer to ", size, " bytes that are not inside one allocation of the device's memory");
}

uint64_t Memory::BytesUsed() const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  return used_;
}

}  // namespace pluggable::opencl
