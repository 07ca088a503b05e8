#include "plugin.h"

#include <dlfcn.h>

#include "progress.h"

namespace conformance {
namespace {

constexpr size_t kNoSize = 0;

// A callback that core checks before it takes a plugin.
struct Mandatory {
  const char* name;
  bool is_set;
};

std::string FirstMissing(const std::vector<Mandatory>& callbacks, const char* owner) {
  for (const Mandatory& callback : callbacks) {
    if (!callback.is_set) {
      return std::string("'") + callback.name + "' of " + owner + " must be set";
    }
  }
  return "";
}

std::string NameProblem(const char* what, const char* text) {
  if (text == nullptr) return std::string("SP_Platform has no ") + what;
  if (IsDeviceName(text)) return "";
  return std::string("the ") + what + " '" + text + "' does not match [A-Z][A-Z_]*";
}

}  // namespace

const char* CodeName(TF_Code code) {
  switch (code) {
    case TF_OK:
      return "OK";
    case TF_CANCELLED:
      return "CANCELLED";
    case TF_INVALID_ARGUMENT:
      return "INVALID_ARGUMENT";
    case TF_NOT_FOUND:
      return "NOT_FOUND";
    case TF_RESOURCE_EXHAUSTED:
      return "RESOURCE_EXHAUSTED";
    case TF_FAILED_PRECONDITION:
      return "FAILED_PRECONDITION";
    case TF_ABORTED:
      return "ABORTED";
    case TF_OUT_OF_RANGE:
      return "OUT_OF_RANGE";
    case TF_UNIMPLEMENTED:
      return "UNIMPLEMENTED";
    case TF_INTERNAL:
      return "INTERNAL";
    case TF_UNAVAILABLE:
      return "UNAVAILABLE";
    case TF_DATA_LOSS:
      return "DATA_LOSS";
    case TF_UNKNOWN:
      break;
  }
  return "UNKNOWN";
}

Result ResultOf(const char* callback, const TF_Status& status) {
  return {callback, status.code, status.message};
}

std::string Result::Text() const {
  if (ok()) return std::string(callback) + " said OK";
  return std::string(callback) + " failed with " + CodeName(code) + ": " + message;
}

bool IsDeviceName(const char* text) {
  if (*text < 'A' || *text > 'Z') return false;
  for (; *text != 0; ++text) {
    if ((*text < 'A' || *text > 'Z') && *text != '_') return false;
  }
  return true;
}

Plugin::Plugin(const std::string& path, const Release& release, HostState* host, size_t room)
    : release_(release),
      host_(host),
      room_(room),
      platform_("SP_Platform", release.sizes.platform + room),
      platform_fns_("SP_PlatformFns", sizeof(SP_PlatformFns) + room),
      params_("SE_PlatformRegistrationParams", sizeof(SE_PlatformRegistrationParams) + room) {
  OpenError error;
  Progress::Doing("dlopen");
  library_ = OpenPlugin(path, &error);
  if (library_ == nullptr) {
    problem_ = error.message;
    missing_symbol_ = error.missing_symbol;
    stage_ = missing_symbol_.empty() ? Stage::kNotLoaded : Stage::kMissingSymbol;
    return;
  }
  const auto init = Find<SE_InitPluginFn>("SE_InitPlugin");
  if (init == nullptr) {
    problem_ = "the library does not export SE_InitPlugin";
    stage_ = Stage::kNoPlugin;
    return;
  }
  params_->patch_version = 1;
  params_->platform = platform_.get();
  params_->platform_fns = platform_fns_.get();
  TF_Status status;
  Progress::Doing("SE_InitPlugin");
  init(params_.get(), &status);
  Progress::Doing("");
  if (!status.ok()) {
    problem_ = ResultOf("SE_InitPlugin", status).Text();
    stage_ = Stage::kRefused;
    return;
  }
  problem_ = ValidateRegistration();
  stage_ = problem_.empty() ? Stage::kRegistered : Stage::kInvalid;
  if (stage_ != Stage::kRegistered) return;
  const auto init_kernel = Find<TF_InitKernelFn>("TF_InitKernel");
  if (init_kernel != nullptr) {
    Progress::Doing("TF_InitKernel");
    init_kernel();
    Progress::Doing("");
  } else if (release.NeedsInitKernel()) {
    problem_ = "the library does not export TF_InitKernel, which this TensorFlow asks for";
    stage_ = Stage::kInvalid;
  }
}

void* Plugin::FindSymbol(const char* name) const { return dlsym(library_, name); }

std::string Plugin::ValidateRegistration() const {
  for (const auto& [name, size] :
       {std::pair{"SP_Platform", platform_->struct_size},
        std::pair{"SP_PlatformFns", platform_fns_->struct_size},
        std::pair{"SE_PlatformRegistrationParams", params_->struct_size}}) {
    if (size == kNoSize) return std::string("struct_size of ") + name + " must be set";
  }
  std::string problem = NameProblem("name", platform_->name);
  if (problem.empty()) problem = NameProblem("type", platform_->type);
  if (!problem.empty()) return problem;
  problem = FirstMissing({{"destroy_platform", params_->destroy_platform != nullptr},
                          {"destroy_platform_fns", params_->destroy_platform_fns != nullptr}},
                         "SE_PlatformRegistrationParams");
  if (!problem.empty()) return problem;
  const SP_PlatformFns& fns = *platform_fns_.get();
  std::vector<Mandatory> callbacks = {
      {"get_device_count", fns.get_device_count != nullptr},  // called without a look
      {"create_device", fns.create_device != nullptr},
      {"destroy_device", fns.destroy_device != nullptr},
      {"create_device_fns", fns.create_device_fns != nullptr},
      {"destroy_device_fns", fns.destroy_device_fns != nullptr},
      {"create_stream_executor", fns.create_stream_executor != nullptr},
      {"destroy_stream_executor", fns.destroy_stream_executor != nullptr}};
  if (release_.NeedsTimers()) {
    callbacks.push_back({"create_timer_fns", fns.create_timer_fns != nullptr});
    callbacks.push_back({"destroy_timer_fns", fns.destroy_timer_fns != nullptr});
  }
  return FirstMissing(callbacks, "SP_PlatformFns");
}

std::string Plugin::Validate(const Release& release, const SP_StreamExecutor& e,
                             const SP_Platform& platform) {
  if (e.struct_size == kNoSize) return "struct_size of SP_StreamExecutor must be set";
  std::vector<Mandatory> callbacks = {
      {"allocate", e.allocate != nullptr},
      {"deallocate", e.deallocate != nullptr},
      {"host_memory_allocate", e.host_memory_allocate != nullptr},
      {"host_memory_deallocate", e.host_memory_deallocate != nullptr},
      {"get_allocator_stats", e.get_allocator_stats != nullptr},
      {"device_memory_usage", e.device_memory_usage != nullptr},
      {"create_stream", e.create_stream != nullptr},
      {"destroy_stream", e.destroy_stream != nullptr},
      {"create_stream_dependency", e.create_stream_dependency != nullptr},
      {"get_stream_status", e.get_stream_status != nullptr},
      {"create_event", e.create_event != nullptr},
      {"destroy_event", e.destroy_event != nullptr},
      {"get_event_status", e.get_event_status != nullptr},
      {"record_event", e.record_event != nullptr},
      {"wait_for_event", e.wait_for_event != nullptr},
      {"memcpy_dtoh", e.memcpy_dtoh != nullptr},
      {"memcpy_htod", e.memcpy_htod != nullptr},
      {"sync_memcpy_dtoh", e.sync_memcpy_dtoh != nullptr},
      {"sync_memcpy_htod", e.sync_memcpy_htod != nullptr},
      {"block_host_for_event", e.block_host_for_event != nullptr},
      {"synchronize_all_activity", e.synchronize_all_activity != nullptr}};
  if (release.HasFills()) {
    callbacks.push_back({"host_callback", e.host_callback != nullptr});
    callbacks.push_back({"mem_zero", e.mem_zero != nullptr});
    callbacks.push_back({"memset", e.memset != nullptr});
    callbacks.push_back({"memset32", e.memset32 != nullptr});
  } else {  // host_callback is where mem_zero is now
    callbacks.push_back({"host_callback", e.mem_zero != nullptr});
  }
  if (release.NeedsTimers()) {
    callbacks.push_back({"create_timer", e.create_timer != nullptr});
    callbacks.push_back({"destroy_timer", e.destroy_timer != nullptr});
    callbacks.push_back({"start_timer", e.start_timer != nullptr});
    callbacks.push_back({"stop_timer", e.stop_timer != nullptr});
  }
  if (platform.supports_unified_memory != 0) {
    callbacks.push_back({"unified_memory_allocate", e.unified_memory_allocate != nullptr});
    callbacks.push_back({"unified_memory_deallocate", e.unified_memory_deallocate != nullptr});
  }
  return FirstMissing(callbacks, "SP_StreamExecutor");
}

Result Plugin::DeviceCount(int* count) const {
  TF_Status status;
  Progress::Doing("get_device_count");
  platform_fns_->get_device_count(platform_.get(), count, &status);
  Progress::Doing("");
  return ResultOf("get_device_count", status);
}

std::string Plugin::Damage() const {
  for (std::string damage : {platform_.Damage(), platform_fns_.Damage(), params_.Damage()}) {
    if (!damage.empty()) return damage;
  }
  return "";
}

}  // namespace conformance
