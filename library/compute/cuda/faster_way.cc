// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/cuda/faster_way.h"

#include <atomic>
#include <memory>
#include <optional>

#include "pluggable/device_kernel.h"

#include "driver/cuda/measuring.h"

namespace pluggable::compute {

namespace {

constexpr int kRuns = 3;

// Shared with calls that the stream may make later, if it waits for the host.
struct Measurement {
  std::optional<cuda::Stopwatch> stopwatch;
  std::atomic<bool> is_started{false};
  std::atomic<bool> is_stopped{false};
  float milliseconds = 0;
};

// Makes the call with the CUDA stream now, or when it is its turn.
void Call(const Stream& stream, const VendorCall& call) {
  const DeviceKernel kernel{nullptr, "measurement", nullptr, 0, &call};
  stream.Launch(kernel, {1, 1, 1}, {1, 1, 1}, nullptr).IgnoreError();
}

// Whether the stream makes calls at once, since nothing on it waits for the host.
bool IsPrompt(const Stream& stream) {
  const auto is_made = std::make_shared<std::atomic<bool>>(false);
  Call(stream, [is_made](void*) {
    *is_made = true;
    return Status();
  });
  return *is_made;
}

struct Time {
  bool is_able = true;
  std::optional<float> milliseconds;  // of a run
};

Time TimeOf(const Stream& stream, const Way& way) {
  // The first run also loads the kernels.
  const Launched first = way();
  if (!first) return {false, std::nullopt};
  const auto measurement = std::make_shared<Measurement>();
  Call(stream, [measurement](void* of_cuda) {
    measurement->stopwatch.emplace(static_cast<cuda::StreamHandle>(of_cuda));
    measurement->is_started = measurement->stopwatch->Start();
    return Status();
  });
  if (!first->ok() || !measurement->is_started) return {};
  for (int i = 0; i < kRuns; ++i) {
    const Launched run = way();
    if (!run) return {false, std::nullopt};
    if (!run->ok()) return {};
  }
  Call(stream, [measurement](void*) {
    measurement->is_stopped = measurement->stopwatch->Stop(&measurement->milliseconds);
    return Status();
  });
  if (!measurement->is_stopped) return {};
  return {true, measurement->milliseconds / kRuns};
}

}  // namespace

Comparison Compare(const Stream& stream, const Way& by_kernels, const Way& by_library) {
  if (!IsPrompt(stream)) {
    Comparison comparison;
    comparison.error = stream.Wait();
    if (!comparison.error.ok() || !IsPrompt(stream)) return comparison;
  }
  const Time of_kernels = TimeOf(stream, by_kernels);
  if (of_kernels.is_able && !of_kernels.milliseconds) return {};
  const Time of_library = TimeOf(stream, by_library);
  if (!of_library.is_able) return {Faster::kKernels, Status()};
  if (!of_library.milliseconds) return {};
  if (!of_kernels.is_able) return {Faster::kLibrary, Status()};
  const bool is_library = *of_library.milliseconds < *of_kernels.milliseconds;
  return {is_library ? Faster::kLibrary : Faster::kKernels, Status(), true,
          *of_kernels.milliseconds, *of_library.milliseconds};
}

}  // namespace pluggable::compute
