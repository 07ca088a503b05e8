// The releases of TensorFlow that the suite can simulate: the sizes of their structs, and their
// requirements on a plugin.

#ifndef CONFORMANCE_RELEASES_H_
#define CONFORMANCE_RELEASES_H_

#include <climits>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace conformance {

// The value of struct_size that TensorFlow sets before it passes a struct to a plugin: the end of
// the last field. Structs that are not listed have had one size since 2.5.
struct StructSizes {
  size_t platform;
  size_t stream_executor;
  size_t optimizer_configs;
};

struct Release {
  std::string name;  // "2.15"
  int minor;
  StructSizes sizes;

  // These releases reject a plugin that lacks TF_InitKernel; later ones do not need it.
  bool NeedsInitKernel() const { return minor <= 11; }
  // These releases reject a plugin that lacks the callbacks of timers.
  bool NeedsTimers() const { return minor <= 13; }
  // These releases have mem_zero, memset and memset32, which come before host_callback.
  bool HasFills() const { return minor >= 7; }
  bool HasStreamOptions() const { return minor >= 22; }
  // These releases pass the error of a copy on to the copy's caller.
  bool ReportsCopyErrors() const { return minor >= 17; }
  bool HasProfiler() const { return minor >= 7; }
  // Host memory must be aligned to 256 bytes instead of 64.
  bool ChecksHostAlignment() const { return minor >= 22; }
};

// Oldest first.
const std::vector<Release>& Releases();
// Null if there is no such release.
const Release* FindRelease(std::string_view name);

// A function that libtensorflow_framework.so.2 of some releases exports.
struct Symbol {
  std::string_view name;
  int first_minor;  // of the releases that export it, all in between included
  int last_minor;
  int again_minor = INT_MAX;  // the first release after a gap, if there is one

  bool IsIn(const Release& release) const {
    return (release.minor >= first_minor && release.minor <= last_minor) ||
           release.minor >= again_minor;
  }
};

// The symbols of the suite's host library, by name.
const std::vector<Symbol>& Symbols();

}  // namespace conformance

#endif  // CONFORMANCE_RELEASES_H_
