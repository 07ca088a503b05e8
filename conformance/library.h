// Shared libraries: the host library for a release, and the plugin.

#ifndef CONFORMANCE_LIBRARY_H_
#define CONFORMANCE_LIBRARY_H_

#include <string>
#include <string_view>
#include <vector>

#include "host_objects.h"
#include "releases.h"

namespace conformance {

// Opens the host library so that plugins link to it. Functions that `release` does not export, and
// those in `missing`, are removed by renaming them in a copy of the library. Returns "" and sets
// `state`, or returns the error. Call it once in a process.
std::string OpenHostLibrary(const std::string& path, const Release& release,
                            const std::vector<std::string>& missing, HostState** state);

// Why a library could not be opened.
struct OpenError {
  std::string message;         // the linker's
  std::string missing_symbol;  // if it says that one is missing
};

// Opens a library as TensorFlow opens plugins. Null with an error if it cannot be.
void* OpenPlugin(const std::string& path, OpenError* error);

// Whether the linker's message is about a function that `release` of TensorFlow lacks but other
// releases have.
bool IsOfOtherReleases(std::string_view symbol, const Release& release);

}  // namespace conformance

#endif  // CONFORMANCE_LIBRARY_H_
