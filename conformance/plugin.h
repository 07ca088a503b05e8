// A plugin in this process, loaded and registered as TensorFlow does it.

#ifndef CONFORMANCE_PLUGIN_H_
#define CONFORMANCE_PLUGIN_H_

#include <memory>
#include <string>
#include <vector>

#include "abi.h"
#include "guarded.h"
#include "library.h"
#include "releases.h"

namespace conformance {

// What a callback has said of itself.
struct Result {
  const char* callback = "";
  TF_Code code = TF_OK;
  std::string message;

  bool ok() const { return code == TF_OK; }
  std::string Text() const;  // "memcpy_dtoh failed with INTERNAL: no such device"
};

Result ResultOf(const char* callback, const TF_Status& status);
const char* CodeName(TF_Code code);

class Plugin {
 public:
  // How far loading has come.
  enum class Stage {
    kMissingSymbol,  // it needs a function that this host does not have
    kNotLoaded,      // the linker has refused it for another reason
    kNoPlugin,       // it has no SE_InitPlugin
    kRefused,        // SE_InitPlugin has said no
    kInvalid,        // SE_InitPlugin has said yes, and TensorFlow would say no
    kRegistered,
  };

  // `room` is added to the sizes of the structs, as a release of the future may.
  Plugin(const std::string& path, const Release& release, HostState* host, size_t room = 0);

  Stage stage() const { return stage_; }
  // The reason why it is not registered.
  const std::string& problem() const { return problem_; }
  const std::string& missing_symbol() const { return missing_symbol_; }

  const Release& release() const { return release_; }
  HostState& host() const { return *host_; }
  SP_Platform* platform() const { return platform_.get(); }
  const SP_PlatformFns& fns() const { return *platform_fns_.get(); }
  const SE_PlatformRegistrationParams& params() const { return *params_.get(); }
  size_t room() const { return room_; }

  template <typename Function>
  Function Find(const char* name) const {
    return reinterpret_cast<Function>(FindSymbol(name));
  }

  // The plugin's device count.
  Result DeviceCount(int* count) const;
  // "", or what was overwritten of the registration's structs.
  std::string Damage() const;

  // TensorFlow's error message for these callbacks; "" if it would accept them.
  static std::string Validate(const Release& release, const SP_StreamExecutor& executor,
                              const SP_Platform& platform);

 private:
  void* FindSymbol(const char* name) const;
  std::string ValidateRegistration() const;

  const Release release_;
  HostState* const host_;
  const size_t room_;
  void* library_ = nullptr;
  GuardedStruct<SP_Platform> platform_;
  GuardedStruct<SP_PlatformFns> platform_fns_;
  GuardedStruct<SE_PlatformRegistrationParams> params_;
  Stage stage_ = Stage::kNotLoaded;
  std::string problem_;
  std::string missing_symbol_;
};

// Whether TensorFlow accepts the text as a platform's name or a device's type.
bool IsDeviceName(const char* text);

}  // namespace conformance

#endif  // CONFORMANCE_PLUGIN_H_
