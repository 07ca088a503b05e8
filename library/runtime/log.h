// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Messages that have no other way to the user.

#ifndef PLUGGABLE_RUNTIME_LOG_H_
#define PLUGGABLE_RUNTIME_LOG_H_

#include <cstdio>

#include "pluggable/status.h"

#include "plugin/names.h"

namespace pluggable::runtime {

// Prints a line to stderr: the plugin's name, a colon, and the arguments as strings::StrAppend()
// prints them.
template <typename... Args>
void Log(const Args&... args) {
  std::fprintf(stderr, "%s: %s\n", names::kPlugin, strings::StrCat(args...).c_str());
}

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_LOG_H_
