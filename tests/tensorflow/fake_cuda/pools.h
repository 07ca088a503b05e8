// Memory pools of the fake libcuda.so.1. Where CUDA leaves open what happens, the process ends: if
// work uses a block that may not be there yet, or no more, and if a block is freed while work uses
// it.

#ifndef FAKE_CUDA_POOLS_H_
#define FAKE_CUDA_POOLS_H_

#include <vector>

#include "context.h"

namespace fake_cuda {

// Around the enqueueing of work that uses memory.
class Use {
 public:
  Use(const char* function, const Stream* stream, std::vector<const void*> memory);
  ~Use();
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  const Stream* const stream_;
  const std::vector<const void*> memory_;
};

// The host has waited for the stream.
void NoteWait(const Stream* stream);

// Whether work of the device may access the block's memory. False if it is no block.
bool IsBlockAccessible(Address address, int ordinal, bool* is_block);

// Whether it was a block of a pool, which nothing waits for.
bool FreedAsBlock(Address address);

}  // namespace fake_cuda

#endif  // FAKE_CUDA_POOLS_H_
