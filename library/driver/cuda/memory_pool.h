// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A CUDA memory pool, which a device's memory comes from if the user chooses so.

#ifndef PLUGGABLE_DRIVER_CUDA_MEMORY_POOL_H_
#define PLUGGABLE_DRIVER_CUDA_MEMORY_POOL_H_

#include <cstdint>
#include <memory>
#include <string>

#include "pluggable/status.h"

#include "driver/cuda/api.h"

namespace pluggable::cuda {

// The pool is the device's own. Blocks of the device's default pool, which libraries of the process
// share, may have pending work of a library's: an allocation would wait for that.
//
// Allocations and frees are in the order of a stream of the pool's own, which has nothing else on
// it. So waiting for it takes no time.
//
// The device's context must be current in all functions.
class MemoryPool {
 public:
  // Creates a pool if the environment variable <PLUGIN>_CUDA_POOL wants one: it is 1, or the amount
  // of memory up to which the pool keeps what is freed. Null if it does not, or if the device has
  // no pools; with <PLUGIN>_VERBOSE set, it prints which. Fails if the variable is not an amount.
  // `capacity` is the most memory that the plugin uses.
  static Status CreateIfWanted(Ordinal device, const std::string& name, uint64_t capacity,
                               std::unique_ptr<MemoryPool>* pool);
  ~MemoryPool();
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  // All streams may use the block at once.
  Status Allocate(uint64_t size, Address* address);
  // Work that uses the block has ended.
  void Free(Address address);

  // Lets work of another device access the blocks.
  Status LetAccess(Ordinal device);

  // The number of bytes that the pool keeps for later allocations.
  uint64_t Unused() const;

 private:
  MemoryPool() = default;

  static Status Create(Ordinal device, uint64_t most_kept, std::unique_ptr<MemoryPool>* pool);

  StreamHandle stream_ = nullptr;
  PoolHandle handle_ = nullptr;
};

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_MEMORY_POOL_H_
