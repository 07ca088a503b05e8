// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device memory for intermediate results, which a launch leaves to later ones.

#ifndef PLUGGABLE_SCRATCH_H_
#define PLUGGABLE_SCRATCH_H_

#include <cstdint>
#include <mutex>

#include "pluggable/stream.h"

namespace pluggable {

namespace internal {

// That of a stream: one block, which is allocated when it is first needed and kept. It grows to
// what the most demanding user wants.
class ScratchMemory {
 public:
  static constexpr uint64_t kBytes = uint64_t{16} << 20;  // at first

  explicit ScratchMemory(int ordinal) : ordinal_(ordinal) {}
  ~ScratchMemory();  // the stream has ended
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;

  std::mutex& mutex() { return mutex_; }
  // With the lock held. Null if the device has no memory left.
  void* Get();
  // With the lock held. Replaces the block by one of at least `bytes`, if the device has that much.
  // Waits for what is on the stream, which may use the block.
  void Grow(SP_Stream stream, uint64_t bytes);
  uint64_t bytes() const { return bytes_; }

 private:
  const int ordinal_;
  std::mutex mutex_;
  // A device that is full is asked again now and then.
  static constexpr uint64_t kAskedOnceIn = 256;
  uint64_t asked_ = 0;
  uint64_t asked_to_grow_ = 0;
  uint64_t refused_ = UINT64_MAX;  // so many bytes, when it was last asked to grow
  void* block_ = nullptr;
  uint64_t bytes_ = 0;
};

ScratchMemory& ScratchOf(SP_Stream stream);

}  // namespace internal

// The scratch memory of a stream, until this object is destroyed. Work that is on the stream by
// then may use it, since the work of the next user comes later.
class Scratch {
 public:
  // Takes the scratch memory of the stream. It waits while another thread has it.
  explicit Scratch(const Stream& stream)
      : memory_(internal::ScratchOf(stream.handle())), lock_(memory_.mutex()) {}
  // The same, of at least `bytes` if the device has that much memory left.
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
