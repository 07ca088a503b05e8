// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Launches calls of NVIDIA's libraries.

#ifndef PLUGGABLE_COMPUTE_CUDA_LAUNCH_CALL_H_
#define PLUGGABLE_COMPUTE_CUDA_LAUNCH_CALL_H_

#include "pluggable/device_kernel.h"
#include "pluggable/stream.h"

#include "compute/device/launch_kernel.h"
#include "runtime/log.h"

namespace pluggable::compute {

// The name of cuDNN, for LaunchCall.
struct Cudnn {
  static constexpr char kName[] = "cuDNN";
};

// Enqueues the call, with the device's context current. If that fails, it returns nothing, so that
// the kernels of compute/device compute. Each library's first failure is printed to stderr, but not
// that it does not support a plan. A call that must wait for the host may fail later, and its op
// fails with it.
template <typename Library>
Launched LaunchCall(const Stream& stream, const VendorCall& call) {
  const DeviceKernel kernel{nullptr, Library::kName, nullptr, 0, &call};
  Status status = stream.Launch(kernel, {1, 1, 1}, {1, 1, 1}, nullptr);
  if (status.ok()) return status;
  if (status.code() == TF_UNIMPLEMENTED) return std::nullopt;
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
