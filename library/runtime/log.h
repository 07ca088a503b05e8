// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What has no other way to the user goes to stderr.

#ifndef PLUGGABLE_RUNTIME_LOG_H_
#define PLUGGABLE_RUNTIME_LOG_H_

#include <cstdio>

#include "pluggable/status.h"

#include "plugin/names.h"

namespace pluggable::runtime {

template <typename... Args>
void Log(const Args&... args) {
  std::fprintf(stderr, "%s: %s\n", names::kPlugin, strings::StrCat(args...).c_str());
}

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_LOG_H_
