// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/cache_choice.h"

#include <unistd.h>

#include <cstdlib>

#include "driver/opencl_settings.h"
#include "plugin/names.h"

namespace pluggable::opencl {

namespace {

constexpr char kPocl[] = "Portable Computing Language";

// "" if the variable is not set or is not an absolute path: other paths depend on the working
// directory.
std::string FolderIn(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && value[0] == '/' ? value : "";
}

std::string DefaultFolder() {
  std::string folder = FolderIn("XDG_CACHE_HOME");
  if (folder.empty()) {
    folder = FolderIn("HOME");
    if (folder.empty()) return "";
    folder += "/.cache";
  }
  return folder + "/" + names::kPlugin + "/opencl";
}

// The absolute form of a folder. It stays valid if the process changes its working directory.
std::string Absolute(const std::string& path) {
  if (path.front() == '/') return path;
  if (path == "~" || path.rfind("~/", 0) == 0) {
    const std::string home = FolderIn("HOME");
    return home.empty() ? "" : home + path.substr(1);
  }
  char* const here = getcwd(nullptr, 0);
  if (here == nullptr) return "";
  std::string folder = std::string(here) + "/" + path;
  std::free(here);
  return folder;
}

}  // namespace

CacheChoice ChooseCache() {
  const char* const variable = std::getenv(settings::kCacheVariable);
  const std::string choice =
      variable != nullptr && variable[0] != '\0' ? variable : settings::kCache;
  if (choice.empty()) return {DefaultFolder(), false};
  if (choice == "off" || choice == "0") return {};
  return {Absolute(choice), true};
}

ProgramCache* CacheFor(const DeviceInfo& device) {
  static const auto* const choice = new CacheChoice(ChooseCache());
  // Never destroyed: TensorFlow's threads may build programs until the process ends.
  static auto* const cache = new ProgramCache(choice->folder, choice->is_chosen);
  if (choice->folder.empty() || (device.platform == kPocl && !choice->is_chosen)) return nullptr;
  return cache;
}

}  // namespace pluggable::opencl
