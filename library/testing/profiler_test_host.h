// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The side of the profiler's C API that TensorFlow implements.

#ifndef PLUGGABLE_TESTS_PROFILER_TEST_HOST_H_
#define PLUGGABLE_TESTS_PROFILER_TEST_HOST_H_

#include <gtest/gtest.h>
#include <tensorflow/c/experimental/pluggable_profiler/pluggable_profiler.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/status.h"

#include "plugin/names.h"
#include "profiler_test_profile.h"
#include "runtime_test_host.h"

namespace pluggable::tests {

inline constexpr int64_t kMillisecond = 1000000;  // in nanoseconds

// The plugin's profiler, registered as TensorFlow does it.
class HostProfiler {
 public:
  static HostProfiler& Get() {
    static auto* const profiler = new HostProfiler;
    return *profiler;
  }

  Status Start() { return Call(fns_->start); }
  Status Stop() { return Call(fns_->stop); }
  std::vector<Plane> Collect() {
    TfStatus status;
    size_t size = 1;
    fns_->collect_data_xspace(profiler_.get(), nullptr, &size, status.get());
    EXPECT_TRUE(status.ok()) << status.message();
    std::string buffer(size, '\0');
    fns_->collect_data_xspace(profiler_.get(), reinterpret_cast<uint8_t*>(buffer.data()), &size,
                              status.get());
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(size, buffer.size());
    return ReadSpace(buffer);
  }

 private:
  HostProfiler() {
    HostAllocated<TF_ProfilerRegistrationParams> params(
        TF_PROFILER_REGISTRATION_PARAMS_STRUCT_SIZE);
    params->major_version = TP_MAJOR;
    params->minor_version = TP_MINOR;
    params->patch_version = TP_PATCH;
    params->profiler = profiler_.get();
    params->profiler_fns = fns_.get();
    TfStatus status;
    TF_InitProfiler(params.get(), status.get());
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_STREQ(profiler_->device_type, names::kDeviceType);
    // TensorFlow calls both while it registers the profiler, and continues to use the profiler.
    for (int i = 0; i < 2; ++i) {
      params->destroy_profiler(profiler_.get());
      params->destroy_profiler_fns(fns_.get());
    }
    EXPECT_TRUE(params.CanaryIntact() && profiler_.CanaryIntact() && fns_.CanaryIntact());
  }

  Status Call(void (*function)(const TP_Profiler*, TF_Status*)) {
    TfStatus status;
    function(profiler_.get(), status.get());
    return status.ToStatus();
  }

  HostAllocated<TP_Profiler> profiler_{TP_PROFILER_STRUCT_SIZE};
  HostAllocated<TP_ProfilerFns> fns_{TP_PROFILER_FNS_STRUCT_SIZE};
};

class ProfilerTest : public WorkTest {
 protected:
  static Status Start() { return HostProfiler::Get().Start(); }
  // Ends the session. The device's plane comes first, the plane of host calls last.
  static std::vector<Plane> Finish() {
    EXPECT_TRUE(HostProfiler::Get().Stop().ok());
    return HostProfiler::Get().Collect();
  }
  static std::vector<int64_t> InUse(const Plane& plane) {
    std::vector<int64_t> bytes;
    for (const Event& event : plane.Named("device memory")) {
      bytes.push_back(event.numbers.at("bytes_in_use"));
    }
    return bytes;
  }
};

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_PROFILER_TEST_HOST_H_
