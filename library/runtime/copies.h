// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Copies and fills that TensorFlow puts on streams.

#ifndef PLUGGABLE_RUNTIME_COPIES_H_
#define PLUGGABLE_RUNTIME_COPIES_H_

#include <cstdint>

#include "pluggable/status.h"
#include "runtime/device.h"
#include "runtime/stream.h"

namespace pluggable::runtime {

// Fails with the error of the op that was to compute the source, if TensorFlow passes that on to
// whoever asked for the copy. To know, it waits for the stream if work is pending that may fail.
// What cannot be told is filled with ones (NaN, -1), and fails the next op or wait.
Status CopyToHost(Stream& stream, void* host_dst, const void* device_src, uint64_t size);

// Waits, on the stream, for what the device's other streams have by now. TensorFlow asks for that
// in all copies but those of a function's constants (PluggableDevice::MakeTensorFromProto, 2.12 to
// 2.21), whose memory may be that of a tensor which the host has freed and pending work writes.
Status CopyToDevice(Stream& stream, void* device_dst, const void* host_src, uint64_t size);

Status CopyOnDevice(Stream& stream, void* device_dst, const void* device_src, uint64_t size);

// See driver::Fill.
Status Fill(Stream& stream, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size);

// Puts a copy behind all that the device has to do, and waits for it: copy(stream) is one of the
// above.
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
