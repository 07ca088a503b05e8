// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Messages that cannot reach the user in another way.

#ifndef PLUGGABLE_RUNTIME_LOG_H_
#define PLUGGABLE_RUNTIME_LOG_H_

#include <cstdio>
#include <cstdlib>

#include "pluggable/status.h"

#include "plugin/names.h"

namespace pluggable::runtime {

// Whether the user wants to know what the plugin chooses: the environment variable names::kVerbose
// is set.
inline bool IsVerbose() { return std::getenv(names::kVerbose) != nullptr; }

// Prints a line to stderr: the plugin's name, a colon, and the arguments in the format of
// strings::StrAppend().
template <typename... Args>
void Log(const Args&... args) {
  std::fprintf(stderr, "%s: %s\n", names::kPlugin, strings::StrCat(args...).c_str());
}

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_LOG_H_
