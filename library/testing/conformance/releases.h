// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The releases of TensorFlow that the suite can play: how large their structs are, and what core
// asks of a plugin.

#ifndef CONFORMANCE_RELEASES_H_
#define CONFORMANCE_RELEASES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace conformance {

// What core writes into struct_size before it hands a struct to a plugin: where the last field
// ends. Structs that are not here have had one size since 2.5.
struct StructSizes {
  size_t platform;
  size_t stream_executor;
  size_t optimizer_configs;
};

struct Release {
  std::string name;  // "2.15"
  int minor;
  StructSizes sizes;

  // Core of these releases refuses a plugin that lacks TF_InitKernel; later ones do without.
  bool NeedsInitKernel() const { return minor <= 11; }
  // Core of these releases refuses a plugin that lacks the callbacks of timers.
  bool NeedsTimers() const { return minor <= 13; }
  // These releases know mem_zero, memset and memset32, which stand before host_callback.
  bool HasFills() const { return minor >= 7; }
  bool HasStreamOptions() const { return minor >= 22; }
  bool HasProfiler() const { return minor >= 7; }
  // Host memory must be aligned to 256 bytes, not to 64.
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

  bool IsIn(const Release& release) const {
    return release.minor >= first_minor && release.minor <= last_minor;
  }
};

// Those that the suite's host library plays, by name.
const std::vector<Symbol>& Symbols();

}  // namespace conformance

#endif  // CONFORMANCE_RELEASES_H_
