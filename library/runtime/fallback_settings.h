// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The value of the environment variable <PLUGIN>_FALLBACK, for work that falls back to the host.

#ifndef PLUGGABLE_RUNTIME_FALLBACK_SETTINGS_H_
#define PLUGGABLE_RUNTIME_FALLBACK_SETTINGS_H_

#include <string>

namespace pluggable::runtime {

struct FallbackSettings {
  bool is_refused = false;   // `error`: the op fails
  bool is_reported = false;  // `report`, `report:FILE`: see fallback_report.h
  std::string report_path;   // empty: stderr

  // Read once. Any other value is reported to stderr and changes nothing.
  static const FallbackSettings& Get();
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_FALLBACK_SETTINGS_H_
