// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device memory for intermediate results that one launch writes and later launches read.

#ifndef PLUGGABLE_SCRATCH_H_
#define PLUGGABLE_SCRATCH_H_

#include <cstdint>
#include <mutex>

#include "pluggable/stream.h"

namespace pluggable {

namespace internal {

// The scratch memory of a stream: one block, which is allocated on first use and kept. It grows to
// the largest size that a user asks for.
class ScratchMemory {
 public:
  static constexpr uint64_t kBytes = uint64_t{16} << 20;  // initial size

  explicit ScratchMemory(int ordinal) : ordinal_(ordinal) {}
  ~ScratchMemory();  // call it after the stream has ended
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;

  std::mutex& mutex() { return mutex_; }
  // The lock must be held. Null if the device has no memory left.
  void* Get();
  // Replaces the block by one of at least `bytes` bytes, if the device has that much memory. The
  // lock must be held. Waits for the work on the stream, since that may use the block.
  void Grow(SP_Stream stream, uint64_t bytes);
  uint64_t bytes() const { return bytes_; }

 private:
  const int ordinal_;
  std::mutex mutex_;
  // If the device is full, only one call in this many tries to allocate again.
  static constexpr uint64_t kAskedOnceIn = 256;
  uint64_t asked_ = 0;
  uint64_t asked_to_grow_ = 0;
  uint64_t refused_ = UINT64_MAX;  // the size that the last attempt to grow could not get
  void* block_ = nullptr;
  uint64_t bytes_ = 0;
};

ScratchMemory& ScratchOf(SP_Stream stream);

}  // namespace internal

// Locks the scratch memory of a stream until this object is destroyed. Work that was enqueued
// before that may use it afterwards, since the next user's work comes later.
class Scratch {
 public:
  // Locks the scratch memory of the stream. It waits while another thread has the lock.
  explicit Scratch(const Stream& stream)
      : memory_(internal::ScratchOf(stream.handle())), lock_(memory_.mutex()) {}
  // The same, with at least `bytes` bytes if the device has that much memory left.
  Scratch(const Stream& stream, uint64_t bytes) : Scratch(stream) {
    memory_.Grow(stream.handle(), bytes);
  }

  // The size of the memory in bytes; 0 if the device has no memory left.
  uint64_t bytes() const { return data() == nullptr ? 0 : memory_.bytes(); }
  // TensorFlow's pointer to the memory, aligned as all memory of the device; null if bytes() is 0.
  void* data() const { return memory_.Get(); }

 private:
  internal::ScratchMemory& memory_;
  const std::lock_guard<std::mutex> lock_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_SCRATCH_H_
