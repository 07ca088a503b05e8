#include "pools.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "peers.h"

namespace fake_cuda {

struct Pool {
  int ordinal;
  uint64_t threshold = 0;
  bool is_destroyed = false;
  std::set<int> peers;
};

// CUmemAccessDesc.
struct Access {
  int location_type;
  int location;
  int flags;
};

// CUmemPoolProps.
struct Properties {
  int allocation_type;
  int handle_types;
  int location_type;
  int location;
  void* only_for_windows;
  unsigned char reserved[64];
};

namespace {

constexpr int kPinned = 1;
constexpr int kDevice = 1;
constexpr int kReadAndWrite = 3;
constexpr int kReleaseThreshold = 4;
constexpr int kReservedNow = 5;
constexpr int kUsedNow = 7;

// An event of the OpenCL driver's behind work.
class Mark {
 public:
  explicit Mark(const Stream* stream) {
    if (!driver::CreateEvent(stream->context->ordinal, &event_).ok() ||
        !driver::RecordEvent(stream->queue, event_).ok()) {
      Misuse("a test", "no event");
    }
  }
  ~Mark() { driver::DestroyEvent(event_); }
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;

  bool IsPast() const { return driver::QueryEvent(event_) != driver::EventState::kPending; }

 private:
  driver::Event* event_ = nullptr;
};

struct Block {
  Pool* pool;
  size_t size;
  const Stream* allocated_on;  // null once somebody has waited for that
  bool is_free = false;
  const Stream* freed_on = nullptr;  // null once somebody has waited for that
  std::vector<std::shared_ptr<Mark>> uses;
};

// All blocks of all pools, by address. A block keeps its address until its pool releases it.
class Blocks {
 public:
  static Blocks& Get() {
    static auto* const blocks = new Blocks;
    return *blocks;
  }

  Result Allocate(Pool* pool, size_t size, const Stream* stream, Address* address) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto& [at, block] : blocks_) {
      if (block.pool != pool || !block.is_free || block.size != size) continue;
      if (block.freed_on != nullptr && block.freed_on != stream) continue;
      block = Block{pool, size, stream, false, nullptr, {}};
      *address = at;
      return kSuccess;
    }
    void* const memory = driver::Allocate(pool->ordinal, size);
    if (memory == nullptr) return kOutOfMemory;
    *address = reinterpret_cast<Address>(memory);
    blocks_[*address] = Block{pool, size, stream, false, nullptr, {}};
    are_any_ = true;
    return kSuccess;
  }

  // `stream` is null if it is freed at once.
  bool Free(const char* function, Address address, const Stream* stream) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = blocks_.find(address);
    if (found == blocks_.end()) return false;
    Block& block = found->second;
    if (block.is_free) Misuse(function, "a block that is freed already");
    for (const auto& use : block.uses) {
      if (!use->IsPast()) Misuse(function, "a block that enqueued work uses");
    }
    block.is_free = true;
    block.freed_on = stream;
    return true;
  }

  void Check(const char* function, const Stream* stream, const void* memory) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const Block* const block = Find(memory);
    if (block == nullptr) return;
    if (block->is_free) Misuse(function, "a block of a pool that is freed");
    if (block->allocated_on != nullptr && block->allocated_on != stream) {
      Misuse(function, "a block of a pool that may not be allocated yet");
    }
  }

  void AddUse(const std::vector<const void*>& memory, const Stream* stream) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::shared_ptr<Mark> mark;
    for (const void* const pointer : memory) {
      Block* const block = Find(pointer);
      if (block == nullptr) continue;
      if (mark == nullptr) mark = std::make_shared<Mark>(stream);
      auto& uses = block->uses;
      uses.erase(std::remove_if(uses.begin(), uses.end(), [](auto& use) { return use->IsPast(); }),
                 uses.end());
      uses.push_back(mark);
    }
  }

  void NoteWait(const Stream* stream) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::set<Pool*> pools;
    for (auto& [address, block] : blocks_) {
      if (block.allocated_on == stream) block.allocated_on = nullptr;
      if (block.freed_on == stream) block.freed_on = nullptr;
      pools.insert(block.pool);
    }
    for (Pool* const pool : pools) Release(pool, pool->is_destroyed ? 0 : pool->threshold);
  }

  void Trim(Pool* pool, uint64_t bytes_to_keep) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Release(pool, bytes_to_keep);
  }

  uint64_t BytesOf(const Pool* pool, bool with_free_ones) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return Sum(pool, with_free_ones);
  }

  // Null if it is no block.
  Pool* PoolOf(Address address) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const Block* const block = Find(reinterpret_cast<const void*>(address));
    return block == nullptr ? nullptr : block->pool;
  }

  void LetAccess(Pool* pool, int peer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    pool->peers.insert(peer);
  }

  bool are_any() const { return are_any_; }

 private:
  // The lock must be held in all of these.
  Block* Find(const void* pointer) {
    const auto address = reinterpret_cast<Address>(pointer);
    auto after = blocks_.upper_bound(address);
    if (after == blocks_.begin()) return nullptr;
    --after;
    return address - after->first < after->second.size ? &after->second : nullptr;
  }

  uint64_t Sum(const Pool* pool, bool with_free_ones) const {
    uint64_t bytes = 0;
    for (const auto& [address, block] : blocks_) {
      if (block.pool == pool && (with_free_ones || !block.is_free)) bytes += block.size;
    }
    return bytes;
  }

  void Release(Pool* pool, uint64_t bytes_to_keep) {
    for (auto at = blocks_.begin();
         at != blocks_.end() && Sum(pool, /*with_free_ones=*/true) > bytes_to_keep;) {
      const Block& block = at->second;
      const bool may = block.pool == pool && block.is_free && block.freed_on == nullptr;
      if (may) driver::Free(pool->ordinal, reinterpret_cast<void*>(at->first));
      at = may ? blocks_.erase(at) : std::next(at);
    }
  }

  std::mutex mutex_;
  std::map<Address, Block> blocks_;
  std::atomic<bool> are_any_{false};
};

Handles& Pools() {
  static auto* const handles = new Handles;
  return *handles;
}

}  // namespace

Use::Use(const char* function, const Stream* stream, std::vector<const void*> memory)
    : stream_(stream), memory_(std::move(memory)) {
  if (!Blocks::Get().are_any()) return;
  for (const void* const pointer : memory_) Blocks::Get().Check(function, stream, pointer);
}

Use::~Use() {
  if (Blocks::Get().are_any()) Blocks::Get().AddUse(memory_, stream_);
}

void NoteWait(const Stream* stream) {
  if (Blocks::Get().are_any()) Blocks::Get().NoteWait(stream);
}

bool IsBlockAccessible(Address address, int ordinal, bool* is_block) {
  const Pool* const pool = Blocks::Get().are_any() ? Blocks::Get().PoolOf(address) : nullptr;
  *is_block = pool != nullptr;
  return pool != nullptr && pool->peers.count(ordinal) != 0;
}

bool FreedAsBlock(Address address) {
  return Blocks::Get().are_any() && Blocks::Get().Free("cuMemFree_v2", address, nullptr);
}

}  // namespace fake_cuda

using namespace fake_cuda;

#pragma GCC visibility push(default)
extern "C" {

Result cuMemPoolCreate(Pool** pool, const Properties* properties) {
  FAKE_CUDA_RETURN(Enter("cuMemPoolCreate"));
  static constexpr unsigned char kZeros[sizeof(properties->reserved)] = {};
  if (properties->allocation_type != kPinned || properties->handle_types != 0 ||
      properties->location_type != kDevice || properties->location < 0 ||
      properties->location >= driver::DeviceCount() || properties->only_for_windows != nullptr ||
      std::memcmp(properties->reserved, kZeros, sizeof(kZeros)) != 0) {
    return kInvalidValue;
  }
  *pool = new Pool{properties->location, 0, false, {}};
  Pools().Add(*pool);
  return kSuccess;
}

// Its blocks live on.
Result cuMemPoolDestroy(Pool* pool) {
  FAKE_CUDA_RETURN(Enter("cuMemPoolDestroy"));
  Pools().Remove("cuMemPoolDestroy", pool);
  pool->is_destroyed = true;
  Blocks::Get().Trim(pool, 0);
  return kSuccess;
}

Result cuMemPoolSetAttribute(Pool* pool, int attribute, void* value) {
  FAKE_CUDA_RETURN(Enter("cuMemPoolSetAttribute"));
  Pools().Check("cuMemPoolSetAttribute", pool);
  if (attribute != kReleaseThreshold) return kInvalidValue;
  pool->threshold = *static_cast<uint64_t*>(value);
  return kSuccess;
}

Result cuMemPoolGetAttribute(Pool* pool, int attribute, void* value) {
  FAKE_CUDA_RETURN(Enter("cuMemPoolGetAttribute"));
  Pools().Check("cuMemPoolGetAttribute", pool);
  if (attribute != kReservedNow && attribute != kUsedNow) return kInvalidValue;
  *static_cast<uint64_t*>(value) = Blocks::Get().BytesOf(pool, attribute == kReservedNow);
  return kSuccess;
}

Result cuMemPoolSetAccess(Pool* pool, const Access* map, size_t count) {
  FAKE_CUDA_RETURN(Enter("cuMemPoolSetAccess"));
  Pools().Check("cuMemPoolSetAccess", pool);
  for (size_t i = 0; i < count; ++i) {
    if (map[i].location_type != kDevice || map[i].flags != kReadAndWrite) return kInvalidValue;
    const int peer = map[i].location;
    if (peer < 0 || peer >= driver::DeviceCount()) return kInvalidValue;
    if (peer != pool->ordinal && !CanAccessPeers()) return kInvalidDevice;
    Blocks::Get().LetAccess(pool, peer);
  }
  return kSuccess;
}

Result cuMemPoolTrimTo(Pool* pool, size_t bytes_to_keep) {
  FAKE_CUDA_RETURN(Enter("cuMemPoolTrimTo"));
  Pools().Check("cuMemPoolTrimTo", pool);
  Blocks::Get().Trim(pool, bytes_to_keep);
  return kSuccess;
}

Result cuMemAllocFromPoolAsync(Address* address, size_t size, Pool* pool, Stream* stream) {
  FAKE_CUDA_CALL("cuMemAllocFromPoolAsync", kUnsupported);
  FAKE_CUDA_RETURN(CheckStream("cuMemAllocFromPoolAsync", stream));
  Pools().Check("cuMemAllocFromPoolAsync", pool);
  if (size == 0 || stream->context->ordinal != pool->ordinal) return kInvalidValue;
  return Blocks::Get().Allocate(pool, size, stream, address);
}

Result cuMemFreeAsync(Address address, Stream* stream) {
  FAKE_CUDA_DESTROY("cuMemFreeAsync");
  FAKE_CUDA_RETURN(CheckStream("cuMemFreeAsync", stream));
  if (!Blocks::Get().Free("cuMemFreeAsync", address, stream)) {
    Misuse("cuMemFreeAsync", "an address that is not a block's");
  }
  return kSuccess;
}

}  // extern "C"
#pragma GCC visibility pop
