// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// TF_InitProfiler: registers the profiler, so that tf.profiler shows the device.

#include <tensorflow/c/experimental/pluggable_profiler/pluggable_profiler.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

#include "pluggable/status.h"
#include "plugin/callbacks.h"
#include "plugin/host_struct.h"
#include "plugin/last_fields.h"
#include "plugin/names.h"
#include "profiler/profile.h"
#include "profiler/recorder.h"

namespace pluggable {

namespace {

using profiler::Recorder;

void Start(const TP_Profiler* /*profiler*/, TF_Status* status) {
  SetTfStatus(status, StatusOf([] { return Recorder::Get().Start(); }));
}

void Stop(const TP_Profiler* /*profiler*/, TF_Status* status) {
  SetTfStatus(status, StatusOf([] { return Recorder::Get().Stop(); }));
}

// The profile between the two calls that fetch it.
struct Profile {
  std::mutex mutex;
  std::string serialized;

  // Never destroyed: a session may be running when the process ends.
  static Profile& Get() {
    static auto* const profile = new Profile;
    return *profile;
  }
};

// TensorFlow first calls it without a buffer, to get the size, and then with a buffer of that size.
void CollectDataXSpace(const TP_Profiler* /*profiler*/, uint8_t* buffer, size_t* size_in_bytes,
                       TF_Status* status) {
  Profile& profile = Profile::Get();
  const std::lock_guard<std::mutex> lock(profile.mutex);
  if (buffer == nullptr) {
    *size_in_bytes = 0;
    SetTfStatus(status, StatusOf([&] {
                  profile.serialized = profiler::SerializeProfile(Recorder::Get().Take());
                  *size_in_bytes = profile.serialized.size();
                  return Status();
                }));
    return;
  }
  const std::string serialized = std::exchange(profile.serialized, std::string());
  if (*size_in_bytes < serialized.size()) {
    SetTfStatus(status, errors::InvalidArgument("the profile has ", serialized.size(),
                                                " bytes, and the buffer ", *size_in_bytes));
    return;
  }
  std::copy(serialized.begin(), serialized.end(), buffer);
  *size_in_bytes = serialized.size();
  SetTfStatus(status, Status());
}

// TensorFlow calls these while it registers the profiler, and several times, since it copies the
// object that owns the structs (2.12 to 2.21). The structs contain nothing that must be destroyed.
void DestroyProfiler(TP_Profiler* /*profiler*/) {}
void DestroyProfilerFns(TP_ProfilerFns* /*profiler_fns*/) {}

Status Register(TF_ProfilerRegistrationParams* params) {
  HostStruct<TP_Profiler> profiler(params->profiler);
  HostStruct<TP_ProfilerFns> profiler_fns(params->profiler_fns);
  HostStruct<TF_ProfilerRegistrationParams> host(params);
  Status status = profiler.Require(last_common::kProfiler);
  status.Update(profiler_fns.Require(last_common::kProfilerFns));
  status.Update(host.Require(last_common::kProfilerRegistrationParams));
  if (!status.ok()) return status;
  profiler->device_type = names::kDeviceType;
  profiler.SetEnd(last_common::kProfiler);
  profiler_fns->start = &Start;
  profiler_fns->stop = &Stop;
  profiler_fns->collect_data_xspace = &CollectDataXSpace;
  profiler_fns.SetEnd(last_common::kProfilerFns);
  host->destroy_profiler = &DestroyProfiler;
  host->destroy_profiler_fns = &DestroyProfilerFns;
  host.SetEnd(last_common::kProfilerRegistrationParams);
  return status;
}

}  // namespace
}  // namespace pluggable

extern "C" __attribute__((visibility("default"))) void TF_InitProfiler(
    TF_ProfilerRegistrationParams* params, TF_Status* status) {
  pluggable::SetTfStatus(status, pluggable::Register(params));
}
