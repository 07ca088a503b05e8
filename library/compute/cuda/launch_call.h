// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Calls of NVIDIA's libraries as launches.

#ifndef PLUGGABLE_COMPUTE_CUDA_LAUNCH_CALL_H_
#define PLUGGABLE_COMPUTE_CUDA_LAUNCH_CALL_H_

#include "pluggable/device_kernel.h"
#include "pluggable/stream.h"

#include "compute/device/launch_kernel.h"
#include "runtime/log.h"

namespace pluggable::compute {

// Puts the call on the stream, with the device's context current. Nothing if that fails, which is
// reported to stderr once for each library: then the kernels of compute/device compute. A call that
// has to wait for the host fails later, and its op with it.
template <typename Library>
Launched LaunchCall(const Stream& stream, const VendorCall& call) {
  const DeviceKernel kernel{nullptr, Library::kName, nullptr, 0, &call};
  Status status = stream.Launch(kernel, {1, 1, 1}, {1, 1, 1}, nullptr);
  if (status.ok()) return status;
  static const bool is_reported = [&] {
    runtime::Log(Library::kName,
                 " fails, so the plugin's own kernels compute in its place: ", status.message());
    return true;
  }();
  static_cast<void>(is_reported);
  return std::nullopt;
}

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CUDA_LAUNCH_CALL_H_
