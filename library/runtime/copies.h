// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Copies and fills that TensorFlow enqueues.

#ifndef PLUGGABLE_RUNTIME_COPIES_H_
#define PLUGGABLE_RUNTIME_COPIES_H_

#include <cstdint>

#include "pluggable/op_memory.h"
#include "pluggable/status.h"
#include "runtime/device.h"
#include "runtime/stream.h"

namespace pluggable::runtime {

// Fails with the error of the op that was to compute the source, if TensorFlow passes such errors
// on to its user. If work that may fail is pending, it waits for the stream to find out. If the
// error cannot be reported, the destination is filled with ones (NaN, -1), and the next op or wait
// fails.
Status CopyToHost(Stream& stream, void* host_dst, const void* device_src, uint64_t size);

// The stream waits for all work that is on the device's other streams now. TensorFlow itself makes
// the stream wait in all copies but those of a function's constants
// (PluggableDevice::MakeTensorFromProto, 2.12 to 2.21). Their memory may belong to a tensor that
// the host has freed and that pending work still writes.
Status CopyToDevice(Stream& stream, void* device_dst, const void* host_src, uint64_t size);

// `op` is the memory of the op that copies; null if TensorFlow does.
Status CopyOnDevice(Stream& stream, void* device_dst, const void* device_src, uint64_t size,
                    const internal::OpMemory* op = nullptr);

// See driver::Fill.
Status Fill(Stream& stream, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size);

// Enqueues a copy that waits for all work of the device, and waits for it. copy(stream) calls one
// of the functions above.
template <typename Copy>
Status CopyAndWait(Device& device, Copy copy) {
  std::shared_ptr<Stream> stream;
  Status status = device.TransferStream(&stream);
  if (status.ok()) status = device.WaitForOthers(*stream);
  if (status.ok()) status = copy(*stream);
  if (status.ok()) status = stream->Synchronize();
  return status;
}

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_COPIES_H_
