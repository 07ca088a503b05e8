// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A device that TensorFlow has created.

#ifndef PLUGGABLE_RUNTIME_DEVICE_H_
#define PLUGGABLE_RUNTIME_DEVICE_H_

#include <tensorflow/c/experimental/stream_executor/stream_executor.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "pluggable/device_properties.h"
#include "pluggable/op_memory.h"
#include "pluggable/status.h"

#include "runtime/memory.h"
#include "runtime/stream.h"

namespace pluggable::runtime {

class Device {
 public:
  static Status Create(int ordinal, std::unique_ptr<Device>* device);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // The open device with that ordinal, or null.
  static Device* Find(int ordinal);

  int ordinal() const { return ordinal_; }
  const DeviceProperties& properties() const { return properties_; }
  Memory& memory() { return memory_; }

  // `priority` is the driver's; see driver::CreateQueue.
  Status CreateStream(int priority, SP_Stream* handle);
  void DestroyStream(SP_Stream handle);
  std::vector<std::shared_ptr<Stream>> Streams() const;
  // Whether nothing is enqueued or running on any stream.
  bool Idle() const;

  // Whether work that returns a Status is enqueued or running. It may leave memory unwritten.
  bool HasFallibleWork() const { return fallible_works_.load(std::memory_order_acquire) > 0; }
  // Whether memory may be without its result when the streams are done. The order of both checks
  // matters: work that fails first marks the memory and then ends, so checking the marks first
  // could miss both.
  bool MayHaveFailedResults() const { return HasFallibleWork() || internal::AnyFailure(); }
  void CountFallible(int change) { fallible_works_.fetch_add(change, std::memory_order_acq_rel); }

  // Whether functions of TensorFlow are on a stream. They may wait for any lock of TensorFlow.
  bool HasHostCalls() const { return host_calls_.load(std::memory_order_acquire) > 0; }
  void CountHostCalls(int change) { host_calls_.fetch_add(change, std::memory_order_acq_rel); }

  // Makes the stream wait for all work that is on the device's other streams now.
  Status WaitForOthers(Stream& stream);

  // Blocks until all streams are done. Fails with an error that nobody has reported; further errors
  // are kept for later calls.
  //
  // TensorFlow calls it before it copies a tensor to the host for an eager program. If TensorFlow
  // passes errors of copies on, such an error is left to the copy, which knows whether its source
  // is affected and by which error. If no copy follows, the thread's next call reports the error.
  Status Synchronize();

  // The stream for synchronous copies.
  Status TransferStream(std::shared_ptr<Stream>* stream);

 private:
  Device(int ordinal, const DeviceProperties& properties, std::optional<uint64_t> memory_limit);

  const int ordinal_;
  const DeviceProperties properties_;
  Memory memory_;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Stream>> streams_;
  std::shared_ptr<Stream> transfers_;
  std::atomic<int> fallible_works_{0};
  std::atomic<int> host_calls_{0};
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_DEVICE_H_
