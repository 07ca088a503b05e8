// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/channels.h"

#include "compute/device/programs.h"

namespace pluggable::compute::device {

namespace {

Programs g_batch_norms("batch_norm");

}  // namespace

const DeviceProgram* FindBatchNorms(const Stream& stream, DataType dtype) {
  return g_batch_norms.Find(stream, dtype);
}

}  // namespace pluggable::compute::device
