// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/vendors.h"

#include <dirent.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "driver/isolated_library.h"

namespace pluggable::opencl {

namespace {

constexpr char kVendorsFolder[] = "/etc/OpenCL/vendors";
constexpr char kSuffix[] = ".icd";

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The library named in the first line of a file.
std::string LibraryOf(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  const size_t end = line.find_last_not_of(" \t\r\n");
  return end == std::string::npos ? "" : line.substr(0, end + 1);
}

// The libraries that the loader will open. The loaders' environment variables are OCL_ICD_VENDORS
// and OCL_ICD_FILENAMES (ocl-icd), and OPENCL_VENDOR_PATH and OCL_ICD_FILENAMES (Khronos).
std::vector<std::string> VendorLibraries() {
  std::vector<std::string> libraries;
  if (const char* const names = std::getenv("OCL_ICD_FILENAMES"); names != nullptr) {
    std::istringstream list(names);
    for (std::string name; std::getline(list, name, ':');) libraries.push_back(name);
  }
  std::string folder = kVendorsFolder;
  for (const char* const variable : {"OPENCL_VENDOR_PATH", "OCL_ICD_VENDORS"}) {
    const char* const value = std::getenv(variable);
    if (value != nullptr && value[0] != '\0') folder = value;
  }
  if (EndsWith(folder, kSuffix)) {  // OCL_ICD_VENDORS may be a file
    libraries.push_back(LibraryOf(folder));
    return libraries;
  }
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(opendir(folder.c_str()), &closedir);
  if (entries == nullptr) return libraries;
  std::vector<std::string> files;
  while (const dirent* const entry = readdir(entries.get())) {
    if (EndsWith(entry->d_name, kSuffix)) files.push_back(folder + "/" + entry->d_name);
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) libraries.push_back(LibraryOf(file));
  return libraries;
}

}  // namespace

void OpenVendorLibraries() {
  for (const std::string& library : VendorLibraries()) {
    // The loader skips libraries that cannot be opened, too.
    if (!library.empty()) OpenIsolated(library.c_str());
  }
}

}  // namespace pluggable::opencl
