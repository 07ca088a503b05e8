// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/vendor_library.h"

#include <dlfcn.h>
#include <link.h>
#include <tensorflow/c/tf_status.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "driver/cuda/api.h"
#include "driver/cuda_settings.h"
#include "runtime/log.h"

namespace pluggable::cuda {

namespace {

constexpr std::string_view kOff = "off";
constexpr const char* kToolkitFolders[] = {"/usr/local/cuda/lib64",
                                           "/usr/local/cuda/targets/x86_64-linux/lib",
                                           "/usr/local/cuda/targets/sbsa-linux/lib"};

// The folder of a file or folder; "" if there is none.
std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

// The file that contains the function or object at that address.
std::string FileOf(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

// The file from which the loader opened the library `name`.
std::string FileOfLibrary(void* handle, const std::string& name) {
  link_map* loaded = nullptr;
  const bool is_known =
      dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&loaded)) == 0 && loaded != nullptr;
  return is_known ? loaded->l_name : name;
}

// The site-packages folder in which a package has the file: TensorFlow's library, or the plugin.
// Python opens the former by a path such as tensorflow/python/platform/../../libtensorflow.so.
std::string PackagesWith(const std::string& file) {
  char* const folder = realpath(FolderOf(file).c_str(), nullptr);
  if (folder == nullptr) return "";
  std::string packages = FolderOf(folder);
  std::free(folder);
  return packages;
}

std::vector<std::string> FoldersOf(std::string_view list) {
  std::vector<std::string> folders;
  while (!list.empty()) {
    const size_t colon = std::min(list.find(':'), list.size());
    if (colon != 0) folders.emplace_back(list.substr(0, colon));
    list.remove_prefix(std::min(colon + 1, list.size()));
  }
  return folders;
}

// The folders to search for a library; "" is the loader's own search path.
std::vector<std::string> PlacesOf(const VendorLibrary& library) {
  if (const char* const chosen = std::getenv(settings::kLibrariesVariable);
      chosen != nullptr && chosen[0] != '\0') {
    return chosen == kOff ? std::vector<std::string>() : FoldersOf(chosen);
  }
  std::vector<std::string> places = {""};
  static const int of_plugin = 0;
  for (const void* const address :
       {reinterpret_cast<const void*>(&TF_NewStatus), static_cast<const void*>(&of_plugin)}) {
    const std::string packages = PackagesWith(FileOf(address));
    if (packages.empty()) continue;
    for (const char* const folder : library.wheel_folders) {
      places.push_back(packages + "/" + folder);
    }
  }
  places.insert(places.end(), std::begin(kToolkitFolders), std::end(kToolkitFolders));
  return places;
}

// The handle, if the library exists and can be used.
void* OpenAt(const VendorLibrary& library, const std::string& path,
             const std::function<std::string(void*)>& accept) {
  // Keep its symbols apart from those of other libraries.
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const error = dlerror();
    const std::string why = error == nullptr ? "no reason" : error;
    // Whether the file itself is missing, and not a library that it depends on.
    const bool is_missing =
        why.rfind(path + ": ", 0) == 0 && why.find("No such file") != std::string::npos;
    if (runtime::IsVerbose() && !is_missing) runtime::Log(library.name, " cannot be opened: ", why);
    return nullptr;
  }
  const std::string file = FileOfLibrary(handle, path);
  const std::string reason = accept(handle);
  if (reason.empty()) {
    if (runtime::IsVerbose()) runtime::Log("opened ", library.name, ": ", file);
    return handle;
  }
  if (runtime::IsVerbose()) runtime::Log(library.name, " is not used: ", file, ": ", reason);
  dlclose(handle);
  return nullptr;
}

}  // namespace

void* OpenVendorLibrary(const VendorLibrary& library,
                        const std::function<std::string(void* handle)>& accept) {
  const std::vector<std::string> places = PlacesOf(library);
  for (const std::string& place : places) {
    for (const char* const file : library.files) {
      const std::string path = place.empty() ? file : place + "/" + file;
      if (void* const handle = OpenAt(library, path, accept); handle != nullptr) return handle;
    }
  }
  if (runtime::IsVerbose()) {
    const char* const why = places.empty() ? "is off" : "has been found";
    runtime::Log(places.empty() ? "" : "no ", library.name, " ", why, " (",
                 settings::kLibrariesVariable, "), so the plugin's own kernels compute");
  }
  return nullptr;
}

bool OpenCompanion(const void* function, const std::string& file) {
  const std::string beside = FolderOf(FileOf(function)) + "/" + file;
  return dlopen(beside.c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr ||
         dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr;
}

std::string RefusalToCuda(size_t version) {
  constexpr int kMajor = 1000;
  constexpr int kMinor = 10;
  int of_driver = 0;
  if (Api::Get().DriverGetVersion(&of_driver) != kSuccess) return "the driver has no version";
  const int wanted = static_cast<int>(version) / kMajor;
  if (of_driver / kMajor >= wanted) return "";
  return "it needs a driver of CUDA " + std::to_string(wanted) + ", and this one has CUDA " +
         std::to_string(of_driver / kMajor) + "." + std::to_string(of_driver % kMajor / kMinor);
}

bool MayUseTf32() {
  static const bool may = [] {
    const char* const chosen = std::getenv(settings::kTf32Variable);
    return chosen != nullptr && std::string_view(chosen) == "1";
  }();
  return may;
}

}  // namespace pluggable::cuda
